import { writeSync } from "node:fs";
import type { Accounts } from "../../src/capabilities/accounts/accounts.ts";
import type { BrowserSession } from "../../src/capabilities/calling/principal.ts";
import { hashToken } from "../../src/identity/token.ts";
import { createJobs } from "../../src/jobs/worker.ts";
import { appendAudit } from "../../src/state/audit-log.ts";
import { lockRegisterEntry, saveRegisterEntry } from "../../src/state/register-entries.ts";
import { sql } from "../../src/state/sql.ts";
import { createState, type State } from "../../src/state/state.ts";
import type { StateDatabase } from "../../src/state/state-database.ts";

/**
 * A process that does one thing and kills itself (SIGKILL) right after one of the changes that it makes, or after the
 * end of the transaction around it: `{ dir, databaseUrl, act, after }` as JSON, with what the act needs. `after` counts
 * both from 1. It prints what it acknowledges, and at the end how many changes there were.
 */
const { dir, databaseUrl, act, after, ...job } = JSON.parse(process.argv[2] ?? "{}");
const opened = createState({ dir, databaseUrl, pool: 4, now: Date.now });
await opened.open();
const say = (line: string) => writeSync(1, `${line}\n`);

let changes = 0;
function changed<T>(result: T): T {
  if (++changes === after) process.kill(process.pid, "SIGKILL");
  return result;
}

/** The same database; after the change that is meant, the process is gone. */
function dying<T extends StateDatabase>(database: T): T {
  const transaction: StateDatabase["transaction"] = async (work, ...options) =>
    changed(await database.transaction((tx) => work(dying(tx)), ...options));
  const run: StateDatabase["run"] = async (...statement) => changed(await database.run(...statement));
  return { ...database, run, transaction };
}

const state: State = dying(opened);
const { orgId, accountId, day, at, key } = job;
// Loaded by who needs it: a test starts many of these processes.
const nights = () => import("../../src/wiring/trust-nights.fixture.ts");
const acts: Readonly<Record<string, () => Promise<unknown>>> = {
  publish: async () => (await nights()).publishOn(state, orgId, day),
  night: async () => (await nights()).night(state, day),
  save: saveOn,
  grant: async () => (await import("./grant-steps.fixture.ts")).makeGrant(state, opened, job.owner, say),
  complete,
  digest,
  work,
};
await acts[act]?.();
say(`done after ${changes} changes`);
await opened.close();

/** Saves entries of a register, each with its history and its audit entry, until it is killed by somebody else. */
async function saveOn(): Promise<void> {
  for (let n = 0; ; n++) {
    const code = `CODE-${key}-${n}`;
    await opened.transaction(async (tx) => {
      const before = await lockRegisterEntry({ db: tx, orgId }, code);
      const texts = { evidence_note: `note ${n}`, responsible_person: "", scan_id: null };
      const days = { last_reviewed_at: "2026-11-22", next_review_at: "2027-11-22" };
      const how = { status: "met", status_source: "manual", updated_at: n, updated_by: accountId } as const;
      await saveRegisterEntry({ db: tx, orgId }, before, { code, ...texts, ...days, ...how });
      const target = { type: "obligation", id: code };
      const who = { actorId: accountId, orgId, via: "web", ipPrefix: null } as const;
      await appendAudit(tx, { action: "obligation.changed", target, details: { after: "met" }, ...who }, n);
    });
    say(code);
  }
}

/** Begins, answers and completes a questionnaire; only completing it counts, and may kill. */
async function complete(): Promise<void> {
  const { assessmentAnswer } = await import("../../src/capabilities/assessments/assessment-answer.ts");
  const { assessmentComplete } = await import("../../src/capabilities/assessments/assessment-complete.ts");
  const { assessmentStart } = await import("../../src/capabilities/assessments/assessment-start.ts");
  const { bareServices, unlimited } = await import("../../src/capabilities/bare-services.fixture.ts");
  const { createCall } = await import("../../src/capabilities/calling/call.ts");
  const { loadKnowledge } = await import("../../src/knowledge/knowledge.ts");
  const session = { hash: hashToken(job.session), accountId, entry: "full" } as BrowserSession;
  const settings = { secondFactor: "optional" } as const;
  const callOn = (on: State) =>
    createCall(
      {
        services: bareServices(loadKnowledge()),
        privateHalf: {
          state: on,
          now: Date.now,
          accounts: { now: Date.now, settings } as Accounts,
          identify: async () => ({ kind: "person", accountId, scopes: null, session }),
        },
      },
      unlimited,
    );
  const caller = { address: null, via: "web" } as const;
  const organizationId = orgId;
  const call = callOn(opened);
  const { answer: begun } = await call(assessmentStart, { organizationId, mode: "quick" }, [], caller);
  const questionnaireId = begun.id;
  const bcm = { "bcm-01": "yes", "bcm-02": "yes", "bcm-03": "partial" };
  await call(assessmentAnswer, { organizationId, questionnaireId, area: "bcm", answers: bcm }, [], caller);
  const supply = { "supply_chain-01": "yes", "supply_chain-02": "no" };
  await call(assessmentAnswer, { organizationId, questionnaireId, area: "supply_chain", answers: supply }, [], caller);
  const asked = { organizationId, questionnaireId, prefill: true };
  const { answer } = await callOn(state)(assessmentComplete, asked, [], caller);
  say(answer.scanId);
}

/** Sends the digests of the morning; `at` is its clock when it starts, in milliseconds since 1970. */
async function digest(): Promise<void> {
  const { queueMail } = await import("../../src/capabilities/accounts/queue-mail.ts");
  const { addDigestJob, defineDigestJobs } = await import("../../src/jobs/digest-job.ts");
  const { digestWantedAfter, noteDigestSent } = await import("../../src/state/digests.ts");
  const begun = Date.now();
  const now = () => at + Date.now() - begun;
  const jobs = createJobs({
    state: { ...state, now: async () => now() },
    now,
    random: Math.random,
    instance: "child",
    onEvent: (event) => process.stderr.write(`${JSON.stringify(event)}\n`),
    pollMs: 20,
    firstMs: 0,
  });
  const sealing = { seal: (text: string) => text };
  defineDigestJobs(jobs, {
    at: "06:00",
    people: () => digestWantedAfter(state, "", true, 1_000),
    make: async (person, forDay, instant) => async (tx) => {
      if (!(await noteDigestSent({ db: tx, accountId: person }, forDay))) return;
      const mail = { to: `${person}@firma.sk`, locale: "sk", kind: "digest", link: "https://dosah.sk" } as const;
      await queueMail(tx, sealing, mail, instant);
    },
  });
  await addDigestJob(jobs, state, "06:00", now());
  jobs.start();
  const due = sql("SELECT count(*) AS n FROM job WHERE kind IN ('digest.daily', 'digest.send') AND run_at <= ?");
  while (Number((await opened.get<{ n: number }>(due, now()))?.n) > 0) await new Promise((go) => setTimeout(go, 20));
  await jobs.stop(5_000);
}

/** Does jobs until none is left, and prints the key of each. */
async function work(): Promise<void> {
  const jobs = createJobs({
    state,
    now: Date.now,
    random: Math.random,
    instance: key,
    pollMs: 20,
    firstMs: 0,
    onEvent: ({ kind }) => say(`event ${kind}`),
  });
  const options = { leaseMs: 60_000, retries: 3, backoffMs: 1_000 };
  jobs.define("feed.source", (_payload, _signal, run) => run.complete(async () => void say(run.key)), options);
  jobs.start();
  const left = sql("SELECT count(*) AS n FROM job");
  while (Number((await opened.get<{ n: number }>(left))?.n) > 0) await new Promise((go) => setTimeout(go, 100));
  await jobs.stop(5_000);
}
