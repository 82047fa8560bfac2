import type { FirmStatus, Headcount } from "../../core/company.ts";
import type { Country } from "../../core/country.ts";
import type { Day } from "../../core/day.ts";
import type { Activities, NaceCode } from "../../core/nace.ts";
import type { SizeIndependentService } from "../../knowledge/nis2-ids.ts";
import type { RegulatedService } from "../../knowledge/services.ts";
import type { Group } from "../group-size/group.ts";

/** What somebody answered: yes or no, a number in the unit of the question, one option, or several. */
export type AnswerValue = boolean | number | string | readonly string[];

/** Answers by the key of their question; a key that is missing was not answered. */
export type Answers = Readonly<Record<string, AnswerValue | undefined>>;

/** The question whether activity codes of an old source still hold; its key under `answers`. */
export const CURRENT_ACTIVITY = "currentActivity";

/** An activity code with the day on which a source says that it held. */
export interface DatedCode extends NaceCode {
  readonly asOf: Day;
}

/** Everything the scope engine may know about a firm. What is not known is `null`, never a guess. */
export interface ScopeFacts extends Activities {
  readonly country: Country;
  /** Codes among `nace` of which a source says the day on which they held; the others are of today. */
  readonly naceAsOf?: readonly DatedCode[] | undefined;
  readonly status: FirmStatus;
  readonly ceasedOn: Day | null;
  /** Code of the country's size list; `null` when the register holds none. */
  readonly sizeCode: string | null;
  /** A headcount stated as a number or band; it wins over `sizeCode`. */
  readonly headcount: Headcount | null;
  /** The day on which code or headcount held, where the source says one; missing: today's. */
  readonly sizeAsOf?: Day | undefined;
  /** Latest approved accounts, EUR. Few registers know them; a person does. */
  readonly turnoverEur: number | null;
  readonly balanceSheetEur: number | null;
  /** The day to which the accounts belong, where a source says one; missing: today's. */
  readonly accountsAsOf?: Day | undefined;
  readonly legalForm: string | null;
  readonly sizeIndependentService: SizeIndependentService | null;
  /** Linked and partner enterprises, as a person states them. */
  readonly group?: Group | undefined;
  /** Regulated services that a person states; they count like activity codes. */
  readonly activities?: readonly RegulatedService[] | undefined;
  /** What a person answered to the questions of a verdict. */
  readonly answers?: Answers | undefined;
}

/** A firm of which nothing is known but its country: what is added to it is known. */
export function nothingKnown(country: Country): ScopeFacts {
  return {
    country,
    status: "active",
    ceasedOn: null,
    nace: [],
    sizeCode: null,
    headcount: null,
    turnoverEur: null,
    balanceSheetEur: null,
    legalForm: null,
    sizeIndependentService: null,
  };
}
