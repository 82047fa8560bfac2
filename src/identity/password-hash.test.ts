import { describe, expect, test } from "vitest";
import { TooManyPasswordHashes } from "./hash-queue.ts";
import { createPasswordHasher } from "./password-hash.ts";

const PASSWORD = "correct horse battery staple";
const PLACE = { network: "192.0.2.0/24", isKept: true };

describe("a password hash", () => {
  const hasher = createPasswordHasher();

  test("is argon2id with OWASP's minimum, in the PHC string format, with a salt of its own", async () => {
    const [one, two] = await Promise.all([hasher.hash(PASSWORD, PLACE), hasher.hash(PASSWORD, PLACE)]);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
    expect(one).not.toBe(two);
    expect(one).not.toContain(PASSWORD);
  });

  test("fits the password and no other", async () => {
    const stored = await hasher.hash(PASSWORD, PLACE);
    expect(await hasher.verify(PASSWORD, stored, PLACE)).toBe(true);
    for (const wrong of [`${PASSWORD} `, PASSWORD.toUpperCase(), PASSWORD.slice(0, -1), ""]) {
      expect(await hasher.verify(wrong, stored, PLACE), wrong).toBe(false);
    }
  });

  test("fits the same password typed with accents in another form", async () => {
    expect(
      await hasher.verify(
        "ko\u0301n a vozi\u0301k u ces\u030Cty",
        await hasher.hash("kón a vozík u cešty", PLACE),
        PLACE,
      ),
    ).toBe(true);
  });

  test("that another program made is understood", async () => {
    // The reference implementation: argon2 -id -t 2 -m 16 -p 1 -l 32, password "password", salt "somesalt".
    const reference = "$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc";
    expect(await hasher.verify("password", reference, PLACE)).toBe(true);
    expect(await hasher.verify("Password", reference, PLACE)).toBe(false);
  });

  test("nobody's hash fits nothing, and neither does one that cannot be read", async () => {
    expect(await hasher.verify(PASSWORD, null, PLACE)).toBe(false);
    expect(await hasher.verify(PASSWORD, "", PLACE)).toBe(false);
    expect(await hasher.verify(PASSWORD, "$2b$12$abcdefghijklmnopqrstuv", PLACE)).toBe(false);
  });

  test("of weaker parameters is to be made anew, one of stronger is not", async () => {
    expect(hasher.needsRehash(await hasher.hash(PASSWORD, PLACE))).toBe(false);
    expect(
      hasher.needsRehash("$argon2id$v=19$m=65536,t=3,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc"),
    ).toBe(false);
    expect(
      hasher.needsRehash("$argon2id$v=19$m=4096,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc"),
    ).toBe(true);
    expect(
      hasher.needsRehash("$argon2id$v=19$m=19456,t=1,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc"),
    ).toBe(true);
  });
});

test.each([
  [1, 1],
  [2, 1],
  [3, 2],
  [8, 2],
])(
  "of forty hashes at once on %i processors %i run and twenty wait; the rest are refused, and nothing is stuck",
  async (processors, atOnce) => {
    const hasher = createPasswordHasher(processors);
    const results = await Promise.allSettled(Array.from({ length: 40 }, () => hasher.verify(PASSWORD, null, PLACE)));
    const refused = results.filter(({ status }) => status === "rejected");
    expect(refused).toHaveLength(40 - atOnce - 20);
    for (const result of refused) expect(result).toMatchObject({ reason: expect.any(TooManyPasswordHashes) });
    expect(await hasher.verify(PASSWORD, null, PLACE)).toBe(false);
  },
);
