import { z } from "zod";
import { foreignText } from "../../core/foreign-text.ts";
import { hasRight } from "../../core/rights.ts";
import { organizationParameter } from "../calling/organization-parameter.ts";
import { localeParameter } from "../calling/parameters.ts";
import { type AnswerOf, defineCapability } from "../capability.ts";
import type { OrganizationContext } from "../contexts.ts";
import { figuresOf } from "./figures.ts";
import { type OrganizationTasks, readTasks } from "./read-tasks.ts";
import { filteredTasks, isMine, taskFilters } from "./task-filter.ts";
import { taskLines } from "./task-item.ts";

/** So many lines stand on the overview. */
const SHOWN_LINES = 7;

/** What an organization is, where it stands and what to do first. */
export const organizationOverview = defineCapability({
  name: "organization_overview",
  access: "organization",
  needsSession: true,
  input: z.strictObject({ organizationId: organizationParameter, locale: localeParameter }),
  run: async ({ locale }, context) => {
    const list = await readTasks(context);
    const open = list.tasks.filter(({ state }) => state === "open");
    const shown = open.slice(0, SHOWN_LINES);
    const { organization, person, today } = context;
    return {
      ...pageOf(list, context),
      country: organization.country,
      ico: organization.ico,
      rests: organization.firm_other !== null && organization.ico !== null,
      figures: figuresOf(list, context, locale),
      setup: list.setup,
      lines: await taskLines(shown, { orgId: organization.id, members: list.members, today: today() }, context, locale),
      more: open.length - shown.length,
      mine: open.filter((task) => isMine(task, person.accountId)).length,
    };
  },
});

export type OrganizationOverview = AnswerOf<typeof organizationOverview>;

/** The whole list of what to do, as its page shows it. */
export const taskPage = defineCapability({
  name: "task_page",
  access: "organization",
  needsSession: true,
  input: z.strictObject({ organizationId: organizationParameter, ...taskFilters, locale: localeParameter }),
  run: async ({ mine, kind, band, state, locale }, context) => {
    const { organization, person, today } = context;
    const list = await readTasks(context);
    const chosen = filteredTasks(list.tasks, { mine, kind, band, state }, person.accountId);
    const ofState = list.tasks.filter((task) => task.state === state);
    return {
      ...pageOf(list, context),
      lines: await taskLines(
        chosen,
        { orgId: organization.id, members: list.members, today: today() },
        context,
        locale,
      ),
      counts: {
        all: ofState.length,
        mine: ofState.filter((task) => isMine(task, person.accountId)).length,
        byKind: countsOf(ofState.map((task) => task.kind)),
        byState: countsOf(list.tasks.map((task) => task.state)),
      },
    };
  },
});

export type TaskPage = AnswerOf<typeof taskPage>;

function pageOf({ members }: OrganizationTasks, { organization, role, person, today }: OrganizationContext) {
  return {
    id: organization.id,
    role,
    today: today(),
    accountId: person.accountId,
    mayChange: hasRight(role, "change"),
    mayManage: hasRight(role, "manage"),
    members: members.map(({ account_id, name, role: theirs }) => ({
      id: account_id,
      role: theirs,
      untrusted: { name: foreignText(name) },
    })),
    untrusted: { name: foreignText(organization.name) },
  };
}

function countsOf<T extends string>(values: readonly T[]): Partial<Record<T, number>> {
  const counts: Partial<Record<T, number>> = {};
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1;
  return counts;
}
