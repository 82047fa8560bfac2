import { renameSync, rmSync } from "node:fs";

/** SQLite's codes for a file that is damaged or no database: `SQLITE_CORRUPT`, `SQLITE_NOTADB`. */
const DAMAGED: readonly number[] = [11, 26];

/** True for an error of SQLite that says that the file itself is damaged, not the machine around it. */
export function isDamagedFile(cause: unknown): boolean {
  if (!(cause instanceof Error) || !("errcode" in cause) || typeof cause.errcode !== "number") return false;
  return DAMAGED.includes(cause.errcode & 0xff);
}

/**
 * Renames a damaged database (counts, a cache) that can start empty, so that the operator can examine it. A file that was
 * put aside before is replaced. The log is removed, so that it is not applied to the new file. No process may have the
 * database open.
 * @throws Error of the file system when it cannot be moved.
 */
export function putDatabaseAside(file: string): void {
  renameSync(file, `${file}.damaged`);
  for (const suffix of ["-wal", "-shm", "-journal"]) rmSync(file + suffix, { force: true });
}
