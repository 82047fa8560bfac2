/**
 * `npm run fuzz -- [--minutes N | --seconds N] [--only NAME] [--seed N]`: runs the fuzzers, as many at a time as there
 * are cores, each for that long. What is found is written to the corpus of the fuzzer; the exit code is 1 then.
 */
import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join, relative } from "node:path";
import { parseArgs } from "node:util";
import { corpusFolder, fuzzerNames } from "./fuzzer.ts";
import { type Failed, fuzz } from "./watch.ts";

const { values } = parseArgs({
  options: {
    minutes: { type: "string" },
    seconds: { type: "string" },
    only: { type: "string", multiple: true },
    seed: { type: "string" },
  },
});
const milliseconds =
  values.minutes === undefined ? Number(values.seconds ?? 15) * 1_000 : Number(values.minutes) * 60_000;
const firstSeed = Number(values.seed ?? Date.now() % 2 ** 31);
const { only } = values;
const names = fuzzerNames().filter((name) => only === undefined || only.includes(name));
if (names.length === 0) {
  say(`there is no such fuzzer; there are ${fuzzerNames().join(", ")}`);
  process.exit(2);
}

let failures = 0;
const waiting = [...names];
await Promise.all(Array.from({ length: Math.min(2, availableParallelism(), names.length) }, runNext));
process.exit(failures === 0 ? 0 : 1);

async function runNext(): Promise<void> {
  for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
    const { inputs, slowestMs, failed } = await fuzz({ name, seed: firstSeed, milliseconds });
    const slowest = `slowest ${Math.round(slowestMs)} ms`;
    say(`${name}: ${inputs} inputs, ${slowest}, seed ${firstSeed}, ${failed.length} ways to fail`);
    for (const each of failed) keep(name, each);
    failures += failed.length;
  }
}

function keep(name: string, { key, input, details }: Failed): void {
  const folder = corpusFolder(name);
  const file = join(folder, `found-${createHash("sha256").update(input).digest("hex").slice(0, 8)}`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, input);
  say(`  ${key}\n  ${relative(process.cwd(), file)}\n${details.replace(/^/gm, "    ")}`);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
