import type { Category } from "../core/company.ts";
import type { Country } from "../core/country.ts";

/** The sectors of the directive's annexes; `sectors.yaml` describes each, no more, no less. */
export const SECTOR_IDS = [
  "energy",
  "transport",
  "banking",
  "financial-market-infrastructure",
  "health",
  "drinking-water",
  "waste-water",
  "digital-infrastructure",
  "ict-service-management",
  "public-administration",
  "space",
  "postal-courier",
  "waste-management",
  "chemicals",
  "food",
  "manufacturing",
  "digital-providers",
  "research",
] as const;

export type SectorId = (typeof SECTOR_IDS)[number];

/** Services under NIS2 whatever the size, Directive (EU) 2022/2555, Article 2(2)(a): stated by the caller. */
export const SIZE_INDEPENDENT_SERVICES = ["qtsp", "tsp", "tld-registry", "dns"] as const;

export type SizeIndependentService = (typeof SIZE_INDEPENDENT_SERVICES)[number];

/** The regimes of national law, with the two answers that are none (`nationalRegime.id` on the wire). */
export const REGIME_IDS = ["pzs", "pkzs", "lower", "higher", "none", "undetermined"] as const;

export type RegimeId = (typeof REGIME_IDS)[number];

/**
 * What a code or service is in national law, where that differs from the directive: `not_listed` and
 * `perhaps_not_listed` for what national law leaves out (or may leave out), `perhaps_higher` for a service that is in
 * the higher regime at any size if the firm really provides it, `presumed_listed` for what it lists unless an answer
 * says otherwise.
 */
export const NATIONAL_EFFECTS = ["not_listed", "perhaps_not_listed", "perhaps_higher", "presumed_listed"] as const;

export type NationalEffect = (typeof NATIONAL_EFFECTS)[number];

/** What holds by a code of `nace-map.csv` until the question of its `weak-activities.yaml` entry is answered. */
export const UNTIL_ANSWERED = ["out_of_scope", "in_scope", "unknown"] as const;

export type UntilAnswered = (typeof UNTIL_ANSWERED)[number];

/**
 * What a category means nationally: SK Act No. 69/2018 Z. z., § 17(1) and § 18(2); CZ Act No. 264/2025 Sb., § 8(1)
 * and § 18(4).
 */
export const REGIME_OF_CATEGORY: Readonly<Record<Country, Readonly<Record<Category, RegimeId>>>> = {
  SK: { essential: "pkzs", important: "pzs", out_of_scope: "none", unknown: "undetermined" },
  CZ: { essential: "higher", important: "lower", out_of_scope: "none", unknown: "undetermined" },
};

/**
 * Why a verdict is what it is, in one word. A situation fixes the headline, the reasoning, the facts that could
 * change the answer and the first steps; `knowledge/nis2/` names situations in its `when` lists.
 */
export const SITUATIONS = [
  "ceased",
  "status_unreadable",
  "stated_service",
  "public_administration",
  "public_body",
  "no_nace",
  "main_unknown",
  "no_sector",
  "below_medium",
  "size_undetermined",
  "in_scope",
  "sources_disagree",
  "activity_undetermined",
] as const;

export type Situation = (typeof SITUATIONS)[number];

/** Size as the facts of `missing-facts.yaml` distinguish it. */
export const SIZE_STATES = ["micro", "small", "medium", "large", "undetermined"] as const;

/** Every rule of the trace with its outcomes; `trace.yaml` has a sentence and citations for each, no more, no less. */
export const TRACE_RULES = {
  status: ["active", "ceased", "unreadable"],
  stated_service: ["essential", "important", "large", "size_unknown"],
  public_administration: ["not_public", "public_body", "legal_form", "main_activity", "university", "answered"],
  activity: [
    "no_code",
    "unusable",
    "no_sector",
    "main",
    "secondary",
    "further",
    "service",
    "national_service",
    "listed_service",
  ],
  weak_activity: ["named", "unless", "by_national_law", "coarse"],
  waste: ["not_principal", "principal_unknown"],
  size: [
    "headcount",
    "accounts",
    "at_least_by_accounts",
    "group",
    "not_needed",
    "undetermined",
    "one_ceiling_exceeded",
  ],
  answer: ["decides", "decides_nationally", "counts"],
  category: [
    "annex_one_large",
    "annex_one_medium",
    "annex_two",
    "telecom_small",
    "telecom_medium",
    "below_medium",
    "no_sector",
    "size_undetermined",
    "main_unknown",
    "activity_undetermined",
    "research_institution",
    "stricter_than_service",
    "registrar",
  ],
  public_body: ["not_out_of_scope", "listed_activity"],
  sources: [
    "agree",
    "register_in_scope",
    "engine_in_scope",
    "register_stands",
    "engine_stands",
    "statement_stands",
    "neither_in_scope",
    "register_outdated",
    "silent",
  ],
} as const;

export type TraceRule = keyof typeof TRACE_RULES;

export type TraceOutcome<Rule extends TraceRule = TraceRule> = (typeof TRACE_RULES)[Rule][number];

/** Facts whose `couldBecome` the engine computes from the matrix instead of reading it. */
export const COMPUTED_FACTS = [
  "employees",
  "turnoverEur",
  "balanceSheetEur",
  "linkedEnterprises",
  "wholeLegalPerson",
  "nace",
  "exactActivity",
  "otherActivity",
  "sizeIndependentService",
  "status",
] as const;

export type ComputedFact = (typeof COMPUTED_FACTS)[number];

/** The groups in which the steps of a firm are shown. */
export const STEP_GROUPS = ["register", "within_the_year", "on_an_incident", "fines_and_persons"] as const;

export type StepGroup = (typeof STEP_GROUPS)[number];
