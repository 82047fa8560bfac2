import type { Category } from "../../core/company.ts";
import type { Country } from "../../core/country.ts";
import type { NaceCode } from "../../core/nace.ts";
import type { MapRow, MissingFactEntry, Nis2Knowledge } from "../../knowledge/nis2.ts";
import { resolve } from "./answers.ts";
import { categoryOf, strictestOf } from "./decide-by-activity.ts";
import type { Decision } from "./decision.ts";
import type { ScopeFacts } from "./facts.ts";
import { type CodeMatch, isListed, isSideWaste, mayBeListed } from "./match-nace.ts";
import { floorOf } from "./stated-grounds.ts";
import { stricter } from "./strictness.ts";
import type { Hint } from "./verdict.ts";

/**
 * The activities a firm's codes only hint at, in the order of its codes: weak rows of the map, codes too coarse to
 * show a class, waste as a side activity, and what national law adds to the directive. None of them decides.
 * @param toExceed the category up to which they change nothing
 * @param inSector what stated grounds make of the firm as soon as one of them counts
 */
export function findHints(
  decision: Decision,
  toExceed: Category,
  inSector: Category,
  facts: ScopeFacts,
  knowledge: Nis2Knowledge,
): Hint[] {
  if (toExceed === "essential") return exceptions(decision);
  if (decision.situation === "ceased" || decision.situation === "status_unreadable") return [];
  if (decision.situation === "public_administration" || decision.situation === "no_nace") return [];
  const hints: Hint[] = exceptions(decision);
  const add = (hint: Hint) => {
    if (!hints.some(({ kind, id }) => kind === hint.kind && id === hint.id)) hints.push(hint);
  };
  for (const match of decision.matches) {
    const { code, row } = match;
    if (match.service !== undefined && !isSideWaste(match)) continue;
    if (
      row?.hint != null &&
      row.confidence === "weak" &&
      match.statement === undefined &&
      (inSector === "essential" || couldBeStricter(match, toExceed, decision))
    )
      add({ id: row.hint, kind: "weak", code });
    if (NATIONAL.includes(decision.baseSituation)) {
      for (const { id } of nationalActivitiesOf(code, facts.country, knowledge)) {
        if (resolve(id, facts, knowledge).isOpen) add({ id, kind: "national", code });
      }
    }
    if (toExceed === "important") continue;
    if (isSideWaste(match)) {
      if (match.statement === undefined) add({ id: null, kind: "waste", code });
    } else if (
      row === null &&
      !isFinerCodeKnown(code, facts) &&
      activitiesBelow(code, facts.country, knowledge).length > 0
    )
      add({ id: null, kind: "coarse", code });
  }
  return hints;
}

/** The deciding code of a firm in scope, where what the clause of its row says would take the firm out or lower it. */
function exceptions(decision: Decision): Hint[] {
  const { match, category, situation } = decision;
  const id = match?.row?.hint ?? null;
  if (match === null || id === null || situation !== "in_scope" || match.statement !== undefined) return [];
  return categoryWithout(id, decision) === category ? [] : [{ id, kind: "except", code: match.code }];
}

/** What the firm would be if the codes whose rows name this hint did not count. */
export function categoryWithout(hint: string, decision: Decision): Category {
  const { matches, size, serviceCategory, publicGround, grounds } = decision;
  const others = matches.filter(({ row }) => row?.hint !== hint);
  const category = strictestOf(others, size, stricter(floorOf(grounds, size), serviceCategory ?? "out_of_scope"));
  return category === "out_of_scope" && publicGround === "public_body" ? "unknown" : category;
}

/** True once somebody added a finer code below a coarse one, or said that none of those below fits. */
function isFinerCodeKnown({ code, revision }: NaceCode, { nace, answers }: ScopeFacts): boolean {
  if (answers?.exactActivity === false) return true;
  return nace.some(
    (other) => other.revision === revision && other.code.length > code.length && other.code.startsWith(code),
  );
}

/** Where the directive does not reach the firm, national law may. */
const NATIONAL: readonly Decision["situation"][] = ["no_sector", "below_medium", "main_unknown"];

/** A weak row matters to an important firm only where it could make it essential: Annex I and large, or telecom. */
function couldBeStricter({ row }: CodeMatch, category: Category, { size }: Decision): boolean {
  return category !== "important" || (row !== null && categoryOf(row, size) === "essential");
}

/** What national law says of the single codes, by the knowledge, which is read once. */
const nationalByCode = new WeakMap<Nis2Knowledge, Map<string, readonly MissingFactEntry[]>>();
/** More than both revisions have, in two countries. */
const MOST_CODES = 10_000;

/** The activities that the country's law adds to the directive under a code. */
function nationalActivitiesOf(code: NaceCode, country: Country, knowledge: Nis2Knowledge): readonly MissingFactEntry[] {
  let known = nationalByCode.get(knowledge);
  if (known === undefined || known.size >= MOST_CODES) {
    known = new Map();
    nationalByCode.set(knowledge, known);
  }
  const key = `${country} ${code.revision} ${code.code}`;
  const before = known.get(key);
  if (before !== undefined) return before;
  const listed = knowledge.nationalActivities.filter(
    (fact) => fact.country === country && fact.nace !== undefined && isListed(code, fact.nace),
  );
  known.set(key, listed);
  return listed;
}

/** What a code that is too coarse may hide: rows of the map, and activities that the country's law adds to them. */
export function activitiesBelow(
  code: NaceCode,
  country: Country,
  knowledge: Nis2Knowledge,
): readonly (MapRow | MissingFactEntry)[] {
  // Registers fill coarser codes with noughts (`8540` for 85.4); a group of one class hides nothing beside that class.
  const coarse = { ...code, code: code.code.slice(0, 4).replace(/(?<=^\d{3})0$/, "") };
  const rows = knowledge.coarseCodes[coarse.revision].get(coarse.code) ?? [];
  const national = knowledge.nationalActivities.filter(
    ({ country: where, nace }) =>
      where === country && nace !== undefined && !isListed(code, nace) && mayBeListed(coarse, nace),
  );
  return [...rows, ...national];
}
