import { backup } from "../../../capabilities/operation/backup.ts";
import { backupCheck } from "../../../capabilities/operation/backup-check.ts";
import type { Locale } from "../../../core/locale.ts";
import { backupLines } from "../backup-lines.ts";
import { type Command, given, OPERATOR, textOption } from "../command.ts";

/** `dosah backup`: writes the state into a file, or checks such a file. */
export const backupCommand: Command = {
  words: "backup",
  usage: "backup (--to FILE [--with-secrets] | --check FILE) [--passphrase-file FILE] [--json]",
  help: "write a backup of the state, or check one",
  options: {
    to: { type: "string" },
    check: { type: "string" },
    "with-secrets": { type: "boolean" },
    "passphrase-file": { type: "string" },
  },
  run: async (input, { call, terminal }) => {
    const { locale } = input;
    const checked = textOption(input, "check");
    const shared = { passphraseFile: textOption(input, "passphrase-file"), locale };
    const withSecrets = input.values["with-secrets"] === true;
    const { answer } =
      checked === undefined
        ? await call(backup, given({ ...shared, to: textOption(input, "to"), withSecrets }), [], OPERATOR)
        : await call(backupCheck, given({ ...shared, file: checked }), [], OPERATOR);
    if (input.json) {
      terminal.out(JSON.stringify(answer, null, 2));
      return;
    }
    for (const line of backupLines(answer, locale)) terminal.out(line);
    if (checked !== undefined) return;
    if (!answer.hasSecretsKey) terminal.err(withoutKey[locale]);
    else if (shared.passphraseFile === undefined) terminal.err(openKey[locale]);
  },
};

const withoutKey: Readonly<Record<Locale, string>> = {
  sk: "Kľúč SECRETS_KEY v zálohe nie je; uschovajte ho osobitne (alebo --with-secrets).",
  cs: "Klíč SECRETS_KEY v záloze není; uschovejte ho zvlášť (nebo --with-secrets).",
  en: "The SECRETS_KEY is not in the backup; keep it apart (or --with-secrets).",
};

const openKey: Readonly<Record<Locale, string>> = {
  sk: "V zálohe je SECRETS_KEY a nič ju nešifruje: nedajte ju z rúk, alebo zálohujte s --passphrase-file.",
  cs: "V záloze je SECRETS_KEY a nic ji nešifruje: nedávejte ji z ruky, nebo zálohujte s --passphrase-file.",
  en: "The SECRETS_KEY is in the backup and nothing encrypts it: keep it to yourself, or use --passphrase-file.",
};
