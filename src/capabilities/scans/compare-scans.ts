import type { ScanCheckId } from "../../core/scan-checks.ts";
import type { JudgedCheck } from "../../scanner/judge.ts";

/** From good to bad; what was not judged has no rank. */
const RANK: Readonly<Record<string, number>> = { pass: 0, warn: 1, fail: 2 };

type Compared = Pick<JudgedCheck, "id" | "status">;

/** What became of each check from an earlier scan to a later one. */
export interface ScanComparison {
  readonly better: readonly ScanCheckId[];
  readonly worse: readonly ScanCheckId[];
  /** Judged now, and not before. */
  readonly added: readonly ScanCheckId[];
  /** Judged before, and not now. */
  readonly gone: readonly ScanCheckId[];
  readonly same: readonly ScanCheckId[];
}

/** Compares two scans check by check. What was judged in neither is left out. */
export function compareScans(before: readonly Compared[], after: readonly Compared[]): ScanComparison {
  const known = new Map(before.map(({ id, status }) => [id, RANK[status]]));
  const now = new Map(after.map(({ id, status }) => [id, RANK[status]]));
  const ids = [...new Set([...now.keys(), ...known.keys()])];
  const where = (test: (a: number | undefined, b: number | undefined) => boolean) =>
    ids.filter((id) => test(known.get(id), now.get(id)));
  return {
    better: where((a, b) => a !== undefined && b !== undefined && b < a),
    worse: where((a, b) => a !== undefined && b !== undefined && b > a),
    added: where((a, b) => a === undefined && b !== undefined),
    gone: where((a, b) => a !== undefined && b === undefined),
    same: where((a, b) => a !== undefined && a === b),
  };
}

/** A fall of the technical score by so much is worth a mail. */
const WORSE_BY = 5;

/** Is the later scan so much worse that people should get a mail? */
export function isWorse(
  before: { readonly technical: number | null; readonly checks: readonly Compared[] },
  after: { readonly technical: number | null; readonly checks: readonly Compared[] },
): boolean {
  const fell = before.technical !== null && after.technical !== null && before.technical - after.technical >= WORSE_BY;
  return fell || compareScans(before.checks, after.checks).worse.length > 0;
}
