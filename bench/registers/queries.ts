import { DatabaseSync } from "node:sqlite";
import type { Country } from "../../src/core/country.ts";
import { fold } from "../../src/core/fold.ts";

export interface Query {
  readonly text: string;
  readonly country: Country | undefined;
}

/** Queries that are slow in other designs: long lists with few or late hits, long texts, nothing to look for. */
const HARD = [
  "a.s.",
  "s.r.o.",
  "s r o",
  "spol. s r.o.",
  "společnost s ručením omezeným",
  "společnost s ručením omezeným v likvidaci",
  "společenství vlastníků jednotek domu",
  "spoločenstvo vlastníkov bytov hlavná",
  "novak s",
  "novák a",
  "slovakia stavebniny",
  "nov",
  "sta",
  "pra",
  "and",
  "100",
  "270",
  "2700",
  "27000",
  "zzzz",
  "qqq nic takového",
  "...",
  "s r o ".repeat(660),
];

/** Numbers of firms spread over the file, and as many distinct queries as asked for, made of its names and numbers. */
export function queriesFor(file: string, count: number): { icos: number[]; queries: Query[] } {
  const db = new DatabaseSync(file, { readOnly: true });
  const { low, high, n } =
    db.prepare("SELECT min(ico) AS low, max(ico) AS high, count(*) AS n FROM company").get() ?? {};
  const at = db.prepare("SELECT ico, name FROM company WHERE ico >= ? AND name IS NOT NULL ORDER BY ico LIMIT 1");
  const step = (Number(high) - Number(low)) / count;
  const icos: number[] = [];
  const queries = new Map<string, Query>();
  const add = (text: string, index: number) => {
    if (text.length >= 3)
      queries.set(`${text} ${index % 3}`, { text, country: ([undefined, "CZ", "SK"] as const)[index % 3] });
  };
  HARD.forEach((text) => {
    for (let index = 0; index < 3; index++) add(text, index);
  });
  for (let index = 0; index < count && queries.size < count; index++) {
    const row = at.get(Number(low) + step * ((index * 7_919) % count));
    const ico = Number(row?.ico ?? low);
    const name = String(row?.name ?? "");
    const folded = fold(name);
    icos.push(ico);
    const words = folded.split(" ");
    const kind = index % 8;
    if (kind === 0) add(name, index);
    else if (kind === 1) add(String(ico).padStart(8, "0"), index);
    else if (kind === 2)
      add(
        String(ico)
          .padStart(8, "0")
          .slice(0, 3 + (index % 5)),
        index,
      );
    else if (kind === 3)
      add(
        words
          .slice(1)
          .join(" ")
          .slice(0, 3 + (index % 12)),
        index,
      );
    else add(folded.slice(0, 3 + ((index * 5) % 14)).trimEnd(), index);
  }
  db.close();
  if (n === 0) throw new Error("the file is empty");
  // Mixed by a fixed step, so that equal kinds do not stand together.
  const list = [...queries.values()];
  return {
    icos,
    queries: list.map((_, index) => list[(index * 7_919) % list.length] ?? { text: "abc", country: undefined }),
  };
}
