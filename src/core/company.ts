import type { Country } from "./country.ts";
import type { Day } from "./day.ts";
import type { Ico } from "./ico.ts";
import type { Activities } from "./nace.ts";

/** The four outcomes of a scope check, as they stand on the wire. */
export const CATEGORIES = ["essential", "important", "out_of_scope", "unknown"] as const;

export type Category = (typeof CATEGORIES)[number];

/**
 * Why a category is `unknown`. `activity_undetermined`: the code alone does not decide; `status_unreadable`: a register
 * states an end that is no date; `source_silent`: the register that would say does not answer.
 */
export const UNKNOWN_REASONS = [
  "public_administration",
  "no_nace",
  "size_undetermined",
  "sources_disagree",
  "activity_undetermined",
  "status_unreadable",
  "source_silent",
] as const;

export type UnknownReason = (typeof UNKNOWN_REASONS)[number];

export const SIZE_CATEGORIES = ["micro", "small", "medium", "large"] as const;

export type SizeCategory = (typeof SIZE_CATEGORIES)[number];

/** `unreadable`: a register states an end that is no date, so it is not known whether the firm has ceased. */
export const FIRM_STATUSES = ["active", "ceased", "unreadable"] as const;

export type FirmStatus = (typeof FIRM_STATUSES)[number];

/** A headcount band; `max` is `null` for an open end ("10 000 and more"). */
export interface Headcount {
  readonly min: number;
  readonly max: number | null;
}

/** The kinds of fact a register can tell about a firm. */
export const FACTS = ["name", "address", "status", "legalForm", "nace", "size", "category", "financials"] as const;

export type Fact = (typeof FACTS)[number];

/** Which source states some of the facts, and when. `source` is an id of `knowledge/sources.yaml`. */
export interface Provenance {
  readonly source: string;
  readonly facts: readonly Fact[];
  /** The day the source published or answered this. */
  readonly retrievedAt: Day;
}

/** A fact as one source states it, also where another source's word stands in its place. */
export interface Statement extends Omit<Provenance, "facts"> {
  readonly fact: Fact;
  /** The firm by this source alone: the columns of `fact` are its own. */
  readonly of: Pick<Company, (typeof STATED)[number]>;
}

/** What a firm of a register holds of the facts that a verdict rests on. */
export const STATED = [
  "country",
  "status",
  "ceasedOn",
  "legalForm",
  "nace",
  "sizeCode",
  "headcount",
  "registerVerdict",
  "turnoverEur",
  "balanceSheetEur",
] as const;

/** What the open-data register with NIS2 categories says of a firm (SK; the contract is ours). */
export interface RegisterVerdict {
  readonly category: Category;
  /** Id of a sector as in `knowledge/nis2/`, or null. */
  readonly sector: string | null;
  readonly reason: UnknownReason | null;
  readonly updatedAt: Day;
}

/** One firm as the registers know it. Name and address are foreign text: they leave under `untrusted` only. */
export interface Company extends Activities {
  readonly country: Country;
  readonly ico: Ico;
  readonly name: string | null;
  readonly address: string | null;
  readonly status: FirmStatus;
  readonly foundedOn: Day | null;
  /** May lie ahead: see `hasCeased`. */
  readonly ceasedOn: Day | null;
  /** Code of the country's list of legal forms, three digits. */
  readonly legalForm: string | null;
  /** Code of the country's size list (CZ list 579, SK list 0073); `null` when the register holds none. */
  readonly sizeCode: string | null;
  /** A headcount from a source that gives a number instead of a code. */
  readonly headcount: Headcount | null;
  readonly registerVerdict: RegisterVerdict | null;
  /** Yearly turnover and balance sheet total in EUR of the latest accounts; absent where no source states them. */
  readonly turnoverEur?: number | undefined;
  readonly balanceSheetEur?: number | undefined;
  readonly provenance: readonly Provenance[];
  /** All that was stated, where several sources were joined; otherwise `provenance` says it. */
  readonly statements?: readonly Statement[] | undefined;
}

/**
 * Known to have ceased by that day. An end that lies ahead does not count yet, one that cannot be read says nothing;
 * without a day the status of the register stands.
 */
export function hasCeased({ status, ceasedOn }: Pick<Company, "status" | "ceasedOn">, day: Day): boolean {
  return ceasedOn === null ? status === "ceased" : ceasedOn <= day;
}
