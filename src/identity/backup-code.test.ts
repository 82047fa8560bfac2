import { expect, test } from "vitest";
import { hashBackupCode, newBackupCodes } from "./backup-code.ts";

test("there are ten codes of 24 characters in six groups of four, all different", () => {
  const codes = newBackupCodes();
  expect(codes).toHaveLength(10);
  expect(new Set(codes).size).toBe(10);
  for (const code of codes) expect(code).toMatch(/^([0-9a-hjkmnp-tv-z]{4}-){5}[0-9a-hjkmnp-tv-z]{4}$/);
});

test("a code is known however it is typed: capitals, blanks, no hyphens, letters that look like digits", () => {
  const code = "0123-4567-89ab-cdef-ghjk-1mn0";
  const stored = hashBackupCode(code);
  expect(stored).toMatch(/^[0-9a-f]{64}$/);
  for (const typed of [
    code.toUpperCase(),
    code.replaceAll("-", " "),
    code.replaceAll("-", ""),
    "O123-4567-89ab-cdef-ghjk-lmnO",
  ]) {
    expect(hashBackupCode(typed), typed).toBe(stored);
  }
});

test.each(["", "0123", "0123-4567-89ab-cdef-ghjk-1mn0-1", "u123-4567-89ab-cdef-ghjk-1mn0", "123456"])(
  "%j is no backup code",
  (typed) => {
    expect(hashBackupCode(typed)).toBeUndefined();
  },
);
