import { expect, test } from "vitest";
import type { News } from "../../state/watch.ts";
import { changeLines } from "./change-lines.ts";

const change = (n: number, list: string | undefined, more: Partial<News> = {}): News => ({
  type: "firm.category_changed",
  country: "SK",
  ico: String(31_000_000 + n) as News["ico"],
  name: `Firma ${n}, s.r.o.`,
  detail: JSON.stringify({
    lists: list === undefined ? [] : [list],
    name: null,
    cause: "register",
    before: { category: "important" },
    after: { category: "essential" },
  }),
  ...more,
});

test("own news come first, then suppliers, then lists, each with its cause; many of a list are their number", () => {
  const rules = { country: null, ico: null, type: "rules.changed", detail: '{"lists":[],"ruleSet":"1.19","count":3}' };
  const many = Array.from({ length: 6 }, (_, n) => change(10 + n, "lst_a"));
  expect(changeLines([...many, change(1, undefined), change(0, undefined, rules)], "en")).toEqual([
    "New rules 1.19: firms changed 3",
    "Firma 1, s.r.o.: important entity → essential entity (the register)",
    "Changes of firms of a list: 6",
  ]);
});

test("there are eight lines at most, and a name becomes no link", () => {
  const firms = Array.from({ length: 12 }, (_, n) => change(n, `lst_${String(n).padStart(2, "0")}`));
  const lines = changeLines(firms, "sk");
  expect(lines).toHaveLength(8);
  expect(lines.at(-1)).toBe("Ďalšie zmeny: 5");
  const hostile = change(1, undefined, { type: "firm.lost", name: "www.zla-firma.sk <b>" });
  expect(changeLines([hostile], "en").join()).not.toMatch(/zla-firma\.sk|<b>/);
});
