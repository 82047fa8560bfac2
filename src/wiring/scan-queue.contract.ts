import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test, vi } from "vitest";
import { failed } from "../capabilities/scans/run-scan.ts";
import { readStoredScan } from "../capabilities/scans/stored-scan.ts";
import type { ScanProfile } from "../core/scan-checks.ts";
import { SCAN_CHECK_IDS } from "../scanner/checks/index.ts";
import { RULE_SET_VERSION } from "../scanner/judge.ts";
import { verifyAudit } from "../state/audit-log.ts";
import { addDomain } from "../state/domains.ts";
import { findTarget } from "../state/scan-targets.ts";
import { finishScan, removeScanJob } from "../state/scans.ts";
import { composedSql } from "../state/sql.ts";
import { type CreateQueueState, emptyRecord, MINUTE, PATIENCE_MS, useScanQueue } from "./scan-queue.fixture.ts";

/** What the queue of scans must do on both databases. */
export function describeScanQueue(name: string, create: CreateQueueState): void {
  describe(name, () => {
    const here = useScanQueue(create);
    const { organization, instance, queued, scan, ended, jobsLeft } = here;

    test("a scan goes from queued to completed; result, observation, audit entry and the end of its job come together", async () => {
      const id = await queued("firma.sk");
      expect(id).toMatch(/^scn_[0-9a-z]{26}$/);
      expect(await scan(id)).toMatchObject({ status: "queued", profile: "public", started_at: null, detail: "{}" });
      instance().jobs.start();
      const done = await ended(id);
      expect(done).toMatchObject({
        status: "completed",
        error: null,
        rule_set_version: RULE_SET_VERSION,
        questionnaire: null,
      });
      expect(readStoredScan(done?.detail ?? "").checks).toHaveLength(SCAN_CHECK_IDS.length);
      expect(await jobsLeft()).toBe(0);
      const seen = await here.state.all(composedSql("SELECT record FROM scan_observation"));
      expect(seen).toHaveLength(1);
      const audit = await here.state.all<{ action: string; details: string }>(
        composedSql("SELECT action, details FROM audit_entry ORDER BY seq"),
      );
      expect(audit).toEqual([{ action: "scan.completed", details: '{"profile":"public"}' }]);
      expect(await verifyAudit(here.state, `org:${here.orgId}`)).toMatchObject({ entries: 1 });
    });

    test("progress stands in the row while a scan runs", async () => {
      const [go, wait] = gate();
      instance(async ({ target, profile, onProgress }) => {
        onProgress?.({ step: "mail", done: 3, of: 5 });
        await wait;
        return emptyRecord(target.host, profile);
      }).jobs.start();
      const id = await queued("firma.sk");
      await vi.waitFor(async () => {
        const running = await scan(id);
        expect(running?.status).toBe("running");
        expect(readStoredScan(running?.detail ?? "{}").progress).toEqual({ step: "mail", done: 3, of: 5 });
      }, PATIENCE_MS);
      go();
      await ended(id);
    });

    test("a failure of the domain ends the scan as failed, with its reason", async () => {
      instance(async ({ target, profile }) => emptyRecord(target.host, profile, "domain_not_found")).jobs.start();
      const done = await ended(await queued("firma.sk"));
      expect(done).toMatchObject({
        status: "failed",
        error: "domain_not_found",
        technical: null,
        rule_set_version: null,
      });
    });

    test("what an instance does not expect is tried a second time, then the scan has failed as internal", async () => {
      let times = 0;
      const failures: unknown[] = [];
      instance(
        () => {
          times += 1;
          return Promise.reject(new Error("a mistake of ours"));
        },
        { onFailure: (cause) => failures.push(cause) },
      ).jobs.start();
      const done = await ended(await queued("firma.sk"));
      expect([done?.status, done?.error, times, failures.length, await jobsLeft()]).toEqual([
        "failed",
        "internal",
        2,
        1,
        0,
      ]);
    });

    test("a scan that a killed instance had begun is run again after its lease, by another one, and ends once", async () => {
      const never = new Promise<never>(() => undefined);
      // One that does nothing else: it must not be the one that takes the scan up again.
      const first = instance(() => never, {}, 1);
      first.jobs.start();
      const id = await queued("firma.sk");
      await vi.waitFor(() => expect(here.looks).toHaveLength(1), PATIENCE_MS);
      // Killed: nothing of it answers any more, and its leases run out. An instance that stops would give them back.
      await here.state.transaction(async (tx) => {
        await tx.run(composedSql("UPDATE job SET lease_by = 'dead', lease_until = ?"), here.clock() + 1_000);
        await tx.run(composedSql("UPDATE scan_target SET lease_by = 'dead', lease_until = ?"), here.clock() + 1_000);
      });
      const second = instance();
      second.jobs.start();
      await sleep(200);
      expect(here.looks).toHaveLength(1);
      const done = await ended(id);
      expect(done?.status).toBe("completed");
      expect(here.looks).toHaveLength(2);
      expect(
        await here.state.all(composedSql("SELECT id FROM audit_entry WHERE action = 'scan.completed'")),
      ).toHaveLength(1);
    });

    test("two instances never look at one domain at the same time, whoever asks", async () => {
      const other = await organization("Beta");
      const slow = async ({ target, profile }: { target: { host: string }; profile: ScanProfile }) => {
        await sleep(100);
        return emptyRecord(target.host, profile);
      };
      for (const each of [here.instance(slow), instance(slow)]) each.jobs.start();
      const ids = await Promise.all([
        here.queued("firma.sk", { fresh: true }),
        queued("firma.sk", { fresh: true }, other),
      ]);
      await Promise.all([here.ended(ids[0] ?? ""), ended(ids[1] ?? "", other)]);
      expect(here.looks).toHaveLength(2);
      const [one, two] = here.looks.toSorted((a, b) => a.from - b.from);
      expect(two?.from).toBeGreaterThanOrEqual(one?.to ?? Number.POSITIVE_INFINITY);
    });

    test("a scan that is cancelled is broken off, and nothing is written after it", async () => {
      let broken: AbortSignal | undefined;
      instance(({ target, profile, signal, onProgress }) => {
        broken = signal;
        const steps = setInterval(() => onProgress?.({ step: "tls", done: 1, of: 5 }), 20);
        return new Promise((resolve) => {
          signal?.addEventListener("abort", () => {
            clearInterval(steps);
            resolve(emptyRecord(target.host, profile, "cancelled"));
          });
        });
      }).jobs.start();
      const id = await queued("firma.sk");
      await vi.waitFor(() => expect(here.looks).toHaveLength(1), PATIENCE_MS);
      await here.state.transaction(async (tx) => {
        await removeScanJob(tx, id);
        await finishScan({ db: tx, orgId: here.orgId }, id, failed("cancelled"), here.clock());
      });
      await vi.waitFor(() => expect(broken?.aborted).toBe(true), PATIENCE_MS);
      await sleep(50);
      expect(await scan(id)).toMatchObject({ status: "failed", error: "cancelled" });
      expect(await findTarget(here.state, "firma.sk")).toMatchObject({ lease_until: 0, record: null });
    });

    test("the scores of the latest questionnaire stand beside the technical one", async () => {
      const areas = [{ id: "incidents", score: 58, answered: 9, questions: 11 }];
      await here.state.run(
        composedSql(
          "INSERT INTO scan (org_id, id, status, created_at, questionnaire, overall, detail) VALUES (?, 'scn_q', 'completed', 1, 64, 64, ?)",
        ),
        here.orgId,
        JSON.stringify({ areas }),
      );
      instance().jobs.start();
      const done = await ended(await queued("firma.sk"));
      expect(done).toMatchObject({ questionnaire: 64, overall: 64, technical: null });
      expect(readStoredScan(done?.detail ?? "").areas).toEqual(areas);
    });

    test("a look for somebody who is not signed in leaves the shared answer and nothing else", async () => {
      const { jobs } = instance();
      jobs.start();
      await jobs.add(here.state, { kind: "scan.quick", key: "firma.sk", runAt: here.clock() });
      await vi.waitFor(
        async () => expect((await findTarget(here.state, "firma.sk"))?.record).toEqual(expect.any(String)),
        PATIENCE_MS,
      );
      for (const table of ["scan", "scan_observation", "audit_entry"]) {
        expect(await here.state.all(composedSql(`SELECT 1 FROM ${table}`))).toEqual([]);
      }
      // Who asks within ten minutes shares it, and then it is forgotten.
      await ended(await queued("firma.sk"));
      expect(here.looks).toHaveLength(1);
      here.pass(11 * MINUTE);
      await ended(await queued("ina.sk"));
      expect(await findTarget(here.state, "firma.sk")).toBeUndefined();
    });

    test("with an organization its domains, scans and observations go", async () => {
      instance().jobs.start();
      await addDomain({ db: here.state, orgId: here.orgId }, { domain: "firma.sk", token: "t", added_by: "acc_x" }, 1);
      await ended(await queued("firma.sk"));
      const left = await queued("ina.sk");
      await here.state.run(composedSql("DELETE FROM organization WHERE id = ?"), here.orgId);
      for (const table of ["scan", "scan_observation", "domain", "scan_use"]) {
        expect(await here.state.all(composedSql(`SELECT 1 FROM ${table}`))).toEqual([]);
      }
      await vi.waitFor(async () => expect(await jobsLeft()).toBe(0), PATIENCE_MS);
      expect(await scan(left)).toBeUndefined();
    });
  });
}

function gate(): [open: () => void, wait: Promise<void>] {
  const { promise, resolve } = Promise.withResolvers<void>();
  return [resolve, promise];
}
