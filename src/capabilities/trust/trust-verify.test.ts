import { expect, test } from "vitest";
import { newSigningKey, publicJwkOf, signDocument } from "../../identity/profile-signature.ts";
import { operatorTrustVerify } from "./operator-trust.ts";

const HERE = "https://here.example";
const BEFORE = "https://before.example";
const privateKey = newSigningKey();
const published = { ...publicJwkOf(privateKey), kty: "OKP", crv: "Ed25519", kid: "2026-a" };

/** Verifies a document that our key signed for an issuer, where the own state and the issuer hold these keys. */
async function verify({ issuer = HERE, own = [published] as object[], there }: Partial<Case>) {
  const document = { issuer, updatedAt: "2026-11-21T10:00:00.000Z" };
  const jws = await signDocument(document, { kid: "2026-a", privateKey });
  const asked: string[] = [];
  const trust = {
    keys: async () => own,
    fetchJson: async (url: string) => {
      asked.push(url);
      if (there === undefined) throw new Error("nobody answers");
      return { keys: there };
    },
  };
  const input = { content: JSON.stringify({ document, jws }), locale: "en" as const };
  const { valid, reason } = await operatorTrustVerify.run(input, { trust, baseUrl: HERE } as never);
  return { valid, reason, asked };
}

interface Case {
  readonly issuer: string;
  readonly own: object[];
  readonly there: object[];
}

test("an own key verifies what it signed, under whatever address that was; nobody is asked", async () => {
  expect(await verify({ issuer: BEFORE })).toEqual({ valid: true, reason: null, asked: [] });
});

test("a key of the same name that did not sign it is not taken for the one that did", async () => {
  const other = { ...published, ...publicJwkOf(newSigningKey()), kid: "2026-a" };
  expect(await verify({ issuer: BEFORE, own: [other], there: [published] })).toMatchObject({ valid: true });
  expect(await verify({ own: [other] })).toEqual({ valid: false, reason: "signature", asked: [] });
});

test("keys that cannot be had are no verdict", async () => {
  expect(await verify({ issuer: BEFORE, own: [] })).toMatchObject({ valid: null, reason: "keys_unreachable" });
  expect(await verify({ issuer: BEFORE, own: [], there: [] })).toMatchObject({ valid: false, reason: "unknown_key" });
  expect(await verify({ own: [] })).toMatchObject({ valid: false, reason: "unknown_key" });
});
