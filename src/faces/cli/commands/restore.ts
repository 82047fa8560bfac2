import type { AnswerOf } from "../../../capabilities/capability.ts";
import { restore, restoreVerify } from "../../../capabilities/operation/backup.ts";
import { backupLines } from "../backup-lines.ts";
import { type Command, given, OPERATOR, type Reply, textOption } from "../command.ts";

/** `dosah restore`: puts the state of a backup in the place of the one that is there. */
export const restoreCommand: Command = {
  words: "restore",
  usage:
    "restore (--from FILE [--replace] [--replay-deletions FILE] [--undelete] | --verify FILE) [--passphrase-file FILE] [--json]",
  help: "restore a backup into SQLite or PostgreSQL, as the settings say, or rehearse it in a state that is thrown away",
  namesState: true,
  options: {
    from: { type: "string" },
    verify: { type: "string" },
    "passphrase-file": { type: "string" },
    replace: { type: "boolean" },
    "replay-deletions": { type: "string" },
    undelete: { type: "boolean" },
  },
  stateFor: (argv) => (argv.some((word) => /^--verify(=|$)/.test(word)) ? "optional" : "begins"),
  run: async (input, { call, terminal }) => {
    const verified = textOption(input, "verify");
    if (verified !== undefined) {
      const asked = { from: verified, passphraseFile: textOption(input, "passphrase-file"), locale: input.locale };
      return rehearsed((await call(restoreVerify, given(asked), [], OPERATOR)).answer);
    }
    const args = given({
      from: textOption(input, "from"),
      passphraseFile: textOption(input, "passphrase-file"),
      replace: input.values.replace === true,
      replayDeletions: textOption(input, "replay-deletions"),
      undelete: input.values.undelete === true,
      locale: input.locale,
    });
    const { answer } = await call(restore, args, [], OPERATOR);
    for (const line of remarksOn(answer, args.replayDeletions !== undefined)) terminal.err(line);
    return { json: answer, lines: backupLines(answer) };
  },
};

/** A rehearsal whose audit log is broken already in the backup is none that went well. */
function rehearsed(answer: AnswerOf<typeof restoreVerify>): Reply {
  const { auditFault, auditEntries, isNoted } = answer;
  const log =
    auditFault === null
      ? `Rehearsed: every table is the same, row by row; the audit log is whole, entries: ${auditEntries}.`
      : `Rehearsed: every table is the same, but the audit log is broken already in the backup: ${auditFault.stream} ${auditFault.seq}.`;
  const note = isNoted ? [] : ["No state noted it: run it where the service runs, so that its alert knows."];
  return { json: answer, lines: backupLines(answer), err: [log, ...note], exit: auditFault === null ? 0 : 1 };
}

type Restored = AnswerOf<typeof restore>;

/** What the operator must know of a restore, also with `--json`. */
function remarksOn({ replayed, formerLog, auditFault, auditEntries }: Restored, hasDeletions: boolean): string[] {
  const [accounts, organizations] = [replayed.accounts.length, replayed.organizations.length];
  return [
    ...(accounts + organizations === 0
      ? []
      : [`What was deleted after the backup was deleted again: accounts ${accounts}, organizations ${organizations}.`]),
    ...replayed.withoutOwner.map(
      (id) => `Organization ${id} has no owner: dosah member add --organization ${id} --email E --role owner`,
    ),
    ...(formerLog === "unreadable" && !hasDeletions
      ? [
          "The replaced database could not be read, so what was deleted in it after the backup is back. Is there a list? --replay-deletions FILE",
        ]
      : []),
    auditFault === null
      ? `Everybody is signed out. The audit log is whole, entries: ${auditEntries}.`
      : `Everybody is signed out. The audit log was broken already in the backup: ${auditFault.stream} ${auditFault.seq}.`,
  ];
}
