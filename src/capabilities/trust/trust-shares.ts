import { z } from "zod";
import { foreignText } from "../../core/foreign-text.ts";
import { ServiceError } from "../../core/problem.ts";
import { newId } from "../../core/random-id.ts";
import { hashToken, isToken, newToken } from "../../identity/token.ts";
import { isShareUseNoted, noteShareUse, type TrustShare, trustShareByToken } from "../../state/trust-shares.ts";
import { refuseBeyond } from "../calling/charge.ts";
import { organizationParameter } from "../calling/organization-parameter.ts";
import { localeParameter } from "../calling/parameters.ts";
import { notYours } from "../calling/principal.ts";
import { type Fault, refuseFaults } from "../calling/refusal.ts";
import { defineCapability } from "../capability.ts";
import type { VisitorContext } from "../contexts.ts";
import { removedOn } from "./trust-document.ts";
import { noProfile } from "./trust-problems.ts";
import type { TrustProfiles } from "./trust-profiles.ts";

const DAY_MS = 86_400_000;
const MOST_DAYS = 90;

/** Makes a link that shows what is on request; its token is shown once. */
export const trustShareCreate = defineCapability({
  name: "trust_share_create",
  access: "organization",
  effect: "write",
  right: "manage",
  needsSession: true,
  input: z.strictObject({
    label: z.string().describe("For whom it is; 1 to 120 characters."),
    days: z.string().describe("1 to 90."),
    organizationId: organizationParameter,
    locale: localeParameter,
  }),
  form: { cost: { rows: ["person_write"] }, path: "/organizations/:organizationId/trust-profile/shares" },
  run: async (input, { store, write, person, trust, baseUrl }) => {
    const label = foreignText(input.label);
    const days = /^\d{1,2}$/.test(input.days.trim()) ? Number(input.days) : 0;
    const faults: Fault[] = [];
    if (label === "" || [...label].length > 120) faults.push({ code: "title_invalid", field: "label" });
    if (days < 1 || days > MOST_DAYS) faults.push({ code: "date_invalid", field: "days", why: DAYS });
    refuseFaults(faults);
    const profile = await store.trust.profile();
    if (profile?.state !== "published" || profile.slug === null) throw new ServiceError(notYours);
    const [id, token, at] = [newId("shareLink"), newToken(), trust.now()];
    await write(async ({ store: own, record }) => {
      const { state } = await own.trust.lock(profile.questionnaire_version, at);
      if (state !== "published") throw new ServiceError(notYours);
      const live = (await own.trust.shares()).filter(
        (share) => stateOf(share.revoked_at, share.expires_at, at) === "valid",
      );
      refuseBeyond("live_shares", live.length);
      const times = { created_at: at, expires_at: at + days * DAY_MS };
      await own.trust.addShare({ id, label, tokenHash: hashToken(token), created_by: person.accountId, ...times });
      await record("trust.share_created", { type: "profile", id: profile.id }, { share: id, days });
    });
    return { id, address: `${baseUrl}/trust/${profile.slug}?share=${token}` };
  },
});

const DAYS = { sk: "1 až 90 dní", cs: "1 až 90 dní", en: "1 to 90 days" };

export const trustShareRevoke = defineCapability({
  name: "trust_share_revoke",
  access: "organization",
  effect: "write",
  right: "manage",
  needsSession: true,
  input: z.strictObject({ shareId: z.string(), organizationId: organizationParameter, locale: localeParameter }),
  form: {
    cost: { rows: ["person_write"] },
    path: "/organizations/:organizationId/trust-profile/shares/:shareId/revoke",
    leadsTo: "/organizations/:organizationId/trust-profile/shares",
    done: "revoked",
    gone: ({ untrusted }) => untrusted.gone,
  },
  run: async ({ shareId }, { store, write, trust }) => {
    const profile = await store.trust.profile();
    const share = (await store.trust.shares()).find(({ id }) => id === shareId);
    if (profile === undefined || share === undefined) throw new ServiceError(notYours);
    await write(async ({ store: own, record }) => {
      await own.trust.revokeShare(shareId, trust.now());
      await record("trust.share_revoked", { type: "profile", id: profile.id }, { share: shareId });
    });
    return { untrusted: { gone: foreignText(share.label) } };
  },
});

/** The share links of an organization. */
export const trustShares = defineCapability({
  name: "trust_shares",
  access: "organization",
  right: "manage",
  needsSession: true,
  input: z.strictObject({ organizationId: organizationParameter, locale: localeParameter }),
  run: async (_input, { store, trust }) => ({
    shares: (await store.trust.shares()).map(({ id, label, expires_at, revoked_at, last_used_at }) => ({
      id,
      state: stateOf(revoked_at, expires_at, trust.now()),
      expiresAt: new Date(expires_at).toISOString(),
      lastUsedAt: last_used_at === null ? null : new Date(last_used_at).toISOString(),
      untrusted: { label },
    })),
  }),
});

function stateOf(revokedAt: number | null, expiresAt: number, now: number): "valid" | "expired" | "revoked" {
  if (revokedAt !== null) return "revoked";
  return expiresAt <= now ? "expired" : "valid";
}

/** What a share link opens: the answers and evidence on request, and a file of it where one is named. */
export const trustShareOpen = defineCapability({
  name: "trust_share_open",
  access: "visitor",
  effect: "write",
  input: z.strictObject({
    slug: z.string(),
    token: z.string(),
    evidenceId: z.string().optional(),
    locale: localeParameter,
  }),
  run: async ({ slug, token, evidenceId }, { trust, change, accounts, baseUrl }) => {
    const profile = await trust.findBySlug(slug);
    const share =
      profile === undefined || !isToken(token)
        ? undefined
        : await trustShareByToken(accounts.state, profile.org_id, hashToken(token), trust.now());
    const revision = profile === undefined ? undefined : await trust.shown(profile);
    if (profile === undefined || share === undefined || revision === undefined) throw new ServiceError(noProfile);
    const { onRequest, evidence } = revision.snapshot;
    const opened = share.fields === null ? null : new Set<string>(JSON.parse(share.fields));
    const isOpened = (field: string) => opened === null || opened.has(field);
    const shown = evidence.filter(({ visibility, field_id }) => visibility === "on_request" && isOpened(field_id));
    const removed = await trust.removed(profile);
    const asked = shown.find(({ id }) => id === evidenceId && !removed.has(id));
    const content = asked?.file_sha256 == null ? undefined : await trust.file(profile.org_id, asked.file_sha256);
    if (evidenceId !== undefined && content === undefined) throw new ServiceError(noProfile);
    await countUse(share, profile, trust, change);
    return {
      answers: Object.fromEntries(Object.entries(onRequest).filter(([field]) => isOpened(field))),
      links: shown.map(({ id, field_id, title, url, expires_on }) => ({
        id,
        field: field_id,
        title,
        expiresOn: expires_on,
        ...removedOn(removed, id),
        url: url ?? `${baseUrl}/trust/${profile.slug}/evidence/${id}?share=${token}`,
      })),
      file: content === undefined || asked?.media_type == null ? null : { mediaType: asked.media_type, bytes: content },
      expiresAt: new Date(share.expires_at).toISOString(),
    };
  },
});

/** Counts a use in memory; once an hour, and at the first use of a day, in the state and perhaps in the log. */
async function countUse(
  { id, last_used_at }: Pick<TrustShare, "id" | "last_used_at">,
  { id: profileId, org_id: orgId }: { readonly id: string; readonly org_id: string },
  { shareUses, now }: Pick<TrustProfiles, "shareUses" | "now">,
  change: VisitorContext["change"],
): Promise<void> {
  const at = now();
  shareUses.add(orgId, id, at);
  if (isShareUseNoted(last_used_at, at)) return;
  const taken = shareUses.take(id);
  const noted = await change(async ({ tx, record }) => {
    const written = await noteShareUse(tx, { orgId, id, uses: taken.uses, earlier: taken.earlier, at });
    const target = { type: "profile", id: profileId } as const;
    const event = { action: "trust.share_used", actorId: null, orgId, target } as const;
    const count = written?.earlier ?? null;
    if (count !== null) await record({ ...event, details: { share: id, count } });
    if (written?.isFirstOfDay === true) await record({ ...event, details: { share: id } });
    return written;
  });
  if (noted === undefined) shareUses.giveBack(orgId, id, taken);
}
