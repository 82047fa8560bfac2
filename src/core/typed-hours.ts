import { fold } from "./fold.ts";

/** Hours in a unit, by how people write it in three languages, folded. */
const UNITS: readonly (readonly [words: RegExp, hours: number])[] = [
  [/^(?:h|hod|hodin|hodina|hodiny|hour|hours|hrs|hr)?$/, 1],
  [/^(?:d|den|dni|dny|dnu|day|days)$/, 24],
  [/^(?:tyzden|tyzdne|tyzdnov|tyden|tydny|tydnu|week|weeks)$/, 168],
];

/** A length of time in hours: `24`, `24 hodín`, `24h`, `2 dni`, `1 týždeň`. `undefined`: none of these. */
export function readHours(text: string): number | undefined {
  // Folding takes the sign away: fewer hours than none are not hours.
  if (/^\s*[-\u2212]/.test(text)) return undefined;
  const [, digits = "", unit = ""] = /^(\d{1,6}) ?([a-z]*)$/.exec(fold(text)) ?? [];
  const found = digits === "" ? undefined : UNITS.find(([words]) => words.test(unit));
  return found === undefined ? undefined : Number(digits) * found[1];
}
