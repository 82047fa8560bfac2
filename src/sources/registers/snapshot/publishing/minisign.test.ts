import { generateKeyPairSync } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { judgeSignature, readVerifyingKey, signatureText, verifyingKeyText } from "./minisign.ts";

/** Key and signatures of the text `test` that minisign itself made; its own projects test with them. */
const KEY = "RWQf6LRCGA9i53mlYecO4IzT51TGPpvWucNSCh1CBM0QTaLn73Y7GFO3";
const PLAIN = `untrusted comment: signature from minisign secret key
RWQf6LRCGA9i59SLOFxz6NxvASXDJeRtuZykwQepbDEGt87ig1BNpWaVWuNrm73YiIiJbq71Wi+dP9eKL8OC351vwIasSSbXxwA=
trusted comment: timestamp:1555779966\tfile:test
QtKMXWyYcwdpZAlPF7tE2ENJkRd1ujvKjlj1m9RtHTBnZPa5WKU5uWRs5GoP5M/VqE81QFuMKI5k/SfNQUaOAA==
`;
const PREHASHED = `untrusted comment: signature from minisign secret key
RUQf6LRCGA9i559r3g7V1qNyJDApGip8MfqcadIgT9CuhV3EMhHoN1mGTkUidF/z7SrlQgXdy8ofjb7bNJJylDOocrCo8KLzZwo=
trusted comment: timestamp:1556193335\tfile:test
y/rUw2y8/hOUYjZU71eHp/Wo1KZ40fGy2VJEDl34XMJM+TX48Ss/17u3IvIfbVR1FkZZSNCisQbuQY+bHwhEBg==
`;

function keyOf(text: string) {
  const key = readVerifyingKey(text);
  if (key === undefined) throw new Error("no key");
  return key;
}

const ours = generateKeyPairSync("ed25519").privateKey;
const other = generateKeyPairSync("ed25519").privateKey;
const signed = signatureText("content\n", ours, "published 2026-11-21");

describe("a signature", () => {
  test.each([
    ["in the older form", PLAIN],
    ["in the present form", PREHASHED],
  ])("of minisign %s is known, and that of another text is not", (_form, signature) => {
    expect(judgeSignature("test", signature, keyOf(KEY))).toBe("ok");
    expect(judgeSignature("Test", signature, keyOf(KEY))).toBe("wrong");
  });

  test("of ours is known by the key that is printed, and by no other", () => {
    expect(judgeSignature("content\n", signed, keyOf(verifyingKeyText(ours)))).toBe("ok");
    expect(judgeSignature("content\n", signed, keyOf(verifyingKeyText(other)))).toBe("wrong");
    expect(verifyingKeyText(ours)).toMatch(/^RW[\w+/]{54}$/);
  });

  test.each([
    ["whose trusted comment was changed", signed.replace("2026", "2027"), "wrong"],
    ["whose name of the key was kept with another signature", mix(signed), "wrong"],
    ["without its second half", signed.split("\n").slice(0, 2).join("\n"), "none"],
    ["that is a page", "<html>Not found</html>", "none"],
    ["that is nothing", "", "none"],
  ])("%s", (_what, text, judgement) => {
    expect(judgeSignature("content\n", text, keyOf(verifyingKeyText(ours)))).toBe(judgement);
  });

  test("with any byte changed is none of ours", () => {
    const key = keyOf(verifyingKeyText(ours));
    const body = signed.indexOf("\n") + 1; // the first line is not covered, by design of the format
    fc.assert(
      fc.property(fc.integer({ min: body, max: signed.length - 2 }), fc.integer({ min: 33, max: 126 }), (at, code) => {
        const changed = signed.slice(0, at) + String.fromCharCode(code) + signed.slice(at + 1);
        const isSame = bytesOf(changed) === bytesOf(signed);
        expect(judgeSignature("content\n", changed, key) === "ok").toBe(isSame);
      }),
    );
  });
});

test("whatever stands in the place of a key is a key of minisign or none", () => {
  for (const text of ["", "RW", KEY.slice(1), `${KEY}=`, KEY.replace("RW", "RX"), `${KEY.slice(0, 55)}`])
    expect(readVerifyingKey(text), text).toBeUndefined();
  fc.assert(fc.property(fc.string(), (text) => readVerifyingKey(text) === undefined));
});

/** The signature of another key under the number of ours. */
function mix(text: string): string {
  const [, named = ""] = signatureText("content\n", other, "published 2026-11-21").split("\n");
  const lines = text.split("\n");
  const bytes = Buffer.concat([
    Buffer.from(lines[1] ?? "", "base64").subarray(0, 10),
    Buffer.from(named, "base64").subarray(10),
  ]);
  return [lines[0], bytes.toString("base64"), ...lines.slice(2)].join("\n");
}

/** What the lines mean: base64 may write the same bytes in more than one way. */
function bytesOf(text: string): string {
  const [, named = "", comment = "", whole = ""] = text.split("\n");
  return [Buffer.from(named, "base64").toString("hex"), comment, Buffer.from(whole, "base64").toString("hex")].join();
}
