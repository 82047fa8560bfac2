import type { Company, Fact } from "../../../core/company.ts";
import type { Ico } from "../../../core/ico.ts";
import type { LiveSource } from "../live/live-source.ts";
import { mergeCompanies, tells, untold } from "../live/merge-companies.ts";
import type { Lookup, Register, Silence } from "../register.ts";

/** What live sources said of one firm together. */
export interface Heard {
  /** `undefined`: none of them told of the firm. */
  readonly company: Company | undefined;
  /** Every voice that was silent, with all that it could have told. */
  readonly silences: readonly Silence[];
  /** Set when one that could have known the firm was silent: it cannot be said to be absent. */
  readonly unavailable: Extract<Lookup, { readonly kind: "unavailable" }> | undefined;
}

/** The live sources of one country as one register. */
export interface LiveRegister extends Register {
  readonly sources: readonly LiveSource[];
  /** Asks some of the sources and says who was silent. */
  hear(ico: Ico, among: readonly LiveSource[]): Promise<Heard>;
}

/**
 * Joins the live sources of a country, the most believed first. They are asked at once. A firm that one of them knows
 * is found; what a silent one could have told and nobody else did is named in `silent`. A firm that none knows is
 * absent only when none that could know it is silent.
 */
export function joinSources(sources: readonly [LiveSource, ...LiveSource[]]): LiveRegister {
  return { country: sources[0].country, sources, hear, find: async (ico) => lookupOf(await hear(ico, sources)) };

  async function hear(ico: Ico, among: readonly LiveSource[]): Promise<Heard> {
    const heard = await Promise.all(among.map(async (source) => ({ source, lookup: await source.find(ico) })));
    const found = heard.flatMap(({ lookup }) => (lookup.kind === "found" ? [lookup.company] : []));
    const silences = heard.flatMap(({ source, lookup }): readonly Silence[] => {
      if (lookup.kind === "found") return lookup.silent ?? [];
      if (lookup.kind === "absent") return [];
      return source.voices.map((voice) => ({
        source: voice.source,
        facts: voice.facts,
        retryAfter: lookup.retryAfter ?? RETRY_AFTER_S,
      }));
    });
    const blocking = heard.flatMap(({ source, lookup }) =>
      lookup.kind === "unavailable" && source.decidesAbsence ? [lookup] : [],
    );
    // All of them must be back before the firm can be said to be absent.
    const [unavailable] = blocking.sort((a, b) => (b.retryAfter ?? 0) - (a.retryAfter ?? 0));
    return { company: found.length === 0 ? undefined : mergeCompanies(found), silences, unavailable };
  }
}

/** When a source names no time, half a minute is worth waiting. */
const RETRY_AFTER_S = 30;

/** The registers that state the activities of their country's firms; RÚZ and the list with categories copy them. */
const OWN_REGISTERS: readonly string[] = ["ares-res", "rpo"];

/** What was heard, as a look-up. */
export function lookupOf({ company, silences, unavailable }: Heard): Lookup {
  if (company === undefined) return unavailable ?? { kind: "absent" };
  return foundWith(company, silences);
}

/**
 * A firm with the silences that leave a fact of it open. Activities add up, so what another register tells of them does
 * not stand for the country's own register; what the mirror holds does (`known`).
 */
export function foundWith(company: Company, silences: readonly Silence[], known?: Company): Lookup {
  const isOpen = ({ source }: Silence, fact: Fact) =>
    fact === "nace" && OWN_REGISTERS.includes(source) && !(known !== undefined && tells(known, "nace"));
  const silent = silences
    .map((silence) => {
      const missing = untold(company, silence.facts);
      return { ...silence, facts: silence.facts.filter((fact) => missing.includes(fact) || isOpen(silence, fact)) };
    })
    .filter(({ facts }) => facts.length > 0);
  return { kind: "found", company, ...(silent.length === 0 ? {} : { silent }) };
}

/**
 * The silence for which "out of scope" would be a guess: a register that was not heard might have told an activity, a
 * public legal form or a category, and nobody else did. The caller must not say "out of scope" then, unless the firm
 * has ceased. A missing size needs no such care: without a size the rules never say so of a firm in a sector.
 */
export function decisiveSilence(silent: readonly Silence[] | undefined): Silence | undefined {
  return silent?.find(({ facts }) =>
    facts.some((fact) => fact === "nace" || fact === "legalForm" || fact === "category"),
  );
}
