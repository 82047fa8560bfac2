import { MOST_EMPLOYEES, MOST_MONEY } from "./question-control.ts";

/** Longer texts are no number that a person types; they are refused, not cut: a cut amount is another amount. */
const LONGEST = 60;

/**
 * A headcount in full-time units as people type it: digits with blanks between them, up to two decimals behind a comma or
 * a point. `undefined` when the field was left empty, `wrong` for what is no such number up to the most that
 * `scope_evaluate` takes.
 */
export function parseHeadcount(typed: string): number | undefined | "wrong" {
  if (typed.length > LONGEST) return "wrong";
  const plain = typed.replace(/\s+/g, "");
  if (plain === "") return undefined;
  const number = /^\d{1,8}(?:[.,]\d{1,2})?$/.test(plain) ? Number(plain.replace(",", ".")) : Number.NaN;
  return number <= MOST_EMPLOYEES ? number : "wrong";
}

/** Words behind an amount, and how many units each is; without diacritics. */
const UNITS: readonly (readonly [word: RegExp, units: number])[] = [
  [/^(?:tis|tisic|tisice|thousand|k)$/, 1e3],
  [/^(?:mil|mio|mln|milion|miliony|milionov|milionu|million|millions|m)$/, 1e6],
  [/^(?:mld|miliarda|miliardy|miliard|miliardu|billion|billions|bn)$/, 1e9],
];

/**
 * An amount as people type it: `12 mil. €`, `12,5 mil`, `1 200 000`, a euro sign around it. A point or comma before three
 * digits is thousands to some and decimals to others: it is not guessed, with a word behind it neither (`1,200 million`).
 */
export function parseAmount(typed: string): number | undefined | "wrong" {
  if (typed.length > LONGEST) return "wrong";
  const plain = typed
    .normalize("NFD")
    .replace(/\s+|\p{M}+/gu, "")
    .replace(/€|eur(?:os|a|o|y)?/gi, "")
    .toLowerCase();
  if (plain === "") return undefined;
  const [, digits = "", word = ""] = /^(\d{1,13}(?:[.,]\d{1,2})?)([a-z]*)\.?$/.exec(plain) ?? [];
  const units = word === "" ? 1 : UNITS.find(([known]) => known.test(word))?.[1];
  if (digits === "" || units === undefined) return "wrong";
  const amount = Math.round(Number(digits.replace(",", ".")) * units * 100) / 100;
  return amount <= MOST_MONEY ? amount : "wrong";
}

const CROWNS = /(?:koruny|korun[aáu]?|korún|K[čc]s?|CZK|crowns?)/i;

/** The rate that is typed: crowns for one euro, with three decimals as the central bank states it. */
export function parseRate(typed: string): number | undefined | "wrong" {
  if (typed.length > LONGEST) return "wrong";
  const plain = typed.replace(/\s+|K[čc]|CZK/gi, "");
  if (plain === "") return undefined;
  return /^[1-9]\d([.,]\d{1,3})?$/.test(plain) ? Number(plain.replace(",", ".")) : "wrong";
}

/** True for an amount that is typed in Czech crowns. */
export function isInCrowns(typed: string): boolean {
  return CROWNS.test(typed);
}

/**
 * An amount as people type it, in euros, or in Czech crowns where it says so (`300 mil. Kč`), as euros to the cent.
 * `rateless` for crowns without a rate: which rate counts is a matter of law, so it is not guessed.
 */
export function parseMoney(typed: string, rate: number | undefined): number | undefined | "wrong" | "rateless" {
  if (!isInCrowns(typed)) return parseAmount(typed);
  const crowns = parseAmount(typed.replace(CROWNS, ""));
  if (typeof crowns !== "number") return "wrong";
  return rate === undefined ? "rateless" : Math.round((crowns / rate) * 100) / 100;
}
