import { join } from "node:path";
import { z } from "zod";
import { COUNTRIES, type Country } from "../core/country.ts";
import { isDay } from "../core/day.ts";
import type { ActRegistry } from "./acts.ts";
import { localized, reference } from "./cited-text-schemas.ts";
import { day, eachOnce, unique } from "./field-schemas.ts";
import { loadYaml } from "./load.ts";
import { STEP_GROUPS } from "./nis2-ids.ts";

/** Days that a firm may know, from which periods run. */
export const KNOWN_DAYS = [
  "conditionsMet",
  "entered",
  "dutiesFrom",
  "decisionDelivered",
  "auditEnded",
  "changed",
  "contractChanged",
  "leaveRequested",
  "orderDelivered",
  "strategicListed",
  "registrarStarted",
  "notificationSent",
  "incidentSolved",
] as const;

export type KnownDay = (typeof KNOWN_DAYS)[number];

/** Everything a period can start from. */
export const STARTS = [...KNOWN_DAYS, "incidentFound"] as const;

/** A day, or the instant of finding an incident, from which a period runs. */
export type PeriodStart = (typeof STARTS)[number];

/** What a firm says of itself beside its days. Deadlines depend on the last two; a registrar has a service more. */
export const DEADLINE_SITUATIONS = ["registrar", "strategic", "formerOperator"] as const;

export type DeadlineSituation = (typeof DEADLINE_SITUATIONS)[number];

export type DeadlineRule = z.output<ReturnType<typeof deadlineSchema>>;
export type DayQuestion = z.output<ReturnType<typeof dayQuestionSchema>>;
export type RegistrationData = z.output<ReturnType<typeof dataSchema>>;

/** When nobody works, by country. */
export type WorkingDays = Readonly<Record<Country, z.output<typeof restDays>>>;

/** What a firm has to do until when, where, and with which data. */
export interface DeadlineKnowledge {
  readonly deadlines: readonly DeadlineRule[];
  /** The days to ask a firm for, in the order in which they are asked. */
  readonly days: readonly DayQuestion[];
  readonly workingDays: WorkingDays;
  /** What has to be stated, list by list. */
  readonly registrationData: readonly RegistrationData[];
}

/** What deadlines refer to: the steps that they date, and the places where data is given. */
export interface DeadlineReferences {
  readonly stepIds: Pick<ReadonlySet<string>, "has">;
  readonly placeById: Pick<ReadonlyMap<string, unknown>, "has">;
}

/**
 * Reads deadlines, working days and lists of data of `knowledge/nis2/`.
 * @throws KnowledgeError with file, line and path of every mistake.
 */
export function loadDeadlines(
  dir: string,
  acts: ActRegistry,
  { stepIds, placeById }: DeadlineReferences,
): DeadlineKnowledge {
  const byId = unique<{ readonly id: string }>(({ id }) => id, "id");
  const deadlines = z.array(deadlineSchema(acts, stepIds)).superRefine(byId);
  return Object.freeze({
    deadlines: loadYaml(join(dir, "deadlines.yaml"), deadlines),
    days: loadYaml(
      join(dir, "deadline-days.yaml"),
      z.array(dayQuestionSchema(acts)).superRefine(eachOnce(STARTS, (question) => question.id)),
    ),
    workingDays: loadYaml(join(dir, "working-days.yaml"), z.strictObject({ SK: restDays, CZ: restDays })),
    registrationData: loadYaml(
      join(dir, "registration-data.yaml"),
      z.array(dataSchema(acts, { stepIds, placeById })).superRefine(byId),
    ),
  });
}

const id = z.string().regex(/^[a-z0-9-]+$/, "lower-case letters, digits and hyphens");

const country = z.enum(COUNTRIES);

const situations = z.array(z.enum(DEADLINE_SITUATIONS)).default([]);

const count = z.int().min(1);

/** A period of the law in a file. */
export const period = z.union([
  z.strictObject({ hours: count }),
  z.strictObject({ days: count }),
  z.strictObject({ months: count }),
  z.strictObject({ years: count }),
]);

/** A period that the law sets. */
export type Period = z.output<typeof period>;

const REGIMES = { SK: ["pzs", "pkzs"], CZ: ["lower", "higher"] } as const;

function deadlineSchema(acts: ActRegistry, stepIds: DeadlineReferences["stepIds"]) {
  return z
    .strictObject({
      id,
      country,
      regimes: z.array(z.enum([...REGIMES.SK, ...REGIMES.CZ])).min(1),
      group: z.enum(STEP_GROUPS),
      from: z.enum(STARTS).optional(),
      add: period.optional(),
      on: day.optional(),
      orLater: z.enum(KNOWN_DAYS).optional(),
      notBefore: day.optional(),
      ifUnknown: z.boolean().default(false),
      only: situations,
      withoutRegime: z.literal(true).optional(),
      begins: z.boolean().default(false),
      probable: z.boolean().default(false),
      steps: z.array(z.string().refine((step) => stepIds.has(step), "is no step")).min(1),
      title: localized(acts),
      counted: localized(acts),
      note: localized(acts).optional(),
      citations: z.array(reference(acts)).min(1),
    })
    .superRefine(({ country: where, regimes, from, add, on }, issues) => {
      const complain = (path: string, message: string) => issues.addIssue({ code: "custom", path: [path], message });
      const own: readonly string[] = REGIMES[where];
      if (!regimes.every((regime) => own.includes(regime))) complain("regimes", "a regime of the other country");
      if ((from === undefined) !== (add === undefined)) complain("add", "from and add belong together");
      if (from !== undefined && on !== undefined) complain("on", "either a fixed day or a period");
      const isClock = add !== undefined && "hours" in add;
      if ((from === "incidentFound") !== isClock) complain("add", "hours run from incidentFound, and only hours do");
    });
}

function dayQuestionSchema(acts: ActRegistry) {
  return z.strictObject({
    id: z.enum(STARTS),
    letter: z.string().regex(/^[A-Z]$/),
    countries: z.array(country).min(1),
    question: localized(acts),
    explanation: localized(acts).optional(),
  });
}

const monthDay = z.string().refine((text) => isDay(`2024-${text}`), "a day MM-DD");

const restDays = z.strictObject({
  fixed: z.array(monthDay).min(1),
  easter: z.array(z.int().min(-60).max(60)),
  workingIn: z.array(day),
});

function dataSchema(acts: ActRegistry, { stepIds, placeById }: DeadlineReferences) {
  return z.strictObject({
    id,
    country,
    group: z.enum(STEP_GROUPS),
    steps: z.array(z.string().refine((step) => stepIds.has(step), "is no step")).min(1),
    place: z.string().refine((name) => placeById.has(name), "no entry of filing-places.yaml"),
    when: localized(acts),
    items: z.array(localized(acts)).min(1),
    probable: z.boolean().default(false),
    citations: z.array(reference(acts)),
  });
}
