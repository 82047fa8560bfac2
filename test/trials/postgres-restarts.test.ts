import { setTimeout as sleep } from "node:timers/promises";
import { onTestFinished } from "vitest";
import { sql } from "../../src/state/sql.ts";
import { postgresPrograms, startOwnServer } from "../postgres/own-server.fixture.ts";
import { GENEROUS, startTestService } from "../promises/service.fixture.ts";
import { loadOn } from "./load/caller.ts";
import { callPublic, publicAnswers } from "./load/public-load.ts";
import { isByHand, openStateOf, trial, unkept } from "./trial.ts";

const ADD = sql("INSERT INTO examined (id) VALUES (?) ON CONFLICT (id) DO NOTHING");
const MORE = sql("UPDATE examined_done SET n = n + 1");

/** What happens in turn: every connection is ended, the server is stopped, it crashes; the last one is an outage. */
const STOPS = [
  { mode: "connections", awayMs: 0 },
  { mode: "fast", awayMs: 0 },
  { mode: "immediate", awayMs: 500 },
  { mode: "fast", awayMs: 6_000 },
] as const;

/** So soon after the server accepts connections a service that runs is as before. */
const BACK_MS = 5_000;

trial({
  says: "a stop of PostgreSQL is noticed by no public call; no write is lost or done twice, and the state is back after each",
  missing: postgresPrograms === undefined ? "PostgreSQL" : "",
  times: STOPS.length,
  start: async () => {
    const server = await startOwnServer();
    onTestFinished(server.remove);
    const env = { DATABASE_URL: server.url, SECRETS_KEY: Buffer.alloc(32, 1).toString("base64") };
    const dosah = await startTestService({ limits: GENEROUS, env });
    onTestFinished(dosah.close);
    await server.ask("CREATE TABLE dosah.examined (id text PRIMARY KEY)");
    await server.ask("CREATE TABLE dosah.examined_done (n bigint); INSERT INTO dosah.examined_done VALUES (0)");
    // What is examined is a service that runs; of one that begins meanwhile postgres-faults.test.ts knows.
    const state = await openStateOf({ dir: "", databaseUrl: server.url });
    const acknowledged: string[] = [];
    return {
      server,
      dosah,
      state,
      acknowledged,
      failed: { writes: 0 },
      backMs: [] as number[],
      cutOff: [] as number[],
    };
  },
  load: async ({ dosah, state, acknowledged, failed }, isOver) => {
    const context = loadOn(Number(new URL(dosah.url).port), isOver);
    const write = async (writer: number): Promise<void> => {
      for (let n = 0; !isOver(); n++) {
        const id = `${writer}/${n}`;
        const work = state.transaction(
          async (tx) => {
            if ((await tx.run(ADD, id)) === 1) await tx.run(MORE);
          },
          { isRepeatable: true },
        );
        await work.then(
          () => acknowledged.push(id),
          // A server that stays away fails every call at once.
          () => sleep(20).then(() => failed.writes++),
        );
      }
    };
    const expected = await publicAnswers(context);
    await Promise.all([callPublic(context, expected, 2), ...[0, 1, 2, 3].map(write)]);
    return context.ledger;
  },
  fault: async ({ server, dosah, acknowledged, failed, backMs, cutOff }, n, _times, isOver) => {
    const { mode, awayMs } = STOPS[n % STOPS.length] ?? STOPS[0];
    const before = acknowledged.length;
    while (!isOver() && acknowledged.length < before + 20) await sleep(10);
    const failedBefore = failed.writes;
    if (mode === "connections") {
      await server.ask("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()");
    } else {
      await server.stop(mode);
      await sleep(awayMs);
      await server.start();
    }
    const [since, done] = [performance.now(), acknowledged.length];
    const health = async (): Promise<string> => (await (await dosah.fetch("/readyz")).json()).state;
    while (!isOver() && (acknowledged.length === done || (await health()) !== "ok")) await sleep(10);
    backMs.push(Math.round(performance.now() - since));
    await sleep(300);
    if (mode === "connections") cutOff.push(failed.writes - failedBefore);
  },
  judge: async ({ server, acknowledged, failed, backMs, cutOff }, ledger, times) => {
    const ids = new Set((await server.ask("SELECT id FROM dosah.examined")).map(({ id }) => id));
    const [{ n: done = 0 } = {}] = await server.ask("SELECT n FROM dosah.examined_done");
    const { calls, wrong, notAllowed, slowestMs } = ledger.findings();
    return {
      broken: unkept({
        "no public call notices": [...wrong, ...notAllowed],
        "public calls and writes go on": calls.rest > 0 && calls.web > 0 && acknowledged.length >= 20 * times,
        "every acknowledged write is there": acknowledged.filter((id) => !ids.has(id)),
        "no write is done twice": Number(done) === ids.size,
        "the state is back after each stop": backMs.length === times,
        // How long it takes is for a quiet machine to say.
        "and within five seconds": !isByHand || Math.max(...backMs) < BACK_MS,
        "a write whose connection is ended is done again": cutOff.filter((count) => count > 0),
      }),
      seen: { calls, slowestMs, acknowledged: acknowledged.length, failedWrites: failed.writes, backMs },
    };
  },
});
