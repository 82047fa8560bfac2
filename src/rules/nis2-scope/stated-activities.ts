import type { MapRow, Nis2Knowledge } from "../../knowledge/nis2.ts";
import type { RegulatedService } from "../../knowledge/services.ts";
import { hintAnswer } from "./answers.ts";
import type { ScopeFacts } from "./facts.ts";
import { type CodeMatch, isSideWaste } from "./match-nace.ts";

/** The services that the directive covers at any size as public electronic communications. */
const TELECOM = ["16.1", "16.2"];

/** The services that stand for a service of any size with a statement of its own. */
function isStatedOtherwise({ stated }: RegulatedService): boolean {
  return stated.length > 0;
}

/**
 * The service of any size that stated activities name, where nothing else is stated: of several that one activity can
 * be, the mildest, since the stricter one is asked for.
 */
export function withStatedService(facts: ScopeFacts): ScopeFacts {
  if (facts.sizeIndependentService !== null) return facts;
  const stated = facts.activities?.find(isStatedOtherwise)?.stated ?? [];
  const service = stated.length > 1 ? "tsp" : stated[0];
  return service === undefined ? facts : { ...facts, sizeIndependentService: service };
}

/**
 * Stated services as matches: they count like a code with the rule of their sector. A service that only Czech law knows
 * has no row of the directive; what it gives is a ground of its own.
 */
export function serviceMatches({ activities = [] }: ScopeFacts, knowledge: Nis2Knowledge): CodeMatch[] {
  return activities.filter((service) => !isStatedOtherwise(service)).map((service) => matchOf(service, knowledge));
}

function matchOf(service: RegulatedService, knowledge: Nis2Knowledge): CodeMatch {
  const { id, nace } = service;
  const code = { code: nace["2"][0] ?? "", revision: "2" } as const;
  // Waste counts under the directive only as the principal activity, which is asked for.
  const isMain = service.sector !== "waste-management";
  return { code, row: rowOf(service, knowledge), isMain, open: null, service: id };
}

function rowOf({ id, sector, SK, name }: RegulatedService, { sectorById }: Nis2Knowledge): MapRow | null {
  const known = sector === undefined ? undefined : sectorById.get(sector);
  if (known === undefined || SK !== true) return null;
  return {
    revision: "2",
    digits: "",
    annex: known.annex,
    sectorId: known.id,
    subsector: null,
    entityType: name.en,
    confidence: "certain",
    sizeRule: known.id === "public-administration" ? "special" : TELECOM.includes(id) ? "any-size" : "medium-or-large",
    hint: null,
    notes: "",
  };
}

/** The matches with what the answers say of each: a weak code counts or falls away, and so does side waste. */
export function withStatements(
  matches: readonly CodeMatch[],
  facts: ScopeFacts,
  knowledge: Nis2Knowledge,
): readonly CodeMatch[] {
  if (facts.answers === undefined) return matches;
  return matches.map((match) => {
    const statement = statementOn(match, facts, knowledge);
    return statement === undefined ? match : { ...match, statement };
  });
}

function statementOn(match: CodeMatch, facts: ScopeFacts, { weakActivities }: Nis2Knowledge): CodeMatch["statement"] {
  const { row, open } = match;
  const isSaid = hintAnswer(row?.hint ?? null, facts);
  if (isSaid !== undefined) {
    const takesOut = weakActivities.get(row?.hint ?? "")?.untilAnswered === "in_scope";
    return isSaid === takesOut ? "out" : "in";
  }
  // A public research institution is reached by research in critical technologies only; that is a ground of its own.
  if (open === "legal_form") return facts.answers?.czCriticalTechnologies === undefined ? undefined : "out";
  const isPrincipal = facts.answers?.wastePrincipalActivity;
  if (typeof isPrincipal === "boolean" && isSideWaste(match)) return isPrincipal ? "in" : "out";
  return undefined;
}
