import { dayOf } from "../../core/day.ts";
import type { Locale } from "../../core/locale.ts";
import type { SupplierQuestionnaire } from "../../knowledge/supplier-questionnaire.ts";
import { coverageOf } from "../../rules/supplier-questionnaire/coverage.ts";
import { isStale } from "../../rules/supplier-questionnaire/validity.ts";
import { type Visibility, visibilityOf } from "../../rules/supplier-questionnaire/visibility.ts";
import {
  type SupplierAnswer,
  type SupplierAnswers,
  visibleFields,
} from "../../rules/supplier-questionnaire/visible-fields.ts";
import type { TrustEvidence } from "../../state/trust-evidence.ts";
import type { IdentityMethod, PublishedProfile } from "../../state/trust-profiles.ts";
import { DISCLAIMER } from "../answers/disclaimer.ts";
import type { Services } from "../contexts.ts";
import { attributionOf } from "./attribution.ts";
import type { PublishedAnswer, ShownEvidence, Snapshot, Statement, TrustDocument } from "./statement.ts";
import type { ReadRevision } from "./trust-profiles.ts";

/** What a publication is made of. Instants in milliseconds since 1970. */
export interface ToPublish {
  readonly slug: string;
  readonly country: Statement["country"];
  readonly ico: string;
  readonly identity: { readonly method: IdentityMethod; readonly checkedAt: number };
  readonly revision: number;
  readonly publishedAt: number;
  readonly updatedAt: number;
  readonly validUntil: string;
  readonly questionnaire: SupplierQuestionnaire;
  readonly answers: SupplierAnswers;
  readonly visibility: Readonly<Record<string, Visibility>>;
  readonly evidence: readonly TrustEvidence[];
}

const iso = (at: number) => new Date(at).toISOString();

/** Makes what a revision keeps. Hidden answers are dropped, private ones counted and left out. */
export function snapshotOf(of: ToPublish, services: Services): Snapshot {
  const { questionnaire, answers, visibility: chosen } = of;
  const visible = visibleFields(questionnaire, answers);
  const given = (id: string): SupplierAnswer => answers[id] ?? null;
  const seen = visible.filter(({ id }) => visibilityOf(id, chosen) !== "private");
  const isOnRequest = (id: string) => visibilityOf(id, chosen) === "on_request";
  const profileUrl = `${services.baseUrl}/trust/${of.slug}`;
  const name = given("legalName");
  const evidence = of.evidence.flatMap(({ visibility, ...each }): ShownEvidence[] => {
    const field = seen.find(({ id }) => id === each.field_id);
    if (visibility === "private" || field === undefined) return [];
    return [{ ...each, visibility: isOnRequest(field.id) ? "on_request" : visibility }];
  });
  const domain = seen.some(({ id }) => id === "primaryDomain" && !isOnRequest(id)) ? given("primaryDomain") : null;
  const day = dayOf(new Date(of.updatedAt));
  const document: TrustDocument = {
    issuer: services.baseUrl,
    type: "dosah-trust-profile/1",
    slug: of.slug,
    country: of.country,
    ico: of.ico,
    profileUrl,
    selfDeclared: true,
    verifiedByService: false,
    identity: { method: of.identity.method, checkedAt: iso(of.identity.checkedAt) },
    revision: of.revision,
    publishedAt: iso(of.publishedAt),
    updatedAt: iso(of.updatedAt),
    validUntil: of.validUntil,
    stale: false,
    questionnaireVersion: questionnaire.version,
    visibleFields: visible.length,
    answeredFields: visible.filter(({ id }) => given(id) !== null).length,
    coverage: coverageOf(visible, answers, chosen).map((each) => ({ ...each })),
    attribution: attributionOf(questionnaire, "sk", services),
    indicative: true,
    disclaimer: DISCLAIMER.sk,
    dataAsOf: day,
    untrusted: {
      name: typeof name === "string" ? name : "",
      primaryDomain: typeof domain === "string" ? domain : null,
      links: evidence
        .filter(({ visibility }) => visibility === "public")
        .map(({ id, field_id, title, url, expires_on }) => ({
          field: field_id,
          title,
          url: url ?? `${profileUrl}/evidence/${id}`,
          expiresOn: expires_on,
        })),
      answers: seen.map(({ id, label, letters }) =>
        isOnRequest(id)
          ? { id, question: label.sk, value: null, letters: [...letters], visibility: "on_request" as const }
          : { id, question: label.sk, value: given(id), letters: [...letters] },
      ),
    },
  };
  const onRequest = Object.fromEntries(seen.filter(({ id }) => isOnRequest(id)).map(({ id }) => [id, given(id)]));
  const proved = of.identity.method === "domain" ? given("primaryDomain") : null;
  return { document, onRequest, evidence, ...(typeof proved === "string" ? { provedDomain: proved } : {}) };
}

/** The answer about a published profile in a language, as it stands on a day. Answers stay as written. */
export function answerOf(
  profile: PublishedProfile,
  { snapshot, canonical_sha256: sha256, key_id: keyId }: ReadRevision,
  locale: Locale,
  services: Services,
): PublishedAnswer {
  const { issuer: _issuer, type: _type, ...document } = snapshot.document;
  const { slug, identity_method: method, identity_checked_at: checkedAt, identity_lost_at: lostAt } = profile;
  const profileUrl = `${services.baseUrl}/trust/${slug}`;
  const all = services.knowledge.supplierQuestionnaires;
  const questionnaire = all.byVersion.get(document.questionnaireVersion);
  return {
    ...document,
    slug,
    profileUrl,
    stale: isStale(document.validUntil, services.today()),
    identity: {
      method,
      checkedAt: iso(checkedAt),
      ...(lostAt === null ? {} : { lostAt: iso(lostAt) }),
    },
    signature: { url: `${profileUrl}.jws.json`, keyId, sha256 },
    ...(questionnaire === undefined ? {} : { attribution: attributionOf(questionnaire, locale, services) }),
    disclaimer: DISCLAIMER[locale],
    untrusted: {
      ...document.untrusted,
      // A file stands at the address that the profile has now, which is another one once its slug was changed.
      links: document.untrusted.links.map((link) => ({
        ...link,
        url: link.url.startsWith(`${document.profileUrl}/evidence/`)
          ? `${profileUrl}${link.url.slice(document.profileUrl.length)}`
          : link.url,
      })),
      answers: document.untrusted.answers.map((each) => ({
        ...each,
        question: questionnaire?.fieldById.get(each.id)?.label[locale] ?? each.question,
      })),
    },
  };
}
