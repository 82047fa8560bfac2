import { describe, expect, test } from "vitest";
import { nearMiss } from "../core/near-miss.fixture.ts";
import {
  canonicalForm,
  exportSigningKey,
  keyIdOf,
  newSigningKey,
  publicJwkOf,
  readSigningKey,
  sha256OfDocument,
  signDocument,
  verifyDocument,
} from "./profile-signature.ts";

const document = { b: 1, a: "Žilinské strojárne", list: [{ z: null, y: true }] };

describe("the signature of a profile", () => {
  const key = { kid: "2026-a", privateKey: newSigningKey() };

  test("verifies with its key, whatever the order of the names in the document", async () => {
    const jws = await signDocument(document, key);
    const { b, a, list } = document;
    expect(await verifyDocument({ list, a, b }, jws, publicJwkOf(key.privateKey))).toBe(true);
    expect(keyIdOf(jws)).toBe("2026-a");
    expect(JSON.parse(Buffer.from(jws.protected, "base64url").toString())).toEqual({
      alg: "EdDSA",
      kid: "2026-a",
      b64: false,
      crit: ["b64"],
      typ: "dosah-trust+json",
    });
  });

  test("is the same bytes each time", async () => {
    expect(await signDocument(document, key)).toEqual(await signDocument(document, key));
  });

  test("fails when one character of the document, the header or the signature is another", async () => {
    const jws = await signDocument(document, key);
    const jwk = publicJwkOf(key.privateKey);
    expect(await verifyDocument({ ...document, a: "Zilinské strojárne" }, jws, jwk)).toBe(false);
    for (const part of ["protected", "signature"] as const) {
      expect(await verifyDocument(document, { ...jws, [part]: nearMiss(jws[part], 0) }, jwk), part).toBe(false);
    }
    expect(await verifyDocument(document, jws, publicJwkOf(newSigningKey()))).toBe(false);
  });

  test("fails for what is no signature of ours", async () => {
    const jwk = publicJwkOf(key.privateKey);
    for (const jws of [
      { protected: "", signature: "" },
      { protected: "e30", signature: "!" },
    ]) {
      expect(await verifyDocument(document, jws, jwk)).toBe(false);
    }
    expect(keyIdOf({ protected: "%%%", signature: "" })).toBeUndefined();
    expect(keyIdOf({ protected: "bnVsbA", signature: "" })).toBeUndefined();
  });

  test("a private key survives its text; other kinds of keys are none", () => {
    const pem = exportSigningKey(key.privateKey);
    const read = readSigningKey(pem);
    expect(read === undefined ? undefined : publicJwkOf(read)).toEqual(publicJwkOf(key.privateKey));
    expect(readSigningKey("no key")).toBeUndefined();
  });

  test("the canonical form and its hash are those of RFC 8785", () => {
    expect(canonicalForm({ "€": 1, "\r": 2, "1": [56, { d: true, "10": null }] })).toBe(
      '{"\\r":2,"1":[56,{"10":null,"d":true}],"€":1}',
    );
    expect(sha256OfDocument({})).toBe("44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a");
    expect(() => canonicalForm(undefined)).toThrow(TypeError);
  });
});
