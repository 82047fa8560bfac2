import { auditDeletions } from "../../../capabilities/audit/audit-deletions.ts";
import { type Command, printAnswer } from "../command.ts";

/** `dosah audit deletions`: with `--json` what `dosah restore --replay-deletions` reads. */
export const auditDeletionsCommand: Command = {
  words: "audit deletions",
  usage: "audit deletions [--json]",
  help: "list deleted accounts and organizations by their ids",
  run: (input, context) =>
    printAnswer(auditDeletions, {}, input, context, ({ deletions }) =>
      deletions.map(({ at, action, target }) => `${at}  ${action}  ${target}`),
    ),
};
