import { hash } from "node:crypto";
import { ServiceError } from "../../core/problem.ts";
import type { HostName } from "../../outbound/guarded/host-name.ts";
import { appendAudit } from "../../state/audit-log.ts";
import { domainsOf } from "../../state/domains.ts";
import { dueSchedules, moveSchedule, type ScanInterval, type ScanSchedule } from "../../state/scan-schedules.ts";
import { scanLedger } from "../../state/scans.ts";
import type { StateDatabase } from "../../state/state-database.ts";
import { chargeOrganization } from "../calling/charge.ts";
import { isProved, orderScan } from "./order-scan.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Scheduled scans are spread over these hours of the night (UTC). */
const NIGHT_MS = 5 * HOUR_MS;

/** So many schedules in one transaction after the other; the rest comes with the next. */
const BATCH = 200;

/** When a scan that is set up or done now comes next: in a week or a month, at its place of the night. */
export function nextScanAt(domain: string, every: ScanInterval, now: number): number {
  const day = new Date(now);
  if (every === "week") day.setUTCDate(day.getUTCDate() + 7);
  else {
    const month = day.getUTCMonth() + 1;
    day.setUTCMonth(month);
    // The last day of the month where the day does not exist in it: 31 January is followed by 28 February.
    if (day.getUTCMonth() !== month % 12) day.setUTCDate(0);
  }
  return Math.floor(day.getTime() / DAY_MS) * DAY_MS + placeInNight(domain);
}

/** The same place for the same domain, spread evenly over the domains. */
function placeInNight(domain: string): number {
  return Number.parseInt(hash("sha256", domain).slice(0, 8), 16) % NIGHT_MS;
}

/** What the nightly queueing needs. */
export interface ScheduleOptions {
  readonly state: StateDatabase;
  readTarget(domain: string): HostName | null;
  isOptedOut(target: HostName): boolean;
}

/**
 * Queues every scan whose time comes until the end of the night, each for its place in it. A `full` one whose proof has
 * ended runs as `public`; one that is beyond the day's limit is left out this time, and waits a night where the account has
 * used up its day.
 * @returns how many were queued.
 */
export async function queueScheduledScans(options: ScheduleOptions, now: number): Promise<number> {
  const until = Math.floor(now / DAY_MS) * DAY_MS + NIGHT_MS;
  let queued = 0;
  for (;;) {
    const due = await dueSchedules(options.state, Math.max(now, until), BATCH);
    for (const schedule of due) if (await queueOne(options, schedule, now)) queued += 1;
    if (due.length < BATCH) return queued;
  }
}

async function queueOne({ state, readTarget, isOptedOut }: ScheduleOptions, schedule: ScanSchedule, now: number) {
  const { org_id: orgId, domain, every, created_by: createdBy, next_at: runAt } = schedule;
  const target = readTarget(domain);
  const tomorrow = Math.max(runAt, now) + DAY_MS;
  return state.transaction(async (tx) => {
    // Counted from its own time, so that a late night moves nothing; what was missed is not made up for.
    const next = nextScanAt(domain, every, Math.max(runAt, now));
    if (!(await moveSchedule(tx, schedule, next))) return false;
    if (target === null || isOptedOut(target)) return false;
    const isFull = schedule.profile === "full" && isProved(await domainsOf(tx, orgId), target);
    const profile = isFull ? "full" : "public";
    try {
      const made = await orderScan(
        scanLedger(tx, orgId),
        { target, profile, createdBy, at: now, runAt, isScheduled: true },
        chargeOrganization({ tx, at: now, isOperator: false }, orgId),
      );
      if ("earlier" in made) return false;
      const event = { action: "scan.started", actorId: null, orgId, via: "system", ipPrefix: null } as const;
      const details = { profile, ownerConfirmed: false };
      await appendAudit(tx, { ...event, target: { type: "scan", id: made.id }, details }, now);
      return true;
    } catch (thrown) {
      if (!(thrown instanceof ServiceError)) throw thrown;
      if (thrown.problem.code === "budget_used") await moveSchedule(tx, { ...schedule, next_at: next }, tomorrow);
      return false;
    }
  });
}
