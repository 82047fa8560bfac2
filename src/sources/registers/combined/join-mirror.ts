import type { Company, Fact, Provenance } from "../../../core/company.ts";
import type { LiveRecord, LiveRegister } from "../live/live-register.ts";
import { mergeCompanies, sliceOf, statementsOf, states, statesLife } from "../live/merge-companies.ts";
import type { Lookup } from "../register.ts";
import { missesEnds, registerOfSource } from "../registers.ts";
import { foundWith, type LiveAnswers } from "./country-registers.ts";

/**
 * What the mirror knows of a firm, renewed by the live sources that were asked. Only a statement replaces a statement: one
 * of the same source, or for the shipped sample one of any source. A source that does not state a fact, or does not know
 * the firm, takes nothing away; what the mirror has of it stands with its date.
 */
export function joinMirror(known: Company, answers: LiveAnswers, asked: readonly LiveRegister[]): Lookup {
  const { company: live, silences } = answers;
  // The mirror's answer stands with its gaps: that it holds no legal form is no news of an outage.
  const open = silences.map((silence) => ({ ...silence, facts: silence.facts.filter((fact) => fact !== "legalForm") }));
  if (live === undefined) return foundWith(known, open, known);

  const records = asked.flatMap((register) => register.records);
  const kept = known.provenance.flatMap((entry): Provenance[] => {
    const facts = entry.facts.filter((fact) => !isReplaced(entry, fact, live, records));
    return facts.length === 0 ? [] : [{ ...entry, facts }];
  });
  const slices = [
    ...live.provenance.map((entry) => sliceOf(live, entry)),
    ...kept.map((entry) => sliceOf(known, entry)),
  ];
  const merged = mergeCompanies(
    slices.sort((a, b) => rankOf(b) - rankOf(a)),
    missesEnds,
  );
  return foundWith({ ...merged, statements: [...statementsOf(live), ...statementsOf(known)] }, open, known);
}

/**
 * True when a live source has just stated what the mirror has from this entry. Nobody knows which of the mirror's codes
 * came from whom, so all stay for one source that states none today; copies of the codes of others do not.
 */
function isReplaced({ source }: Provenance, fact: Fact, live: Company, records: readonly LiveRecord[]): boolean {
  const register = registerOfSource(source);
  if (register === undefined) return fact === "status" ? statesLife(live, missesEnds) : states(live, fact);
  if (fact === "nace" && register.copiesActivities === true) return states(live, fact);
  const same = records.filter(({ replaces }) => replaces.includes(source)).map((record) => record.source);
  return live.provenance.some((entry) => entry.facts.includes(fact) && same.includes(entry.source));
}

/** Which source is taken when several state the same fact, as at import; the sample ranks below every register. */
function rankOf({ provenance: [entry] }: Company): number {
  return entry === undefined ? 0 : (registerOfSource(entry.source)?.rank ?? 0);
}
