import { hashApiKey } from "../../src/identity/api-key.ts";
import { verifyAudit } from "../../src/state/audit-log.ts";
import { composedSql } from "../../src/state/sql.ts";
import type { State } from "../../src/state/state.ts";
import type { Written } from "./private-load.ts";

/** What was written, by who wrote it; who wrote nothing is left out. */
export interface AllWritten {
  readonly saves?: Written;
  readonly keys?: Written;
  readonly domains?: Written;
  readonly scans?: Written;
  readonly publications?: Written;
}

/** What is stored, beside what callers were told. */
export interface Compared {
  /** Writes that their callers were told of, by kind. */
  readonly acknowledged: Readonly<Record<string, number>>;
  /** Those of them that are not there. */
  readonly lost: readonly string[];
  /** Changes without their history or audit entry, or the other way round. */
  readonly halves: readonly string[];
  readonly isChainWhole: boolean;
}

/** Compares what is stored, and what the audit log says, with what callers were told. */
export async function compareWritten(state: State, written: AllWritten): Promise<Compared> {
  const lost: string[] = [];
  const halves: string[] = [];
  const acknowledged: Record<string, number> = {};
  const count = async (from: string, ...values: readonly (string | number)[]) =>
    Number((await state.get<{ n: number }>(composedSql(`SELECT count(*) AS n FROM ${from}`), ...values))?.n);
  const audited = (action: string) => count("audit_entry WHERE action = ?", action);
  /** Every change has its entry and every entry its change. */
  const match = async (what: string, stored: number, action: string) => {
    const entries = await audited(action);
    if (stored !== entries) halves.push(`${what}: ${stored}, ${action} in the audit log: ${entries}`);
  };

  const { saves, keys, domains, scans, publications } = written;
  if (saves !== undefined) {
    acknowledged.saves = saves.saves;
    for (const [code, { acknowledged: said, tried }] of saves.notes) {
      const row = await state.get<{ evidence_note: string }>(
        composedSql("SELECT evidence_note FROM register_entry WHERE org_id = ? AND code = ?"),
        saves.orgId,
        code,
      );
      const stands = Number(/\d+/.exec(row?.evidence_note ?? "")?.[0] ?? 0);
      if (stands < said || stands > tried) lost.push(`${code}: note ${stands}, acknowledged ${said}`);
    }
    const changes = await count("register_change WHERE org_id = ?", saves.orgId);
    if (changes < saves.saves) lost.push(`${changes} saves of ${saves.saves}`);
    await match("saves", changes, "obligation.changed");
  }
  if (keys !== undefined) {
    acknowledged.issuedKeys = keys.issued.size;
    acknowledged.revokedKeys = keys.revoked.size;
    const rows = await state.all<{ hash: string; revoked_at: number | null }>(
      composedSql("SELECT hash, revoked_at FROM api_key"),
    );
    const stored = new Map(rows.map(({ hash, revoked_at }) => [hash, revoked_at]));
    for (const key of keys.issued) if (!stored.has(hashApiKey(key))) lost.push("a key that was issued");
    for (const key of keys.revoked) if (stored.get(hashApiKey(key)) === null) lost.push("a revocation of a key");
    // Those with which the owners came were not issued by anybody.
    await match("keys", await count("api_key WHERE name <> 'agent'"), "key.issued");
    await match("revoked keys", await count("api_key WHERE revoked_at IS NOT NULL"), "key.revoked");
  }
  if (domains !== undefined) {
    acknowledged.domains = domains.domains.size;
    const rows = await state.all<{ domain: string }>(
      composedSql("SELECT domain FROM domain WHERE org_id = ?"),
      domains.orgId,
    );
    const stored = new Set(rows.map(({ domain }) => domain));
    for (const each of domains.domains) if (!stored.has(each)) lost.push(`domain ${each}`);
    const [added, removed] = [await audited("domain.added"), await audited("domain.removed")];
    if (added - removed !== stored.size) halves.push(`${stored.size} domains, ${added} added, ${removed} removed`);
  }
  if (scans !== undefined) {
    acknowledged.scans = scans.scans.size;
    const rows = await state.all<{ id: string }>(composedSql("SELECT id FROM scan"));
    const stored = new Set(rows.map(({ id }) => id));
    for (const id of scans.scans) if (!stored.has(id)) lost.push(`scan ${id}`);
    await match("scans", stored.size, "scan.started");
    await match("jobs of scans", await count("job WHERE kind = 'scan.run'"), "scan.started");
  }
  if (publications !== undefined) {
    const { orgId, withdrawnUpTo, isPublic } = publications;
    acknowledged.revisions = publications.publications;
    if (publications.withdrawals > 0) acknowledged.withdrawals = publications.withdrawals;
    const revisions = await count("trust_revision WHERE org_id = ?", orgId);
    if (revisions < publications.revision) lost.push(`${revisions} revisions of ${publications.revision}`);
    await match("revisions", revisions, "trust.published");
    const still = await count(
      "trust_revision WHERE org_id = ? AND revision <= ? AND withdrawn_at IS NULL",
      orgId,
      withdrawnUpTo,
    );
    if (still > 0) lost.push(`the withdrawal of ${still} revisions`);
    const withdrawals = await audited("trust.withdrawn");
    if (withdrawals < publications.withdrawals) {
      lost.push(`${withdrawals} withdrawals of ${publications.withdrawals}`);
    }
    const publicNow = (await count("trust_profile WHERE org_id = ? AND state = 'published'", orgId)) === 1;
    if (isPublic !== undefined && isPublic !== publicNow) lost.push(`public: ${publicNow}, acknowledged ${isPublic}`);
  }
  return { acknowledged, lost, halves, isChainWhole: (await verifyAudit(state)).fault === undefined };
}
