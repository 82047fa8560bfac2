import { z } from "zod";
import type { Localized } from "../../core/locale.ts";
import { formatNace, NACE_REVISIONS, type NaceCode, parseNaceDigits } from "../../core/nace.ts";
import { type Problem, ServiceError } from "../../core/problem.ts";
import type { Knowledge } from "../../knowledge/knowledge.ts";
import type { ScopeFacts } from "../../rules/nis2-scope/facts.ts";
import { expectations } from "../calling/expectations.ts";
import { countryParameter, localeParameter, sizeIndependentServiceParameter } from "../calling/parameters.ts";
import { defineCapability } from "../capability.ts";
import { judgeFacts } from "./company-verdict.ts";
import { type EvaluationAnswer, evaluationAnswer } from "./scope-answer.ts";

/** More codes than any real firm states in one question; a bound for the work of one call. */
export const MOST_CODES = 200;

/** More staff than any firm has. */
export const MOST_EMPLOYEES = 1e7;

const amount = z.number().min(0).max(1e13);

const naceCode = z
  .string()
  .max(12)
  .refine((code) => parseNaceDigits(code) !== undefined)
  .meta({ description: "NACE code with or without dots, 2 to 5 digits: 35.11, 3511, 35110.", examples: ["35.11"] })
  .register(expectations, {
    sk: "kód NACE s 2 až 5 číslicami, napríklad 35.11",
    cs: "kód NACE se 2 až 5 číslicemi, například 35.11",
    en: "a NACE code of 2 to 5 digits, for example 35.11",
  });

const input = z
  .strictObject({
    country: countryParameter,
    nace: z
      .array(z.strictObject({ code: naceCode, revision: z.enum(NACE_REVISIONS).default("2") }))
      .max(MOST_CODES)
      .describe("Activity codes; the first one is the main activity."),
    employees: z.number().int().min(0).max(MOST_EMPLOYEES).optional().describe("Headcount in yearly full-time units."),
    sizeCode: z
      .string()
      .regex(/^\d{2,3}$/)
      .optional()
      .describe("Size code of the register instead of a headcount: CZ list 579 (3 digits), SK list 0073 (2 digits).")
      .register(expectations, {
        sk: "kód veľkosti z registra: CZ 3 číslice, SK 2 číslice",
        cs: "kód velikosti z rejstříku: CZ 3 číslice, SK 2 číslice",
        en: "a size code of the register: CZ 3 digits, SK 2 digits",
      }),
    turnoverEur: amount.optional().describe("Yearly turnover in EUR, latest approved accounts."),
    balanceSheetEur: amount.optional().describe("Balance sheet total in EUR, latest approved accounts."),
    legalForm: z
      .string()
      .regex(/^\d{3}$/)
      .optional()
      .describe("Code of the national list of legal forms, 3 digits.")
      .register(expectations, {
        sk: "kód právnej formy s 3 číslicami",
        cs: "kód právní formy se 3 číslicemi",
        en: "a legal form code of 3 digits",
      }),
    sizeIndependentService: sizeIndependentServiceParameter.optional(),
    locale: localeParameter,
  })
  .superRefine(({ employees, sizeCode }, context) => {
    if (employees !== undefined && sizeCode !== undefined) {
      context.addIssue({ code: "custom", params: bothSizes });
    }
  });

const bothSizes = {
  field: "sizeCode",
  message: {
    sk: "Veľkosť je uvedená dvakrát: employees aj sizeCode.",
    cs: "Velikost je uvedena dvakrát: employees i sizeCode.",
    en: "The size is stated twice: employees and sizeCode.",
  },
  nextStep: {
    sk: "Pošlite len jedno z polí employees a sizeCode.",
    cs: "Pošlete jen jedno z polí employees a sizeCode.",
    en: "Send only one of employees and sizeCode.",
  },
};

/** The verdict for stated facts: "and if we were 60 people?". */
export const scopeEvaluate = defineCapability({
  name: "scope_evaluate",
  title: {
    sk: "Čo ak: pôsobnosť zo zadaných údajov",
    cs: "Co kdyby: působnost ze zadaných údajů",
    en: "What-if: scope from stated facts",
  },
  description:
    "The NIS2 verdict for facts that you state instead of a registered firm: activity codes, headcount, money, legal form, country.",
  access: "public",
  input,
  output: evaluationAnswer,
  rest: [{ method: "POST", path: "/api/scope-evaluate", limits: ["scope_evaluate"] }],
  web: { limits: ["web_lookup"] },
  check: (stated, services) => refuseUnknownCodes(factsOf(stated), services.knowledge),
  run: (stated, services): EvaluationAnswer => judgeFacts(factsOf(stated), "typed", services, stated.locale),
});

function factsOf(stated: z.output<typeof input>): ScopeFacts {
  return {
    country: stated.country,
    status: "active",
    ceasedOn: null,
    nace: stated.nace.map(({ code, revision }) => ({ code: parseNaceDigits(code) ?? code, revision })),
    sizeCode: stated.sizeCode ?? null,
    headcount: stated.employees === undefined ? null : { min: stated.employees, max: stated.employees },
    turnoverEur: stated.turnoverEur ?? null,
    balanceSheetEur: stated.balanceSheetEur ?? null,
    legalForm: stated.legalForm ?? null,
    sizeIndependentService: stated.sizeIndependentService ?? null,
  };
}

/**
 * A mistyped code belongs to no sector, and a size code of the other country gives no size: whoever states one gets
 * an error instead of "out of scope".
 * @throws ServiceError `invalid_arguments`
 */
function refuseUnknownCodes({ country, nace, sizeCode }: ScopeFacts, knowledge: Knowledge): void {
  nace.forEach((code, index) => {
    if (!knowledge.naceTitles.mayExist(code)) throw new ServiceError(noSuchNace(`nace.${index}.code`, code, knowledge));
  });
  if (sizeCode !== null && !knowledge.nis2.sizeCodes[country].has(sizeCode)) throw new ServiceError(noSuchSizeCode);
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

const noSuchSizeCode: Problem = {
  code: "invalid_arguments",
  field: "sizeCode",
  message: {
    sk: "Taký kód veľkosti register tejto krajiny nemá.",
    cs: "Takový kód velikosti rejstřík této země nemá.",
    en: "The register of this country has no such size code.",
  },
  nextStep: {
    sk: "Pošlite kód z číselníka tejto krajiny alebo počet zamestnancov v poli employees.",
    cs: "Pošlete kód z číselníku této země nebo počet zaměstnanců v poli employees.",
    en: "Send a code of this country's list, or the headcount in employees.",
  },
};
