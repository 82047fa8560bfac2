import { createHash } from "node:crypto";
import { z } from "zod";
import { dayOf } from "../../core/day.ts";
import type { Localized } from "../../core/locale.ts";
import { readDay } from "../../core/typed-day.ts";
import { slugOf } from "../../rules/supplier-questionnaire/slug.ts";
import { lastValidDay, validUntil } from "../../rules/supplier-questionnaire/validity.ts";
import { missingAnswers } from "../../rules/supplier-questionnaire/visible-fields.ts";
import { type OwnOrganization, organizationById } from "../../state/organizations.ts";
import type { TrustEvidence } from "../../state/trust-evidence.ts";
import { organizationParameter } from "../calling/organization-parameter.ts";
import { localeParameter } from "../calling/parameters.ts";
import { Refused } from "../calling/refusal.ts";
import { defineCapability } from "../capability.ts";
import type { OrganizationContext } from "../contexts.ts";
import { questionnaireOf, type ReadDraft, readDraft } from "./draft.ts";
import { type FirmLook, logClaim, lookForFirm, noteFirmLook } from "./firm-look.ts";
import { identityOptions, isFree } from "./identity-change.ts";
import {
  CONSENT_VERSION,
  chooseSlug,
  confirmAnew,
  firmOf,
  heldNumber,
  type Identity,
  identityOf,
  isNameOfOther,
  isSameFirm,
} from "./publication.ts";
import { statement } from "./statement.ts";
import { snapshotOf } from "./trust-document.ts";

const MISSING = ["ico_missing", "identity_missing", "answers_missing"] as const;

/** What would be published now, whether or not it may be yet. */
async function prepare(context: OrganizationContext) {
  const { store, organization, trust } = context;
  const [profile, evidence, domains, proofs] = await Promise.all([
    store.trust.profile(),
    store.trust.evidence(),
    store.domains(),
    store.trust.firmProofs(),
  ]);
  const read = readDraft(profile);
  const questionnaire = questionnaireOf(profile, context);
  const firm = await firmOf(organization, context);
  const { primaryDomain } = read.answers;
  const identity = identityOf({ firm: organization, primaryDomain, domains, proofs });
  const missing = missingAnswers(questionnaire, read.answers);
  return { profile, evidence, read, questionnaire, firm, identity, missing, at: trust.now() };
}

/** Evidence is added and removed beside the versions of the draft; nothing of an entry ever changes. */
function markOf(evidence: readonly Pick<TrustEvidence, "id">[]): string {
  return createHash("sha256")
    .update(evidence.map(({ id }) => id).join(" "))
    .digest("base64url");
}

/** The firm that was shown, so that another one is not published in its place. */
function firmMark({ country, ico }: Pick<OwnOrganization, "country" | "ico">): string {
  return ico === null ? "" : `${country}-${ico}`;
}

/** The page as it would be, and what keeps it from being published. */
export const trustPreview = defineCapability({
  name: "trust_preview",
  access: "organization",
  needsSession: true,
  input: z.strictObject({ organizationId: organizationParameter, locale: localeParameter }),
  run: async ({ locale }, context) => {
    const { profile, evidence, read, questionnaire, firm, identity, missing, at } = await prepare(context);
    const { organization } = context;
    const { document, onRequest } = snapshotOf(
      {
        slug: profile?.slug ?? "…",
        stated: firm ?? { country: organization.country ?? "SK", ico: organization.ico ?? "", name: null },
        identity: identity ?? { method: "domain", checkedAt: at, firm: null },
        revision: (profile?.published_revision ?? 0) + 1,
        publishedAt: profile?.published_at ?? at,
        updatedAt: at,
        validUntil: lastValidDay(dayOf(new Date(at))),
        questionnaire,
        answers: read.answers,
        visibility: read.visibility,
        evidence,
      },
      context,
    );
    const shown = new Set(document.untrusted.answers.map(({ id }) => id));
    const { issuer: _issuer, type: _type, ...published } = document;
    return {
      version: profile?.draft_version ?? 0,
      evidence: markOf(evidence),
      firm: firmMark(organization),
      isPublished: profile?.state === "published",
      missing: MISSING.filter(
        (code) =>
          (code === "ico_missing" && firm === undefined) ||
          (code === "identity_missing" && identity === undefined) ||
          (code === "answers_missing" && missing.length > 0),
      ),
      missingAnswers: [...missing],
      lastValidDay: document.validUntil,
      onRequest: Object.keys(onRequest),
      left: Object.keys(read.answers).filter(
        (id) => !shown.has(id) && read.visibility[id] === "private" && questionnaire.fieldById.has(id),
      ),
      published: {
        ...published,
        untrusted: {
          ...published.untrusted,
          answers: published.untrusted.answers.map((each) => ({
            ...each,
            question: questionnaire.fieldById.get(each.id)?.label[locale] ?? each.question,
          })),
        },
      },
    };
  },
});

/** Publishes the draft as a new revision that is never changed. */
export const trustPublish = defineCapability({
  name: "trust_publish",
  access: "organization",
  effect: "write",
  right: "manage",
  needsSession: true,
  input: z.strictObject({
    slug: z.string().default("").describe("Empty: proposed or kept."),
    validUntil: z.string().default("").describe("Empty: 12 months."),
    confirm: z.string().default("").describe("1: the statements are confirmed."),
    current: z.string().default("").describe("Password or code."),
    version: z.number().int().optional().describe("Of the draft that was shown."),
    evidence: z.string().optional().describe("Mark of the evidence that was shown."),
    firm: z.string().optional().describe("Country and number that were shown."),
    organizationId: organizationParameter,
    locale: localeParameter,
  }),
  published: {
    title: "Publication of the profile",
    description:
      "Publishes the draft of the trust profile. For a signed-in person on the website alone: a key never publishes.",
    output: z.object({ slug: z.string(), revision: z.number().int() }),
  },
  rest: [
    {
      method: "POST",
      path: "/api/v1/trust-profile/publish",
      cost: { rows: ["person_write"] },
      only: ["organizationId"],
      problems: ["session_required"],
    },
  ],
  form: {
    cost: { rows: ["person_write"] },
    path: "/organizations/:organizationId/trust-profile/publish",
    leadsTo: "/organizations/:organizationId/trust-profile",
    done: "done",
  },
  run: async (input, context) => {
    const { person, organization, write, trust } = context;
    await confirmAnew(context, input.current);
    if (input.confirm !== "1") throw new Refused([{ code: "confirm_missing", field: "confirm" }]);
    const { profile: before, read, questionnaire, firm, identity: known, missing } = await prepare(context);
    if (firm === undefined) throw new Refused([{ code: "ico_missing" }]);
    if (known === undefined) throw new Refused([{ code: "identity_missing" }]);
    if (missing.length > 0) throw new Refused([{ code: "answers_missing", why: listed(missing, questionnaire) }]);
    const at = trust.now();
    // The number may stand on the website without anybody having looked.
    const looked = known.firm === null ? await lookAtPublication(read, context) : null;
    const identity: Identity =
      looked === null ? known : { method: "imprint", checkedAt: at, firm: { country: firm.country, ico: firm.ico } };
    const day = dayOf(new Date(at));
    const until = validUntil(day, input.validUntil === "" ? null : (readDay(input.validUntil) ?? ""));
    if (until === undefined) throw new Refused([{ code: "date_invalid", field: "validUntil", why: UNTIL }]);
    const entered = input.slug.trim();
    const name = String(read.answers.legalName ?? "");
    const wanted = entered === "" ? (before?.slug ?? slugOf(name)) : entered;
    const other = wanted !== before?.slug && (await isNameOfOther(wanted, firm.ico, context));
    return write(async ({ store, record, ipPrefix }) => {
      const locked = await organizationById(store.trust.db, organization.id);
      const named = input.firm ?? firmMark(organization);
      if (locked === undefined || firmMark(locked) !== named || !isSameFirm(locked, firm)) {
        throw new Refused([{ code: "changed_meanwhile" }]);
      }
      const profile = await store.trust.lock(questionnaire.version, at);
      const shown = input.version ?? before?.draft_version ?? 0;
      if (profile.draft_version !== shown || profile.draft_version !== (before?.draft_version ?? 0)) {
        throw new Refused([{ code: "changed_meanwhile" }]);
      }
      const evidence = await store.trust.evidence();
      if (input.evidence !== undefined && input.evidence !== markOf(evidence)) {
        throw new Refused([{ code: "changed_meanwhile" }]);
      }
      const { db } = store.trust;
      const slug = await chooseSlug(db, {
        entered,
        own: profile.slug,
        name,
        orgId: organization.id,
        isNameOfOther: other,
        now: at,
      });
      if (looked !== null && (await noteFirmLook(db, organization.id, looked, at))) {
        const target = { type: "organization", id: organization.id } as const;
        await record("trust.firm_proved", target, { method: "imprint" });
        logClaim(context.accounts, organization.id, firm);
      }
      const options = identityOptions(context.accounts, context);
      if (!(await isFree(db, organization.id, identity, options, at))) throw new Refused([{ code: "ico_taken" }]);
      const revision = await store.trust.nextRevision();
      const publishedAt = profile.state === "published" ? (profile.published_at ?? at) : at;
      const made = snapshotOf(
        {
          slug,
          stated: firm,
          identity,
          revision,
          publishedAt,
          updatedAt: at,
          validUntil: until,
          questionnaire,
          answers: read.answers,
          visibility: read.visibility,
          evidence,
        },
        context,
      );
      statement.parse(made.document);
      const signed = await trust.sign(db, made.document, at);
      if (profile.slug !== null && profile.slug !== slug) await store.trust.changeSlug(profile, slug, at);
      await store.trust.publish(
        {
          revision,
          questionnaire_version: questionnaire.version,
          snapshot: JSON.stringify(made),
          canonical_sha256: signed.sha256,
          jws: JSON.stringify(signed.jws),
          key_id: signed.keyId,
          published_at: at,
          published_by: person.accountId,
          ip_prefix: ipPrefix,
          consent_version: CONSENT_VERSION,
          valid_until: until,
        },
        {
          slug,
          ...heldNumber(identity, trust),
          identity_method: identity.method,
          identity_checked_at: identity.checkedAt,
          published_at: publishedAt,
        },
      );
      const details = { revision, consent: CONSENT_VERSION, sha256: signed.sha256 };
      await record("trust.confirmed", { type: "profile", id: profile.id }, details);
      await record("trust.published", { type: "profile", id: profile.id }, { revision, validUntil: until });
      return { slug, revision };
    });
  },
});

/** Looks for the number on the website, as often as the button may. @returns what was found; `null`: nothing */
async function lookAtPublication({ answers }: ReadDraft, context: OrganizationContext): Promise<FirmLook | null> {
  const { accounts, organization, store } = context;
  const counted = await accounts.allowance.take(["firm_look"], organization.id);
  if (!counted.allowed) return null;
  const look = await lookForFirm(organization, answers.primaryDomain, await store.domains(), context);
  return look.outcome === "found" ? look : null;
}

/** Ids of the questionnaire are our own words: they may stand in a message. */
function listed(ids: readonly string[], { fieldById }: ReturnType<typeof questionnaireOf>): Localized {
  const names = (locale: "sk" | "cs" | "en") => ids.map((id) => fieldById.get(id)?.label[locale] ?? id).join("; ");
  return { sk: names("sk"), cs: names("cs"), en: names("en") };
}

const UNTIL: Localized = {
  sk: "platnosť končí po dnešku a najneskôr o 12 mesiacov",
  cs: "platnost končí po dnešku a nejpozději za 12 měsíců",
  en: "validity ends after today and within 12 months",
};
