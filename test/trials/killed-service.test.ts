import { setTimeout as sleep } from "node:timers/promises";
import { describe, onTestFinished } from "vitest";
import { createState } from "../../src/state/state.ts";
import { freePort } from "../promises/free-port.fixture.ts";
import { type LoadContext, loadOn } from "./load/caller.ts";
import { compareWritten } from "./load/compare.ts";
import { endService, type Started, serviceSettings, startService } from "./load/one-service.ts";
import { addWriters } from "./load/people.ts";
import { acknowledgedOf, newWritten, writeAll } from "./load/private-load.ts";
import { compileDosah, DATABASES, missingServer, newPlace, openStateOf, trial, unkept } from "./trial.ts";

/** So long after the last kind of write was acknowledged a kill comes at the latest, in milliseconds. */
const LATEST_KILL_MS = 150;

const built = compileDosah();

describe.each(DATABASES)("on %s", (kind) => {
  trial({
    says: "a service that is killed while people write has everything that it acknowledged when it is started again",
    missing: missingServer(kind),
    times: kind === "SQLite" ? 2 : 1,
    start: async (times) => {
      const place = await newPlace(kind);
      const port = await freePort();
      const settings = serviceSettings(place.dir, port, place.databaseUrl);
      const data = { ...place, dir: settings.DATA_DIR ?? "" };
      const state = createState({ dir: data.dir, databaseUrl: data.databaseUrl, now: Date.now });
      // Each organization may order few scans a day.
      const writers = await state.open().then(() => addWriters(state, 2 * times + 10));
      await state.close();
      const starts: Started[] = [];
      let running: Started | undefined;
      const restart = async () => {
        running = await startService(built(), settings, (child) => onTestFinished(() => endService(child, "SIGKILL")));
        starts.push(running);
      };
      const end = (signal: "SIGKILL" | "SIGTERM") => endService(running?.child, signal);
      await restart();
      return { port, data, writers, written: newWritten(), starts, restart, end };
    },
    load: async ({ port, writers, written }, isOver): Promise<LoadContext> => {
      const context = loadOn(port, isOver);
      // Where nobody answers, the connection breaks; whoever answers has its state.
      context.ledger.begin("killed", { allows: ({ status }) => status === null, most: Number.POSITIVE_INFINITY });
      await writeAll(context, writers, written);
      return context;
    },
    fault: async ({ written, end, restart }, n, _times, isOver) => {
      const counts = () => Object.values(acknowledgedOf(written));
      const untilEachWrote = async () => {
        const before = counts();
        while (!isOver() && counts().some((count, index) => count <= (before[index] ?? 0))) await sleep(5);
      };
      if (n === 0) await untilEachWrote();
      await sleep(Math.random() * LATEST_KILL_MS);
      await end("SIGKILL");
      await restart();
      await untilEachWrote();
    },
    judge: async ({ data, writers, written, starts, end }, { ledger }, times) => {
      await end("SIGTERM");
      const state = await openStateOf(data);
      const { acknowledged, lost, halves, isChainWhole } = await compareWritten(state, writers, written);
      const { wrong, notAllowed } = ledger.findings();
      const few = Object.entries(acknowledged).filter(([, count]) => count < times);
      const startMs = starts.slice(1).map((each) => Math.round(each.startMs));
      const startCpuMs = starts.slice(1).map(({ cpuMs }) => cpuMs);
      return {
        broken: unkept({
          "every acknowledged write is there": lost,
          "every change has its history and audit entry": halves,
          "every chain verifies": isChainWhole,
          "no answer is wrong": [...wrong, ...notAllowed],
          "each kind of write is acknowledged between two kills": few,
          "each kill has its start": starts.length === times + 1,
        }),
        seen: { acknowledged, startMs: spreadOf(startMs), startCpuMs: spreadOf(startCpuMs) },
      };
    },
  });
});

/** Of the starts after a kill, until `/readyz` says that the state is `ok`. */
function spreadOf(values: readonly number[]) {
  const sorted = values.toSorted((a, b) => a - b);
  return { median: sorted[sorted.length >> 1], most: sorted.at(-1) };
}
