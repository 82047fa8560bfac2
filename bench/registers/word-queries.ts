import { DatabaseSync } from "node:sqlite";
import { fold } from "../../src/core/fold.ts";

/** A search whose firm is known. */
export interface WordQuery {
  readonly text: string;
  /** The number of the firm that it was made of; absent where nothing is to be found. */
  readonly ico?: number;
}

/** The mixes of searches by words, each made of firms of the file. */
export interface WordQueries {
  /** Two words, or one with the beginning of another as the last. */
  readonly two: readonly WordQuery[];
  /** Three and more words in any order, with a town, with a legal form, and texts that fit no firm, in equal parts. */
  readonly many: readonly WordQuery[];
  /** All pairs of the most frequent words, and with beginnings of two letters. */
  readonly frequent: readonly WordQuery[];
  /** One letter of a word exchanged. */
  readonly typos: readonly WordQuery[];
  /** Single words that many firms have, as the pages of a list search them. */
  readonly single: readonly WordQuery[];
}

const FREQUENT = 50;
const BEGINNINGS = 10;

/** @param count of the distinct queries of each of the large mixes */
export function wordQueriesFor(file: string, count: number): WordQueries {
  const db = new DatabaseSync(file, { readOnly: true });
  const rows = db
    .prepare(
      "SELECT ico, name, (SELECT text FROM town WHERE town.id = company.town) AS town FROM company WHERE name IS NOT NULL",
    )
    .all() as { ico: number; name: string; town: string | null }[]; // columns of the file
  db.close();
  const step = Math.max(1, Math.floor(rows.length / count));
  const two = new Map<string, WordQuery>();
  const many = new Map<string, WordQuery>();
  const typos = new Map<string, WordQuery>();
  const counts = new Map<string, number>();
  for (let index = 0; index < rows.length; index += step) {
    const { ico, name, town } = rows[index] ?? { ico: 0, name: "", town: null };
    const words = fold(name)
      .split(" ")
      .filter((word) => word.length > 1);
    for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
    const [first = "", second = "", third = ""] = words;
    if (second === "") continue;
    add(two, index % 2 === 0 ? `${second} ${first}` : `${second} ${first.slice(0, 2)}`, ico);
    const place = fold(town ?? "").split(" ", 1)[0] ?? "";
    if (index % 4 === 0) add(many, `${third} ${first} ${second}`.trim(), ico);
    else if (index % 4 === 1) add(many, `${first} ${place}`.trim(), ico);
    else if (index % 4 === 2) add(many, `${second} ${first} s.r.o.`, ico);
    else add(many, `${first} ${second} qqxzw`);
    if (first.length >= 5) add(typos, `${first.slice(0, 3)}q${first.slice(4)} ${second}`, ico);
  }
  const frequent = [...counts]
    .sort(([, a], [, b]) => b - a)
    .slice(0, FREQUENT)
    .map(([word]) => word);
  const pairs = frequent.flatMap((one, at) => frequent.slice(at + 1).map((other) => ({ text: `${one} ${other}` })));
  const beginnings = [...new Set(frequent.map((word) => word.slice(0, 2)))].slice(0, BEGINNINGS);
  return {
    two: [...two.values()],
    many: [...many.values()],
    frequent: [...pairs, ...beginnings.flatMap((start) => frequent.map((word) => ({ text: `${word} ${start}` })))],
    typos: [...typos.values()].slice(0, Math.ceil(count / 10)),
    single: frequent.slice(0, 10).map((text) => ({ text })),
  };

  function add(mix: Map<string, WordQuery>, text: string, ico?: number): void {
    if (text.length >= 3) mix.set(text, ico === undefined ? { text } : { text, ico });
  }
}
