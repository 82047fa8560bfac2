import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { MIGRATIONS } from "../../src/state/migrations/list.ts";
import { createState, STATE_FILE } from "../../src/state/state.ts";
import { createTestDatabase, hasPostgres } from "../../src/state/test-postgres.fixture.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const FOLDER = "src/state/migrations";

/** What uses the tables of the program; the suite of the drivers makes tables of its own. */
const SUITES = ["src/state/private-state.test.ts", "src/state/feed-items.test.ts", "src/jobs/worker.test.ts"];

/** What the suite of a former commit made of the present layout. */
export interface FormerSuite {
  /** The commit before the migration. */
  readonly commit: string;
  readonly passed: number;
  readonly failed: readonly string[];
}

/** The files of the migrations, oldest first: `0006-register-change.ts`. */
export function migrationFiles(): readonly string[] {
  return readdirSync(join(ROOT, FOLDER))
    .filter((name) => /^\d{4}-.*\.ts$/.test(name))
    .toSorted();
}

/**
 * The commit before a migration came: the parent whose migrations are the first of today's list, since a migration may
 * come with others, or with a merge that gave it another number; else the newest such commit. `undefined` without a
 * history that goes back so far, and for the migrations before which there was no state.
 */
export function commitBefore(migration: string): string | undefined {
  const earlier = migrationFiles().slice(0, migrationFiles().indexOf(migration));
  try {
    const path = `${FOLDER}/${migration}`;
    const added = git("log", "-m", "--diff-filter=A", "--format=%H", "--", path).trim().split("\n").at(-1) ?? "";
    const [, ...parents] = git("rev-list", "--parents", "-n", "1", added).trim().split(" ");
    const others = git("log", "--format=%H", "--", FOLDER).trim().split("\n");
    return [...parents, ...others].find((commit) => {
      const there = git("ls-tree", "--name-only", commit, `${FOLDER}/`).split("\n");
      const steps = there.map((name) => name.slice(FOLDER.length + 1)).filter((name) => /^\d{4}-/.test(name));
      return steps.length > 0 && steps.join() === earlier.slice(0, steps.length).join();
    });
  } catch {
    return undefined;
  }
}

/**
 * Runs the state suite of the commit before a migration on databases that this program has brought to the layout of
 * that migration, as an instance of the former release meets them in a roll-out.
 */
export async function runFormerSuite(commit: string, migration: string): Promise<FormerSuite> {
  const migrations = MIGRATIONS.slice(0, migrationFiles().indexOf(migration) + 1);
  const folder = mkdtempSync(join(tmpdir(), "dosah-former-"));
  const template = join(folder, "template");
  const database = hasPostgres ? await createTestDatabase() : undefined;
  try {
    for (const place of [
      { dir: template },
      ...(database === undefined ? [] : [{ dir: "", databaseUrl: database.url }]),
    ]) {
      const state = createState({ ...place, now: Date.now, migrations });
      await state.open();
      await state.close();
    }
    const former = join(folder, "former");
    mkdirSync(former);
    execFileSync("tar", ["-x", "-C", former], { input: gitBytes("archive", commit) });
    symlinkSync(join(ROOT, "node_modules"), join(former, "node_modules"));
    giveLayout(former, join(template, STATE_FILE), database?.name);
    const suites = SUITES.filter((file) => existsSync(join(former, file)));
    return { commit, ...(await runTests(former, suites)) };
  } finally {
    await database?.drop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Lets every database that the former tests make begin with the present layout instead of empty. */
function giveLayout(former: string, file: string, database: string | undefined): void {
  const inUse = join(former, "src/state/in-use.ts");
  renameSync(inUse, join(former, "src/state/in-use-former.ts"));
  writeFileSync(
    inUse,
    `import { copyFileSync, existsSync, mkdirSync } from "node:fs";
import { shareStateFile as former } from "./in-use-former.ts";
export * from "./in-use-former.ts";
export function shareStateFile(dir: string) {
  mkdirSync(dir, { recursive: true });
  if (!existsSync(dir + "/${STATE_FILE}")) copyFileSync(${JSON.stringify(file)}, dir + "/${STATE_FILE}");
  return former(dir);
}
`,
  );
  const fixture = join(former, "src/state/test-postgres.fixture.ts");
  const text = readFileSync(fixture, "utf8");
  // Without a server the former tests skip PostgreSQL by themselves.
  if (database === undefined) return;
  const changed = text.replace("TEMPLATE template0 ENCODING 'UTF8'", `TEMPLATE ${database}`);
  if (changed === text) throw new Error("the former tests make their databases in another way");
  writeFileSync(fixture, changed);
}

async function runTests(folder: string, suites: readonly string[]): Promise<Omit<FormerSuite, "commit">> {
  const report = join(folder, "report.json");
  const vitest = join(folder, "node_modules/vitest/vitest.mjs");
  const args = [vitest, "run", ...suites, "--reporter=json", `--outputFile=${report}`, "--testTimeout=60000"];
  const child = spawn(process.execPath, args, { cwd: folder, stdio: ["ignore", "ignore", "pipe"] });
  let errors = "";
  child.stderr.on("data", (bytes) => {
    errors += bytes;
  });
  await once(child, "close");
  if (!existsSync(report)) throw new Error(`the former suite gave no report: ${errors}`);
  const { testResults } = JSON.parse(readFileSync(report, "utf8"));
  const tests: { status: string; fullName: string; failureMessages?: string[] }[] = testResults.flatMap(
    ({ assertionResults }: { assertionResults: unknown[] }) => assertionResults,
  );
  return {
    passed: tests.filter(({ status }) => status === "passed").length,
    failed: tests
      .filter(({ status }) => status === "failed")
      .map(({ fullName, failureMessages }) => `${fullName}: ${failureMessages?.[0]?.split("\n")[0]}`),
  };
}

function git(...args: readonly string[]): string {
  return gitBytes(...args).toString("utf8");
}

function gitBytes(...args: readonly string[]): Buffer {
  return execFileSync("git", args, { cwd: ROOT, maxBuffer: 2 ** 28, stdio: ["ignore", "pipe", "ignore"] });
}
