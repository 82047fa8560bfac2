import { DatabaseSync } from "node:sqlite";
import { isHeld, LockHeld, RegisterFileError, writeTrouble } from "../records/failure.ts";

/** A right that one process at a time has. */
export interface Lock {
  release(): void;
}

/**
 * Holds the right to build register files in a folder. The system itself keeps the lock and drops it when the
 * process ends, however it ends: there is no stale lock to recognise and none to remove by hand.
 * @throws LockHeld when another import is running; RegisterFileError when the disk is full or does not let it be held.
 */
export function holdImportLock(file: string): Lock {
  return hold(file, "another import of registers is running; wait until it has ended.");
}

/**
 * Holds the right to download register files into a folder, in the same way. An import may run meanwhile.
 * @throws LockHeld when another fetch is running; RegisterFileError when the disk is full or does not let it be held.
 */
export function holdFetchLock(file: string): Lock {
  return hold(file, "another fetch of registers is running; wait until it has ended.");
}

function hold(file: string, reason: string): Lock {
  let db: DatabaseSync | undefined;
  try {
    const opened = new DatabaseSync(file, { timeout: 0 });
    db = opened;
    opened.exec("BEGIN EXCLUSIVE");
    return { release: () => opened.close() };
  } catch (cause) {
    db?.close();
    if (isHeld(cause)) throw new LockHeld(file, undefined, reason, { cause });
    const trouble = `${writeTrouble(cause)}; the published registers stay as they were.`;
    throw new RegisterFileError(file, undefined, trouble, { cause });
  }
}
