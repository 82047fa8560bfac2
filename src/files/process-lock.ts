import { DatabaseSync } from "node:sqlite";

/** A lock that one process at a time holds. */
export interface ProcessLock {
  release(): void;
}

/** SQLite's codes for a lock that somebody else holds: `SQLITE_BUSY`, `SQLITE_LOCKED`. */
const HELD: readonly number[] = [5, 6];

/** True for an error of SQLite that says that another process holds a lock. */
export function isHeld(cause: unknown): boolean {
  if (!(cause instanceof Error) || !("errcode" in cause) || typeof cause.errcode !== "number") return false;
  return HELD.includes(cause.errcode & 0xff);
}

/**
 * Locks a file, which is created where it is missing. The system releases the lock at the end of the process, however
 * it ends, so no stale lock remains.
 * @returns `undefined` where another process holds the lock
 * @throws Error of SQLite when the file cannot be made or locked for another reason.
 */
export function holdProcessLock(file: string): ProcessLock | undefined {
  let db: DatabaseSync | undefined;
  try {
    const opened = new DatabaseSync(file, { timeout: 0 });
    db = opened;
    opened.exec("BEGIN EXCLUSIVE");
    return { release: () => opened.close() };
  } catch (cause) {
    db?.close();
    if (isHeld(cause)) return undefined;
    throw cause;
  }
}
