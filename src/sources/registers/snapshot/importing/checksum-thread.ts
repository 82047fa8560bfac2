import { Worker } from "node:worker_threads";

/**
 * The checksum of a whole file, computed in a thread of its own: a gigabyte takes a second or two, in which the serving
 * thread would answer nobody. Rejects when the file cannot be read.
 */
export function sha256InThread(file: string): Promise<string> {
  // As compiled, or from the sources as Node runs them itself.
  const program = import.meta.url.endsWith(".ts") ? "./checksum-worker.ts" : "./checksum-worker.js";
  const worker = new Worker(new URL(program, import.meta.url), { workerData: file, execArgv: [], name: "checksum" });
  worker.unref();
  return new Promise((resolve, reject) => {
    worker.once("message", resolve);
    worker.once("error", reject);
    worker.once("exit", () => reject(new Error("the thread that sums the register file up ended early")));
  });
}
