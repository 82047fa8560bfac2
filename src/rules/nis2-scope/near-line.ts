import type { Day } from "../../core/day.ts";
import { inForce } from "../../core/day.ts";
import type { Nis2Knowledge, SizeThresholds } from "../../knowledge/nis2.ts";
import { decideScope } from "./decide-scope.ts";
import type { ScopeFacts } from "./facts.ts";
import type { ScopeVerdict } from "./verdict.ts";

/** A share of a ceiling within which one year may differ from the next. */
const NEARNESS = 0.1;

/** Figures that have a ceiling in the Annex to Recommendation 2003/361/EC, Article 2. */
const FIGURES = ["employees", "turnoverEur", "balanceSheetEur"] as const;

/** A stated figure near a line of the size classes. */
export interface NearFigure {
  readonly figure: (typeof FIGURES)[number];
  readonly stated: number;
  /** Staff from which the larger class begins; an amount (EUR) up to which the smaller one goes. */
  readonly line: number;
  /** The nearest value on the other side of the line. */
  readonly across: number;
}

/** Figures near a line, and what the law says of the firm on the other side of it. */
export interface NearLine {
  readonly figures: readonly NearFigure[];
  readonly facts: ScopeFacts;
  readonly other: ScopeVerdict;
}

/**
 * The figures within a tenth of a ceiling that give another result on its other side: the class changes only when the
 * line is crossed in two accounting periods running (Annex to Recommendation 2003/361/EC, Article 4(2)), so near a line
 * one period does not settle the size. As few figures as possible: both amounts together where one alone changes nothing.
 * @returns `null` where no figure is near, where the other side gives the same, and for a group, whose sums decide
 */
export function findNearLine(
  facts: ScopeFacts,
  verdict: ScopeVerdict,
  knowledge: Nis2Knowledge,
  asOf: Day,
): NearLine | null {
  const thresholds = inForce(knowledge.sizeThresholds, asOf);
  if (facts.group !== undefined || thresholds === undefined || verdict.category === "unknown") return null;
  for (const figures of smallestFirst(nearFigures(facts, thresholds))) {
    const across = figures.reduce(withFigure, facts);
    const other = decideScope(across, knowledge, asOf);
    const isSame = other.category === verdict.category && other.regimeId === verdict.regimeId;
    if (!isSame && other.category !== "unknown") return { figures, facts: across, other };
  }
  return null;
}

/** At most one line is near a figure: the classes lie far apart. */
function nearFigures(facts: ScopeFacts, { small, medium }: SizeThresholds): readonly NearFigure[] {
  const { headcount, turnoverEur, balanceSheetEur } = facts;
  const stated = {
    employees: headcount !== null && headcount.min === headcount.max ? headcount.min : null,
    turnoverEur,
    balanceSheetEur,
  };
  const lines = {
    employees: [small.staffBelow, medium.staffBelow],
    turnoverEur: [small.turnoverUpTo, medium.turnoverUpTo],
    balanceSheetEur: [small.balanceSheetUpTo, medium.balanceSheetUpTo],
  };
  return FIGURES.flatMap((figure) => {
    const value = stated[figure];
    const line = lines[figure].find((each) => value !== null && Math.abs(value - each) <= each * NEARNESS);
    if (value === null || line === undefined) return [];
    // Staff at the line belongs to the larger class, an amount at it to the smaller one.
    const across = figure === "employees" ? (value < line ? line : line - 1) : value > line ? line : line + 1;
    return [{ figure, stated: value, line, across }];
  });
}

/** Every choice of the figures, those of one figure first. */
function smallestFirst(figures: readonly NearFigure[]): readonly (readonly NearFigure[])[] {
  const pairs = figures.flatMap((one, index) => figures.slice(index + 1).map((other) => [one, other]));
  const all = figures.length > 2 ? [figures] : [];
  return [...figures.map((one) => [one]), ...pairs, ...all];
}

function withFigure(facts: ScopeFacts, { figure, across }: NearFigure): ScopeFacts {
  return figure === "employees"
    ? { ...facts, headcount: { min: across, max: across } }
    : { ...facts, [figure]: across };
}
