import { backup, backupCheck } from "../../../capabilities/operation/backup.ts";
import { backupLines } from "../backup-lines.ts";
import { type Command, given, OPERATOR, textOption } from "../command.ts";

/** `dosah backup`: writes the state into a file, or checks such a file. */
export const backupCommand: Command = {
  words: "backup",
  usage: "backup (--to FILE [--with-secrets] | --check FILE) [--passphrase-file FILE] [--json]",
  help: "write a backup of the state, or check one",
  state: "optional",
  namesState: true,
  options: {
    to: { type: "string" },
    check: { type: "string" },
    "with-secrets": { type: "boolean" },
    "passphrase-file": { type: "string" },
  },
  run: async (input, { call }) => {
    const { locale } = input;
    const checked = textOption(input, "check");
    const shared = { passphraseFile: textOption(input, "passphrase-file"), locale };
    const withSecrets = input.values["with-secrets"] === true;
    const { answer } =
      checked === undefined
        ? await call(backup, given({ ...shared, to: textOption(input, "to"), withSecrets }), [], OPERATOR)
        : await call(backupCheck, given({ ...shared, file: checked }), [], OPERATOR);
    return { json: answer, lines: backupLines(answer), err: checked === undefined ? warningsOf(answer, shared) : [] };
  },
};

/** What to do with a file that holds the key of secrets, or does not. */
function warningsOf(
  { hasSecretsKey }: { readonly hasSecretsKey: boolean },
  { passphraseFile }: { readonly passphraseFile: string | undefined },
): readonly string[] {
  if (!hasSecretsKey) return ["The SECRETS_KEY is not in the backup; keep it apart (or --with-secrets)."];
  if (passphraseFile !== undefined) return [];
  return ["The SECRETS_KEY is in the backup and nothing encrypts it: keep it to yourself, or use --passphrase-file."];
}
