import { describe, expect, test } from "vitest";
import { z } from "zod";
import { ServiceError } from "../../core/problem.ts";
import { readArguments } from "./as-meant.ts";
import { icoParameter, localeParameter } from "./parameters.ts";

const schema = z.strictObject({
  ico: icoParameter.optional(),
  country: z.enum(["SK", "CZ"]).optional(),
  query: z.string().min(3).optional(),
  limit: z.number().int().min(1).max(50).optional(),
  wide: z.boolean().optional(),
  tags: z.array(z.string()).optional(),
  asOf: z.iso.date().optional(),
  note: z.string().nullable().optional(),
  about: z.strictObject({ size: z.enum(["small", "large"]).optional() }).optional(),
  locale: localeParameter,
});

const read = (args: unknown) => readArguments(schema, args);

test.each<[string, unknown, string, number]>([
  ["a text", { note: "lt \ufffdk" }, "note", 4],
  ["a text in a list", { tags: ["a", "\ufffd"] }, "tags.1", 1],
  ["a text of its JSON escape", JSON.parse('{"note":"\\ufffd"}'), "note", 1],
  ["what is read as it is meant", { query: "abc\ufffd", limit: "5" }, "query", 4],
])("%s that has lost a letter is refused with its place", (_name, args, field, place) => {
  const problem = problemOf(args);
  expect(problem).toMatchObject({ code: "invalid_arguments", field });
  expect(problem.message.en).toContain(`character ${place} `);
});

function problemOf(args: unknown) {
  try {
    read(args);
  } catch (error) {
    if (error instanceof ServiceError) return error.problem;
  }
  throw new Error("the arguments were taken");
}

describe("what is plainly meant is taken", () => {
  test.each<[string, object, object]>([
    ["null for an optional argument is absent", { country: null, locale: null }, {}],
    ["an empty text for an optional argument is absent", { country: "", limit: " " }, {}],
    ["a listed value in another case", { country: "cz" }, { country: "CZ" }],
    ["a language in another case", { locale: "EN" }, { locale: "en" }],
    ["a language with its region", { locale: "en-US" }, { locale: "en" }],
    ["digits where a number is meant", { limit: "5" }, { limit: 5 }],
    ["a truth value as text", { wide: "True" }, { wide: true }],
    ["a list as JSON", { tags: '["a"]' }, { tags: ["a"] }],
    ["an object as JSON, and what stands in it", { about: '{"size":"LARGE"}' }, { about: { size: "large" } }],
    ["a number for a text is its digits", { query: 31322832 }, { query: "31322832" }],
    ["a day with a time is the day", { asOf: "2026-11-27T10:00:00Z" }, { asOf: "2026-11-27" }],
    ["a number as ico", { ico: 31322832 }, { ico: "31322832" }],
    ["a number as ico that lost its zeros", { ico: 177041 }, { ico: "00177041" }],
    ["a short number whose check digit holds", { ico: 2739 }, { ico: "00002739" }],
    ["a sign says the country", { ico: "CZ45274649" }, { ico: "45274649", country: "CZ" }],
    ["a sign beside its own country", { ico: "CZ45274649", country: "cz" }, { ico: "45274649", country: "CZ" }],
    ["a sign beside an empty country", { ico: "IČO: SK31322832", country: "" }, { ico: "31322832", country: "SK" }],
  ])("%s", (_case, args, expected) => {
    expect(read(args)).toEqual({ locale: "sk", ...expected });
  });

  test("what the schema takes is not touched: null says something where it may stand", () => {
    expect(read({ note: null })).toEqual({ locale: "sk", note: null });
    expect(read({ note: "" })).toEqual({ locale: "sk", note: "" });
  });
});

describe("what is not meant stays an error", () => {
  test.each<[string, object, string, string]>([
    ["another country", { country: "PL" }, "country", "not valid"],
    ["another language", { locale: "de" }, "locale", "not valid"],
    ["a number in words", { limit: "five" }, "limit", "must be a number, not a string"],
    ["yes for true", { wide: "yes" }, "wide", "must be true or false, not a string"],
    ["a truth value for a text", { query: true }, "query", "must be a string, not true or false"],
    ["a list for a text", { query: ["a"] }, "query", "must be a string, not a list"],
    ["a short number whose check digit does not hold", { ico: 2740 }, "ico", "must be a string, not a number"],
    ["a Slovak tax number", { ico: "SK2020372640" }, "ico", "Slovak tax or VAT number"],
    ["a tax number of a person", { ico: "CZ6901011234" }, "ico", "natural person"],
    ["a VAT number of another country", { ico: "ATU12345678" }, "ico", "another country (Austria)"],
    ["a sign beside another country", { ico: "CZ45274649", country: "SK" }, "country", "CZ, but the country"],
  ])("%s", (_case, args, field, message) => {
    const problem = problemOf(args);
    expect(problem).toMatchObject({ code: "invalid_arguments", field });
    expect(problem.message.en).toContain(message);
  });

  test("an unknown argument, also beside values that are meant", () => {
    expect(problemOf({ country: null, nation: "SK" }).message.en).toContain("unknown argument");
  });

  test("an absent value beside a wrong one does not hide it", () => {
    expect(problemOf({ ico: "x", country: null })).toMatchObject({ field: "ico" });
  });

  test("a million wrong values are refused as quickly as one", () => {
    expect(problemOf({ tags: Array.from({ length: 100_000 }, () => null) }).field).toMatch(/^tags\./);
  });
});
