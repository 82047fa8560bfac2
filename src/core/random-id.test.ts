import { expect, test } from "vitest";
import { ID_PREFIXES, type IdKind, isId, newId } from "./random-id.ts";

const kinds = Object.keys(ID_PREFIXES) as IdKind[];

test.each(kinds)("an id of the kind %s has its prefix and 26 characters of Crockford's alphabet", (kind) => {
  const id = newId(kind);
  expect(id).toMatch(new RegExp(`^${ID_PREFIXES[kind]}_[0-9a-hjkmnp-tv-z]{26}$`));
  expect(isId(kind, id)).toBe(true);
});

test("ten thousand ids are ten thousand different ones, and every bit of them moves", () => {
  const ids = Array.from({ length: 10_000 }, () => newId("scan"));
  expect(new Set(ids).size).toBe(10_000);
  for (let index = 4; index < 30; index++)
    expect(new Set(ids.map((id) => id[index])).size, `${index}`).toBeGreaterThan(4);
});

test.each([
  ["the prefix of another kind", newId("organization")],
  ["a character too many", `${newId("scan")}0`],
  ["a character too few", newId("scan").slice(0, -1)],
  ["upper case", newId("scan").toUpperCase()],
  ["a letter that the alphabet leaves out", `scn_${"u".repeat(26)}`],
  ["more than 128 bits", `scn_8${"0".repeat(25)}`],
  ["nothing", ""],
])("%s is no id of a scan", (_case, text) => {
  expect(isId("scan", text)).toBe(false);
});
