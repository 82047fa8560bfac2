import type { Headcount, SizeCategory } from "../../core/company.ts";
import type { Country } from "../../core/country.ts";
import { type Day, inForce } from "../../core/day.ts";
import type { GroupStepId } from "../../knowledge/group-size.ts";
import type { Nis2Knowledge } from "../../knowledge/nis2.ts";
import type { ScopeFacts } from "../nis2-scope/facts.ts";
import { determineSize } from "../nis2-scope/size.ts";
import {
  type Figures,
  type Group,
  type GroupEnterprise,
  type GroupPartner,
  LINKED_ABOVE,
  PARTNER_FROM,
} from "./group.ts";

/** One enterprise of the picture of the group. */
export interface GroupMember {
  readonly relation: "self" | "consolidated" | "linked" | "partner";
  /** Place in the list in which it was stated, so that a page can put its name beside it; 0 for the firm itself. */
  readonly index: number;
  /** Share in per cent; 100 for the firm itself and for linked enterprises. */
  readonly sharePercent: number;
  /** The part of its figures that counts, 0 to 1. */
  readonly weight: number;
  /** Why nothing of it counts, or `null`. */
  readonly leftOut: "investor" | "separateAssets" | "publicOwner" | null;
  /** Its figures; those of a partner with the enterprises linked to it. */
  readonly employees: Headcount;
  readonly turnoverEur: number | null;
  readonly balanceSheetEur: number | null;
}

/** An amount of money of the whole group. */
export interface MoneySum {
  /** What is stated, added up, EUR. */
  readonly eur: number;
  /** False when an enterprise that counts states nothing: the true sum is then the same or larger. */
  readonly isComplete: boolean;
}

/** The values that fill the text of a step. */
export interface GroupStepValues {
  readonly employees?: Headcount;
  /** Per cent. */
  readonly share?: number;
  readonly counted?: number;
  /** The parts of the sum: staff, and the part of it that counts. */
  readonly formula?: readonly { readonly employees: Headcount; readonly weight: number }[];
}

/** A step of the calculation. */
export interface GroupStep {
  readonly id: GroupStepId;
  readonly values: GroupStepValues;
}

/** The size of a firm with its group. */
export interface GroupSize {
  /** Everybody in the group, those that do not count too: the firm first, then in the order stated. */
  readonly members: readonly GroupMember[];
  readonly sums: { readonly employees: Headcount; readonly turnoverEur: MoneySum; readonly balanceSheetEur: MoneySum };
  /** `null` when the figures do not decide. */
  readonly category: SizeCategory | null;
  /** True when figures that are not stated could make it larger. */
  readonly isLowerBound: boolean;
  /** True when one of the amounts exceeds the ceiling of a small enterprise and the other is not known. */
  readonly oneCeilingExceeded: boolean;
  /** The size of the firm alone; `null` when its figures do not decide. */
  readonly ownCategory: SizeCategory | null;
  readonly steps: readonly GroupStep[];
}

/**
 * Adds up a group after Recommendation 2003/361/EC, Annex, Articles 3 and 6: linked enterprises in full, partners by
 * their share, a partner with the enterprises linked to it. In Czechia enterprises with separate technical assets and
 * public owners are left out (Act No. 264/2025 Sb., § 7(b), (c)).
 * @param own facts of the firm without its group.
 * @throws RangeError for a partner with a share above 50 %: it is linked and has to be stated so.
 */
export function groupSize(own: ScopeFacts, group: Group, knowledge: Nis2Knowledge, asOf: Day): GroupSize {
  const alone = determineSize(own, knowledge, asOf);
  const base = baseOf(own, group.consolidated, alone.headcount);
  const stated = [
    ...group.linked.map((one, index) => ({ one, member: linkedMember(one, index, own.country) })),
    ...group.partners.map((one, index) => ({ one, member: partnerMember(one, index, own.country) })),
  ];
  const members = [base, ...stated.map(({ member }) => member)];
  const counting = members.filter(({ weight }) => weight > 0);
  const employees = sumOfStaff(counting);
  const turnoverEur = sumOfMoney(counting, (member) => member.turnoverEur);
  const balanceSheetEur = sumOfMoney(counting, (member) => member.balanceSheetEur);
  const small = inForce(knowledge.sizeThresholds, asOf)?.small;
  const sums: ScopeFacts = {
    ...own,
    sizeCode: null,
    headcount: employees,
    turnoverEur: decisive(turnoverEur, small?.turnoverUpTo),
    balanceSheetEur: decisive(balanceSheetEur, small?.balanceSheetUpTo),
  };
  const size = determineSize(sums, knowledge, asOf);
  const isIncomplete = !(turnoverEur.isComplete && balanceSheetEur.isComplete);
  const isLowerBound = size.category !== "large" && (size.isLowerBound || isIncomplete);
  const formula = counting.map(({ employees: staff, weight }) => ({ employees: staff, weight }));
  return {
    members,
    sums: { employees, turnoverEur, balanceSheetEur },
    category: size.category,
    isLowerBound,
    oneCeilingExceeded: size.oneCeilingExceeded,
    ownCategory: alone.category,
    steps: [
      { id: base.relation === "consolidated" ? "consolidated" : "own", values: { employees: base.employees } },
      ...stated.flatMap(({ one, member }) => stepsOf(one, member, own.country)),
      { id: "sum", values: { employees, formula } },
      ...when(alone.category === "large", "ownIsLarge"),
      ...when(isIncomplete && isLowerBound, "moneyIncomplete"),
      ...when(alone.category !== size.category && alone.category !== null, "twoPeriods"),
    ],
  };
}

function when(applies: boolean, id: GroupStepId): GroupStep[] {
  return applies ? [{ id, values: {} }] : [];
}

/** The firm itself, or the consolidated accounts that include it. Staff that nobody knows is at least nobody. */
function baseOf(own: ScopeFacts, consolidated: Figures | undefined, headcount: Headcount | null): GroupMember {
  const whole = { index: 0, sharePercent: 100, weight: 1, leftOut: null } as const;
  if (consolidated !== undefined) return { ...whole, relation: "consolidated", ...figuresOf([consolidated]) };
  const { turnoverEur, balanceSheetEur } = own;
  return { ...whole, relation: "self", employees: headcount ?? { min: 0, max: null }, turnoverEur, balanceSheetEur };
}

function linkedMember(enterprise: GroupEnterprise, index: number, country: Country): GroupMember {
  const leftOut = leftOutByCountry(enterprise, country);
  const weight = leftOut === null ? 1 : 0;
  return { relation: "linked", index, sharePercent: 100, weight, leftOut, ...figuresOf([enterprise]) };
}

function partnerMember(partner: GroupPartner, index: number, country: Country): GroupMember {
  const { sharePercent, linked = [], investor = false } = partner;
  if (sharePercent < PARTNER_FROM || sharePercent > LINKED_ABOVE) {
    throw new RangeError(`partners.${index}: a partner has a share from ${PARTNER_FROM} to ${LINKED_ABOVE} %`);
  }
  const leftOut = leftOutByCountry(partner, country) ?? (investor ? "investor" : null);
  const weight = leftOut === null ? sharePercent / 100 : 0;
  return { relation: "partner", index, sharePercent, weight, leftOut, ...figuresOf([partner, ...linked]) };
}

/** What Czech law leaves out and Slovak law does not. */
function leftOutByCountry({ separateAssets, publicBody }: GroupEnterprise, country: Country) {
  if (country !== "CZ") return null;
  if (publicBody === true) return "publicOwner";
  return separateAssets === true ? "separateAssets" : null;
}

function stepsOf(stated: GroupEnterprise, member: GroupMember, country: Country): GroupStep[] {
  const { employees, sharePercent: share, weight, leftOut, relation } = member;
  if (leftOut !== null) return [{ id: leftOut, values: { share, employees } }];
  const counted = rounded(employees.min * weight);
  const hasLinked = "linked" in stated && Array.isArray(stated.linked) && stated.linked.length > 0;
  return [
    ...when(country === "SK" && stated.separateAssets === true, "separateAssetsCounted"),
    ...when(country === "SK" && stated.publicBody === true, "publicOwnerCounted"),
    ...when(hasLinked, "partnerLinked"),
    relation === "linked"
      ? { id: "linked", values: { employees } }
      : { id: "partner", values: { employees, share, counted } },
  ];
}

/** The figures of enterprises together; money that one of them does not state is not known. */
function figuresOf(
  enterprises: readonly Figures[],
): Pick<GroupMember, "employees" | "turnoverEur" | "balanceSheetEur"> {
  const staff = rounded(enterprises.reduce((sum, { employees }) => sum + employees, 0));
  const money = (of: (one: Figures) => number | undefined) =>
    enterprises.reduce<number | null>((sum, one) => {
      const stated = of(one);
      return sum === null || stated === undefined ? null : rounded(sum + stated);
    }, 0);
  return {
    employees: { min: staff, max: staff },
    turnoverEur: money(({ turnoverEur }) => turnoverEur),
    balanceSheetEur: money(({ balanceSheetEur }) => balanceSheetEur),
  };
}

function sumOfStaff(members: readonly GroupMember[]): Headcount {
  const sum = (of: (staff: Headcount) => number) =>
    rounded(members.reduce((all, { employees, weight }) => all + of(employees) * weight, 0));
  const isOpen = members.some(({ employees: { max } }) => max === null);
  return { min: sum(({ min }) => min), max: isOpen ? null : sum(({ max }) => max ?? 0) };
}

function sumOfMoney(members: readonly GroupMember[], of: (member: GroupMember) => number | null): MoneySum {
  return {
    eur: rounded(members.reduce((all, member) => all + (of(member) ?? 0) * member.weight, 0)),
    isComplete: members.every((member) => of(member) !== null),
  };
}

/** A sum the size may rest on: a complete one, or one that exceeds a ceiling already, whatever is still missing. */
function decisive({ eur, isComplete }: MoneySum, ceiling = Number.POSITIVE_INFINITY): number | null {
  return isComplete || eur > ceiling ? eur : null;
}

/** Shares make fractions of a person and of a cent, and binary fractions of those: 0.3 of 40 is 12. */
function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
