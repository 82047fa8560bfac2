import { type ChildProcess, fork } from "node:child_process";
import { hash } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { FileBytes, ReportDocument } from "../document.ts";

/** So many reports may wait for the one process; a further one is refused with a time to try again. */
const MOST_WAITING = 20;

/**
 * A report that takes longer is given up, in milliseconds. The largest register takes under two seconds of CPU, which the
 * process gets last on a busy machine.
 */
const MOST_MS = 120_000;

/** Without work for so long, the process ends and gives its memory back, in milliseconds. */
const IDLE_MS = 60_000;

/** Memory that the process of reports may take, in megabytes. The largest register takes a fifth of it. */
const MOST_MEMORY_MB = 512;

/** Bytes of reports that are kept to be given again. */
const KEPT_BYTES = 16 * 1024 * 1024;

/** Why a report is given up when its maker is closed. */
const STOPS = "the service stops";

/** More reports are asked for than can be made in time: the caller answers 503 and says when to try again. */
export class TooManyReports extends Error {
  constructor(message = "more reports are waiting than may wait") {
    super(message);
    this.name = "TooManyReports";
  }
}

/** Makes PDF files of reports. */
export interface PdfMaker {
  /**
   * The report as PDF; one that was made before is given again. Its language is a part of it, so that a report is kept
   * by content and language.
   * @throws TooManyReports
   */
  make(report: ReportDocument): Promise<FileBytes>;
  close(): Promise<void>;
}

/** What the process says when a report is done. */
export interface PdfDone {
  readonly bytes: FileBytes;
  /** CPU of the process, in milliseconds. */
  readonly ms: number;
}

interface Waiting {
  /** As JSON: cloning a report of many parts would hold up the process that answers. */
  readonly report: string;
  readonly resolve: (bytes: FileBytes) => void;
  readonly reject: (cause: Error) => void;
}

/**
 * Makes reports one after the other in a process of its own: setting and tagging a PDF takes CPU for hundreds of
 * milliseconds, in which the serving process would answer nobody. A thread of the serving process would share its garbage
 * collection and its locks on memory, and make answers wait although its own priority is low. The process starts with the
 * first report.
 * @param onMade gets what a report cost the process, in milliseconds of CPU
 */
export function createPdfMaker(onMade: (ms: number) => void = () => undefined): PdfMaker {
  const kept = new Map<string, Promise<FileBytes>>();
  const sizes = new Map<string, number>();
  const queue: Waiting[] = [];
  let worker: ChildProcess | undefined;
  let current: Waiting | undefined;
  let timer: NodeJS.Timeout | undefined;
  let closed = false;

  return {
    async make(report) {
      // Each step takes a millisecond or two for a long report: others are answered between.
      const json = JSON.stringify(report);
      await nextTurn();
      if (closed) throw new Error(STOPS);
      const key = hash("sha256", json);
      const before = kept.get(key);
      if (before !== undefined) {
        // What was asked for last goes last.
        kept.delete(key);
        kept.set(key, before);
        return before;
      }
      if (queue.length >= MOST_WAITING) throw new TooManyReports();
      const made = new Promise<FileBytes>((resolve, reject) => queue.push({ report: json, resolve, reject }));
      kept.set(key, made);
      made.then(
        (bytes) => keep(key, bytes),
        () => kept.delete(key),
      );
      next();
      return made;
    },
    close: async () => {
      closed = true;
      for (const { reject } of queue.splice(0)) reject(new Error(STOPS));
      stop(new Error(STOPS));
    },
  };

  function next(): void {
    if (current !== undefined) return;
    clearTimeout(timer);
    current = queue.shift();
    if (current === undefined) {
      timer = setTimeout(() => stop(), IDLE_MS);
      timer.unref();
      return;
    }
    timer = setTimeout(() => {
      stop(new TooManyReports("a report took too long"));
      next();
    }, MOST_MS);
    worker ??= begin();
    worker.send(current.report);
  }

  function begin(): ChildProcess {
    // As compiled, or from the sources as Node runs them itself.
    const file = import.meta.url.endsWith(".ts") ? "./pdf-process.ts" : "./pdf-process.js";
    const begun = fork(new URL(file, import.meta.url), {
      // No secret of the service is its business.
      env: {},
      execArgv: [`--max-old-space-size=${MOST_MEMORY_MB}`],
      serialization: "advanced",
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    });
    begun.unref();
    begun.channel?.unref();
    begun.on("message", ({ bytes, ms }: PdfDone) => {
      const done = current;
      current = undefined;
      onMade(ms);
      done?.resolve(bytes);
      next();
    });
    const fail = (cause: Error) => {
      if (worker !== begun) return;
      stop(cause);
      next();
    };
    begun.on("error", fail);
    begun.on("exit", () => fail(new Error("the process of reports ended")));
    return begun;
  }

  /** Ends the process at once; what it worked on fails with the cause. */
  function stop(cause?: Error): void {
    clearTimeout(timer);
    const [ending, failed] = [worker, current];
    worker = undefined;
    current = undefined;
    if (failed !== undefined) failed.reject(cause ?? new Error("the process of reports ended"));
    ending?.kill("SIGKILL");
  }

  /** Keeps a report as long as the cache has space: the one that was asked for longest ago goes first. */
  function keep(key: string, bytes: FileBytes): void {
    sizes.set(key, bytes.length);
    let used = 0;
    for (const size of sizes.values()) used += size;
    for (const oldest of [...kept.keys()]) {
      if (used <= KEPT_BYTES) return;
      used -= sizes.get(oldest) ?? 0;
      // One that is being made has no size yet.
      if (sizes.delete(oldest)) kept.delete(oldest);
    }
  }
}
