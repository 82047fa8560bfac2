import { restore } from "../../../capabilities/operation/restore.ts";
import { backupLines } from "../backup-lines.ts";
import { type Command, given, OPERATOR, textOption } from "../command.ts";

/** `dosah restore`: puts the state of a backup in the place of the one that is there. */
export const restoreCommand: Command = {
  words: "restore",
  usage: "restore --from FILE [--passphrase-file FILE] [--replace] [--json]",
  help: "restore a backup into SQLite or PostgreSQL, as the settings say",
  options: {
    from: { type: "string" },
    "passphrase-file": { type: "string" },
    replace: { type: "boolean" },
  },
  positionals: [0, 0],
  run: async (input, { call, terminal }) => {
    const args = given({
      from: textOption(input, "from"),
      passphraseFile: textOption(input, "passphrase-file"),
      replace: input.values.replace === true,
      locale: input.locale,
    });
    const { answer } = await call(restore, args, [], OPERATOR);
    if (input.json) terminal.out(JSON.stringify(answer, null, 2));
    else for (const line of backupLines(answer, input.locale)) terminal.out(line);
  },
};
