import { z } from "zod";
import { readCompanyNumber } from "../../core/company-number.ts";
import { COUNTRIES, type Country } from "../../core/country.ts";
import { foreignTextOrNull } from "../../core/foreign-text.ts";
import { type Problem, ServiceError } from "../../core/problem.ts";
import type { SearchHit, SearchOutcome } from "../../sources/registers/register.ts";
import { wrongNumber } from "../calling/company-number-problems.ts";
import { countryParameter, localeParameter } from "../calling/parameters.ts";
import { defineCapability } from "../capability.ts";
import { LONGEST_QUERY } from "../companies/company-search.ts";
import type { Services } from "../contexts.ts";
import { judgeCompany } from "./company-verdict.ts";
import { findCompany } from "./find-company.ts";
import { scopeAnswer } from "./scope-answer.ts";

/** So many firms of a name are offered to choose from. */
const MOST_CANDIDATES = 10;

const row = scopeAnswer
  .pick({
    ico: true,
    country: true,
    status: true,
    category: true,
    unknownReason: true,
    sector: true,
    decidingNace: true,
    nace: true,
    size: true,
    headline: true,
    sourcesDisagree: true,
    isSample: true,
    dataAsOf: true,
  })
  .extend({
    missingFacts: z.array(
      scopeAnswer.shape.missingFacts.element.pick({ fact: true, question: true, couldBecome: true }),
    ),
    nationalRegime: z.object({ id: z.string(), name: z.string() }).nullable(),
    alsoIn: z.array(z.enum(COUNTRIES)).describe("The other country, where a firm has the same number."),
    verdictUrl: z.string().describe("The verdict with its reasons, for people."),
    untrusted: z.object({ name: z.string().nullable() }),
  });

const verdictFields = row.omit({ alsoIn: true, verdictUrl: true, untrusted: true });

/** One firm of a table: what a row says of it. */
export type FirmRow = z.output<typeof row>;

/** A firm that a name may mean. */
export type FirmCandidate = ReturnType<typeof candidateOf>;

/**
 * One line of a list of firms, by number or name: the same verdict as `nis2_scope_check`, without its reasons. One call
 * is one firm, so that a list of forty counts as forty verdicts.
 */
export const firmRow = defineCapability({
  name: "firm_row",
  access: "public",
  input: z.strictObject({
    entry: z.string().trim().min(1).max(LONGEST_QUERY).describe("A number, with or without its country, or a name."),
    country: countryParameter.optional().describe("Of a number or name that names no country."),
    locale: localeParameter,
  }),
  web: { rows: ["web_lookup"] },
  run: async ({ entry, country, locale }, services) => {
    const number = readCompanyNumber(entry);
    const owner = number?.kind === "tax_sk" ? await firmOfTaxNumber(entry, services) : number;
    if (owner !== undefined && "kind" in owner && owner.kind !== "ico")
      throw new ServiceError({ ...wrongNumber(owner), field: "entry" });
    const typed = owner ?? (await firmOfName(entry, country, services));
    if (!("ico" in typed)) return { firm: null, candidates: typed.map((hit) => candidateOf(hit, services)) };
    const found = await findCompany(typed.ico, typed.country ?? country, services);
    const { untrusted, alternatives, ...verdict } = judgeCompany(found, null, services, locale);
    return {
      firm: {
        ...verdictFields.parse(verdict),
        verdictUrl: `${services.baseUrl}/${locale}/firma/${verdict.country.toLowerCase()}/${verdict.ico}`,
        alsoIn: alternatives.map((other) => other.country),
        untrusted: { name: untrusted.name },
      },
      candidates: [],
    };
  },
});

function candidateOf({ ico, country, active, ceasedOn, name, address }: SearchHit, { today }: Services) {
  return {
    ico,
    country,
    active: active || (ceasedOn ?? "") > today(),
    untrusted: { name: foreignTextOrNull(name), address: foreignTextOrNull(address) },
  };
}

/** The one firm of which the Slovak register states this tax number; the number itself where there is none. */
async function firmOfTaxNumber(
  entry: string,
  { registers }: Services,
): Promise<SearchHit | { readonly kind: "tax_sk" }> {
  const { hits } = await registers.search(entry, "SK", 2);
  const [only, another] = hits.filter(({ match }) => match === "exact");
  return only !== undefined && another === undefined ? only : { kind: "tax_sk" };
}

/**
 * The firm that a name means, or those that it may mean.
 * @throws ServiceError `invalid_arguments` for too short a name, `not_found`, or `source_unavailable` where a register
 *   that may hold the firm could not be searched.
 */
async function firmOfName(
  name: string,
  country: Country | undefined,
  { registers }: Services,
): Promise<SearchHit | readonly SearchHit[]> {
  if ([...name].length < 3) throw new ServiceError(tooShort);
  const outcome = await registers.search(name, country, MOST_CANDIDATES);
  if (outcome.hits.length === 0) throw new ServiceError(noFirmOfName(outcome));
  const exact = outcome.hits.filter(({ match }) => match === "exact");
  const [first, ...others] = exact.length === 1 ? exact : outcome.hits;
  // A former or similar name is offered, never taken.
  const isTaken = first !== undefined && others.length === 0 && first.match !== "former" && first.match !== "similar";
  return isTaken ? first : outcome.hits;
}

const tooShort: Problem = {
  code: "invalid_arguments",
  field: "entry",
  message: {
    sk: "Na vyhľadanie podľa názvu treba aspoň tri znaky.",
    cs: "K vyhledání podle názvu jsou potřeba alespoň tři znaky.",
    en: "A search by name needs at least three characters.",
  },
  nextStep: {
    sk: "Napíšte viac z názvu alebo IČO so 6 až 8 číslicami.",
    cs: "Napište více z názvu nebo IČO se 6 až 8 číslicemi.",
    en: "Type more of the name, or a number of 6 to 8 digits.",
  },
};

/** The problem when no name fits: a register that was not searched as a whole may still hold the firm. */
function noFirmOfName({ gaps }: SearchOutcome): Problem {
  const silent = gaps.find(({ reason }) => reason === "source_unavailable");
  const nextStep = {
    sk: "Zadajte IČO firmy alebo skúste iný tvar názvu.",
    cs: "Zadejte IČO firmy nebo zkuste jiný tvar názvu.",
    en: "Enter the number of the firm, or try another form of its name.",
  };
  if (silent !== undefined) {
    return {
      code: "source_unavailable",
      ...(silent.retryAfter === undefined ? {} : { retryAfter: silent.retryAfter }),
      message: {
        sk: "Register teraz neodpovedá; či firma s týmto názvom existuje, z toho nevyplýva.",
        cs: "Rejstřík teď neodpovídá; zda firma s tímto názvem existuje, z toho neplyne.",
        en: "A register is not answering; this does not tell whether there is a firm of this name.",
      },
      nextStep,
    };
  }
  if (gaps.length > 0) {
    return {
      code: "source_unavailable",
      message: {
        sk: "Firma s týmto názvom nie je v priloženej vzorke skutočných firiem. Celý register tu nie je načítaný, takže o nej z toho nič nevyplýva.",
        cs: "Firma s tímto názvem není v přiloženém vzorku skutečných firem. Celý rejstřík zde není načten, takže o ní z toho nic neplyne.",
        en: "No firm of this name is in the shipped sample. The whole register is not loaded here, so this says nothing about the firm.",
      },
      nextStep,
    };
  }
  return {
    code: "not_found",
    message: {
      sk: "Firma s týmto názvom v registri nie je.",
      cs: "Firma s tímto názvem v rejstříku není.",
      en: "There is no firm of this name in the register.",
    },
    nextStep,
  };
}
