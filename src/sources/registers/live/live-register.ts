import { z } from "zod";
import { CATEGORIES, type Company, FACTS, type Fact, FIRM_STATUSES, UNKNOWN_REASONS } from "../../../core/company.ts";
import { COUNTRIES, type Country } from "../../../core/country.ts";
import { type Day, dayOf, isDay } from "../../../core/day.ts";
import type { Ico } from "../../../core/ico.ts";
import { NACE_REVISIONS } from "../../../core/nace.ts";
import type { Answer } from "../../../outbound/question.ts";
import type { SourceClient } from "../../../outbound/source-client.ts";
import type { SourcePolicy } from "../../../outbound/source-policy.ts";
import type { Lookup, Register, SearchHit } from "../register.ts";

/** One kind of record of a live register: what it can state, and what it means when it is not given. */
export interface LiveRecord {
  /** Id of `knowledge/sources.yaml`. */
  readonly source: string;
  readonly facts: readonly Fact[];
  /** Ids under which the mirror holds the same record. */
  readonly replaces: readonly string[];
  /**
   * Facts that stay open while the record is missing, even where another register states them today. It is how an
   * outage is kept from becoming "out of scope": activities add up, so those of another register do not stand for those
   * of the country's own.
   */
  readonly openWhileSilent: readonly Fact[];
}

/** How a register is asked over the net. */
export interface LiveDefinition {
  /** The setting that holds its base address; without an address it is not asked. */
  readonly setting: string;
  /** How fast and how patiently it is asked. */
  readonly policy: (baseUrl: string) => SourcePolicy;
  readonly records: readonly LiveRecord[];
  /** False where not knowing a firm is no statement that it does not exist (the register with NIS2 categories). */
  readonly decidesAbsence: boolean;
  connect(client: SourceClient, now: () => Date): LiveConnection;
}

/** What a live register answers. */
export interface LiveConnection {
  find(ico: Ico): Promise<Lookup>;
  /** Firms whose name fits, the best ten by our own order; absent where the register offers no such search. */
  search?(name: string): Promise<NameSearch>;
}

/** A register that is asked over the net. Its firms name the records that state their facts. */
export interface LiveRegister extends Register, LiveConnection, Pick<LiveDefinition, "records" | "decidesAbsence"> {}

/** Connects a register to the client that asks its server. */
export function connectRegister(
  { country, live }: { readonly country: Country; readonly live: LiveDefinition },
  client: SourceClient,
  now: () => Date,
): LiveRegister {
  const { records, decidesAbsence } = live;
  return { country, records, decidesAbsence, ...live.connect(client, now) };
}

/** What a register says to a name. */
export type NameSearch =
  /**
   * `isWhole` is false when it knows more firms that fit than it showed: the best may not be among them. With
   * `retryAfter` (seconds) it is silent now, and this is what it showed before.
   */
  | {
      readonly kind: "found";
      readonly hits: readonly SearchHit[];
      readonly isWhole: boolean;
      readonly retryAfter?: number;
    }
  | Extract<Lookup, { readonly kind: "unavailable" }>;

/** What a source says of a firm, as it is remembered: nothing but facts that an answer uses. */
export const liveFacts = z.object({
  name: z.string().nullable(),
  address: z.string().nullable(),
  /** `null`: the source does not say. */
  status: z.enum(FIRM_STATUSES).nullable(),
  foundedOn: z.string().nullable(),
  ceasedOn: z.string().nullable(),
  legalForm: z.string().nullable(),
  nace: z.array(z.object({ code: z.string(), revision: z.enum(NACE_REVISIONS) })),
  /** As in `Activities`. */
  mainUnknown: z.array(z.enum(NACE_REVISIONS)).optional(),
  sizeCode: z.string().nullable(),
  headcount: z.object({ min: z.number(), max: z.number().nullable() }).nullable(),
  registerVerdict: z
    .object({
      category: z.enum(CATEGORIES),
      sector: z.string().nullable(),
      reason: z.enum(UNKNOWN_REASONS).nullable(),
      updatedAt: z.string(),
    })
    .nullable(),
});

export type LiveFacts = z.output<typeof liveFacts>;

/** Facts of which none is stated yet. */
export const NO_FACTS: LiveFacts = {
  name: null,
  address: null,
  status: null,
  foundedOn: null,
  ceasedOn: null,
  legalForm: null,
  nace: [],
  sizeCode: null,
  headcount: null,
  registerVerdict: null,
};

/** A firm as one source tells it, from the instant of its answer. */
export function companyFrom(country: Country, ico: Ico, source: string, facts: LiveFacts, at: Date): Company {
  return {
    ...facts,
    country,
    ico,
    status: facts.status ?? "active",
    provenance: [{ source, facts: factsStated(facts), retrievedAt: dayOf(at) }],
  };
}

/** The facts that are stated. A size code of zeros means "not stated" in both countries. */
function factsStated(facts: LiveFacts): Fact[] {
  const stated: Record<Fact, boolean> = {
    name: facts.name !== null,
    address: facts.address !== null,
    status: facts.status !== null,
    legalForm: facts.legalForm !== null,
    nace: facts.nace.length > 0,
    size: facts.headcount !== null || (facts.sizeCode !== null && !/^0+$/.test(facts.sizeCode)),
    category: facts.registerVerdict !== null,
    financials: false,
  };
  return FACTS.filter((fact) => stated[fact]);
}

/** A firm of a search by name as it is remembered. */
export const liveHit = z.object({
  country: z.enum(COUNTRIES),
  ico: z.string(),
  name: z.string().nullable(),
  address: z.string().nullable(),
  active: z.boolean(),
  ceasedOn: z.string().optional(),
  /** Former names of a legal person, newest first; `until` as in `FormerName`. */
  former: z.array(z.object({ name: z.string(), until: z.number().int() })).optional(),
});

/** What a register showed of a search; `null`: nothing fits. */
export const liveHits = z.object({ hits: z.array(liveHit), isWhole: z.boolean() }).nullable();

export type LiveHit = z.output<typeof liveHit>;
export type LiveHits = z.output<typeof liveHits>;

/** A source's answer that is no firm, as a look-up: it does not know the firm, or it is silent. */
export function noFirm(answer: Answer<unknown>): Lookup {
  if (answer.kind === "answered") return { kind: "absent" };
  return { kind: "unavailable", cause: answer.cause, retryAfter: answer.retryAfter };
}

/** The day at the start of a source's text (a time may follow); `null` for none and for one that is not in the calendar. */
export function dayIn(text: string | null | undefined): Day | null {
  const day = text?.slice(0, 10) ?? "";
  return isDay(day) ? day : null;
}
