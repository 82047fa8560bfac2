import { z } from "zod";
import { FIRM_STATUSES } from "../../core/company.ts";
import type { Country } from "../../core/country.ts";
import { type Day, isDay } from "../../core/day.ts";
import { NACE_REVISIONS, type NaceCode } from "../../core/nace.ts";
import { type Problem, ServiceError } from "../../core/problem.ts";
import { readNace } from "../../core/read-nace.ts";
import type { Knowledge } from "../../knowledge/knowledge.ts";
import type { ScopeFacts } from "../../rules/nis2-scope/facts.ts";
import { expectations } from "../calling/expectations.ts";
import { countryParameter, localeParameter, sizeIndependentServiceParameter } from "../calling/parameters.ts";
import { defineCapability } from "../capability.ts";
import { readStatedDays, refuseImpossibleDays, statedDaysParameters } from "../deadlines/stated-days.ts";
import { answersParameter, refuseForeignAnswers } from "./answers-parameter.ts";
import { groupParameter } from "./group-parameter.ts";
import { naceParameter, refuseUnknownNace } from "./nace-parameter.ts";
import { MOST_EMPLOYEES, MOST_MONEY } from "./question-control.ts";
import { type EvaluationAnswer, evaluationAnswer } from "./scope-answer.ts";
import { judgeFacts } from "./stated-verdict.ts";

/** More services than any real firm provides. */
const MOST_ACTIVITIES = 60;

const amount = z.number().min(0).max(MOST_MONEY);

/** What a firm says of its size and of its services. */
export const figureParameters = {
  employees: z
    .number()
    .min(0)
    .max(MOST_EMPLOYEES)
    .multipleOf(0.01)
    .optional()
    .describe("Headcount in yearly full-time units; fractions are allowed."),
  turnoverEur: amount.optional().describe("Yearly turnover in EUR, latest approved accounts."),
  balanceSheetEur: amount.optional().describe("Balance sheet total in EUR, latest approved accounts."),
  sizeIndependentService: sizeIndependentServiceParameter.optional(),
  activities: z
    .array(z.string().max(40))
    .max(MOST_ACTIVITIES)
    .optional()
    .describe(
      "Regulated services that the firm provides, by the id of activity_search (16.13, inland-shipping). They count like codes.",
    ),
};

const headcountRange = z.strictObject({
  min: z.number().min(0).max(MOST_EMPLOYEES),
  max: z.number().min(0).max(MOST_EMPLOYEES).nullable(),
});

const sizeCode = z
  .string()
  .regex(/^\d{2,3}$/)
  .register(expectations, {
    sk: "kód veľkosti z registra: CZ 3 číslice, SK 2 číslice",
    cs: "kód velikosti z rejstříku: CZ 3 číslice, SK 2 číslice",
    en: "a size code of the register: CZ 3 digits, SK 2 digits",
  });

const input = z
  .strictObject({
    country: countryParameter,
    nace: naceParameter.describe("Activity codes; the first one is the main activity."),
    mainUnknown: z
      .array(z.enum(NACE_REVISIONS))
      .max(NACE_REVISIONS.length)
      .optional()
      .describe("Revisions of which the codes are further activities only and the main one is not known."),
    employees: figureParameters.employees,
    employeesRange: headcountRange
      .optional()
      .describe("Instead of a headcount: the band that a source states; max null: an open end."),
    sizeCode: sizeCode
      .optional()
      .describe("Size code of the register instead of a headcount: CZ list 579 (3 digits), SK list 0073 (2 digits)."),
    olderSize: z
      .strictObject({
        asOf: z.string().refine(isDay).describe("The day on which it held, YYYY-MM-DD."),
        employeesRange: headcountRange.optional(),
        sizeCode: sizeCode.optional(),
      })
      .optional()
      .describe(
        "The size by a dated source. It counts while employees, employeesRange and sizeCode are missing; when it is older than two years, the staff of today is asked for.",
      ),
    turnoverEur: figureParameters.turnoverEur,
    balanceSheetEur: figureParameters.balanceSheetEur,
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
    sizeIndependentService: figureParameters.sizeIndependentService,
    status: z
      .enum(FIRM_STATUSES)
      .default("active")
      .describe("What a register says of the firm; `unreadable`: an end that is no date."),
    activities: figureParameters.activities,
    group: groupParameter.optional(),
    answers: answersParameter.optional(),
    ...statedDaysParameters,
    locale: localeParameter,
  })
  .superRefine(({ employees, employeesRange, sizeCode }, context) => {
    if ([employees, employeesRange, sizeCode].filter((size) => size !== undefined).length > 1) {
      context.addIssue({ code: "custom", params: bothSizes });
    }
  });

const bothSizes = {
  field: "sizeCode",
  message: {
    sk: "Veľkosť je uvedená viackrát: employees, employeesRange alebo sizeCode.",
    cs: "Velikost je uvedena vícekrát: employees, employeesRange nebo sizeCode.",
    en: "The size is stated more than once: employees, employeesRange or sizeCode.",
  },
  nextStep: {
    sk: "Pošlite len jedno z polí employees, employeesRange a sizeCode.",
    cs: "Pošlete jen jedno z polí employees, employeesRange a sizeCode.",
    en: "Send only one of employees, employeesRange and sizeCode.",
  },
};

/** The verdict for stated facts: "and if we were 60 people?". */
export const scopeEvaluate = defineCapability({
  name: "scope_evaluate",
  access: "public",
  input,
  published: {
    title: "What-if: scope from stated facts",
    description:
      "The NIS2 verdict for facts that you state instead of a registered firm: activity codes or services, size with its group, " +
      "and answers to the questions of an earlier verdict. Says what is still open, what to ask next, and when the verdict is complete.",
    output: evaluationAnswer,
  },
  rest: [{ method: "POST", path: "/api/scope-evaluate", cost: { rows: ["scope_evaluate"] } }],
  web: { rows: ["web_lookup"] },
  check: (stated, services) => {
    const { knowledge } = services;
    refuseUnknownActivities(stated, knowledge);
    refuseForeignAnswers(stated.answers ?? {}, stated.country, knowledge.nis2);
    refuseUnknownCodes(factsOf(stated, knowledge), knowledge);
    refuseImpossibleDays(stated, services);
  },
  run: (stated, services): EvaluationAnswer =>
    judgeFacts(factsOf(stated, services.knowledge), "typed", services, stated.locale, readStatedDays(stated)),
});

function factsOf(stated: z.output<typeof input>, { activities: { serviceById } }: Knowledge): ScopeFacts {
  const { activities, employees, employeesRange, olderSize } = stated;
  const isSized = employees !== undefined || employeesRange !== undefined || stated.sizeCode !== undefined;
  const older = isSized ? undefined : olderSize;
  const nace = stated.nace.map(({ code, revision, asOf }) => ({ code: readNace(code) ?? code, revision, asOf }));
  return {
    country: stated.country,
    status: stated.status,
    ceasedOn: null,
    nace: nace.map(({ code, revision }) => ({ code, revision })),
    naceAsOf: datedCodes(nace),
    mainUnknown: stated.mainUnknown,
    sizeCode: stated.sizeCode ?? older?.sizeCode ?? null,
    headcount:
      employees === undefined ? (employeesRange ?? older?.employeesRange ?? null) : { min: employees, max: employees },
    ...(older === undefined ? {} : { sizeAsOf: older.asOf }),
    turnoverEur: stated.turnoverEur ?? null,
    balanceSheetEur: stated.balanceSheetEur ?? null,
    legalForm: stated.legalForm ?? null,
    sizeIndependentService: stated.sizeIndependentService ?? null,
    group: stated.group,
    activities: activities?.flatMap((id) => serviceById.get(id) ?? []),
    answers: stated.answers,
  };
}

/** The codes with a day; one that is stated without a day as well is of today. */
function datedCodes(nace: readonly (NaceCode & { readonly asOf: Day | undefined })[]): ScopeFacts["naceAsOf"] {
  const dated = nace.flatMap(({ code, revision, asOf }) => {
    const isOfToday = nace.some((one) => one.asOf === undefined && one.code === code && one.revision === revision);
    return asOf === undefined || isOfToday ? [] : [{ code, revision, asOf }];
  });
  return dated.length === 0 ? undefined : dated;
}

/**
 * A service that does not exist, or that the law of the country does not know.
 * @param holder path of the object that holds the argument, with a point at its end
 * @throws ServiceError `invalid_arguments`
 */
export function refuseUnknownActivities(
  { activities = [], country }: { readonly activities?: readonly string[] | undefined; readonly country: Country },
  { activities: { serviceById } }: Knowledge,
  holder = "",
): void {
  activities.forEach((id, index) => {
    const service = serviceById.get(id);
    if (service === undefined || (country === "SK" && service.SK === false)) {
      throw new ServiceError({ ...noSuchActivity, field: `${holder}activities.${index}` });
    }
  });
}

const noSuchActivity: Problem = {
  code: "invalid_arguments",
  message: {
    sk: "Takú regulovanú službu právo tejto krajiny nepozná.",
    cs: "Takovou regulovanou službu právo této země nezná.",
    en: "The law of this country knows no such regulated service.",
  },
  nextStep: {
    sk: "Číslo služby nájdete vyhľadaním činnosti (activity_search).",
    cs: "Číslo služby najdete vyhledáním činnosti (activity_search).",
    en: "Find the number of the service with activity_search.",
  },
};

/**
 * A size code of the other country gives no size: whoever states one gets an error instead of "out of scope", as with a
 * mistyped code.
 * @throws ServiceError `invalid_arguments`
 */
function refuseUnknownCodes({ country, nace, sizeCode }: ScopeFacts, knowledge: Knowledge): void {
  refuseUnknownNace(nace, knowledge);
  if (sizeCode !== null && !knowledge.nis2.sizeCodes[country].has(sizeCode)) throw new ServiceError(noSuchSizeCode);
}

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
