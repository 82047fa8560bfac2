import { type ActivitySearchAnswer, activitySearch } from "../../../capabilities/scope/activity-search.ts";
import type { Country } from "../../../core/country.ts";
import { readNace } from "../../../core/read-nace.ts";
import type { PageRequest } from "../page.ts";
import { hiddenPairs, type Pair } from "./what-if-address.ts";
import { readCodes, type TypedCode } from "./what-if-query.ts";

/** An address in which every code has its revision, as far as that can be found out. */
export interface ResolvedCodes {
  readonly query: URLSearchParams;
  /** The meanings of a code that stands for another activity in each revision: the visitor has to choose. */
  readonly choice: ActivitySearchAnswer | null;
  /** That code as it was typed. */
  readonly unresolved: string | undefined;
}

/** Codes that are looked up; a person types few, and those of a register have their revision. */
const MOST_LOOKED_UP = 5;

/**
 * Finds the revision of codes that were typed without one. A code that means the same in both gets the older one, of
 * which the law speaks (in Czechia the newer one for the divisions that the decree cites by it); one that means two things
 * is asked about and never guessed.
 */
export async function resolveCodes(
  query: URLSearchParams,
  { ask }: Pick<PageRequest, "ask">,
  country: Country | undefined,
): Promise<ResolvedCodes> {
  const codes = readCodes(query);
  const isMainNamed = query.has("main");
  const isChanged = isMainNamed || query.has("add") || codes.some(({ revision }) => revision === null);
  if (!isChanged) return { query, choice: null, unresolved: undefined };
  const open = codes.filter(({ code, revision }) => revision === null && readNace(code) !== undefined);
  let choice: ActivitySearchAnswer | null = null;
  let unresolved: string | undefined;
  const found = new Map<TypedCode, TypedCode>();
  for (const typed of open.slice(0, MOST_LOOKED_UP)) {
    const answer = await ask(activitySearch, {
      query: typed.code,
      ...(country === undefined ? {} : { country }),
    });
    if (answer.mustChoose) {
      choice ??= answer;
      unresolved ??= typed.code;
      continue;
    }
    const meanings = answer.hits.flatMap((hit) => (hit.kind === "code" ? [hit.nace] : []));
    const isNewer = country === "CZ" && /^(26|27|28|29|30)/.test(readNace(typed.code) ?? "");
    const meant = meanings.find(({ revision }) => revision === (isNewer ? "2.1" : "2")) ?? meanings[0];
    found.set(typed, { code: typed.code, revision: meant?.revision ?? "2" });
  }
  const pairs = codes.flatMap((typed): Pair[] => {
    const { code, revision } = found.get(typed) ?? typed;
    return [
      ["code", code],
      ["rev", revision ?? ""],
    ];
  });
  const kept = hiddenPairs(query, (name) =>
    ["code", "rev", "add", "main", ...(isMainNamed ? ["r.nomain"] : [])].includes(name),
  );
  const resolved = new URLSearchParams([...kept, ...pairs].map(([name, value]) => [name, value]));
  // An address that asks for nothing stays one; an empty row of a form is an answer without a code.
  if (query.has("code") && codes.length === 0) resolved.append("code", "");
  return { query: resolved, choice, unresolved };
}
