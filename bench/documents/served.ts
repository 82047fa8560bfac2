import { type ChildProcess, fork, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { LOCALES } from "../../src/core/locale.ts";
import { newId } from "../../src/core/random-id.ts";
import { loadLimits } from "../../src/knowledge/limits.ts";
import { KNOWLEDGE_DIR } from "../../src/knowledge/load.ts";
import { addOrganization } from "../../src/state/organizations.ts";
import { composedSql } from "../../src/state/sql.ts";
import { createState } from "../../src/state/state.ts";
import { median } from "../protocol/measured-server.ts";
import type { FromService } from "./large-service.ts";
import type { FromCaller, ToCaller } from "./steady-caller.ts";

/**
 * How long does an agent wait for `nis2_scope_check` while the same service makes reports? A register of 200 entries is
 * asked for as PDF again and again by somebody who is signed in, each time that of another organization or in another
 * language, since a report that was made before is kept; another process asks `nis2_scope_check` at a constant rate. Idle and busy phases in turns, so that both
 * meet the same load of the machine. Ends with 1 where the p99 of the busy phases is more than three times that of the
 * idle ones, or where a report takes its process two seconds.
 *
 *     npm run build && node bench/documents/served.ts [rounds] [seconds of a phase] [calls a second]
 */
const [rounds, seconds, perSecond] = [process.argv[2] ?? 12, process.argv[3] ?? 5, process.argv[4] ?? 50].map(Number);
const MOST_TIMES = 3;
const ENTRIES = 200;
const ORGANIZATIONS = 40;
const MOST_REPORT_MS = 2_000;
const [EMAIL, PASSWORD] = ["jana@firma.sk", "seven green tables on a roof"];
const NOTE = "Zápisnica z rokovania o schválení opatrení, príloha č. 3 k smernici SM-12/2026, číslo 114. ".repeat(3);

const dir = mkdtempSync(join(tmpdir(), "dosah-bench-"));
const limits = loadLimits(KNOWLEDGE_DIR).map(({ name }) => `${name}: { perMinute: 1000000 }\n`);
writeFileSync(join(dir, "limits.yaml"), limits.join(""));
// Below the ports that the system gives to outgoing connections.
const port = 20_000 + (process.pid % 12_000);
const base = `http://127.0.0.1:${port}`;
const env = {
  PATH: process.env.PATH,
  PORT: String(port),
  BASE_URL: base,
  DATA_DIR: join(dir, "data"),
  LIMITS_FILE: join(dir, "limits.yaml"),
  ROLE: "web",
  REGISTERS: "mirror",
  LOG_LEVEL: "silent",
};

function dosah(...args: readonly string[]): string {
  const program = fileURLToPath(new URL("../../bin/dosah.js", import.meta.url));
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], {
    env,
    input: PASSWORD,
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`dosah ${args.join(" ")}: ${stderr}`);
  return stdout.trim();
}

const account = dosah("user", "add", "--email", EMAIL, "--password-stdin");
const service = fork(new URL("large-service.ts", import.meta.url), { env, execArgv: [] });
/** CPU of the process for each report, in milliseconds. */
const worked: number[] = [];
await new Promise<void>((resolve, reject) => {
  service.on("exit", () => reject(new Error("the service ended")));
  service.on("message", (message: FromService) => {
    if (message.kind === "report") worked.push(message.ms);
    else resolve();
  });
});
const caller = fork(new URL("steady-caller.ts", import.meta.url), [String(port), String(perSecond)]);
process.on("exit", () => {
  for (const child of [service, caller]) child.kill("SIGKILL");
  rmSync(dir, { recursive: true, force: true });
});

let cookie = "";

/** @throws Error for every status but the expected one */
async function page(path: string, expected: number, fields?: Readonly<Record<string, string>>): Promise<string> {
  const response = await fetch(`${base}${path}`, {
    headers: { Cookie: cookie, "Sec-Fetch-Site": "same-origin" },
    redirect: "manual",
    ...(fields === undefined ? {} : { method: "POST", body: new URLSearchParams(fields) }),
  });
  cookie = response.headers.getSetCookie()[0]?.split(";")[0] ?? cookie;
  const text = await response.text();
  if (response.status !== expected) throw new Error(`${path} answered ${response.status}`);
  return text;
}

const state = createState({ dir: env.DATA_DIR, pool: 1, now: Date.now });
await state.open();
const ADD_ENTRY = composedSql(
  "INSERT INTO register_entry (org_id, code, status, status_source, evidence_note, responsible_person, " +
    "last_reviewed_at, next_review_at, version, updated_at, updated_by) " +
    "VALUES (?, ?, 'partial', 'manual', ?, 'Jana', '2026-11-01', '2027-11-01', 1, 1, ?)",
);

/** An organization that has entered every obligation, each with a note. */
async function organization(name: string): Promise<string> {
  const id = newId("organization");
  await state.transaction((tx) =>
    addOrganization(tx, { id, name, country: "SK", ico: null, created_by: account }, Date.now()),
  );
  const list = await page(`/sk/organizations/${id}/obligations`, 200);
  const codes = [...new Set([...list.matchAll(/id="(NIS2-[A-Z0-9-]+)"/g)].map(([, code = ""]) => code))];
  if (codes.length !== ENTRIES) throw new Error(`${codes.length} obligations`);
  await state.transaction(async (tx) => {
    for (const code of codes) await tx.run(ADD_ENTRY, id, code, `${name} ${code} ${NOTE}`, account);
  });
  return id;
}

await page("/sk/sign-in", 303, { email: EMAIL, password: PASSWORD });
/** More reports than are kept, so that each is made anew although nothing is saved meanwhile. */
const reportPaths: string[] = [];
for (let n = 0; n < ORGANIZATIONS; n++) {
  const id = await organization(`Alfa ${n} s.r.o.`);
  for (const locale of LOCALES) reportPaths.push(`/${locale}/organizations/${id}/obligations.pdf`);
}
await state.close();

/** How long the answers took that were asked for while something was done, in milliseconds. */
async function answersDuring(work: () => Promise<void>): Promise<FromCaller> {
  say(caller, "begin");
  await work();
  const answered = once(caller, "message");
  say(caller, "end");
  return (await answered)[0];
}

function say(to: ChildProcess, word: ToCaller): void {
  to.send(word);
}

const phase = (seconds ?? 0) * 1000;
let asked = 0;
const reports: number[] = [];

/** Reports, one after the other, for the time of a phase. */
async function askForReports(): Promise<void> {
  const end = performance.now() + phase;
  while (performance.now() < end) {
    const since = performance.now();
    await page(reportPaths[asked++ % reportPaths.length] ?? "", 200);
    reports.push(performance.now() - since);
  }
}

// Before anything is measured, both paths run until they are compiled.
await answersDuring(askForReports);
worked.length = 0;
reports.length = 0;
const idle: FromCaller[] = [];
const busy: FromCaller[] = [];
for (let round = 0; round < (rounds ?? 0); round++) {
  idle.push(await answersDuring(() => sleep(phase)));
  busy.push(await answersDuring(askForReports));
}
caller.disconnect();
service.removeAllListeners("exit").kill();
await once(service, "exit");

const at = (values: readonly number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? Number.NaN;
const p99 = (phases: readonly FromCaller[]) => phases.map((times) => at(times, 0.99));
const words = (phases: readonly FromCaller[]) =>
  `p99 of each phase ${p99(phases)
    .map((ms) => ms.toFixed(1))
    .join(", ")} ms; median ${median(p99(phases)).toFixed(2)} ms; p50 of all ${at(phases.flat(), 0.5).toFixed(2)} ms`;
console.log(`load of the machine  ${loadavg()[0]?.toFixed(1)}; ${perSecond} calls a second, phases of ${seconds} s`);
console.log(`idle   ${words(idle)}`);
console.log(`busy   ${words(busy)}`);
console.log(
  `register of ${ENTRIES} entries as PDF, ${worked.length} times: median ${Math.round(at(worked, 0.5))} ms, longest ` +
    `${Math.round(Math.max(...worked))} ms of CPU of the process; asked for over HTTP: median ${Math.round(at(reports, 0.5))} ms`,
);
const ratio = median(p99(busy)) / median(p99(idle));
console.log(`p99 busy / idle      ${ratio.toFixed(2)} (at most ${MOST_TIMES})`);
process.exitCode = ratio <= MOST_TIMES && Math.max(...worked) < MOST_REPORT_MS ? 0 : 1;
