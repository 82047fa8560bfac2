import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test, vi } from "vitest";
import { addJob, addQuickJob, dueByLane, listJobs, NEVER, retryJobNow } from "../state/job-table.ts";
import { deleteOrganization } from "../state/organizations.ts";
import { composedSql } from "../state/sql.ts";
import { type CreateQueueState, emptyRecord, PATIENCE_MS, useScanQueue } from "./scan-queue.fixture.ts";

const BOUNDS = { most: 50, mostOfDomain: 5 };

/** Strangers and organizations wait for the same places, and nobody waits behind a crowd. */
export function describeScanLanes(name: string, create: CreateQueueState): void {
  describe(name, () => {
    const here = useScanQueue(create);
    const { clock, instance, organization, queued } = here;

    /** Puts looks of strangers on the list, whatever the bounds are. */
    const strangers = async (count: number) => {
      await here.state.transaction(async (tx) => {
        for (let n = 0; n < count; n++) {
          await addJob(tx, { kind: "scan.quick", key: `cizi${n}.sk`, runAt: n, lane: "stranger" }, n);
        }
      });
    };
    /** An instance whose looks end on demand. */
    const holding = (atOnce: number) => {
      const open: (() => void)[] = [];
      const one = instance(
        ({ target, profile }) => new Promise((resolve) => open.push(() => resolve(emptyRecord(target.host, profile)))),
        {},
        atOnce,
      );
      return { jobs: one.jobs, open };
    };
    const lookedAt = () => here.looks.map(({ domain }) => domain);

    test("of five hundred looks for strangers one is done at a time, and an order begins within three seconds", {
      timeout: 60_000,
    }, async () => {
      await strangers(500);
      const { jobs } = holding(5);
      jobs.start();
      await vi.waitFor(() => expect(lookedAt()).toHaveLength(1), PATIENCE_MS);
      await sleep(100);
      // They get no more while they alone wait.
      expect(lookedAt()).toEqual(["cizi0.sk"]);
      const ordered = performance.now();
      await queued("firma.sk");
      await vi.waitFor(() => expect(lookedAt()).toContain("firma.sk"), { timeout: 3_000, interval: 10 });
      expect(performance.now() - ordered).toBeLessThan(3_000);
      expect(await dueByLane(here.state, clock())).toEqual({ system: 0, organization: 0, stranger: 499 });
    });

    test("one account has half of the places while others wait, over all its organizations, and more when nobody does", async () => {
      const other = await organization("Beta");
      const founder = (
        await here.state.get<{ charged_to: string }>(
          composedSql("SELECT charged_to FROM organization WHERE id = ?"),
          here.orgId,
        )
      )?.charged_to;
      const second = await organization("Gama");
      await here.state.run(composedSql("UPDATE organization SET charged_to = ? WHERE id = ?"), founder ?? "", second);
      for (let n = 0; n < 4; n++) await queued(`prva${n}.sk`);
      for (let n = 0; n < 4; n++) await queued(`druha${n}.sk`, {}, second);
      await queued("ina0.sk", {}, other);
      await queued("ina1.sk", {}, other);
      const { jobs, open } = holding(5);
      jobs.start();
      await vi.waitFor(() => expect(lookedAt()).toHaveLength(5), PATIENCE_MS);
      expect(lookedAt().filter((domain) => !domain.startsWith("ina"))).toHaveLength(3);
      // Nobody else waits: the places that come free are theirs.
      for (const end of open.splice(0)) end();
      await vi.waitFor(() => expect(lookedAt()).toHaveLength(10), PATIENCE_MS);
    });

    test("so many looks of strangers wait and no more, also of thirty asked for at once, and few for one domain", async () => {
      const bounds = { most: 10, mostOfDomain: 5 };
      const ask = (host: string, registrable = host) => addQuickJob(here.state, { host, registrable }, bounds, clock());
      const subs = Array.from({ length: 7 }, (_, n) => `www${n}.jedna.sk`);
      const answers = [];
      for (const host of subs) answers.push(await ask(host, "jedna.sk"));
      expect(answers).toEqual([...Array(5).fill("added"), "full", "full"]);
      // The same name again is the look that waits.
      expect(await ask("www0.jedna.sk", "jedna.sk")).toBe("there");
      // A name that only ends alike is another domain.
      expect(await ask("inajedna.sk")).toBe("added");
      const crowd = await Promise.all(Array.from({ length: 30 }, (_, n) => ask(`dav${n}.sk`)));
      expect(crowd.filter((answer) => answer === "added")).toHaveLength(4);
      expect(await listJobs(here.state)).toHaveLength(10);
    });

    test("a job that is given up is history: it locks nothing, is listed, and can be made anew", async () => {
      const look = vi.fn(() => Promise.reject(new Error("broken")));
      const one = instance(look, { onFailure: () => undefined });
      await addQuickJob(here.state, { host: "firma.sk", registrable: "firma.sk" }, BOUNDS, clock());
      // As many attempts as end it.
      await here.state.run(composedSql("UPDATE job SET attempts = 99"));
      one.jobs.start();
      await vi.waitFor(async () => expect(await listJobs(here.state)).toEqual([]), PATIENCE_MS);
      const [given] = await listJobs(here.state, { isFailed: true });
      expect(given).toMatchObject({ kind: "scan.quick", key: "firma.sk", run_at: NEVER, last_error: "NeverEnded" });
      await one.stop();
      expect(await addQuickJob(here.state, { host: "firma.sk", registrable: "firma.sk" }, BOUNDS, clock())).toBe(
        "added",
      );
      // One of its kind and key waits already.
      expect(await retryJobNow(here.state, given?.id ?? "", clock())).toBe(false);
      await here.state.run(composedSql("DELETE FROM job"));
      expect(await retryJobNow(here.state, given?.id ?? "", clock())).toBe(true);
      expect(await here.state.all(composedSql("SELECT id, kind, key, lane, attempts FROM job"))).toEqual([
        { id: given?.id, kind: "scan.quick", key: "firma.sk", lane: "stranger", attempts: 0 },
      ]);
      expect(await listJobs(here.state, { isFailed: true })).toEqual([]);
    });

    test("what a former program gave up and left on the list locks nothing either", async () => {
      const add = () => addQuickJob(here.state, { host: "firma.sk", registrable: "firma.sk" }, BOUNDS, clock());
      expect([await add(), await add()]).toEqual(["added", "there"]);
      await here.state.run(composedSql("UPDATE job SET run_at = ?, attempts = 3, last_error = 'x'"), NEVER);
      expect(await add()).toBe("added");
      expect(await listJobs(here.state)).toMatchObject([{ attempts: 0, last_error: null }]);
    });

    test("the scan of an organization that is deleted goes with it, and one under way stops", async () => {
      await queued("firma.sk");
      await queued("caka.sk", { runAt: clock() + 3_600_000 });
      let stopped = false;
      const one = instance(
        ({ signal }) =>
          new Promise((_, refuse) =>
            signal?.addEventListener("abort", () => {
              stopped = true;
              refuse(new Error("stopped"));
            }),
          ),
      );
      one.jobs.start();
      await vi.waitFor(() => expect(lookedAt()).toEqual(["firma.sk"]), PATIENCE_MS);
      await here.state.transaction((tx) => deleteOrganization({ db: tx, orgId: here.orgId }, clock()));
      expect(await listJobs(here.state)).toEqual([]);
      await vi.waitFor(() => expect(stopped).toBe(true), PATIENCE_MS);
      expect(await listJobs(here.state, { isFailed: true })).toEqual([]);
    });
  });
}
