import { createCipheriv, createDecipheriv, createHmac, hash, hkdfSync, randomBytes } from "node:crypto";

/** What a sealed value is for. A value that was sealed for one purpose does not open for another. */
export type SealPurpose =
  | "totp"
  | "mail"
  | "oidc"
  | "oidc_link"
  | "identity"
  | "passkey"
  | "signing_key"
  | "form"
  | "supplier_ask"
  | "digest"
  | "mail_link"
  | "supplier_import"
  | "known_browser"
  | "done";

/** What a keyed hash is for. */
export type HashPurpose =
  | "sign_in_account"
  | "mail_to"
  | "second_factor"
  | "known_browser"
  | "doctor"
  | "oauth_request"
  | "supplier_ask";

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Seals and opens what must be read again, and makes hashes that only this installation can make. */
export interface Sealing {
  /** AES-256-GCM with a key of its own for the purpose; text safe in a column, a cookie or an address. */
  seal(text: string, purpose: SealPurpose): string;
  /** The text, or `undefined` where the value was changed, is for another purpose or was sealed with a key that is gone. */
  open(sealed: string, purpose: SealPurpose): string | undefined;
  /** True where a value was sealed with the former key and should be sealed anew. */
  isOld(sealed: string): boolean;
  /** HMAC-SHA-256 in hex: lets counts be kept by address without keeping the address. */
  keyedHash(text: string, purpose: HashPurpose): string;
}

/**
 * Builds the sealing of an installation.
 * @param key 32 bytes of `SECRETS_KEY`
 * @param formerKey 32 bytes of `SECRETS_KEY_OLD` while the key is being rotated: it opens, it never seals
 * @throws RangeError for a key of another length
 */
export function createSealing(key: Uint8Array, formerKey?: Uint8Array): Sealing {
  const keys = [key, ...(formerKey === undefined ? [] : [formerKey])].map(ring);
  const [current] = keys;
  if (current === undefined) throw new RangeError("a key is needed");

  return {
    seal: (text, purpose) => {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv("aes-256-gcm", current.of(`seal:${purpose}`), nonce);
      cipher.setAAD(Buffer.from(purpose));
      const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
      return `${current.id}.${Buffer.concat([nonce, body, cipher.getAuthTag()]).toString("base64url")}`;
    },
    open: (sealed, purpose) => {
      const [id, body] = sealed.split(".");
      const found = keys.find((each) => each.id === id);
      const bytes = Buffer.from(body ?? "", "base64url");
      if (found === undefined || bytes.length < NONCE_BYTES + TAG_BYTES) return undefined;
      const decipher = createDecipheriv("aes-256-gcm", found.of(`seal:${purpose}`), bytes.subarray(0, NONCE_BYTES), {
        authTagLength: TAG_BYTES,
      });
      decipher.setAAD(Buffer.from(purpose));
      decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
      try {
        const text = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES));
        return Buffer.concat([text, decipher.final()]).toString("utf8");
      } catch {
        // The tag does not fit: the value is not one that was sealed here for this purpose.
        return undefined;
      }
    },
    isOld: (sealed) => !sealed.startsWith(`${current.id}.`),
    keyedHash: (text, purpose) =>
      createHmac("sha256", current.of(`hash:${purpose}`))
        .update(text)
        .digest("hex"),
  };
}

/** A key with the keys derived from it. The id tells which key sealed a value and says nothing about the key. */
function ring(key: Uint8Array) {
  if (key.length !== 32) throw new RangeError("a key of sealing has 32 bytes");
  const derived = new Map<string, Buffer>();
  const of = (label: string): Buffer => {
    const known = derived.get(label);
    if (known !== undefined) return known;
    const made = Buffer.from(hkdfSync("sha256", key, new Uint8Array(), `dosah:${label}`, 32));
    derived.set(label, made);
    return made;
  };
  return { id: hash("sha256", of("id").toString("hex")).slice(0, 8), of };
}
