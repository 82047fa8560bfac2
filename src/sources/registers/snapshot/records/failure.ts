/**
 * An import or a snapshot that could not be used. The message is for the operator: it names the file and, where
 * there is one, the line. It never quotes what stands in the file.
 */
export class RegisterFileError extends Error {
  override readonly name: string = "RegisterFileError";
  readonly file: string;
  /** 1-based line of the file as unpacked, when one is to blame. */
  readonly line: number | undefined;

  constructor(file: string, line: number | undefined, reason: string, options?: ErrorOptions) {
    super(`${line === undefined ? file : `${file}:${line}`}: ${reason}`, options);
    this.file = file;
    this.line = line;
  }
}

/** Another process imports or fetches: it is worth trying again when it has ended. */
export class LockHeld extends RegisterFileError {
  override readonly name = "LockHeld";
}

/**
 * A register file of which something was found damaged while it was read: what it holds of a firm is not known then,
 * which is another answer than "no such firm".
 */
export class SnapshotDamage extends RegisterFileError {
  override readonly name = "SnapshotDamage";
}

/** A row whose values do not fit its checksum. */
export class DamagedRow extends Error {
  override readonly name = "DamagedRow";

  constructor(id: number) {
    super(`row ${id} does not fit its checksum`);
  }
}

/** Search keys that do not fit their checksum, or that are not where they should be. */
export class DamagedKeys extends Error {
  override readonly name = "DamagedKeys";

  constructor() {
    super("search keys do not fit their checksum");
  }
}

/** SQLite's codes for a file whose structure is damaged: `SQLITE_CORRUPT`, `SQLITE_NOTADB`. */
const DAMAGED_STRUCTURE: readonly number[] = [11, 26];

/** True for an error that says that the file itself is damaged. */
export function isDamage(cause: unknown): boolean {
  if (cause instanceof DamagedRow || cause instanceof DamagedKeys) return true;
  if (!(cause instanceof Error) || !("errcode" in cause) || typeof cause.errcode !== "number") return false;
  return DAMAGED_STRUCTURE.includes(cause.errcode & 0xff);
}

/** Why files cannot be written, for a message to the operator. */
export function writeTrouble(cause: unknown): string {
  return isDiskFull(cause) ? "the disk is full" : "it cannot be written";
}

/** True for the code that SQLite or the system gives an error where there is no room, for deciding what to say. */
export function isDiskFull(cause: unknown): boolean {
  if (!(cause instanceof Error)) return false;
  if ("code" in cause && (cause.code === "ENOSPC" || cause.code === "EDQUOT")) return true;
  return "errcode" in cause && typeof cause.errcode === "number" && (cause.errcode & 0xff) === 13;
}

/** SQLite's result codes for what the machine refuses: no right, locked, memory, reading, opening (sqlite.org/rescode). */
const REFUSED_BY_MACHINE: readonly number[] = [3, 5, 6, 7, 10, 14, 23];

/** The same from the system itself. */
const REFUSED_BY_SYSTEM: readonly string[] = [
  "EACCES",
  "EPERM",
  "EROFS",
  "EIO",
  "ELOOP",
  "ESTALE",
  "EMFILE",
  "ENFILE",
  "ENOMEM",
  "ENOSPC",
  "EDQUOT",
  "EBUSY",
  "ENOTDIR",
  "ETIMEDOUT",
  "ENXIO",
  "ENODEV",
];

/**
 * True when a file could not be read for a reason that does not lie in the file: no right, no handle left, a disk that
 * fails. The same file may be readable a minute later, so it must not be taken for damaged.
 */
export function isMachineFailure(cause: unknown): boolean {
  if (!(cause instanceof Error)) return false;
  if ("errcode" in cause && typeof cause.errcode === "number") return REFUSED_BY_MACHINE.includes(cause.errcode & 0xff);
  if ("code" in cause && typeof cause.code === "string" && REFUSED_BY_SYSTEM.includes(cause.code)) return true;
  return isMachineFailure(cause.cause);
}
