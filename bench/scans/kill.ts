import type { RequestListener } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { orderScan } from "../../src/capabilities/scans/order-scan.ts";
import { readHostName } from "../../src/outbound/guarded/host-name.ts";
import { verifyAudit } from "../../src/state/audit-log.ts";
import { scanLedger } from "../../src/state/scans.ts";
import { composedSql } from "../../src/state/sql.ts";
import { createState, type State } from "../../src/state/state.ts";
import { createTestDatabase } from "../../src/state/test-postgres.fixture.ts";
import type { Site } from "../../test/lab/flawless.ts";
import { Laboratory } from "../../test/lab/laboratory.ts";
import { addOwner, ScanProcesses } from "../../test/lab/scan-processes.fixture.ts";
import type { Page } from "../../test/lab/servers.ts";
import { buildDosah } from "../../test/promises/built-dosah.fixture.ts";

/** What was seen when one of two processes was killed in the middle of scans. */
export interface ScanKillReport {
  readonly scans: number;
  readonly completed: number;
  /** Scans whose end stands in the audit log exactly once. */
  readonly endedOnce: number;
  readonly isChainWhole: boolean;
  readonly jobsLeft: number;
  /** Scans that the process was running when it was killed. */
  readonly brokenOff: number;
  /** Scans that look at their domain from the first request to the last, as the sites saw them. */
  readonly looked: number;
  /**
   * Whole looks beyond one for each scan: the killed process had sent the last request of a look and not yet saved
   * what it saw, so that the scan ran again. Never more than `brokenOff`.
   */
  readonly repeated: number;
  /** Requests of one look between those of another one at the same domain. */
  readonly overlaps: number;
  /** How long after the kill somebody else first looked at a domain that was broken off, in milliseconds. */
  readonly takenOverAfterMs: number | null;
}

/** What a look at a site of the laboratory requests, in this order. */
const STEPS = ["/.well-known/mta-sts.txt", "https /", "/.well-known/security.txt", "http /"] as const;

interface Request {
  readonly by: string;
  readonly step: number;
  readonly at: number;
}

/**
 * Two processes on one PostgreSQL run scans; each domain is asked for by two organizations at once. One process is
 * killed (SIGKILL) while it runs scans.
 * @param options.waits whether the lease of the killed process is waited for; without it, it is made to run out
 */
export async function killWhileScanning(scans: number, options: { readonly waits: boolean }): Promise<ScanKillReport> {
  const database = await createTestDatabase();
  const [built, lab] = [buildDosah(), await Laboratory.open()];
  const processes = new ScanProcesses(built, lab);
  const state = createState({ dir: "", databaseUrl: database.url, pool: 2, now: Date.now });
  try {
    await state.open();
    const seen = new Map<string, Request[]>();
    const shared = { DATABASE_URL: database.url, SECRETS_KEY: Buffer.alloc(32, 7).toString("base64") };
    const start = (name: string) => processes.start({ ...shared, SCAN_WORKER: "separate", INSTANCE: name });
    const first = await start("first");
    await start("second");
    await order(state, lab, seen, scans);
    // In the middle of a look: a process that has not begun one yet, or has just ended it, leaves nothing to take over.
    while (
      (await countEnded(state)) < scans / 5 ||
      (await runningAt(state, "first")) < scans / 20 ||
      ![...seen.values()].some((requests) => isWaiting(requests, first.mark))
    ) {
      await sleep(20);
    }
    await first.end("SIGKILL");
    const killedAt = Date.now();
    const brokenOff = await runningAt(state, "first");
    if (!options.waits) await endLeases(state, "first");
    while ((await countEnded(state)) < scans) await sleep(100);

    const looks = [...seen.values()].map((requests) => readLooks(requests, first.mark));
    const whole = sum(looks.map((each) => each.whole));
    return {
      scans,
      completed: await count(state, "scan WHERE status = 'completed'"),
      endedOnce: await count(
        state,
        "(SELECT target_id FROM audit_entry WHERE action = 'scan.completed' GROUP BY target_id HAVING count(*) = 1) once",
      ),
      isChainWhole: (await verifyAudit(state)).fault === undefined,
      jobsLeft: await count(state, "job WHERE kind = 'scan.run'"),
      brokenOff,
      looked: Math.min(scans, whole),
      repeated: whole - scans,
      overlaps: sum(looks.map(({ overlaps }) => overlaps)),
      takenOverAfterMs: takenOver([...seen.values()], first.mark, killedAt),
    };
  } finally {
    await processes.remove();
    await state.close();
    await lab.close();
    built.remove();
    await database.drop();
  }
}

/** Sets up a site for every two scans, and queues both: each by another organization, each for a look of its own. */
async function order(state: State, lab: Laboratory, seen: Map<string, Request[]>, scans: number): Promise<void> {
  const organizations = await Promise.all(Array.from({ length: 5 }, () => addOwner(state)));
  for (let n = 0; n < scans; n += 2) {
    const requests: Request[] = [];
    const { domain } = await lab.site((site) => noteRequests(site, requests));
    seen.set(domain, requests);
    const target = readHostName(domain);
    if (target === null) throw new Error("no host name");
    for (const at of [n, n + 1]) {
      const orgId = organizations[(n / 2 + at) % organizations.length]?.orgId ?? "";
      await state.transaction((tx) =>
        orderScan(scanLedger(tx, orgId), {
          target,
          profile: "public",
          createdBy: null,
          at: Date.now(),
          fresh: true,
        }),
      );
    }
  }
}

/** Every request is noted with the process that sent it; the page takes its time, so that a kill finds it open. */
function noteRequests(site: Site, requests: Request[]): void {
  const noting =
    (step: (typeof STEPS)[number], page: Page | undefined, ms = 0): RequestListener =>
    (request, response) => {
      const by = request.headers["user-agent"] ?? "";
      requests.push({ by, step: STEPS.indexOf(step), at: Date.now() });
      if (page === undefined || typeof page === "function") throw new Error("the flawless site has fixed pages");
      setTimeout(() => response.writeHead(page.status ?? 200, (page.headers ?? []).flat()).end(page.body ?? ""), ms);
    };
  const { https, http } = site;
  site.http = { "/": noting("http /", http?.["*"]) };
  site.https = {
    "/": noting("https /", https?.["/"], 300),
    [STEPS[0]]: noting(STEPS[0], https?.[STEPS[0]]),
    [STEPS[2]]: noting(STEPS[2], https?.[STEPS[2]]),
  };
}

/**
 * Splits the requests to a domain into looks; only the killed process may leave one unfinished.
 * @param killed what stands in `by` of the killed process
 */
export function readLooks(requests: readonly Pick<Request, "by" | "step">[], killed: string) {
  let [whole, overlaps] = [0, 0];
  let open: (typeof requests)[number] | undefined;
  for (const request of requests) {
    const isNext = open !== undefined && open.by === request.by && request.step === open.step + 1;
    const isFirst = request.step === 0 && (open === undefined || open.by.includes(killed));
    if (!isNext && !isFirst) overlaps += 1;
    const isLast = request.step === STEPS.length - 1;
    if (isLast) whole += 1;
    open = isLast ? undefined : request;
  }
  return { whole, overlaps };
}

/** True while a process waits for the page of a domain, which takes its time. */
function isWaiting(requests: readonly Request[], by: string): boolean {
  const last = requests.at(-1);
  return last?.by.includes(by) === true && STEPS[last.step] === "https /";
}

/** From the kill to the first request of somebody else at a domain that the killed process had not finished with. */
function takenOver(domains: readonly (readonly Request[])[], killed: string, killedAt: number): number | null {
  const waits = domains.flatMap((requests) => {
    const last = requests.findLastIndex(({ by }) => by.includes(killed));
    const [left, next] = [requests[last], requests[last + 1]];
    if (left === undefined || next === undefined || left.step === STEPS.length - 1) return [];
    return [next.at - killedAt];
  });
  return waits.length === 0 ? null : Math.min(...waits);
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);

async function count(state: State, from: string): Promise<number> {
  return Number((await state.get<{ n: number }>(composedSql(`SELECT count(*) AS n FROM ${from}`)))?.n);
}

const countEnded = (state: State) => count(state, "scan WHERE status IN ('completed', 'failed')");

/** Scans that a process holds: those that wait for a domain are given back at once. */
const runningAt = (state: State, name: string) =>
  count(state, `job WHERE kind = 'scan.run' AND lease_by LIKE '${name}/%'`);

async function endLeases(state: State, name: string): Promise<void> {
  for (const table of ["job", "scan_target"]) {
    await state.run(composedSql(`UPDATE ${table} SET lease_until = 1 WHERE lease_by LIKE '${name}/%'`));
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const began = Date.now();
  const report = await killWhileScanning(Number(process.argv[2] ?? 50), { waits: true });
  const seconds = Math.round((Date.now() - began) / 1000);
  process.stdout.write(`${JSON.stringify({ ...report, seconds }, null, 2)}\n`);
}
