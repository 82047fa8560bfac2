import { chmod, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { backupProblems } from "../capabilities/operation/backup-problems.ts";
import type { BackupSummary, StateOperations } from "../capabilities/operation/operations.ts";
import { readSecretsKey, SECRETS_KEY_FILE } from "../config/secrets-key.ts";
import type { Config } from "../config.ts";
import { ServiceError } from "../core/problem.ts";
import { BackupError } from "../state/backup/backup-error.ts";
import { restoreBackup } from "../state/backup/restore.ts";
import { type BackupReport, checkBackup, writeBackup } from "../state/backup/write-backup.ts";
import type { State } from "../state/state.ts";
import { VERSION } from "../version.ts";

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
    backup: ({ to, withSecrets, passphraseFile }) =>
      reported(async () =>
        writeBackup({
          ...{ state, to, settings, now, program: VERSION },
          passphrase: await readPassphrase(passphraseFile),
          secretsKey: withSecrets ? base64(readSecretsKey(config)) : undefined,
        }),
      ),
    checkBackup: ({ file, passphraseFile }) =>
      reported(async () => checkBackup(file, await readPassphrase(passphraseFile))),
    restore: ({ from, replace, passphraseFile }) =>
      reported(async () =>
        restoreBackup({
          ...{ from, dir: dataDir, databaseUrl, ca: databaseCa, isReplacing: replace },
          now: () => now().getTime(),
          passphrase: await readPassphrase(passphraseFile),
          onSecretsKey: (key) => acceptKey(config, key, replace),
        }),
      ),
  };
}

function nameOf({ version, name }: { version: number; name: string }) {
  return { version, name };
}

/** The report for the operator; what is wrong with a backup is a problem with its next step. */
async function reported(work: () => Promise<BackupReport>): Promise<BackupSummary> {
  try {
    const { header, hasSecretsKey, rows } = await work();
    const { program, schema: version, at, tables } = header;
    return {
      program,
      version,
      at,
      tables: tables.map((table) => ({ name: table.name, rows: table.rows })),
      rows,
      hasSecretsKey,
    };
  } catch (cause) {
    if (cause instanceof BackupError) throw new ServiceError(backupProblems[cause.trouble], { cause });
    throw cause;
  }
}

async function readPassphrase(file: string | undefined): Promise<string | undefined> {
  if (file === undefined) return undefined;
  const text = await readFile(file, "utf8").catch(() => "");
  const passphrase = text.split(/\r?\n/)[0] ?? "";
  if (passphrase === "") throw new ServiceError(backupProblems.no_passphrase);
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
  await writeFile(file, `${key}\n`, { mode: 0o600 });
  await chmod(file, 0o600);
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("base64");
}
