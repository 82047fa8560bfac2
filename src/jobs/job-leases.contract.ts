import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test, vi } from "vitest";
import { sql } from "../state/sql.ts";
import { type CreateJobDatabase, jobInstances, NOTE, NOTES } from "./job-instances.fixture.ts";
import { type JobHandler, LeaseLostError } from "./jobs.ts";

/** Who holds the lease of a job does it, and nobody else; who lost it writes nothing. */
export function describeLeases(create: CreateJobDatabase): void {
  describe("the lease of a job", () => {
    const here = jobInstances(create);
    const { add, clock, instance, left, only } = here;

    test("the job of an instance that was killed is done by another when its lease is over, and not before", async () => {
      await add("a");
      const begun = vi.fn();
      // It never comes to an end and never renews: as if its process were gone.
      const dead = here.database.open();
      const claimed = await dead.run(
        sql("UPDATE job SET lease_until = ?, lease_by = 'dead', attempts = 1"),
        clock() + 60_000,
      );
      await dead.close();
      expect(claimed).toBe(1);
      instance(async () => begun()).start();
      await sleep(100);
      expect(begun).not.toHaveBeenCalled();
      here.ahead = 61_000;
      await expect.poll(() => begun.mock.calls.length).toBe(1);
      await expect.poll(left).toEqual([]);
    });

    test("a job whose process was gone each time is given up in the end, before it ends the next one", async () => {
      await add("a");
      const begun = vi.fn();
      const leave = (attempts: number) =>
        here.state.run(sql("UPDATE job SET lease_until = 0, lease_by = 'dead', attempts = ?"), attempts);
      await leave(12);
      instance(async () => begun(), { retries: 2 }).start();
      await expect.poll(() => here.events.map(({ kind }) => kind)).toEqual(["given_up"]);
      expect(begun).not.toHaveBeenCalled();
      await expect.poll(only).toMatchObject({ last_error: "NeverEnded", lease_until: 0 });
      // What is history locks nothing.
      await add("a", here.clock() + 3_600_000);
      await leave(11);
      await here.state.run(sql("UPDATE job SET run_at = 0"));
      await expect.poll(() => begun.mock.calls.length).toBe(1);
    });

    test("a lease is renewed while the job is being done", async () => {
      await add("a");
      const begun = vi.fn();
      const slow: JobHandler<"feed.source"> = async () => {
        begun();
        await sleep(3_000);
      };
      // A lease that is renewed every third of its time: a busy machine may be late by more than a second.
      instance(slow, { leaseMs: 2_000 }).start();
      instance(slow, { leaseMs: 2_000 }).start();
      await expect.poll(left).toEqual([]);
      expect(begun).toHaveBeenCalledTimes(1);
      expect(here.events).toEqual([]);
    });

    test("who lost the lease writes nothing", async () => {
      await add("a");
      let refused: unknown;
      const jobs = instance(async (_payload, _signal, run) => {
        await here.state.run(sql("UPDATE job SET lease_by = 'another'"));
        await run
          .complete((tx) => tx.run(NOTE, "written", "").then(() => undefined))
          .catch((error: unknown) => {
            refused = error;
            throw error;
          });
      });
      jobs.start();
      await expect.poll(() => here.events.map(({ kind }) => kind)).toEqual(["lease_lost"]);
      expect(refused).toBeInstanceOf(LeaseLostError);
      expect(await here.state.all(NOTES)).toEqual([]);
      expect(await left()).toEqual(["a"]);
    });

    test("a job that lost its lease is broken off", async () => {
      await add("a");
      let isBrokenOff = false;
      const jobs = instance(
        async (_payload, signal) => {
          await here.state.run(sql("UPDATE job SET lease_by = 'another'"));
          await new Promise((_resolve, reject) =>
            signal.addEventListener("abort", () => reject(signal.reason)),
          ).finally(() => {
            isBrokenOff = true;
          });
        },
        { leaseMs: 90 },
      );
      jobs.start();
      await expect.poll(() => here.events.map(({ kind }) => kind)).toEqual(["lease_lost"]);
      expect(isBrokenOff).toBe(true);
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
      expect(here.events).toEqual([]);
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
      await expect.poll(() => here.events.map(({ kind }) => kind)).toEqual(["lease_lost"]);
      expect(await here.state.all(NOTES)).toEqual([]);
    });
  });
}
