import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  type AuditEvent,
  appendAudit,
  auditHeads,
  auditOfActor,
  auditOfOrganization,
  cutAudit,
  verifyAudit,
} from "./audit-log.ts";
import { NOW, type PrivateState } from "./private-state.fixture.ts";
import { composedSql } from "./sql.ts";
import type { State } from "./state.ts";

/** The audit log. They do the same in both databases. */
export function describeAuditLog(examined: PrivateState): void {
  const { person, organization } = examined;
  let state: State;

  beforeAll(() => {
    state = examined.state();
  });

  describe("the audit log", () => {
    let orgId: string;
    let actor: string;

    beforeEach(async () => {
      actor = (await person()).id;
      orgId = await organization(actor);
    });

    const event = (fields: Partial<AuditEvent> = {}): AuditEvent => ({
      action: "organization.changed",
      actorId: actor,
      orgId,
      target: { type: "organization", id: orgId },
      via: "web",
      ipPrefix: "203.0.113.0/24",
      details: { fields: ["name"] },
      ...fields,
    });

    const append = (fields?: Partial<AuditEvent>, at = NOW) =>
      state.transaction((tx) => appendAudit(tx, event(fields), at));

    test("chains its entries from one, also when forty are written at once", async () => {
      await Promise.all(Array.from({ length: 40 }, () => append()));
      const entries = await auditOfOrganization({ db: state, accountId: actor, orgId }, {}, 100);
      expect(entries.map(({ seq }) => seq).toSorted((a, b) => a - b)).toEqual(
        Array.from({ length: 40 }, (_, i) => i + 1),
      );
      expect(await verifyAudit(state, `org:${orgId}`)).toMatchObject({ entries: 40 });
      expect((await verifyAudit(state, `org:${orgId}`)).fault).toBeUndefined();
    });

    test("keeps no entry of a change that did not happen", async () => {
      const failed = state.transaction(async (tx) => {
        await appendAudit(tx, event(), NOW);
        throw new Error("the change failed");
      });
      await expect(failed).rejects.toThrow("the change failed");
      expect(await auditOfOrganization({ db: state, accountId: actor, orgId }, {}, 100)).toEqual([]);
    });

    test.each([
      ["a changed column", "UPDATE audit_entry SET action = 'other' WHERE stream = ? AND seq = 3", 3, "changed"],
      ["a missing entry", "DELETE FROM audit_entry WHERE stream = ? AND seq = 3", 3, "missing"],
      ["a missing first entry", "DELETE FROM audit_entry WHERE stream = ? AND seq = 1", 1, "missing"],
      ["a missing last entry", "DELETE FROM audit_entry WHERE stream = ? AND seq = 5", 5, "cut_at_the_end"],
      ["a missing head", "DELETE FROM audit_head WHERE stream = ?", 0, "no_head"],
    ] as const)("notices %s", async (_case, damage, seq, why) => {
      for (let index = 0; index < 5; index++) await append();
      await state.run(composedSql(damage), `org:${orgId}`);
      expect((await verifyAudit(state, `org:${orgId}`)).fault).toEqual({ stream: `org:${orgId}`, seq, why });
    });

    test("notices two entries that changed places", async () => {
      for (let index = 0; index < 5; index++) await append();
      for (const [from, to] of [
        [2, 99],
        [3, 2],
        [99, 3],
      ]) {
        await state.run(
          composedSql("UPDATE audit_entry SET seq = ? WHERE stream = ? AND seq = ?"),
          to ?? 0,
          `org:${orgId}`,
          from ?? 0,
        );
      }
      expect((await verifyAudit(state, `org:${orgId}`)).fault).toMatchObject({ seq: 2, why: "changed" });
    });

    test("shows a person what he did, newest first, page by page, wherever he did it", async () => {
      await append({ action: "a.1" }, NOW + 1);
      await append({ action: "a.2", orgId: null, target: { type: "account", id: actor } }, NOW + 2);
      await append({ action: "a.3" }, NOW + 2);
      await append({ action: "other", actorId: "acc_other" }, NOW + 3);
      const first = await auditOfActor(state, actor, 2);
      const last = first.at(-1);
      const rest = await auditOfActor(state, actor, 2, last);
      expect([...first, ...rest].map(({ action }) => action).toSorted()).toEqual(["a.1", "a.2", "a.3"]);
      expect(rest.map(({ action }) => action)).toEqual(["a.1"]);
    });

    test("shows members of an organization what happened there, and strangers nothing", async () => {
      const stranger = await person();
      await append({ action: "a.1" }, NOW + 1);
      await append({ action: "a.2", actorId: "acc_other" }, NOW + 2);
      const read = (accountId: string, filter = {}) =>
        auditOfOrganization({ db: state, accountId, orgId }, filter, 100);
      expect((await read(actor)).map(({ action }) => action)).toEqual(["a.2", "a.1"]);
      expect(await read(stranger.id)).toEqual([]);
      expect((await read(actor, { action: "a.1" })).map(({ action }) => action)).toEqual(["a.1"]);
      expect((await read(actor, { actorId: "acc_other" })).map(({ action }) => action)).toEqual(["a.2"]);
      expect((await read(actor, { from: NOW + 2 })).map(({ action }) => action)).toEqual(["a.2"]);
      expect((await read(actor, { to: NOW + 2 })).map(({ action }) => action)).toEqual(["a.1"]);
    });

    test("forgets what is too old, remembers where the chain begins, and says so in an entry of its own", async () => {
      for (let index = 1; index <= 5; index++) await append({}, NOW + index);
      const cut = (before: number) => state.transaction((tx) => cutAudit(tx, `org:${orgId}`, before, NOW + 100));
      expect(await cut(NOW)).toBe(0);
      expect(await cut(NOW + 4)).toBe(3);
      const kept = await auditOfOrganization({ db: state, accountId: actor, orgId }, {}, 100);
      expect(kept.map(({ action, seq }) => `${seq} ${action}`)).toEqual([
        "6 audit.retained",
        "5 organization.changed",
        "4 organization.changed",
      ]);
      const day = new Date(NOW).toISOString().slice(0, 10);
      expect(JSON.parse(kept[0]?.details ?? "")).toEqual({ from: day, to: day, count: 3 });
      expect((await verifyAudit(state, `org:${orgId}`)).fault).toBeUndefined();
      expect((await auditHeads(state)).find(({ stream }) => stream === `org:${orgId}`)).toMatchObject({
        cut_seq: 3,
        seq: 6,
      });
    });
  });
}
