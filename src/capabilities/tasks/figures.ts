import { z } from "zod";
import { CATEGORIES } from "../../core/company.ts";
import { type Day, dayOf } from "../../core/day.ts";
import type { Locale } from "../../core/locale.ts";
import { OBLIGATION_STATUSES } from "../../core/obligation-status.ts";
import { completionOf, isOverdue } from "../../rules/obligation-register/completion.ts";
import { groundingFor } from "../answers/grounding.ts";
import type { OrganizationContext, Services } from "../contexts.ts";
import type { OrganizationTasks, ReadDomain, StandingTask } from "./read-tasks.ts";

/** The states that the bar of a register counts; `none`: not tracked. */
export const BAR_STATES = [...OBLIGATION_STATUSES, "none"] as const;

const count = z.number().int();

/** The four figures of an organization. */
export const organizationFigures = z.object({
  category: z.object({
    value: z.enum(CATEGORIES).nullable().describe("null: not judged yet."),
    regime: z.string().nullable(),
    source: z.enum(["register", "answers"]).nullable(),
  }),
  deadline: z.object({
    value: z.string().nullable().describe("The day that counts next; null: not known."),
    title: z.string().nullable(),
    overdue: z.boolean(),
    missingDay: z.string().nullable().describe("What to state so that there is a day."),
  }),
  completion: z.object({
    value: count.describe("Percent of the whole register."),
    overdue: count,
    states: z.object(
      Object.fromEntries(BAR_STATES.map((state) => [state, count])) as Record<
        (typeof BAR_STATES)[number],
        typeof count
      >,
    ),
  }),
  technical: z.object({
    value: count.nullable().describe("Score of the worst proved domain."),
    domain: z.string().nullable(),
    scanId: z.string().nullable(),
    day: z.string().nullable(),
    trend: z.enum(["up", "down", "same", "none"]).describe("Against the scan before of the same kind."),
  }),
});

export type OrganizationFigures = z.output<typeof organizationFigures>;

/** Reads the figures off what the list was made of. */
export function figuresOf(
  { tasks, verdict, entries, domains }: Pick<OrganizationTasks, "tasks" | "verdict" | "entries" | "domains">,
  { organization, ...services }: Pick<OrganizationContext, "organization"> & Services,
  locale: Locale,
): OrganizationFigures {
  const { knowledge, today } = services;
  const regime =
    organization.country === null || verdict === null || verdict.regime === null
      ? undefined
      : knowledge.nis2.regimes[organization.country].get(verdict.regime);
  return {
    category: {
      value: verdict?.category ?? null,
      regime: regime?.name[locale] ?? null,
      source: verdict?.source ?? null,
    },
    deadline: deadlineOf(tasks, services, locale, today()),
    completion: progressOf(entries, services, today()),
    technical: technicalOf(domains),
  };
}

/** The period of the law that counts next; where none is dated, the day that is missing. */
function deadlineOf(
  tasks: readonly StandingTask[],
  services: Services,
  locale: Locale,
  today: Day,
): OrganizationFigures["deadline"] {
  const open = tasks.flatMap(({ about, due, state }) =>
    about.kind === "deadline" && state !== "done" ? [{ about, due }] : [],
  );
  const { deadlines, days } = services.knowledge.deadlines;
  const grounding = groundingFor(services, locale);
  const [next] = open.filter(({ due }) => due !== null).toSorted((a, b) => ((a.due ?? "") < (b.due ?? "") ? -1 : 1));
  const named = next ?? open[0];
  const rule = deadlines.find(({ id }) => id === named?.about.id);
  const title = rule === undefined ? null : grounding.text(rule.title);
  if (next !== undefined) {
    return { value: next.due, title, overdue: next.due !== null && next.due < today, missingDay: null };
  }
  const missing = days.find(({ id }) => id === named?.about.from);
  return {
    value: null,
    title,
    overdue: false,
    missingDay: missing === undefined ? null : grounding.text(missing.question),
  };
}

function progressOf(
  entries: OrganizationTasks["entries"],
  { knowledge }: Pick<Services, "knowledge">,
  today: Day,
): OrganizationFigures["completion"] {
  const statusOf = new Map(entries.map(({ code, status }) => [code, status]));
  const statuses = [...knowledge.obligations.byCode.keys()].map((code) => statusOf.get(code) ?? null);
  const counts = BAR_STATES.map((state) => [state, statuses.filter((each) => (each ?? "none") === state).length]);
  return {
    value: completionOf(statuses),
    overdue: entries.filter(({ status, next_review_at }) => isOverdue(status, next_review_at, today)).length,
    states: Object.fromEntries(counts) as OrganizationFigures["completion"]["states"],
  };
}

/** The proved domain whose newest score is lowest. */
function technicalOf(domains: readonly ReadDomain[]): OrganizationFigures["technical"] {
  const [worst] = domains
    .filter(({ verified_at, technical }) => verified_at !== null && technical !== null)
    .toSorted((a, b) => (a.technical ?? 0) - (b.technical ?? 0));
  if (worst === undefined) return { value: null, domain: null, scanId: null, day: null, trend: "none" };
  const { technical, technical_before: before, domain, scan_id: scanId, scanned_at: at } = worst;
  const change = technical === null || before === null ? null : Math.sign(technical - before);
  return {
    value: technical,
    domain,
    scanId,
    day: at === null ? null : dayOf(new Date(at)),
    trend: change === null ? "none" : change > 0 ? "up" : change < 0 ? "down" : "same",
  };
}
