import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { newId } from "../../src/core/random-id.ts";
import { addAccount } from "../../src/state/accounts.ts";
import { auditOfStream, verifyAudit } from "../../src/state/audit-log.ts";
import { organizationStore } from "../../src/state/organization-store.ts";
import { addOrganization } from "../../src/state/organizations.ts";
import { readStoredEntry } from "../../src/state/register-entries.ts";
import { createState } from "../../src/state/state.ts";
import { createTestDatabase } from "../../src/state/test-postgres.fixture.ts";

const CHILD = fileURLToPath(new URL("./complete-child.ts", import.meta.url));

/** What was seen after kills in the middle of completions. */
export interface CompletionReport {
  readonly kills: number;
  /** Completions that the process had said were done. */
  readonly acknowledged: number;
  /** Of those, scans that were not there afterwards. */
  readonly lost: number;
  /** Completions of which closed questionnaire, scan, entries or audit entry are there without the others. */
  readonly halves: number;
  readonly isChainWhole: boolean;
}

/** Kills a process (SIGKILL) again and again while it completes questionnaires, and counts what is there afterwards. */
export async function killWhileCompleting(kind: "SQLite" | "PostgreSQL", kills: number): Promise<CompletionReport> {
  const dir = mkdtempSync(join(tmpdir(), "dosah-kill-"));
  const database = kind === "SQLite" ? undefined : await createTestDatabase();
  const state = createState({ dir, databaseUrl: database?.url, now: Date.now });
  try {
    await state.open();
    const [accountId, orgId] = [newId("account"), newId("organization")];
    const email = { email: "a@b.sk", email_key: "a@b.sk" };
    const person = { id: accountId, ...email, name: "Jana", locale: "sk", password_hash: null } as const;
    await addAccount(state, { ...person, email_verified_at: 1 }, 1);
    await addOrganization(state, { id: orgId, name: "Alfa", country: null, ico: null, created_by: accountId }, 1);

    const said = new Set<string>();
    for (let kill = 0; kill < kills; kill++) {
      for (const id of await run({ dir, databaseUrl: database?.url, orgId, accountId })) said.add(id);
    }

    const store = organizationStore({ db: state, accountId, orgId });
    const scans = new Set((await store.scans(100_000)).map(({ id }) => id));
    const closed = new Set((await store.assessments()).flatMap(({ scan_id }) => scan_id ?? []));
    const audit = await auditOfStream(state, `org:${orgId}`, 0, 100_000);
    const logged = new Map(
      audit
        .filter(({ action }) => action === "questionnaire.completed")
        .map(({ target_id, details }) => [target_id ?? "", JSON.parse(details).entries as number]),
    );
    // How many entries each scan filled, by the history: an entry itself keeps the newest scan only.
    const filled = new Map<string, number>();
    for (const { code } of await store.register()) {
      for (const { after } of await store.registerChanges(code, 100_000)) {
        const scanId = readStoredEntry(after)?.scan_id ?? "";
        filled.set(scanId, (filled.get(scanId) ?? 0) + 1);
      }
    }
    const all = new Set([...scans, ...closed, ...logged.keys(), ...filled.keys()]);
    const isWhole = (id: string) =>
      scans.has(id) && closed.has(id) && logged.has(id) && logged.get(id) === filled.get(id);
    return {
      kills,
      acknowledged: said.size,
      lost: [...said].filter((id) => !scans.has(id)).length,
      halves: [...all].filter((id) => !isWhole(id)).length,
      isChainWhole: (await verifyAudit(state)).fault === undefined,
    };
  } finally {
    await state.close();
    await database?.drop();
    rmSync(dir, { recursive: true, force: true });
  }
}

/** Runs the child until it completes its second questionnaire or a later one, then kills it within. @returns the scans it said */
async function run(job: object): Promise<readonly string[]> {
  const child = spawn(process.execPath, ["--no-warnings", CHILD, JSON.stringify(job)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const until = 2 + Math.floor(Math.random() * 3);
  let out = "";
  let isDone = false;
  const closed = new Promise((resolve) => child.once("close", resolve));
  child.stdout.setEncoding("utf8").on("data", (text) => {
    out += text;
    if (isDone || out.split("completing\n").length <= until) return;
    isDone = true;
    void sleep(Math.random() * 12).then(() => child.kill("SIGKILL"));
  });
  await closed;
  return out.split("\n").filter((line) => line.startsWith("scn_"));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const kills = Number(process.argv[2] ?? 50);
  for (const kind of ["SQLite", "PostgreSQL"] as const) {
    process.stdout.write(`${kind}: ${JSON.stringify(await killWhileCompleting(kind, kills))}\n`);
  }
}
