import type { Company } from "../../core/company.ts";
import type { Country } from "../../core/country.ts";
import { hasValidCheckDigit, type Ico, parseIco } from "../../core/ico.ts";
import { type Problem, ServiceError } from "../../core/problem.ts";
import type { Lookup, Silence } from "../../sources/registers/register.ts";
import type { Services } from "../contexts.ts";

/** When no country is named, the Czech firm is the answer (docs/specification.md, `nis2_scope_check.rule-4`). */
const PRECEDENCE: readonly Country[] = ["CZ", "SK"];

/** A firm as the registers that answered know it. */
export interface FoundCompany {
  readonly company: Company;
  /** Sources that did not answer, with the facts that no other source states. */
  readonly silent: readonly Silence[];
}

/** The firm that was asked for, and the firm of the other country with the same number. */
export interface FoundCompanies extends FoundCompany {
  readonly alternatives: readonly FoundCompany[];
  /** Countries whose register did not answer, or is not here as a whole: whether the number has a firm there is open. */
  readonly unanswered: readonly Country[];
  /**
   * Set when one of them has precedence: the firm that was meant may be there. Seconds until it is worth asking again.
   */
  readonly mayBeElsewhere?: { readonly retryAfter: number | undefined };
}

/**
 * Finds a firm by its number. Without a country both registers are asked and Czechia has precedence; while its register
 * does not answer, or the sample stands in for it, a Slovak firm of that number is found all the same, and
 * `mayBeElsewhere` says that another may be meant.
 * @throws ServiceError `invalid_arguments` for a number that cannot exist, `not_found`, or `source_unavailable`
 *   when no firm was found and a register that could hold it is silent, damaged or not here: that is never absence.
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
  const [chosen, ...others] = lookups.filter((lookup) => lookup.kind === "found");
  const silence = lookups.find((lookup) => lookup.kind === "unavailable");
  if (chosen === undefined && silence !== undefined) {
    const problem = registerIsSilent(silence.retryAfter, asked.length > 1);
    throw new ServiceError(hasValidCheckDigit(ico) ? problem : withTypingError(problem));
  }
  if (chosen === undefined) throw new ServiceError(companyNotFound(ico, asked, services));
  const isOpen = (lookup: Lookup, at: number) =>
    lookup.kind === "unavailable" || (lookup.kind === "absent" && !knowsEveryFirm(asked.slice(at, at + 1), services));
  const before = lookups.findIndex(isOpen);
  return {
    ...foundIn(chosen),
    alternatives: others.map(foundIn),
    unanswered: asked.filter((_country, at) => lookups[at] !== undefined && isOpen(lookups[at], at)),
    ...(before >= 0 && before < lookups.indexOf(chosen) ? { mayBeElsewhere: { retryAfter: silence?.retryAfter } } : {}),
  };
}

function foundIn({ company, silent = [] }: Extract<Lookup, { readonly kind: "found" }>): FoundCompany {
  return { company, silent };
}

const impossibleNumber: Problem = {
  code: "invalid_arguments",
  field: "ico",
  message: {
    sk: "Také IČO neexistuje: samé nuly nie sú identifikačné číslo.",
    cs: "Takové IČO neexistuje: samé nuly nejsou identifikační číslo.",
    en: "No company can have this number: it consists of zeros only.",
  },
  nextStep: {
    sk: "Pošlite IČO so 6 až 8 číslicami alebo firmu vyhľadajte podľa názvu (company_search).",
    cs: "Pošlete IČO se 6 až 8 číslicemi nebo firmu vyhledejte podle názvu (company_search).",
    en: "Send an ico of 6 to 8 digits, or look the firm up by its name (company_search).",
  },
};

/**
 * The problem when a register that could change the answer does not answer. Without `retryAfter` nothing will change by
 * itself: what the register says of the firm cannot be read here until the operator has imported it anew.
 */
export function registerIsSilent(retryAfter: number | undefined, mayNameCountry: boolean): Problem {
  if (retryAfter === undefined) {
    return mayNameCountry ? { ...registerIsUnreadable, nextStep: nameCountryOrFacts } : registerIsUnreadable;
  }
  return {
    code: "source_unavailable",
    retryAfter,
    message: {
      sk: "Register firiem teraz neodpovedá a ostatné údaje na odpoveď nestačia. O pôsobnosti firmy z toho nič nevyplýva.",
      cs: "Rejstřík firem teď neodpovídá a ostatní údaje k odpovědi nestačí. O působnosti firmy z toho nic neplyne.",
      en: "A company register is not answering, and the other data is not enough for an answer. This says nothing about whether the firm is in scope.",
    },
    nextStep: mayNameCountry
      ? {
          sk: `Skúste to znova o ${retryAfter} s alebo uveďte krajinu (country).`,
          cs: `Zkuste to znovu za ${retryAfter} s nebo uveďte zemi (country).`,
          en: `Try again in ${retryAfter} s, or name the country.`,
        }
      : {
          sk: `Skúste to znova o ${retryAfter} s.`,
          cs: `Zkuste to znovu za ${retryAfter} s.`,
          en: `Try again in ${retryAfter} s.`,
        },
  };
}

/**
 * The problem when only a Slovak firm of this number is known and out of scope is not to be said of it: the Czech firm,
 * which has precedence, cannot be looked up. `field` says that naming the country is enough.
 */
export function anotherMayBeMeant(retryAfter: number | undefined): Problem {
  if (retryAfter !== undefined) return { ...registerIsSilent(retryAfter, true), field: "country" };
  return {
    code: "source_unavailable",
    field: "country",
    message: {
      sk: "Český register tu nie je celý. Ak má toto IČO aj česká firma, má prednosť pred slovenskou, a z nájdeného o nej nič nevyplýva.",
      cs: "Český rejstřík tu není celý. Má-li toto IČO i česká firma, má přednost před slovenskou, a z nalezeného o ní nic neplyne.",
      en: "The Czech register is not here as a whole. If a Czech firm has this number too, it takes precedence over the Slovak one, and what was found says nothing about it.",
    },
    nextStep: {
      sk: "Uveďte krajinu (country): so SK je odpoveďou slovenská firma.",
      cs: "Uveďte zemi (country): se SK je odpovědí slovenská firma.",
      en: "Name the country: with SK the answer is the Slovak firm.",
    },
  };
}

/** What helps where the register of this installation is missing or cannot be read. */
const nameFactsOrImport: Problem["nextStep"] = {
  sk: "Zadajte údaje firmy priamo (POST /api/scope-evaluate) alebo požiadajte prevádzkovateľa, aby načítal register.",
  cs: "Zadejte údaje firmy přímo (POST /api/scope-evaluate) nebo požádejte provozovatele o načtení rejstříku.",
  en: "Enter the facts of the firm directly (POST /api/scope-evaluate), or have the operator import the register.",
};

const nameCountryOrFacts: Problem["nextStep"] = {
  sk: "Uveďte krajinu (country), zadajte údaje firmy priamo (POST /api/scope-evaluate) alebo požiadajte prevádzkovateľa, aby načítal register.",
  cs: "Uveďte zemi (country), zadejte údaje firmy přímo (POST /api/scope-evaluate) nebo požádejte provozovatele o načtení rejstříku.",
  en: "Name the country, enter the facts of the firm directly (POST /api/scope-evaluate), or have the operator import the register.",
};

const registerIsUnreadable: Problem = {
  code: "source_unavailable",
  message: {
    sk: "Údaje registra o tejto firme sa tu nedajú prečítať: súbor registra je poškodený alebo chýba. O firme z toho nič nevyplýva.",
    cs: "Údaje rejstříku o této firmě zde nelze přečíst: soubor rejstříku je poškozený nebo chybí. O firmě z toho nic neplyne.",
    en: "What the register says about this firm cannot be read here: the register file is damaged or missing. This says nothing about the firm.",
  },
  nextStep: nameFactsOrImport,
};

/** Only in a whole register does a missing number mean that there is no such firm. */
const sampleOnly: Problem = {
  code: "source_unavailable",
  message: {
    sk: "Firma nie je v priloženej vzorke skutočných firiem. Celý register tu nie je načítaný, takže o firme z toho nič nevyplýva.",
    cs: "Firma není v přiloženém vzorku skutečných firem. Celý rejstřík zde není načten, takže o firmě z toho nic neplyne.",
    en: "The firm is not in the shipped sample. The whole register is not loaded here, so this says nothing about the firm.",
  },
  nextStep: nameFactsOrImport,
};

/** A number that cannot be right and was not found anywhere that answered: the caller should look at it first. */
function withTypingError(problem: Problem): Problem {
  return {
    ...problem,
    field: "ico",
    message: {
      sk: `Číslo má chybnú kontrolnú číslicu, pravdepodobne je v ňom preklep. ${problem.message.sk}`,
      cs: `Číslo má chybnou kontrolní číslici, pravděpodobně je v něm překlep. ${problem.message.cs}`,
      en: `The check digit of the number is wrong, so it probably contains a typing error. ${problem.message.en}`,
    },
  };
}

const checkNumber: Problem["nextStep"] = {
  sk: "Skontrolujte číslo alebo firmu vyhľadajte podľa názvu (company_search).",
  cs: "Zkontrolujte číslo nebo firmu vyhledejte podle názvu (company_search).",
  en: "Check the number, or look the firm up by its name (company_search).",
};

const mistypedInSample: Problem = {
  ...withTypingError(sampleOnly),
  nextStep: {
    sk: `${checkNumber.sk} ${nameFactsOrImport.sk}`,
    cs: `${checkNumber.cs} ${nameFactsOrImport.cs}`,
    en: `${checkNumber.en} ${nameFactsOrImport.en}`,
  },
};

/** True when every register that could know a firm is here as a whole, or is asked live. */
function knowsEveryFirm(asked: readonly Country[], { registers }: Services): boolean {
  const holdings = registers.holdings();
  return (
    registers.asksLive ||
    asked.every((country) => holdings.some((holding) => holding.country === country && !holding.isSample))
  );
}

/** The problem when nobody who was asked knows the firm. */
function companyNotFound(ico: Ico, asked: readonly Country[], services: Services): Problem {
  const hasTypingError = !hasValidCheckDigit(ico);
  if (!knowsEveryFirm(asked, services)) return hasTypingError ? mistypedInSample : sampleOnly;
  const base = { code: "not_found", field: "ico" } as const;
  if (hasTypingError) {
    return {
      ...base,
      message: {
        sk: "Firma s týmto IČO sa nenašla a číslo má chybnú kontrolnú číslicu: pravdepodobne je v ňom preklep.",
        cs: "Firma s tímto IČO se nenašla a číslo má chybnou kontrolní číslici: pravděpodobně je v něm překlep.",
        en: "No company with this number was found, and its check digit is wrong, so it probably contains a typing error.",
      },
      nextStep: checkNumber,
    };
  }
  return {
    ...base,
    message: {
      sk: "Firma s týmto IČO v registri nie je.",
      cs: "Firma s tímto IČO v rejstříku není.",
      en: "There is no company with this number in the register.",
    },
    nextStep: {
      sk: "Skontrolujte číslo a krajinu alebo firmu vyhľadajte podľa názvu (company_search).",
      cs: "Zkontrolujte číslo a zemi nebo firmu vyhledejte podle názvu (company_search).",
      en: "Check the number and the country, or look the firm up by its name (company_search).",
    },
  };
}
