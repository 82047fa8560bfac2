/** `npm run fuzz:calls -- --calls 1000000 [--seed N]`: exit code 1 when an answer was wrong or memory grew. */
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { isFlat, reportLines } from "./report.ts";
import { runCalls } from "./run-calls.ts";

const { values } = parseArgs({ options: { calls: { type: "string" }, seed: { type: "string" } } });
const calls = Number(values.calls ?? 1_000_000);
const seed = Number(values.seed ?? Date.now() % 2 ** 31);
const dir = fileURLToPath(new URL("../../..", import.meta.url));
const say = (line: string) => void process.stdout.write(`${line}\n`);
const megabytes = (bytes: number) => (bytes / 2 ** 20).toFixed(1);

say(`${calls} calls, seed ${seed}`);
const report = await runCalls({
  built: { bin: `${dir}/bin/dosah.js`, dir },
  calls,
  seed,
  onProgress: (made, { heap, rss }) =>
    say(`${made} calls, heap ${megabytes(heap)} MB, resident ${megabytes(rss)} MB, ${Math.round(process.uptime())} s`),
});
for (const line of reportLines(report)) say(line);
const isRight = report.findings.length === 0 && report.failuresLogged.length === 0 && isFlat(report.memory);
process.exit(isRight ? 0 : 1);
