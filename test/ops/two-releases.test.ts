import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { verifyAudit } from "../../src/state/audit-log.ts";
import { MIGRATIONS } from "../../src/state/migrations/list.ts";
import { sql } from "../../src/state/sql.ts";
import { createState } from "../../src/state/state.ts";
import { createTestDatabase, hasPostgres } from "../../src/state/test-postgres.fixture.ts";
import { VERSION } from "../../src/version.ts";
import { type BuiltDosah, buildDosah } from "../promises/built-dosah.fixture.ts";
import { freePort } from "../promises/free-port.fixture.ts";
import { jsonPost } from "../promises/requests.fixture.ts";
import { NEXT_VERSION, writeNextRelease } from "../trials/load/next-release.ts";
import { endService, serviceSettings, startService } from "../trials/load/one-service.ts";
import { addOwner } from "../trials/load/people.ts";

/** The long form is `npm run trial -- topology`, which upgrades both instances behind a proxy, and goes back. */
test.skipIf(!hasPostgres)(
  "two releases at once: both read and write what the other wrote, before and after the newer layout, and say which they are",
  async () => {
    const folder = mkdtempSync(join(tmpdir(), "dosah-releases-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const present = buildDosah();
    onTestFinished(present.remove);
    const next = writeNextRelease(present);
    onTestFinished(next.remove);
    const database = await createTestDatabase();
    onTestFinished(database.drop);
    const state = createState({ dir: "", databaseUrl: database.url, pool: 2, now: Date.now });
    onTestFinished(() => state.close());
    await state.open();
    const owner = await addOwner(state, Date.now());
    const layout = async () => (await state.get<{ n: number }>(sql("SELECT max(version) AS n FROM schema_version")))?.n;

    async function start(built: BuiltDosah, name: string) {
      const own = mkdtempSync(join(folder, `${name}-`));
      const [port, metricsPort] = [await freePort(), await freePort()];
      const settings = { ...serviceSettings(own, port, database.url), METRICS_PORT: String(metricsPort) };
      const { child } = await startService(built, settings);
      onTestFinished(() => endService(child, "SIGKILL"));
      const headers = { Authorization: `Bearer ${owner.key}`, "Content-Type": "application/json" };
      const ask = (path: string, init: RequestInit = {}) =>
        fetch(`http://127.0.0.1:${port}${path}`, { ...init, headers });
      const query = `?organizationId=${owner.orgId}`;
      return {
        add: async (domain: string) =>
          (await ask("/api/v1/domain", jsonPost({ domain, organizationId: owner.orgId }))).status,
        remove: async (domain: string) => (await ask(`/api/v1/domain/${domain}${query}`, { method: "DELETE" })).status,
        domains: async (): Promise<readonly string[]> => {
          const { domains } = JSON.parse(await (await ask(`/api/v1/domain${query}`)).text());
          return domains.map(({ domain }: { readonly domain: string }) => domain).toSorted();
        },
        state: async () => JSON.parse(await (await ask("/readyz")).text()).state,
        version: async () => {
          const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
          return /^dosah_build_info\{version="([^"]+)"\} 1$/m.exec(metrics)?.[1];
        },
        stop: async () => {
          child.process.kill("SIGTERM");
          return child.ended;
        },
      };
    }

    const older = await start(present, "older");
    expect(await older.add("first.example.sk")).toBe(201);
    expect(await layout()).toBe(MIGRATIONS.length);
    const newer = await start(next, "newer");
    // The newer one has changed the layout beside the older one, which goes on.
    expect(await layout()).toBe(MIGRATIONS.length + 1);
    expect(await newer.domains()).toEqual(["first.example.sk"]);

    const all = ["first.example.sk"];
    const both = async (n: number) => {
      const [one, other] = [`older${n}.example.sk`, `newer${n}.example.sk`];
      expect(await Promise.all([older.add(one), newer.add(other)])).toEqual([201, 201]);
      all.push(one, other);
    };
    for (const n of [1, 2, 3]) await both(n);
    for (const each of [older, newer]) expect(await each.domains()).toEqual(all.toSorted());
    // What one wrote the other one takes away.
    expect([await older.remove("newer1.example.sk"), await newer.remove("older1.example.sk")]).toEqual([200, 200]);
    for (const each of [older, newer]) expect(await each.domains()).toHaveLength(all.length - 2);
    expect([await older.version(), await newer.version()]).toEqual([VERSION, NEXT_VERSION]);

    // The older one can be started again on the newer layout: a roll-out can be taken back.
    expect(await older.stop()).toBe(0);
    const again = await start(present, "again");
    expect([await again.state(), await newer.state()]).toEqual(["ok", "ok"]);
    expect(await again.add("again.example.sk")).toBe(201);
    expect(await newer.domains()).toContain("again.example.sk");
    expect(await layout()).toBe(MIGRATIONS.length + 1);
    expect((await verifyAudit(state)).fault).toBeUndefined();
  },
);

test.skipIf(hasPostgres)("two releases at once are not examined: there is no server at 127.0.0.1:5432", () => {});
