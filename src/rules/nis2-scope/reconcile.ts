import type { Category, RegisterVerdict, UnknownReason } from "../../core/company.ts";
import type { Country } from "../../core/country.ts";
import {
  REGIME_OF_CATEGORY,
  SECTOR_IDS,
  type SectorId,
  type Situation,
  type TraceOutcome,
} from "../../knowledge/nis2-ids.ts";
import { STRICTNESS } from "./strictness.ts";
import type { ReconciledVerdict, ScopeVerdict } from "./verdict.ts";

/** What of the engine's verdict weighs against the register. */
export interface EngineSide {
  readonly category: Category;
  readonly unknownReason: UnknownReason | null;
  readonly hasCeased: boolean;
  readonly ceasedOn: string | null;
  readonly serviceIsStated: boolean;
}

/** Whose category stands, and why. */
export interface Agreement {
  readonly category: Category;
  readonly unknownReason: UnknownReason | null;
  readonly decidedBy: "open_data_register" | "rule_engine";
  readonly sourcesDisagree: boolean;
  /** Null when the register does not know the firm. */
  readonly outcome: TraceOutcome<"sources"> | null;
}

/**
 * Weighs the engine against the open-data register (docs/specification.md, `nis2_scope_check.rule-3`):
 * the register decides for SK, the engine for CZ; whoever says "in scope" wins over whoever does not; where both say so
 * but differ, the deciding side stands; one `unknown` against one out of scope is `unknown`. Every difference of
 * category is a disagreement, silence of the register is none.
 *
 * Two cases go beyond these rules. A stated service is a fact that the register did not have, so of two in-scope
 * categories the stricter stands. And a firm that ceased after the register's last word is out of scope: what was said
 * of it before says nothing about it now. Without a day of cessation, or with a later word of the register, the
 * difference is a disagreement like any other and the firm is never out of scope.
 */
export function agree(engine: EngineSide, register: RegisterVerdict | null, country: Country): Agreement {
  const own = { category: engine.category, unknownReason: engine.unknownReason, decidedBy: "rule_engine" } as const;
  if (register === null) return { ...own, sourcesDisagree: false, outcome: null };
  if (engine.hasCeased && engine.ceasedOn !== null && register.updatedAt < engine.ceasedOn) {
    return { ...own, sourcesDisagree: false, outcome: "register_outdated" };
  }
  const registerDecides = country === "SK";
  const theirs = {
    category: register.category,
    unknownReason:
      register.category === "unknown" ? (register.reason ?? engine.unknownReason ?? "size_undetermined") : null,
    decidedBy: "open_data_register",
  } as const;
  if (engine.category === register.category) {
    return { ...(registerDecides ? theirs : own), sourcesDisagree: false, outcome: "agree" };
  }
  const engineInScope = isInScope(engine.category);
  const registerInScope = isInScope(register.category);
  const sourcesDisagree = true;
  if (engineInScope && registerInScope) {
    if (engine.serviceIsStated && STRICTNESS[engine.category] > STRICTNESS[register.category]) {
      return { ...own, sourcesDisagree, outcome: "statement_stands" };
    }
    return registerDecides
      ? { ...theirs, sourcesDisagree, outcome: "register_stands" }
      : { ...own, sourcesDisagree, outcome: "engine_stands" };
  }
  if (registerInScope) return { ...theirs, sourcesDisagree, outcome: "register_in_scope" };
  if (engineInScope) return { ...own, sourcesDisagree, outcome: "engine_in_scope" };
  return {
    category: "unknown",
    unknownReason: "sources_disagree",
    decidedBy: registerDecides ? "open_data_register" : "rule_engine",
    sourcesDisagree,
    outcome: "neither_in_scope",
  };
}

function isInScope(category: Category): boolean {
  return category === "essential" || category === "important";
}

/** The side of the engine in the weighing, read off a verdict. */
function engineSideOf(verdict: ScopeVerdict, ceasedOn: string | null): EngineSide {
  return {
    category: verdict.category,
    unknownReason: verdict.unknownReason,
    hasCeased: verdict.situation === "ceased",
    ceasedOn,
    serviceIsStated: verdict.sizeIndependentService !== null,
  };
}

/**
 * The sector of both sides: the side whose category stands names it, if it is one of ours; else the other.
 * A register's text that is no sector id of ours goes nowhere.
 */
export function sectorAfter(
  agreement: Agreement,
  engineSector: SectorId | null,
  register: RegisterVerdict | null,
): SectorId | null {
  if (agreement.decidedBy === "rule_engine" || register?.sector == null) return engineSector;
  const named = register.sector.replaceAll("_", "-");
  return SECTOR_IDS.find((id) => id === named) ?? engineSector;
}

/** The engine's verdict together with the register: category, reason, sector, regime, questions and a step of the trace. */
export function reconcile(engine: ScopeVerdict, register: RegisterVerdict | null, country: Country): ReconciledVerdict {
  const agreement = agree(engineSideOf(engine, ceasedOnOf(engine)), register, country);
  const { category, unknownReason, decidedBy, sourcesDisagree, outcome } = agreement;
  const sides = {
    decidedBy,
    sourcesDisagree,
    engineCategory: engine.category,
    registerCategory: register?.category ?? null,
  };
  if (register === null || outcome === null) return { ...engine, ...sides };
  const facts = { engineCategory: engine.category, registerCategory: register.category, updatedAt: register.updatedAt };
  const trace = [...engine.trace, { rule: "sources", outcome, facts, citations: [] } as const];
  const sectorId = sectorAfter(agreement, engine.sectorId, register);
  const isUnchanged = category === engine.category;
  const isRegimeKept = isUnchanged || engine.regimeId === null;
  const regimeId = isRegimeKept ? engine.regimeId : REGIME_OF_CATEGORY[country][category];
  return {
    ...engine,
    ...sides,
    category,
    unknownReason,
    sectorId,
    trace,
    situation: situationAfter(agreement, engine),
    missingFacts:
      isUnchanged || !isInScope(category) ? engine.missingFacts : stricterOnly(engine.missingFacts, category),
    hints: isInScope(category) && !isUnchanged ? [] : engine.hints,
    regimeId,
    possibleRegimes: isRegimeKept || regimeId === null ? engine.possibleRegimes : [regimeId],
  };
}

const SITUATION_OF_REASON: Readonly<Record<UnknownReason, Situation>> = {
  public_administration: "public_administration",
  no_nace: "no_nace",
  size_undetermined: "size_undetermined",
  sources_disagree: "sources_disagree",
  activity_undetermined: "activity_undetermined",
  status_unreadable: "status_unreadable",
  // Never of a register: it would say so of itself.
  source_silent: "no_nace",
};

/** The engine's situation stands while its category and reason stand; a register in agreement needs no statement. */
function situationAfter({ category, unknownReason, decidedBy }: Agreement, engine: ScopeVerdict): Situation {
  if (unknownReason !== null && unknownReason !== engine.unknownReason) return SITUATION_OF_REASON[unknownReason];
  if (isInScope(category) && decidedBy === "open_data_register") return "in_scope";
  return engine.situation;
}

function ceasedOnOf({ trace }: ScopeVerdict): string | null {
  const ceasedOn = trace[0]?.facts.ceasedOn;
  return typeof ceasedOn === "string" ? ceasedOn : null;
}

function stricterOnly(missing: ScopeVerdict["missingFacts"], category: Category): ScopeVerdict["missingFacts"] {
  return missing.flatMap(({ couldBecome, ...fact }) => {
    const stricter = couldBecome.filter((other) => STRICTNESS[other] > STRICTNESS[category]);
    return stricter.length === 0 ? [] : [{ ...fact, couldBecome: stricter }];
  });
}
