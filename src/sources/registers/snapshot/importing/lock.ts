import { DatabaseSync } from "node:sqlite";
import { RegisterFileError } from "../records/failure.ts";

/** A right that one process at a time has. */
export interface Lock {
  release(): void;
}

/**
 * Holds the right to build register files in a folder. The system itself keeps the lock and drops it when the
 * process ends, however it ends: there is no stale lock to recognise and none to remove by hand.
 * @throws RegisterFileError when another import is running.
 */
export function holdImportLock(file: string): Lock {
  return hold(file, "another import of registers is running; wait until it has ended.");
}

/**
 * Holds the right to download register files into a folder, in the same way. An import may run meanwhile.
 * @throws RegisterFileError when another fetch is running.
 */
export function holdFetchLock(file: string): Lock {
  return hold(file, "another fetch of registers is running; wait until it has ended.");
}

function hold(file: string, reason: string): Lock {
  const db = new DatabaseSync(file, { timeout: 0 });
  try {
    db.exec("BEGIN EXCLUSIVE");
  } catch (cause) {
    db.close();
    throw new RegisterFileError(file, undefined, reason, { cause });
  }
  return { release: () => db.close() };
}
