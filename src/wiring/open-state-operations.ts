import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { backupProblems } from "../capabilities/operation/backup-problems.ts";
import type { BackupSummary, JobReport, StateOperations } from "../capabilities/operation/operations.ts";
import { lookUpSecretsKey, SECRETS_KEY_FILE } from "../config/secrets-key.ts";
import type { Config } from "../config.ts";
import { ServiceError } from "../core/problem.ts";
import { writeWhole } from "../files/write-whole.ts";
import { verifyAudit } from "../state/audit-log.ts";
import { BackupError } from "../state/backup/backup-error.ts";
import { rehearseRestore } from "../state/backup/rehearse.ts";
import { restoreBackup } from "../state/backup/restore.ts";
import { type BackupReport, checkBackup, writeBackup } from "../state/backup/write-backup.ts";
import { type JobRow, listJobs, NEVER, retryJobNow } from "../state/job-table.ts";
import { createState, mayBeThere, type State } from "../state/state.ts";
import { setMark } from "../state/state-marks.ts";
import { VERSION } from "../version.ts";
import { passphraseIn } from "./passphrase.ts";

/** Joins the state, the settings and the key of secrets to what an operator does with them. */
export function openStateOperations(
  config: Config,
  state: State,
  { now, settings }: { readonly now: () => Date; readonly settings: readonly string[] },
): StateOperations {
  const { dataDir, databaseUrl, databaseCa } = config;
  return {
    status: async () => {
      const { kind, version, newest, applied, missing } = await state.status();
      return {
        database: kind,
        version,
        newest,
        applied: applied.map((each) => ({ ...nameOf(each), at: new Date(each.at).toISOString() })),
        missing: missing.map(nameOf),
      };
    },
    migrate: async () => (await state.open()).map(nameOf),
    jobs: async (which) => {
      const at = await state.now();
      return (await listJobs(state, which)).map((row) => reportOf(row, at));
    },
    retryJob: async (id) => retryJobNow(state, id, await state.now()),
    backup: ({ to, withSecrets, passphraseFile }) =>
      reported(async () =>
        writeBackup({
          state,
          to,
          settings,
          now,
          program: VERSION,
          passphrase: await readPassphrase(passphraseFile),
          secretsKey: withSecrets ? base64(lookUpSecretsKey(config)) : undefined,
        }),
      ),
    checkBackup: ({ file, passphraseFile }) =>
      reported(async () => checkBackup(file, await readPassphrase(passphraseFile))),
    rehearse: async ({ from, passphraseFile }) => {
      const folder = existsSync(dataDir) ? dataDir : tmpdir();
      const { auditEntries, auditFault, ...report } = await refusing(async () =>
        rehearseRestore({ from, folder, passphrase: await readPassphrase(passphraseFile), now: () => now().getTime() }),
      );
      const isNoted = mayBeThere({ dir: dataDir, databaseUrl });
      if (isNoted) await setMark(state, "rehearsed", await state.now());
      return { ...summaryOf(report), auditEntries, auditFault, isNoted };
    },
    restore: async ({ from, replace, passphraseFile, replayDeletions, undelete }) => {
      const report = await refusing(async () =>
        restoreBackup({
          from,
          deletions: replayDeletions,
          isUndeleting: undelete,
          dir: dataDir,
          databaseUrl,
          ca: databaseCa,
          isReplacing: replace,
          now: () => now().getTime(),
          passphrase: await readPassphrase(passphraseFile),
          onSecretsKey: (key) => acceptKey(config, key, replace),
        }),
      );
      // By a look of its own: whoever restores again must not be in his own way.
      const look = createState({ dir: dataDir, databaseUrl, ca: databaseCa, now: () => now().getTime() });
      try {
        const { entries, fault = null } = await verifyAudit(look);
        const { replayed, formerLog } = report;
        return { ...summaryOf(report), replayed, formerLog, auditEntries: entries, auditFault: fault };
      } finally {
        await look.close();
      }
    },
  };
}

function nameOf({ version, name }: { version: number; name: string }) {
  return { version, name };
}

function reportOf({ id, kind, key, run_at, attempts, lease_until, last_error }: JobRow, now: number): JobReport {
  const isRunning = lease_until > now;
  const isGivenUp = run_at >= NEVER;
  const state = isRunning ? "running" : isGivenUp ? "given_up" : run_at <= now ? "due" : "waiting";
  const runAt = isGivenUp ? null : new Date(run_at).toISOString();
  return { id, kind, key, state, runAt, attempts, lastError: last_error };
}

/** The report for the operator. */
async function reported(work: () => Promise<BackupReport>): Promise<BackupSummary> {
  return summaryOf(await refusing(work));
}

function summaryOf({ header, hasSecretsKey, rows }: BackupReport): BackupSummary {
  const { program, schema: version, at, tables } = header;
  return {
    program,
    version,
    at,
    tables: tables.map((table) => ({ name: table.name, rows: table.rows })),
    rows,
    hasSecretsKey,
  };
}

/** What is wrong with a backup is a problem with its next step. */
async function refusing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (cause instanceof BackupError) throw new ServiceError(backupProblems[cause.trouble], { cause });
    throw cause;
  }
}

async function readPassphrase(file: string | undefined): Promise<string | undefined> {
  if (file === undefined) return undefined;
  const passphrase = await passphraseIn(file);
  if (passphrase === undefined) throw new ServiceError(backupProblems.no_passphrase);
  return passphrase;
}

/**
 * Takes over the key of secrets of a backup.
 * @throws BackupError where another one is in use here.
 */
async function acceptKey(config: Config, key: string, isReplacing: boolean): Promise<void> {
  const file = join(config.dataDir, SECRETS_KEY_FILE);
  const there = config.secretsKey ?? (await readFile(file, "utf8").catch(() => undefined));
  const isSame = there !== undefined && Buffer.from(there, "base64").equals(Buffer.from(key, "base64"));
  if (isSame) return;
  if (config.secretsKey !== undefined || (there !== undefined && !isReplacing)) {
    throw new BackupError("other_secrets_key");
  }
  writeWhole(file, `${key}\n`, true);
}

function base64(bytes: Uint8Array | undefined): string | undefined {
  return bytes === undefined ? undefined : Buffer.from(bytes).toString("base64");
}
