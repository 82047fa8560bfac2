import { z } from "zod";
import type { Locale } from "../../core/locale.ts";
import { readCursor, writeCursor } from "../calling/cursor.ts";
import { organizationParameter } from "../calling/organization-parameter.ts";
import { localeParameter } from "../calling/parameters.ts";
import { defineCapability } from "../capability.ts";
import { figuresOf, organizationFigures } from "./figures.ts";
import { readTasks } from "./read-tasks.ts";
import { filteredTasks, taskFilters } from "./task-filter.ts";
import { type TaskItem, taskItem, taskLines } from "./task-item.ts";

const output = z.object({
  items: z.array(taskItem).describe("What to do first stands first."),
  figures: organizationFigures,
  nextCursor: z.string().nullable().describe("For the next page; null: this was the last one."),
});

/** What an organization has to do, for programs. */
export const taskList = defineCapability({
  name: "task_list",
  access: "organization",
  input: z.strictObject({
    organizationId: organizationParameter,
    ...taskFilters,
    limit: z.number().int().min(1).max(200).default(100),
    cursor: z.string().max(400).optional().describe("nextCursor of the page before."),
    locale: localeParameter,
  }),
  published: {
    title: "What to do in an organization",
    description:
      "The one list of what to do in an organization of the key's owner: legal deadlines, findings, reviews, gaps, " +
      "suppliers and what ends, each with its day, weight and who does it, and the four figures of the overview.",
    output,
  },
  rest: [{ method: "GET", path: "/api/v1/tasks", cost: { rows: ["person_read"] } }],
  cli: {
    words: "todo list",
    help: "list what an organization has to do",
    options: ["organizationId", "mine", "kind", "band", "state"],
    actsAsMember: true,
    lines: ({ items }, locale) => items.map((item) => lineOf(item, locale)),
  },
  run: async ({ mine, kind, band, state, limit, cursor, locale }, context) => {
    const { organization, person, today } = context;
    const list = await readTasks(context);
    const chosen = filteredTasks(list.tasks, { mine, kind, band, state }, person.accountId);
    const name = `tasks ${organization.id}`;
    const from = cursor === undefined ? 0 : readCursor(name, cursor).at;
    const shown = chosen.slice(from, from + limit);
    const lines = await taskLines(
      shown,
      { orgId: organization.id, members: list.members, today: today() },
      context,
      locale,
    );
    const next = from + limit;
    return {
      items: lines.map(({ action: _action, path: _path, scan: _scan, ...item }): TaskItem => item),
      figures: figuresOf(list, context, locale),
      nextCursor: next < chosen.length ? writeCursor(name, { at: next, id: shown.at(-1)?.key ?? "" }) : null,
    };
  },
});

const BANDS: Readonly<Record<TaskItem["band"], Readonly<Record<Locale, string>>>> = {
  now: { sk: "teraz", cs: "teď", en: "now" },
  soon: { sk: "čoskoro", cs: "brzy", en: "soon" },
  next: { sk: "potom", cs: "potom", en: "next" },
};

function lineOf({ key, band, title, dueAt, overdue }: TaskItem, locale: Locale): string {
  return `${BANDS[band][locale]}  ${dueAt ?? "–"}${overdue ? "  !" : ""}  ${title}  ${key}`;
}
