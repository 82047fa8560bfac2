import { parentPort, workerData } from "node:worker_threads";
import { loadKnowledge } from "../knowledge/knowledge.ts";
import { fetchSnapshot } from "../sources/registers/snapshot/fetched/fetch-snapshot.ts";
import { buildOptions } from "./open-registers.ts";
import { reportOf, type SnapshotErrand, type SnapshotReport } from "./snapshot-errand.ts";

const errand = workerData as SnapshotErrand; // set by `runErrand`, the only one who starts this file
const begun = performance.now();
const now = () => new Date(errand.startedAt + performance.now() - begun);
const stop = new AbortController();

parentPort?.once("message", () => stop.abort());
parentPort?.unref();
parentPort?.postMessage(await run());

async function run(): Promise<SnapshotReport> {
  try {
    const options = buildOptions({ dir: errand.dir, knowledge: loadKnowledge(), now });
    const { sha256, userAgent } = errand;
    return await fetchSnapshot(
      { url: new URL(errand.url), sha256, userAgent, now },
      { ...options, signal: stop.signal },
    );
  } catch (thrown) {
    if (stop.signal.aborted) return { kind: "failed", failure: "closed", message: "stopped" };
    const report = reportOf(thrown);
    if (report !== undefined) return report;
    throw thrown;
  }
}
