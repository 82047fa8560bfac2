import { createHash } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { createConnectFetch } from "./connect-fetch.ts";
import { failureOf, SourceFailure } from "./failure.ts";
import type { Fetch } from "./follow.ts";
import { openPartial, type PartialFile, type Validators } from "./partial-file.ts";
import { receive } from "./receive.ts";

export type { Validators } from "./partial-file.ts";

/** What a file must be; what is not given is not looked at. Checksums in hexadecimal digits. */
export interface Expected {
  readonly bytes?: number;
  readonly sha256?: string;
  readonly md5?: string;
}

/** One file to bring here. Times in milliseconds. */
export interface Download {
  readonly url: URL;
  /** Where the finished file goes, whole or not at all. While it grows it is `<to>.part`. */
  readonly to: string;
  /** The most bytes it may have, as they are sent: nothing is unpacked. */
  readonly maxBytes: number;
  /** What the server said of the version that we hold: the same version is then not sent again. */
  readonly known?: Validators;
  readonly expected?: Expected;
  /** Further origins (`https://files.example.org`) to which a redirect may lead; default: the same host only. */
  readonly redirectTo?: readonly string[];
  /** The longest silence in the middle; default half a minute. */
  readonly stallMs?: number;
  /** The longest that all attempts together may take; default: without end, as long as something comes. */
  readonly totalMs?: number;
  /** Attempts without getting on by at least a mebibyte; default 5. */
  readonly attempts?: number;
  /** Stops it; what is here is kept for the next call. */
  readonly signal?: AbortSignal;
  /** Called with the bytes received so far and, where known, the bytes in total. */
  readonly onProgress?: (done: number, total: number | undefined) => void;
}

/** What became of it. */
export type Downloaded =
  | { readonly kind: "unchanged" }
  | {
      readonly kind: "downloaded";
      readonly bytes: number;
      readonly sha256: string;
      /** For `known` of the next call. */
      readonly validators: Validators;
      /** Bytes that an earlier call had brought. */
      readonly resumedFrom: number;
    };

/** Everything that touches the outside; the defaults are those of production. */
export interface DownloadEnvironment {
  /** `Dosah/<version> (+<public address>)`. */
  readonly userAgent: string;
  readonly now: () => Date;
  readonly fetch?: Fetch;
  readonly sleep?: (ms: number, signal: AbortSignal) => Promise<void>;
  /** A number from 0 up to 1, for jitter. */
  readonly random?: () => number;
}

/** A file is big and nobody waits for a page: connecting may take longer than for a question. */
const CONNECT_MS = 10_000;
const STALL_MS = 30_000;
const ATTEMPTS = 5;
const FIRST_PAUSE_MS = 1_000;
/** A longer `Retry-After` is for the caller's timetable (`waitMs` of the failure). */
const LONGEST_PAUSE_MS = 60_000;
/** Who gets on so far between two breaks is not in vain. */
const PROGRESS_BYTES = 1_048_576;

/**
 * Brings one file to a path of this machine. The body goes to disk as it comes; a broken connection, a stop and a killed
 * process are gone on from (`Range` with `If-Range`), where the server names the version by a strong `ETag` or a date.
 * Size and checksums, also the server's own `Content-MD5`, are checked before the file gets its name.
 * @throws SourceFailure when it could not be had: `mismatch` for another size or checksum than expected, `not_stored`
 *   (with the system's error as cause) for a disk that is full or may not be written, `closed` when the signal stopped
 *   it, and the kinds of every source. `waitMs` is there when the server asked for a long pause.
 */
export async function download(what: Download, environment: DownloadEnvironment): Promise<Downloaded> {
  const { sleep = pause, random = Math.random } = environment;
  const fetch = environment.fetch ?? createConnectFetch(CONNECT_MS);
  const stopped = new AbortController().signal;
  const limits = [what.signal ?? stopped];
  if (what.totalMs !== undefined) limits.push(AbortSignal.timeout(what.totalMs));
  const signal = AbortSignal.any(limits);
  const part = await openPartial(what.to, keyOf(what), ["sha256", "md5"]);
  try {
    let furthest = part.bytes;
    for (let attempt = 1; ; attempt++) {
      try {
        return await attemptOnce();
      } catch (thrown) {
        const failure = signal.aborted ? stopOf(what) : failureOf(thrown);
        if (part.bytes - furthest >= PROGRESS_BYTES) attempt = 1;
        furthest = Math.max(furthest, part.bytes);
        const ms = failure.waitMs ?? FIRST_PAUSE_MS * 2 ** (attempt - 1) * (0.5 + random() / 2);
        const isLast = attempt >= (what.attempts ?? ATTEMPTS) || ms > LONGEST_PAUSE_MS || !mayPass(failure);
        if (!isLast) await sleep(ms, signal).catch(() => undefined);
        if (signal.aborted) throw stopOf(what);
        if (isLast) throw failure;
      }
    }
  } catch (thrown) {
    // What is no part of the wanted file is of no use later, and a full disk must not stay full.
    const failure = failureOf(thrown);
    if (["mismatch", "too_large", "not_stored"].includes(failure.kind)) await part.remove();
    throw failure;
  } finally {
    await part.close();
  }

  async function attemptOnce(): Promise<Downloaded> {
    if (part.total === null || part.bytes !== part.total) {
      const answer = await receive(fetch, what, part, {
        userAgent: environment.userAgent,
        now: environment.now,
        signal,
        stallMs: what.stallMs ?? STALL_MS,
      });
      if (answer === "unchanged") {
        await part.remove();
        return { kind: "unchanged" };
      }
    }
    const resumedFrom = part.found;
    if (!isExpected(part, what.expected ?? {})) {
      // Bytes from before a restart may be to blame; those that came in one go are not.
      if (resumedFrom > 0) await part.begin(part.validators, null);
      throw new SourceFailure(resumedFrom > 0 ? "broken_off" : "mismatch");
    }
    const { bytes, validators } = part;
    const sha256 = part.checksum("sha256");
    await part.finish();
    return { kind: "downloaded", bytes, sha256, validators, resumedFrom };
  }
}

function isExpected(part: PartialFile, { bytes, sha256, md5 }: Expected): boolean {
  return (
    (bytes === undefined || part.bytes === bytes) &&
    (sha256 === undefined || part.checksum("sha256") === sha256.toLowerCase()) &&
    [md5?.toLowerCase() ?? null, part.md5].every((one) => one === null || part.checksum("md5") === one)
  );
}

/** What a part belongs to, in a form that gives no address away. */
function keyOf({ url, expected }: Download): string {
  return createHash("sha256")
    .update(JSON.stringify([url.href, expected ?? {}]))
    .digest("hex");
}

function stopOf({ signal }: Download): SourceFailure {
  return new SourceFailure(signal?.aborted === true ? "closed" : "timeout");
}

/** True for what may be different a moment later. Nobody waits for an answer, so more is tried again than for a question. */
function mayPass({ kind, status }: SourceFailure): boolean {
  if (kind === "http_status") return status !== undefined && (status >= 500 || status === 408);
  return ["connect", "timeout", "broken_off", "rate_limited"].includes(kind);
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await wait(ms, undefined, { signal });
}
