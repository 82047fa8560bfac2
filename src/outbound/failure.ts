/** What went wrong with a source, in our own closed set of words: foreign text never becomes a cause. */
export const FAILURE_KINDS = [
  "connect",
  "timeout",
  "broken_off",
  "rate_limited",
  "http_status",
  "redirect",
  "too_large",
  "not_text",
  "not_json",
  "wrong_route",
  "not_understood",
  "resting",
  "busy",
  "closed",
  "mismatch",
  "not_stored",
] as const;

/**
 * `connect`: no connection (refused, no such name, no handshake in time); `timeout`: connected, but no whole answer in
 * time; `broken_off`: the connection ended in the middle; `rate_limited`: 429; `http_status`: another status that is
 * no answer; `redirect`: to where we do not follow; `too_large`: over the size cap; `not_text`: bytes that are no UTF-8; `not_json`: a body that is no
 * JSON; `wrong_route`: a 404 that does not speak of the firm; `not_understood`: JSON of another shape; `resting`: not
 * asked, the breaker is open; `busy`: not asked, too many of our own questions wait; `closed`: we are shutting down;
 * `mismatch`: a file of another size or checksum than announced; `not_stored`: a file that could not be written here.
 */
export type FailureKind = (typeof FAILURE_KINDS)[number];

/** A source gave no usable answer. The message holds our own words only, so it may be logged as it is. */
export class SourceFailure extends Error {
  override readonly name = "SourceFailure";
  readonly kind: FailureKind;
  /** Status of the answer, where there was one. */
  readonly status: number | undefined;
  /** Milliseconds that the source itself asked us to wait (`Retry-After`). */
  readonly waitMs: number | undefined;

  constructor(kind: FailureKind, about: { status?: number; waitMs?: number | undefined; cause?: unknown } = {}) {
    super(about.status === undefined ? kind : `${kind} (HTTP ${about.status})`, { cause: about.cause });
    this.kind = kind;
    this.status = about.status;
    this.waitMs = about.waitMs;
  }
}

const RETRYABLE_STATUS: readonly (number | undefined)[] = [502, 503, 504];

/**
 * True for what may be different a moment later: a connection that broke off, a gateway that was overloaded, and a 429
 * that names its wait. A connection that cannot be made at all is not tried again: the breaker opens instead, so that a
 * machine without internet does not wait.
 */
export function mayBeRetried({ kind, status, waitMs }: SourceFailure): boolean {
  if (kind === "broken_off") return true;
  if (kind === "rate_limited") return waitMs !== undefined;
  return kind === "http_status" && RETRYABLE_STATUS.includes(status);
}

/** Any thrown thing as a failure; what we did not throw ourselves is a connection that ended. */
export function failureOf(thrown: unknown): SourceFailure {
  return thrown instanceof SourceFailure ? thrown : new SourceFailure("broken_off", { cause: thrown });
}
