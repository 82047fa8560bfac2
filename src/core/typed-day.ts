import { type Day, isDay } from "./day.ts";

/** `1. 3. 2027`, `1.3.2027`. */
const NUMBERS = /^(\d{1,2})\.\s*(\d{1,2})\.\s*(\d{4})$/;

/** Reads a day as people type it: `2027-03-01`, `1. 3. 2027`, `1.3.2027`. `undefined`: there is no such day. */
export function readDay(text: string): Day | undefined {
  const typed = text.trim();
  const [, day = "", month = "", year = ""] = NUMBERS.exec(typed) ?? [];
  const read = year === "" ? typed : `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  return isDay(read) ? read : undefined;
}
