import { mkdtempSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { assessmentAnswer } from "../../src/capabilities/assessments/assessment-answer.ts";
import { assessmentComplete } from "../../src/capabilities/assessments/assessment-complete.ts";
import { assessmentShow, lawOfOrganization } from "../../src/capabilities/assessments/assessment-show.ts";
import { assessmentStart } from "../../src/capabilities/assessments/assessment-start.ts";
import { createCall } from "../../src/capabilities/calling/call.ts";
import { rowCounting } from "../../src/capabilities/calling/count-rows.ts";
import { companyDetail } from "../../src/capabilities/companies/company-detail.ts";
import { createLawLinking } from "../../src/capabilities/law/law-linking.ts";
import { myObligations } from "../../src/capabilities/obligations/my-obligations.ts";
import { obligationChange } from "../../src/capabilities/obligations/obligation-change.ts";
import { readConfig } from "../../src/config.ts";
import { newId } from "../../src/core/random-id.ts";
import { hashToken } from "../../src/identity/token.ts";
import type { Obligation } from "../../src/knowledge/obligations.ts";
import { addAccount } from "../../src/state/accounts.ts";
import { organizationStore } from "../../src/state/organization-store.ts";
import { addOrganization } from "../../src/state/organizations.ts";
import { addSession } from "../../src/state/sessions.ts";
import { composedSql } from "../../src/state/sql.ts";
import { createTestDatabase } from "../../src/state/test-postgres.fixture.ts";
import { openServices } from "../../src/wiring/open-services.ts";

/**
 * What the register of obligations costs, on either database, in milliseconds: its page with a catalog of 200 obligations
 * that are all entered, a save, a questionnaire that is completed and fills the register, `my_obligations` beside a public
 * call, and the page of an area with the verdict that it asks for. Pages are drawn by what `npm run build` made.
 *
 *     node bench/accounts/register.ts [times]
 */
const times = Number(process.argv[2] ?? 100);
const log = { info: () => {}, warn: () => {}, error: () => {}, debug: () => {} };
const { createWeb } = await import(new URL("../../dist/faces/web/web.js", import.meta.url).href);

/** The median and the 95th percentile of single runs, and the CPU of this process for one, after a warm-up. */
async function timesOf(count: number, work: () => Promise<unknown>): Promise<string> {
  for (let n = 0; n < Math.max(3, count / 5); n++) await work();
  const found: number[] = [];
  const before = process.cpuUsage();
  for (let n = 0; n < count; n++) {
    const since = performance.now();
    await work();
    found.push(performance.now() - since);
  }
  const { user, system } = process.cpuUsage(before);
  found.sort((a, b) => a - b);
  const at = (part: number) => (found[Math.floor(found.length * part)] ?? 0).toFixed(2);
  return `${at(0.5)} ms (p95 ${at(0.95)}), ${((user + system) / count / 1000).toFixed(2)} ms of CPU`;
}

for (const kind of ["SQLite", "PostgreSQL"] as const) {
  const dir = mkdtempSync(join(tmpdir(), "dosah-bench-register-"));
  const database = kind === "SQLite" ? undefined : await createTestDatabase();
  const shared =
    database === undefined ? {} : { DATABASE_URL: database.url, SECRETS_KEY: Buffer.alloc(32, 7).toString("base64") };
  const config = readConfig({ DATA_DIR: dir, REGISTERS: "mirror", ...shared });
  const opened = await openServices(config, { now: () => new Date(), log: log as never });
  const { state } = opened;
  await state.open();
  const id = newId("account");
  const account = { id, email: "a@b.sk", email_key: "a@b.sk", name: "Jana", locale: "sk" } as const;
  await addAccount(state, { ...account, password_hash: null, email_verified_at: 1 }, 1);
  const orgId = newId("organization");
  const made = { id: orgId, name: "Alfa", country: "SK", ico: "31322832", created_by: id } as const;
  await state.transaction((tx) => addOrganization(tx, made, 1));

  // The catalog again and again, under codes of its own.
  const { knowledge } = opened.services;
  const known = [...knowledge.obligations.byCode.values()];
  const many = Array.from({ length: 200 }, (_, at): Obligation => {
    const like = known[at % known.length] as Obligation;
    return at < known.length ? like : { ...like, code: `${like.code}-${at}` };
  });
  const entry = composedSql(
    "INSERT INTO register_entry (org_id, code, status, status_source, evidence_note, responsible_person, " +
      "last_reviewed_at, next_review_at, version, updated_at, updated_by) " +
      "VALUES (?, ?, 'partial', 'questionnaire', ?, 'Jana Nová', '2026-01-01', '2026-06-01', 1, 1, ?)",
  );
  const note = "Zápisnica z porady vedenia, príloha č. 3 k smernici. ".repeat(6);
  for (const { code } of many) await state.run(entry, orgId, code, note, id);
  const byCode = new Map(many.map((each) => [each.code, each]));
  const large = {
    ...opened.services,
    knowledge: { ...knowledge, obligations: { ...knowledge.obligations, byCode } },
  };

  const session = {
    hash: hashToken("t"),
    token: "t",
    accountId: id,
    stage: "full",
    entry: "full",
    waysLeft: null,
    authenticatedAt: Date.now(),
    activeOrganizationId: null,
  };
  const at = Date.now();
  const instants = { created_at: at, seen_at: at, expires_at: at + 3_600_000, authenticated_at: at };
  const row = { account_id: id, stage: "full", assurance: "one", ip_prefix: null, agent: "" } as const;
  await addSession(state, { ...row, ...instants, hash: session.hash });
  const identify = async () => ({ kind: "person", accountId: id, scopes: null, session }) as never;
  const privateHalf = {
    state,
    identify,
    accounts: { log, now: Date.now, settings: { secondFactor: "optional" } } as never,
    now: Date.now,
  };
  const unlimited = { take: () => ({ allowed: true, states: [] }) as const } as never;
  const callLarge = createCall({ services: large, privateHalf }, unlimited);
  const call = createCall({ services: opened.services, privateHalf }, unlimited);
  const caller = { address: "192.0.2.1", via: "web", sessionToken: "t" } as const;
  const web = createWeb({
    call: callLarge,
    identify,
    counting: rowCounting(unlimited),
    now: Date.now,
    passkeyQuestion: () => ({ options: "{}", challenge: "" }),
    signIn: { password: true, registration: "open" },
    capabilities: [],
    limits: [],
    lawLinking: createLawLinking(knowledge),
    openapi: { openapi: "3.1.0", info: { title: "", version: "" }, paths: {} },
    clientAddress: () => "192.0.2.1",
    baseUrl: config.baseUrl,
    version: "0",
    log,
  });
  const path = `${config.baseUrl}/sk/organizations/${orgId}/obligations`;
  const page = async () => {
    const answer = await web.fetch(new Request(path, { headers: { Cookie: `dosah_session=${"s".repeat(43)}` } }));
    const html = await answer.text();
    if (answer.status !== 200 || !html.includes(`id="${many.at(-1)?.code}"`)) throw new Error(`${answer.status}`);
  };

  const organizationId = orgId;
  const code = "NIS2-20-2";
  let version = 1;
  const save = async () => {
    const fields = { status: "met", evidenceNote: note, responsiblePerson: "Jana", lastReviewedAt: "2026-11-01" };
    const sent = { organizationId, code, ...fields, nextReviewAt: "", version };
    version = (await call(obligationChange, sent, [], { ...caller })).answer.version;
  };

  /** A full questionnaire with an answer to each question. */
  const answered = async () => {
    const begun = await call(assessmentStart, { organizationId, mode: "extended" }, [], { ...caller });
    for (const { id: area, questions } of knowledge.questionnaire.areas) {
      const answers = Object.fromEntries(
        questions.map((question, at) => [question.id, at % 3 === 0 ? "partial" : "yes"]),
      );
      await call(assessmentAnswer, { organizationId, questionnaireId: begun.answer.id, area, answers }, [], {
        ...caller,
      });
    }
    return begun.answer.id;
  };
  const drafts: string[] = [];
  const completions = Math.max(10, Math.round(times / 5));
  for (let n = 0; n < completions * 2; n++) drafts.push(await answered());
  const shown = drafts.pop() ?? "";
  const complete = () =>
    call(assessmentComplete, { organizationId, questionnaireId: drafts.pop() ?? "", prefill: true }, [], { ...caller });
  const show = () => call(assessmentShow, { organizationId, questionnaireId: shown }, [], { ...caller });
  const store = organizationStore({ db: state, accountId: id, orgId });
  const context = { ...opened.services, organization: made, role: "owner", store } as never;
  const verdict = () => lawOfOrganization(context);

  const { answer: prepared } = await callLarge(myObligations, { organizationId }, [], { ...caller });

  const figures = {
    "page of the register with 200 entries": await timesOf(times, page),
    "my_obligations of 200 entries": await timesOf(times, () =>
      callLarge(myObligations, { organizationId }, [], { ...caller }),
    ),
    "the same answer written as JSON": await timesOf(times, async () => JSON.stringify(prepared)),
    "a public call (company_detail)": await timesOf(times, () =>
      call(companyDetail, { ico: "31322832", country: "SK" }, [], { ...caller }),
    ),
    "a save of an entry": await timesOf(times, save),
    "a full questionnaire completed": await timesOf(completions, complete),
    "an area of a questionnaire": await timesOf(times, show),
    "of it the verdict of the organization": await timesOf(times, verdict),
  };
  for (const [what, figure] of Object.entries(figures)) process.stdout.write(`${kind}, ${what}: ${figure}\n`);
  await opened.close();
  await database?.drop();
  rmSync(dir, { recursive: true, force: true });
}
process.stdout.write(
  `load ${loadavg()
    .map((load) => load.toFixed(1))
    .join(", ")}\n`,
);
