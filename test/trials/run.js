// `npm run trial -- NAME [--times N] [--only TEXT] [words of vitest]`: the long form of test/trials/NAME.test.ts.
import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { parseArgs } from "node:util";

const { values, positionals } = parseArgs({
  options: { times: { type: "string", default: "20" }, only: { type: "string" } },
  allowPositionals: true,
});
const names = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith(".test.ts"))
  .map((file) => file.slice(0, -".test.ts".length));
const [name = ""] = positionals;
if (!names.includes(name) || !(Number(values.times) >= 1)) {
  process.stderr.write(`npm run trial -- NAME [--times N] [--only TEXT]; NAME is one of ${names.join(", ")}\n`);
  process.exit(2);
}
const { status } = spawnSync("npx", ["vitest", "run", "--project", "system", `test/trials/${name}.test.ts`], {
  stdio: "inherit",
  // A trial is never tried twice.
  env: Object.assign({}, process.env, { CI: undefined, TRIAL_TIMES: values.times, TRIAL_ONLY: values.only ?? "" }),
});
process.exit(status ?? 1);
