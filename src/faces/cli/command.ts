import type { ParseArgsOptionsConfig } from "node:util";
import type { Call } from "../../capabilities/calling/call.ts";
import type { Caller } from "../../capabilities/calling/principal.ts";
import { foreignText } from "../../core/foreign-text.ts";
import type { Locale } from "../../core/locale.ts";
import type { Problem } from "../../core/problem.ts";

/** Where a command writes: stdout for the answer, stderr for everything else. */
export interface Terminal {
  out(line: string): void;
  err(line: string): void;
  /** False where nobody watches: progress is then told in lines. */
  readonly isTerminal?: boolean;
  /** Redraws one status line (a progress bar); does nothing where the output is no terminal. */
  status(line: string): void;
  /** All of standard input: a list, or a secret that must not appear in the command line. */
  read(): Promise<Uint8Array>;
}

/** What a command may use. */
export interface CommandContext {
  readonly call: Call;
  readonly terminal: Terminal;
}

/** The arguments as the terminal gave them, split by `util.parseArgs`. */
export interface CommandInput {
  readonly values: Readonly<Record<string, string | boolean | readonly string[] | undefined>>;
  readonly positionals: readonly string[];
  readonly locale: Locale;
  readonly json: boolean;
}

/** What a command answers. `runCommand` prints it, and is the one place that knows `--json`. */
export interface Reply {
  /** What `--json` prints; `undefined`: the lines. */
  readonly json?: unknown;
  /** What people read on standard output. */
  readonly lines?: readonly string[];
  /** What people read on standard error. */
  readonly err?: readonly string[];
  /** The exit code; default: the answer was given. */
  readonly exit?: number;
  /** Why the answer is no success, printed after it. */
  readonly problem?: Problem;
}

/** `begins`: it makes a state; `registers`: it makes or reads register files alone; `optional`: it works without one. */
export type StateUse = "needs" | "begins" | "registers" | "optional";

/** One command of `dosah`. */
export interface Command {
  /** The words that select it: `scope evaluate`. */
  readonly words: string;
  readonly usage: string;
  readonly help: string;
  /** Its options beside `--locale` and `--json`, which every command takes. */
  readonly options?: ParseArgsOptionsConfig;
  /** Option names by argument. */
  readonly names?: Readonly<Record<string, string>>;
  /** Fewest and most words after the command; default: none. */
  readonly positionals?: readonly [fewest: number, most: number];
  /** True for a command that calls no capability: it runs without settings and data. */
  readonly standsAlone?: boolean;
  /** True for a command that works although the service cannot start: no file or database is opened for it. */
  readonly opensNothing?: boolean;
  /** True for a command that says which state it used although it changed nothing in it. */
  readonly namesState?: true;
  /** What it needs of the state; default: that there is one. */
  readonly state?: StateUse;
  /** The same where it depends on the words. */
  readonly stateFor?: (argv: readonly string[]) => StateUse;
  run(input: CommandInput, context: CommandContext): Promise<Reply>;
}

/** The operator on the machine itself: not counted by any limit. */
export const OPERATOR: Caller = { address: null, via: "cli" };

/** A text option, or `undefined` when it was not given. */
export function textOption(input: CommandInput, name: string): string | undefined {
  const value = input.values[name];
  return typeof value === "string" ? value : undefined;
}

/** All values of an option that may stand several times, or `undefined` when it was not given. */
export function listOption(input: CommandInput, name: string): readonly string[] | undefined {
  const value = input.values[name];
  return Array.isArray(value) ? value : undefined;
}

/** Leaves out what was not given, so that defaults of the schema apply. */
export function given(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

/** Foreign text on a terminal: without control characters, which could move the cursor or fake a line. */
export function printable(text: string | null): string {
  return foreignText(text ?? "–");
}
