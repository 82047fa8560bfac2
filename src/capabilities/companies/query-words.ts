import type { Locale, Localized } from "../../core/locale.ts";
import type { QueryKind, SearchedFor } from "../../sources/registers/query.ts";

/** What is said of a query that is no name, and of a search by it. */
interface Searched {
  readonly hasFirms: boolean;
  readonly isOtherName: boolean;
}

/** One sentence that explains a query; `null` where it needs none. It holds no foreign text. */
export function queryWords(asked: SearchedFor, { hasFirms, isOtherName }: Searched, locale: Locale): string | null {
  const { kind, instead = [], foreignCountry } = asked;
  if (kind === "vat_foreign") return foreign[locale](countryName(foreignCountry ?? "", locale));
  if (kind === "tax_sk") return sentences[hasFirms ? "taxFound" : "tax_sk"][locale];
  if (kind === "ico_name") return isOtherName ? sentences.nameDiffers[locale] : null;
  if (kind === "email" && instead.length === 0) return sentences.mailbox[locale];
  if (kind === "web" || kind === "email") return address[locale](instead[0] ?? "");
  return kind in sentences ? sentences[kind as keyof typeof sentences][locale] : null;
}

function countryName(country: string, locale: Locale): string {
  return new Intl.DisplayNames([locale], { type: "region" }).of(country) ?? country;
}

const sentences = {
  taxFound: {
    sk: "Toto je slovenské daňové číslo. Patrí tejto firme.",
    cs: "Toto je slovenské daňové číslo. Patří této firmě.",
    en: "This is a Slovak tax number. It belongs to this firm.",
  },
  tax_sk: {
    sk: "Toto je slovenské DIČ alebo IČ DPH. Firmu podľa neho nenájdeme, zadajte IČO (8 číslic) alebo názov.",
    cs: "Toto je slovenské DIČ nebo IČ DPH. Firmu podle něj nenajdeme, zadejte IČO (8 číslic) nebo název.",
    en: "This is a Slovak tax or VAT number. We cannot find a firm by it; type the IČO (8 digits) or the name.",
  },
  tax_cz_person: {
    sk: "Toto je české DIČ fyzickej osoby. Zadajte jej IČO alebo meno.",
    cs: "Toto je DIČ fyzické osoby. Zadejte její IČO nebo jméno.",
    en: "This is a Czech tax number of a natural person. Type the IČO or the name.",
  },
  tax_cz_group: {
    sk: "Toto je DIČ skupiny pre DPH, nie jednej firmy. Zadajte IČO člena skupiny.",
    cs: "Toto je DIČ skupiny pro DPH, ne jedné firmy. Zadejte IČO člena skupiny.",
    en: "This is the number of a VAT group, not of one firm. Type the IČO of a member.",
  },
  mailbox: {
    sk: "Toto je e-mailová adresa. Zadajte názov firmy alebo IČO.",
    cs: "Toto je e-mailová adresa. Zadejte název firmy nebo IČO.",
    en: "This is an e-mail address. Type the name of the firm or its IČO.",
  },
  nameDiffers: {
    sk: "Číslo patrí inej firme, než akú ste napísali.",
    cs: "Číslo patří jiné firmě, než jakou jste napsali.",
    en: "The number belongs to another firm than the one you typed.",
  },
  short: {
    sk: "Dve písmená: hľadali sme len celé slovo.",
    cs: "Dvě písmena: hledali jsme jen celé slovo.",
    en: "Two characters: only the whole word was searched.",
  },
  activity_code: { sk: "Toto je kód činnosti.", cs: "Toto je kód činnosti.", en: "This is an activity code." },
} satisfies Partial<Record<QueryKind | "taxFound" | "mailbox" | "nameDiffers", Localized>>;

const foreign: Readonly<Record<Locale, (country: string) => string>> = {
  sk: (country) =>
    `Toto je číslo pre DPH z inej krajiny (${country}). Dosah pozná slovenské a české firmy. Ak tu máte organizačnú zložku alebo dcérsku firmu, zadajte jej IČO alebo názov.`,
  cs: (country) =>
    `Toto je číslo pro DPH z jiné země (${country}). Dosah zná slovenské a české firmy. Máte-li zde odštěpný závod nebo dceřinou firmu, zadejte její IČO nebo název.`,
  en: (country) =>
    `This is a VAT number of another country (${country}). Dosah knows Slovak and Czech firms. If you have a branch or a subsidiary here, type its IČO or name.`,
};

/** The name in a domain has letters, digits and hyphens only. */
const address: Readonly<Record<Locale, (name: string) => string>> = {
  sk: (name) => `Toto je adresa na internete. Hľadali sme názov „${name}“. Doménu môžete dať preveriť.`,
  cs: (name) => `Toto je adresa na internetu. Hledali jsme název „${name}“. Doménu můžete nechat prověřit.`,
  en: (name) => `This is an internet address. We searched for the name “${name}”. You can have the domain scanned.`,
};
