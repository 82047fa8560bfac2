import { parentPort, workerData } from "node:worker_threads";
import { sha256Of } from "./checksum-file.ts";

// Set by `sha256InThread`, the only one who starts this file.
parentPort?.postMessage(sha256Of(String(workerData)));
