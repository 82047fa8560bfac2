import { hashApiKey } from "../../../src/identity/api-key.ts";
import { verifyAudit } from "../../../src/state/audit-log.ts";
import { composedSql } from "../../../src/state/sql.ts";
import type { State } from "../../../src/state/state.ts";
import type { Writers } from "./people.ts";
import { acknowledgedOf, type Written } from "./private-load.ts";

/** What is stored, beside what callers got as answers. */
export interface Compared {
  /** Writes that their callers got an answer to, by kind. */
  readonly acknowledged: Readonly<Record<string, number>>;
  /** Those of them that are not there. */
  readonly lost: readonly string[];
  /** Changes without their history or audit entry, or the other way round. */
  readonly halves: readonly string[];
  readonly isChainWhole: boolean;
}

/** Compares what is stored, and what the audit log says, with what callers got as answers. */
export async function compareWritten(state: State, writers: Writers, written: Written): Promise<Compared> {
  const lost: string[] = [];
  const halves: string[] = [];
  const count = async (from: string, ...values: readonly (string | number)[]) =>
    Number((await state.get<{ n: number }>(composedSql(`SELECT count(*) AS n FROM ${from}`), ...values))?.n);
  const audited = (action: string) => count("audit_entry WHERE action = ?", action);
  const all = <T>(text: string, ...values: readonly string[]) => state.all<T>(composedSql(text), ...values);
  /** Every change has its entry and every entry its change. */
  const match = async (what: string, stored: number, action: string) => {
    const entries = await audited(action);
    if (stored !== entries) halves.push(`${what}: ${stored}, ${action} in the audit log: ${entries}`);
  };
  /** Nothing is missing of what was acknowledged. */
  const holds = (what: string, stored: number, acknowledged: number) => {
    if (stored < acknowledged) lost.push(`${what}: ${stored} of ${acknowledged}`);
  };

  const saver = writers.saver.orgId;
  const entries = await all<{ code: string; evidence_note: string }>(
    "SELECT code, evidence_note FROM register_entry WHERE org_id = ?",
    saver,
  );
  for (const [code, { acknowledged, tried }] of written.notes) {
    const note = entries.find((each) => each.code === code)?.evidence_note ?? "";
    const stands = Number(/\d+/.exec(note)?.[0] ?? 0);
    if (stands < acknowledged || stands > tried) lost.push(`${code}: note ${stands}, acknowledged ${acknowledged}`);
  }
  const changes = await count("register_change WHERE org_id = ?", saver);
  holds("saves", changes, written.saves);
  await match("saves", changes, "obligation.changed");

  const keys = await all<{ hash: string; revoked_at: number | null }>("SELECT hash, revoked_at FROM api_key");
  const revokedAt = new Map(keys.map(({ hash, revoked_at }) => [hash, revoked_at]));
  for (const key of written.issued) if (!revokedAt.has(hashApiKey(key))) lost.push("a key that was issued");
  for (const key of written.revoked) if (revokedAt.get(hashApiKey(key)) === null) lost.push("a revocation of a key");
  // Those with which the owners came were not issued by anybody.
  await match("keys", await count("api_key WHERE name <> 'agent'"), "key.issued");
  await match("revoked keys", await count("api_key WHERE revoked_at IS NOT NULL"), "key.revoked");

  const claimer = writers.claimer.orgId;
  const domains = await all<{ domain: string }>("SELECT domain FROM domain WHERE org_id = ?", claimer);
  const there = new Set(domains.map(({ domain }) => domain));
  for (const each of written.domains) if (!there.has(each)) lost.push(`domain ${each}`);
  const [added, removed] = [await audited("domain.added"), await audited("domain.removed")];
  if (added - removed !== there.size) halves.push(`${there.size} domains, ${added} added, ${removed} removed`);

  const scans = new Set((await all<{ id: string }>("SELECT id FROM scan")).map(({ id }) => id));
  for (const id of written.scans) if (!scans.has(id)) lost.push(`scan ${id}`);
  await match("scans", scans.size, "scan.started");
  await match("jobs of scans", await count("job WHERE kind = 'scan.run'"), "scan.started");

  const publisher = writers.publisher.orgId;
  const revisions = await count("trust_revision WHERE org_id = ?", publisher);
  holds("revisions", revisions, written.revision);
  await match("revisions", revisions, "trust.published");
  const withdrawn = "trust_revision WHERE org_id = ? AND revision <= ? AND withdrawn_at IS NULL";
  const still = await count(withdrawn, publisher, written.withdrawnUpTo);
  if (still > 0) lost.push(`the withdrawal of ${still} revisions`);
  holds("withdrawals", await audited("trust.withdrawn"), written.withdrawals);
  const isPublic = (await count("trust_profile WHERE org_id = ? AND state = 'published'", publisher)) === 1;
  if (written.isPublic !== undefined && written.isPublic !== isPublic) {
    lost.push(`public: ${isPublic}, acknowledged ${written.isPublic}`);
  }
  return { acknowledged: acknowledgedOf(written), lost, halves, isChainWhole: await isChainWhole(state) };
}

/** Whether every chain of the audit log verifies. */
export const isChainWhole = async (state: State): Promise<boolean> => (await verifyAudit(state)).fault === undefined;
