import type { RequestListener } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { orderScan } from "../../src/capabilities/scans/order-scan.ts";
import { readHostName } from "../../src/outbound/guarded/host-name.ts";
import { scanLedger } from "../../src/state/scans.ts";
import { composedSql } from "../../src/state/sql.ts";
import type { State } from "../../src/state/state.ts";
import type { Site } from "../lab/flawless.ts";
import { Laboratory } from "../lab/laboratory.ts";
import { ScanProcesses } from "../lab/scan-processes.fixture.ts";
import type { Page } from "../lab/servers.ts";
import { buildDosah } from "../promises/built-dosah.fixture.ts";
import { isChainWhole } from "./load/compare.ts";
import { addOwner } from "./load/people.ts";
import { isByHand, missingServer, newPlace, openStateOf, trial, unkept } from "./trial.ts";

/** Scans under way when a process is killed. */
const SCANS = isByHand ? 50 : 12;

/** What a look at a site of the laboratory requests, in this order. */
const STEPS = ["/.well-known/mta-sts.txt", "https /", "/.well-known/security.txt", "http /"] as const;

interface Request {
  readonly by: string;
  readonly step: number;
  readonly at: number;
}

trial({
  says: "scans of a killed process run again, each to its end once, and no domain is looked at twice at once (PostgreSQL)",
  missing: missingServer("PostgreSQL"),
  times: 1,
  start: async () => {
    const place = await newPlace("PostgreSQL");
    const built = buildDosah();
    onTestFinished(built.remove);
    const lab = await Laboratory.open();
    onTestFinished(() => lab.close());
    const state = await openStateOf({ ...place, dir: "" });
    const processes = new ScanProcesses(built, lab);
    onTestFinished(() => processes.remove());
    const SECRETS_KEY = Buffer.alloc(32, 7).toString("base64");
    const shared = { DATABASE_URL: place.databaseUrl ?? "", SECRETS_KEY, SCAN_WORKER: "separate" };
    const begin = (name: string) => processes.start({ ...shared, INSTANCE: name });
    await begin("second");
    return { lab, state, begin, broken: [] as string[], kills: [] as object[] };
  },
  fault: async ({ lab, state, begin, broken, kills }, n) => {
    const seen = new Map<string, Request[]>();
    const name = `first-${n}`;
    const first = await begin(name);
    const before = await countEnded(state);
    await order(state, lab, seen, SCANS);
    // In the middle of a look: a process that has not begun one yet, or has just ended it, leaves nothing to take over.
    while (
      (await countEnded(state)) - before < SCANS / 5 ||
      (await runningAt(state, name)) < SCANS / 20 ||
      ![...seen.values()].some((requests) => isWaiting(requests, first.mark))
    ) {
      await sleep(20);
    }
    await first.end("SIGKILL");
    const killedAt = Date.now();
    const brokenOff = await runningAt(state, name);
    // By hand the lease of the killed process is waited for.
    if (!isByHand) await endLeases(state, name);
    while ((await countEnded(state)) - before < SCANS) await sleep(100);

    const looks = [...seen.values()].map((requests) => readLooks(requests, first.mark));
    const whole = sum(looks.map((each) => each.whole));
    const takenOverAfterMs = takenOver([...seen.values()], first.mark, killedAt);
    broken.push(
      ...unkept({
        "a process is killed in the middle of scans, and another one takes them over":
          brokenOff >= 1 && takenOverAfterMs !== null,
        // The killed process may have sent the last request of a look and not yet saved what it saw.
        "every scan looks at its domain, those of the killed process twice at most":
          whole >= SCANS && whole <= SCANS + brokenOff,
        "no domain is looked at twice at once": sum(looks.map(({ overlaps }) => overlaps)) === 0,
      }),
    );
    kills.push({ brokenOff, repeated: whole - SCANS, takenOverAfterMs });
  },
  judge: async ({ state, broken, kills }, _, times) => {
    const once =
      "(SELECT target_id FROM audit_entry WHERE action = 'scan.completed' GROUP BY target_id HAVING count(*) = 1) once";
    return {
      broken: [
        ...broken,
        ...unkept({
          "every scan is completed": (await count(state, "scan WHERE status = 'completed'")) === SCANS * times,
          "the end of each is in the audit log once": (await count(state, once)) === SCANS * times,
          "every chain verifies": await isChainWhole(state),
          "no job is left": (await count(state, "job WHERE kind = 'scan.run'")) === 0,
        }),
      ],
      seen: { scans: SCANS * times, kills },
    };
  },
});

/** Sets up a site for every two scans, and queues both: each by another organization, each for a look of its own. */
async function order(state: State, lab: Laboratory, seen: Map<string, Request[]>, scans: number): Promise<void> {
  const organizations = await Promise.all(Array.from({ length: 5 }, () => addOwner(state, Date.now())));
  for (let n = 0; n < scans; n += 2) {
    const requests: Request[] = [];
    const { domain } = await lab.site((site) => noteRequests(site, requests));
    seen.set(domain, requests);
    const target = readHostName(domain);
    if (target === null) throw new Error("no host name");
    for (const at of [n, n + 1]) {
      const orgId = organizations[(n / 2 + at) % organizations.length]?.orgId ?? "";
      await state.transaction((tx) =>
        orderScan(
          scanLedger(tx, orgId),
          { target, profile: "public", createdBy: null, at: Date.now(), fresh: true },
          async () => {},
        ),
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
function readLooks(requests: readonly Pick<Request, "by" | "step">[], killed: string) {
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

test("two looks at once are distinguished from one after the other, and a look broken off by a kill from both", () => {
  const look = (by: string, from = 0, to = 3) =>
    Array.from({ length: to - from + 1 }, (_, at) => ({ by, step: from + at }));
  expect(readLooks([...look("a"), ...look("b")], "x")).toEqual({ whole: 2, overlaps: 0 });
  expect(readLooks([...look("x", 0, 1), ...look("b")], "x")).toEqual({ whole: 1, overlaps: 0 });
  const atOnce = [...look("a", 0, 1), ...look("b", 0, 1), ...look("a", 2, 3), ...look("b", 2, 3)];
  expect(readLooks(atOnce, "x").overlaps).toBeGreaterThan(0);
  const byOne = [...look("a", 0, 1), ...look("a", 0, 3)];
  expect(readLooks(byOne, "x").overlaps).toBeGreaterThan(0);
});
