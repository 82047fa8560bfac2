import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { FILE_REGISTERS } from "../../src/sources/registers/registers.ts";
import type { ImportFile } from "../../src/sources/registers/snapshot/importing/import-options.ts";
import { icoText } from "../../src/sources/registers/snapshot/layout/number-texts.ts";
import { openPublished } from "../../src/sources/registers/snapshot/published.ts";
import { openSnapshot } from "../../src/sources/registers/snapshot/serving/open.ts";
import { makeFiles, type RegisterFiles } from "./make-files.ts";
import { hasPostgres, searchInPostgres } from "./postgres.ts";
import { type Query, queriesFor } from "./queries.ts";
import { atLeast, atMost, type Figure, percentile, report, round, timed } from "./timing.ts";
import { bareLookup, insertAlone } from "./units.ts";
import { wordFigures } from "./words.ts";

const { values: flags } = parseArgs({
  options: {
    rows: { type: "string", default: "300000" },
    res: { type: "string" },
    activities: { type: "string" },
    rpo: { type: "string" },
    ruz: { type: "string" },
    queries: { type: "string", default: "20000" },
    postgres: { type: "string", default: "postgres://postgres@127.0.0.1:5432/postgres" },
    "postgres-queries": { type: "string", default: "400" },
    folder: { type: "string", default: tmpdir() },
  },
});

/** Targets that hold for whole registers are judged from this size on: fixed costs weigh more in small ones. */
const FULL_SIZE = 2_000_000;

const folder = mkdtempSync(join(flags.folder, "dosah-bench-registers-"));
try {
  process.exitCode = (await run()) ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function run(): Promise<boolean> {
  const files = importFiles(flags.res === undefined ? makeFiles(folder, Number(flags.rows)) : givenFiles());
  const dir = join(folder, "data");
  mkdirSync(dir);
  const published = join(dir, "registers", "registers.db");

  const parsed = child("read-child.ts", [JSON.stringify(files)]);
  const imported = child("import-child.ts", [JSON.stringify(files), dir]);
  const size = statSync(published).size;
  const alone = insertAlone(published, join(folder, "alone.db"));
  const { icos, queries } = queriesFor(published, Number(flags.queries));
  const unit = bareLookup(published, icos);
  const snapshot = openSnapshot(published);
  const rows = snapshot.holdings().reduce((sum, { companies }) => sum + companies, 0);
  snapshot.close();

  const keys = imported.phases.keys ?? Number.POSITIVE_INFINITY;

  const building: Figure[] = [
    { what: "firms of both countries", measured: String(rows) },
    {
      what: "P: reading and parsing the files alone",
      measured: `${round(parsed.seconds)} s`,
      target: `cpu ${round(parsed.cpu)} s`,
    },
    { what: "R: inserting the rows alone", measured: `${round(alone.rowsPerSecond)}/s` },
    { what: "B: the table of firms alone", measured: `${round(alone.bytes / 1e6)} MB` },
    {
      what: "import of the official files",
      measured: `${round(imported.seconds)} s`,
      target: `cpu ${round(imported.cpu)} s`,
    },
    ...Object.entries(imported.phases).map(([phase, seconds]) => ({
      what: `  of it ${phase}`,
      measured: `${round(Number(seconds))} s`,
    })),
    atMost("import / P", imported.seconds / parsed.seconds, 3),
    atMost("import / P by processor time", imported.cpu / parsed.cpu, 3),
    atLeast("rows with all their indexes, in R", alone.seconds / (alone.seconds + keys), 0.25),
    atMost("register file, in B", size / alone.bytes, 2.3),
    rows < FULL_SIZE
      ? {
          what: "memory of the import above its start",
          measured: `${round(imported.peak / 1e6)} MB`,
          target: "at full size",
        }
      : atMost("memory of the import above its start, bytes a row", imported.peak / rows, 120),
  ];
  const ok = [report("Building", building)];
  ok.push(report("Answering", answeringFigures(published, icos, queries, unit)));
  ok.push(report("Searching by words", wordFigures(published, Number(flags.queries), unit.median)));
  ok.push(report("Beside an import", await besideImport(dir, files, icos)));
  ok.push(await besidePostgres(published, queries, rows));
  return ok.every((one) => one);
}

function answeringFigures(
  file: string,
  icos: readonly number[],
  queries: readonly Query[],
  unit: { readonly median: number; readonly p99: number },
): Figure[] {
  const u = unit.median;
  dropPageCache(file);
  const cold = openSnapshot(file);
  const coldSearch = timed(queries.slice(0, 2_000), ({ text, country }) => cold.search(text, country, 10));
  cold.close();

  let most = 0;
  const counted = openSnapshot(file, { onScan: ({ entries }) => (most = Math.max(most, entries)) });
  for (const { text, country } of queries) counted.search(text, country, 10);
  counted.close();

  const snapshot = openSnapshot(file);
  const asked = icos.map(icoText);
  timed(asked, (ico) => snapshot.find(ico, "CZ") ?? snapshot.find(ico, "SK"));
  const found = asked.filter((ico) => snapshot.find(ico, "CZ") !== undefined);
  // Bare and whole look-ups in turns: the machine may be slower for a while.
  const layer = interleaved(file, found, (ico) => snapshot.find(ico, "CZ"));
  const search = timed(queries, ({ text, country }) => snapshot.search(text, country, 10), 4);
  snapshot.close();

  const { ratio, memory } = twoAgainstOne(file, icos);
  return [
    { what: "U: median of a prepared look-up with all columns", measured: `${round(u * 1_000)} µs` },
    atMost("look-up p99, in U", unit.p99 / u, 4),
    atLeast("look-up through the repository, in bare look-ups", layer, 0.7),
    atMost("search median with rows, in U", percentile(search, 0.5) / u, 10),
    atMost("search p99, in U", percentile(search, 0.99) / u, 50),
    atMost("search p99.9, in U", percentile(search, 0.999) / u, 100),
    { what: "search, slowest", measured: `${round(percentile(search, 1) * 1_000)} µs` },
    atMost("entries read per tier by any query", most, 500),
    atMost("search p99 with the page cache dropped, in U", percentile(coldSearch, 0.99) / u, 500),
    atLeast("two processes against one", ratio, 1.7),
    atMost("memory of serving above the start, MB", memory / 1e6, 100),
  ];
}

/** How many whole look-ups take the time of a bare one: medians of blocks measured in turns. */
function interleaved(file: string, icos: readonly string[], find: (ico: string) => unknown): number {
  const ratios: number[] = [];
  for (let turn = 0; turn < 9; turn++) {
    const part = icos.slice(0, 4_000);
    const bare = bareLookup(file, part.map(Number)).median;
    ratios.push(bare / percentile(timed(part, find, 4), 0.5));
  }
  return ratios.sort((a, b) => a - b)[4] ?? 0;
}

/** What two processes look up in the time of one, the median of five turns, and the most memory that one took. */
function twoAgainstOne(file: string, icos: readonly number[]): { readonly ratio: number; readonly memory: number } {
  const turns = Array.from({ length: 5 }, () => {
    const one = serve(file, icos, 1);
    const two = serve(file, icos, 2);
    const perSecond = (all: typeof one) => all.reduce((sum, each) => sum + each.perSecond, 0);
    return { ratio: perSecond(two) / perSecond(one), memory: Math.max(...[...one, ...two].map((each) => each.memory)) };
  });
  const ratios = turns.map(({ ratio }) => ratio).sort((a, b) => a - b);
  return { ratio: ratios[2] ?? 0, memory: Math.max(...turns.map(({ memory }) => memory)) };
}

function serve(file: string, icos: readonly number[], processes: number) {
  const numbers = JSON.stringify(icos.slice(0, 4_000));
  const script = join(import.meta.dirname, "serve-child.ts");
  const command = `for i in $(seq ${processes}); do "${process.execPath}" --no-warnings "${script}" "$0" "$1" 3 & done; wait`;
  const output = execFileSync("sh", ["-c", command.replaceAll("&", "| sed 's/$/\\n/' &"), file, numbers], {
    encoding: "utf8",
  });
  return output
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .map((line): { perSecond: number; p99: number; memory: number } => JSON.parse(line));
}

/** Looks up and searches without a pause while another process imports and publishes; counts what failed. */
async function besideImport(dir: string, files: readonly ImportFile[], icos: readonly number[]): Promise<Figure[]> {
  const registers = await openPublished(dir, {
    registers: FILE_REGISTERS,
    classify: () => ({ category: "unknown", sector: null, reason: null }),
    rulesVersion: "bench",
    now: () => new Date(),
  });
  const asked = icos.slice(0, 1_000).map(icoText);
  const look = (ico: string) => registers.find(ico, "CZ") ?? registers.find(ico, "SK");
  timed(asked, look);
  const idle = percentile(timed(asked, look), 0.99);
  const before = registers.version;
  const importing = spawn(process.execPath, [
    "--no-warnings",
    join(import.meta.dirname, "import-child.ts"),
    JSON.stringify(files),
    dir,
  ]);
  const ended = once(importing, "exit");
  let isRunning = true;
  void ended.then(() => {
    isRunning = false;
  });
  let failed = 0;
  let calls = 0;
  const p99: number[] = [];
  const round = () => {
    p99.push(
      percentile(
        timed(asked, (ico) => {
          calls++;
          try {
            if (look(ico) === undefined || registers.search(ico.slice(0, 4), undefined, 10).length === 0) failed++;
          } catch {
            failed++;
          }
        }),
        0.99,
      ),
    );
  };
  const looks: number[] = [];
  while (isRunning) {
    round();
    looks.push(percentile(timed(asked, look), 0.99));
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  await new Promise((resolve) => setTimeout(resolve, 1_100));
  round();
  const isSwapped = registers.version !== before;
  registers.close();
  looks.sort((a, b) => a - b);
  return [
    { what: "calls made", measured: String(calls * 2) },
    atMost("failed calls before, during and after the swap", failed, 0),
    atLeast("the new file was taken up", isSwapped ? 1 : 0, 1),
    atMost("look-up p99 beside the import, in idle ones", (looks[looks.length >> 1] ?? 0) / idle, 10),
  ];
}

async function besidePostgres(file: string, queries: readonly Query[], rows: number): Promise<boolean> {
  if (!hasPostgres(flags.postgres)) {
    console.log("\nSkipped: the comparison with PostgreSQL, which does not answer (or there is no psql).");
    return true;
  }
  const same = queries.slice(0, Number(flags["postgres-queries"]));
  const theirs = await searchInPostgres(flags.postgres, file, folder, same);
  const snapshot = openSnapshot(file);
  const ours = timed(same, ({ text, country }) => snapshot.search(text, country, 10), 4);
  snapshot.close();
  return report(`Beside PostgreSQL with pg_trgm (${theirs.count} of the same queries)`, [
    {
      what: "PostgreSQL median / p99 / slowest",
      measured: `${round(theirs.median)} / ${round(theirs.p99)} / ${round(theirs.max)} ms`,
    },
    {
      what: "snapshot median / p99 / slowest",
      measured: `${round(percentile(ours, 0.5))} / ${round(percentile(ours, 0.99))} / ${round(percentile(ours, 1))} ms`,
    },
    rows < FULL_SIZE
      ? { what: "search p99, in theirs", measured: round(percentile(ours, 0.99) / theirs.p99), target: "at full size" }
      : atMost("search p99, in theirs", percentile(ours, 0.99) / theirs.p99, 0.001),
  ]);
}

/** Asks the system to forget the file's pages; needs no rights (GNU dd). */
function dropPageCache(file: string): void {
  execFileSync("dd", [`if=${file}`, "iflag=nocache", "count=0"], { stdio: "ignore" });
}

function child(script: string, args: readonly string[]) {
  const output = execFileSync(process.execPath, ["--no-warnings", join(import.meta.dirname, script), ...args], {
    encoding: "utf8",
  });
  const result: { seconds: number; cpu: number; peak: number; phases: Record<string, number> } = JSON.parse(output);
  return result;
}

function givenFiles(): RegisterFiles {
  const { res, activities, rpo, ruz } = flags;
  if (res === undefined || activities === undefined || rpo === undefined || ruz === undefined) {
    throw new Error("--res, --activities, --rpo and --ruz belong together");
  }
  return { res, activities, rpo, ruz };
}

function importFiles({ res, activities, rpo, ruz }: RegisterFiles): ImportFile[] {
  return [
    { country: "CZ", format: "res", file: res, activities },
    { country: "SK", format: "rpo", file: rpo },
    { country: "SK", format: "ruz", file: ruz },
  ];
}
