import { DatabaseSync } from "node:sqlite";

/** A right that one process at a time has. */
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
 * Holds a lock on a file of its own, which is made when it is missing; `undefined` when another process holds it. The
 * system keeps the lock and drops it when the process ends, however it ends: no stale lock is ever left behind.
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
