import type { OtherNumber } from "../../core/company-number.ts";
import type { Localized } from "../../core/locale.ts";
import type { Problem } from "../../core/problem.ts";
import { wrongNumber } from "../calling/company-number-problems.ts";

/** Why a row of a list has no firm, or no answer. The codes stand on the wire. */
export const ROW_CODES = [
  "no_firm",
  "invalid_ico",
  "excel_number",
  "tax_number",
  "invalid_country",
  "country_conflict",
  "invalid_value",
  "name_ambiguous",
  "name_not_found",
  "not_found",
  "not_held",
  "source_unavailable",
  "unreadable_row",
] as const;

export type RowCode = (typeof ROW_CODES)[number];

/** What is wrong with one row, and what to do; it holds no text that somebody else wrote. */
export interface RowProblem {
  readonly code: RowCode;
  /** The column that is wrong, by its name in answers. */
  readonly field?: string;
  readonly message: Localized;
  readonly nextStep: Localized;
}

/** The problem of a row by its code. `tax_number` and `invalid_value` say more: `taxNumber`, `wrongValue`. */
export function rowProblem(code: keyof typeof WORDS): RowProblem {
  return WORDS[code];
}

/** A tax or VAT number where the number of a firm should stand. */
export function taxNumber(number: OtherNumber): RowProblem {
  const { message, nextStep } = wrongNumber(number);
  return { code: "tax_number", field: "ico", message, nextStep };
}

/** What a row says where the look-up of its firm gave no answer. @param row how its firm was named */
export function rowProblemOf(
  row: { readonly name?: string; readonly taxNumber?: string },
  problem: Problem,
): Problem | RowProblem {
  if (row.name !== undefined && problem.code === "not_found") return rowProblem("name_not_found");
  const isOpenTaxNumber = row.taxNumber !== undefined && problem.code === "invalid_arguments";
  return isOpenTaxNumber ? taxNumber({ kind: "tax_sk" }) : problem;
}

/** A cell out of bounds. @param field name of the column in answers @param why what it should be */
export function wrongValue(field: string, why: Localized): RowProblem {
  return {
    code: "invalid_value",
    field,
    message: {
      sk: `Údaj „${field}“ nesedí: ${why.sk}.`,
      cs: `Údaj „${field}“ nesouhlasí: ${why.cs}.`,
      en: `The value "${field}" is not possible: ${why.en}.`,
    },
    nextStep: { sk: "Opravte bunku.", cs: "Opravte buňku.", en: "Correct the cell." },
  };
}

/** The problem of a number that no register has, when its check digit is wrong too. */
export const mistypedNumber: RowProblem = {
  code: "not_found",
  field: "ico",
  message: {
    sk: "Register takú firmu nemá a kontrolná číslica IČO nesedí.",
    cs: "Rejstřík takovou firmu nemá a kontrolní číslice IČO nesouhlasí.",
    en: "The register has no such firm, and the check digit of the number is wrong.",
  },
  nextStep: {
    sk: "Skontrolujte číslice, pravdepodobne je v nich preklep.",
    cs: "Zkontrolujte číslice, pravděpodobně je v nich překlep.",
    en: "Check the digits; they probably contain a typing error.",
  },
};

const WORDS = {
  no_firm: {
    code: "no_firm",
    message: {
      sk: "V riadku nie je IČO ani názov.",
      cs: "Na řádku není IČO ani název.",
      en: "There is no number and no name in this line.",
    },
    nextStep: { sk: "Doplňte IČO alebo názov.", cs: "Doplňte IČO nebo název.", en: "Add the number or the name." },
  },
  invalid_ico: {
    code: "invalid_ico",
    field: "ico",
    message: { sk: "IČO má 6 až 8 číslic.", cs: "IČO má 6 až 8 číslic.", en: "A number has 6 to 8 digits." },
    nextStep: {
      sk: "Opravte IČO v riadku.",
      cs: "Opravte IČO na řádku.",
      en: "Correct the number of the line.",
    },
  },
  excel_number: {
    code: "excel_number",
    field: "ico",
    message: {
      sk: "Tabuľkový program IČO zmenil. Nastavte stĺpec ako text.",
      cs: "Tabulkový program IČO změnil. Nastavte sloupec jako text.",
      en: "The spreadsheet changed this number. Make the column text.",
    },
    nextStep: {
      sk: "Zapíšte IČO znova a tabuľku vložte ešte raz.",
      cs: "Zapište IČO znovu a tabulku vložte ještě jednou.",
      en: "Type the number again and paste the table once more.",
    },
  },
  invalid_country: {
    code: "invalid_country",
    field: "country",
    message: {
      sk: "Krajina má byť SK alebo CZ.",
      cs: "Země má být SK nebo CZ.",
      en: "The country must be SK or CZ.",
    },
    nextStep: {
      sk: "Opravte krajinu v riadku.",
      cs: "Opravte zemi na řádku.",
      en: "Correct the country of the line.",
    },
  },
  country_conflict: {
    code: "country_conflict",
    field: "country",
    message: {
      sk: "Krajina a predpona IČO si odporujú.",
      cs: "Země a předpona IČO si odporují.",
      en: "Country and prefix of the number disagree.",
    },
    nextStep: { sk: "Nechajte jedno z nich.", cs: "Ponechte jedno z nich.", en: "Keep one of the two." },
  },
  name_ambiguous: {
    code: "name_ambiguous",
    field: "name",
    message: {
      sk: "Tomuto názvu zodpovedá viac firiem.",
      cs: "Tomuto názvu odpovídá více firem.",
      en: "Several firms fit this name.",
    },
    nextStep: {
      sk: "Zadajte IČO tej, ktorú ste mysleli.",
      cs: "Zadejte IČO té, kterou jste mysleli.",
      en: "Enter the number of the one that you meant.",
    },
  },
  name_not_found: {
    code: "name_not_found",
    field: "name",
    message: {
      sk: "Firmu s týmto názvom sme nenašli.",
      cs: "Firmu s tímto názvem jsme nenašli.",
      en: "We found no firm of this name.",
    },
    nextStep: {
      sk: "Zadajte IČO firmy alebo iný tvar názvu.",
      cs: "Zadejte IČO firmy nebo jiný tvar názvu.",
      en: "Enter the number of the firm, or another form of its name.",
    },
  },
  not_found: {
    code: "not_found",
    field: "ico",
    message: {
      sk: "Register takú firmu nemá.",
      cs: "Rejstřík takovou firmu nemá.",
      en: "The register has no such firm.",
    },
    nextStep: {
      sk: "Skontrolujte číslo a krajinu.",
      cs: "Zkontrolujte číslo a zemi.",
      en: "Check the number and the country.",
    },
  },
  not_held: {
    code: "not_held",
    field: "ico",
    message: {
      sk: "Register tejto krajiny tu nie je celý.",
      cs: "Rejstřík této země tu není celý.",
      en: "The register of this country is not complete here.",
    },
    nextStep: {
      sk: "O firme z toho nič nevyplýva; overte ju jednotlivo.",
      cs: "O firmě z toho nic neplyne; ověřte ji jednotlivě.",
      en: "This says nothing about the firm; check it by itself.",
    },
  },
  source_unavailable: {
    code: "source_unavailable",
    message: {
      sk: "Register sa teraz nedá čítať.",
      cs: "Rejstřík teď nelze číst.",
      en: "The register cannot be read now.",
    },
    nextStep: {
      sk: "Skúste to neskôr; o firme z toho nič nevyplýva.",
      cs: "Zkuste to později; o firmě z toho nic neplyne.",
      en: "Try again later; this says nothing about the firm.",
    },
  },
  unreadable_row: {
    code: "unreadable_row",
    message: {
      sk: "Riadok sa nedá prečítať.",
      cs: "Řádek nelze přečíst.",
      en: "The line cannot be read.",
    },
    nextStep: {
      sk: "Zatvorte úvodzovky a nechajte toľko buniek, koľko má hlavička.",
      cs: "Zavřete uvozovky a ponechte tolik buněk, kolik má hlavička.",
      en: "Close the quotes, and keep as many cells as the header has.",
    },
  },
} as const satisfies Partial<Record<RowCode, RowProblem>>;
