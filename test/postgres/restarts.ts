import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "../../src/state/sql.ts";
import { createState } from "../../src/state/state.ts";
import { GENEROUS, startTestService } from "../promises/service.fixture.ts";
import { type StopMode, startOwnServer } from "./own-server.fixture.ts";

/** One stop of the server: how, and for how many milliseconds it stays away. */
export interface Stop {
  readonly mode: StopMode;
  readonly awayMs: number;
}

/** What was seen while the server of the state was stopped and started under load. */
export interface RestartsReport {
  readonly publicCalls: number;
  /** Public calls that did not answer 200: path and status. */
  readonly publicFailures: readonly string[];
  readonly slowestPublicMs: number;
  /** Writes that their callers were told of, those that failed, and rows that are there. */
  readonly acknowledged: number;
  readonly failedWrites: number;
  readonly written: number;
  /** How often the work of a write was done; more than `written` would be twice for one of them. */
  readonly done: number;
  /** Acknowledged writes of which there is no row. */
  readonly lost: number;
  /** From the moment the server accepts connections until a write is done and `/readyz` says `ok`, in milliseconds. */
  readonly backMs: readonly number[];
  /** What `/readyz` said of the state while the server was away. */
  readonly said: readonly string[];
}

const ADD = sql("INSERT INTO examined (id) VALUES (?) ON CONFLICT (id) DO NOTHING");
const MORE = sql("UPDATE examined_done SET n = n + 1");
const SECRETS_KEY = Buffer.alloc(32, 1).toString("base64");

/** Public addresses, none of which may notice. */
const PUBLIC = [
  "/api/scope-check?ico=31322832&country=SK",
  "/sk",
  "/api/company-search?q=slovnaft&country=SK",
  "/api/regulatory-feed",
];

/**
 * Runs a real service over a PostgreSQL server of its own, with public calls and writes of the state going on, while
 * the server is stopped and started again.
 */
export async function restartUnderLoad(stops: readonly Stop[]): Promise<RestartsReport> {
  const server = await startOwnServer();
  const dosah = await startTestService({
    limits: GENEROUS,
    env: { DATABASE_URL: server.url, SECRETS_KEY },
  });
  await server.ask("CREATE TABLE dosah.examined (id text PRIMARY KEY)");
  await server.ask("CREATE TABLE dosah.examined_done (n bigint); INSERT INTO dosah.examined_done VALUES (0)");
  const state = createState({ dir: "", databaseUrl: server.url, now: Date.now });
  // What is examined is a service that runs; of one that begins meanwhile postgres-faults.test.ts knows.
  await state.open();
  let isOver = false;
  let publicCalls = 0;
  const publicFailures: string[] = [];
  let slowestPublicMs = 0;
  let failedWrites = 0;
  const acknowledged: string[] = [];
  const backMs: number[] = [];
  const said = new Set<string>();

  const health = async (): Promise<string> => (await (await dosah.fetch("/readyz")).json()).state;

  async function callPublic(first: number): Promise<void> {
    for (let n = first; !isOver; n++) {
      const since = performance.now();
      const path = PUBLIC[n % PUBLIC.length] ?? "/";
      const response = await dosah.fetch(path).catch(() => undefined);
      await response?.arrayBuffer();
      publicCalls++;
      if (response?.status !== 200) publicFailures.push(`${path} ${response?.status}`);
      slowestPublicMs = Math.max(slowestPublicMs, performance.now() - since);
    }
  }

  const writeOnce = (id: string) =>
    state.transaction(
      async (tx) => {
        if ((await tx.run(ADD, id)) === 1) await tx.run(MORE);
      },
      { isRepeatable: true },
    );

  async function write(writer: number): Promise<void> {
    for (let n = 0; !isOver; n++) {
      const id = `${writer}/${n}`;
      try {
        await writeOnce(id);
        acknowledged.push(id);
      } catch {
        failedWrites++;
        // A server that stays away fails every call at once.
        await sleep(20);
      }
    }
  }

  const loads = [callPublic(0), callPublic(1), ...[0, 1, 2, 3].map(write)];
  try {
    await sleep(500);
    for (const { mode, awayMs } of stops) {
      await server.stop(mode);
      for (const since = performance.now(); performance.now() - since < awayMs; await sleep(50)) {
        said.add(await health());
      }
      await server.start();
      const since = performance.now();
      const before = acknowledged.length;
      while (acknowledged.length === before || (await health()) !== "ok") await sleep(10);
      backMs.push(Math.round(performance.now() - since));
      await sleep(300);
    }
  } finally {
    isOver = true;
    await Promise.all(loads);
  }
  const rows = await server.ask("SELECT id FROM dosah.examined");
  const ids = new Set(rows.map(({ id }) => id));
  const [{ n = 0 } = {}] = await server.ask("SELECT n FROM dosah.examined_done");
  await state.close();
  await dosah.close();
  await server.remove();
  return {
    publicCalls,
    publicFailures,
    slowestPublicMs: Math.round(slowestPublicMs),
    acknowledged: acknowledged.length,
    failedWrites,
    written: ids.size,
    done: Number(n),
    lost: acknowledged.filter((id) => !ids.has(id)).length,
    backMs,
    said: [...said],
  };
}
