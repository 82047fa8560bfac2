import type { Company, Fact, Provenance } from "../../../core/company.ts";
import type { LiveSource, LiveVoice } from "../live/live-source.ts";
import { mergeCompanies, sliceOf, tells } from "../live/merge-companies.ts";
import type { Lookup } from "../register.ts";
import { foundWith, type Heard } from "./live-register.ts";

/** Who is believed when several tell the same fact; as at import. */
const BELIEF: Readonly<Record<string, number>> = { ares: 3, "ares-res": 3, res: 3, rpo: 3, ruz: 2, "nis2-register": 1 };

/**
 * What the mirror knows of a firm, renewed by the live sources that were asked. What a source has just said replaces
 * what the mirror has from it; the shipped sample yields to everyone who could have told the same. What a silent source
 * told the mirror stands with its date, and so does a firm that the live sources do not know: they do not show every
 * firm that the published files hold.
 */
export function joinMirror(known: Company, heard: Heard, asked: readonly LiveSource[]): Lookup {
  const { company: live, silences } = heard;
  // The mirror's answer stands with its gaps: that it holds no legal form is no news of an outage.
  const open = silences.map((silence) => ({ ...silence, facts: silence.facts.filter((fact) => fact !== "legalForm") }));
  if (live === undefined) return foundWith(known, open, known);

  const speaking = asked
    .flatMap(({ voices }) => voices)
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
  return foundWith(mergeCompanies(slices.sort((a, b) => beliefIn(b) - beliefIn(a))), open, known);
}

/** True when a source that was heard has spoken on what the mirror has from this entry. */
function isRenewed({ source }: Provenance, fact: Fact, speaking: readonly LiveVoice[]): boolean {
  if (BELIEF[source] === undefined) return speaking.some(({ facts }) => facts.includes(fact));
  return speaking.some(({ replaces }) => replaces.includes(source));
}

/**
 * Nobody knows which of the mirror's codes came from whom, so all stay for one source that may have told them. The list
 * with categories takes its codes from the others; it keeps none beside codes that were told today.
 */
function keepsCodes({ source }: Provenance, live: Company): boolean {
  return !tells(live, "nace") || (BELIEF[source] ?? 0) > 1;
}

function beliefIn(company: Company): number {
  const [entry] = company.provenance;
  return entry === undefined ? 0 : (BELIEF[entry.source] ?? 0);
}
