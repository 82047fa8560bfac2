import { TASK_KINDS } from "../../core/task.ts";
import type { TaskItem } from "../tasks/task-item.ts";

/** The kinds of lines of a week: those of the lists of organizations, and two of its own. */
export const WEEK_KINDS = [...TASK_KINDS, "changed", "row"] as const;

export type WeekKind = (typeof WEEK_KINDS)[number];

/** A line of the week: a task, changes of firms, or reviews of a list; several of one kind and day are one. */
export type WeekItem = Omit<TaskItem, "kind" | "untrusted"> & {
  readonly kind: WeekKind;
  readonly organizationId: string;
  readonly listId: string | null;
  readonly count: number;
  readonly untrusted: TaskItem["untrusted"] & { readonly organization: string; readonly name: string | null };
};

/** Several of one kind, organization and day as one line with their number. @param several its title and where it leads */
export function grouped(
  items: readonly WeekItem[],
  several: (item: WeekItem, count: number) => Pick<WeekItem, "title" | "url">,
): readonly WeekItem[] {
  const groups = Map.groupBy(items, (item) =>
    item.dueAt === null ? item.key : `${item.organizationId} ${item.kind} ${item.listId ?? ""} ${item.dueAt}`,
  );
  return [...groups.values()].flatMap((some) => {
    const [first] = some;
    if (first === undefined) return [];
    const count = some.reduce((sum, { count: one }) => sum + one, 0);
    if (some.length === 1) return [first];
    return [{ ...first, ...several(first, count), count, key: `${first.kind}:${first.dueAt}` }];
  });
}

/**
 * The order of a week: overdue legal deadlines, what else is overdue from the oldest on, then by day, those without a day
 * last; then by kind and organization.
 */
export function inOrder(items: readonly WeekItem[]): readonly WeekItem[] {
  const rank = ({ overdue, kind }: WeekItem) => (overdue ? (kind === "deadline" ? 0 : 1) : 2);
  return items.toSorted(
    (one, other) =>
      rank(one) - rank(other) ||
      (one.dueAt ?? "9999").localeCompare(other.dueAt ?? "9999") ||
      WEEK_KINDS.indexOf(one.kind) - WEEK_KINDS.indexOf(other.kind) ||
      one.organizationId.localeCompare(other.organizationId),
  );
}
