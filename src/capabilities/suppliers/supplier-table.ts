import type { Locale, Localized } from "../../core/locale.ts";
import { SUPPLIER_LETTERS } from "../../knowledge/supplier-questionnaire-ids.ts";
import { JUDGEMENTS, type Judgement } from "../../state/supplier-changes.ts";
import { categoryNames } from "../scope/category-names.ts";
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
};

/** The list as a table, the header first. Cells are plain text, also those that people wrote. */
export function supplierTable(rows: readonly SupplierRow[], locale: Locale): readonly (readonly string[])[] {
  const cells = rows.map((row) => Object.values(COLUMNS).map((cell) => cell(row, locale)));
  return [Object.keys(COLUMNS), ...cells];
}

function numberOrNothing(value: number | null): string {
  return value === null ? "" : String(value);
}
