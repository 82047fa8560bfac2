import { expect, test } from "vitest";
import { shortened, withoutPassing } from "./short-address.ts";

const short = (query: string) => shortened(new URLSearchParams(query))?.toString() ?? null;

test.each([
  ["country=SK&code=35.11&rev=2", null],
  ["country=SK&turnover=&code=35.11&rev=2&balance=+", "country=SK&code=35.11&rev=2"],
  ["code=&rev=2.1&code=35.11&rev=2", "code=35.11&rev=2"],
  ["code=35.11&rev=&code=61.10&rev=2", null],
  ["code=35.11&rev=", "code=35.11"],
  ["code=&rev=", ""],
  ["g.staff=&g.turnover=&country=SK", "country=SK"],
  ["g.staff=5&g.staff=&g.turnover=&g.turnover=1", null],
  ["was=unknown.9&b=size&employees=", "was=unknown.9&b=size"],
])("%s is shortened to %s", (query, expected) => {
  expect(short(query)).toBe(expected);
});

test("what was and which block was sent stand in no lasting address", () => {
  expect(withoutPassing(new URLSearchParams("country=SK&was=unknown.3&b=size&rev=2")).toString()).toBe(
    "country=SK&rev=2",
  );
});
