import type { Locale, Localized } from "../../core/locale.ts";
import { SUPPLIER_LETTERS } from "../../knowledge/supplier-questionnaire-ids.ts";
import { DECLINE_REASONS, type DeclineReason } from "../../state/supplier-asks.ts";
import { CRITICALITIES, type Criticality, JUDGEMENTS, type Judgement } from "../../state/supplier-changes.ts";
import { categoryNames } from "../scope/category-names.ts";
import type { AskState } from "./ask-state.ts";
import type { ProfileState } from "./supplier-profile.ts";
import type { SupplierRow } from "./supplier-row.ts";

/** A firm that no register knows has no category: it is not known, and not out of scope. */
export const NOT_KNOWN: Localized = { sk: "Nie je známe", cs: "Není známo", en: "Not known" };

export const PROFILE_TEXTS: Readonly<Record<ProfileState, Localized>> = {
  published: { sk: "Zverejnený", cs: "Zveřejněný", en: "Published" },
  stale: { sk: "Už neplatí", cs: "Už neplatí", en: "No longer valid" },
  withdrawn: { sk: "Už nie je zverejnený", cs: "Už není zveřejněný", en: "No longer published" },
  none: { sk: "Bez profilu", cs: "Bez profilu", en: "No profile" },
};

export const JUDGEMENT_TEXTS: Readonly<Record<Judgement | "none", Localized>> = {
  suitable: { sk: "Vyhovuje", cs: "Vyhovuje", en: "Suitable" },
  conditions: { sk: "Vyhovuje s podmienkami", cs: "Vyhovuje s podmínkami", en: "Suitable with conditions" },
  unsuitable: { sk: "Nevyhovuje", cs: "Nevyhovuje", en: "Not suitable" },
  none: { sk: "Bez hodnotenia", cs: "Bez hodnocení", en: "Not judged" },
};

export const CRITICALITY_TEXTS: Readonly<Record<Criticality | "none", Localized>> = {
  critical: { sk: "Kritická", cs: "Kritická", en: "Critical" },
  high: { sk: "Vysoká", cs: "Vysoká", en: "High" },
  medium: { sk: "Stredná", cs: "Střední", en: "Medium" },
  low: { sk: "Nízka", cs: "Nízká", en: "Low" },
  none: { sk: "Neurčená", cs: "Neurčena", en: "Not set" },
};

/** What became of the request to a supplier. */
export const ASK_TEXTS: Readonly<Record<AskState, Localized>> = {
  none: { sk: "Nepožiadaný", cs: "Nepožádán", en: "Not asked" },
  asked: { sk: "Požiadaný", cs: "Požádán", en: "Asked" },
  opened: { sk: "Otvorená", cs: "Otevřena", en: "Opened" },
  started: { sk: "Rozpracovaný", cs: "Rozpracován", en: "Begun" },
  published: { sk: "Zverejnený", cs: "Zveřejněn", en: "Published" },
  declined: { sk: "Odmietnutá", cs: "Odmítnuta", en: "Declined" },
  expired: { sk: "Platnosť vypršala", cs: "Platnost vypršela", en: "Expired" },
  stopped: { sk: "Ďalšie žiadosti odmietol", cs: "Další žádosti odmítl", en: "Wants no further requests" },
};

/** Why a request is declined, in words. */
export const DECLINE_TEXTS: Readonly<Record<DeclineReason, Localized>> = {
  unknown: { sk: "Zákazníka nepoznáme", cs: "Zákazníka neznáme", en: "We do not know the customer" },
  not_supplier: { sk: "Nie sme jeho dodávateľ", cs: "Nejsme jeho dodavatel", en: "We are not its supplier" },
  other: { sk: "Iný dôvod", cs: "Jiný důvod", en: "Another reason" },
};

/** What the forms offer, in their order. */
export const DECLINE_CHOICES = DECLINE_REASONS;
export const CRITICALITY_CHOICES = CRITICALITIES;

/** What a form offers; the empty one is no judgement. */
export const JUDGEMENT_CHOICES: readonly (Judgement | "")[] = [...JUDGEMENTS, ""];

/** The columns of the list in a spreadsheet, with these headers in every language. */
const COLUMNS: Readonly<Record<string, (row: SupplierRow, locale: Locale) => string>> = {
  country: ({ country }) => country,
  ico: ({ ico }) => ico,
  name: ({ untrusted }) => untrusted.name ?? "",
  register: ({ register }) => register,
  status: ({ status }) => status ?? "",
  category: ({ category }) => category ?? "",
  categoryText: ({ category }, locale) =>
    (category === null ? NOT_KNOWN : categoryNames[category])[locale].toLowerCase(),
  regime: ({ regime }) => regime?.id ?? "",
  profileState: ({ profile }) => profile.state,
  profileStateText: ({ profile }, locale) => PROFILE_TEXTS[profile.state][locale].toLowerCase(),
  profileUrl: ({ profile }) => profile.url ?? "",
  revision: ({ profile }) => numberOrNothing(profile.revision),
  statedOn: ({ profile }) => profile.statedOn ?? "",
  validUntil: ({ profile }) => profile.validUntil ?? "",
  visibleFields: ({ profile }) => numberOrNothing(profile.visibleFields),
  answeredFields: ({ profile }) => numberOrNothing(profile.answeredFields),
  ...Object.fromEntries(
    SUPPLIER_LETTERS.map((letter) => [
      `coverage ${letter}`,
      ({ profile }: SupplierRow) => profile.coverage.find((row) => row.letter === letter)?.state ?? "",
    ]),
  ),
  judgement: ({ judgement }) => judgement ?? "",
  judgementText: ({ judgement }, locale) => JUDGEMENT_TEXTS[judgement ?? "none"][locale].toLowerCase(),
  note: ({ untrusted }) => untrusted.note,
  updatedAt: ({ updatedAt }) => updatedAt,
  criticality: ({ criticality }) => criticality ?? "",
  ask: ({ ask }) => ask,
  askedAt: ({ askedAt }) => askedAt ?? "",
  contactName: ({ untrusted }) => untrusted.contactName ?? "",
  contactEmail: ({ untrusted }) => untrusted.contactEmail ?? "",
  responsible: ({ untrusted }) => untrusted.responsible ?? "",
  nextReviewAt: ({ nextReviewAt }) => nextReviewAt ?? "",
  contractUntil: ({ contractUntil }) => contractUntil ?? "",
};

/** The list as a table, the header first. Cells are plain text, also those that people wrote. */
export function supplierTable(rows: readonly SupplierRow[], locale: Locale): readonly (readonly string[])[] {
  const cells = rows.map((row) => Object.values(COLUMNS).map((cell) => cell(row, locale)));
  return [Object.keys(COLUMNS), ...cells];
}

function numberOrNothing(value: number | null): string {
  return value === null ? "" : String(value);
}
