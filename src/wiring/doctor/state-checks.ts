import type { Finding } from "../../capabilities/operation/doctor-texts.ts";
import { formerSecretsKey, lookUpSecretsKey } from "../../config/secrets-key.ts";
import type { Config } from "../../config.ts";
import { createSealing, type SealPurpose } from "../../identity/sealing.ts";
import { listJobs, NEVER } from "../../state/job-table.ts";
import { lookAtSqlite } from "../../state/look-at-sqlite.ts";
import { appliedMigrations, checkApplied } from "../../state/migrate.ts";
import { trustProfile } from "../../state/migrations/0009-trust-profile.ts";
import { MIGRATIONS } from "../../state/migrations/list.ts";
import { sealedTotps } from "../../state/second-factors.ts";
import { lookAtState } from "../../state/state.ts";
import type { StateDatabase } from "../../state/state-database.ts";
import { StateVersionError } from "../../state/state-error.ts";
import { trustKeys } from "../../state/trust-keys.ts";
import { lastNightlyBackup } from "../nightly-backup.ts";
import { passphraseIn } from "../passphrase.ts";
import { reasonOf } from "./server-checks.ts";

/** A night's backup is older than this only when one failed, in milliseconds. */
const BACKUP_AGE_MS = 26 * 3_600_000;
const BATCH = 1_000;

/** Is the file of the embedded state whole? */
export function checkStateFile({ dataDir, databaseUrl }: Pick<Config, "dataDir" | "databaseUrl">): readonly Finding[] {
  if (databaseUrl !== undefined) return [];
  const look = lookAtSqlite(dataDir);
  const check = "state_file";
  if (look.kind === "damaged") return [{ check, code: "state_damaged", values: { problem: look.problem } }];
  if (look.kind === "orphans") return [{ check, code: "state_orphans", values: { count: look.count } }];
  return [{ check, code: look.kind === "none" ? "state_none" : "state_ok" }];
}

/** Does the layout of the state fit this program, does the key open what is sealed, and was a job given up? */
export async function checkState(config: Config, now: () => number): Promise<readonly Finding[]> {
  const { dataDir: dir, databaseUrl, databaseCa: ca } = config;
  const newest = MIGRATIONS.at(-1)?.version ?? 0;
  try {
    const found = await lookAtState({ dir, databaseUrl, ca, now }, async (db) => {
      const applied = await appliedMigrations(db);
      checkApplied(applied, MIGRATIONS);
      const version = applied.at(-1)?.version ?? 0;
      if (version === 0) return { version, sealed: [], givenUp: 0 };
      // A layout before the history says it on the list.
      const hasHistory = applied.some(({ name }) => name === "lanes");
      const jobs = await listJobs(db, { isFailed: hasHistory });
      const givenUp = jobs.filter(({ run_at }) => run_at >= NEVER).length;
      return { version, sealed: await allSealed(db, version), givenUp };
    });
    const { version, sealed, givenUp } = found ?? { version: newest, sealed: [], givenUp: 0 };
    const fits = found === undefined ? "migrations_new" : "migrations_ok";
    const layout = version < newest ? "migrations_missing" : version > newest ? "migrations_ahead" : fits;
    return [
      { check: "migrations", code: layout, values: { version, count: newest - version } },
      checkKey(config, sealed),
      { check: "jobs", code: givenUp > 0 ? "jobs_given_up" : "jobs_ok", values: { count: givenUp } },
    ];
  } catch (cause) {
    const code = cause instanceof StateVersionError ? "migrations_newer" : "migrations_unknown";
    return [
      { check: "migrations", code, values: { problem: reasonOf(cause) } },
      { check: "secrets_key", code: "key_unknown" },
      { check: "jobs", code: "jobs_unknown" },
    ];
  }
}

/** A sealed value of the state and what it was sealed for. */
interface SealedValue {
  readonly sealed: string;
  readonly purpose: SealPurpose;
}

/** The state may have an older layout than this program: tables that it does not have yet hold nothing. */
async function allSealed(db: StateDatabase, version: number): Promise<readonly SealedValue[]> {
  const keys = version < trustProfile.version ? [] : await trustKeys(db);
  const sealed: SealedValue[] = keys.flatMap((key) =>
    key.sealed === null ? [] : [{ sealed: key.sealed, purpose: "signing_key" }],
  );
  for (let after = ""; ; ) {
    const rows = await sealedTotps(db, after, BATCH);
    sealed.push(...rows.map((row) => ({ sealed: row.sealed, purpose: "totp" as const })));
    const last = rows.at(-1);
    if (rows.length < BATCH || last === undefined) return sealed;
    after = last.account_id;
  }
}

/** Does the key open what was sealed? */
export function checkKey(
  config: Pick<Config, "secretsKey" | "secretsKeyOld" | "dataDir">,
  sealed: readonly SealedValue[],
): Finding {
  const check = "secrets_key";
  const count = sealed.length;
  const key = lookUpSecretsKey(config);
  if (key === undefined) return { check, code: count === 0 ? "key_none" : "key_lost", values: { count } };
  const former = formerSecretsKey(config);
  const sealing = createSealing(key, former);
  const closed = sealed.filter((each) => sealing.open(each.sealed, each.purpose) === undefined).length;
  if (closed > 0) return { check, code: "key_wrong", values: { count: closed, all: count } };
  const old = sealed.filter((each) => sealing.isOld(each.sealed)).length;
  if (old > 0) return { check, code: "key_rotating", values: { count: old, all: count } };
  return { check, code: former === undefined ? "key_ok" : "key_rotated", values: { count } };
}

/** Was there a backup in the last night? */
export async function checkBackups(
  { backupTo, backupPassphraseFile: file }: Pick<Config, "backupTo" | "backupPassphraseFile">,
  now: () => number,
): Promise<readonly Finding[]> {
  const check = "backup";
  if (backupTo === undefined) return [{ check, code: "backup_unset" }];
  const passphrase = file === undefined ? undefined : await passphraseIn(file);
  const code = file === undefined ? "backup_readable" : passphrase === undefined ? "passphrase_none" : "passphrase_ok";
  const encryption = { check: "backup_passphrase", code, values: { file: file ?? "" } } as const;
  const at = await lastNightlyBackup(backupTo).catch(() => undefined);
  if (at === undefined) return [{ check, code: "backup_none", values: { folder: backupTo } }, encryption];
  const values = { at: new Date(at).toISOString() };
  return [{ check, code: now() - at > BACKUP_AGE_MS ? "backup_old" : "backup_ok", values }, encryption];
}
