import { describe, expect, test } from "vitest";
import { newId } from "../core/random-id.ts";
import { GIVEN_HERE } from "./assessments.ts";
import { organizationStore } from "./organization-store.ts";
import { ownAccountStore } from "./person-store.ts";
import { NOW, type PrivateState } from "./private-state.fixture.ts";
import type { EntryToSave, RegisterEntry } from "./register-entries.ts";

const entry = (by: string, fields: Partial<RegisterEntry> = {}): EntryToSave => ({
  code: "NIS2-20-1",
  status: "met",
  status_source: "manual",
  scan_id: null,
  evidence_note: "Zápisnica",
  responsible_person: "Jana",
  last_reviewed_at: "2026-11-22",
  next_review_at: "2027-11-22",
  updated_at: NOW,
  updated_by: by,
  ...fields,
});

/** The obligation register and saved questionnaires. */
export function describeRegister({ state, person, organization, count }: PrivateState): void {
  const open = async () => {
    const { id } = await person();
    const orgId = await organization(id);
    return { id, orgId, store: organizationStore({ db: state(), accountId: id, orgId }) };
  };
  const draft = async (here: Awaited<ReturnType<typeof open>>) => {
    const id = newId("assessment");
    const fields = { id, mode: "quick", questionnaire_version: "1.0", created_at: NOW, created_by: here.id } as const;
    await here.store.addAssessment(fields);
    return id;
  };
  const change = <T>(here: Awaited<ReturnType<typeof open>>, work: (store: typeof here.store) => Promise<T>) =>
    state().transaction((tx) => work(organizationStore({ db: tx, accountId: here.id, orgId: here.orgId })));

  describe("the register", () => {
    test("keeps each save with what was before and after, newest first", async () => {
      const here = await open();
      expect(await change(here, (store) => store.saveEntry(undefined, entry(here.id)))).toBe(true);
      const [first] = await here.store.register();
      const next = entry(here.id, { status: "partial" });
      expect(await change(here, async (store) => store.saveEntry(await store.lockEntry("NIS2-20-1"), next))).toBe(true);
      const changes = await here.store.registerChanges("NIS2-20-1", 10);
      expect(changes.map(({ version, by }) => [version, by])).toEqual([
        [2, here.id],
        [1, here.id],
      ]);
      expect({ ...JSON.parse(changes[0]?.before ?? ""), responsible_name: null }).toEqual(first);
      expect(await here.store.registerChanges("NIS2-20-2", 10)).toEqual([]);
      expect(await ownAccountStore({ db: state(), accountId: here.id }).registerChanges()).toHaveLength(2);
    });

    test("is not saved over what somebody else saved first", async () => {
      const here = await open();
      expect(await change(here, (store) => store.saveEntry(undefined, entry(here.id)))).toBe(true);
      const [read] = await here.store.register();
      expect(await change(here, (store) => store.saveEntry(read, entry(here.id, { status: "not_met" })))).toBe(true);
      expect(await change(here, (store) => store.saveEntry(read, entry(here.id, { status: "partial" })))).toBe(false);
      expect(await change(here, (store) => store.saveEntry(undefined, entry(here.id)))).toBe(false);
      expect(await here.store.register()).toMatchObject([{ status: "not_met", version: 2 }]);
    });

    test("shows a stranger neither entries nor history nor questionnaires", async () => {
      const here = await open();
      await change(here, (store) => store.saveEntry(undefined, entry(here.id)));
      const id = await draft(here);
      const stranger = organizationStore({ db: state(), accountId: (await person()).id, orgId: here.orgId });
      expect(await stranger.register()).toEqual([]);
      expect(await stranger.registerChanges("NIS2-20-1", 10)).toEqual([]);
      expect(await stranger.assessments()).toEqual([]);
      expect(await stranger.assessment(id)).toBeUndefined();
      expect(await stranger.answers(id)).toEqual([]);
    });
  });

  describe("a saved questionnaire", () => {
    test("keeps one answer to each question, with the one that it replaced", async () => {
      const here = await open();
      const id = await draft(here);
      const other = (await person()).id;
      const answer = { question_id: "bcm-01", at: NOW, replaced: null, replaced_by: null } as const;
      await change(here, async (store) => {
        await store.saveAnswer(id, { ...answer, answer: "yes", by: here.id });
        await store.saveAnswer(id, { ...answer, answer: "no", by: other, replaced: "yes", replaced_by: here.id });
      });
      expect(await here.store.answers(id)).toEqual([
        { ...answer, answer: "no", by: other, replaced: "yes", replaced_by: here.id, ...GIVEN_HERE },
      ]);
      expect(await here.store.assessments()).toMatchObject([{ id, state: "draft", answered: 1, answered_at: NOW }]);
      expect(await ownAccountStore({ db: state(), accountId: here.id }).answers()).toEqual([]);
    });

    test("is completed once, as one scan", async () => {
      const here = await open();
      const id = await draft(here);
      const scan = (scanId: string) => ({
        id: scanId,
        createdBy: here.id,
        startedAt: NOW,
        questionnaire: 64,
        overall: 64,
        version: "1.0",
        detail: "{}",
      });
      const [one, two] = [newId("scan"), newId("scan")];
      expect(await change(here, (store) => store.completeAssessment(id, scan(one), NOW))).toBe(true);
      expect(await change(here, (store) => store.completeAssessment(id, scan(two), NOW))).toBe(false);
      expect(await here.store.assessment(id)).toMatchObject({ state: "completed", scan_id: one, completed_at: NOW });
      expect(await here.store.scans(10)).toMatchObject([{ id: one, domain: null, status: "completed", overall: 64 }]);
    });

    test("is removed with its answers as long as it is a draft, and only then", async () => {
      const here = await open();
      const before = await count("assessment_answer");
      const [one, two] = [await draft(here), await draft(here)];
      const given = { question_id: "bcm-01", answer: "yes", at: NOW, by: here.id } as const;
      await change(here, (store) => store.saveAnswer(one, { ...given, replaced: null, replaced_by: null }));
      expect(await change(here, (store) => store.removeDraft(one))).toBe(true);
      expect(await change(here, (store) => store.removeDraft(one))).toBe(false);
      expect(await here.store.assessment(one)).toBeUndefined();
      expect(await count("assessment_answer")).toBe(before);
      const scan = { id: newId("scan"), createdBy: here.id, startedAt: NOW, questionnaire: 1, overall: 1 } as const;
      await change(here, (store) => store.completeAssessment(two, { ...scan, version: "1.0", detail: "{}" }, NOW));
      expect(await change(here, (store) => store.removeDraft(two))).toBe(false);
      expect(await here.store.assessment(two)).toMatchObject({ state: "completed" });
    });

    test("goes with its organization, as the register and its history do", async () => {
      const tables = ["register_entry", "register_change", "assessment", "assessment_answer"];
      const before = await Promise.all(tables.map(count));
      const here = await open();
      const id = await draft(here);
      await change(here, async (store) => {
        await store.saveEntry(undefined, entry(here.id));
        const given = { question_id: "bcm-01", answer: "yes", at: NOW, by: here.id } as const;
        await store.saveAnswer(id, { ...given, replaced: null, replaced_by: null });
      });
      expect(await Promise.all(tables.map(count))).not.toEqual(before);
      await change(here, (store) => store.remove(NOW));
      expect(await Promise.all(tables.map(count))).toEqual(before);
    });
  });
}
