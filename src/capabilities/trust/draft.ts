import { z } from "zod";
import type { Country } from "../../core/country.ts";
import { readCountry } from "../../core/country-names.ts";
import type { Localized } from "../../core/locale.ts";
import { ServiceError } from "../../core/problem.ts";
import { bareEmail, readPhone, withScheme } from "../../core/typed-contact.ts";
import { readHours } from "../../core/typed-hours.ts";
import { readEmailAddress } from "../../identity/email-address.ts";
import type { SupplierField, SupplierQuestionnaire } from "../../knowledge/supplier-questionnaire.ts";
import { type AnswerFault, type AnswerReaders, checkAnswer } from "../../rules/supplier-questionnaire/check-answer.ts";
import {
  ALWAYS_PUBLIC,
  VISIBILITIES,
  type Visibility,
  visibilityOf,
} from "../../rules/supplier-questionnaire/visibility.ts";
import type { SupplierAnswer } from "../../rules/supplier-questionnaire/visible-fields.ts";
import type { TrustEvidence } from "../../state/trust-evidence.ts";
import type { TrustProfile } from "../../state/trust-profiles.ts";
import type { Services } from "../contexts.ts";
import { readTypedDomain } from "../scans/typed-domain.ts";
import { alwaysPublic, answerRefused, unknownField } from "./trust-problems.ts";

const answer = z.union([z.string(), z.boolean(), z.number(), z.null()]);

/** The draft of a profile as every face shows it. */
export const draft = z.object({
  questionnaireVersion: z.string(),
  state: z.enum(["draft", "published", "withdrawn"]),
  slug: z.string().nullable(),
  answers: z.record(z.string(), answer).describe("Under untrusted rules: text of the supplier, by field."),
  visibility: z.record(z.string(), z.enum(VISIBILITIES)).describe("Who sees each field, chosen or by default."),
  evidence: z.array(
    z.object({
      id: z.string(),
      fieldId: z.string(),
      kind: z.enum(["link", "file"]),
      title: z.string(),
      url: z.string().nullable(),
      mediaType: z.string().nullable(),
      size: z.number().int().nullable(),
      issuedOn: z.string().nullable(),
      expiresOn: z.string().nullable(),
      visibility: z.enum(VISIBILITIES),
    }),
  ),
});

export type Draft = z.output<typeof draft>;

/** The answers and choices of a draft, read. */
export interface ReadDraft {
  readonly answers: Readonly<Record<string, SupplierAnswer>>;
  readonly visibility: Readonly<Record<string, Visibility>>;
}

/** What is stored; nothing where nothing was saved yet. */
export function readDraft(profile: Pick<TrustProfile, "draft_answers" | "draft_visibility"> | undefined): ReadDraft {
  if (profile === undefined) return { answers: {}, visibility: {} };
  return { answers: JSON.parse(profile.draft_answers), visibility: JSON.parse(profile.draft_visibility) };
}

/** The questionnaire that a draft is answered in; a new one takes the newest. */
export function questionnaireOf(
  profile: Pick<TrustProfile, "questionnaire_version"> | undefined,
  { knowledge: { supplierQuestionnaires: all } }: Services,
): SupplierQuestionnaire {
  return (profile === undefined ? undefined : all.byVersion.get(profile.questionnaire_version)) ?? all.newest;
}

/** The draft in the words of the answer: every field, `null` where there is no answer. */
export function draftAnswer(
  profile: TrustProfile | undefined,
  evidence: readonly TrustEvidence[],
  services: Services,
): z.output<typeof draft> {
  const questionnaire = questionnaireOf(profile, services);
  const { answers, visibility } = readDraft(profile);
  return {
    questionnaireVersion: questionnaire.version,
    state: profile?.state ?? "draft",
    slug: profile?.slug ?? null,
    answers: Object.fromEntries(questionnaire.fields.map(({ id }) => [id, answers[id] ?? null])),
    visibility: Object.fromEntries(questionnaire.fields.map(({ id }) => [id, visibilityOf(id, visibility)])),
    evidence: evidence.map((each) => ({
      id: each.id,
      fieldId: each.field_id,
      kind: each.kind,
      title: each.title,
      url: each.url,
      mediaType: each.media_type,
      size: each.size,
      issuedOn: each.issued_on,
      expiresOn: each.expires_on,
      visibility: each.visibility,
    })),
  };
}

/** How names of the network are read here; nobody is asked. */
export function readersOf({ scans }: Services): AnswerReaders {
  return {
    domain: (text) => readTypedDomain(text, scans, true)?.target.host ?? null,
    email: (text) => readEmailAddress(text) ?? null,
  };
}

/** Answers as they may be stored. @throws ServiceError for an unknown field and for a value that does not fit */
export function checkedAnswers(
  questionnaire: SupplierQuestionnaire,
  sent: Readonly<Record<string, unknown>>,
  services: Services,
): Record<string, SupplierAnswer> {
  const answers: Record<string, SupplierAnswer> = {};
  for (const [id, value] of Object.entries(sent)) {
    const field = questionnaire.fieldById.get(id);
    if (field === undefined) throw new ServiceError(unknownField("answers"));
    const checked = checkAnswer(field, value, readersOf(services));
    if (!checked.ok) throw new ServiceError(answerRefused(id, ANSWER_FAULTS[checked.fault]));
    if (checked.value !== null) answers[id] = checked.value;
  }
  return answers;
}

/** Whether an answer states another country than the organization's firm is of. */
export function isElsewhere(
  fieldId: string,
  value: SupplierAnswer | null,
  { country }: { readonly country: Country | null },
): boolean {
  return fieldId === "country" && country !== null && value !== null && value !== country;
}

/** Choices as they may be stored. @throws ServiceError for an unknown field, and for one that is always public */
export function checkedVisibility(
  questionnaire: SupplierQuestionnaire,
  sent: Readonly<Record<string, Visibility>>,
): Record<string, Visibility> {
  const chosen: Record<string, Visibility> = {};
  for (const [id, visibility] of Object.entries(sent)) {
    if (!questionnaire.fieldById.has(id)) throw new ServiceError(unknownField("visibility"));
    if (!ALWAYS_PUBLIC.includes(id)) chosen[id] = visibility;
    else if (visibility !== "public") throw new ServiceError(alwaysPublic(id));
  }
  return chosen;
}

/**
 * What a form or a file sends for a field, read as people write it; text that does not fit stays text and is refused.
 * @param country of the firm, for telephone numbers
 */
export function typedValue({ type }: SupplierField, text: string, country: Country | null): unknown {
  const trimmed = text.trim();
  if (trimmed === "") return null;
  switch (type) {
    case "boolean":
      return trimmed === "yes" ? true : trimmed === "no" ? false : text;
    case "integer":
      return readHours(trimmed) ?? text;
    case "country":
      return readCountry(trimmed) ?? text;
    case "phone":
      return readPhone(trimmed, country);
    case "email":
      return bareEmail(trimmed);
    case "url":
      return withScheme(trimmed);
    default:
      return text;
  }
}

/** Why an answer does not fit, as the end of a sentence. */
export const ANSWER_FAULTS: Readonly<Record<AnswerFault, Localized>> = {
  type: { sk: "čaká sa iný druh odpovede", cs: "čeká se jiný druh odpovědi", en: "another kind of answer is expected" },
  too_long: {
    sk: "je pridlhá (riadok najviac 200 znakov, text 4000)",
    cs: "je příliš dlouhá (řádek nejvýše 200 znaků, text 4000)",
    en: "it is too long (a line at most 200 characters, a text 4000)",
  },
  too_many_lines: { sk: "najviac 20 riadkov", cs: "nejvýše 20 řádků", en: "at most 20 lines" },
  out_of_range: { sk: "0 až 8760 hodín", cs: "0 až 8760 hodin", en: "0 to 8760 hours" },
  not_an_option: { sk: "vyberte jednu z možností", cs: "vyberte jednu z možností", en: "choose one of the options" },
  not_a_country: {
    sk: "dve písmená štátu, napríklad SK",
    cs: "dvě písmena státu, například CZ",
    en: "two letters of a country, such as SK",
  },
  not_a_domain: {
    sk: "doména bez https:// a bez cesty, napríklad firma.sk",
    cs: "doména bez https:// a bez cesty, například firma.cz",
    en: "a domain without https:// and without a path, such as firma.sk",
  },
  not_an_email: { sk: "to nie je e-mailová adresa", cs: "to není e-mailová adresa", en: "it is not an e-mail address" },
  not_a_phone: {
    sk: "číslo v tvare +421 2 123 456 78, poznámka v zátvorke",
    cs: "číslo ve tvaru +420 123 456 789, poznámka v závorce",
    en: "a number such as +421 2 123 456 78, a note in brackets",
  },
  not_a_url: { sk: "adresa začína https://", cs: "adresa začíná https://", en: "an address begins with https://" },
};
