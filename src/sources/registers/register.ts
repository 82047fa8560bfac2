import type { Category, Company, Fact, UnknownReason } from "../../core/company.ts";
import type { Country } from "../../core/country.ts";
import type { Day } from "../../core/day.ts";
import type { Ico } from "../../core/ico.ts";
import type { NaceCode } from "../../core/nace.ts";

/** One source of several that did not answer while others did. */
export interface Silence {
  /** Id of `knowledge/sources.yaml`. */
  readonly source: string;
  /** What it could have stated and nobody else did: these facts are not known to be missing, they are not known. */
  readonly facts: readonly Fact[];
  /** Seconds, at least 1. */
  readonly retryAfter: number;
}

/** What a register can say. Silence is not absence: the caller must handle all three. */
export type Lookup =
  /** `silent` is set when a source was silent and a fact is open for it: see `decisiveSilence`. */
  | { readonly kind: "found"; readonly company: Company; readonly silent?: readonly Silence[] }
  | { readonly kind: "absent" }
  /** `cause` is for the log, never for a caller. `retryAfter` in seconds. */
  | { readonly kind: "unavailable"; readonly cause: unknown; readonly retryAfter?: number };

/** A company register of one country that is asked by number. */
export interface Register {
  readonly country: Country;
  find(ico: Ico): Promise<Lookup>;
}

/** What the rules say of a firm, as it is stored beside it at import so that counts are read, not computed. */
export interface Classification {
  readonly category: Category;
  readonly sector: string | null;
  readonly reason: UnknownReason | null;
}

/** Decides a firm's classification; the rules are passed in from above. */
export type Classify = (company: Company) => Classification;

/** Why a firm is found, in the order in which firms are shown (docs/specification.md, `company_search.match`). */
export const MATCHES = ["exact", "starts", "words", "former", "similar"] as const;

export type Match = (typeof MATCHES)[number];

/** One line of a search result. Names and address are foreign text. */
export interface SearchHit {
  readonly match: Match;
  /** The former name that fits, where the present one does not, and its last day where the register states it. */
  readonly formerName?: string | undefined;
  readonly formerUntil?: Day | undefined;
  readonly country: Country;
  readonly ico: Ico;
  readonly name: string | null;
  readonly address: string | null;
  readonly nace: NaceCode | null;
  /** False also for an end that lies ahead: `ceasedOn` tells. An end that cannot be read leaves a firm active. */
  readonly active: boolean;
  /** The day of end, where one is stated. */
  readonly ceasedOn?: Day | null | undefined;
  /**
   * The category that the rules gave to what a register file holds; absent for a firm that only a live register states,
   * and for a row that is damaged elsewhere than in what is shown.
   */
  readonly category?: Category | undefined;
}

/** Why a search may have missed firms of a country. Few results, or none, then say nothing about what exists there. */
export interface SearchGap {
  readonly country: Country;
  /**
   * `sample_only`: only the shipped sample was searched; `source_unavailable`: the register did not answer;
   * `too_many_hits`: it knows more firms that fit than it showed, or a search read as much as it may.
   */
  readonly reason: "sample_only" | "source_unavailable" | "too_many_hits";
  /** Seconds, at least 1; where a register did not answer. */
  readonly retryAfter?: number;
}

/** What a search found, and where it could not look. */
export interface SearchOutcome {
  readonly hits: readonly SearchHit[];
  readonly gaps: readonly SearchGap[];
}

/** Number of active firms of one country, category and sector (`null`: no NIS2 sector). */
export interface StatRow {
  readonly country: Country;
  readonly category: Category;
  readonly sector: string | null;
  readonly count: number;
}

/** Classes of size by the headcount that a register states; `unknown`: it states none, or a band of two classes. */
export const SIZE_CLASSES = ["small", "medium", "large", "unknown"] as const;

export type SizeClass = (typeof SIZE_CLASSES)[number];

/** Number of active firms in scope of one country, category, sector and class of size. */
export interface SizeRow {
  readonly country: Country;
  readonly category: "essential" | "important";
  readonly sector: string;
  readonly size: SizeClass;
  readonly count: number;
}

/** What a snapshot holds of one country's registers. */
export interface RegisterHolding {
  readonly country: Country;
  /** Ids of `knowledge/sources.yaml`, with the day each was published and the number of rows read. */
  readonly sources: readonly {
    readonly id: string;
    readonly asOf: Day;
    readonly importedAt: string;
    readonly rows: number;
  }[];
  readonly companies: number;
  readonly active: number;
  /** True while the shipped sample takes the place of the country's register. */
  readonly isSample: boolean;
  /** Oldest publication day among the sources that decide. */
  readonly dataAsOf: Day;
}

/** Where a snapshot is from. Instants in ISO 8601. */
export interface SnapshotOrigin {
  /** When it was built, or classified anew. */
  readonly builtAt: string;
  /** When it was fetched from another machine; `null` for one that was built here. */
  readonly fetchedAt: string | null;
  /** The checksum under which it was published there. */
  readonly fetchedSha256: string | null;
  /** True when it was made because the file before it could not be used; the sample is in its place then. */
  readonly isReplacement: boolean;
  /** False for a file of the layout before: a search of it finds no town, former name, typing error or order of words. */
  readonly hasWordIndex: boolean;
}

/**
 * How the register file in use fares. `damaged`: a part of it cannot be read any more, the rest is served; `unusable`: the
 * file was put aside, and the shipped sample serves in its place.
 */
export type SnapshotHealth = "ok" | "damaged" | "unusable";

/** The companies of both countries in one immutable file. Every read stays in the process and is bounded. */
export interface RegisterSnapshot {
  find(ico: Ico, country: Country): Company | undefined;
  /** At most `limit` (<= 10) hits in the order of `MATCHES`; register order in each. */
  search(query: string, country: Country | undefined, limit: number): readonly SearchHit[];
  /** The same for at most 1 000 hits, and whether the bound of a search was reached, so that more may fit. */
  searchWhole(
    query: string,
    country: Country | undefined,
    limit: number,
  ): { readonly hits: readonly SearchHit[]; readonly isCut: boolean };
  stats(): readonly StatRow[];
  /** `null`: the file is older than these counts. */
  sizes(): readonly SizeRow[] | null;
  holdings(): readonly RegisterHolding[];
  origin(): SnapshotOrigin;
  /** Changes with every published file. */
  readonly version: string;
  close(): void;
}
