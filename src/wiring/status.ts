import type { Registers } from "../capabilities/contexts.ts";
import type { StatusReport } from "../capabilities/operation/operations.ts";
import type { Config } from "../config.ts";
import { freeBytes } from "../metrics/metrics.ts";
import { allMarks, budgetsNearEnd, jobKinds, waitingMails } from "../state/operator-status.ts";
import { type State, whereIsState } from "../state/state.ts";
import { VERSION } from "../version.ts";
import { lastNightlyBackup } from "./nightly-backup.ts";

const DAY_MS = 86_400_000;

/** Reads how the installation fares. What the state cannot say now is `null` or empty; nothing is changed. */
export async function readStatus(
  config: Pick<Config, "dataDir" | "databaseUrl" | "backupTo">,
  {
    state,
    holdings,
    snapshot,
    now,
  }: { readonly state: State; readonly now: () => Date } & Pick<Registers, "holdings" | "snapshot">,
): Promise<StatusReport> {
  const at = now();
  const { dataDir: dir, databaseUrl, backupTo } = config;
  const unknown = <T>(asked: Promise<T>): Promise<T | null> => asked.catch(() => null);
  const [layout, kinds, marks, mailsWaiting, budgets, last] = await Promise.all([
    unknown(state.status()),
    unknown(jobKinds(state)),
    unknown(allMarks(state)),
    unknown(waitingMails(state)),
    unknown(budgetsNearEnd(state, at.toISOString().slice(0, 10))),
    backupTo === undefined ? null : unknown(lastNightlyBackup(backupTo)),
  ]);
  const instant = (millis: number | null | undefined) => (millis == null ? null : new Date(millis).toISOString());
  return {
    version: VERSION,
    at: at.toISOString(),
    state: { database: whereIsState({ dir, databaseUrl }), health: state.health(), layout: layout?.version ?? null },
    registers: holdings().map(({ country, companies, dataAsOf, isSample }) => ({
      country,
      companies,
      dataAsOf,
      ageDays: Math.floor((at.getTime() - Date.parse(dataAsOf)) / DAY_MS),
      isSample,
    })),
    hasWordIndex: snapshot().hasWordIndex,
    jobs: (kinds ?? []).map(({ next, ...rest }) => ({
      ...rest,
      lastRun: instant(marks?.get(`ran ${rest.kind}`)),
      next: instant(next),
    })),
    mailsWaiting,
    backups: {
      folder: backupTo ?? null,
      last: instant(last),
      rehearsed: instant(marks?.get("rehearsed")),
      restored: instant(marks?.get("restored")),
    },
    disk: { freeBytes: freeBytes(dir) ?? null },
    memory: { rssBytes: process.memoryUsage.rss() },
    budgets: budgets ?? [],
  };
}
