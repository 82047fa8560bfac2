import { mkdir, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { BackupError } from "../state/backup/backup-error.ts";
import { checkBackup, writeBackup } from "../state/backup/write-backup.ts";
import type { State } from "../state/state.ts";
import { VERSION } from "../version.ts";
import { passphraseIn } from "./passphrase.ts";

/** An erased account is in no backup after this time. */
const KEPT_DAYS = 35;
const NAME = /^dosah-\d{4}-\d{2}-\d{2}\.backup(\.part)?$/;

/** How the last backup of the night fared on this instance; `off`: it writes none. */
export type BackupHealth = "off" | "ok" | "failed" | "too_long";

/** A backup took longer than `BACKUP_MINUTES`. */
class BackupTooLong extends Error {
  override readonly name = "BackupTooLong";
}

/** The backups of the night of this instance, each within its time. */
export function createNightlyBackups(options: {
  readonly write: (day: string, signal: AbortSignal) => Promise<void>;
  readonly mostMs: number;
}) {
  let health: BackupHealth = "ok";
  return {
    health: () => health,
    /** @param stop the instance stops */
    write: async (day: string, stop: AbortSignal): Promise<void> => {
      const late = new AbortController();
      const timer = setTimeout(() => late.abort(new BackupTooLong()), options.mostMs);
      try {
        await options.write(day, AbortSignal.any([stop, late.signal]));
        health = "ok";
      } catch (cause) {
        if (!stop.aborted) health = late.signal.aborted ? "too_long" : "failed";
        throw cause;
      } finally {
        clearTimeout(timer);
      }
    },
  };
}

/** When the newest whole backup in the folder was written, milliseconds since 1970; `undefined` when there is none. */
export async function lastNightlyBackup(folder: string): Promise<number | undefined> {
  const names = (await readdir(folder)).filter((name) => NAME.test(name) && !name.endsWith(".part"));
  const times = await Promise.all(names.map(async (name) => (await stat(join(folder, name))).mtimeMs));
  return times.length === 0 ? undefined : Math.max(...times);
}

/**
 * Writes the backup of a day into the folder as `dosah-2026-11-22.backup`, unless a sound one is there, and removes
 * its own files that are older than 35 days. Other files in the folder stay.
 * @throws BackupError, StateError, and where the passphrase cannot be read: nothing readable is written instead
 */
export async function writeNightlyBackup(options: {
  readonly state: State;
  readonly folder: string;
  readonly day: string;
  readonly settings: readonly string[];
  /** The file with the passphrase that encrypts it; without one it is readable. */
  readonly passphraseFile?: string | undefined;
  readonly now: () => Date;
  /** Gives it up: the file is removed. */
  readonly signal?: AbortSignal;
}): Promise<void> {
  const { state, folder, day, settings, passphraseFile, now, signal } = options;
  const passphrase = passphraseFile === undefined ? undefined : await passphraseIn(passphraseFile);
  if (passphraseFile !== undefined && passphrase === undefined) {
    throw new Error("BACKUP_PASSPHRASE_FILE cannot be read or is empty: no backup was written");
  }
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const to = join(folder, `dosah-${day}.backup`);
  try {
    await writeBackup({ state, to, settings, passphrase, now, program: VERSION, signal });
  } catch (cause) {
    // The job was done, and nobody learned of it.
    if (!(cause instanceof BackupError && cause.trouble === "exists")) throw cause;
    await checkBackup(to, passphrase, signal);
  }
  const oldest = now().getTime() - KEPT_DAYS * 86_400_000;
  for (const name of (await readdir(folder)).filter((each) => NAME.test(each))) {
    const file = join(folder, name);
    if ((await stat(file)).mtimeMs < oldest) await rm(file, { force: true });
  }
}
