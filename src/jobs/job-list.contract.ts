import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test, vi } from "vitest";
import { claimJob, claimStatement, oldestDueJob } from "../state/job-table.ts";
import { sql } from "../state/sql.ts";
import { type CreateJobDatabase, jobInstances, NOTE, NOTES } from "./job-instances.fixture.ts";

/** What a list of jobs must do: each once, in time, and again where it has a schedule. */
export function describeJobList(create: CreateJobDatabase): void {
  describe("a list of jobs", () => {
    const here = jobInstances(create);
    const { add, clock, instance, left, only } = here;

    test("a job is there once for its kind and key, and comes with the change that causes it", async () => {
      expect([await add("a"), await add("a"), await add("b")]).toEqual([true, false, true]);
      expect(await left()).toEqual(["a", "b"]);
      expect((await only())?.id).toMatch(/^job_[0-9a-hjkmnp-tv-z]{26}$/);
      const jobs = instance(async () => undefined);
      const undone = here.state.transaction(async (tx) => {
        await jobs.add(tx, { kind: "feed.source", key: "c", runAt: 0 });
        throw new Error("no change, no job");
      });
      await expect(undone).rejects.toThrow();
      expect(await left()).toEqual(["a", "b"]);
    });

    test("of 600 jobs four instances do each once", async () => {
      const done: string[] = [];
      await here.state.transaction(async (tx) => {
        const jobs = instance(async () => undefined);
        for (let n = 0; n < 600; n++) await jobs.add(tx, { kind: "feed.source", key: `${n}`, runAt: n });
      });
      for (let n = 0; n < 4; n++) {
        instance(async (_payload, _signal, run) => {
          done.push(run.key);
          await run.complete((tx) => tx.run(NOTE, run.key, `${n}`).then(() => undefined));
        }).start();
      }
      await expect.poll(() => done.length, { timeout: 50_000, interval: 50 }).toBe(600);
      await expect.poll(left).toEqual([]);
      expect(new Set(done).size).toBe(600);
      const notes = await here.state.all<{ body: string }>(NOTES);
      expect(notes).toHaveLength(600);
      // SQLite lets one write at a time; on one event loop that may be the same one for long.
      if (here.state.kind === "postgres") expect(new Set(notes.map(({ body }) => body)).size).toBeGreaterThan(1);
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

    test("the job that has been due longest is known, and one under way or ahead is none", async () => {
      expect(await oldestDueJob(here.state, 10_000)).toBeUndefined();
      await add("ahead", 20_000);
      expect(await oldestDueJob(here.state, 10_000)).toBeUndefined();
      await add("due", 4_000);
      await add("due later", 6_000);
      expect(await oldestDueJob(here.state, 10_000)).toBe(4_000);
      const claim = { by: "x", now: 10_000, until: 90_000 };
      expect((await claimJob(here.state, claimStatement(1), ["feed.source"], claim))?.key).toBe("due");
      expect(await oldestDueJob(here.state, 10_000)).toBe(6_000);
    });

    test("a job of a schedule comes again at its distance, missed times are left out, and it is never given up", async () => {
      const begun = clock();
      await add("a", begun - 250_000);
      const every = { ms: 100_000, jitter: 0 };
      const done = vi.fn();
      instance(async () => done(), { every }).start();
      await expect.poll(async () => (await only())?.run_at).toBe(begun + 50_000);
      expect(done).toHaveBeenCalledTimes(1);
      await here.instances.at(-1)?.jobs.stop(0);
      instance(
        async () => {
          throw new Error("no");
        },
        { every, retries: 0 },
      ).start();
      here.ahead = 60_000;
      await expect.poll(async () => (await only())?.run_at).toBe(begun + 150_000);
      expect(here.events.map(({ kind }) => kind)).toEqual(["given_up"]);
    });

    test("an instance does only what it knows how to do", async () => {
      await add("a");
      await here.state.run(sql("UPDATE job SET kind = 'of.a.later.release'"));
      const done = vi.fn();
      instance(async () => done()).start();
      await sleep(100);
      expect(done).not.toHaveBeenCalled();
      expect(await left()).toEqual(["a"]);
    });
  });
}
