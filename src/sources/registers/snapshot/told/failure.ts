/**
 * An import or a snapshot that could not be used. The message is for the operator: it names the file and, where
 * there is one, the line. It never quotes what stands in the file.
 */
export class RegisterFileError extends Error {
  override readonly name = "RegisterFileError";
  readonly file: string;
  /** 1-based line of the file as unpacked, when one is to blame. */
  readonly line: number | undefined;

  constructor(file: string, line: number | undefined, reason: string, options?: ErrorOptions) {
    super(`${line === undefined ? file : `${file}:${line}`}: ${reason}`, options);
    this.file = file;
    this.line = line;
  }
}

/** True for the code that SQLite or the system gives an error where there is no room, for deciding what to say. */
export function isDiskFull(cause: unknown): boolean {
  if (!(cause instanceof Error)) return false;
  if ("code" in cause && (cause.code === "ENOSPC" || cause.code === "EDQUOT")) return true;
  return "errcode" in cause && typeof cause.errcode === "number" && (cause.errcode & 0xff) === 13;
}

/** SQLite's result codes for what the machine refuses: no right, locked, memory, reading, opening (sqlite.org/rescode). */
const REFUSED_BY_MACHINE: readonly number[] = [3, 5, 6, 7, 10, 14, 23];

/**
 * True when a file could not be read for a reason that does not lie in the file: no right, no handle left, a disk that
 * fails. The same file may be readable a minute later, so it must not be taken for damaged.
 */
export function isMachineFailure(cause: unknown): boolean {
  if (!(cause instanceof Error)) return false;
  if ("errcode" in cause && typeof cause.errcode === "number") return REFUSED_BY_MACHINE.includes(cause.errcode & 0xff);
  return isMachineFailure(cause.cause);
}
