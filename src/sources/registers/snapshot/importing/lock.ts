import { holdProcessLock, type ProcessLock } from "../../../../files/process-lock.ts";
import { LockHeld, RegisterFileError, writeTrouble } from "../records/failure.ts";

/**
 * Holds the right to build register files in a folder. The system itself keeps the lock and drops it when the
 * process ends, however it ends: there is no stale lock to recognise and none to remove by hand.
 * @throws LockHeld when another import is running; RegisterFileError when the disk is full or does not let it be held.
 */
export function holdImportLock(file: string): ProcessLock {
  return hold(file, "another import of registers is running; wait until it has ended.");
}

/**
 * Holds the right to download register files into a folder, in the same way. An import may run meanwhile.
 * @throws LockHeld when another fetch is running; RegisterFileError when the disk is full or does not let it be held.
 */
export function holdFetchLock(file: string): ProcessLock {
  return hold(file, "another fetch of registers is running; wait until it has ended.");
}

function hold(file: string, reason: string): ProcessLock {
  let lock: ProcessLock | undefined;
  try {
    lock = holdProcessLock(file);
  } catch (cause) {
    const trouble = `${writeTrouble(cause)}; the published registers stay as they were.`;
    throw new RegisterFileError(file, undefined, trouble, { cause });
  }
  if (lock === undefined) throw new LockHeld(file, undefined, reason);
  return lock;
}
