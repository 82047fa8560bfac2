import type { Day } from "../../core/day.ts";
import type { Nis2Knowledge } from "../../knowledge/nis2.ts";
import { groupSize } from "../group-size/group-size.ts";
import { numberAnswer } from "./answers.ts";
import type { ScopeFacts } from "./facts.ts";
import { determineSize, type Size } from "./size.ts";

/**
 * The size with what somebody answered about it: the staff of the whole foreign person, the staff without enterprises
 * of separate technical assets, then the group.
 */
export function sizeWithAnswers(facts: ScopeFacts, knowledge: Nis2Knowledge, asOf: Day): Size {
  const { group, answers } = facts;
  if (group === undefined && answers === undefined) return determineSize(facts, knowledge, asOf);
  const staff = numberAnswer("wholeLegalPerson", facts) ?? numberAnswer("czSeparateAssets", facts);
  const own = staff === null ? facts : { ...facts, sizeCode: null, headcount: { min: staff, max: staff } };
  if (group === undefined) return determineSize(own, knowledge, asOf);
  const { category, isLowerBound, oneCeilingExceeded, sums } = groupSize(own, group, knowledge, asOf);
  return { category, isLowerBound, oneCeilingExceeded, headcount: sums.employees, basis: "group" };
}

/** The size of who is no enterprise at all: size never brings it in. */
export function sizeOfNoEnterprise(size: Size): Size {
  return { ...size, category: "micro", isLowerBound: false, oneCeilingExceeded: false };
}
