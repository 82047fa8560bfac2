import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { addJob } from "../../src/state/job-table.ts";
import { repeatableSql, sql } from "../../src/state/sql.ts";
import { createState, type State } from "../../src/state/state.ts";
import { createTestDatabase, hasPostgres } from "../../src/state/test-postgres.fixture.ts";
import { LAYOUT } from "./layout.ts";

const CHILD = fileURLToPath(new URL("./child.ts", import.meta.url));
const rounds = Number(process.argv[2] ?? 10);

/** Where one round takes place. */
interface Place {
  readonly dir: string;
  readonly databaseUrl?: string;
  /** Ends every connection; nothing in SQLite. */
  endConnections(): Promise<void>;
  remove(): Promise<void>;
}

async function newPlace(kind: string): Promise<Place> {
  const dir = mkdtempSync(join(tmpdir(), "dosah-bench-state-"));
  const removeFolder = () => rmSync(dir, { recursive: true, force: true });
  if (kind === "SQLite") return { dir, endConnections: async () => {}, remove: async () => removeFolder() };
  const database = await createTestDatabase();
  const others = `datname = '${database.name}' AND pid <> pg_backend_pid()`;
  return {
    dir,
    databaseUrl: database.url,
    endConnections: async () => {
      await database.ask(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE ${others}`);
    },
    remove: async () => {
      await database.drop();
      removeFolder();
    },
  };
}

function start({ dir, databaseUrl }: Place, does: string, name: string) {
  const child: ChildProcess = spawn(process.execPath, [CHILD, JSON.stringify({ dir, databaseUrl, does, name })], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let out = "";
  child.stdout?.setEncoding("utf8").on("data", (text) => {
    out += text;
  });
  const code = new Promise<number | null>((resolve) => child.once("close", resolve));
  return { child, code, lines: () => out.split("\n").slice(0, -1) };
}

const open = ({ dir, databaseUrl }: Place): State =>
  createState({ dir, databaseUrl, pool: 8, now: Date.now, migrations: LAYOUT });

async function idsOf(state: State, table: "bench_row" | "bench_entry"): Promise<Set<string>> {
  const rows = await state.all<{ id: string }>(
    table === "bench_row" ? sql("SELECT id FROM bench_row") : sql("SELECT id FROM bench_entry"),
  );
  return new Set(rows.map(({ id }) => id));
}

/** Kills a writing process again and again. @returns [acknowledged and gone, rows without their entry, writes]. */
async function killInAWrite(place: Place): Promise<readonly [number, number, number]> {
  const acknowledged: string[] = [];
  for (let round = 0; round < rounds; round++) {
    const { child, code, lines } = start(place, "write", `${round}`);
    while (lines().length < 5) await sleep(10);
    await sleep(Math.random() * 300);
    child.kill("SIGKILL");
    await code;
    acknowledged.push(...lines().filter((line) => line.includes("/")));
  }
  const state = open(place);
  const rows = await idsOf(state, "bench_row");
  const entries = await idsOf(state, "bench_entry");
  await state.close();
  return [
    acknowledged.filter((id) => !rows.has(id)).length,
    [...rows].filter((id) => !entries.has(id)).length + [...entries].filter((id) => !rows.has(id)).length,
    acknowledged.length,
  ];
}

/** @returns [starts that failed, migrations carried out twice, starts]. */
async function threeStarts(kind: string): Promise<readonly [number, number, number]> {
  let failed = 0;
  let twice = 0;
  for (let round = 0; round < rounds; round++) {
    const place = await newPlace(kind);
    const three = [1, 2, 3].map((name) => start(place, "open", `${name}`));
    for (const { code } of three) if ((await code) !== 0) failed++;
    twice += three.flatMap(({ lines }) => lines()).length - LAYOUT.length;
    await place.remove();
  }
  return [failed, twice, rounds * 3];
}

/** @returns [done twice, not done, jobs]. */
async function jobsOfFour(place: Place): Promise<readonly [number, number, number]> {
  const state = open(place);
  await state.transaction(async (tx) => {
    for (let n = 0; n < 600; n++) await addJob(tx, { kind: "feed.source", key: `job ${n}`, runAt: n }, 0);
  });
  const four = [1, 2, 3, 4].map((name) => start(place, "jobs", `${name}`));
  for (const { code } of four) await code;
  const done = four.flatMap(({ lines }) => lines().filter((line) => line.startsWith("job ")));
  const entries = await idsOf(state, "bench_entry");
  await state.close();
  const missing = Array.from({ length: 600 }, (_, n) => `job ${n}`).filter((key) => !entries.has(key));
  return [done.length - new Set(done).size, missing.length, 600];
}

const ADD_ONCE = repeatableSql("INSERT INTO bench_row (id) VALUES (?) ON CONFLICT (id) DO NOTHING");
const COUNT = sql("UPDATE feed_revision SET revision = revision + 1");

/** @returns [writes that failed, counted twice, writes]. */
async function endUnderLoad(place: Place): Promise<readonly [number, number, number]> {
  const state = open(place);
  await state.open();
  let isOver = false;
  let failed = 0;
  let done = 0;
  const writers = Array.from({ length: 8 }, async (_, writer) => {
    for (let n = 0; !isOver; n++) {
      const work = state.transaction(
        async (tx) => {
          if ((await tx.run(ADD_ONCE, `${writer}/${n}`)) === 1) await tx.run(COUNT);
        },
        { isRepeatable: true },
      );
      await work.then(
        () => done++,
        () => failed++,
      );
    }
  });
  for (let round = 0; round < rounds; round++) {
    await sleep(200);
    await place.endConnections();
  }
  isOver = true;
  await Promise.all(writers);
  const counted = (await state.get<{ n: number }>(sql("SELECT revision AS n FROM feed_revision")))?.n ?? 0;
  const rows = (await idsOf(state, "bench_row")).size;
  await state.close();
  return [failed, Math.abs(counted - rows), done];
}

let isWrong = false;

function report(kind: string, what: string, [first, second, of]: readonly [number, number, number]): void {
  console.log(`${kind.padEnd(10)}  ${what.padEnd(30)}  ${first}, ${second}  of ${of}`);
  isWrong ||= first !== 0 || second !== 0;
}

async function withPlace(
  kind: string,
  what: string,
  examine: (place: Place) => Promise<readonly [number, number, number]>,
) {
  const place = await newPlace(kind);
  try {
    report(kind, what, await examine(place));
  } finally {
    await place.remove();
  }
}

for (const kind of hasPostgres ? ["SQLite", "PostgreSQL"] : ["SQLite"]) {
  await withPlace(kind, "kill -9 in a write", killInAWrite);
  report(kind, "three first starts", await threeStarts(kind));
  await withPlace(kind, "600 jobs, four processes", jobsOfFour);
  if (kind === "PostgreSQL") await withPlace(kind, "connections ended under load", endUnderLoad);
}
if (!hasPostgres) console.log("PostgreSQL  skipped: there is no server at 127.0.0.1:5432");
process.exitCode = isWrong ? 1 : 0;
