import { nameWords } from "../../rules/supplier-questionnaire/slug.ts";
import { appendAudit } from "../../state/audit-log.ts";
import { domainsOf, type OwnedDomain } from "../../state/domains.ts";
import { dueImprints, type FirmKey, firmProofsOf, noteNoImprint, putFirmProof } from "../../state/firm-proofs.ts";
import { lockOrganization, organizationById } from "../../state/organizations.ts";
import type { StateDatabase } from "../../state/state-database.ts";
import { lockPublishedTrust, noteTrustIdentity, trustProfileOf, unprovedAfter } from "../../state/trust-profiles.ts";
import type { FaceLog } from "../calling/problem-of.ts";
import type { Services } from "../contexts.ts";
import { readDraft } from "./draft.ts";
import { fallToDomain, type IdentityOptions, provedDomainOf } from "./identity-change.ts";
import { firmOf, imprintOf, isSameFirm } from "./publication.ts";

/** What came of a look for the number of a firm on its website. */
export type FirmLook =
  | {
      readonly outcome: "found";
      readonly firm: FirmKey;
      readonly domain: string;
      readonly url: string;
      readonly nameSeen: boolean;
    }
  | { readonly outcome: "absent"; readonly firm: FirmKey; readonly domain: string; readonly pages: readonly string[] }
  | { readonly outcome: "certificate" | "unreachable"; readonly domain: string }
  | { readonly outcome: "domain_not_proved" | "firm_unknown" };

/** Looks for the number of the firm on the website of the proved domain that its profile names. Changes nothing. */
export async function lookForFirm(
  named: Parameters<typeof firmOf>[0],
  primaryDomain: unknown,
  domains: readonly OwnedDomain[],
  services: Pick<Services, "registers" | "scans">,
): Promise<FirmLook> {
  const firm = await firmOf(named, services);
  if (firm === undefined) return { outcome: "firm_unknown" };
  const proved = domains.find(({ domain, verified_at }) => verified_at !== null && domain === primaryDomain);
  const target = proved === undefined ? null : services.scans.readTarget(proved.domain);
  if (proved === undefined || target === null) return { outcome: "domain_not_proved" };
  const { domain } = proved;
  const { country, ico } = firm;
  const name = firm.name === null ? null : nameWords(firm.name);
  const look = await services.scans.lookForImprint(target, { ico, name });
  if (look.outcome === "found") return { ...look, firm: { country, ico }, domain };
  if (look.outcome === "absent") return { ...look, firm: { country, ico }, domain };
  return { outcome: look.outcome, domain };
}

/** Notes what a look found, where the organization still names the firm. @returns true where the proof is new */
export async function noteFirmLook(tx: StateDatabase, orgId: string, look: FirmLook, at: number): Promise<boolean> {
  if (look.outcome !== "found" && look.outcome !== "absent") return false;
  const organization = await lockOrganization(tx, orgId);
  if (organization === undefined || !isSameFirm(organization, look.firm)) return false;
  if (look.outcome === "absent") {
    await noteNoImprint({ db: tx, orgId }, look.firm, at);
    return false;
  }
  const before = (await firmProofsOf(tx, orgId)).find(
    (proof) => proof.method === "imprint" && isSameFirm(proof, look.firm) && proof.lost_at === null,
  );
  const { domain, url, nameSeen } = look;
  const evidence = JSON.stringify({ domain, url, nameSeen });
  await putFirmProof({ db: tx, orgId }, { ...look.firm, method: "imprint", evidence, by: null }, at);
  return before === undefined;
}

/** A new number that a website proves is a line in the operator's log: somebody says to be that firm. */
export function logClaim({ log }: { readonly log: FaceLog }, orgId: string, { country, ico }: FirmKey): void {
  log.warn({ organization: orgId, country, ico, method: "imprint" }, "trust_claim");
}

/** The main domain of a profile: the proved one of a published profile, else that of the draft. */
async function domainOfProfile(db: StateDatabase, orgId: string): Promise<unknown> {
  const profile = await trustProfileOf(db, orgId);
  if (profile === undefined) return undefined;
  const shown = profile.state === "published" ? await db.transaction((tx) => lockPublishedTrust(tx, orgId)) : undefined;
  return shown === undefined ? readDraft(profile).answers.primaryDomain : provedDomainOf(JSON.parse(shown.snapshot));
}

/** What looks that nobody asked for need. */
export interface FirmLookOptions extends IdentityOptions {
  readonly state: StateDatabase;
  readonly services: Pick<Services, "registers" | "scans">;
}

const DAY_MS = 86_400_000;

/** A number that was found is looked for again after so long, and every night while it is not found. */
const AGAIN_MS = 30 * DAY_MS;

const BATCH = 100;

/** Looks again for numbers whose time has come. A site that does not answer now is no sign of anything. */
export async function checkImprints(
  { state, services }: FirmLookOptions,
  now: () => number,
  signal: AbortSignal,
): Promise<void> {
  for (const proof of await dueImprints(state, now() - AGAIN_MS)) {
    signal.throwIfAborted();
    const { org_id: orgId } = proof;
    const look = await lookForFirm(proof, imprintOf(proof).domain, await domainsOf(state, orgId), services);
    const at = now();
    await state.transaction(async (tx) => {
      await noteFirmLook(tx, orgId, look, at);
      const after = (await firmProofsOf(tx, orgId)).find(
        (each) => each.method === "imprint" && isSameFirm(each, proof),
      );
      if (after === undefined || (after.lost_at === null) === (proof.lost_at === null)) return;
      const action = after.lost_at === null ? "trust.firm_proved" : "trust.firm_lost";
      const target = { type: "organization", id: orgId } as const;
      const details = { method: "imprint" };
      await appendAudit(tx, { action, actorId: null, orgId, target, via: "system", ipPrefix: null, details }, at);
    });
  }
}

/**
 * Profiles that were published by a domain before a firm needed a proof of its own are looked at once: the number on
 * the website keeps the level `firm`, any other outcome leaves the level `domain`.
 */
export async function proveFormerProfiles(
  options: FirmLookOptions,
  now: () => number,
  signal: AbortSignal,
): Promise<void> {
  const { state, services } = options;
  for (let after = ""; ; ) {
    const batch = await unprovedAfter(state, after, BATCH);
    for (const orgId of batch) {
      signal.throwIfAborted();
      after = orgId;
      const named = await organizationById(state, orgId);
      if (named === undefined) continue;
      const domains = await domainsOf(state, orgId);
      const look = await lookForFirm(named, await domainOfProfile(state, orgId), domains, services).catch(
        (): FirmLook => ({ outcome: "firm_unknown" }),
      );
      const at = now();
      await state.transaction(async (tx) => {
        const profile = await lockPublishedTrust(tx, orgId);
        if (profile?.identity_method !== "domain" || profile.ico === null) return;
        await noteFirmLook(tx, orgId, look, at);
        const isFound = look.outcome === "found" && isSameFirm(look.firm, profile);
        if (isFound) await noteTrustIdentity(tx, orgId, { method: "imprint", checkedAt: at, lostAt: null });
        else await fallToDomain(tx, orgId, "firm_lost", options, at);
      });
    }
    if (batch.length < BATCH) return;
  }
}
