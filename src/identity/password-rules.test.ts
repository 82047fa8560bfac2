import { hash } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { breachedPasswordsIn } from "./breached-passwords.ts";
import { faultOfPassword, normalizePassword } from "./password-rules.ts";

const EMAIL = "jana.novakova@firma.sk";

test.each([
  ["11 characters", "q7w!e9r#t2y", "password_short"],
  ["12 characters", "q7w!e9r#t2yu", undefined],
  ["256 characters", "q7w!e9r#".repeat(32), undefined],
  ["257 characters", `${"q7w!e9r#".repeat(32)}x`, "password_long"],
  ["12 code points outside the basic plane", "😀😁😂🤣😃😄😅😆😉😊😋😎", undefined],
  ["six emoji, which are twelve code units but six characters", "😀😁😂🤣😃😄", "password_short"],
  ["four distinct characters", "abcdabcdabcdabcd", "password_common"],
  ["five distinct characters", "abcdeedcbaabcde", undefined],
  ["a common password", "passwordpassword", "password_common"],
  ["a common password in capitals", "PASSWORDPASSWORD", "password_common"],
  ["a common word with digits and signs at both ends", "123!password!12345", "password_common"],
  ["the address with little else", "jana.novakova1!", "password_common"],
  ["the address inside a long phrase", "jana.novakova likes seven green tables", undefined],
  ["the name of this service with little else", "dosahdosah12x", "password_common"],
  ["the name of this service in a long phrase", "dosah is not my only password here", undefined],
  ["blanks and any characters", "čtyři koně ve dvoře ☃", undefined],
])("a password of %s: %#", async (_case, password, expected) => {
  expect(await faultOfPassword(password, EMAIL)).toBe(expected);
});

test.each([
  ["the domain of the address with a year", "mraziarne2026"],
  ["the same with signs and blanks", "Mraziarne - 2026!!"],
  ["the person's name without its accents", "jana.novakova.1"],
  ["the organization's name with little else", "2026 Ľadové domy s.r.o."],
])("%s is little more than what everybody knows", async (_case, password) => {
  const known = ["Jana Nováková", "Ľadové domy s.r.o."];
  const judge = (names: readonly string[]) => faultOfPassword(password, "sef@posta.mraziarne.sk", undefined, names);
  expect(await judge(known)).toBe("password_common");
  if (!password.toLowerCase().includes("mraziarne")) expect(await judge([])).toBeUndefined();
  expect(await faultOfPassword(`${password} a osem zelenych stolov`, "a@b.sk", undefined, known)).toBeUndefined();
});

test("a password means the same however its accents were typed", () => {
  expect(normalizePassword("ko\u0301n")).toBe("kón");
});

describe("a list of breached passwords", () => {
  let dir: string;
  const breached = Array.from({ length: 500 }, (_, index) => `breached password ${index}`);
  const digests = breached.map((password) => hash("sha1", password).toUpperCase()).sort();

  beforeAll(() => {
    dir = mkdtempSync(join(tmpdir(), "breached-"));
    writeFileSync(join(dir, "plain.txt"), `${digests.join("\n")}\n`);
    writeFileSync(join(dir, "counted.txt"), digests.map((digest, index) => `${digest}:${index * 977}`).join("\r\n"));
    writeFileSync(join(dir, "lower.txt"), digests.map((digest) => digest.toLowerCase()).join("\n"));
    writeFileSync(join(dir, "empty.txt"), "");
  });
  afterAll(() => rmSync(dir, { recursive: true, force: true }));

  test.each(["plain.txt", "counted.txt", "lower.txt"])(
    "%s: every password on it is found, no other is",
    async (file) => {
      const isBreached = breachedPasswordsIn(join(dir, file));
      for (const password of breached) expect(await isBreached(password), password).toBe(true);
      for (let index = 0; index < 100; index++) expect(await isBreached(`another ${index}`)).toBe(false);
    },
  );

  test("an empty list holds nothing", async () => {
    expect(await breachedPasswordsIn(join(dir, "empty.txt"))("anything")).toBe(false);
  });

  test("a list that is not there is an error, not a pass", async () => {
    await expect(breachedPasswordsIn(join(dir, "missing.txt"))("anything")).rejects.toThrow("ENOENT");
  });

  test("what stands on it is refused as common", async () => {
    const isBreached = breachedPasswordsIn(join(dir, "plain.txt"));
    expect(await faultOfPassword("breached password 7", EMAIL, isBreached)).toBe("password_common");
    expect(await faultOfPassword("unbreached password 7", EMAIL, isBreached)).toBeUndefined();
  });
});
