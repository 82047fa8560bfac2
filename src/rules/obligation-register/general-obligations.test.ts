import { expect, test } from "vitest";
import type { ObligationStatus } from "../../core/obligation-status.ts";
import { openSpecials } from "./general-obligations.ts";

const statuses = (given: Readonly<Record<string, ObligationStatus | null>>) => new Map(Object.entries(given));

test.each<[string, Readonly<Record<string, ObligationStatus | null>>, readonly string[]]>([
  ["all special ones are met", { "NIS2-21-1": "met", "NIS2-21-2-A": "met", "NIS2-21-3": "met" }, []],
  ["one is not met", { "NIS2-21-1": "met", "NIS2-21-2-A": "not_met", "NIS2-21-2-B": "met" }, ["NIS2-21-2-A"]],
  ["one is partly met", { "NIS2-21-1": "met", "NIS2-21-2-I-HR": "partial" }, ["NIS2-21-2-I-HR"]],
  ["one is under way", { "NIS2-21-1": "met", "NIS2-21-3": "in_progress" }, ["NIS2-21-3"]],
  ["one is not tracked", { "NIS2-21-1": "met", "NIS2-21-2-J": null }, ["NIS2-21-2-J"]],
  ["one does not apply", { "NIS2-21-1": "met", "NIS2-21-2-J": "not_applicable" }, []],
  ["the general one is not met either", { "NIS2-21-1": "partial", "NIS2-21-2-A": "not_met" }, []],
  ["what is open stands beside it", { "NIS2-21-1": "met", "NIS2-21-4": "not_met", "NIS2-23-2": "not_met" }, []],
])("under NIS2-21-1, where %s", (_case, given, expected) => {
  expect(openSpecials("NIS2-21-1", statuses(given))).toEqual(expected);
});

test("reporting holds what is reported and when", () => {
  const given = statuses({ "NIS2-23-1": "met", "NIS2-23-2": "partial", "NIS2-23-3": "met", "NIS2-23-4-A": "not_met" });
  expect(openSpecials("NIS2-23-1", given)).toEqual(["NIS2-23-2", "NIS2-23-4-A"]);
});

test("a special obligation holds no others", () => {
  expect(openSpecials("NIS2-21-2-A", statuses({ "NIS2-21-2-A": "met", "NIS2-21-2-B": "not_met" }))).toEqual([]);
});
