import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { listJobs, NEVER } from "../state/job-table.ts";
import { sql } from "../state/sql.ts";
import type { State } from "../state/state.ts";
import { type JobEvent, type JobHandler, type JobRules, type Jobs, LeaseLostError } from "./jobs.ts";
import { createJobs } from "./worker.ts";

const RULES: JobRules = { leaseMs: 60_000, retries: 2, backoffMs: 1_000 };
const NOTE = sql("INSERT INTO feed_source (source, body) VALUES (?, ?)");
const NOTES = sql("SELECT source, body FROM feed_source ORDER BY source");

/** What jobs must do on both databases. `open` gives the same empty state each time, as another process sees it. */
export function describeJobs(name: string, create: () => Promise<{ open(): State; remove(): Promise<void> }>): void {
  describe(name, () => {
    let database: Awaited<ReturnType<typeof create>>;
    let state: State;
    let events: JobEvent[];
    /** Every instance that a test made. */
    let instances: { jobs: Jobs; state: State }[];
    /** How far the clock of the database is ahead of the real one. */
    let ahead: number;

    beforeEach(async () => {
      database = await create();
      events = [];
      instances = [];
      ahead = 0;
      state = database.open();
      await state.open();
    });
    afterEach(async () => {
      for (const each of instances) {
        await each.jobs.stop(0);
        await each.state.close();
      }
      await state.close();
      await database.remove();
    });

    const clock = () => Date.now() + ahead;

    /** An instance that looks every few milliseconds. */
    function instance(handler: JobHandler<"feed.source">, rules: Partial<JobRules> = {}): Jobs {
      const own = database.open();
      const jobs = createJobs({
        state: { ...own, now: async () => clock() },
        now: clock,
        random: () => 0.5,
        instance: `test-${instances.length}`,
        onEvent: (event) => events.push(event),
        ...{ pollMs: 10, firstMs: 0 },
      });
      jobs.define("feed.source", handler, { ...RULES, ...rules });
      instances.push({ jobs, state: own });
      return jobs;
    }

    const add = async (key: string, runAt = 0) => {
      const jobs = instance(async () => undefined);
      return jobs.add(state, { kind: "feed.source", key, runAt });
    };
    const left = async () => (await listJobs(state)).map(({ key }) => key).toSorted();
    const only = async () => (await listJobs(state))[0];

    test("a job is there once for its kind and key, and comes with the change that causes it", async () => {
      expect([await add("a"), await add("a"), await add("b")]).toEqual([true, false, true]);
      expect(await left()).toEqual(["a", "b"]);
      expect((await only())?.id).toMatch(/^job_[0-9a-hjkmnp-tv-z]{26}$/);
      const jobs = instance(async () => undefined);
      const undone = state.transaction(async (tx) => {
        await jobs.add(tx, { kind: "feed.source", key: "c", runAt: 0 });
        throw new Error("no change, no job");
      });
      await expect(undone).rejects.toThrow();
      expect(await left()).toEqual(["a", "b"]);
    });

    test("of 600 jobs four instances do each once", async () => {
      const done: string[] = [];
      await state.transaction(async (tx) => {
        const jobs = instance(async () => undefined);
        for (let n = 0; n < 600; n++) await jobs.add(tx, { kind: "feed.source", key: `${n}`, runAt: n });
      });
      for (let n = 0; n < 4; n++) {
        instance(async (_payload, _signal, run) => {
          done.push(run.key);
          await run.complete((tx) => tx.run(NOTE, run.key, `${n}`).then(() => undefined));
        }).start();
      }
      await expect.poll(() => done.length, { timeout: 18_000, interval: 50 }).toBe(600);
      await expect.poll(left, { timeout: 5_000 }).toEqual([]);
      expect(new Set(done).size).toBe(600);
      const notes = await state.all<{ body: string }>(NOTES);
      expect(notes).toHaveLength(600);
      // SQLite lets one write at a time; on one event loop that may be the same one for long.
      if (state.kind === "postgres") expect(new Set(notes.map(({ body }) => body)).size).toBeGreaterThan(1);
    });

    test("nothing is done before its time, and what is due longest comes first", async () => {
      const done: string[] = [];
      await add("later", clock() + 3_600_000);
      await add("second", 2);
      await add("first", 1);
      instance(async (_payload, _signal, run) => void done.push(run.key)).start();
      await expect.poll(() => done).toEqual(["first", "second"]);
      await sleep(50);
      expect(await left()).toEqual(["later"]);
    });

    test("the job of an instance that was killed is done by another when its lease is over, and not before", async () => {
      await add("a");
      const begun = vi.fn();
      // It never comes to an end and never renews: as if its process were gone.
      const dead = database.open();
      const claimed = await dead.run(
        sql("UPDATE job SET lease_until = ?, lease_by = 'dead', attempts = 1"),
        clock() + 60_000,
      );
      await dead.close();
      expect(claimed).toBe(1);
      instance(async () => begun()).start();
      await sleep(100);
      expect(begun).not.toHaveBeenCalled();
      ahead = 61_000;
      await expect.poll(() => begun.mock.calls.length).toBe(1);
      await expect.poll(left).toEqual([]);
    });

    test("a lease is renewed while the job is being done", async () => {
      await add("a");
      const begun = vi.fn();
      const slow: JobHandler<"feed.source"> = async () => {
        begun();
        await sleep(500);
      };
      instance(slow, { leaseMs: 150 }).start();
      instance(slow, { leaseMs: 150 }).start();
      await expect.poll(left, { timeout: 5_000 }).toEqual([]);
      expect(begun).toHaveBeenCalledTimes(1);
      expect(events).toEqual([]);
    });

    test("who lost the lease writes nothing", async () => {
      await add("a");
      let refused: unknown;
      const jobs = instance(async (_payload, _signal, run) => {
        await state.run(sql("UPDATE job SET lease_by = 'another'"));
        await run
          .complete((tx) => tx.run(NOTE, "written", "").then(() => undefined))
          .catch((error: unknown) => {
            refused = error;
            throw error;
          });
      });
      jobs.start();
      await expect.poll(() => events.map(({ kind }) => kind)).toEqual(["lease_lost"]);
      expect(refused).toBeInstanceOf(LeaseLostError);
      expect(await state.all(NOTES)).toEqual([]);
      expect(await left()).toEqual(["a"]);
    });

    test("a job that lost its lease is broken off", async () => {
      await add("a");
      let isBrokenOff = false;
      const jobs = instance(
        async (_payload, signal) => {
          await state.run(sql("UPDATE job SET lease_by = 'another'"));
          await new Promise((_resolve, reject) =>
            signal.addEventListener("abort", () => reject(signal.reason)),
          ).finally(() => {
            isBrokenOff = true;
          });
        },
        { leaseMs: 90 },
      );
      jobs.start();
      await expect.poll(() => events.map(({ kind }) => kind)).toEqual(["lease_lost"]);
      expect(isBrokenOff).toBe(true);
    });

    test("the work of a job and its end are one: what fails leaves both undone", async () => {
      await add("a");
      instance(async (_payload, _signal, run) => {
        await run.complete(async (tx) => {
          await tx.run(NOTE, "written", "");
          throw new Error("half way");
        });
      }).start();
      await expect.poll(() => events.map(({ kind }) => kind)).toEqual(["failed"]);
      expect(await state.all(NOTES)).toEqual([]);
      expect(await left()).toEqual(["a"]);
    });

    test("a failure is tried again later each time, then given up for good, and its reason is a word of ours", async () => {
      await add("a");
      const attempts: number[] = [];
      const failing: JobHandler<"feed.source"> = async (_payload, _signal, run) => {
        attempts.push(run.attempt);
        throw new TypeError("FOREIGN TEXT");
      };
      instance(failing).start();
      await expect.poll(async () => (await only())?.last_error).toBe("TypeError");
      const first = await only();
      expect((first?.run_at ?? 0) - clock()).toBeGreaterThan(700);
      expect((first?.run_at ?? 0) - clock()).toBeLessThanOrEqual(1_000);
      ahead = 1_100;
      await expect.poll(() => attempts).toEqual([1, 2]);
      await expect.poll(async () => ((await only())?.run_at ?? 0) - clock()).toBeGreaterThan(1_500);
      ahead = 4_000;
      await expect.poll(() => attempts).toEqual([1, 2, 3]);
      await expect.poll(async () => (await only())?.run_at).toBe(NEVER);
      expect(events.map(({ kind }) => kind)).toEqual(["failed", "failed", "given_up"]);
      ahead = 100 * 24 * 3_600_000;
      await sleep(100);
      expect(attempts).toEqual([1, 2, 3]);
      expect(JSON.stringify(await listJobs(state))).not.toContain("FOREIGN");
    });

    test("a job of a schedule comes again at its distance, missed times are left out, and it is never given up", async () => {
      const begun = clock();
      await add("a", begun - 250_000);
      const every = { ms: 100_000, jitter: 0 };
      const done = vi.fn();
      instance(async () => done(), { every }).start();
      await expect.poll(async () => (await only())?.run_at).toBe(begun + 50_000);
      expect(done).toHaveBeenCalledTimes(1);
      await instances.at(-1)?.jobs.stop(0);
      instance(
        async () => {
          throw new Error("no");
        },
        { every, retries: 0 },
      ).start();
      ahead = 60_000;
      await expect.poll(async () => (await only())?.run_at).toBe(begun + 150_000);
      expect(events.map(({ kind }) => kind)).toEqual(["given_up"]);
    });

    test("an instance that stops gives its job back at once, and the attempt does not count", async () => {
      await add("a");
      const attempts: number[] = [];
      const first = instance(async (_payload, signal, run) => {
        attempts.push(run.attempt);
        await new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
      });
      first.start();
      await expect.poll(() => attempts).toEqual([1]);
      await first.stop(1_000);
      expect(await only()).toMatchObject({ lease_until: 0, attempts: 0, last_error: null });
      instance(async (_payload, _signal, run) => void attempts.push(run.attempt)).start();
      await expect.poll(() => attempts).toEqual([1, 1]);
      expect(events).toEqual([]);
    });

    test("a job that does not listen is left behind when the instance stops, and may write nothing any more", async () => {
      await add("a");
      let end: () => void = () => undefined;
      const first = instance(async (_payload, _signal, run) => {
        await new Promise<void>((resolve) => (end = resolve));
        await run.complete((tx) => tx.run(NOTE, "late", "").then(() => undefined));
      });
      first.start();
      await expect.poll(async () => (await only())?.attempts).toBe(1);
      await first.stop(20);
      expect(await only()).toMatchObject({ lease_until: 0, attempts: 0 });
      end();
      await expect.poll(() => events.map(({ kind }) => kind)).toEqual(["lease_lost"]);
      expect(await state.all(NOTES)).toEqual([]);
    });

    test("an instance does only what it knows how to do", async () => {
      await add("a");
      await state.run(sql("UPDATE job SET kind = 'of.a.later.release'"));
      const done = vi.fn();
      instance(async () => done()).start();
      await sleep(100);
      expect(done).not.toHaveBeenCalled();
      expect(await left()).toEqual(["a"]);
    });
  });
}
