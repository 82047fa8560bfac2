import { addDays, daysBetween } from "../../core/calendar.ts";
import type { Day } from "../../core/day.ts";
import type { TaskBand, TaskState } from "../../core/task.ts";
import type { ListedTask, TaskPerson } from "./listed-task.ts";

/** A line as a digest looks at it. */
export interface DigestTask extends ListedTask {
  readonly band: TaskBand;
  readonly state: TaskState;
  readonly assignee: TaskPerson | null;
  /** The day on which it was given to the assignee by somebody else; `null`: it was not. */
  readonly givenOn: Day | null;
}

/** What a digest says of one organization. */
export interface DigestLines<T> {
  readonly late: readonly T[];
  readonly due: readonly T[];
  readonly given: readonly T[];
  /** For those who manage the organization. */
  readonly now: readonly T[];
}

/** So many lines of a kind are written out. */
const MOST_LINES = 20;
/** What is due in so many days is told beforehand. */
const AHEAD_DAYS = 14;
/** On these days before its day a line is told daily, and then at this distance while it is late. */
const MARKS: readonly number[] = [30, 7, 0];
const AGAIN_DAYS = 30;

/**
 * What a digest says: a weekly one of everything that is late, due within two weeks or grave; a daily one of what reaches
 * a mark today, and of what was given to the person since the last one.
 */
export function digestLines<T extends DigestTask>(
  tasks: readonly T[],
  {
    accountId,
    isManager,
    isWeekly,
    today,
    since,
  }: {
    readonly accountId: string;
    readonly isManager: boolean;
    readonly isWeekly: boolean;
    readonly today: Day;
    /** The day of the last digest; `null`: there was none. */
    readonly since: Day | null;
  },
): DigestLines<T> {
  const open = tasks.filter(({ state }) => state === "open");
  const isMine = ({ assignee }: T) => assignee?.type === "member" && assignee.accountId === accountId;
  const isTold = ({ due }: T) => isWeekly || (due !== null && isMarked(daysBetween(today, due)));
  const limit = isWeekly ? addDays(today, AHEAD_DAYS) : addDays(today, MARKS[0] ?? AHEAD_DAYS);
  const own = open.filter((task) => isMine(task) && isTold(task));
  const given = open.filter(
    (task) => isMine(task) && task.givenOn !== null && task.givenOn >= (since ?? addDays(today, isWeekly ? -7 : -1)),
  );
  return {
    late: own.filter(({ due }) => due !== null && due < today).slice(0, MOST_LINES),
    due: own.filter(({ due }) => due !== null && due >= today && due <= limit).slice(0, MOST_LINES),
    given: given.slice(0, MOST_LINES),
    now: isManager
      ? open.filter((task) => task.band === "now" && !isMine(task) && isTold(task)).slice(0, MOST_LINES)
      : [],
  };
}

function isMarked(left: number): boolean {
  return MARKS.includes(left) || (left < 0 && left % AGAIN_DAYS === 0);
}

/** True where a digest has nothing to say of an organization. */
export function isEmpty({ late, due, given, now }: DigestLines<unknown>): boolean {
  return late.length + due.length + given.length + now.length === 0;
}
