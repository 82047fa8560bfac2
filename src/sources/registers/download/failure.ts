import { type FailureKind, SourceFailure } from "../../../outbound/failure.ts";
import { isDiskFull } from "../snapshot/records/failure.ts";

/** Why a register's files could not be had, in our own closed set of words. */
export const FETCH_FAILURES = [
  "connect",
  "timeout",
  "broken_off",
  "rate_limited",
  "http_status",
  "redirect",
  "too_large",
  "closed",
  "mismatch",
  "not_stored",
  "disk_full",
  "no_listing",
  "no_whole_set",
] as const satisfies readonly (FailureKind | string)[];

/**
 * The first ten as in `SourceFailure`. `disk_full`: there is no room for the file; `no_listing`: the list of files
 * cannot be understood; `no_whole_set`: no publication in it is whole.
 */
export type FetchFailureKind = (typeof FETCH_FAILURES)[number];

/** A register's file that could not be had. The message holds our own words only. */
export class FetchFailure extends Error {
  override readonly name = "FetchFailure";
  readonly kind: FetchFailureKind;
  /** Status of the answer, where that was the reason. */
  readonly status: number | undefined;
  /** Milliseconds that the server asked us to wait. */
  readonly waitMs: number | undefined;
  /** The address that was asked: from the list of addresses or made of checked parts, never a text of the server. */
  readonly url: string;

  constructor(
    kind: FetchFailureKind,
    url: string,
    about: { status?: number | undefined; waitMs?: number | undefined; cause?: unknown } = {},
  ) {
    super(kind, { cause: about.cause });
    this.kind = kind;
    this.url = url;
    this.status = about.status;
    this.waitMs = about.waitMs;
  }
}

/** What the client of files throws, as a failure of the file at `url`; anything else is thrown on: a bug of ours. */
export function fetchFailureOf(thrown: unknown, url: string): FetchFailure {
  if (thrown instanceof FetchFailure) return thrown;
  if (!(thrown instanceof SourceFailure)) throw thrown;
  const { status, waitMs } = thrown;
  const isFull = thrown.kind === "not_stored" && isDiskFull(thrown.cause);
  const kind = isFull ? "disk_full" : (FETCH_FAILURES.find((each) => each === thrown.kind) ?? "broken_off");
  return new FetchFailure(kind, url, { status, waitMs, cause: thrown });
}
