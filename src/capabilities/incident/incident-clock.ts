import { z } from "zod";
import { COUNTRIES } from "../../core/country.ts";
import type { Locale } from "../../core/locale.ts";
import { formatLocalTime } from "../../core/text.ts";
import { type ClockStep, INCIDENT_REGIMES, INCIDENT_STEPS } from "../../knowledge/incident-clock.ts";
import {
  type IncidentFacts,
  nextStepOf,
  STEP_STATES,
  type TimedStep,
  timedSteps,
} from "../../rules/incident/incident-clock.ts";
import { DISCLAIMER } from "../answers/disclaimer.ts";
import { type Grounding, groundingFor } from "../answers/grounding.ts";
import { defineCapability } from "../capability.ts";
import type { Services } from "../contexts.ts";
import { clockInput, localWithOffset, readIncident, type StatedIncident } from "./clock-input.ts";

const step = z.object({
  id: z.enum(INCIDENT_STEPS),
  title: z.string().nullable(),
  state: z
    .enum(STEP_STATES)
    .describe(
      "waiting: its start is not known or the law names no time; depends: only if the authority says that the impact is significant; not_needed: it is not to be sent, or was sent.",
    ),
  dueAt: z.string().nullable().describe("ISO 8601, UTC."),
  dueLocal: z.string().nullable().describe("The same on the clocks of `zone`, with the offset."),
  remainingSeconds: z.number().int().nullable().describe("From `now`; negative when it is over."),
  safeDay: z
    .string()
    .nullable()
    .describe("The last working day before a day that is no working day; null for hours, which run through."),
  counted: z.string().nullable().describe("The formula of the law in words."),
  remark: z.string().nullable(),
  certainty: z
    .enum(["high", "medium"])
    .describe("medium: one good source or a plain reading, not the words of an act."),
  to: z
    .object({
      authority: z.string().nullable(),
      where: z.string().nullable(),
      url: z.string(),
      fallback: z.string().nullable().describe("Where to send it while that place is out of order."),
    })
    .nullable(),
  prepare: z.array(z.object({ id: z.string(), text: z.string().nullable() })),
  template: z
    .string()
    .nullable()
    .describe("A text to copy, in the language of the authority; what is not known stands in square brackets."),
  citation: z.string().nullable(),
});

const output = z.object({
  country: z.enum(COUNTRIES),
  regime: z.enum(INCIDENT_REGIMES),
  foundAt: z.string().describe("ISO 8601, UTC."),
  foundLocal: z.string(),
  assumed: z.enum(["now"]).nullable().describe("now: the finding was not stated and counts from the question."),
  zone: z.string(),
  now: z.string().describe("The instant of the answer, from which the remaining time is counted."),
  nextStep: z.enum(INCIDENT_STEPS).nullable().describe("The first open step with a date."),
  steps: z.array(step).describe("In the order of time."),
  which: z.string().nullable().describe("Which incidents have to be reported."),
  remarks: z.array(z.string()),
  dataAsOf: z.string(),
  indicative: z.literal(true),
  disclaimer: z.string(),
});

type Answer = z.output<typeof output>;

/** When which report of an incident is due, to whom, and what to prepare. Stores nothing. */
export const incidentClock = defineCapability({
  name: "incident_clock",
  access: "public",
  input: clockInput,
  published: {
    title: "Incident clock",
    description:
      "The reports that follow from a cyber incident with their instants: NIS2 in Slovakia and Czechia by regime, personal data, " +
      "and the Cyber Resilience Act for manufacturers. Hours run from the finding, through weekends and changes of the clocks.",
    output,
  },
  rest: [{ method: "GET", path: "/api/incident-clock", cost: { rows: ["incident_clock"] } }],
  check: readIncident,
  run: (input, services): Answer => {
    const stated = readIncident(input, services);
    const now = services.now().toISOString();
    return answerOf(stated, timedSteps(stated.facts, services.knowledge, now), now, services, input);
  },
});

function answerOf(
  { facts, zone, isAssumed }: StatedIncident,
  steps: readonly TimedStep[],
  now: string,
  services: Services,
  { locale, digital }: { readonly locale: Locale; readonly digital?: "1" | undefined },
): Answer {
  const clock = services.knowledge.incidentClock;
  const { country, regime, instants } = facts;
  const grounding = groundingFor(services, locale);
  const own = clock.regimes.find(({ id }) => id === regime);
  const remarks = [
    own?.supervisor?.[country],
    own?.remark,
    digital === undefined ? undefined : clock.digital,
    facts.cra === null ? undefined : clock.cra.remark,
  ];
  return {
    country,
    regime,
    foundAt: instants.found,
    foundLocal: localWithOffset(instants.found, zone),
    assumed: isAssumed ? "now" : null,
    zone,
    now,
    nextStep: nextStepOf(steps)?.step.id ?? null,
    steps: steps.map((timed) => describeStep(timed, facts, zone, now, grounding, services, locale)),
    which: own?.which === undefined ? null : grounding.text(own.which),
    remarks: remarks.flatMap((remark) => (remark === undefined ? [] : (grounding.text(remark) ?? []))),
    dataAsOf: services.knowledge.asOf,
    indicative: true,
    disclaimer: DISCLAIMER[locale],
  };
}

function describeStep(
  { step: rule, state, dueAt, safeDay }: TimedStep,
  facts: IncidentFacts,
  zone: string,
  now: string,
  grounding: Grounding,
  services: Services,
  locale: Locale,
): Answer["steps"][number] {
  const { place, fallback } = rule;
  const recipient = services.knowledge.incidentClock.regimes.find(({ id }) => id === facts.regime)?.recipient;
  const isNational = rule.when === undefined && recipient !== undefined;
  const others = fallback.flatMap(({ email, dataBox }) => [
    ...(email === undefined ? [] : [email]),
    ...(dataBox === undefined ? [] : [`${dataBoxWord[locale]} ${dataBox}`]),
  ]);
  const prepare = rule.prepare.filter(({ regimes }) => regimes === undefined || regimes.includes(facts.regime));
  return {
    id: rule.id,
    title: grounding.text(rule.title),
    state,
    dueAt,
    dueLocal: dueAt === null ? null : localWithOffset(dueAt, zone),
    remainingSeconds: dueAt === null ? null : Math.floor((Date.parse(dueAt) - Date.parse(now)) / 1_000),
    safeDay,
    counted: grounding.text(rule.counted),
    remark: rule.remark === undefined ? null : grounding.text(rule.remark),
    certainty: rule.isProbable ? "medium" : "high",
    to:
      place === null
        ? null
        : {
            authority: isNational ? grounding.text(recipient) : grounding.text(place.name),
            where: grounding.text(place.where),
            url: place.url,
            fallback: others.length === 0 ? null : others.join(", "),
          },
    prepare: prepare.map(({ id, text }) => ({ id, text: grounding.text(text) })),
    template: templateOf({ ...rule, prepare }, facts, services),
    citation: grounding.citations(rule.citations)?.join(", ") ?? null,
  };
}

const dataBoxWord = { sk: "dátová schránka", cs: "datová schránka", en: "data box" } as const;

/** The text of a report in the language of its authority; `null` where its lines are not known. Nothing typed is in it. */
function templateOf(
  { title, citations, prepare }: Pick<ClockStep, "title" | "citations" | "prepare">,
  { country, instants }: IncidentFacts,
  services: Services,
): string | null {
  const { language, report, zone } = services.knowledge.incidentClock.countries[country];
  const lines = prepare.flatMap(({ line }) => line ?? []);
  if (lines.length === 0) return null;
  const grounding = groundingFor(services, language);
  const citation = grounding.citations(citations)?.[0] ?? "";
  const head = report.head.replace("{title}", grounding.text(title) ?? "").replace("{citation}", citation);
  const found = report.found.replace("{found}", formatLocalTime(instants.found, language, zone));
  return [head, report.subject, found, ...lines, report.contact].join("\n");
}
