import { z } from "zod";
import type { Country } from "../../core/country.ts";
import type { Day } from "../../core/day.ts";
import { isZone, localInstants, localMinute, zoneOffset } from "../../core/local-time.ts";
import type { Localized } from "../../core/locale.ts";
import { type Problem, ServiceError } from "../../core/problem.ts";
import {
  type ClockStart,
  CRA_CASES,
  INCIDENT_REGIMES,
  type IncidentClockKnowledge,
  type IncidentRegimeId,
} from "../../knowledge/incident-clock.ts";
import type { IncidentFacts } from "../../rules/incident/incident-clock.ts";
import { expectations } from "../calling/expectations.ts";
import { countryParameter, localeParameter } from "../calling/parameters.ts";
import type { Services } from "../contexts.ts";

/** A local day and time, or one with its offset; a `+` that a query turned into a blank is read, too. */
const TIME = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2})(?::(\d{2})(?:\.\d{1,3})?)?(Z|[+\- ]\d{2}:\d{2})?$/;

const time = z.string().trim().regex(TIME).register(expectations, {
  sk: "deň a čas, napríklad 2026-11-21T22:10 (miestny) alebo s posunom 2026-11-21T22:10+01:00",
  cs: "den a čas, například 2026-11-21T22:10 (místní) nebo s posunem 2026-11-21T22:10+01:00",
  en: "a day and time, for example 2026-11-21T22:10 (local) or with an offset 2026-11-21T22:10+01:00",
});

const at = (what: string) => time.optional().describe(`${what}: local (YYYY-MM-DDTHH:MM) or with an offset.`);

/** What is known of an incident, on every face. */
export const clockInput = z.strictObject({
  country: countryParameter,
  regime: z
    .enum(INCIDENT_REGIMES)
    .optional()
    .describe(
      "What the firm is: sk and cz where it is not known more exactly (default, by country), none: not covered.",
    ),
  foundAt: at("When the incident was found; default: now"),
  zone: z
    .string()
    .refine(isZone)
    .optional()
    .describe("Time zone of local times, such as Europe/Prague; default: that of the country.")
    .register(expectations, {
      sk: "názov časového pásma, napríklad Europe/Bratislava",
      cs: "název časového pásma, například Europe/Prague",
      en: "the name of a time zone, for example Europe/Prague",
    }),
  fold: z.enum(["first", "second"]).optional().describe("Which one of a local time that the clocks show twice."),
  authoritySaysSignificant: z
    .enum(["yes", "no", "unknown"])
    .default("unknown")
    .describe("cz_higher: whether NÚKIB said that the impact is significant."),
  notifiedAt: at("When the notification was sent"),
  resolvedAt: at("When the incident was resolved"),
  personalData: z.enum(["yes", "no"]).default("no").describe("Personal data were breached, too."),
  personalDataKnownAt: at("When the breach of personal data became known; default: foundAt"),
  digital: z
    .literal("1")
    .optional()
    .describe("A digital provider: significance by Implementing Regulation (EU) 2024/2690."),
  cra: z.enum(CRA_CASES).optional().describe("The firm makes products with digital elements, and this concerns one."),
  craKnownAt: at("When the manufacturer became aware; default: foundAt"),
  craFixAt: at("When a fix was available"),
  craNotifiedAt: at("When the manufacturer's notification was sent"),
  locale: localeParameter,
});

export type ClockInput = z.output<typeof clockInput>;

/** The arguments that hold a time, and what they start. */
const TIMES = {
  foundAt: "found",
  notifiedAt: "notified",
  resolvedAt: "resolved",
  personalDataKnownAt: "personalDataKnown",
  craKnownAt: "craKnown",
  craFixAt: "craFix",
  craNotifiedAt: "craNotified",
} as const satisfies Record<string, ClockStart>;

type TimeArgument = keyof typeof TIMES;

const TIME_ARGUMENTS = Object.keys(TIMES) as TimeArgument[]; // the keys of TIMES

/** What comes first comes first. */
const ORDER: readonly (readonly [ClockStart, TimeArgument])[] = [
  ["found", "notifiedAt"],
  ["found", "resolvedAt"],
  ["craKnown", "craFixAt"],
  ["craKnown", "craNotifiedAt"],
];

/** A clock that runs ahead a little is no fault of the person. */
const MOST_AHEAD_MS = 5 * 60_000;

/** What was stated of an incident, in the terms of the rules. */
export interface StatedIncident {
  readonly facts: IncidentFacts;
  readonly zone: string;
  /** True where the finding was not stated, so that it counts from the question. */
  readonly isAssumed: boolean;
}

/** The default where a firm does not say what it is. */
export function regimeOf({ country, regime }: Pick<ClockInput, "country" | "regime">): IncidentRegimeId {
  return regime ?? (country === "SK" ? "sk" : "cz");
}

/**
 * Reads what was stated.
 * @throws ServiceError `invalid_arguments` with the reason and the field: time_ambiguous, time_missing, time_future,
 *   time_too_old, order, or a regime of the other country.
 */
export function readIncident(input: ClockInput, services: Pick<Services, "now" | "knowledge">): StatedIncident {
  const { country } = input;
  const clock = services.knowledge.incidentClock;
  const now = services.now().getTime();
  const zone = input.zone ?? clock.countries[country].zone;
  const regime = regimeOf(input);
  const known = clock.regimes.find(({ id }) => id === regime);
  if (known?.country !== undefined && known.country !== country) throw new ServiceError(foreignRegime(country, clock));
  const instants: Partial<Record<ClockStart, string>> = {};
  for (const name of TIME_ARGUMENTS) {
    const typed = input[name];
    if (typed !== undefined) instants[TIMES[name]] = readTime(typed, name, zone, input.fold);
  }
  const found = instants.found ?? new Date(Math.floor(now / 60_000) * 60_000).toISOString();
  const all = { personalDataKnown: found, craKnown: found, ...instants, found };
  for (const name of TIME_ARGUMENTS) {
    const instant = instants[TIMES[name]];
    if (instant !== undefined && Date.parse(instant) > now + MOST_AHEAD_MS) throw new ServiceError(tooLate(name));
  }
  const dayOf = (instant: string) => localMinute(instant, clock.countries[country].zone).slice(0, 10);
  const { since } = clock.countries[country];
  if (dayOf(found) < since) throw new ServiceError(tooOld("foundAt", since));
  if (input.cra !== undefined && dayOf(all.craKnown) < clock.cra.since) {
    throw new ServiceError(tooOld(input.craKnownAt === undefined ? "foundAt" : "craKnownAt", clock.cra.since));
  }
  for (const [first, name] of ORDER) {
    const later = instants[TIMES[name]];
    if (later !== undefined && later < all[first as "found" | "craKnown"])
      throw new ServiceError(wrongOrder(name, first));
  }
  const facts: IncidentFacts = {
    country,
    regime,
    authoritySaysSignificant: input.authoritySaysSignificant,
    personalData: input.personalData === "yes",
    cra: input.cra ?? null,
    instants: all,
  };
  return { facts, zone, isAssumed: instants.found === undefined };
}

/** The instant (ISO 8601, UTC) of a typed time. */
function readTime(typed: string, field: TimeArgument, zone: string, fold: ClockInput["fold"]): string {
  const [, day = "", minute = "", seconds = "00", offset] = TIME.exec(typed.trim()) ?? [];
  const local = `${day}T${minute}`;
  if (offset !== undefined) {
    const instant = new Date(`${local}:${seconds}${offset.replace(" ", "+")}`);
    if (Number.isNaN(instant.getTime())) throw new ServiceError(noTime(field));
    return instant.toISOString();
  }
  const instants = localInstants(local, zone);
  if (instants.length === 2 && fold === undefined) throw new ServiceError(ambiguous(field, instants, zone));
  const instant = instants.at(fold === "second" ? -1 : 0);
  if (instant === undefined) throw new ServiceError(isInCalendar(local) ? skipped(field, local, zone) : noTime(field));
  return new Date(Date.parse(instant) + Number(seconds) * 1_000).toISOString();
}

function isInCalendar(local: string): boolean {
  const asUtc = Date.parse(`${local}:00Z`);
  return !Number.isNaN(asUtc) && new Date(asUtc).toISOString().slice(0, 16) === local;
}

/** An instant as the clocks of a zone show it, with the offset: `2026-03-29T13:00+02:00`. */
export function localWithOffset(instant: string, zone: string): string {
  const offset = zoneOffset(instant, zone);
  const clock = new Date(Math.abs(offset) * 60_000).toISOString().slice(11, 16);
  return `${localMinute(instant, zone)}${offset < 0 ? "-" : "+"}${clock}`;
}

function refusal(reason: Problem["reason"], field: string, message: Localized, nextStep: Localized): Problem {
  return { code: "invalid_arguments", reason, field, message, nextStep };
}

function noTime(field: string): Problem {
  return refusal(
    undefined,
    field,
    { sk: "Taký deň alebo čas nie je.", cs: "Takový den nebo čas není.", en: "There is no such day or time." },
    {
      sk: `Pošlite ${field} ako deň a čas, napríklad 2026-11-21T22:10.`,
      cs: `Pošlete ${field} jako den a čas, například 2026-11-21T22:10.`,
      en: `Send ${field} as a day and time, for example 2026-11-21T22:10.`,
    },
  );
}

function ambiguous(field: string, instants: readonly string[], zone: string): Problem {
  const [first = "", second = ""] = instants.map(
    (instant) => `${localWithOffset(instant, zone)} (${instant.slice(11, 16)} UTC)`,
  );
  return refusal(
    "time_ambiguous",
    field,
    {
      sk: `Tento čas nastal dvakrát, hodiny sa posunuli späť: ${first} a ${second}.`,
      cs: `Tento čas nastal dvakrát, hodiny se posunuly zpět: ${first} a ${second}.`,
      en: `This time came twice, the clocks went back: ${first} and ${second}.`,
    },
    {
      sk: "Pošlite fold: first (skorší) alebo second (neskorší).",
      cs: "Pošlete fold: first (dřívější) nebo second (pozdější).",
      en: "Send fold: first (the earlier) or second (the later).",
    },
  );
}

function skipped(field: string, local: string, zone: string): Problem {
  const [before, after] = [-1, 1].map((step) => nearestMinute(local, step, zone));
  return refusal(
    "time_missing",
    field,
    {
      sk: `Tento čas nenastal, hodiny sa posunuli dopredu: po ${before} nasledovalo ${after}.`,
      cs: `Tento čas nenastal, hodiny se posunuly dopředu: po ${before} následovalo ${after}.`,
      en: `This time did not come, the clocks went forward: after ${before} came ${after}.`,
    },
    {
      sk: "Pošlite jeden z týchto časov, alebo čas s posunom.",
      cs: "Pošlete jeden z těchto časů, nebo čas s posunem.",
      en: "Send one of these times, or a time with its offset.",
    },
  );
}

/** The nearest minute that the clocks show, before (-1) or after (1) one that they skip: `02:59` becomes `03:00`. */
function nearestMinute(local: string, step: number, zone: string): string {
  let minute = local;
  while (localInstants(minute, zone).length === 0) {
    minute = new Date(Date.parse(`${minute}:00Z`) + step * 60_000).toISOString().slice(0, 16);
  }
  return minute.replace("T", " ");
}

function tooLate(field: string): Problem {
  return refusal(
    "time_future",
    field,
    { sk: "Tento čas ešte nenastal.", cs: "Tento čas ještě nenastal.", en: "This time has not come yet." },
    {
      sk: `Pošlite ${field} v minulosti; pozor na časové pásmo.`,
      cs: `Pošlete ${field} v minulosti; pozor na časové pásmo.`,
      en: `Send ${field} in the past; mind the time zone.`,
    },
  );
}

function tooOld(field: string, since: Day): Problem {
  return refusal(
    "time_too_old",
    field,
    {
      sk: `Tieto povinnosti platia od ${since}.`,
      cs: `Tyto povinnosti platí od ${since}.`,
      en: `These duties hold from ${since} on.`,
    },
    {
      sk: `Pošlite ${field} nie skôr ako ${since}.`,
      cs: `Pošlete ${field} ne dříve než ${since}.`,
      en: `Send ${field} not earlier than ${since}.`,
    },
  );
}

function wrongOrder(field: string, first: ClockStart): Problem {
  const earlier = TIME_ARGUMENTS.find((name) => TIMES[name] === first) ?? "foundAt";
  return refusal(
    "order",
    field,
    {
      sk: `Čas ${field} je skôr ako ${earlier}.`,
      cs: `Čas ${field} je dřív než ${earlier}.`,
      en: `The time ${field} is before ${earlier}.`,
    },
    {
      sk: "Opravte jeden z oboch časov alebo ho vynechajte.",
      cs: "Opravte jeden z obou časů nebo ho vynechte.",
      en: "Correct one of the two times, or leave it out.",
    },
  );
}

function foreignRegime(country: Country, { regimes }: IncidentClockKnowledge): Problem {
  const own = regimes
    .filter((regime) => regime.country === undefined || regime.country === country)
    .map(({ id }) => id)
    .join(", ");
  return refusal(
    undefined,
    "regime",
    {
      sk: "Taký režim právo tejto krajiny nepozná.",
      cs: "Takový režim právo této země nezná.",
      en: "The law of this country knows no such regime.",
    },
    { sk: `Pošlite regime: ${own}.`, cs: `Pošlete regime: ${own}.`, en: `Send regime: ${own}.` },
  );
}
