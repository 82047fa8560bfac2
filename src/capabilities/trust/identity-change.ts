import type { Sealing } from "../../identity/sealing.ts";
import { isIdentityGone } from "../../rules/supplier-questionnaire/validity.ts";
import { type AuditEvent, appendAudit } from "../../state/audit-log.ts";
import { domainsOf } from "../../state/domains.ts";
import { type FirmKey, firmProofsOf } from "../../state/firm-proofs.ts";
import { organizationById } from "../../state/organizations.ts";
import type { StateDatabase } from "../../state/state-database.ts";
import {
  lockPublishedTrust,
  nextTrustRevision,
  noteTrustIdentity,
  openTrustRevisions,
  publishedByIco,
  republishTrust,
  type ShownProfile,
  withdrawTrustRevision,
} from "../../state/trust-profiles.ts";
import { type MailOptions, mailManagers } from "../accounts/mail-account.ts";
import type { Services } from "../contexts.ts";
import { firmOf, heldNumber, type Identity, identityOf, isSameFirm } from "./publication.ts";
import type { Snapshot } from "./statement.ts";
import { restated } from "./trust-document.ts";
import type { TrustProfiles } from "./trust-profiles.ts";

/** What a change of identity needs: who signs, who gets a mail, and what the register calls the firm. */
export interface IdentityOptions extends MailOptions {
  readonly trust: Pick<TrustProfiles, "sign" | "foundByIco">;
  /** The name of a firm in the register; `null` where it is not to be had now. */
  registerName(firm: FirmKey): Promise<string | null>;
}

/** What a change needs, from what capabilities have. */
export function identityOptions(
  { sealing }: { readonly sealing: Sealing },
  services: Pick<Services, "trust" | "registers" | "baseUrl">,
): IdentityOptions {
  const { trust, baseUrl } = services;
  const registerName = async (firm: FirmKey) => {
    // A register that is silent now changes nothing of the proof: the name is a help.
    const found = await firmOf(firm, services).catch(() => undefined);
    return found?.name ?? null;
  };
  return { sealing: () => sealing, baseUrl, trust, registerName };
}

/** Why the system made a revision. */
type Why = "firm_proved" | "firm_lost" | "number_taken_over";

/** Who caused it, in the log. */
export type Cause = Pick<AuditEvent, "actorId" | "via" | "ipPrefix">;

const SYSTEM: Cause = { actorId: null, via: "system", ipPrefix: null };

/**
 * Brings a published profile in line with what proves its firm now. Another level, or another number that it is found by,
 * is another revision, made by the system; another proof of the same firm is only noted. A proof that was lost is shown as lost for 30 days first.
 * @returns since when nothing proves whose profile it is; `null`: something does, or nothing is published
 */
export async function settleIdentity(
  tx: StateDatabase,
  orgId: string,
  options: IdentityOptions,
  now: number,
  cause: Cause = SYSTEM,
): Promise<number | null> {
  const profile = await lockPublishedTrust(tx, orgId);
  if (profile === undefined) return null;
  const { identity_method: method, identity_checked_at: checkedAt, identity_lost_at: lostAt } = profile;
  const found = await foundIdentity(tx, profile);
  if (found === undefined) {
    if (lostAt !== null) return lostAt;
    await noteTrustIdentity(tx, orgId, { method: method ?? "domain", checkedAt: checkedAt ?? now, lostAt: now });
    await mailManagers(tx, options, orgId, { kind: "profile_identity_lost", path: editorOf(orgId) }, now);
    return now;
  }
  const isFirm = method === "operator" || method === "imprint";
  if (isFirm && found.firm === null) {
    if (lostAt === null) {
      await noteTrustIdentity(tx, orgId, { method, checkedAt: checkedAt ?? now, lostAt: now });
      await mailManagers(tx, options, orgId, { kind: "profile_firm_lost", path: editorOf(orgId) }, now);
    } else if (isIdentityGone(lostAt, now)) {
      await republish(tx, profile, found, "firm_lost", options, now, cause);
    }
    return null;
  }
  if (!isFirm && found.firm !== null) {
    if (await isFree(tx, orgId, found, options, now))
      await republish(tx, profile, found, "firm_proved", options, now, cause);
    return null;
  }
  const held = heldNumber(found, options.trust);
  if (found.firm !== null && (held.ico !== profile.ico || held.country !== profile.country)) {
    // TRUST_FOUND_BY_ICO lets one method hold a number that the other one does not.
    const why = held.ico === null ? "firm_lost" : "firm_proved";
    if (await isFree(tx, orgId, found, options, now)) await republish(tx, profile, found, why, options, now, cause);
    return null;
  }
  const isSame = found.method === method && found.checkedAt === checkedAt && lostAt === null;
  if (!isSame) await noteTrustIdentity(tx, orgId, { ...found, lostAt: null });
  return null;
}

/** Lets a published profile fall to the level of its domain, at once: its number is another's now, or nothing proves it. */
export async function fallToDomain(
  tx: StateDatabase,
  orgId: string,
  why: Extract<Why, "firm_lost" | "number_taken_over">,
  options: IdentityOptions,
  now: number,
): Promise<void> {
  const profile = await lockPublishedTrust(tx, orgId);
  if (profile === undefined) return;
  const checkedAt = profile.identity_checked_at ?? now;
  await republish(tx, profile, { method: "domain", checkedAt, firm: null }, why, options, now, SYSTEM);
  await mailManagers(tx, options, orgId, { kind: "profile_domain_only", path: editorOf(orgId) }, now);
}

/**
 * Frees a number for a profile: the operator's word takes it from one that rests on an imprint.
 * @returns false where another profile keeps the number
 */
export async function isFree(
  tx: StateDatabase,
  orgId: string,
  identity: Identity,
  options: IdentityOptions,
  now: number,
): Promise<boolean> {
  const { country, ico } = heldNumber(identity, options.trust);
  if (country === null || ico === null) return true;
  const holders = (await publishedByIco(tx, ico)).filter((each) => each.country === country && each.org_id !== orgId);
  if (holders.some((each) => identity.method !== "operator" || each.identity_method === "operator")) return false;
  for (const { org_id } of holders) await fallToDomain(tx, org_id, "number_taken_over", options, now);
  return true;
}

/** How it is shown today whose published profile it is. */
async function foundIdentity(tx: StateDatabase, { org_id: orgId, snapshot }: ShownProfile) {
  const [organization, domains, proofs] = [
    await organizationById(tx, orgId),
    await domainsOf(tx, orgId),
    await firmProofsOf(tx, orgId),
  ];
  const firm = organization ?? { country: null, ico: null };
  return identityOf({ firm, primaryDomain: provedDomainOf(JSON.parse(snapshot)), domains, proofs });
}

/** The domain that was proved at publication; a revision that does not name it shows it in its statement. */
export function provedDomainOf({ provedDomain, document, onRequest }: Snapshot): string | null {
  const shown = document.untrusted.primaryDomain ?? onRequest.primaryDomain;
  return provedDomain ?? (typeof shown === "string" ? shown : null);
}

/** Publishes the same answers under another identity, and takes back what names a number that is proved no longer. */
async function republish(
  tx: StateDatabase,
  profile: ShownProfile,
  identity: Identity,
  why: Why,
  options: IdentityOptions,
  now: number,
  cause: Cause,
): Promise<void> {
  const { org_id: orgId, slug, published_revision: before } = profile;
  if (slug === null || before === null) return;
  const [shown] = (await openTrustRevisions(tx, orgId)).filter(({ revision }) => revision === before);
  if (shown === undefined) return;
  const revision = await nextTrustRevision({ db: tx, orgId });
  const registerName = identity.firm === null ? null : await options.registerName(identity.firm);
  const to = { identity, registerName, revision, slug, at: now };
  const snapshot = restated(JSON.parse(shown.snapshot), to, options);
  const signed = await options.trust.sign(tx, snapshot.document, now);
  const made = {
    revision,
    questionnaire_version: shown.questionnaire_version,
    snapshot: JSON.stringify(snapshot),
    canonical_sha256: signed.sha256,
    jws: JSON.stringify(signed.jws),
    key_id: signed.keyId,
    published_at: now,
    published_by: null,
    ip_prefix: null,
    consent_version: shown.consent_version,
    valid_until: shown.valid_until,
  };
  const proved = {
    ...heldNumber(identity, options.trust),
    identity_method: identity.method,
    identity_checked_at: identity.checkedAt,
  };
  if (!(await republishTrust({ db: tx, orgId }, before, made, proved))) return;
  for (const each of await openTrustRevisions(tx, orgId)) {
    const { document }: Snapshot = JSON.parse(each.snapshot);
    const isNamed = document.ico !== null && !(identity.firm !== null && isSameFirm(document, identity.firm));
    if (each.revision < revision && isNamed) await withdrawTrustRevision(tx, each, now);
  }
  const event = { ...cause, orgId, target: { type: "profile", id: profile.id } } as const;
  await appendAudit(tx, { ...event, action: "trust.republished", details: { revision, why } }, now);
}

/** Where the editor of a profile is. */
export function editorOf(orgId: string): string {
  return `/organizations/${orgId}/trust-profile`;
}
