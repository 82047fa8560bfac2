import { readdirSync } from "node:fs";
import { constants, setPriority } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import type { ReportDocument } from "../document.ts";
import type { PdfDone } from "./pdf-maker.ts";
import { type Pause, writePdf } from "./write-pdf.ts";

/**
 * After so long without a pause, the process sleeps, in milliseconds. A lower priority alone is not enough: the scheduler
 * lets a process use up the slice it has begun, and an answer that arrives meanwhile waits for it.
 */
const MOST_WORK_MS = 1;
const SLEEP_MS = 1;

giveWay();

// Whoever stops a group of processes means the service: it says when no report is wanted any more, by its end too.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => undefined);
process.on("disconnect", () => process.exit(0));

process.on("message", async (json: string) => {
  const begun = process.cpuUsage();
  const report: ReportDocument = JSON.parse(json);
  const bytes = await writePdf(report, sleepNowAndThen());
  const { user, system } = process.cpuUsage(begun);
  process.send?.({ bytes, ms: (user + system) / 1000 } satisfies PdfDone);
});

function sleepNowAndThen(): Pause {
  let since = performance.now();
  return () => {
    if (performance.now() - since < MOST_WORK_MS) return undefined;
    return sleep(SLEEP_MS).then(() => {
      since = performance.now();
    });
  };
}

/**
 * Gives every thread of this process a lower priority than that of the answers, which may not wait; the lowest one would
 * make no report at all on a busy machine. On Linux a priority is that of one thread, and V8 has begun those of its garbage
 * collection by now.
 */
function giveWay(): void {
  const threads = process.platform === "linux" ? readdirSync("/proc/self/task").map(Number) : [0];
  for (const thread of threads) {
    try {
      setPriority(thread, constants.priority.PRIORITY_BELOW_NORMAL);
    } catch {
      // Where a sandbox forbids it (EPERM), or a thread has ended, reports are made all the same.
    }
  }
}
