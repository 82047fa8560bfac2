import { DAY_LETTERS } from "../../../capabilities/deadlines/stated-days.ts";
import { type Problem, ServiceError } from "../../../core/problem.ts";

/** The days in the address of a page (`d.M=2026-10-01`), as they were typed. */
export interface TypedDays {
  /** The arguments of a verdict; empty where nothing was typed. */
  readonly args: {
    readonly days?: Readonly<Record<string, string | readonly string[]>>;
    readonly situations?: readonly string[];
  };
  /** By letter; empty fields are left out. */
  readonly typed: ReadonlyMap<string, readonly string[]>;
  readonly situations: readonly Situation[];
  /** The other parameters of the address, to send along. */
  readonly others: readonly (readonly [name: string, value: string])[];
}

const PREFIX = "d.";

/** What changes dates and no register tells, by its name in the address. */
export const SITUATIONS = {
  [`${PREFIX}former`]: "formerOperator",
  [`${PREFIX}registrar`]: "registrar",
  [`${PREFIX}strategic`]: "strategic",
} as const;

export type Situation = "formerOperator" | "registrar" | "strategic";

/** A decision for each service, and no more than anybody has; an address with more is cut. */
const MOST_OF_A_DAY = 20;

/** Longer than any day and time. */
const LONGEST = 40;

/** Reads the days from the address of a page. What is wrong with them is for the capability to say. */
export function readDays(query: URLSearchParams): TypedDays {
  const typed = new Map<string, string[]>();
  const days: Record<string, string | string[]> = {};
  for (const [name, letter] of Object.entries(DAY_LETTERS)) {
    const values = query
      .getAll(`${PREFIX}${letter}`)
      .map((value) => value.trim().slice(0, LONGEST))
      .filter((value) => value !== "")
      .slice(0, MOST_OF_A_DAY);
    const [first] = values;
    if (first === undefined) continue;
    typed.set(letter, values);
    days[name] = name === "decisionDelivered" ? values : first;
  }
  const situations = Object.entries(SITUATIONS).flatMap(([name, situation]) =>
    query.get(name) === "1" ? [situation] : [],
  );
  return {
    args: {
      ...(typed.size === 0 ? {} : { days }),
      ...(situations.length === 0 ? {} : { situations }),
    },
    typed,
    situations,
    others: [...query].filter(([name]) => !name.startsWith(PREFIX)),
  };
}

/** The parameters of the days alone, for the address of the calendar file. */
export function daysQuery(query: URLSearchParams): URLSearchParams {
  return new URLSearchParams([...query].filter(([name, value]) => name.startsWith(PREFIX) && value !== ""));
}

/** The letter of the field that a problem names: `days.entered` is `E`. */
export function letterOfField(field: string | undefined): string | undefined {
  const name = /^days\.([a-zA-Z]+)/.exec(field ?? "")?.[1] ?? "";
  return Object.entries(DAY_LETTERS).find(([day]) => day === name)?.[1];
}

/**
 * A verdict with the days of the address; where they cannot be right, the verdict without them and what is wrong.
 * @param ask gets the verdict for these further arguments.
 */
export async function withDays<Answer>(
  { args }: TypedDays,
  ask: (args: TypedDays["args"]) => Promise<Answer>,
): Promise<{ readonly answer: Answer; readonly problem: Problem | undefined }> {
  try {
    return { answer: await ask(args), problem: undefined };
  } catch (thrown) {
    const isOfDays = thrown instanceof ServiceError && letterOfField(thrown.problem.field) !== undefined;
    if (!isOfDays) throw thrown;
    return { answer: await ask({}), problem: thrown.problem };
  }
}
