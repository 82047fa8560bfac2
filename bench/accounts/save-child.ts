import { writeSync } from "node:fs";
import { appendAudit } from "../../src/state/audit-log.ts";
import { lockRegisterEntry, saveRegisterEntry } from "../../src/state/register-entries.ts";
import { createState } from "../../src/state/state.ts";

/**
 * One process that saves entries of a register, each with its history and its audit entry in one transaction, and
 * prints the number of a save once it is acknowledged: `{ dir, databaseUrl, orgId, accountId, from, count }` as JSON.
 */
const { dir, databaseUrl, orgId, accountId, from, count } = JSON.parse(process.argv[2] ?? "{}");
const state = createState({ dir, databaseUrl, pool: 2, now: Date.now });
await state.open();
for (let n = from; n < from + count; n++) {
  const code = `CODE-${n}`;
  await state.transaction(async (tx) => {
    const before = await lockRegisterEntry({ db: tx, orgId }, code);
    const text = { evidence_note: `note ${n}`, responsible_person: "" };
    const days = { last_reviewed_at: "2026-11-22", next_review_at: "2027-11-22" };
    const rest = {
      status: "met",
      status_source: "manual",
      scan_id: null,
      updated_at: n,
      updated_by: accountId,
    } as const;
    await saveRegisterEntry({ db: tx, orgId }, before, { code, ...text, ...days, ...rest });
    const target = { type: "obligation", id: code };
    const who = { actorId: accountId, orgId, via: "web", ipPrefix: null } as const;
    await appendAudit(tx, { action: "obligation.changed", target, details: { after: "met" }, ...who }, n);
  });
  writeSync(1, `${n}\n`);
}
await state.close();
