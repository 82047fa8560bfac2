import { createHash, createPublicKey, type KeyObject, sign, verify } from "node:crypto";

/**
 * Signatures in the format of minisign (jedisct1.github.io/minisign): Ed25519 over the BLAKE2b-512 of a file, or over
 * the file itself in its older form, and over that signature with a comment that can therefore be trusted.
 */
const PREHASHED = "ED";
const PLAIN = "Ed";

const ID_BYTES = 8;
const KEY_BYTES = 32;
const SIGNATURE_BYTES = 64;

/** A public key with the number by which signatures name it. */
export interface VerifyingKey {
  readonly id: Buffer;
  readonly key: KeyObject;
}

/**
 * Reads a public key: the second line of a `.pub` file of minisign, 56 characters that begin with `RW`.
 * @returns `undefined` for anything else
 */
export function readVerifyingKey(text: string): VerifyingKey | undefined {
  const bytes = Buffer.from(text, "base64");
  if (bytes.length !== 2 + ID_BYTES + KEY_BYTES || bytes.toString("base64") !== text) return undefined;
  if (bytes.toString("latin1", 0, 2) !== PLAIN) return undefined;
  const x = bytes.subarray(2 + ID_BYTES).toString("base64url");
  const key = createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x }, format: "jwk" });
  return { id: bytes.subarray(2, 2 + ID_BYTES), key };
}

/** The public key of a private one of Ed25519, as `readVerifyingKey` reads it. Its number follows from the key. */
export function verifyingKeyText(privateKey: KeyObject): string {
  const raw = rawPublicKey(privateKey);
  return Buffer.concat([Buffer.from(PLAIN), idOf(raw), raw]).toString("base64");
}

/** The text of a signature file. @param trusted a line that the signature covers too */
export function signatureText(content: string, privateKey: KeyObject, trusted: string): string {
  const made = sign(null, prehash(content), privateKey);
  const named = Buffer.concat([Buffer.from(PREHASHED), idOf(rawPublicKey(privateKey)), made]);
  const whole = sign(null, Buffer.concat([made, Buffer.from(trusted)]), privateKey);
  return [
    "untrusted comment: signature of Dosah",
    named.toString("base64"),
    `trusted comment: ${trusted}`,
    whole.toString("base64"),
    "",
  ].join("\n");
}

/**
 * Is `signature`, the text of a signature file, one of this content with this key?
 * @returns `none` where the text is no signature at all, `wrong` for one of another key or another content
 */
export function judgeSignature(content: string, signature: string, { id, key }: VerifyingKey): "ok" | "wrong" | "none" {
  const [, named64 = "", comment = "", whole64 = ""] = signature.split(/\r?\n/);
  const named = Buffer.from(named64, "base64");
  const [, trusted] = /^trusted comment: (.*)$/.exec(comment) ?? [];
  const algorithm = named.toString("latin1", 0, 2);
  const isSignature = named.length === 2 + ID_BYTES + SIGNATURE_BYTES && [PLAIN, PREHASHED].includes(algorithm);
  if (!isSignature || trusted === undefined) return "none";
  const made = named.subarray(2 + ID_BYTES);
  const isOurs =
    named.subarray(2, 2 + ID_BYTES).equals(id) &&
    verify(null, algorithm === PREHASHED ? prehash(content) : Buffer.from(content), key, made) &&
    verify(null, Buffer.concat([made, Buffer.from(trusted)]), key, Buffer.from(whole64, "base64"));
  return isOurs ? "ok" : "wrong";
}

function prehash(content: string): Buffer {
  return createHash("blake2b512").update(content).digest();
}

function rawPublicKey(privateKey: KeyObject): Buffer {
  const { x } = createPublicKey(privateKey).export({ format: "jwk" });
  return Buffer.from(x ?? "", "base64url");
}

function idOf(raw: Buffer): Buffer {
  return createHash("sha256").update(raw).digest().subarray(0, ID_BYTES);
}
