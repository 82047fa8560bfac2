import { statSync } from "node:fs";
import { dirname } from "node:path";

/** Numbers of SQLite for a disk without space, an error of the disk, and a file that cannot be opened. */
const FULL = 13;

/**
 * What stands between a process and a file, with the next step, in one line: the path, whose it is and who asked.
 * @returns `undefined` for an error that is none of a file
 */
export function fileTrouble(cause: unknown): string | undefined {
  if (!(cause instanceof Error)) return undefined;
  const code = "code" in cause ? String(cause.code) : "";
  const path = "path" in cause && typeof cause.path === "string" ? cause.path : undefined;
  if (code === "ENOSPC" || code === "EDQUOT" || ("errcode" in cause && Number(cause.errcode) % 256 === FULL)) {
    return `${path ?? "DATA_DIR"}: the disk is full. Free space there, and start again: what was begun is made anew.`;
  }
  if (path === undefined || !/^(EACCES|EPERM|EROFS)$/.test(code)) return undefined;
  if (code === "EROFS") return `${path}: the file system is read-only. Name another DATA_DIR, or mount it for writing.`;
  const there = nearest(path);
  const owner = statSync(there, { throwIfNoEntry: false })?.uid;
  return (
    `${path}: user ${process.getuid?.()} may not read or write there; ${there} belongs to user ${owner}. ` +
    `Run the command as that user or as root, or give it away: chown -R ${process.getuid?.()} ${there}`
  );
}

/** The path, or what is there and may be looked at of the way to it. */
function nearest(path: string): string {
  try {
    if (statSync(path, { throwIfNoEntry: false }) !== undefined || dirname(path) === path) return path;
  } catch {
    // Below a folder that may not be entered.
  }
  return nearest(dirname(path));
}
