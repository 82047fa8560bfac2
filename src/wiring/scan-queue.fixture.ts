import { afterEach, beforeEach, expect, vi } from "vitest";
import { chargeOrganization } from "../capabilities/calling/charge.ts";
import { orderScan, type ScanRequest } from "../capabilities/scans/order-scan.ts";
import { runQuickScan, runScan, type ScanRunner } from "../capabilities/scans/run-scan.ts";
import { newId } from "../core/random-id.ts";
import type { ScanProfile } from "../core/scan-checks.ts";
import { defineScanJobs } from "../jobs/scan-jobs.ts";
import { createJobs } from "../jobs/worker.ts";
import { readHostName } from "../outbound/guarded/host-name.ts";
import type { Observation } from "../scanner/observation.ts";
import { addAccount } from "../state/accounts.ts";
import { addOrganization } from "../state/organizations.ts";
import { scanById, scanLedger } from "../state/scans.ts";
import { composedSql } from "../state/sql.ts";
import type { State } from "../state/state.ts";

export const MINUTE = 60_000;

/** How long a test waits for what jobs do: enough for a busy machine. */
export const PATIENCE_MS = 60_000;

/** Makes an empty state; `open` gives it as another process sees it. */
export type CreateQueueState = () => Promise<{ open(): State; remove(): Promise<void> }>;

/** A record without anything seen: enough to be judged. */
export function emptyRecord(domain: string, profile: ScanProfile, failure: Observation["failure"] = null): Observation {
  return {
    version: 1,
    domain,
    registrable: domain,
    profile,
    observedAt: "2026-11-22T08:00:00.000Z",
    failure,
    smtp: false,
    answers: [],
    refused: [],
    webHost: null,
    webHostFailure: null,
    tls: null,
    tlsVersions: null,
    http: null,
    https: null,
    cors: null,
    securityTxt: null,
    mtaStsPolicy: null,
    dkimKeys: [],
    mailServers: [],
  };
}

/** A state with one organization and instances that run its scans, new for each test. */
export function useScanQueue(create: CreateQueueState) {
  let database: Awaited<ReturnType<typeof create>>;
  let state: State;
  let instances: { stop(): Promise<void> }[];
  let orgId: string;
  /** How far the clock of everybody is ahead of the real one. */
  let ahead: number;
  /** Looks at domains, as they began and ended: what may never overlap. */
  let looks: { domain: string; profile: ScanProfile; from: number; to: number | null }[];

  const clock = () => Date.now() + ahead;

  beforeEach(async () => {
    database = await create();
    state = database.open();
    await state.open();
    [instances, looks, ahead] = [[], [], 0];
    orgId = await organization("Alfa");
  });
  afterEach(async () => {
    for (const each of instances) await each.stop();
    await state.close();
    await database.remove();
  });

  async function organization(called: string): Promise<string> {
    const [id, accountId] = [newId("organization"), newId("account")];
    const email = `${accountId}@firma.sk`;
    const account = { id: accountId, email, email_key: email, name: called, locale: "sk" as const };
    await addAccount(state, { ...account, password_hash: null, email_verified_at: 1 }, 1);
    await addOrganization(state, { id, name: called, country: null, ico: null, created_by: accountId }, 1);
    return id;
  }

  /** An instance that looks at domains with `look` and works on the queue every few milliseconds. */
  function instance(
    look: (options: Parameters<ScanRunner["look"]>[0]) => Promise<Observation> = async ({ target, profile }) =>
      emptyRecord(target.host, profile),
    replaced: Partial<ScanRunner> = {},
    atOnce = 5,
  ) {
    const own = database.open();
    const number = instances.length;
    let claims = 0;
    const jobs = createJobs({
      state: { ...own, now: async () => clock() },
      now: clock,
      random: () => 0.5,
      instance: `test-${number}`,
      onEvent: () => undefined,
      pollMs: 10,
      firstMs: 0,
      atOnce,
      isShared: true,
    });
    const runner: ScanRunner = {
      state: own,
      readTarget: (text) => readHostName(text),
      isOptedOut: () => false,
      newClaim: () => `test-${number}/${++claims}`,
      onFailure: () => undefined,
      look: async (options) => {
        const one = { domain: options.target.host, profile: options.profile, from: performance.now(), to: null };
        looks.push(one);
        try {
          return await look(options);
        } finally {
          Object.assign(one, { to: performance.now() });
        }
      },
      ...replaced,
    };
    defineScanJobs({
      jobs,
      leaseMs: 30_000,
      run: (order, attempt, signal) => runScan(runner, order, attempt, signal),
      runQuick: (attempt, signal) => runQuickScan(runner, attempt, signal),
    });
    const one = {
      jobs,
      stop: async () => {
        await jobs.stop(0);
        await own.close();
      },
    };
    instances.push(one);
    return one;
  }

  const order = (domain: string, more: Partial<ScanRequest> = {}, of = orgId) => {
    const target = readHostName(domain);
    if (target === null) throw new Error("no host name");
    return state.transaction((tx) =>
      orderScan(
        scanLedger(tx, of),
        { target, profile: "public", createdBy: null, at: clock(), ...more },
        chargeOrganization({ tx, at: clock(), isOperator: false }, of),
      ),
    );
  };
  const queued = async (domain: string, more: Partial<ScanRequest> = {}, of = orgId) => {
    const made = await order(domain, more, of);
    return "id" in made ? made.id : "";
  };
  const scan = (id: string, of = orgId) => scanById(state, of, id);
  const ended = (id: string, of = orgId) =>
    vi.waitFor(async () => {
      const found = await scan(id, of);
      expect(["completed", "failed"]).toContain(found?.status);
      return found;
    }, PATIENCE_MS);
  const jobsLeft = async () => (await state.all(composedSql("SELECT key FROM job"))).length;

  return {
    get state() {
      return state;
    },
    get orgId() {
      return orgId;
    },
    get looks() {
      return looks;
    },
    clock,
    /** Lets the clock of everybody go on. */
    pass: (ms: number) => {
      ahead += ms;
    },
    organization,
    instance,
    order,
    queued,
    scan,
    ended,
    jobsLeft,
  };
}
