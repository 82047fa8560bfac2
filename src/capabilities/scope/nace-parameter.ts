import { z } from "zod";
import { isDay } from "../../core/day.ts";
import type { Localized } from "../../core/locale.ts";
import { formatNace, NACE_REVISIONS, type NaceCode } from "../../core/nace.ts";
import { type Problem, ServiceError } from "../../core/problem.ts";
import { readNace } from "../../core/read-nace.ts";
import type { Knowledge } from "../../knowledge/knowledge.ts";
import { expectations } from "../calling/expectations.ts";

/** More codes than any real firm states in one question; a bound for the work of one call. */
export const MOST_CODES = 200;

const naceCode = z
  .string()
  .max(12)
  .refine((code) => readNace(code) !== undefined)
  .meta({
    description: "NACE code as people write it, 2 to 5 digits: 35.11, 3511, 35,11, D35.11, 35.11.0.",
    examples: ["35.11"],
  })
  .register(expectations, {
    sk: "kód NACE s 2 až 5 číslicami, napríklad 35.11",
    cs: "kód NACE se 2 až 5 číslicemi, například 35.11",
    en: "a NACE code of 2 to 5 digits, for example 35.11",
  });

/** Activity codes that a caller states. */
export const naceParameter = z
  .array(
    z.strictObject({
      code: naceCode,
      revision: z.enum(NACE_REVISIONS).default("2"),
      asOf: z
        .string()
        .refine(isDay)
        .optional()
        .describe(
          "The day on which a source says that it held, YYYY-MM-DD. When it is older than two years, it is asked whether it still holds.",
        ),
    }),
  )
  .max(MOST_CODES);

/**
 * A mistyped code belongs to no sector: whoever states one gets an error instead of "out of scope".
 * @param holder path of the object that holds the argument, with a point at its end
 * @throws ServiceError `invalid_arguments`
 */
export function refuseUnknownNace(nace: readonly NaceCode[], knowledge: Knowledge, holder = ""): void {
  nace.forEach((code, index) => {
    if (knowledge.naceTitles.mayExist(code)) return;
    throw new ServiceError(noSuchNace(`${holder}nace.${index}.code`, code, knowledge));
  });
}

/** More codes of the other revision than this help nobody. */
const MOST_CANDIDATES = 8;

/** A code of the other revision alone gets its title there and the codes that took its place; any other a plain no. */
function noSuchNace(
  field: string,
  { code, revision }: NaceCode,
  { naceTitles, naceCorrespondence }: Knowledge,
): Problem {
  const elsewhere: NaceCode = { code, revision: revision === "2" ? "2.1" : "2" };
  const message: Localized = {
    sk: `Kód v poli ${field} v NACE Rev. ${revision} neexistuje.`,
    cs: `Kód v poli ${field} v NACE Rev. ${revision} neexistuje.`,
    en: `The code in ${field} does not exist in NACE Rev. ${revision}.`,
  };
  if (!naceTitles.mayExist(elsewhere)) return { code: "invalid_arguments", field, message, nextStep: checkCode };
  const candidates = naceCorrespondence.candidates(elsewhere).map((other) => formatNace(other.code));
  const named = candidates.length <= MOST_CANDIDATES ? candidates.join(", ") : "";
  const titleIn = (locale: keyof Localized) => naceTitles.title(elsewhere, locale)?.title ?? "";
  return {
    code: "invalid_arguments",
    field,
    message: {
      sk: `${message.sk} Je to kód NACE Rev. ${elsewhere.revision}: ${titleIn("sk")}.`,
      cs: `${message.cs} Je to kód NACE Rev. ${elsewhere.revision}: ${titleIn("cs")}.`,
      en: `${message.en} It is a code of NACE Rev. ${elsewhere.revision}: ${titleIn("en")}.`,
    },
    nextStep: {
      sk: `Pošlite revision: ${elsewhere.revision}${named === "" ? "" : `, alebo v NACE Rev. ${revision} ten z kódov, ktorý činnosti zodpovedá: ${named}`}.`,
      cs: `Pošlete revision: ${elsewhere.revision}${named === "" ? "" : `, nebo v NACE Rev. ${revision} ten z kódů, který činnosti odpovídá: ${named}`}.`,
      en: `Send revision: ${elsewhere.revision}${named === "" ? "" : `, or in NACE Rev. ${revision} the one of these codes that fits the activity: ${named}`}.`,
    },
  };
}

const checkCode: Localized = {
  sk: "Skontrolujte kód podľa klasifikácie; nemá ho ani NACE Rev. 2, ani NACE Rev. 2.1.",
  cs: "Zkontrolujte kód podle klasifikace; nemá ho ani NACE Rev. 2, ani NACE Rev. 2.1.",
  en: "Check the code against the classification; neither NACE Rev. 2 nor NACE Rev. 2.1 has it.",
};
