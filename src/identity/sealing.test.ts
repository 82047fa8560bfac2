import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { nearMiss } from "../core/near-miss.fixture.ts";
import { createSealing } from "./sealing.ts";

const KEY = randomBytes(32);
const sealing = createSealing(KEY);

describe("a sealed value", () => {
  test("opens to the same text and shows nothing of it", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", minLength: 3 }), (text) => {
        const sealed = sealing.seal(text, "totp");
        expect(sealing.open(sealed, "totp")).toBe(text.toWellFormed());
        expect(sealed).toMatch(/^[\w-]{8}\.[\w-]+$/);
      }),
    );
    expect(sealing.seal("same", "totp")).not.toBe(sealing.seal("same", "totp"));
  });

  test("does not open for another purpose", () => {
    expect(sealing.open(sealing.seal("secret", "totp"), "mail")).toBeUndefined();
  });

  test("does not open after one changed character, wherever it is", () => {
    const sealed = sealing.seal("a secret of a person", "totp");
    for (let index = 0; index < sealed.length; index++) {
      const changed = nearMiss(sealed, index);
      // The last character of base64url carries bits that decode to nothing: such a change is none.
      const isSame = Buffer.from(changed.slice(9), "base64url").equals(Buffer.from(sealed.slice(9), "base64url"));
      if (!isSame || index < 9) expect(sealing.open(changed, "totp"), `${index}`).toBeUndefined();
    }
  });

  test.each(["", ".", "abc", "a.b", `${"a".repeat(8)}.`])("%j is none", (text) => {
    expect(sealing.open(text, "totp")).toBeUndefined();
  });

  test("does not open with another installation's key", () => {
    expect(createSealing(randomBytes(32)).open(sealing.seal("secret", "totp"), "totp")).toBeUndefined();
  });
});

test("while the key is rotated the former one opens, and what it sealed is to be sealed anew", () => {
  const former = sealing.seal("secret", "totp");
  const rotated = createSealing(randomBytes(32), KEY);
  expect(rotated.open(former, "totp")).toBe("secret");
  expect(rotated.isOld(former)).toBe(true);
  expect(rotated.isOld(rotated.seal("secret", "totp"))).toBe(false);
});

test("a keyed hash is the same for the same text and purpose, and another for every other key", () => {
  const one = sealing.keyedHash("a@b.cz", "sign_in_account");
  expect(sealing.keyedHash("a@b.cz", "sign_in_account")).toBe(one);
  expect(sealing.keyedHash("a@b.cz", "mail_to")).not.toBe(one);
  expect(createSealing(randomBytes(32)).keyedHash("a@b.cz", "sign_in_account")).not.toBe(one);
});

test.each([0, 16, 31, 33, 64])("a key of %i bytes is refused", (length) => {
  expect(() => createSealing(randomBytes(length))).toThrow(RangeError);
});
