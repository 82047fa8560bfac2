import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { loadLimits } from "../../src/knowledge/limits.ts";
import { KNOWLEDGE_DIR } from "../../src/knowledge/load.ts";

/**
 * Sign-ins hash passwords, which takes processors. How long does an agent wait for `nis2_scope_check` meanwhile? Idle and
 * busy calls in turns, so that both meet the same load of the machine. Ends with 1 where the p99 is more than three times
 * the idle one.
 *
 *     npm run bench:sign-ins [rounds]
 */
const AT_ONCE = 20;
const IDLE_CALLS = 40;
const MOST_TIMES = 3;
const rounds = Number(process.argv[2] ?? 20);
const PASSWORD = "seven green tables on a roof";
const EMAIL = "jana@firma.sk";

const dir = mkdtempSync(join(tmpdir(), "dosah-bench-"));
const limits = loadLimits(KNOWLEDGE_DIR).map(({ name }) => `${name}: { perMinute: 1000000 }\n`);
writeFileSync(join(dir, "limits.yaml"), limits.join(""));
const port = 20_000 + (process.pid % 20_000);
const base = `http://127.0.0.1:${port}`;
const DOSAH = fileURLToPath(new URL("../../bin/dosah.js", import.meta.url));
const env = {
  PATH: process.env.PATH,
  PORT: String(port),
  DATA_DIR: join(dir, "data"),
  LIMITS_FILE: join(dir, "limits.yaml"),
  ROLE: "web",
  REGISTERS: "mirror",
  LOG_LEVEL: "silent",
};

const added = spawnSync(process.execPath, [DOSAH, "user", "add", "--email", EMAIL, "--password-stdin"], {
  env,
  input: PASSWORD,
});
if (added.status !== 0) throw new Error(`no account: ${added.stderr}`);
const service = spawn(process.execPath, [DOSAH, "serve"], { stdio: "ignore", env });
const isReady = () =>
  fetch(`${base}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );
while (!(await isReady())) await sleep(100);

/** How long a request takes, in milliseconds. @throws Error for every status but the expected one */
async function timed(path: string, init: RequestInit, expected: number): Promise<number> {
  const since = performance.now();
  const response = await fetch(`${base}${path}`, { ...init, redirect: "manual" });
  await response.arrayBuffer();
  if (response.status !== expected) throw new Error(`${path} answered ${response.status}`);
  return performance.now() - since;
}

const signIn = () =>
  timed(
    "/en/sign-in",
    {
      method: "POST",
      headers: { "Sec-Fetch-Site": "same-origin", "Content-Type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams({ email: EMAIL, password: PASSWORD }),
    },
    303,
  );

const CALL = {
  jsonrpc: "2.0",
  id: 1,
  method: "tools/call",
  params: { name: "nis2_scope_check", arguments: { ico: "31322832", country: "SK" } },
};
const check = () =>
  timed(
    "/api/mcp",
    {
      method: "POST",
      headers: { "Content-Type": "application/json", Accept: "application/json, text/event-stream" },
      body: JSON.stringify(CALL),
    },
    200,
  );

for (let turn = 0; turn < 50; turn++) await check();
await Promise.all(Array.from({ length: AT_ONCE }, signIn));

const times = { idle: [] as number[], busy: [] as number[], signIns: [] as number[] };
for (let round = 0; round < rounds; round++) {
  for (let turn = 0; turn < IDLE_CALLS; turn++) times.idle.push(await check());
  let isBusy = true;
  const signIns = Promise.all(Array.from({ length: AT_ONCE }, signIn)).finally(() => {
    isBusy = false;
  });
  while (isBusy) times.busy.push(await check());
  times.signIns.push(...(await signIns));
}
service.kill();
rmSync(dir, { recursive: true, force: true });

const at = (values: readonly number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? Number.NaN;
const words = (values: readonly number[]) =>
  `p50 ${at(values, 0.5).toFixed(2)} ms, p99 ${at(values, 0.99).toFixed(2)} ms over ${values.length}`;
console.log(`load of the machine  ${loadavg()[0]?.toFixed(1)}`);
console.log(`nis2_scope_check     ${words(times.idle)} while nobody signs in`);
console.log(`                     ${words(times.busy)} while ${AT_ONCE} sign in at once`);
console.log(`${AT_ONCE} sign-ins at once   ${words(times.signIns)}`);
const ratio = at(times.busy, 0.99) / at(times.idle, 0.99);
console.log(`p99 busy / idle      ${ratio.toFixed(2)} (at most ${MOST_TIMES})`);
process.exitCode = ratio <= MOST_TIMES ? 0 : 1;
