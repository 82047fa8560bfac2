import { z } from "zod";
import { localDayOf } from "../../core/day.ts";
import { freezeForReuse } from "../../core/freeze-for-reuse.ts";
import type { Locale } from "../../core/locale.ts";
import { KNOWN_DAYS } from "../../knowledge/deadlines.ts";
import type { Knowledge } from "../../knowledge/knowledge.ts";
import { STEP_GROUPS } from "../../knowledge/nis2-ids.ts";
import { actNow, type FirmSteps, firmSteps, NO_DAYS, type StatedDays } from "../../rules/deadlines/act-now.ts";
import type { Deadline } from "../../rules/deadlines/deadlines.ts";
import type { ReconciledVerdict } from "../../rules/nis2-scope/verdict.ts";
import { groundingFor } from "../answers/grounding.ts";
import type { Services } from "../contexts.ts";

const start = z.enum([...KNOWN_DAYS, "incidentFound"]);

/** The dates of one step. */
const stepDate = z.object({
  id: z.string(),
  title: z.string().nullable(),
  from: start.nullable().describe("The day of `days` from which the period runs; null: the law names a fixed day."),
  given: z.string().nullable().describe("That day as it was stated; null: not stated, so no date can be given."),
  due: z
    .union([
      z.object({
        day: z.string().describe("The last day by the formula of the act."),
        safeDay: z.string().describe("The last working day at or before it: never late."),
        perhapsUntil: z
          .string()
          .nullable()
          .describe("The next working day, to which the law probably lets the period run; null on a working day."),
      }),
      z.object({ at: z.string().describe("ISO 8601, UTC.") }),
    ])
    .nullable(),
  begins: z.boolean().describe("True: a duty begins on the day. False: something has to be done until then."),
  past: z.boolean().describe("True when the day or instant is over; what had to be done by then is to be done now."),
  probable: z.boolean().describe("A plain reading, not the words of the act."),
});

/** Additive fields of each entry of `nextSteps`. */
export const stepFields = {
  id: z.string().describe("Stable id of the step."),
  group: z.enum(STEP_GROUPS),
  dates: z
    .array(stepDate)
    .describe("What the law dates in the step; empty where it sets no period that can be counted."),
};

/** Additive fields of a verdict: what to do first, which days to ask for, what to have ready. */
export const actNowFields = {
  firstThings: z
    .array(z.object({ step: z.string().describe("Id in `nextSteps`."), title: z.string() }))
    .describe("What to do first, at most three; empty when nothing follows."),
  daysToAsk: z
    .array(
      z.object({
        day: start.describe("Name in `days`: call again with it."),
        letter: z.string().describe("Its name in the address of a page: `d.M`."),
        question: z.string().nullable(),
        explanation: z.string().nullable(),
        lawFrom: z.string().nullable().describe("The day of the act: who met the conditions before counts from it."),
        given: z.array(z.string()),
      }),
    )
    .describe("The days from which periods run: ask the user, then call again with `days`."),
  dataToState: z
    .array(
      z.object({
        steps: z.array(z.string()).describe("Ids in `nextSteps`."),
        when: z.string().nullable(),
        items: z.array(z.string().nullable()),
        probable: z.boolean(),
        citations: z.array(z.string()),
      }),
    )
    .describe("The data that steps ask for, to have ready."),
};

/** The dates and lists of a verdict in words. */
export interface ActNowAnswer {
  readonly dates: ReadonlyMap<string, z.output<typeof stepDate>[]>;
  readonly fields: {
    readonly firstThings: z.output<typeof actNowFields.firstThings>;
    readonly daysToAsk: z.output<typeof actNowFields.daysToAsk>;
    readonly dataToState: z.output<typeof actNowFields.dataToState>;
  };
  /** No text was withheld. */
  readonly isWhole: boolean;
}

/** Verdicts without stated days repeat: on one day the same steps get the same words. */
const MOST_REMEMBERED = 1_000;

const remembered = new WeakMap<Knowledge, Map<string, ActNowAnswer>>();

/** What follows from a verdict in time, in the words of the locale; texts with an unconfirmed citation are null. */
export function describeActNow(
  verdict: ReconciledVerdict,
  stated: StatedDays,
  services: Services,
  locale: Locale,
): ActNowAnswer {
  const { knowledge } = services;
  const firm = firmSteps(verdict, knowledge.nis2);
  if (stated !== NO_DAYS) return describe(firm, stated, services, locale);
  const known = remembered.get(knowledge) ?? new Map<string, ActNowAnswer>();
  if (known.size === 0) remembered.set(knowledge, known);
  // A fixed day of the law is over at midnight.
  const day = localDayOf(services.now());
  const key = `${day} ${locale} ${firm.country} ${firm.regime} ${[...firm.steps].join(" ")}`;
  const before = known.get(key);
  if (before !== undefined) return before;
  const answer = describe(firm, stated, services, locale);
  // A text that was withheld is looked at again each time, so that it is counted.
  if (!answer.isWhole) return answer;
  const oldest = known.size >= MOST_REMEMBERED ? known.keys().next().value : undefined;
  if (oldest !== undefined) known.delete(oldest);
  known.set(key, answer);
  for (const field of Object.values(answer.fields)) freezeForReuse(field);
  return answer;
}

function describe(firm: FirmSteps, stated: StatedDays, services: Services, locale: Locale): ActNowAnswer {
  const { knowledge } = services;
  const { deadlines, days, data, firstThings } = actNow(firm, stated, knowledge, services.now().toISOString());
  const grounding = groundingFor(services, locale);
  const dates = new Map<string, z.output<typeof stepDate>[]>();
  for (const deadline of deadlines) {
    // Without a period that can be counted there is nothing to date.
    if (deadline.from === null && deadline.due === null) continue;
    const described = describeDate(deadline, grounding.text(deadline.title));
    for (const step of deadline.steps) dates.set(step, [...(dates.get(step) ?? []), described]);
  }
  const fields: ActNowAnswer["fields"] = {
    firstThings: firstThings.map(({ step, title }) => ({ step, title: title[locale] })),
    daysToAsk: days.map(({ id, letter, question, explanation }) => ({
      day: id,
      letter,
      question: grounding.text(question),
      explanation: explanation === undefined ? null : grounding.text(explanation),
      lawFrom: deadlines.find(({ from, lawFrom }) => from?.day === id && lawFrom !== null)?.lawFrom ?? null,
      given: id === "incidentFound" ? listOf(stated.incidentFound) : listOf(stated.days[id]),
    })),
    dataToState: data.map(({ steps, when, items, probable, citations }) => ({
      steps: [...steps],
      when: grounding.text(when),
      items: items.map((item) => grounding.text(item)),
      probable,
      citations: grounding.citations(citations) ?? [],
    })),
  };
  return { dates, fields, isWhole: grounding.isWhole() };
}

function describeDate(
  { id, from, due, isPast, isBeginning, isProbable }: Deadline,
  title: string | null,
): z.output<typeof stepDate> {
  return {
    id,
    title,
    from: from?.day ?? null,
    given: from?.value ?? null,
    due:
      due === null
        ? null
        : due.kind === "day"
          ? { day: due.day, safeDay: due.safeDay, perhapsUntil: due.perhapsUntil }
          : { at: due.at },
    begins: isBeginning,
    past: isPast,
    probable: isProbable,
  };
}

function listOf(stated: string | readonly string[] | null | undefined): string[] {
  if (stated === null || stated === undefined) return [];
  return typeof stated === "string" ? [stated] : [...stated];
}
