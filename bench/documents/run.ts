import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { registerReport } from "../../src/capabilities/obligations/register-report.ts";
import { registerRows } from "../../src/capabilities/obligations/register-rows.ts";
import { readConfig } from "../../src/config.ts";
import { createPdfMaker } from "../../src/documents/pdf/pdf-maker.ts";
import { openServices } from "../../src/wiring/open-services.ts";

/**
 * What the process of reports spends on a register of 200 entries as PDF, in milliseconds of CPU. What that does to the
 * answers of the same service: `served.ts`.
 *
 *     node bench/documents/run.ts [entries] [times]
 */
const [entries, times] = [Number(process.argv[2] ?? 200), Number(process.argv[3] ?? 20)];
const log = { info: () => {}, warn: () => {}, error: () => {}, debug: () => {} };
const NOTE = "Zápisnica z rokovania o schválení opatrení, príloha č. 3 k smernici SM-12/2026, číslo 2026/114. ".repeat(
  3,
);

const dir = mkdtempSync(join(tmpdir(), "dosah-bench-documents-"));
const config = readConfig({ DATA_DIR: dir, REGISTERS: "mirror" });
const opened = await openServices(config, { now: () => new Date("2026-11-23T10:00:00Z"), log: log as never });
const { services } = opened;

const rows = registerRows([], services, "sk");
const many = Array.from({ length: entries }, (_, at) => ({
  ...rows[at % rows.length],
  status: "partial",
  statusSource: "manual",
  lastReviewedAt: "2026-11-01",
  nextReviewAt: "2027-11-01",
  untrusted: { evidenceNote: `${at} ${NOTE}`, responsiblePerson: "Jana Nová" },
})) as typeof rows;
const report = (n: number) =>
  registerReport(many, {
    locale: "sk",
    day: "2026-11-23",
    organization: `Alfa ${n} s.r.o.`,
    firm: null,
    country: null,
    completion: 37,
    disclaimer: "",
    dataAsOf: "2026-11-20",
    catalogVersion: "1",
    address: "https://dosah.example/sk",
  });

const at = (sorted: readonly number[], share: number) => sorted[Math.floor(sorted.length * share)] ?? 0;

const worked: number[] = [];
const maker = createPdfMaker((ms) => worked.push(ms));
for (let n = 0; n < times; n++) await maker.make(report(n));
await maker.close();
const sorted = worked.toSorted((a, b) => a - b);
console.log(
  `${entries} entries as PDF, ${worked.length} times: median ${Math.round(at(sorted, 0.5))} ms, longest ${Math.round(sorted.at(-1) ?? 0)} ms of CPU of the process`,
);
await opened.close();
rmSync(dir, { recursive: true, force: true });
