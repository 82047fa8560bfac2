import type { Company } from "../core/company.ts";
import { COUNTRIES, type Country } from "../core/country.ts";
import { hasValidCheckDigit, type Ico, parseIco } from "../core/ico.ts";
import { type Problem, ServiceError } from "../core/problem.ts";
import type { Services } from "./capability.ts";

/** When no country is named, the Czech firm is the answer (rule 4 of `nis2_scope_check`). */
const PRECEDENCE: readonly Country[] = ["CZ", "SK"];

/** The firm that was asked for, and the firm of the other country with the same number. */
export interface FoundCompanies {
  readonly company: Company;
  readonly alternatives: readonly Company[];
}

/**
 * Finds a firm by its number. Without a country both registers are asked and Czechia has precedence.
 * @throws ServiceError `invalid_arguments` for a number that cannot exist, `not_found`, or `source_unavailable`
 *   when a register that could hold the firm is silent: silence is never absence.
 */
export async function findCompany(
  text: string,
  country: Country | undefined,
  services: Services,
): Promise<FoundCompanies> {
  const ico = parseIco(text);
  if (ico === undefined) throw new ServiceError(impossibleNumber);
  const asked = country === undefined ? PRECEDENCE : [country];
  const lookups = await Promise.all(asked.map((where) => services.registers.find(ico, where)));
  const [company, ...alternatives] = lookups.flatMap((lookup) => (lookup.kind === "found" ? [lookup.company] : []));
  const silent = lookups.findIndex((lookup) => lookup.kind === "unavailable");
  const first = lookups.findIndex((lookup) => lookup.kind === "found");
  // A silent register that has precedence might hold the firm that was meant: the other firm would be a guess.
  if (company === undefined ? silent >= 0 : silent >= 0 && silent < first) {
    const lookup = lookups[silent];
    throw new ServiceError(registerIsSilent(lookup?.kind === "unavailable" ? lookup.retryAfter : undefined, asked));
  }
  if (company === undefined) throw new ServiceError(companyNotFound(ico, asked, services));
  return { company, alternatives };
}

const impossibleNumber: Problem = {
  code: "invalid_arguments",
  field: "ico",
  message: {
    sk: "Také IČO neexistuje: samé nuly nie sú identifikačné číslo.",
    cs: "Takové IČO neexistuje: samé nuly nejsou identifikační číslo.",
    en: "No such number exists: zeros alone are no identification number.",
  },
  nextStep: {
    sk: "Pošlite IČO so 6 až 8 číslicami alebo firmu vyhľadajte podľa názvu (company_search).",
    cs: "Pošlete IČO se 6 až 8 číslicemi nebo firmu vyhledejte podle názvu (company_search).",
    en: "Send an ico of 6 to 8 digits, or look the firm up by its name (company_search).",
  },
};

function registerIsSilent(retryAfter: number | undefined, asked: readonly Country[]): Problem {
  const seconds = retryAfter ?? 60;
  const other = asked.length > 1;
  return {
    code: "source_unavailable",
    retryAfter: seconds,
    message: {
      sk: "Register firiem teraz neodpovedá a v zrkadle firma nie je. Nič z toho nevyplýva o jej pôsobnosti.",
      cs: "Rejstřík firem teď neodpovídá a v zrcadle firma není. O její působnosti z toho nic neplyne.",
      en: "The company register does not answer and the mirror does not hold the firm. That says nothing on its scope.",
    },
    nextStep: other
      ? {
          sk: `Skúste to znova o ${seconds} s alebo uveďte krajinu (country).`,
          cs: `Zkuste to znovu za ${seconds} s nebo uveďte zemi (country).`,
          en: `Try again in ${seconds} s, or name the country.`,
        }
      : {
          sk: `Skúste to znova o ${seconds} s.`,
          cs: `Zkuste to znovu za ${seconds} s.`,
          en: `Try again in ${seconds} s.`,
        },
  };
}

/** Absence means something only where the whole register is loaded; in the sample it means nothing, and we say so. */
function companyNotFound(ico: Ico, asked: readonly Country[], services: Services): Problem {
  const holdings = services.registers.holdings();
  const isWhole = COUNTRIES.filter((country) => asked.includes(country)).every((country) =>
    holdings.some((holding) => holding.country === country && !holding.isSample),
  );
  const base = { code: "not_found", field: "ico" } as const;
  if (!hasValidCheckDigit(ico)) {
    return {
      ...base,
      message: {
        sk: "Firma s týmto IČO sa nenašla a číslo má chybnú kontrolnú číslicu: pravdepodobne je v ňom preklep.",
        cs: "Firma s tímto IČO se nenašla a číslo má chybnou kontrolní číslici: pravděpodobně je v něm překlep.",
        en: "No firm has this ico and its check digit is wrong: there is probably a typing error in it.",
      },
      nextStep: {
        sk: "Skontrolujte číslo alebo firmu vyhľadajte podľa názvu (company_search).",
        cs: "Zkontrolujte číslo nebo firmu vyhledejte podle názvu (company_search).",
        en: "Check the number, or look the firm up by its name (company_search).",
      },
    };
  }
  if (!isWhole) {
    return {
      ...base,
      message: {
        sk: "Firma nie je v priloženej ukážke. Celý register tu nie je načítaný, takže o firme z toho nič nevyplýva.",
        cs: "Firma není v přiložené ukázce. Celý rejstřík zde není načten, takže o firmě z toho nic neplyne.",
        en: "The firm is not in the shipped sample. The whole register is not loaded here, so this says nothing about the firm.",
      },
      nextStep: {
        sk: "Zadajte údaje firmy priamo (scope-evaluate) alebo nech prevádzkovateľ načíta register.",
        cs: "Zadejte údaje firmy přímo (scope-evaluate) nebo ať provozovatel načte rejstřík.",
        en: "State the facts of the firm directly (scope-evaluate), or have the operator import the register.",
      },
    };
  }
  return {
    ...base,
    message: {
      sk: "Firma s týmto IČO v registri nie je.",
      cs: "Firma s tímto IČO v rejstříku není.",
      en: "The register holds no firm with this ico.",
    },
    nextStep: {
      sk: "Skontrolujte číslo a krajinu alebo firmu vyhľadajte podľa názvu (company_search).",
      cs: "Zkontrolujte číslo a zemi nebo firmu vyhledejte podle názvu (company_search).",
      en: "Check the number and the country, or look the firm up by its name (company_search).",
    },
  };
}
