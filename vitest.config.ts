import { mkdtempSync, statfsSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { configDefaults, defineConfig } from "vitest/config";

const TESTS = "**/*.test.{ts,tsx}";

/** Folders whose tests wait for nothing outside their own process. */
const PURE = "core|knowledge|rules|limits|capabilities|faces";

/** In those folders, but they start processes, write files or need a server: too much for the quick loop. */
const NOT_PURE = [
  "src/limits/redis-limiter.test.ts",
  "src/limits/saved-counts.test.ts",
  "src/capabilities/calling/access.test.ts",
  "src/capabilities/law/knowledge-check.test.ts",
  "src/capabilities/opendata/releases.test.ts",
  "src/faces/cli/commands/knowledge-check.test.ts",
  "src/faces/cli/commands/registers-fetch.test.ts",
  "src/faces/cli/commands/registers-publish.test.ts",
  "src/faces/web/verdict/thresholds.test.ts",
];

/** Tests of databases, networks and processes wait longer than they compute. */
const WAITING = 2 * availableParallelism();

/** Where there is room for it, what tests write stays in memory: nothing of it need outlive the machine. */
const MEMORY = "/dev/shm";

/** What tests may write at the same time, in bytes. */
const ROOM = 4 * 1024 ** 3;

if (hasRoom(MEMORY)) process.env.TMPDIR = MEMORY;

// One folder a run: what is made once for all tests, and the compiled code of packages and of services that tests start.
process.env.TEST_SHARED = mkdtempSync(join(tmpdir(), "dosah-test-shared-"));
process.env.NODE_COMPILE_CACHE = join(process.env.TEST_SHARED, "compiled");

/** What tests of a whole service have in common. */
const WHOLE = {
  // CI is asked once about a change: what passes only when it is tried again is printed with its number of tries, and is a
  // defect to be mended (docs/decisions/second-try.md).
  retry: process.env.CI === undefined ? 0 : 1,
};

export default defineConfig({
  test: {
    // A hung test must fail by name instead of holding the whole run; a busy machine may need ten times as long.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    // What another process or a worker does is waited for as long as a busy machine may need.
    expect: { poll: { timeout: 60_000 } },
    globalSetup: ["test/remove-what-is-shared.ts"],
    setupFiles: ["test/property-seed.ts"],
    // One project after the other: a browser that loads pages while every core is busy measures the load, not the page.
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: [`src/@(${PURE})/${TESTS}`],
          exclude: [...configDefaults.exclude, ...NOT_PURE],
          // Modules are loaded once for all files of a worker, so a test leaves nothing changed behind it.
          isolate: false,
          maxWorkers: "100%",
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: "io",
          include: ["src/*.test.ts", `src/!(${PURE})/${TESTS}`, ...NOT_PURE],
          maxWorkers: WAITING,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          ...WHOLE,
          name: "system",
          include: [`test/${TESTS}`],
          exclude: [...configDefaults.exclude, `test/browser/${TESTS}`],
          maxWorkers: WAITING,
          sequence: { groupOrder: 2 },
        },
      },
      {
        extends: true,
        test: {
          ...WHOLE,
          name: "browser",
          include: [`test/browser/${TESTS}`],
          maxWorkers: "100%",
          sequence: { groupOrder: 3 },
        },
      },
    ],
  },
});

function hasRoom(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize > ROOM;
  } catch {
    return false;
  }
}
