import { z } from "zod";
import { isDay } from "../../core/day.ts";
import { localInstants } from "../../core/local-time.ts";
import type { Localized } from "../../core/locale.ts";
import { type Problem, ServiceError } from "../../core/problem.ts";
import { KNOWN_DAYS, type KnownDay, type PeriodStart } from "../../knowledge/deadlines.ts";
import { NO_DAYS, type StatedDays } from "../../rules/deadlines/act-now.ts";
import { impossibleDays } from "../../rules/deadlines/check-days.ts";
import { expectations } from "../calling/expectations.ts";
import type { Services } from "../contexts.ts";

/** More Czech services with decisions of their own than a firm states at once. */
const MOST_DECISIONS = 20;

const expectedDay: Localized = {
  sk: "deň v tvare RRRR-MM-DD, napríklad 2026-10-01",
  cs: "den ve tvaru RRRR-MM-DD, například 2026-10-01",
  en: "a day as YYYY-MM-DD, for example 2026-10-01",
};

const expectedInstant: Localized = {
  sk: "deň a čas, napríklad 2026-10-01T09:30 (miestny) alebo s posunom 2026-10-01T09:30+02:00",
  cs: "den a čas, například 2026-10-01T09:30 (místní) nebo s posunem 2026-10-01T09:30+02:00",
  en: "a day and time, for example 2026-10-01T09:30 (local) or with an offset 2026-10-01T09:30+02:00",
};

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?(?:Z|[+-]\d{2}:\d{2})?$/;

const dayText = z.string().refine(isDay).register(expectations, expectedDay);

const instantText = z
  .string()
  .refine((text) => instantsOf(text).length > 0)
  .register(expectations, expectedInstant);

/** What each day is, for agents; the questions to people are in the answer. */
const DESCRIPTIONS: Readonly<Record<KnownDay, string>> = {
  conditionsMet: "First day on which the firm met the conditions.",
  entered: "SK: day of entry in NBÚ's register.",
  dutiesFrom: "SK: day named in NBÚ's message.",
  decisionDelivered: "CZ: day on which NÚKIB's decision was delivered; several for several services.",
  auditEnded: "SK: end of an audit.",
  changed: "Day of a change of the registered data.",
  contractChanged: "SK: conclusion or end of a contract with a third party of significant influence.",
  leaveRequested: "SK: request to be removed from the register.",
  orderDelivered: "SK: delivery of a penal order.",
  strategicListed: "CZ: listing as a strategically significant service.",
  registrarStarted: "CZ: start as a domain registrar.",
  notificationSent: "Day on which the incident notification was really sent.",
  incidentSolved: "Day on which the incident was solved.",
};

const one = (day: KnownDay) => dayText.optional().describe(DESCRIPTIONS[day]);

/** The names of the days in the address of a page, as deadline-days.yaml gives them. */
export const DAY_LETTERS = {
  conditionsMet: "M",
  entered: "E",
  dutiesFrom: "N",
  decisionDelivered: "D",
  auditEnded: "A",
  changed: "C",
  contractChanged: "K",
  leaveRequested: "L",
  orderDelivered: "O",
  strategicListed: "S",
  registrarStarted: "G",
  incidentFound: "F",
  notificationSent: "P",
  incidentSolved: "R",
} as const satisfies Readonly<Record<PeriodStart, string>>;

/** The days that a firm knows; periods of the law run from them. */
export const daysParameter = z
  .strictObject({
    conditionsMet: one("conditionsMet"),
    entered: one("entered"),
    dutiesFrom: one("dutiesFrom"),
    decisionDelivered: z
      .union([dayText, z.array(dayText).min(1).max(MOST_DECISIONS)])
      .optional()
      .describe(DESCRIPTIONS.decisionDelivered),
    auditEnded: one("auditEnded"),
    changed: one("changed"),
    contractChanged: one("contractChanged"),
    leaveRequested: one("leaveRequested"),
    orderDelivered: one("orderDelivered"),
    strategicListed: one("strategicListed"),
    registrarStarted: one("registrarStarted"),
    notificationSent: one("notificationSent"),
    incidentSolved: one("incidentSolved"),
    incidentFound: instantText
      .optional()
      .describe("Day and time of finding an incident: local (YYYY-MM-DDTHH:MM) or with an offset."),
  } satisfies Record<PeriodStart, z.ZodType>)
  .describe("Days that the firm knows: the steps get their dates from them. The answer lists which to ask for.");

/** What a verdict cannot show and changes deadlines. */
export const situationsParameter = z
  .array(z.enum(["formerOperator", "registrar", "strategic"]))
  .max(3)
  .describe(
    "formerOperator: on the Slovak register on 31 December 2024; registrar: registers domain names; strategic: has a strategically significant service.",
  );

/** The two parameters in a capability that gives dates. */
export const statedDaysParameters = { days: daysParameter.optional(), situations: situationsParameter.optional() };

export type StatedDaysInput = {
  readonly days?: z.output<typeof daysParameter> | undefined;
  readonly situations?: z.output<typeof situationsParameter> | undefined;
};

/** The parameters in the terms of the rules. */
export function readStatedDays({ days, situations = [] }: StatedDaysInput): StatedDays {
  if (days === undefined && situations.length === 0) return NO_DAYS;
  const { incidentFound, ...known } = days ?? {};
  return {
    days: Object.fromEntries(
      KNOWN_DAYS.flatMap((name) => (known[name] === undefined ? [] : [[name, known[name]] as const])),
    ),
    incidentFound: incidentFound === undefined ? null : (instantsOf(incidentFound)[0] ?? null),
    situations,
  };
}

/**
 * Refuses days that cannot be right: too far ahead, or before another one that comes first; and a local time in the
 * hour that the clocks show twice.
 * @throws ServiceError `invalid_arguments` with the name of the day.
 */
export function refuseImpossibleDays(input: StatedDaysInput, services: Pick<Services, "now">): void {
  const found = input.days?.incidentFound;
  if (found !== undefined && instantsOf(found).length > 1) throw new ServiceError(twice(found));
  const stated = readStatedDays(input);
  if (stated === NO_DAYS) return;
  const [impossible] = impossibleDays({ country: "SK", regime: "none", ...stated }, services.now().toISOString());
  if (impossible === undefined) return;
  const { day, reason, than } = impossible;
  throw new ServiceError(reason === "too_far" ? tooFar(day) : before(day, than ?? day));
}

/** The instants that a text can mean: none, one, or two in the hour that the clocks show twice. */
function instantsOf(text: string): string[] {
  if (!INSTANT.test(text)) return [];
  if (/[Z+]|-\d{2}:\d{2}$/.test(text.slice(10))) {
    const instant = new Date(text);
    return Number.isNaN(instant.getTime()) ? [] : [instant.toISOString()];
  }
  return localInstants(text.slice(0, 16));
}

function tooFar(day: string): Problem {
  return {
    code: "invalid_arguments",
    field: `days.${day}`,
    message: {
      sk: `Deň ${day} je viac než 60 dní v budúcnosti.`,
      cs: `Den ${day} je víc než 60 dní v budoucnosti.`,
      en: `The day ${day} is more than 60 days ahead.`,
    },
    nextStep: {
      sk: "Zadajte deň, ktorý už nastal alebo nastane najneskôr o 60 dní, alebo ho vynechajte.",
      cs: "Zadejte den, který už nastal nebo nastane nejpozději za 60 dní, nebo ho vynechte.",
      en: "State a day that has come or comes within 60 days, or leave it out.",
    },
  };
}

function before(day: string, than: string): Problem {
  return {
    code: "invalid_arguments",
    field: `days.${day}`,
    message: {
      sk: `Deň ${day} je skôr ako ${than}.`,
      cs: `Den ${day} je dřív než ${than}.`,
      en: `The day ${day} is before ${than}.`,
    },
    nextStep: {
      sk: "Opravte jeden z oboch dní alebo ho vynechajte.",
      cs: "Opravte jeden z obou dnů nebo ho vynechte.",
      en: "Correct one of the two days, or leave it out.",
    },
  };
}

function twice(text: string): Problem {
  return {
    code: "invalid_arguments",
    field: "days.incidentFound",
    message: {
      sk: `Čas ${text} nastal dvakrát: hodiny sa v tú noc posunuli späť.`,
      cs: `Čas ${text} nastal dvakrát: hodiny se v tu noc posunuly zpět.`,
      en: `The time ${text} came twice: the clocks went back that night.`,
    },
    nextStep: {
      sk: `Doplňte posun: ${text}+02:00 je skorší čas, ${text}+01:00 neskorší.`,
      cs: `Doplňte posun: ${text}+02:00 je dřívější čas, ${text}+01:00 pozdější.`,
      en: `Add the offset: ${text}+02:00 is the earlier time, ${text}+01:00 the later one.`,
    },
  };
}
