/**
 * What does packing save, and what does it cost? Bytes over the line and CPU time of the whole server process (its
 * packing threads included) per request, for clients that accept nothing and gzip. They take turns, so
 * that a busy machine slows all of them alike. Run: `npm run build && npx node bench/compression/run.ts [requests]`.
 */
import { fork } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { Agent, request as httpRequest } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";

const ROUNDS = 7;
const CONNECTIONS = 4;
const perTurn = Number(process.argv[2] ?? 300);

const PATHS = [
  "/api/company-search?q=slov",
  "/api/scope-check?ico=31322832",
  "/api/opendata",
  "/api/openapi.json",
  "/sk",
  "/sk/firma/sk/31322832",
  "/sk/obligations",
  "/sk/docs/api",
];
const ACCEPTED = ["identity", "gzip"];

if (process.send === undefined) await measure();
else await serve();

/** The measured process: the built service. Tells its port, and the CPU time it used whenever it is asked. */
async function serve(): Promise<void> {
  const dist = process.env.BENCH_DIST ?? new URL("../../dist/", import.meta.url).href;
  const { createService } = await import(`${dist}service.js`);
  const { readConfig } = await import(`${dist}config.js`);
  const dir = mkdtempSync(join(tmpdir(), "dosah-bench-"));
  const limits = join(dir, "limits.yaml");
  const names = ["web_lookup", "rest_company_search", "rest_scope_check", "rest_opendata_files"];
  writeFileSync(limits, names.map((name) => `${name}: { perMinute: 100000000, perDay: 1000000000 }\n`).join(""));
  const config = readConfig({ DATA_DIR: dir, REGISTERS: "mirror", LIMITS_FILE: limits, LOG_LEVEL: "silent" });
  const log = { error: () => {}, warn: () => {}, info: () => {}, debug: () => {} };
  const service = await createService({ ...config, port: 0 }, { now: () => new Date(), log });
  const { port, stop } = await service.start();
  process.on("message", () => {
    const { user, system } = process.cpuUsage();
    process.send?.(user + system);
  });
  process.once("disconnect", () => void stop().then(() => rmSync(dir, { recursive: true, force: true })));
  process.send?.(port);
}

async function measure(): Promise<void> {
  const server = fork(new URL(import.meta.url), { stdio: ["ignore", "inherit", "inherit", "ipc"] });
  const nextNumber = () =>
    new Promise<number>((resolve) => server.once("message", (number) => resolve(Number(number))));
  const port = await nextNumber();
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const cpu = () => {
    const answer = nextNumber();
    server.send("cpu");
    return answer;
  };

  function get(path: string, accepted: string): Promise<number> {
    return new Promise((resolve, reject) => {
      const headers = { "Accept-Encoding": accepted };
      const sent = httpRequest({ agent, port, host: "127.0.0.1", path, headers }, (response) => {
        let bytes = 0;
        response.on("data", (chunk: Buffer) => {
          bytes += chunk.length;
        });
        response.on("end", () => (response.statusCode === 200 ? resolve(bytes) : reject(new Error(path))));
      });
      sent.on("error", reject).end();
    });
  }

  async function run(path: string, accepted: string): Promise<number> {
    const before = await cpu();
    let left = perTurn;
    const worker = async () => {
      while (left-- > 0) await get(path, accepted);
    };
    await Promise.all(Array.from({ length: CONNECTIONS }, worker));
    return ((await cpu()) - before) / perTurn;
  }

  for (const path of PATHS) {
    const costs = new Map(ACCEPTED.map((accepted): [string, number[]] => [accepted, []]));
    for (let round = 0; round <= ROUNDS; round++) {
      for (const [accepted, seen] of costs) {
        const cost = await run(path, accepted);
        if (round > 0) seen.push(cost); // the first warms up
      }
    }
    const cells = [...costs].map(async ([accepted, seen]) => {
      const median = seen.toSorted((one, other) => one - other)[ROUNDS >> 1] ?? Number.NaN;
      return `${accepted} ${await get(path, accepted)} B, ${median.toFixed(0)} µs`;
    });
    console.log(`${path}: ${(await Promise.all(cells)).join("   ")}`);
  }
  agent.destroy();
  server.disconnect();
}
