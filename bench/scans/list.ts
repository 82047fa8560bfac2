/**
 * What `my_scans` over ten thousand scans of an organization costs: CPU time of the server per request, against a bare
 * `node:http` handler that parses the same request and sends an equally large answer, and against the same call in an
 * organization without a scan; the other tools of an account beside it. All kinds of requests take turns, so that a busy machine slows all of them alike.
 *
 *     npm run build && npx node bench/scans/list.ts [requests per turn]
 */
import { fork } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { newId } from "../../src/core/random-id.ts";
import { composedSql } from "../../src/state/sql.ts";
import { createState, type State } from "../../src/state/state.ts";
import { createTestDatabase, hasPostgres } from "../../src/state/test-postgres.fixture.ts";
import { addOwner } from "../../test/trials/load/people.ts";
import { agent, ask, type Call, costOf, median, next, send } from "../protocol/measured-server.ts";

const SCANS = 10_000;
const ROUNDS = 21;
const perTurn = Number(process.argv[2] ?? 300);

interface Turn extends Call {
  readonly name: string;
  readonly bytes: number;
  readonly spent: number[];
}

for (const kind of hasPostgres ? (["SQLite", "PostgreSQL"] as const) : (["SQLite"] as const)) await measure(kind);
agent.destroy();

async function measure(kind: "SQLite" | "PostgreSQL"): Promise<void> {
  const dir = mkdtempSync(join(tmpdir(), "dosah-bench-scans-"));
  const database = kind === "SQLite" ? undefined : await createTestDatabase();
  const state = createState({ dir, databaseUrl: database?.url, pool: 2, now: Date.now });
  await state.open();
  const [full, empty] = [await addOwner(state, Date.now()), await addOwner(state, Date.now())];
  await addScans(state, full.orgId);
  await state.close();

  const shared =
    database === undefined ? {} : { DATABASE_URL: database.url, SECRETS_KEY: Buffer.alloc(32, 7).toString("base64") };
  const server = fork(
    new URL("../protocol/server.ts", import.meta.url),
    [JSON.stringify({ DATA_DIR: dir, SCAN_WORKER: "off", ...shared })],
    { stdio: ["ignore", "inherit", "inherit", "ipc"] },
  );
  const { ports } = await next(server, "listening");
  const port = ports.service;
  if (port === undefined) throw new Error("npm run build first");
  const turns: Turn[] = [];
  for (const [name, { key }, tool, args] of [
    [`my_scans, ${SCANS} scans, 20 listed`, full, "my_scans", {}],
    [`my_scans, ${SCANS} scans, 100 listed`, full, "my_scans", { limit: 100 }],
    ["my_scans, no scan", empty, "my_scans", {}],
    ["my_organizations", full, "my_organizations", {}],
    ["my_obligations", full, "my_obligations", {}],
  ] as const) {
    const message = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: tool, arguments: args } };
    const headers = { "MCP-Protocol-Version": "2025-11-25", Authorization: `Bearer ${key}` };
    const call = { port, body: JSON.stringify(message), headers };
    const answer = await send(call);
    if (answer.includes('"isError":true')) throw new Error(answer);
    const bytes = Buffer.byteLength(answer);
    turns.push({ ...call, name, bytes, spent: [] });
    turns.push({ ...call, name: "bare", port: ports.bare, bareAnswer: JSON.parse(answer), bytes, spent: [] });
  }
  for (const turn of turns) await costOf(server, turn, perTurn * 2);
  for (let round = 0; round < ROUNDS; round++) {
    for (const turn of turns) turn.spent.push(await costOf(server, turn, perTurn));
  }
  report(kind, turns);
  ask(server, { kind: "stop" });
  await new Promise((resolve) => server.once("exit", resolve));
  await database?.drop();
  rmSync(dir, { recursive: true, force: true });
}

async function addScans(state: State, orgId: string): Promise<void> {
  const add = composedSql(
    "INSERT INTO scan (org_id, id, domain, profile, status, created_at, started_at, finished_at, technical, overall, " +
      "rule_set_version, detail) VALUES (?, ?, ?, 'public', 'completed', ?, ?, ?, ?, ?, '1.0.0', ?)",
  );
  // As long as the record of a scan.
  const detail = JSON.stringify({
    checks: Array.from({ length: 34 }, () => ({ id: "x".repeat(12), reason: "y".repeat(120) })),
  });
  const from = Date.now() - SCANS * 60_000;
  await state.transaction(async (tx) => {
    for (let n = 0; n < SCANS; n++) {
      const [at, score] = [from + n * 60_000, n % 101];
      await tx.run(add, orgId, newId("scan"), `firma${n % 50}.sk`, at, at, at + 3_000, score, score, detail);
    }
  });
}

function report(kind: string, turns: readonly Turn[]): void {
  const empty = turns.find(({ name }) => name === "my_scans, no scan");
  console.log(
    `${kind}: Node ${process.version}, ${ROUNDS} turns of ${perTurn} requests, median CPU of the server per request`,
  );
  for (const [at, turn] of turns.entries()) {
    const bare = turns[at + 1];
    if (turn.bareAnswer !== undefined || bare === undefined) continue;
    const ratio = (to: Turn | undefined) =>
      median(turn.spent.map((spent, round) => spent / (to?.spent[round] ?? Number.NaN))).toFixed(2);
    console.log(
      `${turn.name.padEnd(36)} ${median(turn.spent).toFixed(0).padStart(5)} µs for ${String(turn.bytes).padStart(6)} bytes   ` +
        `bare ${median(bare.spent).toFixed(0).padStart(4)} µs, x ${ratio(bare)}   without a scan x ${ratio(empty)}`,
    );
  }
}
