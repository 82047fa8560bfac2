import { parentPort, workerData } from "node:worker_threads";
import { loadKnowledge } from "../knowledge/knowledge.ts";
import { fetchSnapshot } from "../sources/registers/snapshot/fetched/fetch-snapshot.ts";
import { buildOptions } from "./open-registers.ts";
import { reportOf, type SnapshotJob, type SnapshotReport } from "./snapshot-job.ts";

const job = workerData as SnapshotJob; // set by `runSnapshotJob`, the only one who starts this file
const begun = performance.now();
const now = () => new Date(job.startedAt + performance.now() - begun);
const stop = new AbortController();

parentPort?.once("message", () => stop.abort());
parentPort?.unref();
parentPort?.postMessage(await run());

async function run(): Promise<SnapshotReport> {
  try {
    const options = buildOptions({ dir: job.dir, knowledge: loadKnowledge(), now });
    const { sha256, packed, userAgent } = job;
    const what = { url: new URL(job.url), sha256, userAgent, now };
    const packing = packed === undefined ? {} : { packed };
    return await fetchSnapshot({ ...what, ...packing }, { ...options, signal: stop.signal });
  } catch (thrown) {
    if (stop.signal.aborted) return { kind: "failed", failure: "closed", message: "stopped" };
    const report = reportOf(thrown);
    if (report !== undefined) return report;
    throw thrown;
  }
}
