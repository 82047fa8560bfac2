import type { Headcount, SizeCategory } from "../../core/company.ts";
import type { Day } from "../../core/day.ts";
import { inForce } from "../../core/day.ts";
import type { Nis2Knowledge, SizeThresholds } from "../../knowledge/nis2.ts";
import type { ScopeFacts } from "./facts.ts";
import type { SizeBasis } from "./verdict.ts";

/** The size of an enterprise as far as the facts carry it. */
export interface Size {
  /** Null when the facts do not decide: no staff figure, or a band on both sides of 50. */
  readonly category: SizeCategory | null;
  readonly headcount: Headcount | null;
  readonly basis: SizeBasis;
  /** True when unknown accounts (or an open band) could still lift the size. */
  readonly isLowerBound: boolean;
  /** True when turnover or balance sheet total exceeds the ceiling of a small enterprise and the other is unknown. */
  readonly oneCeilingExceeded: boolean;
}

type Exceeded = "yes" | "no" | "open" | "unstated";

/**
 * Size after the Annex to Recommendation 2003/361/EC, Article 2. Staff is compulsory; of the two money ceilings one
 * must be kept, so accounts lift a firm only when BOTH turnover and balance sheet total lie above (EUR). Accounts that
 * are not stated lift nothing: the size is then a lower bound. Both accounts above a ceiling lift a firm of unknown
 * staff as well; accounts alone never make it small.
 */
export function determineSize(facts: ScopeFacts, knowledge: Nis2Knowledge, asOf: Day): Size {
  const thresholds = inForce(knowledge.sizeThresholds, asOf);
  const fromCode = facts.sizeCode === null ? undefined : knowledge.sizeCodes[facts.country].get(facts.sizeCode);
  const headcount = facts.headcount ?? fromCode ?? null;
  if (thresholds === undefined) return { ...undetermined, headcount };

  const { micro, small, medium } = thresholds;
  const overMedium = exceeds(medium, facts);
  const overSmall = exceeds(small, facts);
  const min = headcount?.min ?? 0;
  const max = headcount === null ? Number.POSITIVE_INFINITY : (headcount.max ?? Number.POSITIVE_INFINITY);
  const staffBasis: SizeBasis = facts.headcount !== null ? "headcount" : "size_code";

  if (min >= medium.staffBelow) return { ...certain, category: "large", headcount, basis: staffBasis };
  if (overMedium === "yes") return { ...certain, category: "large", headcount, basis: "accounts" };
  const staffCouldBeLarge = max >= medium.staffBelow;
  const mediumIsLowerBound = staffCouldBeLarge || overMedium !== "no";
  if (min >= small.staffBelow) {
    return { ...certain, category: "medium", headcount, basis: staffBasis, isLowerBound: mediumIsLowerBound };
  }
  if (overSmall === "yes") {
    return { ...certain, category: "medium", headcount, basis: "accounts", isLowerBound: mediumIsLowerBound };
  }
  if (max >= small.staffBelow) return { ...undetermined, headcount };
  const isMicro = max < micro.staffBelow && exceeds(micro, facts) !== "yes";
  return {
    category: isMicro ? "micro" : "small",
    headcount,
    basis: max < micro.staffBelow && !isMicro ? "accounts" : staffBasis,
    isLowerBound: overSmall !== "no",
    oneCeilingExceeded: overSmall === "open",
  };
}

const certain = { isLowerBound: false, oneCeilingExceeded: false } as const;

const undetermined: Size = {
  category: null,
  headcount: null,
  basis: "none",
  isLowerBound: false,
  oneCeilingExceeded: false,
};

/** Are the money ceilings of a class exceeded? `open`: one is, the other is not stated. */
function exceeds(
  { turnoverUpTo, balanceSheetUpTo }: SizeThresholds["medium"],
  { turnoverEur, balanceSheetEur }: ScopeFacts,
): Exceeded {
  if (turnoverEur === null && balanceSheetEur === null) return "unstated";
  if (turnoverEur !== null && turnoverEur <= turnoverUpTo) return "no";
  if (balanceSheetEur !== null && balanceSheetEur <= balanceSheetUpTo) return "no";
  return turnoverEur === null || balanceSheetEur === null ? "open" : "yes";
}
