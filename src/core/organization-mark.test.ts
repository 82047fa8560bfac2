import { expect, test } from "vitest";
import { initialsOf } from "./organization-mark.ts";

test("a mark has the first letters of the first two words, without the legal form", () => {
  const cases = [
    ["Mraziarne Sládkovičovo, a.s.", "MS"],
    ["Alfa s.r.o.", "AL"],
    ["Alfa spol. s r.o.", "AL"],
    ["Železiarne Podbrezová a.s.", "ŽP"],
    ["O2", "O2"],
    ["X", "X"],
    ["a.s.", "AS"],
    ["123 Kurier, k.s.", "1K"],
    ["<script>alert(1)</script>", "SA"],
    ["", ""],
  ] as const;
  for (const [name, initials] of cases) expect([name, initialsOf(name)]).toEqual([name, initials]);
});
