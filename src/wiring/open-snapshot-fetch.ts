import { dirname, join } from "node:path/posix";
import type { Logger } from "pino";
import type { SnapshotStatus } from "../capabilities/contexts.ts";
import { SourceFailure } from "../outbound/failure.ts";
import type { SnapshotOrigin } from "../sources/registers/register.ts";
import { askPublished, type Publisher } from "../sources/registers/snapshot/fetched/ask-published.ts";
import { otherVersion, SnapshotRefusal } from "../sources/registers/snapshot/fetched/refusal.ts";
import {
  checksumBeside,
  type PublishedChecksum,
  packedName,
} from "../sources/registers/snapshot/importing/checksum-file.ts";
import { registerPaths } from "../sources/registers/snapshot/importing/files.ts";
import { isReadable, SCHEMA_VERSION } from "../sources/registers/snapshot/layout/schema.ts";
import { runSnapshotJob } from "./snapshot-job.ts";

/** How often the checksum is asked for, in milliseconds. Registers change daily at most. */
const EVERY_MS = 10 * 60_000;
/** After a failure, doubling up to `EVERY_MS`: a publisher that was just swapping its file is whole in a moment. */
const SOON_MS = 60_000;

/** The snapshot of another machine, kept up with. */
export interface SnapshotFetch {
  /**
   * Looks whether there is another one, and fetches it then; while it does, further calls wait for the same. Never
   * throws. Gives milliseconds until the next look.
   */
  poll(): Promise<number>;
  status(): NonNullable<SnapshotStatus["fetching"]>;
  /** Puts down what is under way; it is gone on from at the next start. */
  stop(): Promise<void>;
}

/** What keeping up with a publisher needs. */
export interface SnapshotFetchOptions extends Publisher {
  readonly userAgent: string;
  /** The data directory. */
  readonly dir: string;
  readonly now: () => Date;
  readonly log: Logger;
  /** Where the file in use is from. */
  readonly origin: () => SnapshotOrigin;
  /** Who fetches; default: a thread of its own. */
  readonly run?: typeof runSnapshotJob;
}

/** Prepares to fetch from `url`; nobody is asked before the first look. The address is never logged: it may hold a token. */
export function openSnapshotFetch(options: SnapshotFetchOptions): SnapshotFetch {
  const { url, userAgent, key, dir, now, log, origin, run = runSnapshotJob } = options;
  const closing = new AbortController();
  const paths = registerPaths(dir);

  let published: { readonly etag: string | null; readonly checksum: PublishedChecksum } | undefined;
  let job: ReturnType<typeof runSnapshotJob> | undefined;
  let refused: { readonly sha256: string; readonly refusal: Failure } | undefined;
  let inARow = 0;
  const state = { lastSuccessAt: null, lastFailureAt: null, lastFailure: null, failures: 0 } as {
    -readonly [Key in keyof ReturnType<SnapshotFetch["status"]>]: ReturnType<SnapshotFetch["status"]>[Key];
  };

  let looking: Promise<number> | undefined;

  return {
    poll() {
      looking ??= pollOnce().finally(() => {
        looking = undefined;
      });
      return looking;
    },
    status: () => ({ ...state }),
    async stop() {
      closing.abort();
      await job?.stop();
    },
  };

  async function pollOnce(): Promise<number> {
    try {
      return await keepUp();
    } catch (thrown) {
      if (closing.signal.aborted) return EVERY_MS;
      return failed(failureOf(thrown));
    }
  }

  async function keepUp(): Promise<number> {
    const { sha256, schema, packed } = await askChecksum();
    // Whose own folder is the published one holds what it publishes.
    if (origin().fetchedSha256 === sha256 || checksumBeside(paths.published) === sha256) return succeeded();
    if (refused?.sha256 === sha256) throw refused.refusal;
    if (schema !== undefined && !isReadable(schema)) throw otherVersion(schema, SCHEMA_VERSION);
    log.info({ sha256 }, "another register snapshot is published; fetching it");
    const form = packed === undefined ? { url: url.href } : { url: beside(url, packedName(sha256)).href, packed };
    job = run({ dir, ...form, sha256, userAgent, startedAt: now().getTime() });
    const report = await job.report.finally(() => {
      job = undefined;
    });
    if (report.kind === "busy") return SOON_MS;
    if (report.kind === "failed") {
      const refusal = new Failure(report.failure, report.message, report.waitMs);
      if (report.isRefusal) refused = { sha256, refusal };
      throw refusal;
    }
    if (report.kind === "swapped") {
      const { version, bytes, resumedFrom } = report;
      log.info({ version, bytes, resumedFrom }, "the register snapshot was fetched and serves from now on");
    }
    return succeeded();
  }

  async function askChecksum(): Promise<PublishedChecksum> {
    const asked = await askPublished({ url, key }, published?.etag ?? null, { userAgent, now }, closing.signal);
    if (asked.kind === "received") published = asked;
    if (published === undefined) throw new SourceFailure("http_status", { status: 304 });
    return published.checksum;
  }

  function succeeded(): number {
    if (inARow > 0) log.info("the register snapshot can be fetched again");
    inARow = 0;
    state.lastFailure = null;
    state.lastSuccessAt = now().toISOString();
    return EVERY_MS;
  }

  function failed({ kind, message, waitMs = 0 }: Failure): number {
    // Said once for each kind of trouble: it stays until somebody mends it, and a line every minute helps nobody.
    if (state.lastFailure !== kind) {
      log.warn({ kind, reason: message }, "the register snapshot could not be fetched; what is here serves on");
    }
    inARow++;
    state.failures++;
    state.lastFailure = kind;
    state.lastFailureAt = now().toISOString();
    return Math.max(waitMs, Math.min(EVERY_MS, SOON_MS * 2 ** (inARow - 1)));
  }

  function failureOf(thrown: unknown): Failure {
    if (thrown instanceof Failure) return thrown;
    if (thrown instanceof SourceFailure) return new Failure(thrown.kind, thrown.message, thrown.waitMs);
    if (thrown instanceof SnapshotRefusal) return new Failure(thrown.kind, thrown.message);
    log.error({ err: thrown }, "a bug: the fetch of the register snapshot ended with an error");
    return new Failure("internal", "see the error above");
  }
}

/** The address of another file of the same folder. */
function beside(url: URL, name: string): URL {
  const other = new URL(url);
  other.pathname = join(dirname(url.pathname), name);
  return other;
}

/** Why the snapshot is not fetched, in words that may be logged and shown. */
class Failure extends Error {
  readonly kind: string;
  readonly waitMs: number | undefined;

  constructor(kind: string, message: string, waitMs?: number) {
    super(message);
    this.kind = kind;
    this.waitMs = waitMs;
  }
}
