import { expect, test } from "vitest";
import { importing, opened, resText, temporaryFolder, writtenFile } from "../importing/register-files.fixture.ts";
import { LIST_ABOVE } from "../layout/schema.ts";
import type { Scan } from "./search.ts";
import { MOST_CHUNKS } from "./word-sets.ts";

const WORDS = 300;
const FIRMS = 12_000;
const SHOWN = 3;

/** Four letters: none is the beginning of another, and a typing error is looked for in longer ones only. */
const wordAt = (index: number) => `q${String.fromCharCode(97 + (index % 26), 97 + Math.floor(index / 26))}z`;

/** Names of four words that are the more frequent the earlier they stand, as in a register. */
function names(): string[] {
  let seed = 11;
  const next = () => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    return seed / 2 ** 32;
  };
  const word = () => wordAt(Math.floor(WORDS * next() ** 3));
  return Array.from({ length: FIRMS }, () => [word(), word(), word(), word()].join(" "));
}

test("of the 300 most frequent words every pair finds its firms, and none reads more than a search may", async () => {
  const dir = temporaryFolder();
  const all = names();
  const file = writtenFile(dir, resText(all.map((name) => ({ name }))));
  await importing(dir, { country: "CZ", format: "res", file });
  const having = new Map(Array.from({ length: WORDS }, (_, index) => [wordAt(index), new Set<number>()]));
  for (const [firm, name] of all.entries()) for (const word of name.split(" ")) having.get(word)?.add(firm);
  // Some words are read from lists, the others from the keys.
  const listed = [...having.values()].filter(({ size }) => size > LIST_ABOVE).length;
  expect(listed).toBeGreaterThan(1);
  expect(listed).toBeLessThan(WORDS / 2);

  let chunks = 0;
  const onScan = ({ tier, entries }: Scan) => {
    if (tier === "chunks") chunks = Math.max(chunks, entries);
  };
  const snapshot = opened(dir, { onScan });
  const wrong: string[] = [];
  for (const [one, first] of having) {
    for (const [other, second] of having) {
      if (one >= other) continue;
      const { hits, isCut } = snapshot.searchWhole(`${one} ${other}`, undefined, SHOWN);
      const due = Math.min([...first].filter((firm) => second.has(firm)).length, SHOWN);
      const fits = hits.every(({ name }) => [one, other].every((word) => name?.split(" ").includes(word)));
      if (hits.length !== due || !fits || isCut) wrong.push(`${one} ${other}: ${hits.length} of ${due}`);
    }
  }
  expect(wrong).toEqual([]);
  expect(chunks).toBeGreaterThan(0);
  expect(chunks).toBeLessThanOrEqual(MOST_CHUNKS);
}, 300_000);
