import { hash, timingSafeEqual } from "node:crypto";
import { isAnswered } from "../../outbound/guarded/dns-answer.ts";
import type { GuardedSession } from "../../outbound/guarded/guarded-session.ts";
import { get, type HttpAnswer } from "../../outbound/guarded/http-get.ts";
import { readTargetUrl, type TargetUrl } from "../../outbound/guarded/target-url.ts";
import { headerOf } from "./collect-web.ts";

/** Redirects on the same host that lead to the file. */
const MAX_REDIRECTS = 2;

/** Where a proof of ownership may stand, and what it says. */
export interface ExpectedProof {
  readonly dns: { readonly name: string; readonly value: string };
  readonly file: { readonly url: string; readonly content: string };
}

/** Where the proof was found; `absent` where it is not; `unknown` where the DNS did not answer. */
export type ProofLook = "dns" | "file" | "absent" | "unknown";

/**
 * Looks for a proof of ownership: the TXT record first, then the file. The certificate need not be valid: who can put a
 * file on the host owns it, and a broken certificate is what a scan is to find.
 */
export async function collectProof(session: GuardedSession, proof: ExpectedProof): Promise<ProofLook> {
  const answer = await session.ask({ name: proof.dns.name, type: "TXT" });
  if (answer.values.some((value) => isSame(value.trim(), proof.dns.value))) return "dns";
  const file = await fetchFile(session, proof.file.url).catch(() => null);
  if (file !== null && isProof(file, proof.file.content)) return "file";
  return isAnswered(answer) ? "absent" : "unknown";
}

function isProof(answer: HttpAnswer, content: string): boolean {
  if (answer.status !== 200) return false;
  if (!/^text\/plain\s*(?:;|$)/i.test(headerOf(answer, "content-type"))) return false;
  return isSame(answer.body.toString("utf8").trimEnd(), content.trimEnd());
}

/** Follows redirects on the same host over HTTPS, and no others. */
async function fetchFile(session: GuardedSession, url: string): Promise<HttpAnswer | null> {
  let target = targetOf(session, url);
  for (let redirects = 0; target !== null && redirects <= MAX_REDIRECTS; redirects += 1) {
    const answer: HttpAnswer = await get(session, target);
    if (answer.status < 300 || answer.status > 399) return answer;
    const next = targetOf(session, headerOf(answer, "location"), target.url);
    target = next !== null && next.scheme === "https" && next.host === target.host ? next : null;
  }
  return null;
}

function targetOf(session: GuardedSession, url: string, base?: string): TargetUrl | null {
  const target = readTargetUrl(url, base, session.ownNames);
  return target === null || "reason" in target ? null : target;
}

/** Compares in constant time, whatever the lengths. */
function isSame(found: string, expected: string): boolean {
  return timingSafeEqual(hash("sha256", found, "buffer"), hash("sha256", expected, "buffer"));
}
