import { z } from "zod";
import { REGIME_IDS } from "../../knowledge/nis2-ids.ts";
import { datesOf } from "../../rules/deadlines/act-now.ts";
import { deadlinesIcs } from "../../rules/deadlines/deadlines-ics.ts";
import { roadOf } from "../../rules/deadlines/road.ts";
import { countryParameter, localeParameter } from "../calling/parameters.ts";
import { defineCapability } from "../capability.ts";
import { readStatedDays, refuseImpossibleDays, statedDaysParameters } from "./stated-days.ts";

/** A verdict, as far as dates follow from it. */
export const datedVerdict = {
  country: countryParameter,
  regime: z.enum(REGIME_IDS).describe("`nationalRegime.id` of the verdict."),
  steps: z.array(z.string().max(60)).max(200).describe("`nextSteps[].id` of the verdict."),
  ...statedDaysParameters,
  locale: localeParameter,
};

const input = z.strictObject({
  ...datedVerdict,
  key: z
    .string()
    .regex(/^[a-z0-9-]{1,40}$/)
    .describe("What tells this firm from others in the ids of the events; the same key gives the same ids."),
  firm: z
    .string()
    .max(300)
    .nullable()
    .describe("Name of the firm, foreign text; it stands in the name of the calendar."),
  url: z.url().describe("Address of the verdict with the days in it."),
});

/** The firm's own dates as a calendar file. */
export const deadlineCalendar = defineCapability({
  name: "deadline_calendar",
  access: "public",
  input,
  check: refuseImpossibleDays,
  run: ({ country, regime, steps, key, firm, url, locale, ...stated }, { knowledge, baseUrl, now }) => {
    const asked = now().toISOString();
    const firmSteps = { country, regime, steps: new Set(steps) };
    const days = readStatedDays(stated);
    const road = roadOf(firmSteps, days, knowledge.deadlines, asked);
    const reports = datesOf(firmSteps, days, knowledge.deadlines, asked);
    const calendar = { locale, host: new URL(baseUrl).host, key, firm, verdictUrl: url, madeAt: asked };
    return { calendar: deadlinesIcs(road, reports, calendar, knowledge) };
  },
});
