import { restore } from "../../../capabilities/operation/restore.ts";
import type { Locale } from "../../../core/locale.ts";
import { backupLines } from "../backup-lines.ts";
import { type Command, given, OPERATOR, textOption } from "../command.ts";

/** `dosah restore`: puts the state of a backup in the place of the one that is there. */
export const restoreCommand: Command = {
  words: "restore",
  usage: "restore --from FILE [--passphrase-file FILE] [--replace] [--replay-deletions FILE] [--undelete] [--json]",
  help: "restore a backup into SQLite or PostgreSQL, as the settings say",
  options: {
    from: { type: "string" },
    "passphrase-file": { type: "string" },
    replace: { type: "boolean" },
    "replay-deletions": { type: "string" },
    undelete: { type: "boolean" },
  },
  run: async (input, { call, terminal }) => {
    const args = given({
      from: textOption(input, "from"),
      passphraseFile: textOption(input, "passphrase-file"),
      replace: input.values.replace === true,
      replayDeletions: textOption(input, "replay-deletions"),
      undelete: input.values.undelete === true,
      locale: input.locale,
    });
    const { answer } = await call(restore, args, [], OPERATOR);
    if (input.json) terminal.out(JSON.stringify(answer, null, 2));
    else for (const line of backupLines(answer, input.locale)) terminal.out(line);
    const { accounts, organizations, withoutOwner } = answer.replayed;
    if (accounts.length + organizations.length > 0) {
      terminal.err(deletedAgain[input.locale](accounts.length, organizations.length));
    }
    for (const id of withoutOwner) terminal.err(ownerless[input.locale](id));
    if (answer.formerLog === "unreadable" && args.replayDeletions === undefined) terminal.err(unreadable[input.locale]);
    if (answer.auditFault === null) terminal.err(whole[input.locale](answer.auditEntries));
    else terminal.err(broken[input.locale](`${answer.auditFault.stream} ${answer.auditFault.seq}`));
  },
};

const deletedAgain: Readonly<Record<Locale, (accounts: number, organizations: number) => string>> = {
  sk: (accounts, organizations) =>
    `Znova sa zmazalo, čo bolo zmazané po zálohe: účty ${accounts}, organizácie ${organizations}.`,
  cs: (accounts, organizations) =>
    `Znovu se smazalo, co bylo smazáno po záloze: účty ${accounts}, organizace ${organizations}.`,
  en: (accounts, organizations) =>
    `What was deleted after the backup was deleted again: accounts ${accounts}, organizations ${organizations}.`,
};

const ownerless: Readonly<Record<Locale, (id: string) => string>> = {
  sk: (id) => `Organizácia ${id} nemá vlastníka: dosah member add --organization ${id} --email E --role owner`,
  cs: (id) => `Organizace ${id} nemá vlastníka: dosah member add --organization ${id} --email E --role owner`,
  en: (id) => `Organization ${id} has no owner: dosah member add --organization ${id} --email E --role owner`,
};

const unreadable: Readonly<Record<Locale, string>> = {
  sk: "Nahradená databáza sa nedala prečítať, takže čo v nej bolo zmazané po zálohe, je späť. Máte zoznam? --replay-deletions SÚBOR",
  cs: "Nahrazenou databázi nešlo přečíst, takže co v ní bylo smazáno po záloze, je zpět. Máte seznam? --replay-deletions SOUBOR",
  en: "The replaced database could not be read, so what was deleted in it after the backup is back. Is there a list? --replay-deletions FILE",
};

const whole: Readonly<Record<Locale, (entries: number) => string>> = {
  sk: (entries) => `Všetky prihlásenia sa skončili. Záznam udalostí je neporušený, záznamov: ${entries}.`,
  cs: (entries) => `Všechna přihlášení skončila. Záznam událostí je neporušený, záznamů: ${entries}.`,
  en: (entries) => `Everybody is signed out. The audit log is whole, entries: ${entries}.`,
};

const broken: Readonly<Record<Locale, (place: string) => string>> = {
  sk: (place) => `Všetky prihlásenia sa skončili. Záznam udalostí bol porušený už v zálohe: ${place}.`,
  cs: (place) => `Všechna přihlášení skončila. Záznam událostí byl porušen už v záloze: ${place}.`,
  en: (place) => `Everybody is signed out. The audit log was broken already in the backup: ${place}.`,
};
