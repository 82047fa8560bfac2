import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { listJobs, NEVER, retryJobNow } from "../state/job-table.ts";
import { type CreateJobDatabase, jobInstances, NOTE, NOTES } from "./job-instances.fixture.ts";
import type { JobHandler } from "./jobs.ts";

/** What becomes of a job that fails: it is undone, tried again, given up, and done again when the operator asks. */
export function describeFailedJobs(create: CreateJobDatabase): void {
  describe("a job that fails", () => {
    const here = jobInstances(create);
    const { add, clock, instance, left, only } = here;

    test("the work of a job and its end are one: what fails leaves both undone", async () => {
      await add("a");
      instance(async (_payload, _signal, run) => {
        await run.complete(async (tx) => {
          await tx.run(NOTE, "written", "");
          throw new Error("half way");
        });
      }).start();
      await expect.poll(() => here.events.map(({ kind }) => kind)).toEqual(["failed"]);
      expect(await here.state.all(NOTES)).toEqual([]);
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
      here.ahead = 1_100;
      await expect.poll(() => attempts).toEqual([1, 2]);
      await expect.poll(async () => ((await only())?.run_at ?? 0) - clock()).toBeGreaterThan(1_500);
      here.ahead = 4_000;
      await expect.poll(() => attempts).toEqual([1, 2, 3]);
      await expect.poll(async () => (await only())?.run_at).toBe(NEVER);
      expect(here.events.map(({ kind }) => kind)).toEqual(["failed", "failed", "given_up"]);
      here.ahead = 100 * 24 * 3_600_000;
      await sleep(100);
      expect(attempts).toEqual([1, 2, 3]);
      expect(JSON.stringify(await listJobs(here.state))).not.toContain("FOREIGN");
    });

    test("one that was given up is done when the operator asks for it, with all its attempts; one under way is left alone", async () => {
      await add("a");
      let isBroken = true;
      let release: () => void = () => undefined;
      const attempts: number[] = [];
      const handler: JobHandler<"feed.source"> = async (_payload, _signal, run) => {
        attempts.push(run.attempt);
        if (isBroken) throw new TypeError("broken");
        await new Promise<void>((resolve) => {
          release = resolve;
        });
      };
      const jobs = instance(handler, { retries: 0 });
      jobs.start();
      await expect.poll(async () => (await only())?.run_at).toBe(NEVER);
      const id = (await only())?.id ?? "";
      expect((await listJobs(here.state, { isFailed: true })).map((job) => job.id)).toEqual([id]);
      expect(await retryJobNow(here.state, "job_none", clock())).toBe(false);
      isBroken = false;
      expect(await retryJobNow(here.state, id, clock())).toBe(true);
      await expect.poll(() => attempts).toEqual([1, 1]);
      expect(await retryJobNow(here.state, id, clock())).toBe(false);
      release();
      await expect.poll(left).toEqual([]);
    });
  });
}
