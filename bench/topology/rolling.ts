// Does a caller notice a rolling restart? Both instances of compose.yaml behind Caddy, which asks /readyz every second,
// are stopped and started one after the other, again and again, while callers of every face call through it.
//   node bench/topology/rolling.ts 20 [DRAIN_SECONDS, default 5]
import { rollingRestart } from "./faults.ts";
import { failPartByPart } from "./run.ts";
import { missingPrograms } from "./topology.ts";

if (missingPrograms.length > 0) throw new Error(`not installed: ${missingPrograms.join(", ")}`);
const [times = 20, drainSeconds = 5] = process.argv.slice(2).map(Number);
const began = performance.now();
const report = await failPartByPart({
  faults: Array.from({ length: times }, () => rollingRestart),
  minutes: 0,
  calmMs: 300,
  drainSeconds,
  onFault: (name) => process.stderr.write(`${Math.round((performance.now() - began) / 1000)} s: ${name}\n`),
});
process.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
const { wrong, notAllowed, above, lost, halves, isChainWhole, errors } = report;
const isGood = [wrong, notAllowed, above, lost, halves, errors].every(({ length }) => length === 0) && isChainWhole;
process.exitCode = isGood ? 0 : 1;
