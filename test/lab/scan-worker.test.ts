import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { createState } from "../../src/state/state.ts";
import { createTestDatabase, hasPostgres } from "../../src/state/test-postgres.fixture.ts";
import { type BuiltDosah, buildDosah } from "../promises/built-dosah.fixture.ts";
import { addOwner } from "../trials/load/people.ts";
import { Laboratory } from "./laboratory.ts";
import { ScanProcesses } from "./scan-processes.fixture.ts";

let built: BuiltDosah;
let lab: Laboratory;

beforeAll(async () => {
  built = buildDosah();
  lab = await Laboratory.open();
});
afterAll(async () => {
  await lab.close();
  built.remove();
});

test.skipIf(!hasPostgres)(
  "with SCAN_WORKER=off a process queues scans and runs none; one with `separate` runs them and serves nothing else (PostgreSQL)",
  async () => {
    const database = await createTestDatabase();
    const state = createState({ dir: "", databaseUrl: database.url, pool: 2, now: Date.now });
    const processes = new ScanProcesses(built, lab);
    onTestFinished(async () => {
      await processes.remove();
      await state.close();
      await database.drop();
    });
    await state.open();
    const { key } = await addOwner(state, Date.now());
    const SECRETS_KEY = Buffer.alloc(32, 7).toString("base64");
    // No balancer sends calls here.
    const shared = { DATABASE_URL: database.url, SECRETS_KEY, DRAIN_SECONDS: "0" };
    const { domain } = await lab.site();
    const web = await processes.start({ ...shared, SCAN_WORKER: "off" });
    const ask = async (method: string, path: string, body?: object) => {
      const headers = { Authorization: `Bearer ${key}`, "Content-Type": "application/json" };
      const sent = body === undefined ? {} : { body: JSON.stringify(body) };
      return (await fetch(`${web.url}${path}`, { method, headers, ...sent })).json();
    };
    const { id, status } = await ask("POST", "/api/v1/scan", { domain });
    expect(status).toBe("queued");
    const asked = lab.resolver.questions.length;
    await sleep(1_500);
    expect(await ask("GET", `/api/v1/scan/${id}`)).toMatchObject({ status: "queued" });
    expect(lab.resolver.questions.length).toBe(asked);

    const worker = await processes.start({ ...shared, SCAN_WORKER: "separate" });
    const done = await vi.waitFor(
      async () => {
        const scan = await ask("GET", `/api/v1/scan/${id}`);
        expect(["completed", "failed"]).toContain(scan.status);
        return scan;
      },
      { timeout: 120_000, interval: 100 },
    );
    expect(done).toMatchObject({ status: "completed", scores: { technical: 100 } });
    const answers = await Promise.all(
      ["/healthz", "/readyz", "/sk", "/api/opendata", "/api/mcp"].map(
        async (path) => (await fetch(`${worker.url}${path}`)).status,
      ),
    );
    expect(answers).toEqual([200, 200, 404, 404, 404]);
    await worker.end("SIGTERM");
    expect(worker.child.process.exitCode).toBe(0);
  },
);
