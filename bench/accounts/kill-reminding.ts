import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { newId } from "../../src/core/random-id.ts";
import { addAccount } from "../../src/state/accounts.ts";
import { addJob } from "../../src/state/job-table.ts";
import { addOrganization } from "../../src/state/organizations.ts";
import { saveRegisterEntry } from "../../src/state/register-entries.ts";
import { setReminder } from "../../src/state/reminders.ts";
import { composedSql } from "../../src/state/sql.ts";
import { createState, type State } from "../../src/state/state.ts";
import { createTestDatabase } from "../../src/state/test-postgres.fixture.ts";

const CHILD = fileURLToPath(new URL("./remind-child.ts", import.meta.url));
const MORNING = Date.parse("2026-11-23T05:00:00Z");
const NEXT_MORNING = MORNING + 24 * 3_600_000;
/** Longer than the lease of the job. */
const LATER_MS = 6 * 60_000;

/** What was seen after kills in the middle of reminding people of reviews. */
export interface ReminderReport {
  readonly kills: number;
  /** Kills after which the job was still to be done. */
  readonly inTheMiddle: number;
  /** People who were to get a mail. */
  readonly wanted: number;
  /** Of those, who got none. */
  readonly lost: number;
  /** Mails beyond the first for the same person. */
  readonly twice: number;
  /** Mails without a job that sends them, or the other way round. */
  readonly halves: number;
}

/** Kills a process (SIGKILL) again and again while it reminds people of reviews, lets it end, and counts the mails. */
export async function killWhileReminding(
  kind: "SQLite" | "PostgreSQL",
  people: number,
  kills: number,
): Promise<ReminderReport> {
  const dir = mkdtempSync(join(tmpdir(), "dosah-kill-"));
  const database = kind === "SQLite" ? undefined : await createTestDatabase();
  const state = createState({ dir, databaseUrl: database?.url, now: Date.now });
  try {
    await state.open();
    const wanted = await addPeople(state, people);
    await addJob(state, { kind: "reminder.review", key: "daily", runAt: MORNING }, MORNING);
    let inTheMiddle = 0;
    const child = { dir, databaseUrl: database?.url };
    for (let kill = 0; kill < kills && !(await isDone(state)); kill++) {
      // Every other one stands still in its transaction until it is killed; the rest is killed at any moment.
      const stopAt = kill % 2 === 0 ? 1 + Math.floor(Math.random() * people) : null;
      await killOne({ ...child, at: MORNING + kill * LATER_MS, stopAt }, stopAt ?? 1);
      if (!(await isDone(state))) inTheMiddle += 1;
    }
    await runToEnd({ ...child, at: MORNING + kills * LATER_MS, stopAt: null }, state);

    const rows = await state.all<{ id: string; sealed: string }>(composedSql("SELECT id, sealed FROM mail"));
    const jobs = await state.all<{ key: string }>(composedSql("SELECT key FROM job WHERE kind = 'mail.send'"));
    const mailed = rows.map(({ sealed }): string => JSON.parse(sealed).to);
    const ids = new Set(rows.map(({ id }) => id));
    const keys = new Set(jobs.map(({ key }) => key));
    return {
      kills,
      inTheMiddle,
      wanted: wanted.length,
      lost: wanted.filter((email) => !mailed.includes(email)).length,
      twice: mailed.length - new Set(mailed).size,
      halves: [...ids].filter((id) => !keys.has(id)).length + [...keys].filter((key) => !ids.has(key)).length,
    };
  } finally {
    await state.close();
    await database?.drop();
    rmSync(dir, { recursive: true, force: true });
  }
}

/** People with an organization each, whose review is due. @returns their addresses */
async function addPeople(state: State, count: number): Promise<readonly string[]> {
  return Promise.all(
    Array.from({ length: count }, async () => {
      const [id, orgId] = [newId("account"), newId("organization")];
      const email = `${id}@firma.sk`;
      const person = { id, email, email_key: email, name: "Jana", locale: "sk", password_hash: null } as const;
      await addAccount(state, { ...person, email_verified_at: 1 }, 1);
      await addOrganization(state, { id: orgId, name: "Alfa", country: null, ico: null, created_by: id }, 1);
      const entry = { code: "NIS2-20-1", status: "met", status_source: "manual", scan_id: null } as const;
      const texts = { evidence_note: "", responsible_person: "", updated_at: 1, updated_by: id };
      const days = { last_reviewed_at: "2026-01-01", next_review_at: "2026-11-23" };
      await state.transaction((tx) => saveRegisterEntry({ db: tx, orgId }, undefined, { ...entry, ...texts, ...days }));
      await setReminder({ db: state, accountId: id, orgId }, { reviews: 1, scans: 0 });
      return email;
    }),
  );
}

async function isDone(state: State): Promise<boolean> {
  const row = await state.get<{ run_at: number }>(composedSql("SELECT run_at FROM job WHERE kind = 'reminder.review'"));
  return row?.run_at === NEXT_MORNING;
}

/** Kills a child at its mail with this number, or up to 30 ms later. */
async function killOne(job: object, mail: number): Promise<void> {
  const child = start(job);
  const closed = new Promise((resolve) => child.once("close", resolve));
  let out = "";
  let isKilled = false;
  child.stdout.setEncoding("utf8").on("data", (text) => {
    out += text;
    if (isKilled || out.split("\n").length <= mail) return;
    isKilled = true;
    void sleep(Math.random() * 30).then(() => child.kill("SIGKILL"));
  });
  await closed;
}

/** Lets a child do the whole job, then ends it. */
async function runToEnd(job: object, state: State): Promise<void> {
  const child = start(job);
  const closed = new Promise((resolve) => child.once("close", resolve));
  const until = Date.now() + 60_000;
  while (!(await isDone(state)) && Date.now() < until) await sleep(50);
  child.kill("SIGKILL");
  await closed;
}

function start(job: object) {
  return spawn(process.execPath, ["--no-warnings", CHILD, JSON.stringify(job)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [people, kills] = [Number(process.argv[2] ?? 300), Number(process.argv[3] ?? 20)];
  for (const kind of ["SQLite", "PostgreSQL"] as const) {
    process.stdout.write(`${kind}: ${JSON.stringify(await killWhileReminding(kind, people, kills))}\n`);
  }
}
