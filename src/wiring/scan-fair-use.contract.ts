import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { addDomain, noteNoProof, noteProof } from "../state/domains.ts";
import { type CreateQueueState, MINUTE, useScanQueue } from "./scan-queue.fixture.ts";

/** Who may have which domain scanned, and how often, on both databases. */
export function describeFairUse(name: string, create: CreateQueueState): void {
  describe(name, () => {
    const here = useScanQueue(create);
    const { organization, instance, order, queued, scan, ended, jobsLeft } = here;

    test("another organization that asks within ten minutes gets a result of its own from what was seen", async () => {
      const other = await organization("Beta");
      instance().jobs.start();
      await ended(await queued("firma.sk"));
      here.pass(9 * MINUTE);
      const done = await ended(await queued("firma.sk", {}, other), other);
      expect([done?.status, here.looks.length]).toEqual(["completed", 1]);
      expect(await order("firma.sk", {}, other)).toMatchObject({ earlier: { id: done?.id } });
    });

    test("an organization that asks again within ten minutes gets the earlier scan; after them a new one", async () => {
      instance().jobs.start();
      const id = await queued("firma.sk");
      expect(await order("firma.sk")).toMatchObject({ earlier: { id } });
      await ended(id);
      here.pass(9 * MINUTE);
      expect(await order("firma.sk")).toMatchObject({ earlier: { id } });
      here.pass(2 * MINUTE);
      const next = await queued("firma.sk");
      expect(next).not.toBe(id);
      await ended(next);
      expect(here.looks).toHaveLength(2);
    });

    test("of two requests at once one queues the scan and the other finds it", async () => {
      const made = await Promise.all(Array.from({ length: 8 }, () => order("firma.sk")));
      expect(made.filter((each) => "id" in each)).toHaveLength(1);
      expect(await jobsLeft()).toBe(1);
    });

    test("a full scan needs a proof; one that ended meanwhile ends the scan", async () => {
      instance().jobs.start();
      const without = await ended(await queued("firma.sk", { profile: "full" }));
      expect(without).toMatchObject({ status: "failed", error: "cancelled" });
      await addDomain({ db: here.state, orgId: here.orgId }, { domain: "firma.sk", token: "t", added_by: "acc_x" }, 1);
      await noteProof({ db: here.state, orgId: here.orgId }, "firma.sk", "dns", 2);
      const proved = await ended(await queued("firma.sk", { profile: "full" }));
      expect(proved).toMatchObject({ status: "completed", profile: "full" });
      const below = await ended(await queued("www.firma.sk", { profile: "full" }));
      expect(below?.status).toBe("completed");
      for (const at of [3, 4, 5]) await noteNoProof({ db: here.state, orgId: here.orgId }, "firma.sk", at);
      here.pass(11 * MINUTE);
      expect(await ended(await queued("firma.sk", { profile: "full" }))).toMatchObject({ error: "cancelled" });
    });

    test("the operator's word stands for a proof", async () => {
      instance().jobs.start();
      const done = await ended(await queued("firma.sk", { profile: "full", ownerConfirmed: true }));
      expect(done).toMatchObject({ status: "completed", profile: "full" });
    });

    test("a full scan answers who asks for a public one; after a public one it waits until ten minutes are over", async () => {
      instance().jobs.start();
      await ended(await queued("firma.sk", { profile: "full", ownerConfirmed: true }));
      expect(await order("firma.sk")).toMatchObject({ earlier: { profile: "full" } });
      await ended(await queued("druha.sk"));
      const id = await queued("druha.sk", { profile: "full", ownerConfirmed: true });
      await sleep(300);
      expect(await scan(id)).toMatchObject({ status: "queued" });
      here.pass(11 * MINUTE);
      expect(await ended(id)).toMatchObject({ status: "completed", profile: "full" });
    });

    test("a domain of the deny list is not looked at, even where the scan was queued before", async () => {
      const id = await queued("firma.sk");
      instance(undefined, { isOptedOut: () => true }).jobs.start();
      expect(await ended(id)).toMatchObject({ status: "failed", error: "opted_out" });
      expect(here.looks).toEqual([]);
    });

    test("an organization has 50 scans a day, and 20 different domains without a proof", async () => {
      for (let at = 0; at < 20; at += 1) await queued(`firma${at}.sk`);
      await expect(here.queued("firma20.sk")).rejects.toMatchObject({ problem: { code: "rate_limited" } });
      await addDomain(
        { db: here.state, orgId: here.orgId },
        { domain: "vlastna.sk", token: "t", added_by: "acc_x" },
        1,
      );
      await noteProof({ db: here.state, orgId: here.orgId }, "vlastna.sk", "dns", 2);
      for (let at = 0; at < 30; at += 1) await queued(`p${at}.vlastna.sk`);
      const refused = await queued("p30.vlastna.sk").catch((thrown: { problem: unknown }) => thrown.problem);
      expect(refused).toMatchObject({ code: "rate_limited", retryAfter: expect.any(Number) });
      const other = await organization("Beta");
      expect(await queued("firma20.sk", {}, other)).not.toBe("");
      here.pass(24 * 60 * MINUTE);
      expect(await queued("firma20.sk")).not.toBe("");
    });
  });
}
