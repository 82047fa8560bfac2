import { describe, expect, test } from "vitest";
import { newTotpSecret, totpAddress, totpStepOf } from "./totp.ts";

/** RFC 6238, appendix B: the secret "12345678901234567890", SHA-1; the last six of the eight digits. */
const SECRET = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
const VECTORS: readonly [seconds: number, code: string][] = [
  [59, "287082"],
  [1_111_111_109, "081804"],
  [1_111_111_111, "050471"],
  [1_234_567_890, "005924"],
  [2_000_000_000, "279037"],
  [20_000_000_000, "353130"],
];

test.each(VECTORS)("RFC 6238: at second %i the code is %s", (seconds, code) => {
  expect(totpStepOf(SECRET, code, seconds * 1000)).toBe(Math.floor(seconds / 30));
});

describe("a code", () => {
  const step = Math.floor(1_234_567_890 / 30);
  const at = (steps: number) => (step + steps) * 30_000;

  test.each([
    [-2, undefined],
    [-1, step],
    [0, step],
    [1, step],
    [2, undefined],
  ])("%i steps away is the code of its own step or none", (steps, expected) => {
    expect(totpStepOf(SECRET, "005924", at(steps))).toBe(expected);
  });

  test.each(["", "00592", "0059240", "00592a", " 005924", "００５９２４", "005924\n"])("%j is none", (code) => {
    expect(totpStepOf(SECRET, code, at(0))).toBeUndefined();
  });

  test("of another secret is none", () => {
    expect(totpStepOf(newTotpSecret(), "005924", at(0))).toBeUndefined();
  });
});

test("a new secret has 160 bits in base 32, and its address names the service, the person and nothing else", () => {
  const secret = newTotpSecret();
  expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  const address = new URL(totpAddress(secret, "ján+1@firma.sk"));
  expect(address.protocol).toBe("otpauth:");
  expect(decodeURIComponent(address.pathname)).toContain("ján+1@firma.sk");
  expect(address.searchParams.get("secret")).toBe(secret);
  expect(address.searchParams.get("issuer")).toBe("Dosah");
});
