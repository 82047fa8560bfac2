import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { newId } from "../core/random-id.ts";
import { addReviewJob } from "../jobs/review-job.ts";
import { createJobs } from "../jobs/worker.ts";
import { addAccount } from "../state/accounts.ts";
import { addMember, addOrganization } from "../state/organizations.ts";
import { saveRegisterEntry } from "../state/register-entries.ts";
import { setReminder } from "../state/reminders.ts";
import { composedSql } from "../state/sql.ts";
import type { State } from "../state/state.ts";
import { defineReviewReminders } from "./review-reminders.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const EVENING = Date.parse("2026-11-22T20:00:00Z");

/** The job that reminds of reviews as an instance does it, on both databases. */
export function describeReviewReminders(
  name: string,
  create: () => Promise<{ open(): State; remove(): Promise<void> }>,
): void {
  describe(name, () => {
    let database: Awaited<ReturnType<typeof create>>;
    let state: State;
    let instances: { stop(): Promise<void> }[];
    let now: number;

    beforeEach(async () => {
      database = await create();
      state = database.open();
      await state.open();
      [instances, now] = [[], EVENING];
    });
    afterEach(async () => {
      for (const each of instances) await each.stop();
      await state.close();
      await database.remove();
    });

    /** An instance that looks every few milliseconds. `seal` sees each mail before it is stored. */
    async function instance(seal: (text: string) => string = (text) => text) {
      const own = database.open();
      const jobs = createJobs({
        state: { ...own, now: async () => now },
        now: () => now,
        random: () => 0.5,
        instance: `test-${instances.length}`,
        onEvent: () => undefined,
        pollMs: 10,
        firstMs: 0,
      });
      const sealing = { seal };
      defineReviewReminders(jobs, { state: own, sealing, baseUrl: "https://dosah.sk", isKnown: () => true });
      await addReviewJob(jobs, state, now);
      jobs.start();
      const one = {
        stop: async () => {
          await jobs.stop(0);
          await own.close();
        },
      };
      instances.push(one);
      return one;
    }

    /** An organization with a review on that day and two members who want to be reminded. @returns who */
    async function organization(nextReviewAt: string): Promise<string[]> {
      const orgId = newId("organization");
      const [owner, member] = [await account(), await account()];
      await addOrganization(state, { id: orgId, name: "Alfa", country: null, ico: null, created_by: owner.id }, 1);
      await addMember(state, { accountId: member.id, orgId, role: "viewer" }, 1);
      const entry = { code: "NIS2-20-1", status: "met", status_source: "manual", scan_id: null } as const;
      const texts = { evidence_note: "", responsible_person: "", updated_at: 1, updated_by: owner.id };
      const days = { last_reviewed_at: "2026-01-01", next_review_at: nextReviewAt };
      await state.transaction((tx) => saveRegisterEntry({ db: tx, orgId }, undefined, { ...entry, ...texts, ...days }));
      for (const { id } of [owner, member])
        await setReminder({ db: state, accountId: id, orgId }, { reviews: 1, scans: 0 });
      return [owner.email, member.email];
    }
    async function account() {
      const id = newId("account");
      const email = `${id}@firma.sk`;
      const whom = { id, email, email_key: email, name: "Jana", locale: "sk", password_hash: null } as const;
      await addAccount(state, { ...whom, email_verified_at: 1 }, 1);
      return { id, email };
    }

    const mailed = async () => {
      const rows = await state.all<{ sealed: string }>(composedSql("SELECT sealed FROM mail"));
      return rows.map(({ sealed }): string => JSON.parse(sealed).to).toSorted();
    };
    const mailJobs = async () => (await state.all(composedSql("SELECT id FROM job WHERE kind = 'mail.send'"))).length;
    const dueAt = async () =>
      (await state.get<{ run_at: number }>(composedSql("SELECT run_at FROM job WHERE kind = 'reminder.review'")))
        ?.run_at;
    const doneUntil = (at: string) => vi.waitFor(async () => expect(await dueAt()).toBe(Date.parse(at)), 15_000);

    test("at five in the morning each person who wants it gets one mail, though three instances are there", async () => {
      const wanted = [...(await organization("2026-11-30")), ...(await organization("2026-12-23"))].toSorted();
      await organization("2026-12-01");
      for (let each = 0; each < 3; each++) await instance();
      await doneUntil("2026-11-23T05:00:00Z");
      now = Date.parse("2026-11-23T04:59:59Z");
      await new Promise((resolve) => setTimeout(resolve, 100));
      expect(await mailed()).toEqual([]);
      now += 1_000;
      await doneUntil("2026-11-24T05:00:00Z");
      expect([await mailed(), await mailJobs()]).toEqual([wanted, wanted.length]);
      now += DAY;
      await doneUntil("2026-11-25T05:00:00Z");
      // The third organization, whose review is 7 days ahead now.
      expect(await mailed()).toHaveLength(wanted.length + 2);
    });

    test("one that is broken off after the first mails has sent none, and another one sends each", async () => {
      const wanted = [...(await organization("2026-11-30")), ...(await organization("2026-11-23"))].toSorted();
      let sealed = 0;
      const first = await instance((text) => {
        sealed += 1;
        if (sealed === 3) throw new Error("half way");
        return text;
      });
      now = Date.parse("2026-11-23T05:00:00Z");
      await vi.waitFor(() => expect(sealed).toBe(3), 15_000);
      await first.stop();
      expect([await mailed(), await mailJobs()]).toEqual([[], 0]);
      now += 11 * 60_000;
      await instance();
      await doneUntil("2026-11-24T05:00:00Z");
      expect([await mailed(), await mailJobs()]).toEqual([wanted, wanted.length]);
    });

    test("after three days on which no instance was there, each person is told once of all that fell into them", async () => {
      const wanted = [...(await organization("2026-11-30")), ...(await organization("2026-12-02"))].toSorted();
      const first = await instance();
      await doneUntil("2026-11-23T05:00:00Z");
      await first.stop();
      await organization("2026-12-04");
      now = Date.parse("2026-11-26T12:00:00Z");
      await instance();
      await doneUntil("2026-11-27T05:00:00Z");
      expect(await mailed()).toEqual(wanted);
    });
  });
}
