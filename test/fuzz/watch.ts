import { setTimeout as sleep } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { type Board, createBoard, inputOn } from "./board.ts";
import type { Input } from "./fuzzer.ts";

/** No input of at most 256 KiB may take so long, however busy the machine, in milliseconds. */
const HANG_MS = 20_000;

/** How often it is looked whether the fuzzer still goes on. */
const LOOK_MS = 250;

/** A way to fail, with the smallest input that was found for it. */
export interface Failed {
  readonly key: string;
  readonly input: Input;
  readonly details: string;
}

/** What a fuzzer did. */
export interface Fuzzed {
  readonly inputs: number;
  readonly slowestMs: number;
  readonly failed: readonly Failed[];
}

/** What a fuzzer is to do: by name, or any other module that exports `fuzzer`, for tests of this driver. */
export interface FuzzPlan {
  readonly name: string;
  readonly seed: number;
  readonly milliseconds: number;
  readonly hangMs?: number;
}

/** What the worker is given. */
export interface WorkerTask {
  readonly name: string;
  readonly seed: number;
  readonly milliseconds: number;
  readonly board: Board;
  /** Ways to fail that are known from an earlier worker of the same run. */
  readonly known: readonly string[];
}

/** What the worker reports at its end. */
export type WorkerReport = Fuzzed;

/**
 * Runs a fuzzer in a worker for so long. An input that never ends is taken from the board that the worker writes each
 * input on, and another worker goes on with another seed.
 */
export async function fuzz({ name, seed, milliseconds, hangMs = HANG_MS }: FuzzPlan): Promise<Fuzzed> {
  const end = performance.now() + milliseconds;
  let inputs = 0;
  let slowestMs = 0;
  const failed: Failed[] = [];
  for (let round = 0; round === 0 || performance.now() < end; round++) {
    const board = createBoard();
    const left = Math.max(0, end - performance.now());
    const known = failed.map(({ key }) => key);
    const task: WorkerTask = { name, seed: seed + round, milliseconds: left, board, known };
    const worker = new Worker(new URL("./worker.ts", import.meta.url), {
      workerData: task,
      resourceLimits: { maxOldGenerationSizeMb: 1_024 },
    });
    const ended = new Promise<WorkerReport | Error>((resolve) => {
      worker.once("message", resolve);
      worker.once("error", (cause) => resolve(cause instanceof Error ? cause : new Error(String(cause))));
    });
    const outcome = await Promise.race([ended, hangOf(board, hangMs)]);
    await worker.terminate();
    if (outcome === "hang" || outcome instanceof Error) {
      inputs += Atomics.load(board.count, 0);
      const input = inputOn(board);
      // A file of the corpus that never ends holds up every worker.
      if (failed.some((other) => Buffer.compare(other.input, input) === 0)) break;
      const [key, details] =
        outcome === "hang" ? ["hang", `no end after ${hangMs} ms`] : ["worker ended", String(outcome)];
      failed.push({ key: `${key} ${failed.length}`, input, details });
      continue;
    }
    inputs += outcome.inputs;
    slowestMs = Math.max(slowestMs, outcome.slowestMs);
    failed.push(...outcome.failed);
    break;
  }
  return { inputs, slowestMs, failed };
}

/** Resolves when one input has been under way for too long. Loading the parser does not count. */
async function hangOf(board: Board, hangMs: number): Promise<"hang"> {
  let since = performance.now();
  let count = -1;
  for (;;) {
    await sleep(LOOK_MS, undefined, { ref: false });
    const now = Atomics.load(board.count, 0);
    if (now !== count || now === 0) {
      count = now;
      since = performance.now();
    } else if (performance.now() - since > hangMs) return "hang";
  }
}
