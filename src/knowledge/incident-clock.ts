import { join } from "node:path";
import { z } from "zod";
import { COUNTRIES } from "../core/country.ts";
import { LOCALES } from "../core/locale.ts";
import type { ActRegistry } from "./acts.ts";
import { localized, reference } from "./cited-text-schemas.ts";
import { type DeadlineRule, period } from "./deadlines.ts";
import { day, unique } from "./field-schemas.ts";
import type { FilingPlace } from "./filing-places.ts";
import { loadYaml } from "./load.ts";

/** What a firm is by the law of incidents. */
export const INCIDENT_REGIMES = ["sk", "sk_trust", "cz", "cz_higher", "cz_lower", "cz_trust", "dora", "none"] as const;

export type IncidentRegimeId = (typeof INCIDENT_REGIMES)[number];

/** The steps of the clock, as answers name them. */
export const INCIDENT_STEPS = [
  "early_warning",
  "authority",
  "notification",
  "interim",
  "final",
  "final_after_end",
  "personal_data",
  "cra_early_warning",
  "cra_notification",
  "cra_final",
  "cra_users",
] as const;

/** What a manufacturer reports under the Cyber Resilience Act. */
export const CRA_CASES = ["vulnerability", "incident"] as const;

/** The instants from which the periods run. */
export const CLOCK_STARTS = [
  "found",
  "notified",
  "resolved",
  "personalDataKnown",
  "craKnown",
  "craFix",
  "craNotified",
] as const;

export type ClockStart = (typeof CLOCK_STARTS)[number];

type Raw = z.output<ReturnType<typeof schema>>;
type RawStep = Raw["steps"][number];

/** One step of the clock, with the formula of its deadline. */
export interface ClockStep
  extends Omit<RawStep, "from" | "add" | "title" | "counted" | "citations" | "place" | "fallback"> {
  readonly title: DeadlineRule["title"];
  readonly counted: DeadlineRule["counted"];
  readonly citations: readonly string[];
  /** `null`: the law names no day. */
  readonly period: { readonly from: ClockStart; readonly add: NonNullable<DeadlineRule["add"]> } | null;
  /** `null`: nobody receives a report. */
  readonly place: Pick<FilingPlace, "name" | "where" | "url" | "checkedOn"> | null;
  /** Where the report goes while that place is out of order. */
  readonly fallback: readonly Pick<FilingPlace, "name" | "email" | "dataBox">[];
  /** One good source, not the words of an act. */
  readonly isProbable: boolean;
}

/** The clock of an incident as data. */
export interface IncidentClockKnowledge extends Omit<Raw, "steps"> {
  readonly steps: readonly ClockStep[];
}

/** What the clock takes from other files. */
export interface ClockReferences {
  readonly deadlines: readonly DeadlineRule[];
  readonly placeById: ReadonlyMap<string, FilingPlace>;
}

/** The starts of deadlines.yaml by their names here. */
const STARTS: Readonly<Record<string, ClockStart>> = {
  incidentFound: "found",
  notificationSent: "notified",
  incidentSolved: "resolved",
};

/**
 * Reads `incident-clock.yaml`.
 * @throws KnowledgeError with file, line and path of every mistake.
 */
export function loadIncidentClock(
  dir: string,
  acts: ActRegistry,
  { deadlines, placeById }: ClockReferences,
): IncidentClockKnowledge {
  const rules = new Map(deadlines.map((rule) => [rule.id, rule]));
  const raw = loadYaml(join(dir, "incident-clock.yaml"), schema(acts, rules, placeById));
  return Object.freeze({ ...raw, steps: raw.steps.map((step) => resolved(step, raw, rules, placeById)) });
}

function resolved(
  step: RawStep,
  { cra }: Pick<Raw, "cra">,
  rules: ReadonlyMap<string, DeadlineRule>,
  placeById: ReadonlyMap<string, FilingPlace>,
): ClockStep {
  const rule = step.deadline === undefined ? undefined : rules.get(step.deadline);
  const title = step.title ?? rule?.title;
  const counted = step.counted ?? rule?.counted;
  if (title === undefined || counted === undefined) throw new Error(`${step.id}: neither a deadline nor words`);
  const add = step.add ?? rule?.add;
  const from = step.from ?? STARTS[rule?.from ?? ""];
  const place = step.place === undefined ? undefined : step.place === "cra" ? cra.place : placeById.get(step.place);
  const probable = place !== undefined && "probable" in place && place.probable === true;
  return {
    ...step,
    title,
    counted,
    citations: step.citations ?? rule?.citations ?? [],
    period: from === undefined || add === undefined ? null : { from, add },
    place: place ?? null,
    fallback: step.fallback.flatMap((id) => placeById.get(id) ?? []),
    isProbable: probable || step.place === "cra" || rule?.probable === true || step.when === "vulnerability",
  };
}

const country = z.enum(COUNTRIES);

function schema(
  acts: ActRegistry,
  rules: ReadonlyMap<string, DeadlineRule>,
  placeById: Pick<ReadonlyMap<string, unknown>, "has">,
) {
  const words = localized(acts);
  const citations = z.array(reference(acts)).min(1);
  const place = z.string().refine((id) => placeById.has(id), "no entry of filing-places.yaml");
  const report = z.strictObject({
    head: z.string().includes("{title}").includes("{citation}"),
    subject: z.string(),
    found: z.string().includes("{found}"),
    contact: z.string(),
  });
  const ofCountry = z.strictObject({ zone: z.string(), language: z.enum(LOCALES), since: day, report });
  const both = <S extends z.ZodType>(one: S) => z.strictObject({ SK: one, CZ: one });
  const prepared = z.strictObject({
    id: z.string().regex(/^[a-z_]+$/),
    regimes: z.array(z.enum(INCIDENT_REGIMES)).optional(),
    text: words,
    line: z.string().max(160).optional(),
  });
  const step = z
    .strictObject({
      id: z.enum(INCIDENT_STEPS),
      country: country.optional(),
      regimes: z.array(z.enum(INCIDENT_REGIMES)).min(1).optional(),
      when: z.enum(["personalData", ...CRA_CASES]).optional(),
      deadline: z
        .string()
        .refine((id) => rules.has(id), "no entry of deadlines.yaml")
        .optional(),
      from: z.enum(CLOCK_STARTS).optional(),
      add: period.optional(),
      title: words.optional(),
      counted: words.optional(),
      citations: citations.optional(),
      remark: words.optional(),
      condition: z.literal("significant").optional(),
      isVoluntary: z.literal(true).optional(),
      after: z.enum(INCIDENT_STEPS).optional(),
      place: z.union([z.literal("cra"), place]).optional(),
      fallback: z.array(place).default([]),
      prepare: z
        .array(prepared)
        .superRefine(unique(({ id }) => id))
        .default([]),
    })
    .superRefine(({ deadline, title, counted, citations: cited, from, add, regimes, when }, issues) => {
      const complain = (path: string, message: string) => issues.addIssue({ code: "custom", path: [path], message });
      const stands = title !== undefined && counted !== undefined && cited !== undefined;
      if (deadline === undefined && !stands) complain("deadline", "a deadline, or title, counted and citations");
      if ((from === undefined) !== (add === undefined)) complain("add", "from and add belong together");
      if ((regimes === undefined) === (when === undefined)) complain("when", "regimes, or when");
    });
  const regime = z.strictObject({
    id: z.enum(INCIDENT_REGIMES),
    country: country.optional(),
    name: words,
    recipient: words.optional(),
    which: words.optional(),
    remark: words.optional(),
    supervisor: both(words).optional(),
  });
  return z.strictObject({
    countries: both(ofCountry),
    cra: z.strictObject({
      since: day,
      citations,
      place: z.strictObject({ name: words, where: words, url: z.url({ protocol: /^https$/ }), checkedOn: day }),
      remark: words,
    }),
    digital: words,
    now: z.array(words).min(1),
    voluntary: both(words),
    crime: words,
    criticalEntity: both(z.array(words).min(1)),
    regimes: z.array(regime).superRefine(unique(({ id }) => id)),
    steps: z.array(step),
  });
}
