import { MOST_EMPLOYEES } from "../../../capabilities/scope/question-control.ts";

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

const CROWNS = /K[čc]|CZK/i;

/** The rate that is typed: crowns for one euro, with three decimals as the central bank states it. */
export function parseRate(typed: string): number | undefined | "wrong" {
  const plain = typed.replace(/\s+|K[čc]|CZK/gi, "");
  if (plain === "") return undefined;
  return /^[1-9]\d([.,]\d{1,3})?$/.test(plain) ? Number(plain.replace(",", ".")) : "wrong";
}

/** True for an amount that is typed in Czech crowns. */
export function isInCrowns(typed: string): boolean {
  return CROWNS.test(typed);
}

/**
 * An amount as people type it, in euros, or in Czech crowns where it says so (`300 000 000 Kč`), as euros to the cent.
 * `rateless` for crowns without a rate: which rate counts is a matter of law, so it is not guessed.
 */
export function parseMoney(typed: string, rate: number | undefined): number | undefined | "wrong" | "rateless" {
  if (!isInCrowns(typed)) return parseAmount(typed);
  const crowns = parseAmount(typed.replace(CROWNS, ""));
  if (typeof crowns !== "number") return "wrong";
  return rate === undefined ? "rateless" : Math.round((crowns / rate) * 100) / 100;
}
