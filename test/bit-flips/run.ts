/**
 * Flips single bits of a published register file at random and asks it for firms and names after each: no fact may be
 * another than that of the whole file, and no firm may be hidden.
 *
 *   node test/bit-flips/run.ts [--flips 1000] [--file registers.db] [--seed 1]
 *
 * Without a file it takes that of the shipped sample. Ends with 1 when an answer was wrong.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { loadKnowledge } from "../../src/knowledge/knowledge.ts";
import { openPublished } from "../../src/sources/registers/snapshot/published.ts";
import { flipBits, seeded } from "../../src/sources/registers/snapshot/serving/bit-flips.fixture.ts";
import { buildOptions } from "../../src/wiring/open-registers.ts";

const { values } = parseArgs({
  options: {
    flips: { type: "string", default: "1000" },
    file: { type: "string" },
    seed: { type: "string", default: String(Date.now() % 2 ** 31) },
  },
});

const dir = mkdtempSync(join(tmpdir(), "dosah-bit-flips-"));
try {
  const counts = flipBits(values.file ?? (await sampleFile()), Number(values.flips), seeded(Number(values.seed)));
  const { wrong, hidden, failed, ...rest } = counts;
  const summary = { seed: values.seed, ...rest, wrong: wrong.length, hidden: hidden.length, failed: failed.length };
  process.stdout.write(`${JSON.stringify(summary)}\n`);
  for (const line of [...wrong, ...hidden, ...failed]) process.stdout.write(`${line}\n`);
  process.exitCode = wrong.length + hidden.length + failed.length > 0 ? 1 : 0;
} finally {
  rmSync(dir, { recursive: true });
}

async function sampleFile(): Promise<string> {
  const registers = await openPublished(dir, buildOptions({ dir, knowledge: loadKnowledge(), now: () => new Date() }));
  registers.close();
  return join(dir, "registers", "registers.db");
}
