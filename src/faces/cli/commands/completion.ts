import { inEnglish } from "../../../core/locale.ts";
import { type Problem, ServiceError } from "../../../core/problem.ts";
import type { Command } from "../command.ts";
import { completionScript, SHELLS } from "../completion.ts";

/** `dosah completion SHELL`: the script by which a shell completes commands. @param commands all that it may offer */
export function completion(commands: () => readonly Command[]): Command {
  return {
    words: "completion",
    usage: `completion ${SHELLS.join("|")} [--json]`,
    help: "print the script that completes commands in your shell",
    positionals: [1, 1],
    standsAlone: true,
    run: async (input) => {
      const shell = SHELLS.find((known) => known === input.positionals[0]);
      if (shell === undefined) throw new ServiceError(unknownShell);
      const script = completionScript(shell, commands());
      return { json: { shell, script }, lines: [script] };
    },
  };
}

const known = SHELLS.join(", ");

const unknownShell: Problem = {
  code: "invalid_arguments",
  message: inEnglish("There is no completion for this shell."),
  nextStep: inEnglish(`Choose one of: ${known}.`),
};
