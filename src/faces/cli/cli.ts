import { parseArgs } from "node:util";
import { closest } from "../../capabilities/calling/arguments.ts";
import { isStateOutage } from "../../capabilities/calling/state-outage.ts";
import { capabilities } from "../../capabilities/index.ts";
import { isLocale, type Localized } from "../../core/locale.ts";
import { type Problem, ServiceError } from "../../core/problem.ts";
import {
  type Command,
  type CommandContext,
  type CommandInput,
  printable,
  type Reply,
  type Terminal,
} from "./command.ts";
import { aiAct } from "./commands/ai-act.ts";
import { auditVerifyCommand } from "./commands/audit-verify.ts";
import { backupCommand } from "./commands/backup.ts";
import { batch } from "./commands/batch.ts";
import { completion } from "./commands/completion.ts";
import { doctorCommand } from "./commands/doctor.ts";
import { orgExport, userExport } from "./commands/exports.ts";
import { incidentClock } from "./commands/incident-clock.ts";
import { knowledgeCheck } from "./commands/knowledge-check.ts";
import { registersFetch } from "./commands/registers-fetch.ts";
import { restoreCommand } from "./commands/restore.ts";
import { scanCommand } from "./commands/scan.ts";
import { scope } from "./commands/scope.ts";
import { scopeEvaluate } from "./commands/scope-evaluate.ts";
import { trustVerifyCommand } from "./commands/trust-verify.ts";
import { offeredCommand } from "./offered-commands.ts";
import { fieldNames, optionNames } from "./option-names.ts";

/** The first words of commands in the order of the help: what many need, then what the operator needs. */
const GROUPS =
  "scope batch incident search obligations questionnaire stats feed ai-act citations registers knowledge user session org member key register audit mail status jobs watch state backup restore doctor which version completion scan domain trust";

/** The second words in their order; others come after them. */
const VERBS = "add issue set import fetch publish check verify remove list status show export";

/** Every command but `serve`, which starts the service instead of asking it. */
export const COMMANDS: readonly Command[] = [
  ...capabilities.filter(({ cli }) => cli !== undefined).map(offeredCommand),
  scope,
  scopeEvaluate,
  batch,
  incidentClock,
  aiAct,
  registersFetch,
  knowledgeCheck,
  auditVerifyCommand,
  backupCommand,
  restoreCommand,
  userExport,
  orgExport,
  doctorCommand,
  completion(() => COMMANDS),
  scanCommand,
  trustVerifyCommand,
].toSorted((a, b) => placeOf(a.words) - placeOf(b.words));

function placeOf(words: string): number {
  const [group = "", verb] = words.split(" ");
  const known = [undefined, ...VERBS.split(" ")].indexOf(verb);
  return GROUPS.split(" ").indexOf(group) * 100 + (known < 0 ? 99 : known);
}

/** Exit codes: done; the world or the data says no; the command line is wrong; it could not be checked. */
export const EXIT = { answered: 0, problem: 1, usage: 2, unchecked: 3 } as const;

/** The command that the words select, longest match first (`scope evaluate` before `scope`). */
export function selectCommand(argv: readonly string[]): Command | undefined {
  return COMMANDS.filter((command) => command.words.split(" ").every((word, index) => argv[index] === word))
    .toSorted((a, b) => b.words.length - a.words.length)
    .at(0);
}

/** What is wrong with words that select no command, and which one was probably meant: two lines for a person. */
export function unknownCommand(argv: readonly string[]): readonly string[] {
  const known = [...COMMANDS.map(({ words }) => words), "serve"];
  const [first = "", second] = argv.filter((word) => !word.startsWith("-"));
  if (first === "serve") return ["serve takes nothing more: settings are read from the environment.", SEE_HELP];
  const group = known.filter((words) => words.startsWith(`${first} `));
  if (group.length > 0 && second === undefined) {
    return [
      `After ${first} one of these is needed: ${group.map((words) => words.slice(first.length + 1)).join(", ")}.`,
    ];
  }
  const typed = second === undefined ? first : `${first} ${second}`;
  const meant = group.length > 0 ? closest(typed, group) : (closest(typed, known) ?? closest(first, known));
  const named = meant ?? (group.length > 0 ? group.join(", ") : undefined);
  return [
    `There is no command ${printable(group.length > 0 ? typed : first || (argv[0] ?? ""))}.`,
    named === undefined ? SEE_HELP : `Did you mean: ${named}? ${SEE_HELP}`,
  ];
}

const SEE_HELP = "dosah --help names all commands.";

/** All commands, each with what it does on the line below: many would not fit a terminal beside it. */
export function helpText(): string {
  const rows = [["serve", "start the service"], ...COMMANDS.map((command) => [command.usage, command.help])] as const;
  return ["dosah <command>", "", ...rows.flatMap(([usage, help]) => [`  ${usage}`, `      ${help}`])].join("\n");
}

/**
 * Runs one command and returns the exit code. A problem goes to stderr in the locale, with its next step; with
 * `--json` it is the problem object.
 */
export async function runCommand(command: Command, argv: readonly string[], context: CommandContext): Promise<number> {
  const { terminal } = context;
  if (asksForHelp(argv)) {
    terminal.out(`Usage: dosah ${command.usage}`);
    terminal.out(command.help);
    return EXIT.answered;
  }
  const input = readInput(command, argv.slice(command.words.split(" ").length));
  if (typeof input === "string") {
    terminal.err(input);
    terminal.err(`Usage: dosah ${command.usage}`);
    return EXIT.usage;
  }
  try {
    return print(await command.run(input, withNames(command, input.json, context)), input, terminal);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const { code, message, nextStep, field, retryAfter } = error.problem;
    if (input.json) {
      terminal.err(
        JSON.stringify({
          error: { code, message: message[input.locale], nextStep: nextStep[input.locale], field, retryAfter },
        }),
      );
    } else {
      terminal.err(withOption(command, field, message[input.locale], nextStep[input.locale]));
      terminal.err(nextStep[input.locale]);
      if (isStateOutage(error.problem)) terminal.err(DOCTOR_SAYS_WHY[input.locale]);
    }
    return exitOf(error.problem);
  }
}

function exitOf({ code, standsFor }: Problem): number {
  if (standsFor !== undefined) return standsFor === "data" ? EXIT.problem : EXIT.unchecked;
  return code === "invalid_arguments" ? EXIT.usage : EXIT.problem;
}

/** Prints an answer and gives its exit code. @throws ServiceError for the problem that it tells */
function print({ json, lines = [], err = [], exit, problem }: Reply, input: CommandInput, terminal: Terminal): number {
  const isJson = input.json && json !== undefined;
  for (const line of isJson ? [JSON.stringify(json, null, 2)] : lines) terminal.out(line);
  if (!isJson) for (const line of err) terminal.err(line);
  if (problem !== undefined) throw new ServiceError(problem);
  return exit ?? EXIT.answered;
}

/** The operator can mend an outage of the state, but its texts for callers do not name the cause. */
const DOCTOR_SAYS_WHY: Localized = {
  sk: "Príčinu povie dosah doctor.",
  cs: "Příčinu řekne dosah doctor.",
  en: "dosah doctor says why.",
};

/** Errors for people name the options that they typed; errors for programs name the fields of all faces. */
function withNames(command: Command, isJson: boolean, context: CommandContext): CommandContext {
  if (isJson && command.names === undefined) return context;
  const names = isJson ? fieldNames(Object.keys(command.names ?? {})) : optionNames(command);
  return {
    ...context,
    call: (capability, args, limits, caller) => context.call(capability, args, limits, caller, names),
  };
}

/** The message, preceded by its option where neither sentence names that option. */
function withOption(command: Command, field: string | undefined, message: string, nextStep: string): string {
  if (field === undefined) return message;
  const option = optionNames(command).fieldOf(field.split("."));
  const isNamed = !option.startsWith("--") || message.includes(option) || nextStep.includes(option);
  return isNamed ? message : `${option}: ${message}`;
}

/** `dosah scope --help` asks how, not about a firm; behind `--` it is a word like any other. */
function asksForHelp(argv: readonly string[]): boolean {
  const end = argv.indexOf("--");
  return argv.slice(0, end < 0 ? undefined : end).some((word) => word === "--help" || word === "-h");
}

/** The words split into options and positionals, or a sentence that says what is wrong with them. */
function readInput(command: Command, words: readonly string[]): CommandInput | string {
  const options = { ...command.options, locale: { type: "string" }, json: { type: "boolean" } } as const;
  let parsed: { values: CommandInput["values"]; positionals: string[] };
  try {
    parsed = parseArgs({ args: [...words], options, allowPositionals: true, strict: true });
  } catch (error) {
    return error instanceof Error ? (error.message.split("\n")[0] ?? "Wrong options.") : "Wrong options.";
  }
  const [fewest, most] = command.positionals ?? [0, 0];
  if (parsed.positionals.length < fewest) return "Something is missing after the command.";
  if (parsed.positionals.length > most) return "There is more after the command than it takes.";
  const locale = parsed.values.locale ?? "sk";
  if (!isLocale(locale)) return "--locale must be one of sk, cs, en.";
  return { values: parsed.values, positionals: parsed.positionals, locale, json: parsed.values.json === true };
}
