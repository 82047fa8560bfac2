import { createHash, hash } from "node:crypto";
import { join } from "node:path";
import type { SeededPerson } from "./messages.ts";

/** How much there is of everything. */
export interface SeededSizes {
  readonly organizations?: number;
  readonly auditEntries?: number;
  readonly scans?: number;
}

/** The same ids in every run, so that two versions show the same pages. */
const idOf = (kind: string, number: number) =>
  `${kind}_${createHash("sha256").update(`${kind}${number}`).digest("hex").slice(0, 24)}`;

const DAY_MS = 86_400_000;
/** Firms of the shipped sample. */
const FIRMS = ["31322832", "36045047", "35763469", "31333532", "36421928", "35757442", "31320155", "35697270"];

/**
 * Fills the state of a folder through the modules of a build: a person who is signed in, with organizations, of which the
 * first has a register, suppliers, scans and an audit log. A folder that has them already stays as it is.
 */
export async function seed(dist: string, dir: string, at: number, sizes: SeededSizes = {}): Promise<SeededPerson> {
  const { organizations = 12, auditEntries = 300, scans = 60 } = sizes;
  const load = (file: string) => import(join(dist, file));
  const [{ createState }, { composedSql }] = await Promise.all([load("state/state.js"), load("state/sql.js")]);
  const state = createState({ dir, now: () => at });
  await state.open();
  const token = Buffer.alloc(32, 7).toString("base64url");
  const account = idOf("acc", 1);
  const person = { token, organizationId: idOf("org", 1) };
  if ((await state.get(composedSql("SELECT 1 AS n FROM account WHERE id = ?"), account)) === undefined) {
    await state.transaction(async (tx: { run: typeof state.run }) => {
      const put = (sql: string, ...values: readonly unknown[]) => tx.run(composedSql(sql), ...values);
      await put(
        "INSERT INTO account (id, email, email_key, name, locale, email_verified_at, created_at) VALUES (?, 'jana@firma.sk', 'jana@firma.sk', 'Jana Nováková', 'sk', 1, 1)",
        account,
      );
      for (let number = 1; number <= organizations; number++) {
        const firm = FIRMS[number % FIRMS.length];
        await put(
          "INSERT INTO organization (id, name, country, ico, in_map, created_at, created_by, charged_to) VALUES (?, ?, 'SK', ?, 1, ?, ?, ?)",
          idOf("org", number),
          `Klient ${number}, s. r. o.`,
          firm,
          number,
          account,
          account,
        );
        await put(
          "INSERT INTO membership (account_id, org_id, role, since) VALUES (?, ?, 'owner', ?)",
          account,
          idOf("org", number),
          number,
        );
      }
      await put("UPDATE account SET active_org_id = ? WHERE id = ?", person.organizationId, account);
      await put(
        "INSERT INTO session (hash, account_id, stage, assurance, created_at, seen_at, expires_at, authenticated_at, agent) VALUES (?, ?, 'full', 'one', ?, ?, ?, ?, 'Firefox')",
        hash("sha256", token),
        account,
        at,
        at,
        at + 30 * DAY_MS,
        at,
      );
      for (const [index, ico] of FIRMS.entries()) {
        await put(
          "INSERT INTO supplier_entry (org_id, country, ico, note, judgement, version, created_at, created_by, updated_at, updated_by) VALUES (?, 'SK', ?, 'Správa siete a zálohy', NULL, 1, ?, ?, ?, ?)",
          person.organizationId,
          ico,
          index,
          account,
          index,
          account,
        );
      }
      for (const code of CODES) {
        await put(
          "INSERT INTO register_entry (org_id, code, status, status_source, evidence_note, responsible_person, last_reviewed_at, next_review_at, version, updated_at, updated_by) VALUES (?, ?, 'partial', 'manual', 'Smernica 12/2026, príloha B', 'Jana Nováková', '2026-01-01', '2026-06-01', 1, 1, ?)",
          person.organizationId,
          code,
          account,
        );
      }
      for (let number = 1; number <= scans; number++) {
        await put(
          "INSERT INTO scan (org_id, id, domain, profile, status, created_at, created_by, finished_at, technical, overall, rule_set_version, detail) VALUES (?, ?, 'firma.sk', 'standard', 'failed', ?, ?, ?, NULL, NULL, '1', '{}')",
          person.organizationId,
          idOf("scn", number),
          at - number * DAY_MS,
          account,
          at - number * DAY_MS,
        );
      }
      await audit(put, person.organizationId, account, auditEntries, at);
    });
  }
  await state.close();
  return person;
}

type Put = (sql: string, ...values: readonly unknown[]) => Promise<unknown>;

async function audit(put: Put, orgId: string, actor: string, count: number, at: number): Promise<void> {
  const stream = `org:${orgId}`;
  let previous = "";
  for (let seq = 1; seq <= count; seq++) {
    const entry = {
      action: seq % 5 === 0 ? "key.issued" : "organization.changed",
      actor_id: actor,
      at: at - (count - seq) * 1_000,
      details: "{}",
      id: idOf("aud", seq),
      ip_prefix: "192.0.2.0/24",
      org_id: orgId,
      seq,
      stream,
      target_id: orgId,
      target_type: "organization",
      via: "web",
    };
    const hashed = hash("sha256", `${previous}\n${JSON.stringify(entry)}`);
    await put(
      "INSERT INTO audit_entry (action, actor_id, at, details, id, ip_prefix, org_id, seq, stream, target_id, target_type, via, hash) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
      ...Object.values(entry),
      hashed,
    );
    previous = hashed;
  }
  await put(
    "INSERT INTO audit_head (stream, seq, hash, cut_seq, cut_hash) VALUES (?, ?, ?, 0, '')",
    stream,
    count,
    previous,
  );
}

const CODES = ["NIS2-21-1", "NIS2-21-2-A", "NIS2-21-2-B", "NIS2-21-2-C", "NIS2-21-2-D", "NIS2-21-2-E", "NIS2-23-1"];
