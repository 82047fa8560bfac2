import { Worker } from "node:worker_threads";
import { SourceFailure } from "../outbound/failure.ts";
import type { SnapshotFetched } from "../sources/registers/snapshot/fetched/fetch-snapshot.ts";
import { SnapshotRefusal } from "../sources/registers/snapshot/fetched/refusal.ts";
import type { PackedFile } from "../sources/registers/snapshot/importing/checksum-file.ts";
import { isDiskFull, RegisterFileError } from "../sources/registers/snapshot/records/failure.ts";

/** One fetch, as it is handed to the thread that does it. */
export interface SnapshotJob {
  /** The data directory. */
  readonly dir: string;
  /** Where the file lies; where `packed` is given, its packed form. */
  readonly url: string;
  readonly sha256: string;
  readonly packed?: PackedFile;
  readonly userAgent: string;
  /** The service's clock at the start, milliseconds since 1970. */
  readonly startedAt: number;
}

/** What became of it. A message holds our own words only. */
export type SnapshotReport =
  | SnapshotFetched
  | {
      readonly kind: "failed";
      readonly failure: string;
      readonly message: string;
      readonly waitMs?: number;
      /** The file itself is not to be used: the same one need not be fetched again. */
      readonly isRefusal?: boolean;
    };

/** A failure as it goes from one thread to the other; `undefined` for a bug of ours. */
export function reportOf(thrown: unknown): SnapshotReport | undefined {
  if (thrown instanceof SourceFailure) {
    const { kind, message, waitMs } = thrown;
    if (isDiskFull(thrown.cause)) {
      return { kind: "failed", failure: "disk_full", message: "the disk has no room for the snapshot." };
    }
    return { kind: "failed", failure: kind, message, ...(waitMs === undefined ? {} : { waitMs }) };
  }
  if (thrown instanceof SnapshotRefusal) {
    return { kind: "failed", failure: thrown.kind, message: thrown.message, isRefusal: true };
  }
  if (thrown instanceof RegisterFileError) {
    const failure = isDiskFull(thrown.cause) ? "disk_full" : "not_stored";
    return { kind: "failed", failure, message: thrown.message };
  }
  return undefined;
}

/** A stop waits so long for the work to be put down, in milliseconds; what is done is kept either way. */
const STOP_MS = 3_000;

/**
 * Does one fetch in a thread of its own: summing up, checking and classifying millions of firms takes seconds
 * at a time, in which the serving thread would answer nobody.
 * @returns what became of it, and a way to stop it. @throws what is a bug of ours.
 */
export function runSnapshotJob(job: SnapshotJob): { readonly report: Promise<SnapshotReport>; stop(): Promise<void> } {
  // As compiled, or from the sources as Node runs them itself.
  const file = import.meta.url.endsWith(".ts") ? "./snapshot-worker.ts" : "./snapshot-worker.js";
  const worker = new Worker(new URL(file, import.meta.url), { workerData: job, execArgv: [], name: "snapshot" });
  const ended = new Promise<void>((resolve) => worker.once("exit", () => resolve()));
  const report = new Promise<SnapshotReport>((resolve, reject) => {
    worker.once("message", resolve);
    worker.once("error", reject);
    void ended.then(() => reject(new Error("the thread that fetches the snapshot ended without a word")));
  });
  report.catch(() => undefined);
  return {
    report,
    async stop() {
      worker.postMessage("stop");
      const timer = setTimeout(() => void worker.terminate(), STOP_MS);
      await ended;
      clearTimeout(timer);
    },
  };
}
