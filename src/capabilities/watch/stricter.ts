const RANK = ["out_of_scope", "unknown", "important", "essential"];

/** True where a category asks more of a firm than the one before. */
export function isStricter(before: string, after: string): boolean {
  return RANK.indexOf(after) > RANK.indexOf(before);
}
