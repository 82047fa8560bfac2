import { Counter, Gauge, Histogram, type Registry } from "prom-client";
import { JOB_KINDS } from "../jobs/jobs.ts";
import type { AuditEvent } from "../state/audit-log.ts";
import { firmProofCounts } from "../state/firm-proofs.ts";
import { dueByLane, oldestDueJob } from "../state/job-table.ts";
import type { State, StateOperation } from "../state/state.ts";
import { watchRun } from "../state/watch.ts";
import type { JobResult } from "../wiring/job-events.ts";

/** How long a scrape waits for the database, in milliseconds. An outage must not hold up the metrics. */
const PATIENCE_MS = 1_000;

/** What an entry of the audit log says of a grant that ended, where it says why. */
const ENDED_GRANTS: Readonly<Record<string, string>> = {
  "invitation.ended": "invitation",
  "trust.share_ended": "trust_share",
  "scan.unscheduled": "scan_schedule",
  "calendar.revoked": "calendar",
  "subscription.revoked": "subscription",
};

/** Figures that are read at each scrape. */
export interface StateGauges {
  readonly state: Pick<State, "health" | "connections" | "now"> & Parameters<typeof oldestDueJob>[0];
  /** When the newest backup of a night was written, milliseconds since 1970; `undefined`: never. */
  lastBackup(): Promise<number | undefined>;
  /** When a backup was last restored aside and compared, likewise. */
  lastRehearsal(): Promise<number | undefined>;
  /** Password hashes that wait, by the kind of their places. */
  hashPlaces(): Readonly<Record<string, number>>;
}

/** Counts what the state and the jobs do. */
export interface StateMetrics {
  observeState(operation: StateOperation, seconds: number): void;
  countJob(kind: string, result: JobResult): void;
  /** Counts the grant that an entry of the audit log says has ended, because the right that it rests on did. */
  countEntry(entry: Pick<AuditEvent, "action" | "details">): void;
}

/** State, jobs and backup, as an operator watches them. */
export function createStateMetrics(
  registry: Registry,
  { state, lastBackup, lastRehearsal, hashPlaces }: StateGauges,
): StateMetrics {
  const registers = [registry];
  const seconds = new Histogram({
    name: "dosah_state_seconds",
    help: "Time of a call of the state database, waiting and repeating included.",
    labelNames: ["operation"],
    buckets: [0.0001, 0.0005, 0.001, 0.005, 0.025, 0.1, 0.5, 2, 10],
    registers,
  });
  const jobs = new Counter({
    name: "dosah_jobs_total",
    help: "Attempts at jobs on this instance: done, failed, given_up (failed for the last time) or lease_lost.",
    labelNames: ["kind", "result"],
    registers,
  });
  // From the start: a line that comes with its first failure is no rise, and an alert on the rise would miss it.
  for (const kind of JOB_KINDS) jobs.inc({ kind, result: "given_up" }, 0);
  new Gauge({
    name: "dosah_state_up",
    help: "1 while the state database does what it should, else 0; /readyz says what is wrong.",
    registers,
    collect() {
      this.set(state.health() === "ok" ? 1 : 0);
    },
  });
  new Gauge({
    name: "dosah_state_pool",
    help: "Connections to PostgreSQL that are used or idle, and callers that wait for one; absent with SQLite.",
    labelNames: ["state"],
    registers,
    collect() {
      for (const [name, count] of Object.entries(state.connections() ?? {})) this.set({ state: name }, count);
    },
  });
  gauge("dosah_jobs_oldest_due_seconds", "For how long the job that waits longest has been due; 0: none is.", () =>
    oldestDueSeconds(state),
  );
  new Gauge({
    name: "dosah_jobs_waiting",
    help: "Jobs that are due and wait, by lane: system, organization or stranger (quick checks without signing in).",
    labelNames: ["lane"],
    registers,
    async collect() {
      const counts = await inTime(state.now().then((now) => dueByLane(state, now))).catch(() => undefined);
      if (counts === undefined) this.reset();
      else for (const [lane, count] of Object.entries(counts)) this.set({ lane }, count);
    },
  });
  const grants = new Counter({
    name: "dosah_grants_ended_total",
    help: "Grants that ended with the right of who made them: invitation, trust_share, scan_schedule, calendar, subscription.",
    labelNames: ["kind"],
    registers,
  });
  for (const kind of Object.values(ENDED_GRANTS)) grants.inc({ kind }, 0);
  new Gauge({
    name: "dosah_hash_places",
    help: "Password hashes that wait: in a place kept for known browsers and signed-in people, or in an open one.",
    labelNames: ["kind"],
    registers,
    collect() {
      for (const [kind, waiting] of Object.entries(hashPlaces())) this.set({ kind }, waiting);
    },
  });
  new Gauge({
    name: "dosah_firm_proofs",
    help: "Company numbers of supplier profiles that are proved, by method: operator or imprint.",
    labelNames: ["method"],
    registers,
    async collect() {
      const counts = await inTime(firmProofCounts(state)).catch(() => undefined);
      if (counts === undefined) this.reset();
      else for (const [method, count] of Object.entries(counts)) this.set({ method }, count);
    },
  });
  gauge("dosah_watch_held", "1 while a register file that changes many watched firms waits for the operator.", () =>
    inTime(watchRun(state).then((run) => (run.state === "held" ? 1 : 0))),
  );
  // 0 from the start where there was none: what never was must not be silent.
  gauge(
    "dosah_backup_success_timestamp_seconds",
    "When the newest backup in BACKUP_TO was written; 0: never.",
    async () => ((await lastBackup()) ?? 0) / 1000,
  );
  gauge(
    "dosah_backup_rehearsal_timestamp_seconds",
    "When dosah restore --verify last rehearsed a backup; 0: never.",
    async () => {
      const at = await inTime(lastRehearsal().then((found) => found ?? 0));
      return at === undefined ? undefined : at / 1000;
    },
  );
  return {
    observeState: (operation, time) => seconds.observe({ operation }, time),
    countJob: (kind, result) => jobs.inc({ kind, result }),
    countEntry: ({ action, details }) => {
      const kind = ENDED_GRANTS[action];
      // An owner who ends one by themselves gives no reason.
      if (kind !== undefined && details !== undefined && "why" in details) grants.inc({ kind });
    },
  };

  /** A gauge without a line while its value is unknown: 0 would be wrong. */
  function gauge(name: string, help: string, read: () => Promise<number | undefined>): void {
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        const value = await read().catch(() => undefined);
        if (value === undefined) this.remove();
        else this.set(value);
      },
    });
  }
}

async function oldestDueSeconds(state: StateGauges["state"]): Promise<number | undefined> {
  return inTime(
    state.now().then(async (now) => {
      const due = await oldestDueJob(state, now);
      return due === undefined ? 0 : (now - due) / 1000;
    }),
  );
}

/** An answer of the database, or `undefined` where it is late. */
export async function inTime<T>(asked: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), PATIENCE_MS);
  });
  // A late answer is ignored, also when it is an error.
  asked.catch(() => undefined);
  try {
    return await Promise.race([asked, late]);
  } finally {
    clearTimeout(timer);
  }
}
