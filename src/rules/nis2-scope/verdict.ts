import type { Category, Headcount, SizeCategory, UnknownReason } from "../../core/company.ts";
import type { Country } from "../../core/country.ts";
import type { Day } from "../../core/day.ts";
import type { NaceCode } from "../../core/nace.ts";
import type {
  RegimeId,
  SectorId,
  Situation,
  SizeIndependentService,
  TraceOutcome,
  TraceRule,
} from "../../knowledge/nis2-ids.ts";
import type { AnswerValue } from "./facts.ts";

/** A value of our own that a step of the trace shows; register text never gets here. */
export type TraceValue = string | number | boolean | null;

/** One step on the way to the verdict. `citations` are references in the shared notation (`nis2 3(1)(a)`). */
export interface TraceStep {
  readonly rule: TraceRule;
  readonly outcome: TraceOutcome;
  readonly facts: Readonly<Record<string, TraceValue>>;
  readonly citations: readonly string[];
}

/**
 * A fact that nobody stated and that could change the category, or the national regime alone: then `couldBecome` is empty.
 * `id` is an entry of `missing-facts.yaml` or a hint.
 */
export interface MissingFact {
  readonly id: string;
  readonly couldBecome: readonly Category[];
  /** The code of the firm because of which it is asked, where it is one. */
  readonly code: NaceCode | null;
}

/**
 * What an answer did: it decides the result, it rules a possibility out, or it plays no part for this firm. `open`: it
 * counts once the figures that it asks for are stated.
 */
export type AnswerEffect = "decided" | "excluded" | "no_change" | "open";

/** One answer with what it did. */
export interface AnsweredFact {
  readonly id: string;
  readonly value: AnswerValue;
  readonly effect: AnswerEffect;
}

/** An activity that the register's code only hints at, or does not rule out; never decides, always named. */
export interface Hint {
  /** Entry of `weak-activities.yaml` (`weak`, `except`), of `missing-facts.yaml` (`national`), or null (`coarse`). */
  readonly id: string | null;
  /** `except`: the code counts, unless the firm does only what the clause says. */
  readonly kind: "weak" | "except" | "national" | "coarse" | "waste";
  readonly code: NaceCode;
}

/** How the size was found. `accounts`: turnover and balance sheet total, where they lift or alone decide it; `group`: sums. */
export type SizeBasis = "headcount" | "size_code" | "accounts" | "group" | "none";

/** Activity codes that the firm has to confirm because of their age, with the day of the oldest. */
export interface AgedActivity {
  readonly since: Day;
  readonly codes: readonly NaceCode[];
}

/** What the engine says of a firm on a day. Ids only; `explainScope` finds the words. */
export interface ScopeVerdict {
  readonly country: Country;
  readonly asOf: Day;
  readonly category: Category;
  /** Set exactly when the category is `unknown`. */
  readonly unknownReason: UnknownReason | null;
  readonly situation: Situation;
  /** Sector of the code or statement that decided, also of a firm that is too small; null when there is none. */
  readonly sectorId: SectorId | null;
  readonly subsector: string | null;
  readonly decidingCode: NaceCode | null;
  /** True when the deciding code is a main activity; null without a deciding code. */
  readonly decidedByMain: boolean | null;
  /** All codes but the deciding one, in the order of the facts. */
  readonly otherCodes: readonly NaceCode[];
  readonly sizeCategory: SizeCategory | null;
  readonly sizeBasis: SizeBasis;
  readonly headcount: Headcount | null;
  /** The day of a size that the firm has to confirm because of its age; null where it decides nothing or is young enough. */
  readonly agedSize: Day | null;
  /** Activity codes that the firm has to confirm because of their age; null where they decide nothing or are young enough. */
  readonly agedActivity: AgedActivity | null;
  /** True when facts that registers do not hold (accounts, group links) could lift the size. */
  readonly sizeIsLowerBound: boolean;
  readonly sizeIndependentService: SizeIndependentService | null;
  readonly trace: readonly TraceStep[];
  /** The open facts only, most decisive first. */
  readonly missingFacts: readonly MissingFact[];
  /** The answers that somebody gave, in their order. */
  readonly answered: readonly AnsweredFact[];
  /** True when no open fact could change the category or the regime. */
  readonly complete: boolean;
  /** Number of the stated service that decides in place of a code, or null. */
  readonly decidingService: string | null;
  /** The services by which the law reaches the firm, of `services.yaml`: duties are bound to them. */
  readonly services: readonly string[];
  /** In scope only because an authority decided so; duties of whoever meets the conditions do not hold. */
  readonly isByDecisionOnly: boolean;
  readonly hints: readonly Hint[];
  /** Null while no national act was in force; `undetermined` also where an open question decides the regime. */
  readonly regimeId: RegimeId | null;
  /** The regimes that the open questions leave, mildest first; none while no act was in force. */
  readonly possibleRegimes: readonly RegimeId[];
  /** Entries of `national-remarks.yaml` that belong to this verdict. */
  readonly remarks: readonly string[];
}

/** The verdict together with the open-data register (docs/specification.md, `nis2_scope_check.rule-3`). */
export interface ReconciledVerdict extends ScopeVerdict {
  readonly decidedBy: "open_data_register" | "rule_engine";
  readonly sourcesDisagree: boolean;
  readonly engineCategory: Category;
  /** Null when the register does not know the firm. */
  readonly registerCategory: Category | null;
}
