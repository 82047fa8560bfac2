import { expect, test } from "vitest";
import { separatorOf } from "./separator.ts";

test.each([
  ["id;value", ";"],
  ["id,value", ","],
  ["id\tvalue, in words", "\t"],
  ["id;value, in words", ";"],
  ['"id; number",value', ","],
  ["id\r\na;b", undefined],
  ["", undefined],
])("the first line says what stands between cells: %j", (text, separator) => {
  expect(separatorOf(text)).toBe(separator);
});
