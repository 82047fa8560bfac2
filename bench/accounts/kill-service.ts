import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { createState } from "../../src/state/state.ts";
import { createTestDatabase, hasPostgres } from "../../src/state/test-postgres.fixture.ts";
import { type BuiltDosah, buildDosah, type Child } from "../../test/promises/built-dosah.fixture.ts";
import { freePort } from "../../test/promises/free-port.fixture.ts";
import { createCaller } from "../topology/caller.ts";
import { type Compared, compareWritten } from "../topology/compare.ts";
import { createLedger } from "../topology/ledger.ts";
import { addWriters, endService, type Started, serviceSettings, startService } from "../topology/one-service.ts";
import {
  newWritten,
  orderScans,
  type PrivateContext,
  publishProfile,
  saveEntries,
  turnKeysOver,
} from "../topology/private-load.ts";

/** What was seen after kills of a service in the middle of writes. */
export interface ServiceKillReport extends Compared {
  readonly kills: number;
  /** Answers that differ from what was acknowledged before, and answers with 5xx. */
  readonly wrong: readonly string[];
  /** From the start of the process until `/readyz` says that the state is `ok`, after each kill, in milliseconds. */
  readonly startMs: Spread;
  /** The processor time of that. */
  readonly startCpuMs: Spread;
}

interface Spread {
  readonly median: number;
  readonly most: number;
}

function spreadOf(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (place: number) => Math.round(sorted[Math.floor((sorted.length - 1) * place)] ?? 0);
  return { median: at(0.5), most: at(1) };
}

/** A start after a kill takes less than this, in milliseconds. */
const START_WITHIN_MS = 2_000;

/** So long after the last kind of write was acknowledged a kill comes at the latest, in milliseconds. */
const LATEST_KILL_MS = 150;

/**
 * Kills (SIGKILL) the service again and again while people save entries of a register, issue and revoke keys, order
 * scans, and publish and withdraw a trust profile over HTTP; before each kill every kind of write was acknowledged at
 * least once since the start. Then compares what is stored with what they were told.
 */
export async function killService(
  kind: "SQLite" | "PostgreSQL",
  kills: number,
  built: BuiltDosah,
): Promise<ServiceKillReport> {
  const folder = mkdtempSync(join(tmpdir(), "dosah-kill-service-"));
  const database = kind === "SQLite" ? undefined : await createTestDatabase();
  const where = { dir: join(folder, "data"), databaseUrl: database?.url };
  const port = await freePort();
  let service: Child | undefined;
  try {
    const settings = serviceSettings(folder, port, database?.url);
    const start = (): Promise<Started> =>
      startService(built, settings, (child) => {
        service = child;
      });
    const { saver, keeper, scanning, publisher } = await addWriters(where, 2 * kills + 10);

    const ledger = createLedger();
    // Where nobody answers, the connection breaks; whoever answers has its state.
    ledger.begin("killed", { allows: ({ status }) => status === null, most: Number.POSITIVE_INFINITY });
    let [isOver, callers] = [false, 0];
    const context: PrivateContext = {
      topology: { port },
      ledger,
      isOver: () => isOver,
      newCaller: () => createCaller(port, `127.1.0.${++callers}`, ledger),
    };
    const [saves, keys] = [newWritten(saver.orgId), newWritten(keeper.orgId)];
    const [scans, publications] = [newWritten(""), newWritten(publisher.orgId)];
    await start();
    const loads = Promise.all([
      saveEntries(context, saver, saves),
      turnKeysOver(context, keeper, keys),
      orderScans(context, scanning, scans),
      publishProfile(context, publisher, publications, { isWithdrawing: true }),
    ]);
    const counts = () => [
      saves.saves,
      keys.issued.size,
      keys.revoked.size,
      scans.scans.size,
      publications.publications,
    ];
    const starts: Started[] = [];
    const killAll = async () => {
      for (let kill = 0; kill < kills && !isOver; kill++) {
        const before = counts();
        while (!isOver && counts().some((count, index) => count <= (before[index] ?? 0))) await sleep(5);
        await sleep(Math.random() * LATEST_KILL_MS);
        await endService(service, "SIGKILL");
        if (!isOver) starts.push(await start());
      }
      // Once more, so that what was broken off by the last kill was looked at.
      const before = publications.withdrawals;
      while (!isOver && publications.withdrawals <= before) await sleep(5);
    };
    await Promise.race([killAll(), loads]).finally(() => {
      isOver = true;
    });
    await loads;
    await endService(service, "SIGTERM");

    const state = createState({ ...where, now: Date.now });
    try {
      const compared = await compareWritten(state, { saves, keys, scans, publications });
      const { wrong, notAllowed } = ledger.findings();
      return {
        kills: starts.length,
        ...compared,
        wrong: [...wrong, ...notAllowed],
        startMs: spreadOf(starts.map(({ startMs }) => startMs)),
        startCpuMs: spreadOf(starts.map(({ cpuMs }) => cpuMs)),
      };
    } finally {
      await state.close();
    }
  } finally {
    await endService(service, "SIGKILL");
    await database?.drop();
    rmSync(folder, { recursive: true, force: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const kills = Number(process.argv[2] ?? 100);
  const only = process.argv[3];
  const built = buildDosah();
  try {
    for (const kind of hasPostgres ? (["SQLite", "PostgreSQL"] as const) : (["SQLite"] as const)) {
      if (only !== undefined && only !== kind) continue;
      const report = await killService(kind, kills, built);
      process.stdout.write(`${kind}: ${JSON.stringify(report)}\n`);
      const { wrong, lost, halves, isChainWhole, startMs } = report;
      const isGood = [wrong, lost, halves].every(({ length }) => length === 0) && isChainWhole;
      if (!isGood || startMs.most >= START_WITHIN_MS || report.kills !== kills) process.exitCode = 1;
    }
  } finally {
    built.remove();
  }
}
