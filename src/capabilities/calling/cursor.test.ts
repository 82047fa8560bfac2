import { expect, test } from "vitest";
import { ServiceError } from "../../core/problem.ts";
import { readCursor, writeCursor } from "./cursor.ts";

const PLACE = { at: 1_800_000_000_000, id: "evt_1" };

test("a cursor gives its place back to the list that it came from", () => {
  expect(readCursor("log acc_1", writeCursor("log acc_1", PLACE))).toEqual(PLACE);
});

const cursor = writeCursor("log acc_1", PLACE);
const tampered = Buffer.from(
  Buffer.from(cursor, "base64url").toString().replace("1800000000000", "1800000000001"),
).toString("base64url");

test.each([
  ["of another person", "log acc_2", cursor],
  ["of another list", "scans acc_1", cursor],
  ["with another place in it", "log acc_1", tampered],
  ["that was cut", "log acc_1", cursor.slice(0, -4)],
  ["that is empty", "log acc_1", ""],
  ["of somebody's own making", "log acc_1", Buffer.from("[1]").toString("base64url")],
  ["that is no list", "log acc_1", Buffer.from("null").toString("base64url")],
])("a cursor %s is refused by its name", (_kind, list, text) => {
  expect(() => readCursor(list, text)).toThrow(ServiceError);
  expect(() => readCursor(list, text)).toThrow("cursor does not come from");
});
