import { MOST_EMPLOYEES } from "../../../capabilities/scope/scope-evaluate.ts";

/**
 * A headcount as people type it: digits, blanks between them. `undefined` when the field was left empty, `wrong`
 * for what is no whole number up to the most that `scope_evaluate` takes.
 */
export function parseHeadcount(typed: string): number | undefined | "wrong" {
  const digits = typed.replace(/\s+/g, "");
  if (digits === "") return undefined;
  return /^\d{1,8}$/.test(digits) && Number(digits) <= MOST_EMPLOYEES ? Number(digits) : "wrong";
}

/** An amount in euros as people type it: blanks between digits, a decimal comma or point, a euro sign around it. */
export function parseAmount(typed: string): number | undefined | "wrong" {
  const plain = typed.replace(/\s+|€|EUR/gi, "");
  if (plain === "") return undefined;
  // A point or comma before three digits is read by some as thousands, by others as decimals: we do not guess.
  return /^\d{1,13}([.,]\d{1,2})?$/.test(plain) ? Number(plain.replace(",", ".")) : "wrong";
}
