import type { Company, Fact } from "../../../core/company.ts";
import type { Country } from "../../../core/country.ts";
import type { Ico } from "../../../core/ico.ts";
import type { LiveRegister } from "../live/live-register.ts";
import { mergeCompanies, states, unstated } from "../live/merge-companies.ts";
import type { Lookup, Register, Silence } from "../register.ts";
import { missesEnds, registerOfSource } from "../registers.ts";

/** What live registers said of one firm together. */
export interface LiveAnswers {
  /** `undefined`: none of them knows the firm. */
  readonly company: Company | undefined;
  /** Every record that was not given, with all that it could have stated. */
  readonly silences: readonly Silence[];
  /** Set when one that could have known the firm was silent: it cannot be said to be absent. */
  readonly unavailable: Extract<Lookup, { readonly kind: "unavailable" }> | undefined;
}

/** The live registers of one country as one. */
export interface CountryRegisters extends Register {
  readonly registers: readonly LiveRegister[];
  /** Asks some of the registers and says which were silent. */
  query(ico: Ico, among: readonly LiveRegister[]): Promise<LiveAnswers>;
}

/**
 * Joins the live registers of a country, that of the highest rank first. They are asked at once. A firm that one of
 * them knows is found; what a silent one could have stated and nobody else did is named in `silent`. A firm that none
 * knows is absent only when none that could know it is silent.
 */
export function joinRegisters(country: Country, registers: readonly LiveRegister[]): CountryRegisters {
  return { country, registers, query, find: async (ico) => lookupOf(await query(ico, registers)) };

  async function query(ico: Ico, among: readonly LiveRegister[]): Promise<LiveAnswers> {
    const answers = await Promise.all(among.map(async (register) => ({ register, lookup: await register.find(ico) })));
    const found = answers.flatMap(({ lookup }) => (lookup.kind === "found" ? [lookup.company] : []));
    const silences = answers.flatMap(({ register, lookup }): readonly Silence[] => {
      if (lookup.kind === "found") return lookup.silent ?? [];
      if (lookup.kind === "absent") return [];
      return register.records.map(({ source, facts }) => ({
        source,
        facts,
        retryAfter: lookup.retryAfter ?? RETRY_AFTER_S,
      }));
    });
    const blocking = answers.flatMap(({ register, lookup }) =>
      lookup.kind === "unavailable" && register.decidesAbsence ? [{ retryAfter: RETRY_AFTER_S, ...lookup }] : [],
    );
    // All of them must be back before the firm can be said to be absent.
    const [unavailable] = blocking.sort((a, b) => b.retryAfter - a.retryAfter);
    return { company: found.length === 0 ? undefined : mergeCompanies(found, missesEnds), silences, unavailable };
  }
}

/** When a source names no time, half a minute is worth waiting. */
const RETRY_AFTER_S = 30;

/** What live registers answered, as a look-up. */
export function lookupOf({ company, silences, unavailable }: LiveAnswers): Lookup {
  if (company === undefined) return unavailable ?? { kind: "absent" };
  return foundWith(company, silences);
}

/**
 * A firm with the silences that leave a fact of it open. A fact of `openWhileSilent` stays open although another
 * register states it today; what the mirror holds of it (`known`) does close it.
 */
export function foundWith(company: Company, silences: readonly Silence[], known?: Company): Lookup {
  const isOpen = ({ source }: Silence, fact: Fact) =>
    openWhileSilent(source).includes(fact) && !(known !== undefined && states(known, fact));
  const silent = silences
    .map((silence) => {
      const missing = unstated(company, silence.facts);
      return { ...silence, facts: silence.facts.filter((fact) => missing.includes(fact) || isOpen(silence, fact)) };
    })
    .filter(({ facts }) => facts.length > 0);
  return { kind: "found", company, ...(silent.length === 0 ? {} : { silent }) };
}

function openWhileSilent(source: string): readonly Fact[] {
  return registerOfSource(source)?.live?.records.find((record) => record.source === source)?.openWhileSilent ?? [];
}

/**
 * The silence for which "out of scope" would be a guess: a register that did not answer might have stated an activity, a
 * public legal form or a category, and nobody else did. The caller must not say "out of scope" then, unless the firm
 * has ceased. A missing size needs no such care: without a size the rules never say so of a firm in a sector.
 */
export function decisiveSilence(silent: readonly Silence[] | undefined): Silence | undefined {
  return silent?.find(({ facts }) => facts.some((fact) => DECISIVE.includes(fact)));
}

/** Facts without which "out of scope" is a guess. */
export const DECISIVE: readonly Fact[] = ["nace", "legalForm", "category"];
