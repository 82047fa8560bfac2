import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { type Problem, ServiceError } from "../../core/problem.ts";
import { newId } from "../../core/random-id.ts";
import type { Role } from "../../core/role.ts";
import { addAccount } from "../../state/accounts.ts";
import { auditOfActor } from "../../state/audit-log.ts";
import { addMember, addOrganization, changeMembership, organizationFor } from "../../state/organizations.ts";
import { composedSql } from "../../state/sql.ts";
import type { State } from "../../state/state.ts";
import { StateError } from "../../state/state-error.ts";
import type { Accounts } from "../accounts/accounts.ts";
import { unlimited } from "../bare-services.fixture.ts";
import { defineCapability } from "../capability.ts";
import type { Services } from "../contexts.ts";
import { createCall } from "./call.ts";
import { type Caller, type Identify, NOBODY, oncePerCaller } from "./principal.ts";

const input = z.strictObject({ organizationId: z.string().optional(), note: z.string().max(5).optional() });

/** Reads something of an organization. */
const read = defineCapability({
  name: "example_read",
  access: "organization",
  input,
  run: async (_input, { store, role }) => ({ role, members: (await store.members()).map(({ name }) => name) }),
});

/** Changes something of an organization. */
const change = defineCapability({
  name: "example_change",
  access: "organization",
  effect: "write",
  right: "change",
  scope: "scan:write",
  input,
  run: async ({ note = "" }, { write, organization, role }) => ({
    role,
    members: await write(async ({ store, record }) => {
      if (note !== "quiet") await record("example.changed", { type: "organization", id: organization.id }, { note });
      if (note === "fail") throw new Error("the change failed");
      return (await store.members()).map(({ name }) => name);
    }),
  }),
});

const log = { error: () => {}, warn: () => {} };

/** What every call of a person or an organization must keep, on either database. */
export function describeAccess(name: string, open: () => Promise<{ state: State; remove(): Promise<void> }>): void {
  describe(name, () => {
    let state: State;
    let remove: () => Promise<void>;
    const people = new Map<string, string>();
    let orgId: string;
    let otherOrgId: string;
    let statements = 0;
    let isDown = false;

    beforeAll(async () => {
      const opened = await open();
      remove = opened.remove;
      await opened.state.open();
      // Counts what is asked of the database, and can be made to fail as a lost one does.
      state = new Proxy(opened.state, {
        get: (target, property) => {
          const value = Reflect.get(target, property);
          if (typeof value !== "function" || !["get", "all", "run", "transaction"].includes(String(property)))
            return value;
          return (...args: unknown[]) => {
            statements++;
            if (isDown) return Promise.reject(new StateError("down"));
            return Reflect.apply(value, target, args);
          };
        },
      });
      for (const role of ["owner", "admin", "member", "viewer", "stranger"]) {
        const id = newId("account");
        people.set(role, id);
        await addAccount(
          state,
          {
            id,
            email: `${id}@x.sk`,
            email_key: `${id}@x.sk`,
            name: role,
            locale: "sk",
            password_hash: null,
            email_verified_at: 1,
          },
          1,
        );
      }
      [orgId, otherOrgId] = [newId("organization"), newId("organization")];
      const organization = { country: null, ico: null } as const;
      await addOrganization(state, { ...organization, id: orgId, name: "Alfa", created_by: idOf("owner") }, 1);
      await addOrganization(state, { ...organization, id: otherOrgId, name: "Beta", created_by: idOf("stranger") }, 1);
      for (const role of ["admin", "member", "viewer"] as const) {
        await addMember(state, { accountId: idOf(role), orgId, role }, 2);
      }
    });
    afterAll(async () => {
      await state.close();
      await remove();
    });

    const idOf = (role: string) => people.get(role) ?? "";

    /** `Bearer owner` is the owner's key, `Bearer owner+scan:write` one with a further scope. */
    const identify: Identify = async ({ authorization }) => {
      const [who = "", scope] = (authorization ?? "").replace("Bearer ", "").split("+");
      const accountId = people.get(who);
      if (accountId === undefined) return NOBODY;
      return { kind: "person", accountId, scopes: scope === "scan:write" ? ["read", "scan:write"] : ["read"] };
    };

    const call = () =>
      createCall(
        {
          services: {} as Services,
          privateHalf: {
            state,
            identify: oncePerCaller(identify),
            accounts: { log } as unknown as Accounts,
            now: () => 5,
          },
        },
        unlimited,
      );

    const as = (who?: string): Caller => ({
      address: "203.0.113.77",
      via: "rest",
      ...(who === undefined ? {} : { authorization: `Bearer ${who}` }),
    });

    async function problemOf(work: Promise<unknown>): Promise<Problem> {
      const thrown = await work.then(
        () => undefined,
        (error: unknown) => error,
      );
      if (!(thrown instanceof ServiceError)) throw thrown ?? new Error("there was an answer");
      return thrown.problem;
    }

    test("nobody, and a key that is none, are unauthorized before anything is read", async () => {
      statements = 0;
      for (const who of [undefined, "nobody"]) {
        expect((await problemOf(call()(read, { organizationId: orgId, zzz: 1 }, [], as(who)))).code).toBe(
          "unauthorized",
        );
      }
      expect(statements).toBe(0);
    });

    test("a stranger gets the same problem for a foreign, a missing and an impossible organization, by the same statements", async () => {
      const ids = [orgId, newId("organization"), newId("account"), "", "x".repeat(500), "' OR 1=1 --"];
      const seen = new Set<string>();
      for (const organizationId of ids) {
        statements = 0;
        const problem = await problemOf(call()(read, { organizationId }, [], as("stranger")));
        seen.add(JSON.stringify({ problem, statements }));
        expect(problem.code).toBe("not_found");
        if (organizationId !== "") expect(JSON.stringify(problem)).not.toContain(organizationId);
      }
      expect(seen.size).toBe(1);
    });

    test("what is wrong with the arguments is said only to members", async () => {
      const args = { organizationId: orgId, note: "too long" };
      expect((await problemOf(call()(read, args, [], as("stranger")))).code).toBe("not_found");
      expect(await problemOf(call()(read, args, [], as("viewer")))).toMatchObject({
        code: "invalid_arguments",
        field: "note",
      });
      expect(await problemOf(call()(read, { organizationId: { id: 5 } }, [], as("stranger")))).toMatchObject({
        field: "organizationId",
      });
    });

    test("a number instead of an id names no organization, least of all the active one", async () => {
      for (const who of ["stranger", "owner"]) {
        expect((await problemOf(call()(read, { organizationId: 5 }, [], as(who)))).code).toBe("not_found");
      }
    });

    test.each<[Role, boolean]>([
      ["owner", true],
      ["admin", true],
      ["member", true],
      ["viewer", false],
    ])("%s may read; whether he may change is said by the table of rights", async (role, mayChange) => {
      const { answer } = await call()(read, { organizationId: orgId }, [], as(role));
      expect(answer.role).toBe(role);
      expect(answer.members).toHaveLength(4);
      const changed = call()(change, { organizationId: orgId }, [], as(`${role}+scan:write`));
      if (mayChange) expect((await changed).answer.role).toBe(role);
      else expect((await problemOf(changed)).code).toBe("forbidden");
    });

    test("a key without the scope is refused before the organization is looked at, and the answer names the scope", async () => {
      statements = 0;
      const problem = await problemOf(call()(change, { organizationId: newId("organization") }, [], as("owner")));
      expect(problem).toMatchObject({ code: "forbidden", message: { en: expect.stringContaining("scan:write") } });
      expect(statements).toBe(0);
    });

    test("without an id it is the active organization, and for somebody without any the answer says so", async () => {
      expect((await call()(read, {}, [], as("viewer"))).answer.role).toBe("viewer");
      const id = newId("account");
      people.set("alone", id);
      await addAccount(
        state,
        {
          id,
          email: `${id}@x.sk`,
          email_key: `${id}@x.sk`,
          name: "alone",
          locale: "sk",
          password_hash: null,
          email_verified_at: 1,
        },
        1,
      );
      expect(await problemOf(call()(read, {}, [], as("alone")))).toMatchObject({
        code: "not_found",
        nextStep: { en: "Create an organization or accept an invitation." },
      });
    });

    test("who left is a stranger at the next call, also where the store was bound before", async () => {
      const leaver = newId("account");
      people.set("leaver", leaver);
      await addAccount(
        state,
        {
          id: leaver,
          email: `${leaver}@x.sk`,
          email_key: `${leaver}@x.sk`,
          name: "leaver",
          locale: "sk",
          password_hash: null,
          email_verified_at: 1,
        },
        1,
      );
      await addMember(state, { accountId: leaver, orgId, role: "viewer" }, 3);
      const leave = () => state.transaction((tx) => changeMembership(tx, leaver, orgId, null, { at: 1, why: "left" }));
      const slow = defineCapability({
        ...read,
        run: async (_input, { store, role }) => {
          await leave();
          return { role, members: (await store.members()).map(({ name }) => name) };
        },
      });
      expect((await call()(slow, { organizationId: orgId }, [], as("leaver"))).answer.members).toEqual([]);
      expect((await problemOf(call()(read, { organizationId: orgId }, [], as("leaver")))).code).toBe("not_found");
    });

    test("a change and its audit entry are there together, with the network of the caller and not his address", async () => {
      await call()(change, { organizationId: orgId, note: "seen" }, [], as("admin+scan:write"));
      const [entry] = await auditOfActor(state, idOf("admin"), 1);
      expect(entry).toMatchObject({
        action: "example.changed",
        actor_id: idOf("admin"),
        org_id: orgId,
        target_id: orgId,
        via: "rest",
        ip_prefix: "203.0.113.0/24",
        at: 5,
      });
    });

    test("a change that fails leaves no entry, and one that forgets its entry is undone", async () => {
      const before = await auditOfActor(state, idOf("owner"), 100);
      const run = (note: string) => call()(change, { organizationId: orgId, note }, [], as("owner+scan:write"));
      await expect(run("fail")).rejects.toThrow("the change failed");
      await expect(run("quiet")).rejects.toThrow("without an audit entry");
      expect(await auditOfActor(state, idOf("owner"), 100)).toEqual(before);
    });

    test("who calls is found out once per request, however often it is asked", async () => {
      let asked = 0;
      const counting = oncePerCaller(async (caller) => {
        asked++;
        return identify(caller);
      });
      const caller = as("owner");
      await Promise.all([counting(caller), counting(caller), counting(caller)]);
      expect(asked).toBe(1);
      await counting(as("owner"));
      expect(asked).toBe(2);
    });

    test("a lost database is an outage with a time to come back, never a wrong key", async () => {
      isDown = true;
      const problem = await problemOf(call()(read, { organizationId: orgId }, [], as("owner")));
      isDown = false;
      expect(problem).toMatchObject({ code: "source_unavailable", retryAfter: 5 });
    });

    test("a public capability makes no statement and does not ask who calls", async () => {
      const open = defineCapability({
        name: "example_public",
        access: "public",
        input: z.strictObject({}),
        run: () => ({ role: "", members: [] }),
      });
      statements = 0;
      isDown = true;
      expect((await call()(open, {}, [], as("owner"))).answer.members).toEqual([]);
      isDown = false;
      expect(statements).toBe(0);
    });

    test("a capability that reaches past its organization does not compile", async () => {
      const past = defineCapability({
        ...read,
        run: async (_input, context) => {
          // @ts-expect-error the context of an organization has no database
          context.state?.get(composedSql("SELECT 1"));
          // @ts-expect-error the store is bound: no method of it takes the id of an organization
          await context.store.members(otherOrgId);
          // @ts-expect-error only a capability that says so may write
          context.write?.(async () => undefined);
          return { role: context.role, members: (await context.store.members()).map(({ name }) => name) };
        },
      });
      const { answer } = await call()(past, { organizationId: orgId }, [], as("owner"));
      expect(answer.members).not.toContain("stranger");
      expect(await organizationFor(state, idOf("owner"), otherOrgId)).toBeUndefined();
    });
  });
}
