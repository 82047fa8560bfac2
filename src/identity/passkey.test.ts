import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type AuthenticatorFaults, createAuthenticator } from "./authenticator.fixture.ts";
import { createPasskeys, type StoredPasskey } from "./passkey.ts";

const BASE_URL = "https://dosah.example";
const passkeys = createPasskeys({ baseUrl: BASE_URL });
const account = { id: "acc_0123456789abcdefghjkmnpqrs", email: "a@b.cz", name: "Jana" };

async function registered() {
  const authenticator = createAuthenticator(BASE_URL);
  const { challenge } = await passkeys.registrationOptions(account, []);
  const result = await passkeys.register(authenticator.register(challenge), challenge);
  if (result.kind !== "accepted") throw new Error("the passkey was not accepted");
  return { authenticator, passkey: result.passkey };
}

test("a passkey is asked for with user verification, for this site and this person, without those he has", async () => {
  const existing: StoredPasskey = { id: "AAAA", publicKey: "BBBB", counter: 0 };
  const options = await passkeys.registrationOptions(account, [existing]);
  expect(options.rp.id).toBe("dosah.example");
  expect(options.authenticatorSelection).toMatchObject({ userVerification: "required", residentKey: "preferred" });
  expect(options.excludeCredentials?.map(({ id }) => id)).toEqual(["AAAA"]);
  expect(Buffer.from(options.user.id, "base64url").toString()).toBe(account.id);
});

test("a person registers a passkey and signs in with it, again and again", async () => {
  const { authenticator, passkey } = await registered();
  expect(passkey.id).toBe(authenticator.id);
  let { counter } = passkey;
  for (let turn = 0; turn < 3; turn++) {
    const { challenge } = passkeys.signInOptions();
    const credential = authenticator.signIn(challenge);
    expect(passkeys.idOf(credential)).toBe(passkey.id);
    const result = await passkeys.signIn(credential, challenge, { ...passkey, counter });
    expect(result).toEqual({ kind: "accepted", counter: counter + 1 });
    counter++;
  }
});

const faults: readonly [string, AuthenticatorFaults][] = [
  ["for another site", { rpId: "evil.example" }],
  ["from a page of another site", { origin: "https://evil.example" }],
  ["from a page of this site without TLS", { origin: "http://dosah.example" }],
  ["without the person's verification", { userVerified: false }],
];

test.each(faults)("a passkey made %s is refused", async (_case, fault) => {
  const { challenge } = await passkeys.registrationOptions(account, []);
  const result = await passkeys.register(createAuthenticator(BASE_URL).register(challenge, fault), challenge);
  expect(result).toEqual({ kind: "refused" });
});

describe("a sign-in is refused", () => {
  test.each([
    ...faults,
    ["with a wrong signature", { signature: new Uint8Array(70) }] as const,
    ["with the answer of a registration", { type: "webauthn.create" }] as const,
  ])("%s", async (_case, fault) => {
    const { authenticator, passkey } = await registered();
    const { challenge } = passkeys.signInOptions();
    const result = await passkeys.signIn(authenticator.signIn(challenge, fault), challenge, passkey);
    expect(result).toEqual({ kind: "refused", why: "not_valid" });
  });

  test("with the answer to another challenge", async () => {
    const { authenticator, passkey } = await registered();
    const [mine, another] = [passkeys.signInOptions(), passkeys.signInOptions()];
    const result = await passkeys.signIn(authenticator.signIn(another.challenge), mine.challenge, passkey);
    expect(result).toEqual({ kind: "refused", why: "not_valid" });
  });

  test("with another person's passkey", async () => {
    const [mine, another] = await Promise.all([registered(), registered()]);
    const { challenge } = passkeys.signInOptions();
    const stolen = { ...another.passkey, id: mine.passkey.id };
    expect(await passkeys.signIn(mine.authenticator.signIn(challenge), challenge, stolen)).toMatchObject({
      kind: "refused",
    });
    expect(await passkeys.signIn(mine.authenticator.signIn(challenge), challenge, another.passkey)).toMatchObject({
      kind: "refused",
    });
  });

  test.each([
    ["went back", 3],
    ["stood still", 5],
  ])("and named as a copy when its counter %s", async (_case, counter) => {
    const { authenticator, passkey } = await registered();
    const { challenge } = passkeys.signInOptions();
    const result = await passkeys.signIn(authenticator.signIn(challenge, { counter }), challenge, {
      ...passkey,
      counter: 5,
    });
    expect(result).toEqual({ kind: "refused", why: "counter_went_back" });
  });
});

test("an authenticator that does not count is accepted each time", async () => {
  const { authenticator, passkey } = await registered();
  for (let turn = 0; turn < 2; turn++) {
    const { challenge } = passkeys.signInOptions();
    const result = await passkeys.signIn(authenticator.signIn(challenge, { counter: 0 }), challenge, {
      ...passkey,
      counter: 0,
    });
    expect(result).toEqual({ kind: "accepted", counter: 0 });
  }
});

test("whatever a stranger posts, it is refused and nothing fails", async () => {
  const { passkey } = await registered();
  const { challenge } = passkeys.signInOptions();
  const posted = fc.oneof(
    fc.string({ unit: "binary", maxLength: 100 }),
    fc.json(),
    fc
      .record({
        id: fc.constant(passkey.id),
        rawId: fc.constant(passkey.id),
        type: fc.constant("public-key"),
        clientExtensionResults: fc.constant({}),
        response: fc.dictionary(
          fc.constantFrom("clientDataJSON", "authenticatorData", "signature", "attestationObject"),
          fc.base64String(),
        ),
      })
      .map((value) => JSON.stringify(value)),
  );
  await fc.assert(
    fc.asyncProperty(posted, async (credential) => {
      expect(await passkeys.register(credential, challenge)).toEqual({ kind: "refused" });
      expect(await passkeys.signIn(credential, challenge, passkey)).toEqual({ kind: "refused", why: "not_valid" });
    }),
  );
});
