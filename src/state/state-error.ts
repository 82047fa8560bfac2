/**
 * What went wrong, in the five words that callers tell apart. `conflict`: a key is there already. `busy`: others hold
 * what is needed, the whole transaction may be tried again. `down`: the database cannot be reached or used. `full`:
 * there is no space. `other`: a mistake of ours.
 */
export type StateErrorKind = "conflict" | "busy" | "down" | "full" | "other";

/** What the operator reads in `/readyz` about a database that does not do what it should. */
export type StateTrouble = "busy" | "down" | "full" | "damaged" | "read_only";

/** A failure of the state database. The message has no value of a row in it; `cause` is what the driver threw. */
export class StateError extends Error {
  override readonly name = "StateError";
  readonly kind: StateErrorKind;
  /** `undefined` for a conflict and for our own mistakes, which say nothing about the database. */
  readonly trouble: StateTrouble | undefined;
  /** True when the write may have been done although it failed: the connection was lost before the answer came. */
  readonly isOutcomeUnknown: boolean;

  constructor(
    kind: StateErrorKind,
    options: { readonly cause?: unknown; readonly trouble?: StateTrouble; readonly isOutcomeUnknown?: boolean } = {},
  ) {
    const trouble = options.trouble ?? (kind === "conflict" || kind === "other" ? undefined : kind);
    super(`the state database: ${trouble ?? kind}${codeOf(options.cause)}`, { cause: options.cause });
    this.kind = kind;
    this.trouble = trouble;
    this.isOutcomeUnknown = options.isOutcomeUnknown ?? false;
  }
}

/** A database that this program must not use: it is newer, or its migrations are not ours. One line, for the operator. */
export class StateVersionError extends Error {
  override readonly name = "StateVersionError";
}

/** There is no state where the settings say, and this program must not begin one. */
export class NoStateError extends StateVersionError {
  /** @param where as `whereIsState` says it */
  constructor(where: string) {
    super(`There is no state in ${where}. DATA_DIR or --env-file?`);
  }
}

function codeOf(cause: unknown): string {
  if (typeof cause !== "object" || cause === null) return "";
  const code = "errcode" in cause ? `SQLite ${cause.errcode}` : "code" in cause ? cause.code : undefined;
  return code === undefined ? "" : ` (${String(code)})`;
}

/** The failure as a StateError: SQLite's by its number, see https://sqlite.org/rescode.html. */
export function sqliteError(cause: unknown): unknown {
  if (cause instanceof StateError || !(cause instanceof Error)) return cause;
  if ("errcode" in cause && typeof cause.errcode === "number") {
    const { errcode } = cause;
    if (errcode === 2067 || errcode === 1555) return new StateError("conflict", { cause });
    switch (errcode & 0xff) {
      case 5:
      case 6:
        return new StateError("busy", { cause });
      case 13:
        return new StateError("full", { cause });
      case 8:
        return new StateError("down", { cause, trouble: "read_only" });
      case 11:
      case 26:
        return new StateError("down", { cause, trouble: "damaged" });
      case 10:
      case 14:
        return new StateError("down", { cause });
      default:
        return new StateError("other", { cause });
    }
  }
  // The folder cannot be made, or the handle was closed.
  if ("code" in cause && /^E[A-Z]+$/.test(String(cause.code))) {
    return new StateError(cause.code === "ENOSPC" ? "full" : "down", { cause });
  }
  if ("code" in cause && cause.code === "ERR_INVALID_STATE") return new StateError("down", { cause });
  return cause;
}

const CONFLICT = new Set(["23505"]);
const BUSY = new Set(["40001", "40P01", "55P03"]);
/** Shutting down, starting up, too many connections, a read-only server after a change of the leading one. */
const DOWN = /^(57P0[1-5]|08\w{3}|53300|25006|57014|25P03|28\w{3}|3D000)$/;
const BROKEN_CONNECTION =
  /terminated|timeout|Connection (ended|closed)|not queryable|socket|Client has encountered a connection error/i;

/**
 * The failure as a StateError: PostgreSQL's by its SQLSTATE, the network's by its code, the client's by its words.
 * @param isWrite whether a lost connection leaves it unknown if something was changed.
 */
export function postgresError(cause: unknown, isWrite: boolean): unknown {
  if (cause instanceof StateError || !(cause instanceof Error)) return cause;
  const code = "code" in cause ? String(cause.code) : "";
  if (CONFLICT.has(code)) return new StateError("conflict", { cause });
  if (BUSY.has(code)) return new StateError("busy", { cause });
  if (code === "53100") return new StateError("full", { cause });
  if (code === "25006") return new StateError("down", { cause, trouble: "read_only" });
  // A statement that the server itself cut off or refused is known not to have been done.
  if (code === "57014" || code === "53300" || code === "57P03") return new StateError("down", { cause });
  const isNetwork = /^E[A-Z_]+$/.test(code) || (code === "" && BROKEN_CONNECTION.test(cause.message));
  if (isNetwork || DOWN.test(code)) return new StateError("down", { cause, isOutcomeUnknown: isWrite });
  return /^[0-9A-Z]{5}$/.test(code) ? new StateError("other", { cause }) : cause;
}
