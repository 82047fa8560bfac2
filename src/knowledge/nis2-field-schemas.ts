import { z } from "zod";
import { isDay } from "../core/day.ts";
import type { NaceRevision } from "../core/nace.ts";
import type { NaceTitles } from "./nace-titles.ts";

/** An id of an entry. */
export const id = z.string().regex(/^[a-zA-Z][a-zA-Z0-9-]*$/, "an id of letters, digits and hyphens");

/** A NACE code as the files write it, with its dot. */
export const digits = z.string().regex(/^\d{2}(\.\d{1,2})?$/, "a NACE code like 35, 35.1 or 35.11");

/** A day, or `always` for the first entry of a list whose start no source states. */
export const from = z
  .string()
  .refine((text) => text === "always" || isDay(text), "a day YYYY-MM-DD, or always")
  .transform((text) => (text === "always" ? "" : text));

/** A code of the files without its dot, as the registers write it. */
export const prefix = digits.transform((code) => code.replace(".", ""));

/** Prefixes of codes in each revision. */
export const byRevision = z.strictObject({ "2": z.array(prefix), "2.1": z.array(prefix) });

/** A code that its classification has: at least a group above it has a title, and Rev. 2 does not deny it. */
export function existingCode(titles: Pick<NaceTitles, "mayExist" | "title">, revision: NaceRevision) {
  return prefix.refine(
    (code) => titles.title({ code, revision }, "en") !== null && titles.mayExist({ code, revision }),
    `no code of NACE Rev. ${revision}`,
  );
}
