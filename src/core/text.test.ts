import { expect, test } from "vitest";
import { fold } from "./fold.ts";
import { formatNace, parseNaceDigits } from "./nace.ts";
import { formatDay, formatDistance, formatInstant, plural } from "./text.ts";

const firms = {
  sk: { one: "firma", few: "firmy", other: "firiem" },
  cs: { one: "firma", few: "firmy", other: "firem" },
  en: { one: "firm", other: "firms" },
} as const;

test.each([
  ["sk", 0, "firiem"],
  ["sk", 1, "firma"],
  ["sk", 4, "firmy"],
  ["sk", 5, "firiem"],
  ["cs", 2, "firmy"],
  ["cs", 5, "firem"],
  ["en", 1, "firm"],
  ["en", 2, "firms"],
] as const)("in %s it is %i %s", (locale, count, form) => {
  expect(plural(count, firms[locale], locale)).toBe(form);
});

test("a day is written as each language writes it", () => {
  expect(formatDay("2026-11-21", "sk")).toBe("21. novembra 2026");
  expect(formatDay("2026-11-21", "cs")).toBe("21. listopadu 2026");
  expect(formatDay("2026-11-21", "en")).toBe("21 November 2026");
});

test.each([
  ["ČEZ, a. s.", "cez a s"],
  ["SLOVNAFT, a.s.", "slovnaft a s"],
  ["  Železnice   Slovenskej republiky ", "zeleznice slovenskej republiky"],
  ["Ľudová & Ôsma (s.r.o.)", "ludova osma s r o"],
  ["---", ""],
])("%s is compared as %s", (name, folded) => {
  expect(fold(name)).toBe(folded);
});

test.each([
  ["35.11", "3511"],
  ["35.11.0", "35110"],
  ["01 11", "0111"],
  ["28", "28"],
  ["0000", undefined],
  ["00", undefined],
  ["3", undefined],
  ["351101", undefined],
  ["C28", undefined],
])("the activity code %s is read as %s", (text, digits) => {
  expect(parseNaceDigits(text)).toBe(digits);
});

test.each([
  ["28", "28"],
  ["282", "28.2"],
  ["3511", "35.11"],
  ["35110", "35.11.0"],
])("the digits %s are written as %s", (digits, written) => {
  expect(formatNace(digits)).toBe(written);
});

test.each([
  ["sk", "2026-11-21", "dnes"],
  ["sk", "2026-12-02", "o 11 dní"],
  ["cs", "2026-12-02", "za 11 dní"],
  ["en", "2026-12-02", "in 11 days"],
  ["sk", "2026-11-22", "zajtra"],
  ["sk", "2027-12-11", "o 13 mesiacov"],
  ["cs", "2030-08-02", "za 4 roky"],
] as const)("in %s the way from 21 November 2026 to %s is: %s", (locale, day, distance) => {
  expect(formatDistance("2026-11-21", day, locale)).toBe(distance);
});

test("an instant is written by the clocks of Slovakia and Czechia, in summer and in winter", () => {
  expect(formatInstant("2026-11-21T11:00:00Z", "sk")).toBe("21. 11. 2026, 12:00");
  expect(formatInstant("2026-07-21T22:30:00Z", "en")).toBe("22 Jul 2026, 00:30");
});
