import type { Fact, UnknownReason } from "../../core/company.ts";
import type { ReconciledVerdict } from "./verdict.ts";

/** The fact without which a verdict is unknown for that reason. */
const LACKED: Readonly<Partial<Record<UnknownReason, Fact>>> = { no_nace: "nace", size_undetermined: "size" };

/** A source that did not answer, with the facts that no other source states. */
interface SilentSource {
  readonly source: string;
  readonly facts: readonly Fact[];
}

/** The sources whose silence leaves the verdict unknown: they could have stated the fact that it lacks. */
export function silentFor<Silent extends SilentSource>(
  { unknownReason }: ReconciledVerdict,
  silent: readonly Silent[],
): readonly Silent[] {
  const lacked = unknownReason === null ? undefined : LACKED[unknownReason];
  return lacked === undefined ? [] : silent.filter(({ facts }) => facts.includes(lacked));
}

/**
 * The verdict while sources do not answer. A fact whose source is silent is not a fact that the register lacks, so the
 * reason is the silence (docs/specification.md, `company.unknown-reason`).
 */
export function withSilence(verdict: ReconciledVerdict, silent: readonly SilentSource[]): ReconciledVerdict {
  const deciding = silentFor(verdict, silent);
  if (deciding.length === 0) return verdict;
  const facts = { source: deciding.map(({ source }) => source).join(" ") };
  const step = { rule: "sources", outcome: "silent", facts, citations: [] } as const;
  return { ...verdict, unknownReason: "source_silent", trace: [...verdict.trace, step] };
}
