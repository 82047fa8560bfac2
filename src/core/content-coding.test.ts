import { expect, test } from "vitest";
import { codingOf } from "./content-coding.ts";

test.each([
  ["gzip, deflate, br, zstd", "br"],
  ["gzip, deflate", "gzip"],
  ["GZIP", "gzip"],
  ["br;q=0.5, gzip;q=0.8", "gzip"],
  ["br;q=0.8 , gzip; q=0.8", "br"],
  ["*", "br"],
  ["*;q=0.1, gzip", "gzip"],
  ["br;q=0, *", "gzip"],
])("a client that accepts %s gets %s", (accepted, coding) => {
  expect(codingOf(accepted)).toBe(coding);
});

test.each([undefined, null, "", "identity", "deflate, zstd", "br;q=0, gzip;q=0.0", "*;q=0", "br;q=much", "x-gzip;q"])(
  "a client that says %j gets the body as it is",
  (accepted) => {
    expect(codingOf(accepted)).toBeUndefined();
  },
);
