import type { OtherNumber } from "../../core/company-number.ts";
import type { Country } from "../../core/country.ts";
import type { Localized } from "../../core/locale.ts";
import type { Problem } from "../../core/problem.ts";

/** The problem of a tax or VAT number in place of a company number: its kind, and the number to send. */
export function wrongNumber(number: OtherNumber): Problem {
  const words = number.kind === "vat_foreign" ? foreign(number.country) : WORDS[number.kind];
  return { code: "invalid_arguments", field: "ico", ...words };
}

/** The problem when the sign of a number names another country than the one that was sent with it. */
export function countryConflict(ofNumber: Country): Problem {
  const sent = ofNumber === "SK" ? "CZ" : "SK";
  return {
    code: "invalid_arguments",
    field: "country",
    message: {
      sk: `IČO má predponu ${ofNumber}, ale ako krajina bolo poslané ${sent}.`,
      cs: `IČO má předponu ${ofNumber}, ale jako země bylo posláno ${sent}.`,
      en: `The number carries the sign ${ofNumber}, but the country that was sent is ${sent}.`,
    },
    nextStep: {
      sk: "Nechajte jedno z nich: predponu čísla, alebo krajinu (country).",
      cs: "Ponechte jedno z nich: předponu čísla, nebo zemi (country).",
      en: "Keep one of the two: the sign of the number, or the country.",
    },
  };
}

type Words = Pick<Problem, "message" | "nextStep">;

const WORDS: Readonly<Record<Exclude<OtherNumber["kind"], "vat_foreign">, Words>> = {
  tax_sk: {
    message: {
      sk: "Toto je slovenské DIČ alebo IČ DPH, nie IČO.",
      cs: "Toto je slovenské DIČ nebo IČ DPH, ne IČO.",
      en: "This is a Slovak tax or VAT number, not the number of a company.",
    },
    nextStep: {
      sk: "Firmu podľa neho nenájdeme, zadajte IČO (8 číslic) alebo názov.",
      cs: "Firmu podle něj nenajdeme, zadejte IČO (8 číslic) nebo název.",
      en: "We cannot find a firm by it; send the IČO (8 digits), or search by the name.",
    },
  },
  tax_cz_person: {
    message: {
      sk: "Toto je české DIČ fyzickej osoby.",
      cs: "Toto je DIČ fyzické osoby.",
      en: "This is a Czech tax number of a natural person.",
    },
    nextStep: {
      sk: "Zadajte jej IČO alebo meno.",
      cs: "Zadejte její IČO nebo jméno.",
      en: "Send the IČO, or search by the name.",
    },
  },
  tax_cz_group: {
    message: {
      sk: "Toto je DIČ skupiny pre DPH, nie jednej firmy.",
      cs: "Toto je DIČ skupiny pro DPH, ne jedné firmy.",
      en: "This is the number of a VAT group, not of one firm.",
    },
    nextStep: {
      sk: "Zadajte IČO člena skupiny.",
      cs: "Zadejte IČO člena skupiny.",
      en: "Send the IČO of a member.",
    },
  },
};

function foreign(country: string): Words {
  const name = (locale: keyof Localized) => new Intl.DisplayNames([locale], { type: "region" }).of(country) ?? country;
  return {
    message: {
      sk: `Toto je číslo pre DPH z inej krajiny (${name("sk")}). Dosah pozná slovenské a české firmy.`,
      cs: `Toto je číslo pro DPH z jiné země (${name("cs")}). Dosah zná slovenské a české firmy.`,
      en: `This is a VAT number of another country (${name("en")}). Dosah knows Slovak and Czech firms.`,
    },
    nextStep: {
      sk: "Ak tu máte organizačnú zložku alebo dcérsku firmu, zadajte jej IČO alebo názov.",
      cs: "Máte-li zde odštěpný závod nebo dceřinou firmu, zadejte její IČO nebo název.",
      en: "If you have a branch or a subsidiary here, send its IČO, or search by its name.",
    },
  };
}
