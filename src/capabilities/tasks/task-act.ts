import { z } from "zod";
import { addDays } from "../../core/calendar.ts";
import { type Day, isDay } from "../../core/day.ts";
import type { Localized } from "../../core/locale.ts";
import { type Problem, ServiceError } from "../../core/problem.ts";
import { hasRight } from "../../core/rights.ts";
import { MANAGED_TASKS } from "../../core/task.ts";
import { formatShortDay } from "../../core/text.ts";
import type { ListedTask } from "../../rules/tasks/listed-task.ts";
import { openSetupTask } from "../../rules/tasks/setup-steps.ts";
import { fingerprintOf } from "../../rules/tasks/task-state.ts";
import type { TaskStateRow } from "../../state/task-states.ts";
import { organizationParameter } from "../calling/organization-parameter.ts";
import { localeParameter } from "../calling/parameters.ts";
import { notYours, roleNeeded } from "../calling/principal.ts";
import { Refused } from "../calling/refusal.ts";
import { defineCapability } from "../capability.ts";
import { readTasks } from "./read-tasks.ts";

/** So many days a line can be put off; a grave finding for fewer. */
const MOST_SNOOZED_DAYS = 90;
const MOST_SNOOZED_FINDING_DAYS = 30;

/** Says of a line of the list that it is done, put off, or somebody's. */
export const taskAct = defineCapability({
  name: "task_act",
  access: "organization",
  effect: "write",
  right: "change",
  needsSession: true,
  input: z.strictObject({
    organizationId: organizationParameter,
    key: z.string().max(400).describe("Of the line."),
    act: z.enum(["done", "undo", "snooze", "assign"]),
    doneOn: z.string().optional().describe("With done: the day on which it was done."),
    until: z.string().optional().describe("With snooze: the day on which the line returns."),
    assignee: z.string().optional().describe("With assign: a member; empty: nobody."),
    version: z.coerce
      .number()
      .int()
      .min(0)
      .optional()
      .describe("Of the line that was seen; 0: nothing was said of it; default: the stored one."),
    locale: localeParameter,
  }),
  form: {
    cost: { rows: ["person_write"] },
    path: "/organizations/:organizationId/todo",
    leadsTo: "/organizations/:organizationId/todo",
    done: ({ outcome }) => outcome,
  },
  run: async ({ key, act, doneOn, until, assignee, version }, context) => {
    const { role, write, today, now } = context;
    const list = await readTasks(context);
    const task = list.tasks.find((each) => each.key === key) ?? openSetupTask(list.setup, key);
    if (task === undefined) throw new ServiceError(notYours);
    if (MANAGED_TASKS.includes(task.kind) && !hasRight(role, "manage")) throw new ServiceError(roleNeeded);
    const said = changeOf(act, { task, doneOn, until, today: today() });
    const given = assignee ?? "";
    if (act === "assign" && given !== "" && !list.members.some(({ account_id }) => account_id === given))
      throw new Refused([{ code: "responsible_unknown", field: "assignee" }]);
    const outcome = OUTCOMES[act];
    await write(async ({ store, record }) => {
      const before = await store.lockTaskState(key);
      const stored = before?.version ?? 0;
      if (version !== undefined && version !== stored) throw new Refused([{ code: "changed_meanwhile" }]);
      const kept = {
        state: before?.state ?? null,
        until: before?.until ?? null,
        done_on: before?.done_on ?? null,
        fingerprint: before?.fingerprint ?? fingerprintOf(task),
      };
      const assignee_id = act === "assign" ? given || null : (before?.assignee_id ?? null);
      const saved = { ...kept, ...said, key, assignee_id, version: stored, at: now().getTime() };
      if (!(await store.saveTaskState(saved))) throw new Refused([{ code: "changed_meanwhile" }]);
      const details = { key, ...(saved.state === "snoozed" && act === "snooze" ? { until: saved.until } : {}) };
      await record(`task.${outcome}`, { type: "task", id: key }, details);
    });
    return { outcome };
  },
});

const ahead: Localized = {
  sk: "uveďte deň, ktorý už nastal, v tvare RRRR-MM-DD",
  cs: "uveďte den, který už nastal, ve tvaru RRRR-MM-DD",
  en: "state a day that has come, as YYYY-MM-DD",
};

const past: Localized = {
  sk: "uveďte deň, ktorý ešte len príde, v tvare RRRR-MM-DD",
  cs: "uveďte den, který teprve přijde, ve tvaru RRRR-MM-DD",
  en: "state a day to come, as YYYY-MM-DD",
};

const notDoneHere: Problem = {
  code: "invalid_arguments",
  field: "act",
  message: {
    sk: "Tento riadok sa neoznačuje za urobený, zmizne sám, keď sa zmenia údaje.",
    cs: "Tento řádek se neoznačuje jako hotový, zmizí sám, jakmile se změní data.",
    en: "This line is not marked as done: it goes when the data say so.",
  },
  nextStep: {
    sk: "Otvorte ho jeho tlačidlom a urobte, čo žiada, alebo ho odložte.",
    cs: "Otevřete ho jeho tlačítkem a udělejte, co žádá, nebo ho odložte.",
    en: "Open it with its button and do what it asks for, or put it off.",
  },
};

const dayInWords = (day: Day): Localized => ({
  sk: formatShortDay(day, "sk"),
  cs: formatShortDay(day, "cs"),
  en: formatShortDay(day, "en"),
});

const OUTCOMES = { done: "done", undo: "undone", snooze: "snoozed", assign: "assigned" } as const;

type Said = Partial<Pick<TaskStateRow, "state" | "until" | "done_on" | "fingerprint">>;

/** What an act says of the state of a line; who does it is not part of it. */
function changeOf(
  act: keyof typeof OUTCOMES,
  {
    task,
    doneOn = "",
    until = "",
    today,
  }: { task: ListedTask; doneOn?: string | undefined; until?: string | undefined; today: Day },
): Said {
  const fingerprint = fingerprintOf(task);
  if (act === "assign") return {};
  if (act === "undo") return { state: null, until: null, done_on: null, fingerprint };
  if (act === "snooze")
    return { state: "snoozed", until: snoozedUntil(task, until, today), done_on: null, fingerprint };
  const isRevision = task.about.kind === "supplier" && task.about.why === "revision";
  if (task.kind !== "deadline" && task.kind !== "setup" && !isRevision) throw new ServiceError(notDoneHere);
  if (task.kind !== "deadline" && doneOn === "") return { state: "done", until: null, done_on: today, fingerprint };
  if (!isDay(doneOn) || doneOn > today) throw new Refused([{ code: "date_invalid", field: "doneOn", why: ahead }]);
  return { state: "done", until: null, done_on: doneOn, fingerprint };
}

/** The day until which a line may be put off. */
function snoozedUntil(task: ListedTask, until: string, today: Day): Day {
  if (!isDay(until) || until <= today) throw new Refused([{ code: "date_invalid", field: "until", why: past }]);
  const most = task.kind === "finding" && task.weight === 3 ? MOST_SNOOZED_FINDING_DAYS : MOST_SNOOZED_DAYS;
  const bound = addDays(today, most);
  const latest = task.kind === "deadline" && task.due !== null && task.due < bound ? task.due : bound;
  if (until > latest) throw new Refused([{ code: "until_too_far", field: "until", why: dayInWords(latest) }]);
  return until;
}
