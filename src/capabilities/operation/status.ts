import { z } from "zod";
import { formatNumber } from "../../core/text.ts";
import { localeParameter } from "../calling/parameters.ts";
import { defineCapability } from "../capability.ts";
import { searchLine } from "../registers/source-status.ts";
import type { StatusReport } from "./operations.ts";

/** Shows how the installation fares; `/status` on the port of the metrics says the same. */
export const status = defineCapability({
  name: "status",
  access: "operator",
  input: z.strictObject({ locale: localeParameter }),
  run: (_input, { operator }) => operator.status(),
  cli: {
    words: "status",
    help: "state, registers, jobs, mails, backups, disk and budgets of the installation",
    lines: statusLines,
  },
});

/** The report as lines of a terminal. */
export function statusLines(report: StatusReport): string[] {
  const { state, registers, jobs, backups, disk, memory, budgets } = report;
  const size = (bytes: number | null) =>
    bytes === null ? "not known" : `${formatNumber(Math.round(bytes / 1e6), "en")} MB`;
  return [
    `Dosah ${report.version}  ${report.at}`,
    `state      ${state.health}  layout ${state.layout ?? "not known"}  ${state.database}`,
    ...registers.map(
      ({ country, companies, dataAsOf, ageDays, isSample }) =>
        `registers  ${country}  ${formatNumber(companies, "en")} firms  of ${dataAsOf}, ${ageDays} days old${isSample ? ", a sample" : ""}`,
    ),
    searchLine(report.hasWordIndex),
    ...jobs.map(
      ({ kind, count, lastRun, next, failed }) =>
        `jobs       ${kind}  ${count}  last ${lastRun ?? "not known"}  next ${next ?? "never"}${failed > 0 ? `  failed ${failed}` : ""}`,
    ),
    `mails      ${report.mailsWaiting ?? "not known"} waiting`,
    `backups    last ${backups.last ?? "never"}  rehearsed ${backups.rehearsed ?? "never"}  ${backups.folder ?? "BACKUP_TO is not set"}`,
    `disk       ${size(disk.freeBytes)} free`,
    `memory     ${size(memory.rssBytes)}`,
    ...budgets.map(({ accountId, name, used, limit }) => `budgets    ${accountId}  ${name}  ${used} of ${limit}`),
  ];
}
