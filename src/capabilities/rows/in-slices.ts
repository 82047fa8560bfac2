import { setImmediate as nextTurn } from "node:timers/promises";

/** Other requests run after so many milliseconds. */
const SLICE_MS = 5;

/** Works on one item after the other, in slices between which other requests run; the results keep the order. */
export async function inSlices<Item, Result>(
  items: readonly Item[],
  work: (item: Item, index: number) => Result | Promise<Result>,
): Promise<Awaited<Result>[]> {
  const results: Awaited<Result>[] = [];
  let began = performance.now();
  for (const [index, item] of items.entries()) {
    results.push(await work(item, index));
    if (performance.now() - began < SLICE_MS) continue;
    await nextTurn();
    began = performance.now();
  }
  return results;
}

/** Entries that are read in one go: about as long as a slice. */
const READ_AT_ONCE = 500;

/** Reads a list to its end, a page at a time, between which other requests run. @param page what follows an item */
export async function readInSlices<Item>(
  page: (size: number, after: Item | undefined) => Promise<readonly Item[]>,
): Promise<Item[]> {
  const all: Item[] = [];
  for (;;) {
    const found = await page(READ_AT_ONCE, all.at(-1));
    for (const item of found) all.push(item);
    if (found.length < READ_AT_ONCE) return all;
    await nextTurn();
  }
}

const indented = (value: unknown, by: string) => JSON.stringify(value, null, 2).replaceAll("\n", `\n${by}`);

/** The bytes of `JSON.stringify(value, null, 2)`, the items of lists directly in it in slices. */
export async function jsonInSlices(value: Readonly<Record<string, unknown>>): Promise<string> {
  const members: string[] = [];
  for (const [name, member] of Object.entries(value)) {
    if (member === undefined) continue;
    const isList = Array.isArray(member) && member.length > 0;
    const items = isList ? await inSlices(member, (item) => `    ${indented(item, "    ")}`) : [];
    const text = isList ? `[\n${items.join(",\n")}\n  ]` : indented(member, "  ");
    members.push(`  ${JSON.stringify(name)}: ${text}`);
  }
  return members.length === 0 ? "{}" : `{\n${members.join(",\n")}\n}`;
}
