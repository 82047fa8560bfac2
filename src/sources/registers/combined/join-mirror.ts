import type { Company, Fact, Provenance } from "../../../core/company.ts";
import type { LiveRecord, LiveRegister } from "../live/live-register.ts";
import { mergeCompanies, sliceOf, states } from "../live/merge-companies.ts";
import type { Lookup } from "../register.ts";
import { registerOfSource } from "../registers.ts";
import { foundWith, type LiveAnswers } from "./country-registers.ts";

/**
 * What the mirror knows of a firm, renewed by the live sources that were asked. What a source has just said replaces
 * what the mirror has from it; the shipped sample yields to everyone who could have stated the same. What the mirror has
 * from a silent source stands with its date, and so does a firm that the live sources do not know: they do not show every
 * firm that the published files hold.
 */
export function joinMirror(known: Company, answers: LiveAnswers, asked: readonly LiveRegister[]): Lookup {
  const { company: live, silences } = answers;
  // The mirror's answer stands with its gaps: that it holds no legal form is no news of an outage.
  const open = silences.map((silence) => ({ ...silence, facts: silence.facts.filter((fact) => fact !== "legalForm") }));
  if (live === undefined) return foundWith(known, open, known);

  const speaking = asked
    .flatMap(({ records }) => records)
    .filter(({ source }) => !silences.some((silence) => silence.source === source));
  const kept = known.provenance.flatMap((entry): Provenance[] => {
    const facts = entry.facts.filter(
      (fact) => !isRenewed(entry, fact, speaking) && (fact !== "nace" || keepsCodes(entry, live)),
    );
    return facts.length === 0 ? [] : [{ ...entry, facts }];
  });
  const slices = [
    ...live.provenance.map((entry) => sliceOf(live, entry)),
    ...kept.map((entry) => sliceOf(known, entry)),
  ];
  return foundWith(mergeCompanies(slices.sort((a, b) => rankOf(b) - rankOf(a))), open, known);
}

/** True when a source that was answers has spoken on what the mirror has from this entry. */
function isRenewed({ source }: Provenance, fact: Fact, speaking: readonly LiveRecord[]): boolean {
  if (registerOfSource(source) === undefined) return speaking.some(({ facts }) => facts.includes(fact));
  return speaking.some(({ replaces }) => replaces.includes(source));
}

/**
 * Nobody knows which of the mirror's codes came from whom, so all stay for one source that may have stated them. Copies
 * of the codes of others do not stay beside codes that were stated today, nor do those of the sample.
 */
function keepsCodes({ source }: Provenance, live: Company): boolean {
  const register = registerOfSource(source);
  return !states(live, "nace") || (register !== undefined && register.copiesActivities !== true);
}

/** Which source is taken when several state the same fact, as at import; the sample ranks below every register. */
function rankOf({ provenance: [entry] }: Company): number {
  return entry === undefined ? 0 : (registerOfSource(entry.source)?.rank ?? 0);
}
