import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { layOutState } from "./migrated-state.fixture.ts";
import { MIGRATIONS } from "./migrations/list.ts";
import { composedSql } from "./sql.ts";
import { createState } from "./state.ts";
import { endsOf } from "./table-ends.ts";

/** Small for ever, or read by a condition of its own: a row for each account, profile, open request or day. */
const READ_WHOLE = [
  "account",
  "assessment",
  "budget_use",
  "firm_proof",
  "invitation",
  "mail",
  "oauth_connection",
  "register_comment",
  "scan_mail_server",
  "scan_target",
  "scan_use",
  "supplier_ask",
  "trust_complaint",
  "trust_evidence",
  "trust_request",
  "trust_revision",
  "trust_slug",
  "trust_slug_old",
  "watched_firm",
];

test("what the night removes by its age, and an action of the audit log, is found by an index", async () => {
  const dir = mkdtempSync(join(tmpdir(), "dosah-ages-"));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  await layOutState(dir);
  const state = createState({ dir, now: Date.now });
  await state.open();
  onTestFinished(() => state.close());
  const planOf = async (text: string, count: number) => {
    const steps = await state.all<{ detail: string }>(
      composedSql(`EXPLAIN QUERY PLAN ${text}`),
      ...new Array<number>(count).fill(0),
    );
    return steps.map(({ detail }) => detail).join("; ");
  };
  const whole = new Set<string>();
  for (const [table, ends] of endsOf(MIGRATIONS)) {
    for (const end of ends) {
      if ("with" in end || "kept" in end) continue;
      const where = end.where === undefined ? "" : ` AND ${end.where}`;
      const text = `SELECT 1 FROM ${table} WHERE ${"until" in end ? end.until : end.of} <= ?${where}`;
      const plan = await planOf(text, text.split("?").length - 1);
      if (plan.startsWith(`SCAN ${table}`)) whole.add(table);
    }
  }
  expect([...whole].toSorted()).toEqual(READ_WHOLE);
  const filtered = "SELECT id FROM audit_entry WHERE org_id = ? AND action = ? ORDER BY at DESC, id DESC LIMIT 50";
  expect(await planOf(filtered, 2)).toContain("audit_entry_action");
  const streams = "SELECT stream FROM audit_head WHERE first_at < ? OR first_at IS NULL";
  expect(await planOf(streams, 1)).not.toContain("SCAN");
});
