/**
 * What hostile targets cost a real process with the real limits: they are scanned one after the other, then all at
 * once, while somebody else asks the service. Time of each scan, memory of the process above what a flawless scan
 * leaves, and how long `/healthz` takes meanwhile.
 *
 *     npx node bench/scans/hostile.ts
 */
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { createState } from "../../src/state/state.ts";
import { createTestDatabase } from "../../src/state/test-postgres.fixture.ts";
import { hostileSites } from "../../test/lab/hostile-sites.fixture.ts";
import { Laboratory } from "../../test/lab/laboratory.ts";
import { type ScanProcess, ScanProcesses } from "../../test/lab/scan-processes.fixture.ts";
import { buildDosah } from "../../test/promises/built-dosah.fixture.ts";
import { addOwner } from "../../test/trials/load/people.ts";

const database = await createTestDatabase();
const [built, lab] = [buildDosah(), await Laboratory.open()];
const processes = new ScanProcesses(built, lab);
const state = createState({ dir: "", databaseUrl: database.url, pool: 2, now: Date.now });
try {
  await state.open();
  const keys = [await addOwner(state, Date.now()), await addOwner(state, Date.now())].map(({ key }) => key);
  const running = await processes.start({
    DATABASE_URL: database.url,
    SECRETS_KEY: Buffer.alloc(32, 7).toString("base64"),
    SCAN_CONCURRENCY: "20",
  });
  const watch = watchProcess(running);
  for (let n = 0; n < 3; n++) await scan(running, keys[0] ?? "", (await lab.site()).domain);
  const idle = watch.read();
  console.log(`Node ${process.version}; after three flawless scans ${idle.megabytes.toFixed(0)} MB resident`);
  console.log(`/healthz ${idle.slowest.toFixed(0)} ms at most`);
  const changes = Object.entries(hostileSites(lab));
  for (const [name, change] of changes) {
    const { domain } = await lab.site(change);
    const before = watch.read().megabytes;
    const seconds = await scan(running, keys[0] ?? "", domain);
    const { peak } = watch.read();
    console.log(`${name}: ${seconds.toFixed(1)} s, ${Math.max(0, peak - before).toFixed(0)} MB`);
  }
  const sites = await Promise.all(changes.map(([, change]) => lab.site(change)));
  const before = watch.read().megabytes;
  const times = await Promise.all(sites.map(({ domain }) => scan(running, keys[1] ?? "", domain)));
  const { peak, slowest } = watch.read();
  console.log(
    `all ${sites.length} at once: longest ${Math.max(...times).toFixed(1)} s, ${Math.max(0, peak - before).toFixed(0)} MB together`,
  );
  console.log(`/healthz ${slowest.toFixed(0)} ms at most`);
  watch.end();
} finally {
  await processes.remove();
  await state.close();
  await lab.close();
  built.remove();
  await database.drop();
}

/** Scans a domain and waits for the end. @returns how long the scan itself ran, in seconds */
async function scan({ url }: ScanProcess, key: string, domain: string): Promise<number> {
  const headers = { Authorization: `Bearer ${key}`, "Content-Type": "application/json" };
  const begun = await fetch(`${url}/api/v1/scan`, { method: "POST", headers, body: JSON.stringify({ domain }) });
  const { id } = await begun.json();
  for (;;) {
    const { status, startedAt, finishedAt } = await (await fetch(`${url}/api/v1/scan/${id}`, { headers })).json();
    if (status === "completed" || status === "failed") return (Date.parse(finishedAt) - Date.parse(startedAt)) / 1000;
    await sleep(250);
  }
}

/** Watches the resident memory of a process and how fast it answers; `read` begins anew. */
function watchProcess({ child, url }: ScanProcess) {
  let [peak, slowest, isOver] = [0, 0, false];
  const resident = () =>
    Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.process.pid}/status`, "utf8"))?.[1]) / 1024;
  const loop = (async () => {
    for (; !isOver; await sleep(20)) {
      const since = performance.now();
      await fetch(`${url}/healthz`);
      slowest = Math.max(slowest, performance.now() - since);
      peak = Math.max(peak, resident());
    }
  })();
  return {
    read: () => {
      const seen = { peak, slowest, megabytes: resident() };
      [peak, slowest] = [0, 0];
      return seen;
    },
    end: () => {
      isOver = true;
      return loop;
    },
  };
}
