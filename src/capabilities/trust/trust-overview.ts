import { z } from "zod";
import { dayOf } from "../../core/day.ts";
import { fold } from "../../core/fold.ts";
import { foreignText } from "../../core/foreign-text.ts";
import { hasRight } from "../../core/rights.ts";
import { identityGoneOn, isStale } from "../../rules/supplier-questionnaire/validity.ts";
import { ALWAYS_PUBLIC, visibilityOf } from "../../rules/supplier-questionnaire/visibility.ts";
import { visibleFields } from "../../rules/supplier-questionnaire/visible-fields.ts";
import type { OwnOrganization } from "../../state/organizations.ts";
import { organizationParameter } from "../calling/organization-parameter.ts";
import { localeParameter } from "../calling/parameters.ts";
import { defineCapability } from "../capability.ts";
import { draftAnswer, questionnaireOf, readDraft } from "./draft.ts";
import { imprintOf, isSameFirm } from "./publication.ts";

/** Where a value is from that nobody typed. */
type KnownFrom = "register" | "domain";

/** What the register and the proved domains say of the firm of an organization, by field. Values are foreign text. */
function knownOf(
  { name, country, firm_name, firm_seat }: OwnOrganization,
  domains: readonly { readonly domain: string; readonly added_at: number }[],
): Readonly<Record<string, { readonly from: KnownFrom; readonly value: string }>> {
  const words = fold(firm_name ?? name).replaceAll(" ", "");
  const isNear = (domain: string) => words.includes(fold(domain.split(".")[0] ?? "").replaceAll(" ", ""));
  const oldest = domains.toSorted((a, b) => a.added_at - b.added_at);
  const main = oldest.find(({ domain }) => isNear(domain)) ?? oldest[0];
  const all = [
    ["legalName", "register", firm_name],
    ["country", "register", firm_name === null ? null : country],
    ["registeredAddress", "register", firm_seat],
    ["primaryDomain", "domain", main?.domain ?? null],
  ] as const;
  return Object.fromEntries(
    all.flatMap(([field, from, value]) => (value === null ? [] : [[field, { from, value: foreignText(value) }]])),
  );
}

/** The editor of a profile: where the draft stands, area by area, and what was published. */
export const trustOverview = defineCapability({
  name: "trust_overview",
  access: "organization",
  needsSession: true,
  input: z.strictObject({ organizationId: organizationParameter, locale: localeParameter }),
  run: async ({ locale }, context) => {
    const { store, organization, role, baseUrl } = context;
    const [profile, evidence, revisions, proofs, domains] = await Promise.all([
      store.trust.profile(),
      store.trust.evidence(),
      store.trust.revisions(),
      store.trust.firmProofs(),
      store.domains(),
    ]);
    const questionnaire = questionnaireOf(profile, context);
    const { answers, visibility } = readDraft(profile);
    const visible = visibleFields(questionnaire, answers);
    const slug = profile?.state === "published" ? profile.slug : null;
    const shown =
      profile?.state === "published"
        ? revisions.find(({ revision }) => revision === profile.published_revision)
        : undefined;
    const lostAt = profile?.identity_lost_at ?? null;
    const own = proofs.filter((proof) => isSameFirm(proof, organization));
    const proof = own.find(({ method }) => method === "operator") ?? own[0];
    const iso = (at: number) => new Date(at).toISOString();
    return {
      organization: { id: organization.id, role, untrusted: { name: foreignText(organization.name) } },
      mayChange: hasRight(role, "change"),
      mayManage: hasRight(role, "manage"),
      version: profile?.draft_version ?? 0,
      today: context.today(),
      /** What proves the firm that the organization names. */
      firmProof: {
        method: proof === undefined || proof.lost_at !== null ? ("none" as const) : proof.method,
        checkedAt: proof === undefined ? null : iso(proof.checked_at),
        isMissing: proof !== undefined && proof.failures > 0,
        country: organization.country,
        ico: organization.ico,
        untrusted: {
          domain: typeof answers.primaryDomain === "string" ? answers.primaryDomain : null,
          url: proof?.method === "imprint" ? imprintOf(proof).url : null,
        },
      },
      address: slug === null ? null : `${baseUrl}/trust/${slug}`,
      isIndexed: profile?.is_indexed !== 0,
      showsScan: profile?.shows_scan === 1,
      contactAgreed: (profile?.contact_agreed_at ?? null) !== null,
      withdrawnReason: profile?.withdrawn_reason ?? null,
      isStale: shown !== undefined && isStale(shown.valid_until, context.today()),
      withdrawnOn: shown === undefined || lostAt === null ? null : identityGoneOn(dayOf(new Date(lostAt))),
      draft: draftAnswer(profile, evidence, context),
      /** What is known of the firm, for fields without an answer: it stands in the form until somebody saves it. */
      known: knownOf(
        organization,
        domains.filter(({ verified_at }) => verified_at !== null),
      ),
      areas: questionnaire.sections.map(({ id, title }) => {
        const fields = visible.filter(({ section }) => section === id);
        const open = fields.filter((field) => (answers[field.id] ?? null) === null);
        return {
          id,
          title: title[locale],
          visible: fields.length,
          answered: fields.length - open.length,
          missing: open.filter(({ required }) => required).length,
        };
      }),
      fields: visible.map(({ id }) => ({
        id,
        visibility: visibilityOf(id, visibility),
        mayHide: !ALWAYS_PUBLIC.includes(id),
      })),
      revisions: revisions.map((each) => ({
        revision: each.revision,
        publishedAt: iso(each.published_at),
        validUntil: each.valid_until,
        isShown: each === shown,
        withdrawnAt: each.withdrawn_at === null ? null : iso(each.withdrawn_at),
      })),
    };
  },
});
