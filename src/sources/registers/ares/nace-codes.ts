import { type Activities, type NaceCode, type NaceRevision, parseNaceDigits } from "../../../core/nace.ts";

/** What a record says in one revision. */
export interface RevisionActivities {
  readonly revision: NaceRevision;
  /** The main one first, where it is known. */
  readonly codes: readonly NaceCode[];
  readonly isMainKnown: boolean;
}

/**
 * The activities of one revision: the main code, then the list in its order, each once; `00` and what is no code are
 * left out. Without a main code the list has no order, and only a code that stands alone can be the main one, unless
 * the record says by `00` that it is not.
 * @param main `undefined` where the record has no field for it.
 */
export function activitiesIn(
  main: string | null | undefined,
  others: readonly string[] | null | undefined,
  revision: NaceRevision,
): RevisionActivities {
  const codes: NaceCode[] = [];
  for (const text of [main ?? "", ...(others ?? [])]) {
    const code = parseNaceDigits(text);
    if (code !== undefined && !codes.some((other) => other.code === code)) codes.push({ code, revision });
  }
  const isStated = parseNaceDigits(main ?? "") !== undefined;
  return { revision, codes, isMainKnown: isStated || (main === undefined && codes.length === 1) };
}

/** The activities of a record in both revisions. */
export function activitiesOf(revisions: readonly RevisionActivities[]): Activities & {
  nace: NaceCode[];
  mainUnknown?: NaceRevision[];
} {
  const nace = revisions.flatMap(({ codes }) => codes);
  const mainUnknown = revisions.flatMap(({ revision, codes, isMainKnown }) =>
    codes.length > 0 && !isMainKnown ? [revision] : [],
  );
  return mainUnknown.length === 0 ? { nace } : { nace, mainUnknown };
}
