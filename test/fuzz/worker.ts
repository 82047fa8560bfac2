/** The worker of `watch.ts`: runs one fuzzer over its corpus, then over what is made of it, until its time is over. */
import { inspect } from "node:util";
import { parentPort, workerData } from "node:worker_threads";
import { writeOn } from "./board.ts";
import { corpusOf, type Input, loadFuzzer } from "./fuzzer.ts";
import { inputsOf, minimised, tryInput } from "./search.ts";
import type { Failed, WorkerReport, WorkerTask } from "./watch.ts";

/** More different ways to fail than this are one defect that shows everywhere. */
const MOST_FAILURES = 20;

const { name, seed, milliseconds, board, known }: WorkerTask = workerData;
const fuzzer = await loadFuzzer(name);
const corpus = corpusOf(name, fuzzer).map(([, input]) => input);
const failed = new Map<string, Failed>();
let inputs = 0;
let slowestMs = 0;

const watched = {
  check: (input: Input) => {
    writeOn(board, input);
    return fuzzer.check(input);
  },
};

const end = performance.now() + milliseconds;
for (const input of corpus) await run(input);
for (const input of inputsOf(fuzzer, corpus, seed)) {
  if (performance.now() >= end || failed.size >= MOST_FAILURES) break;
  await run(input);
}
const report: WorkerReport = { inputs, slowestMs, failed: [...failed.values()] };
parentPort?.postMessage(report);

async function run(input: Input): Promise<void> {
  inputs++;
  const begun = performance.now();
  const found = await tryInput(watched, input);
  slowestMs = Math.max(slowestMs, performance.now() - begun);
  if (found === undefined || failed.has(found.key) || known.includes(found.key)) return;
  const smallest = await minimised(watched, found);
  failed.set(found.key, { key: found.key, input: smallest.input, details: inspect(smallest.error) });
}
