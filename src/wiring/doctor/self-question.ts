import { randomUUID, timingSafeEqual } from "node:crypto";
import type { Sealing } from "../../identity/sealing.ts";

/** The header in which an examination asks an instance through the public address who it is and whom it sees. */
export const QUESTION_HEADER = "dosah-doctor";

/** What an instance says to those who have the key of its secrets, in `/readyz`. */
export interface SelfAnswer {
  /** Only an instance with the same SECRETS_KEY can make it. */
  readonly proof: string;
  readonly instance: string;
  /** The address that the call counts for. */
  readonly address: string;
  /** Who had the connection: the caller, or the proxy before us. */
  readonly peer: string;
  readonly isForwarded: boolean;
  readonly isPeerTrusted: boolean;
}

/** A question, and the proof that the right answer has. */
export function askSelf(sealing: Pick<Sealing, "keyedHash">): { readonly header: string; readonly proof: string } {
  const id = randomUUID();
  return { header: `${id}.${sealing.keyedHash(`question:${id}`, "doctor")}`, proof: proofOf(sealing, id) };
}

/** The proof for a question that was asked with our own key; `undefined` for any other, which gets no answer. */
export function proofFor(sealing: Pick<Sealing, "keyedHash">, header: unknown): string | undefined {
  if (typeof header !== "string") return undefined;
  const [id = "", sent = ""] = header.split(".");
  if (!/^[\da-f-]{36}$/.test(id)) return undefined;
  const expected = Buffer.from(sealing.keyedHash(`question:${id}`, "doctor"));
  const given = Buffer.from(sent);
  return expected.length === given.length && timingSafeEqual(expected, given) ? proofOf(sealing, id) : undefined;
}

function proofOf(sealing: Pick<Sealing, "keyedHash">, id: string): string {
  return sealing.keyedHash(`answer:${id}`, "doctor");
}
