import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { sqliteError } from "./state-error.ts";

/** A lock that ends with the process, however it ends. */
export interface InUse {
  release(): void;
}

/**
 * Says that the embedded state is in use, which any number of processes may say at once.
 * @throws StateError `busy` while a restore replaces the file.
 */
export function shareStateFile(dir: string): InUse {
  return lock(dir, "BEGIN; SELECT count(*) FROM sqlite_master");
}

/**
 * Keeps everybody else from the embedded state.
 * @throws StateError `busy` while a process uses it.
 */
export function takeStateFile(dir: string): InUse {
  return lock(dir, "BEGIN EXCLUSIVE");
}

function lock(dir: string, how: string): InUse {
  try {
    mkdirSync(dir, { recursive: true });
    const db = new DatabaseSync(join(dir, "state.lock"), { timeout: 50 });
    try {
      db.exec(how);
    } catch (cause) {
      db.close();
      throw cause;
    }
    return { release: () => db.close() };
  } catch (cause) {
    throw sqliteError(cause);
  }
}
