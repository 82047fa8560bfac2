import fc from "fast-check";
import { expect, test } from "vitest";
import { decodeHeaderValue } from "./modern.ts";

test.each<[string, string | undefined]>([
  ["greet", "greet"],
  ["=?base64?Z3JlZXQ=?=", "greet"],
  ["=?base64??=", ""],
  ["=?BASE64?Z3JlZXQ=?=", "=?BASE64?Z3JlZXQ=?="], // the markers are lower case
  ["=?base64?Z3JlZXQ=", "=?base64?Z3JlZXQ="], // no end marker: a name like any other
  ["=?base64?Z3JlZXQ?=", undefined], // padding is missing
  ["=?base64?Z3 lZXQ=?=", undefined],
  ["=?base64?Z3JlZXR=?=", undefined], // not canonical: the last bits are not zero
  ["=?base64?/w==?=", undefined], // 0xff is no UTF-8
])("the header value %j means %j", (value, text) => {
  expect(decodeHeaderValue(value)).toBe(text);
});

test("every text survives the way through Base64", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (text) => {
      const encoded = `=?base64?${Buffer.from(text, "utf8").toString("base64")}?=`;
      expect(decodeHeaderValue(encoded)).toBe(Buffer.from(text, "utf8").toString("utf8"));
    }),
  );
});

test("no header value makes it throw", () => {
  fc.assert(fc.property(fc.string(), (value) => void decodeHeaderValue(`=?base64?${value}?=`)));
});
