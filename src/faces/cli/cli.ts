import { parseArgs } from "node:util";
import { isLocale } from "../../core/locale.ts";
import { ServiceError } from "../../core/problem.ts";
import type { Command, CommandContext, CommandInput } from "./command.ts";
import { aiAct } from "./commands/ai-act.ts";
import { auditVerifyCommand } from "./commands/audit-verify.ts";
import { backupCommand } from "./commands/backup.ts";
import { citationsCheck } from "./commands/citations-check.ts";
import { feedRefresh } from "./commands/feed-refresh.ts";
import { keyIssueCommand, keyListCommand, keyRevokeCommand } from "./commands/key.ts";
import { knowledgeCheck } from "./commands/knowledge-check.ts";
import { knowledgeRelease } from "./commands/knowledge-release.ts";
import {
  memberAddCommand,
  memberListCommand,
  memberRemoveCommand,
  orgAddCommand,
  orgListCommand,
} from "./commands/organization.ts";
import { registersFetch } from "./commands/registers-fetch.ts";
import { registersImport } from "./commands/registers-import.ts";
import { registersStatus } from "./commands/registers-status.ts";
import { restoreCommand } from "./commands/restore.ts";
import { scope } from "./commands/scope.ts";
import { scopeEvaluate } from "./commands/scope-evaluate.ts";
import { search } from "./commands/search.ts";
import { stateMigrateCommand } from "./commands/state-migrate.ts";
import { stateStatusCommand } from "./commands/state-status.ts";
import { userAddCommand, userListCommand } from "./commands/user.ts";

/** Every command but `serve`, which starts the service instead of asking it. */
export const COMMANDS: readonly Command[] = [
  scope,
  scopeEvaluate,
  search,
  aiAct,
  citationsCheck,
  registersImport,
  registersFetch,
  registersStatus,
  feedRefresh,
  knowledgeCheck,
  knowledgeRelease,
  userAddCommand,
  userListCommand,
  orgAddCommand,
  orgListCommand,
  memberAddCommand,
  memberRemoveCommand,
  memberListCommand,
  keyIssueCommand,
  keyListCommand,
  keyRevokeCommand,
  auditVerifyCommand,
  stateStatusCommand,
  stateMigrateCommand,
  backupCommand,
  restoreCommand,
];

/** Exit codes: the answer was given; there is no answer; the words were wrong. */
export const EXIT = { answered: 0, problem: 1, usage: 2 } as const;

/** The command that the words select, longest match first (`scope evaluate` before `scope`). */
export function selectCommand(argv: readonly string[]): Command | undefined {
  return COMMANDS.filter((command) => command.words.split(" ").every((word, index) => argv[index] === word))
    .toSorted((a, b) => b.words.length - a.words.length)
    .at(0);
}

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
    await command.run(input, context);
    return EXIT.answered;
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
      terminal.err(message[input.locale]);
      terminal.err(nextStep[input.locale]);
    }
    return code === "invalid_arguments" ? EXIT.usage : EXIT.problem;
  }
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
  const [fewest, most] = command.positionals;
  if (parsed.positionals.length < fewest) return "Something is missing after the command.";
  if (parsed.positionals.length > most) return "There is more after the command than it takes.";
  const locale = parsed.values.locale ?? "sk";
  if (!isLocale(locale)) return "--locale must be one of sk, cs, en.";
  return { values: parsed.values, positionals: parsed.positionals, locale, json: parsed.values.json === true };
}
