import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { newId } from "../../src/core/random-id.ts";
import { addAccount } from "../../src/state/accounts.ts";
import { auditOfStream, verifyAudit } from "../../src/state/audit-log.ts";
import { addOrganization } from "../../src/state/organizations.ts";
import { listRegister } from "../../src/state/register-entries.ts";
import { composedSql } from "../../src/state/sql.ts";
import { createState } from "../../src/state/state.ts";
import { createTestDatabase } from "../../src/state/test-postgres.fixture.ts";

const CHILD = fileURLToPath(new URL("./save-child.ts", import.meta.url));

/** What was seen after kills in the middle of saves. */
export interface KillReport {
  readonly kills: number;
  /** Saves that the process had said were done. */
  readonly acknowledged: number;
  /** Of those, what was not there afterwards. */
  readonly lost: number;
  /** Saves without their history or audit entry, or the other way round. */
  readonly halves: number;
  readonly isChainWhole: boolean;
}

/** Kills a process (SIGKILL) again and again while it saves, and counts what is there afterwards. */
export async function killWhileSaving(
  kind: "SQLite" | "PostgreSQL",
  saves: number,
  kills: number,
): Promise<KillReport> {
  const dir = mkdtempSync(join(tmpdir(), "dosah-kill-"));
  const database = kind === "SQLite" ? undefined : await createTestDatabase();
  const state = createState({ dir, databaseUrl: database?.url, now: Date.now });
  try {
    await state.open();
    const [accountId, orgId] = [newId("account"), newId("organization")];
    const email = { email: "a@b.sk", email_key: "a@b.sk" };
    await addAccount(
      state,
      { id: accountId, ...email, name: "Jana", locale: "sk", password_hash: null, email_verified_at: 1 },
      1,
    );
    await addOrganization(state, { id: orgId, name: "Alfa", country: null, ico: null, created_by: accountId }, 1);

    const acknowledged = new Set<number>();
    let done = 0;
    for (let next = 0; next < saves; next = Math.max(next, ...acknowledged, -1) + 1) {
      const left = saves - next;
      const isKilled = done < kills;
      const said = await run(
        { dir, databaseUrl: database?.url, orgId, accountId, from: next, count: left },
        isKilled ? Math.ceil(left / (kills - done + 1)) : left,
      );
      for (const n of said) acknowledged.add(n);
      done++;
    }

    const entries = new Set((await listRegister(state, orgId)).map(({ code }) => code));
    const logged = new Set((await auditOfStream(state, `org:${orgId}`, 0, 100_000)).map(({ target_id }) => target_id));
    const history = new Set(
      (await state.all<{ code: string }>(composedSql("SELECT code FROM register_change"))).map(({ code }) => code),
    );
    const all = new Set([...entries, ...history, ...[...logged].filter((code) => code !== null)]);
    return {
      kills: Math.min(kills, done),
      acknowledged: acknowledged.size,
      lost: [...acknowledged].filter((n) => !entries.has(`CODE-${n}`)).length,
      halves: [...all].filter((code) => !entries.has(code) || !logged.has(code) || !history.has(code)).length,
      isChainWhole: (await verifyAudit(state)).fault === undefined,
    };
  } finally {
    await state.close();
    await database?.drop();
    rmSync(dir, { recursive: true, force: true });
  }
}

/** Runs the child until it has said so many saves, then kills it a moment later. @returns the numbers it said */
async function run(job: object, until: number): Promise<readonly number[]> {
  const child = spawn(process.execPath, ["--no-warnings", CHILD, JSON.stringify(job)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let out = "";
  const numbers = () => out.split("\n").slice(0, -1).map(Number);
  const closed = new Promise((resolve) => child.once("close", resolve));
  child.stdout.setEncoding("utf8").on("data", (text) => {
    out += text;
    if (numbers().length >= until) void sleep(Math.random() * 3).then(() => child.kill("SIGKILL"));
  });
  await closed;
  return numbers();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [saves, kills] = [Number(process.argv[2] ?? 200), Number(process.argv[3] ?? 12)];
  for (const kind of ["SQLite", "PostgreSQL"] as const) {
    const report = await killWhileSaving(kind, saves, kills);
    process.stdout.write(`${kind}: ${JSON.stringify(report)}\n`);
    if (report.lost > 0 || report.halves > 0 || !report.isChainWhole) process.exitCode = 1;
  }
}
