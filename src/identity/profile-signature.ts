import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from "node:crypto";
import canonicalize from "canonicalize";
import { errors, FlattenedSign, flattenedVerify, importJWK } from "jose";

/** A public Ed25519 key as RFC 8037 writes it. */
export interface PublicKeyJwk {
  readonly kty: "OKP";
  readonly crv: "Ed25519";
  readonly x: string;
}

/** A key that signs, with the name that documents give it. */
export interface SigningKey {
  readonly kid: string;
  readonly privateKey: KeyObject;
}

/** A detached signature (RFC 7515 flattened, RFC 7797): the payload stands apart. */
export interface DetachedSignature {
  readonly protected: string;
  readonly signature: string;
}

/** What a signed document says of itself in its header. */
const TYPE = "dosah-trust+json";

/**
 * The canonical form of a document (RFC 8785): one document has one text, whoever writes it.
 * @throws TypeError for what is no JSON value
 */
export function canonicalForm(document: unknown): string {
  const text = canonicalize(document);
  if (text === undefined) throw new TypeError("only a JSON value has a canonical form");
  return text;
}

/** SHA-256 of the canonical form, in hex. */
export function sha256OfDocument(document: unknown): string {
  return createHash("sha256").update(canonicalForm(document)).digest("hex");
}

/** Makes a key of Ed25519. */
export function newSigningKey(): KeyObject {
  return generateKeyPairSync("ed25519").privateKey;
}

/** The private key as text that can be sealed (PKCS 8, PEM). */
export function exportSigningKey(key: KeyObject): string {
  return key.export({ format: "pem", type: "pkcs8" }).toString();
}

/** Reads a private key of Ed25519 (PKCS 8, PEM). @returns `undefined` for anything else */
export function readSigningKey(pem: string): KeyObject | undefined {
  try {
    const key = createPrivateKey(pem);
    return key.asymmetricKeyType === "ed25519" ? key : undefined;
  } catch {
    return undefined;
  }
}

/** The public part of a private key. */
export function publicJwkOf(key: KeyObject): PublicKeyJwk {
  const { x } = createPublicKey(key).export({ format: "jwk" });
  if (x === undefined) throw new Error("a key of Ed25519 has a public part");
  return { kty: "OKP", crv: "Ed25519", x };
}

/** Signs the canonical form of a document. The same key and document always give the same signature. */
export async function signDocument(document: unknown, { kid, privateKey }: SigningKey): Promise<DetachedSignature> {
  const made = await new FlattenedSign(new TextEncoder().encode(canonicalForm(document)))
    .setProtectedHeader({ alg: "EdDSA", kid, b64: false, crit: ["b64"], typ: TYPE })
    .sign(privateKey);
  return { protected: made.protected ?? "", signature: made.signature };
}

/** The name of the key that a signature says it was made with; `undefined` where it is none of ours. */
export function keyIdOf({ protected: header }: DetachedSignature): string | undefined {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(header, "base64url").toString("utf8"));
    if (typeof parsed !== "object" || parsed === null) return undefined;
    const kid: unknown = Reflect.get(parsed, "kid");
    return typeof kid === "string" ? kid : undefined;
  } catch {
    return undefined;
  }
}

/** True when the signature is that of the document with this key. */
export async function verifyDocument(
  document: unknown,
  { protected: header, signature }: DetachedSignature,
  key: PublicKeyJwk,
): Promise<boolean> {
  const payload = new TextEncoder().encode(canonicalForm(document));
  try {
    const { protectedHeader } = await flattenedVerify(
      { protected: header, payload, signature },
      await importJWK({ kty: key.kty, crv: key.crv, x: key.x }, "EdDSA"),
      { algorithms: ["EdDSA"], crit: { b64: true } },
    );
    return protectedHeader?.typ === TYPE && protectedHeader.b64 === false;
  } catch (cause) {
    if (cause instanceof errors.JOSEError || cause instanceof TypeError || cause instanceof DOMException) return false;
    throw cause;
  }
}
