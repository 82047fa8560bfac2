import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createCall } from "../../src/capabilities/calling/call.ts";
import { identifyBySession } from "../../src/capabilities/calling/identify-by-session.ts";
import { companyDetail } from "../../src/capabilities/companies/company-detail.ts";
import { organizationsOverview } from "../../src/capabilities/organizations/organizations-overview.ts";
import { readConfig } from "../../src/config.ts";
import { newId } from "../../src/core/random-id.ts";
import { hashToken, newToken } from "../../src/identity/token.ts";
import { addAccount } from "../../src/state/accounts.ts";
import { addOrganization } from "../../src/state/organizations.ts";
import { addSession } from "../../src/state/sessions.ts";
import { composedSql } from "../../src/state/sql.ts";
import { createTestDatabase } from "../../src/state/test-postgres.fixture.ts";
import { openServices } from "../../src/wiring/open-services.ts";

/**
 * What pages of people who are signed in cost, on either database, beside a public call of the same process: the check
 * of a session (CPU), and the overview of 40 organizations with 30 entries each (time).
 *
 *     node bench/accounts/pages.ts [times]
 */
const times = Number(process.argv[2] ?? 2_000);
const log = { info: () => {}, warn: () => {}, error: () => {}, debug: () => {} };

/** CPU and time of one run of `work`, in microseconds, after a warm-up. */
async function costOf(count: number, work: () => Promise<unknown>): Promise<{ cpu: number; wall: number }> {
  for (let n = 0; n < count / 10; n++) await work();
  const [before, since] = [process.cpuUsage(), performance.now()];
  for (let n = 0; n < count; n++) await work();
  const { user, system } = process.cpuUsage(before);
  return { cpu: (user + system) / count, wall: ((performance.now() - since) * 1000) / count };
}

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

for (const kind of ["SQLite", "PostgreSQL"] as const) {
  const dir = mkdtempSync(join(tmpdir(), "dosah-bench-pages-"));
  const database = kind === "SQLite" ? undefined : await createTestDatabase();
  const shared =
    database === undefined ? {} : { DATABASE_URL: database.url, SECRETS_KEY: Buffer.alloc(32, 7).toString("base64") };
  const config = readConfig({ DATA_DIR: dir, REGISTERS: "mirror", ...shared });
  const opened = await openServices(config, { now: () => new Date(), log: log as never });
  const { state } = opened;
  await state.open();
  const id = newId("account");
  const person = { id, email: "a@b.sk", email_key: "a@b.sk", name: "Jana", locale: "sk" } as const;
  await addAccount(state, { ...person, password_hash: null, email_verified_at: 1 }, 1);
  const codes = [...opened.services.knowledge.obligations.byCode.keys()];
  const entry = composedSql(
    "INSERT INTO register_entry (org_id, code, status, status_source, evidence_note, responsible_person, " +
      "last_reviewed_at, next_review_at, version, updated_at, updated_by) " +
      "VALUES (?, ?, 'partial', 'manual', 'x', 'y', '2026-01-01', '2026-06-01', 1, 1, ?)",
  );
  for (let index = 0; index < 40; index++) {
    const org = newId("organization");
    const made = { id: org, name: `Klient ${index}`, country: "SK", ico: "31322832", created_by: id } as const;
    await state.transaction((tx) => addOrganization(tx, made, index));
    for (const code of codes) await state.run(entry, org, code, id);
  }
  const token = newToken();
  const at = Date.now();
  await addSession(state, {
    hash: hashToken(token),
    account_id: id,
    stage: "full",
    assurance: "one",
    created_at: at,
    seen_at: at,
    expires_at: at + 3_600_000,
    authenticated_at: at,
    ip_prefix: null,
    agent: "",
  });
  const identify = identifyBySession({ state, now: Date.now, log, secondFactor: "optional" });
  const caller = { address: "192.0.2.1", via: "web", sessionToken: token } as const;
  const unlimited = { take: () => ({ allowed: true, states: [] }) as const };
  const privateHalf = { state, identify, accounts: { log } as never, now: Date.now };
  const call = createCall({ services: opened.services, privateHalf }, unlimited as never);
  const rounds = { session: [] as number[], publicCall: [] as number[], overview: [] as number[] };
  for (let round = 0; round < 5; round++) {
    const detail = () => call(companyDetail, { ico: "31322832", country: "SK" }, [], { address: "192.0.2.1" });
    rounds.publicCall.push((await costOf(times / 10, detail)).cpu);
    rounds.session.push((await costOf(times, () => identify(caller))).cpu);
    // A request has a caller of its own, so the session is looked up with each.
    const overview = () => call(organizationsOverview, {}, [], { ...caller });
    rounds.overview.push((await costOf(times / 40, overview)).wall);
  }
  process.stdout.write(
    `${kind}: session check ${median(rounds.session).toFixed(1)} µs CPU, ` +
      `overview of 40 organizations ${(median(rounds.overview) / 1000).toFixed(2)} ms, ` +
      `a public call (company_detail) ${median(rounds.publicCall).toFixed(1)} µs CPU\n`,
  );
  await opened.close();
  await database?.drop();
  rmSync(dir, { recursive: true, force: true });
}
