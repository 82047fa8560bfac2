import { z } from "zod";
import { ServiceError } from "../../core/problem.ts";
import { newToken } from "../../identity/token.ts";
import type { ProofLook } from "../../scanner/collect/collect-proof.ts";
import type { OwnedDomain, ProofMethod } from "../../state/domains.ts";
import type { Services } from "../contexts.ts";
import { proofPlaces } from "./ownership.ts";
import { noSuchDomain, noTarget, optedOut } from "./scan-problems.ts";
import { readTypedDomain, type TypedDomain } from "./typed-domain.ts";

/** A domain of an organization as every face shows it. */
export const ownedDomain = z.object({
  domain: z.string(),
  verified: z.boolean().describe("The proof of ownership stood when it was looked up last."),
  method: z.enum(["dns", "file"]).nullable().describe("Where the proof was found last."),
  verifiedAt: z.string().nullable().describe("Since when, ISO 8601."),
  checkedAt: z.string().nullable().describe("When it was looked up last, ISO 8601."),
  proof: z
    .object({
      dns: z.object({ name: z.string(), value: z.string() }),
      file: z.object({ url: z.string(), content: z.string() }),
    })
    .nullable()
    .describe("What to publish, in one of the two places; null for members who may not add domains."),
});

export type OwnedDomainAnswer = z.output<typeof ownedDomain>;

/** A domain in the words of the answer. @param isShown whether this reader may see the token */
export function ownedDomainAnswer(owned: OwnedDomain, isShown: boolean): OwnedDomainAnswer {
  const iso = (at: number | null) => (at === null ? null : new Date(at).toISOString());
  return {
    domain: owned.domain,
    verified: owned.verified_at !== null,
    method: owned.method,
    verifiedAt: iso(owned.verified_at),
    checkedAt: iso(owned.checked_at),
    proof: isShown ? proofPlaces(owned.domain, owned.token) : null,
  };
}

/** What somebody typed as a domain that may be scanned or claimed. @throws ServiceError */
export function domainTyped(text: string, scans: Services["scans"], isPerson: boolean): TypedDomain {
  const typed = readTypedDomain(text, scans, isPerson);
  if (typed === null) throw new ServiceError(noTarget);
  if (scans.isOptedOut(typed.target)) throw new ServiceError(optedOut);
  return typed;
}

/** A new token of 32 random bytes, for one domain of one organization. */
export function newProofToken(): string {
  return newToken();
}

/** The domain of an organization that somebody names. @throws ServiceError `not_found` */
export function domainNamed<Named extends { readonly domain: string }>(
  owned: readonly Named[],
  text: string,
  scans: Services["scans"],
): Named {
  const names = [scans.readTarget(text)?.host, readTypedDomain(text, scans, true)?.target.host];
  const found = names.map((name) => owned.find(({ domain }) => domain === name)).find((each) => each !== undefined);
  if (found === undefined) throw new ServiceError(noSuchDomain);
  return found;
}

/**
 * Looks for the proof of a domain now. One that is not found is noted; the third time in a row ends it.
 * @returns how it was found, `absent`, or `unknown` where it could not be looked up.
 */
export async function lookUpProof(
  orgId: string,
  { domain, token }: OwnedDomain,
  scans: Services["scans"],
): Promise<ProofLook> {
  const target = scans.readTarget(domain);
  const found = target === null ? "unknown" : await scans.lookUpProof(target, token);
  if (found === "absent") await scans.noteNoProof(orgId, domain);
  return found;
}

/** How a proof was found; `null` where it was not. */
export function methodOf(look: ProofLook): ProofMethod | null {
  return look === "dns" || look === "file" ? look : null;
}

/** A domain for the terminal: whether it is proved, and what to publish. */
export function domainLines({ domain, verified, proof }: OwnedDomainAnswer): readonly string[] {
  const first = `${domain}  ${verified ? "verified" : "not verified"}`;
  if (proof === null || verified) return [first];
  return [first, `  TXT   ${proof.dns.name}  "${proof.dns.value}"`, `  file  ${proof.file.url}  ${proof.dns.value}`];
}
