import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { ROOT, readPage } from "../docs/markdown.ts";

/** Which test causes each fault of the table "When something fails" in docs/operating.md: its file and part of its name. */
const CAUSED: Readonly<Record<string, readonly (readonly [file: string, name: string])[]>> = {
  "an instance is killed": [
    ["test/trials/topology.test.ts", "answers rightly and loses nothing while its parts fail"],
    ["test/trials/killed-writes.test.ts", "loses nothing that it acknowledged"],
    ["test/trials/killed-scans.test.ts", "scans of a killed process run again"],
    ["src/limits/saved-counts.test.ts", "kill -9 loses at most what came since the last batch"],
  ],
  "Redis is down or hangs": [
    ["src/limits/redis-limiter.test.ts", "a lost server is reported once, callers are answered"],
    ["src/limits/redis-limiter.test.ts", "a server that goes silent holds up one round of callers and no more"],
    ["src/limits/redis-limiter.test.ts", "a start without the server goes on, counts for itself and says so once"],
  ],
  "Redis comes back, empty or not": [
    ["src/limits/redis-limiter.test.ts", "a server that lost its data gets back what the instances counted"],
    ["src/limits/redis-limiter.test.ts", "calls of an instance that was cut off and of one that was not add up"],
  ],
  "PostgreSQL restarts": [
    ["test/trials/postgres-restarts.test.ts", "is noticed by no public call; no write is lost or done twice"],
    [
      "src/state/postgres-faults.test.ts",
      "one that may not be repeated is not, and its caller learns that nobody knows",
    ],
  ],
  "PostgreSQL is down": [
    ["test/accounts/outage.test.ts", "without the PostgreSQL server pages and keys say 503"],
    ["test/promises/state.test.ts", "starts, serves, and has its state once the server is there"],
  ],
  "PostgreSQL is read-only": [
    ["test/accounts/outage.test.ts", "while PostgreSQL is read-only"],
    ["src/state/postgres-faults.test.ts", "a server that became read-only still gives what is read"],
  ],
  "`state.db` is held by another process": [
    ["test/accounts/outage.test.ts", "while another process holds the SQLite file, saving says 503"],
  ],
  "`state.db` is damaged": [
    ["test/promises/damaged-files.test.ts", "a damaged state is never begun anew"],
    ["src/state/sqlite-state.test.ts", "a damaged file is never begun anew"],
  ],
  "the register file is damaged": [
    ["test/promises/damaged-register.test.ts", "a firm that was held is source_unavailable over REST"],
  ],
  "the publisher is down": [
    ["test/promises/fetched-snapshot.test.ts", "answers every request while one snapshot after the other is fetched"],
  ],
  "the snapshot is not signed, or by somebody else": [
    ["test/promises/fetched-snapshot.test.ts", "somebody else's signature"],
    ["src/wiring/open-snapshot-fetch.test.ts", "signed by somebody else"],
  ],
  "the clock of an instance is wrong by hours": [
    ["test/ops/wrong-clock.test.ts", "a clock wrong by hours (%s)"],
    ["src/limits/redis-limiter.test.ts", "instances whose clocks differ agree, because the server's clock counts"],
    ["src/jobs/worker.test.ts", "an instance whose clock is wrong goes by the clock of the database"],
    ["src/wiring/doctor/examine.test.ts", "a clock that is ahead"],
  ],
  "two releases run at once": [
    ["test/ops/two-releases.test.ts", "two releases at once"],
    [
      "test/former-suites/former-suites.test.ts",
      "does everything it did on the new layout, so that both can run at once",
    ],
    ["test/trials/load/faults.ts", "both instances are upgraded"],
  ],
  "the disk is full": [
    ["test/accounts/outage.test.ts", "on a full disk what is read is there, saving says 503"],
    ["src/state/sqlite-state.test.ts", "a full disk stops writes, reads go on, and nothing is half written"],
    ["src/limits/saved-counts.test.ts", "a full disk stops no counting"],
  ],
};

/** The faults that the page names. */
const named = (readPage("docs/operating.md").text.split("## When something fails")[1] ?? "")
  .split("\n## ")[0]
  ?.split("\n")
  .filter((line) => line.startsWith("| "))
  .slice(1)
  .map((line) => line.split(" | ")[0]?.slice(2) ?? "");

describe("every fault of docs/operating.md is caused in a test:", () => {
  test.each(Object.entries(CAUSED))("%s", (_fault, tests) => {
    for (const [file, name] of tests) expect(readFileSync(join(ROOT, file), "utf8"), file).toContain(name);
  });

  test("and no fault stands on one side alone", () => {
    expect(named?.toSorted()).toEqual(Object.keys(CAUSED).toSorted());
  });
});
