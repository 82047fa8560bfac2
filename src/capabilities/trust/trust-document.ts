import { dayOf } from "../../core/day.ts";
import type { Locale } from "../../core/locale.ts";
import type { SupplierQuestionnaire } from "../../knowledge/supplier-questionnaire.ts";
import { coverageOf } from "../../rules/supplier-questionnaire/coverage.ts";
import { slugOf } from "../../rules/supplier-questionnaire/slug.ts";
import { isStale } from "../../rules/supplier-questionnaire/validity.ts";
import { type Visibility, visibilityOf } from "../../rules/supplier-questionnaire/visibility.ts";
import {
  type SupplierAnswer,
  type SupplierAnswers,
  visibleFields,
} from "../../rules/supplier-questionnaire/visible-fields.ts";
import type { TrustEvidence } from "../../state/trust-evidence.ts";
import type { PublishedProfile } from "../../state/trust-profiles.ts";
import { DISCLAIMER } from "../answers/disclaimer.ts";
import type { Services } from "../contexts.ts";
import { attributionOf } from "./attribution.ts";
import type { Identity } from "./publication.ts";
import type { MadeSnapshot, PublishedAnswer, ShownEvidence, Snapshot, Statement, TrustDocument } from "./statement.ts";
import type { ReadRevision } from "./trust-profiles.ts";

/** What a publication is made of. Instants in milliseconds since 1970. */
export interface ToPublish {
  readonly slug: string;
  /** The firm that the organization names, with its name in the register. */
  readonly stated: Statement["untrusted"]["statedFirm"] & { readonly name: string | null };
  readonly identity: Identity;
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
export function snapshotOf(of: ToPublish, services: Services): MadeSnapshot {
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
  const { identity, stated } = of;
  const isDomainPublic = seen.some(({ id }) => id === "primaryDomain" && !isOnRequest(id));
  const day = dayOf(new Date(of.updatedAt));
  const document: TrustDocument = {
    issuer: services.baseUrl,
    type: "dosah-trust-profile/2",
    slug: of.slug,
    ...provedFirm(identity),
    profileUrl,
    selfDeclared: true,
    verifiedByService: false,
    identity: shownIdentity(identity),
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
    nameDiffers: identity.firm === null ? null : isOtherName(name, stated.name),
    indicative: true,
    disclaimer: DISCLAIMER.sk,
    dataAsOf: day,
    untrusted: {
      name: typeof name === "string" ? name : "",
      registerName: identity.firm === null ? null : stated.name,
      statedFirm: { country: stated.country, ico: stated.ico },
      primaryDomain: shownDomain(identity, isDomainPublic, given("primaryDomain")),
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
  const proved = identity.method === "operator" ? null : given("primaryDomain");
  return { document, onRequest, evidence, ...(typeof proved === "string" ? { provedDomain: proved } : {}) };
}

/** Who is proved to speak, as a document says it. */
function shownIdentity({ method, checkedAt, firm }: Identity): TrustDocument["identity"] {
  return { method, firmChecked: firm !== null, checkedAt: iso(checkedAt) };
}

function provedFirm({ firm }: Identity): Pick<TrustDocument, "country" | "ico"> {
  return { country: firm?.country ?? null, ico: firm?.ico ?? null };
}

/** The domain is shown where the supplier shows it, and where it is what the firm was found on. */
function shownDomain({ method }: Identity, isPublic: boolean, domain: unknown): string | null {
  return typeof domain === "string" && (isPublic || method === "imprint") ? domain : null;
}

/** True where a name is not that of the register; case, diacritics, punctuation and the legal form say nothing. */
function isOtherName(name: unknown, registerName: string | null): boolean {
  return registerName !== null && slugOf(String(name ?? "")) !== slugOf(registerName);
}

/**
 * What a revision of the system keeps: the same answers with the same validity, under another identity.
 * @param registerName the name of the firm that is proved now
 */
export function restated(
  before: Snapshot,
  {
    identity,
    registerName,
    revision,
    slug,
    at,
  }: {
    readonly identity: Identity;
    readonly registerName: string | null;
    readonly revision: number;
    readonly slug: string;
    readonly at: number;
  },
  { baseUrl }: Pick<Services, "baseUrl">,
): MadeSnapshot {
  const former = current(before);
  const { untrusted } = former;
  const stated = untrusted.answers.find(({ id }) => id === "primaryDomain");
  const isDomainPublic = stated !== undefined && stated.visibility !== "on_request";
  const domain = before.provedDomain ?? (isDomainPublic ? stated.value : before.onRequest.primaryDomain);
  const document: TrustDocument = {
    ...former,
    type: "dosah-trust-profile/2",
    slug,
    profileUrl: `${baseUrl}/trust/${slug}`,
    ...provedFirm(identity),
    identity: shownIdentity(identity),
    revision,
    updatedAt: iso(at),
    dataAsOf: dayOf(new Date(at)),
    nameDiffers: identity.firm === null ? null : isOtherName(untrusted.name, registerName),
    untrusted: {
      ...untrusted,
      registerName: identity.firm === null ? null : registerName,
      primaryDomain: shownDomain(identity, isDomainPublic, domain),
    },
  };
  const { provedDomain: _former, ...rest } = before;
  const isByDomain = identity.method !== "operator" && typeof domain === "string";
  return { ...rest, document, ...(isByDomain ? { provedDomain: domain } : {}) };
}

/** The document in the words of today; one of the former type names the firm that the supplier said it was. */
function current({ document }: Snapshot): Omit<TrustDocument, "type"> {
  if (document.type === "dosah-trust-profile/2") return document;
  const { country, ico, identity, untrusted } = document;
  return {
    ...document,
    identity: { ...identity, firmChecked: identity.method === "operator" },
    nameDiffers: null,
    untrusted: {
      ...untrusted,
      registerName: null,
      statedFirm: { country: country ?? "SK", ico: ico ?? "" },
    },
  };
}

/** When evidence was taken back, as a day; nothing for evidence that is there. */
export function removedOn(
  removed: ReadonlyMap<string, number>,
  id: string | undefined,
): { readonly removedOn?: string } {
  const at = id === undefined ? undefined : removed.get(id);
  return at === undefined ? {} : { removedOn: dayOf(new Date(at)) };
}

/** The answer about a published profile in a language, as it stands on a day. Answers stay as written. */
export function answerOf(
  profile: PublishedProfile,
  { snapshot, canonical_sha256: sha256, key_id: keyId }: ReadRevision,
  locale: Locale,
  removed: ReadonlyMap<string, number>,
  services: Services,
): PublishedAnswer {
  const { issuer: _issuer, type: _type, ...document } = { type: null, ...current(snapshot) };
  const { slug, identity_method: method, identity_checked_at: checkedAt, identity_lost_at: lostAt } = profile;
  const firmChecked = method !== "domain";
  const profileUrl = `${services.baseUrl}/trust/${slug}`;
  const all = services.knowledge.supplierQuestionnaires;
  const questionnaire = all.byVersion.get(document.questionnaireVersion);
  const open = snapshot.evidence.filter(({ visibility }) => visibility === "public");
  return {
    ...document,
    slug,
    profileUrl,
    stale: isStale(document.validUntil, services.today()),
    ...(firmChecked ? {} : { country: null, ico: null }),
    identity: {
      method,
      firmChecked,
      checkedAt: iso(checkedAt),
      ...(lostAt === null ? {} : { lostAt: iso(lostAt) }),
    },
    signature: { url: `${profileUrl}.jws.json`, keyId, sha256 },
    ...(questionnaire === undefined ? {} : { attribution: attributionOf(questionnaire, locale, services) }),
    disclaimer: DISCLAIMER[locale],
    untrusted: {
      ...document.untrusted,
      // A file stands at the address that the profile has now, which is another one once its slug was changed.
      links: document.untrusted.links.map((link, index) => ({
        ...link,
        ...removedOn(removed, open[index]?.id),
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
