import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { addJob } from "../../src/state/job-table.ts";
import { sql } from "../../src/state/sql.ts";
import { createState, type State } from "../../src/state/state.ts";
import { createTestDatabase, hasPostgres, type TestDatabase } from "../../src/state/test-postgres.fixture.ts";
import { type BuiltDosah, buildDosah, type Child, spawnDosah } from "../promises/built-dosah.fixture.ts";
import { freePort } from "../promises/free-port.fixture.ts";
import { GENEROUS } from "../promises/generous-limits.fixture.ts";
import { createCaller } from "../trials/load/caller.ts";
import { createLedger } from "../trials/load/ledger.ts";
import { endService, serviceSettings, startService } from "../trials/load/one-service.ts";
import { addOwner, type Owner } from "../trials/load/people.ts";
import { hasRedisProgram, type OwnRedis, startOwnRedis } from "./own-redis.fixture.ts";

const HOUR_MS = 3_600_000;
const HOURS = 5;

/** The row whose count is examined, and how often it lets an address through in a day. */
const COUNTED = { row: "rest_nis2_radar", path: "/api/opendata/nis2-radar", perDay: 4 } as const;

/** Words for Node with which every clock of a process is off. */
const clockOff = (ms: number): readonly string[] => [
  "--import",
  `data:text/javascript,${encodeURIComponent(`
    const Real = Date;
    globalThis.Date = class extends Real {
      constructor(...words) {
        if (words.length === 0) super(Real.now() + ${ms});
        else super(...words);
      }
      static now() {
        return Real.now() + ${ms};
      }
    };`)}`,
];

describe.skipIf(!hasPostgres || !hasRedisProgram)("with PostgreSQL at 127.0.0.1:5432 and a Redis of its own", () => {
  let folder: string;
  let built: BuiltDosah;
  let redis: OwnRedis;
  let database: TestDatabase;
  let state: State;
  let owner: Owner;
  let limits: string;
  let right: { readonly child: Child; readonly port: number };

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "dosah-clock-"));
    built = buildDosah();
    redis = await startOwnRedis();
    database = await createTestDatabase();
    state = createState({ dir: "", databaseUrl: database.url, pool: 2, now: Date.now });
    await state.open();
    owner = await addOwner(state, Date.now());
    limits = join(folder, "counted.yaml");
    const rows = GENEROUS.filter((row) => !row.startsWith(`${COUNTED.row}:`));
    writeFileSync(limits, [...rows, `${COUNTED.row}: { perMinute: 100000, perDay: ${COUNTED.perDay} }`, ""].join("\n"));
    // It does no jobs: what is done was done by the other one.
    right = await start("right", { ROLE: "web" });
  });
  afterAll(async () => {
    await endService(right?.child, "SIGKILL");
    await state?.close();
    await database?.drop();
    await redis?.remove();
    built?.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  function settingsOf(name: string, port: number, more: Readonly<Record<string, string>> = {}) {
    const settings = serviceSettings(mkdtempSync(join(folder, `${name}-`)), port, database.url);
    return { ...settings, REDIS_URL: redis.url, LIMITS_FILE: limits, INSTANCE: name, ...more };
  }

  async function start(name: string, more: Readonly<Record<string, string>>, node: readonly string[] = []) {
    const port = await freePort();
    const { child } = await startService(built, settingsOf(name, port, more), () => {}, node);
    return { child, port };
  }

  let callers = 0;
  /** Somebody who asks both instances from one address. */
  function caller() {
    const address = `127.2.0.${++callers}`;
    const ledger = createLedger();
    return async (port: number, path: string, init?: RequestInit) => {
      const browser = createCaller(port, address, ledger);
      try {
        return await browser.ask({ face: "rest", what: path }, path, init);
      } finally {
        browser.close();
      }
    };
  }

  const isThere = async (key: string) =>
    (await state.get<{ attempts: number }>(sql("SELECT attempts FROM job WHERE key = ?"), key))?.attempts;

  test.each([
    ["ahead", HOURS * HOUR_MS],
    ["behind", -HOURS * HOUR_MS],
  ])(
    "a clock wrong by hours (%s): counts go by the clock of Redis, jobs by that of the database, and doctor says so",
    async (name, ms) => {
      const later = `later ${name}`;
      // Due in an hour by the clock of the database, long ago by a clock that is five hours ahead.
      await addJob(state, { kind: "mail.send", key: later, runAt: (await state.now()) + HOUR_MS }, 0);
      await addJob(state, { kind: "mail.send", key: `due ${name}`, runAt: await state.now() }, 0);
      const wrong = await start(name, {}, clockOff(ms));
      onTestFinished(() => endService(wrong.child, "SIGKILL"));

      // By its own clock nobody would have used up anything. A late answer of Redis may let single calls through.
      const waits: number[] = [];
      const passed = async (): Promise<number> => {
        const ask = caller();
        for (let call = 0; call < 3 * COUNTED.perDay; call++) {
          if ((await ask(right.port, COUNTED.path)).status === 429) break;
        }
        const refusals = [await ask(right.port, COUNTED.path)];
        for (let call = 0; call < COUNTED.perDay; call++) refusals.push(await ask(wrong.port, COUNTED.path));
        const refused = refusals.filter(({ status }) => status === 429);
        waits.splice(0, waits.length, ...refused.map(({ headers }) => Number(headers.get("retry-after"))));
        return refusals.length - refused.length;
      };
      await expect.poll(passed).toBe(0);
      // The wait that both name is the same one.
      expect(Math.max(...waits) - Math.min(...waits)).toBeLessThan(60);
      expect(Math.min(...waits)).toBeGreaterThan(0);

      await expect.poll(() => isThere(`due ${name}`)).toBeUndefined();
      await addJob(state, { kind: "mail.send", key: `next ${name}`, runAt: await state.now() }, 0);
      await expect.poll(() => isThere(`next ${name}`)).toBeUndefined();
      expect(await isThere(later)).toBe(0);

      const headers = { Authorization: `Bearer ${owner.key}` };
      for (const { port } of [right, wrong]) {
        const listed = await caller()(port, `/api/v1/domain?organizationId=${owner.orgId}`, { headers });
        expect(listed.status).toBe(200);
      }

      const settings = settingsOf(`doctor-${name}`, await freePort());
      const doctor = spawnDosah(built, ["doctor", "--json"], settings, { node: clockOff(ms) });
      await doctor.ended;
      const { checks } = JSON.parse(doctor.out());
      const clocks = checks.filter(({ check }: { readonly check: string }) => check.endsWith("_clock"));
      expect(clocks).toMatchObject([
        { check: "postgres_clock", status: "warning", code: "clock_off" },
        { check: "redis_clock", status: "warning", code: "clock_off" },
      ]);
      for (const { message } of clocks) expect(message.replace(/\D/g, "")).toMatch(/^1(799\d|800\d)$/);
    },
  );
});

test.skipIf(hasPostgres && hasRedisProgram)("a wrong clock is not examined: PostgreSQL or Redis is missing", () => {});
