/**
 * Do look-ups and searches cost what they cost in an earlier version? Each version builds its own file of the same
 * invented firms and answers the same calls in a process of its own; both take short turns, so that a busy machine
 * slows both alike. Run: `node bench/registers/versions.ts --before <checkout of the earlier version>`.
 */
import { type ChildProcess, execFileSync, fork } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { makeFiles } from "./make-files.ts";
import { queriesFor } from "./queries.ts";

const { values: flags } = parseArgs({
  options: {
    before: { type: "string" },
    rows: { type: "string", default: "60000" },
    turns: { type: "string", default: "60" },
  },
});
if (flags.before === undefined) throw new Error("--before names the folder of the earlier version");

const CALLS = ["look-up", "search"] as const;
/** Calls in one turn: some tens of milliseconds, less than what a scheduler takes away at once. */
const AT_ONCE = { "look-up": 8_000, search: 1_500 } as const;

interface Version {
  readonly name: string;
  readonly child: ChildProcess;
  readonly spent: Record<(typeof CALLS)[number], number[]>;
}

const folder = mkdtempSync(join(tmpdir(), "dosah-bench-versions-"));
const versions: Version[] = [];
try {
  const { res, activities, rpo, ruz } = makeFiles(folder, Number(flags.rows));
  const files = [
    { country: "CZ", format: "res", file: res, activities },
    { country: "SK", format: "rpo", file: rpo },
    { country: "SK", format: "ruz", file: ruz },
  ];
  const asked = join(folder, "asked.json");
  const checkouts = { before: flags.before, now: join(import.meta.dirname, "../..") };
  for (const [name, checkout] of Object.entries(checkouts)) {
    const dir = join(folder, name);
    mkdirSync(dir);
    execFileSync(process.execPath, [join(checkout, "bench/registers/import-child.ts"), JSON.stringify(files), dir]);
    const published = join(dir, "registers", "registers.db");
    if (name === "before") writeFileSync(asked, JSON.stringify(queriesFor(published, 4_000)));
    const child = fork(join(import.meta.dirname, "versions-child.ts"), [checkout, published, asked]);
    await once(child, "message");
    versions.push({ name, child, spent: { "look-up": [], search: [] } });
  }
  for (const call of CALLS)
    for (const version of versions) for (let warm = 0; warm < 6; warm++) await turn(version, call);
  for (let round = 0; round < Number(flags.turns); round++) {
    for (const call of CALLS) {
      // Who begins changes, so that neither always runs after the other.
      const order = round % 2 === 0 ? versions : versions.toReversed();
      for (const version of order) version.spent[call].push(await turn(version, call));
    }
  }
  report();
} finally {
  for (const { child } of versions) child.disconnect();
  rmSync(folder, { recursive: true, force: true });
}

/** Microseconds of processor time that one call took on average in one turn. */
async function turn({ child }: Version, call: (typeof CALLS)[number]): Promise<number> {
  const answer = once(child, "message");
  child.send({ call, count: AT_ONCE[call] });
  const [microseconds] = await answer;
  return Number(microseconds) / AT_ONCE[call];
}

function report(): void {
  const [before, now] = versions;
  if (before === undefined || now === undefined) return;
  console.log(`Node ${process.version}, ${flags.rows} rows, ${flags.turns} turns, processor time per call`);
  for (const call of CALLS) {
    const pairs = now.spent[call].map((spent, index) => spent / (before.spent[call][index] ?? Number.NaN));
    console.log(
      `${call.padEnd(8)} before ${at(before.spent[call], 0.5)} µs, now ${at(now.spent[call], 0.5)} µs (median); ` +
        `best quarter ${at(before.spent[call], 0.125)} and ${at(now.spent[call], 0.125)} µs; ` +
        `median ratio of a pair of turns ${at(pairs, 0.5)}`,
    );
  }
}

/** The value below which a share of the figures lies. */
function at(figures: readonly number[], share: number): string {
  return (figures.toSorted((a, b) => a - b)[Math.floor(figures.length * share)] ?? Number.NaN).toFixed(3);
}
