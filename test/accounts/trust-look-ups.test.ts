import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { bareServices, unlimited } from "../../src/capabilities/bare-services.fixture.ts";
import { createCall } from "../../src/capabilities/calling/call.ts";
import { signedProfile } from "../../src/capabilities/trust/signed-profile.ts";
import { supplierTrustProfile } from "../../src/capabilities/trust/supplier-trust-profile.ts";
import { readConfig } from "../../src/config.ts";
import { createMcpDispatch } from "../../src/faces/mcp/dispatch.ts";
import { createRest } from "../../src/faces/rest/rest.ts";
import { loadKnowledge } from "../../src/knowledge/knowledge.ts";
import type { Sql } from "../../src/state/sql.ts";
import { createState, type State } from "../../src/state/state.ts";
import type { Value } from "../../src/state/state-database.ts";
import { createTestDatabase, hasPostgres } from "../../src/state/test-postgres.fixture.ts";
import {
  lockTrustProfile,
  saveTrustDraft,
  trustProfileOf,
  withdrawTrustProfile,
} from "../../src/state/trust-profiles.ts";
import { openTrust } from "../../src/wiring/open-trust.ts";
import { organizationWithMembers, publishOn } from "../../src/wiring/trust-nights.fixture.ts";
import { keepingLog } from "../mcp/capabilities.fixture.ts";

const DAY = "2026-11-20";
const AT = Date.parse(`${DAY}T10:00:00Z`);
const knowledge = loadKnowledge();

/** What can be asked for: nobody's profile, one never published, one published once and edited since, one withdrawn. */
const ICOS = { unknown: "36631124", never: "45274649", draft: "31322832", withdrawn: "49240901" } as const;
type Case = keyof typeof ICOS;
const CASES = Object.keys(ICOS) as readonly Case[];

/** Every way to ask for the profile of a number; its address is made of the number. */
const WAYS = ["tool by slug", "tool by number", ".json", ".jws.json"] as const;

function describeLookUps(where: string, create: () => Promise<{ readonly state: State; remove(): Promise<void> }>) {
  describe(`a look-up of a profile that is not public, in ${where}`, () => {
    let database: Awaited<ReturnType<typeof create>>;

    beforeEach(async () => {
      database = await create();
      const { state } = database;
      await state.open();
      for (const each of ["never", "draft", "withdrawn"] as const) {
        const orgId = await organizationWithMembers(state, each);
        if (each === "never") {
          await state.transaction((tx) => lockTrustProfile({ db: tx, orgId }, "4.0.0", AT));
          continue;
        }
        await publishOn(state, orgId, DAY, { ico: ICOS[each] });
        await state.transaction((tx) => withdrawTrustProfile({ db: tx, orgId }, "supplier", AT));
        const profile = await trustProfileOf(state, orgId);
        if (each === "draft" && profile !== undefined) await saveTrustDraft({ db: state, orgId }, profile, AT);
        expect((await trustProfileOf(state, orgId))?.state).toBe(each);
      }
      // One that is public: what is asked there first is what is asked everywhere.
      await publishOn(state, await organizationWithMembers(state, "public"), DAY, { ico: "35697270" });
    });
    afterEach(async () => {
      await database.state.close();
      await database.remove();
    });

    test.each(WAYS)("runs the same statements and answers the same bytes, whatever there is: %s", async (way) => {
      const { asked, state } = recorded(database.state);
      const services = bareServices(knowledge, {
        trust: openTrust(readConfig({}), () => AT, state),
        today: () => DAY,
      });
      const call = createCall(services, unlimited);
      const log = keepingLog();
      const dispatch = createMcpDispatch({
        capabilities: [supplierTrustProfile],
        call,
        serverInfo: { name: "dosah", version: "0" },
        instructions: "",
        log,
      });
      const { app } = createRest({
        capabilities: [signedProfile, supplierTrustProfile],
        call,
        clientAddress: () => null,
        baseUrl: "https://dosah.test",
        version: "0",
        log,
      });
      const tool = async (args: object) => {
        const params = { name: "supplier_trust_profile", arguments: args };
        const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params });
        return (await dispatch({ header: () => undefined, body, caller: { address: null, via: "mcp" } })).body;
      };
      const get = async (path: string) => {
        const response = await app.request(path);
        return JSON.stringify([response.status, [...response.headers], await response.text()]);
      };
      const ask = async (ico: string) => {
        asked.splice(0);
        const slug = `firma-${ico}`;
        const body = await {
          "tool by slug": () => tool({ slug }),
          "tool by number": () => tool({ ico }),
          ".json": () => get(`/trust/${slug}.json`),
          ".jws.json": () => get(`/trust/${slug}.jws.json`),
        }[way]();
        return { statements: [...asked], body };
      };
      const unknown = await ask(ICOS.unknown);
      expect(unknown.statements.length).toBeGreaterThan(0);
      expect(unknown.body).toContain("not_found");
      for (const each of CASES) expect([each, await ask(ICOS[each])]).toEqual([each, unknown]);
      expect(log.lines).toEqual([]);
      // Without this the test would also pass for a look-up that never finds anybody.
      const found = await ask("35697270");
      expect(found.statements.slice(0, 1)).toEqual(unknown.statements.slice(0, 1));
      expect(found.statements.length).toBeGreaterThan(unknown.statements.length);
    });
  });
}

/** The state, with the statements that were asked of it. */
function recorded(state: State): { readonly asked: string[]; readonly state: State } {
  const asked: string[] = [];
  const noting =
    (name: "get" | "all" | "run") =>
    (sql: Sql, ...values: readonly Value[]) => {
      asked.push(`${name} ${sql.text.sqlite}`);
      return state[name](sql, ...values);
    };
  const transaction: State["transaction"] = (...given) => {
    asked.push("transaction");
    return state.transaction(...given);
  };
  const watched = { get: noting("get"), all: noting("all"), run: noting("run"), transaction };
  return { asked, state: Object.assign(Object.create(state), watched) };
}

describeLookUps("SQLite", async () => {
  const dir = mkdtempSync(join(tmpdir(), "dosah-trust-"));
  return {
    state: createState({ dir, now: Date.now }),
    remove: async () => rmSync(dir, { recursive: true, force: true }),
  };
});

describe.skipIf(!hasPostgres)("with a PostgreSQL server at 127.0.0.1:5432", () => {
  describeLookUps("PostgreSQL", async () => {
    const database = await createTestDatabase();
    return {
      state: createState({ dir: "", databaseUrl: database.url, pool: 4, now: Date.now }),
      remove: database.drop,
    };
  });
});
