import { encode } from "dns-packet";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decodeAnswer, encodeQuestion } from "./dns-message.ts";

const QUESTION = { name: "firma.sk", type: "TXT" } as const;

const answer = (change: object = {}) =>
  encode({
    type: "response",
    id: 7,
    flags: 0x20,
    questions: [{ name: "firma.sk", type: "TXT" }],
    answers: [{ name: "firma.sk", type: "TXT", data: ["one ", "two"] }],
    ...change,
  });

test("strings of a TXT record are joined without blanks, and the flag of the signature is read", () => {
  expect(decodeAnswer(answer(), 7, QUESTION)).toMatchObject({ status: "noerror", ad: true, values: ["one two"] });
});

describe("what is no answer to the question is none:", () => {
  test.each<[string, Buffer]>([
    ["another id", answer({ id: 8 })],
    ["another name", answer({ questions: [{ name: "other.sk", type: "TXT" }] })],
    ["another type", answer({ questions: [{ name: "firma.sk", type: "A" }] })],
    ["a question", answer({ type: "query" })],
    ["no question in it", answer({ questions: [] })],
    ["nothing", Buffer.alloc(0)],
  ])("%s", (_what, bytes) => {
    expect(decodeAnswer(bytes, 7, QUESTION)).toBeNull();
  });
});

test("an answer that was cut is asked for again", () => {
  expect(decodeAnswer(answer({ flags: 0x200 }), 7, QUESTION)).toBe("truncated");
});

test("no bytes make the reader fail", () => {
  const question = encodeQuestion(7, QUESTION);
  const damaged = fc.tuple(fc.nat(200), fc.uint8Array({ minLength: 1, maxLength: 40 })).map(([at, bytes]) => {
    const whole = Buffer.concat([answer(), Buffer.alloc(8)]);
    whole.set(bytes.slice(0, Math.max(0, whole.length - at)), Math.min(at, whole.length));
    return whole;
  });
  const bytes = fc.oneof(
    damaged,
    fc
      .uint8Array({ maxLength: 600 })
      .map((each) => Buffer.concat([question.subarray(0, 2), Buffer.from([0x80, 0]), each])),
  );
  fc.assert(
    fc.property(bytes, (each) => {
      const decoded = decodeAnswer(Buffer.from(each), 7, QUESTION);
      if (decoded !== null && decoded !== "truncated")
        for (const value of decoded.values) expect(value.length).toBeLessThanOrEqual(4096);
    }),
  );
});

test("a name that points to itself is no answer", () => {
  const whole = answer({ answers: [{ name: "a.sk", type: "CNAME", data: "b.sk" }] });
  const at = whole.lastIndexOf(Buffer.from([1, 0x62, 2, 0x73, 0x6b, 0])); // the name b.sk
  const pointer = Buffer.from([0xc0 | (at >> 8), at & 0xff]);
  const looped = Buffer.concat([whole.subarray(0, at), pointer]);
  looped.writeUInt16BE(2, at - 2);
  expect(decodeAnswer(looped, 7, QUESTION)).toBeNull();
});
