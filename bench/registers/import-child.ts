import type { Classify } from "../../src/sources/registers/register.ts";
import { FILE_REGISTERS } from "../../src/sources/registers/registers.ts";
import { importRegisters } from "../../src/sources/registers/snapshot/importing/import.ts";
import type { ImportFile } from "../../src/sources/registers/snapshot/importing/import-options.ts";

/**
 * Imports the files given as JSON in the first argument into the folder in the second, in a process of its own as the
 * command line does, and writes what it cost as JSON: seconds by the clock and of the processor, bytes of memory above
 * the start at the peak, and how long each phase took.
 */
const files: ImportFile[] = JSON.parse(process.argv[2] ?? "[]");
const dir = process.argv[3] ?? "";

// Rules that cost about nothing: what the rules cost is measured with them.
const classify: Classify = ({ nace, sizeCode }) => ({
  category: nace.length === 0 ? "unknown" : sizeCode === "240" || sizeCode === "12" ? "important" : "out_of_scope",
  sector: nace[0]?.code.startsWith("35") ? "energy" : null,
  reason: nace.length === 0 ? "no_nace" : null,
});

const start = process.memoryUsage.rss();
const started = performance.now();
const phases: Record<string, number> = {};
let last = started;
let phase = "begin";
await importRegisters(
  {
    dir,
    registers: FILE_REGISTERS,
    classify,
    rulesVersion: "bench",
    now: () => new Date(),
    onProgress(progress) {
      const name =
        progress.file === undefined ? progress.phase : `${progress.phase} ${progress.file.split("/").at(-1)}`;
      const now = performance.now();
      phases[phase] = (phases[phase] ?? 0) + (now - last) / 1_000;
      last = now;
      phase = name;
    },
  },
  files,
);
const { user, system } = process.cpuUsage();
const seconds = (performance.now() - started) / 1_000;
process.stdout.write(
  JSON.stringify({ seconds, cpu: (user + system) / 1e6, peak: process.resourceUsage().maxRSS * 1_024 - start, phases }),
);
