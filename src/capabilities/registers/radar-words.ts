import type { Locale, Localized } from "../../core/locale.ts";
import type { SizeClass } from "../../sources/registers/register.ts";

/** The words on charts of the radar. */
export const chartWords = {
  sk: {
    essential: "Kľúčové",
    important: "Dôležité",
    unknown: "Neurčené",
    out_of_scope: "Mimo pôsobnosti",
    category: "Kategória",
    sector: "Sektor",
    firms: "Firmy",
    activeFirms: "aktívne firmy",
    firmsInScope: "aktívne firmy v pôsobnosti",
    organizations: "organizácie",
    whose: "Údaj",
    number: "Počet",
    reported: "ohlásené úradu",
    expected: "úrad očakával",
    registered: "zapísané úradom",
    counted: "v pôsobnosti podľa registrov (Dosah)",
    ours: "výpočet Dosahu z údajov registrov, odhad podľa pravidiel",
    noOfficial: "Úrad počet nezverejnil, alebo sme ho nenašli",
    noSlovak: "Slovensko: úrad počet nezverejnil, alebo sme ho nenašli.",
  },
  cs: {
    essential: "Základní",
    important: "Důležité",
    unknown: "Neurčeno",
    out_of_scope: "Mimo působnost",
    category: "Kategorie",
    sector: "Odvětví",
    firms: "Firmy",
    activeFirms: "aktivní firmy",
    firmsInScope: "aktivní firmy v působnosti",
    organizations: "organizace",
    whose: "Údaj",
    number: "Počet",
    reported: "ohlášené úřadu",
    expected: "úřad očekával",
    registered: "zapsané úřadem",
    counted: "v působnosti podle rejstříků (Dosah)",
    ours: "výpočet Dosahu z údajů rejstříků, odhad podle pravidel",
    noOfficial: "Úřad počet nezveřejnil, nebo jsme ho nenašli",
    noSlovak: "Slovensko: úřad počet nezveřejnil, nebo jsme ho nenašli.",
  },
  en: {
    essential: "Essential",
    important: "Important",
    unknown: "Not determined",
    out_of_scope: "Out of scope",
    category: "Category",
    sector: "Sector",
    firms: "Firms",
    activeFirms: "active firms",
    firmsInScope: "active firms in scope",
    organizations: "organizations",
    whose: "Figure",
    number: "Number",
    reported: "reported to the authority",
    expected: "expected by the authority",
    registered: "registered by the authority",
    counted: "in scope by the registers (Dosah)",
    ours: "counted by Dosah from register data, a rule-based estimate",
    noOfficial: "The authority published no number, or we did not find it",
    noSlovak: "Slovakia: the authority published no number, or we did not find it.",
  },
} satisfies Record<Locale, Record<string, string>>;

/** The share of firms in scope, with its numbers. */
export const inScopeShare: Readonly<Record<Locale, (inScope: string, active: string, share: string) => string>> = {
  sk: (inScope, active, share) =>
    `Z ${active} aktívnych firiem je podľa údajov registrov v pôsobnosti ${inScope}, teda ${share}.`,
  cs: (inScope, active, share) =>
    `Z ${active} aktivních firem je podle údajů rejstříků v působnosti ${inScope}, tedy ${share}.`,
  en: (inScope, active, share) =>
    `Of ${active} active firms, ${inScope} are in scope according to the registers: ${share}.`,
};

/** How many of those expected reported themselves. */
export const reportedOfExpected: Readonly<Record<Locale, (reported: string, expected: string) => string>> = {
  sk: (reported, expected) => `V Česku sa ohlásilo ${reported} organizácií z asi ${expected} očakávaných`,
  cs: (reported, expected) => `V Česku se ohlásilo ${reported} organizací z asi ${expected} očekávaných`,
  en: (reported, expected) => `In Czechia, ${reported} organizations of about ${expected} expected have reported`,
};

/** Headcounts at which a class begins, as the thresholds of the day say. */
export interface ClassBounds {
  readonly medium: number;
  readonly large: number;
}

/** The names of the classes of size on a chart. */
export const sizeNames: Readonly<Record<Locale, (bounds: ClassBounds) => Readonly<Record<SizeClass, string>>>> = {
  sk: ({ medium, large }) => ({
    small: `malé (do ${medium - 1} ľudí)`,
    medium: `stredné (${medium} až ${large - 1})`,
    large: `veľké (${large} a viac)`,
    unknown: "počet ľudí nie je známy",
  }),
  cs: ({ medium, large }) => ({
    small: `malé (do ${medium - 1} lidí)`,
    medium: `střední (${medium} až ${large - 1})`,
    large: `velké (${large} a více)`,
    unknown: "počet lidí není znám",
  }),
  en: ({ medium, large }) => ({
    small: `small (up to ${medium - 1} people)`,
    medium: `medium (${medium} to ${large - 1})`,
    large: `large (${large} and more)`,
    unknown: "headcount not known",
  }),
};

/** Which class of size has the most firms, as a sentence. */
export const largestClass: typeof sizeNames = {
  sk: ({ medium, large }) => ({
    small: `Najviac firiem v pôsobnosti je malých: do ${medium - 1} ľudí`,
    medium: `Najviac firiem v pôsobnosti je stredných: ${medium} až ${large - 1} ľudí`,
    large: `Najviac firiem v pôsobnosti je veľkých: ${large} a viac ľudí`,
    unknown: "Najviac firiem v pôsobnosti je bez známeho počtu ľudí",
  }),
  cs: ({ medium, large }) => ({
    small: `Nejvíc firem v působnosti je malých: do ${medium - 1} lidí`,
    medium: `Nejvíc firem v působnosti je středních: ${medium} až ${large - 1} lidí`,
    large: `Nejvíc firem v působnosti je velkých: ${large} a více lidí`,
    unknown: "Nejvíc firem v působnosti je bez známého počtu lidí",
  }),
  en: ({ medium, large }) => ({
    small: `Most firms in scope are small: up to ${medium - 1} people`,
    medium: `Most firms in scope are medium-sized: ${medium} to ${large - 1} people`,
    large: `Most firms in scope are large: ${large} people and more`,
    unknown: "Most firms in scope state no headcount",
  }),
};

const none: Localized = {
  sk: "V pôsobnosti nie je žiadna firma",
  cs: "V působnosti není žádná firma",
  en: "No firm is in scope",
};

/** The two sectors with the most firms in scope. @param names sectors that have any, the largest first */
export function mostSectors([first, second]: readonly string[], locale: Locale): string {
  if (first === undefined) return none[locale];
  const one = {
    sk: `Najviac firiem v pôsobnosti je v sektore „${first}“`,
    cs: `Nejvíc firem v působnosti je v odvětví „${first}“`,
    en: `Most firms in scope are in ${first}`,
  };
  if (second === undefined) return one[locale];
  return {
    sk: `Najviac firiem v pôsobnosti je v sektoroch „${first}“ a „${second}“`,
    cs: `Nejvíc firem v působnosti je v odvětvích „${first}“ a „${second}“`,
    en: `Most firms in scope are in ${first} and ${second}`,
  }[locale];
}
