import { loadKnowledge } from "../../src/knowledge/knowledge.ts";
import {
  MODES,
  type Outcome,
  openTroubleBench,
  sourceGroups,
  troublesOf,
} from "../../test/source-trouble/source-trouble.fixture.ts";

// Every trouble x every live source x every mode. Says how often each answer was given; ends with 1 after a false one.

const bench = await openTroubleBench(loadKnowledge());
const counts = new Map<string, number>();
const bad: Outcome[] = [];
let outOfScope = 0;
let cases = 0;
for (const [mode, mirror] of MODES) {
  for (const group of sourceGroups()) {
    for (const trouble of troublesOf(group)) {
      const outcome = await bench.ask(mode, mirror, group, trouble);
      cases++;
      counts.set(outcome.result, (counts.get(outcome.result) ?? 0) + 1);
      if (outcome.isOutOfScope) outOfScope++;
      if (!outcome.isGood || outcome.isOutOfScope) bad.push(outcome);
    }
  }
  console.log(`${mode} beside ${mirror}: done, ${cases} cases so far`);
}
await bench.close();
for (const [result, count] of [...counts].sort((a, b) => b[1] - a[1]))
  console.log(`${String(count).padStart(7)} ${result}`);
for (const { name, result } of bad) console.error(`${name}: ${result}`);
console.log(`${cases} cases, ${outOfScope} false "out of scope", ${bad.length} other than allowed`);
process.exitCode = bad.length === 0 ? 0 : 1;
