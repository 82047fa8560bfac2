import type { Day } from "../core/day.ts";
import type { ObligationStatus } from "../core/obligation-status.ts";
import { sql } from "./sql.ts";
import type { StateDatabase } from "./state-database.ts";

/** One obligation in an organization's register. Note and person are foreign text. */
export interface RegisterEntry {
  readonly code: string;
  readonly status: ObligationStatus | null;
  readonly status_source: "manual" | "questionnaire" | null;
  /** The completed questionnaire that filled it. */
  readonly scan_id: string | null;
  readonly evidence_note: string;
  readonly responsible_person: string;
  readonly last_reviewed_at: Day | null;
  readonly next_review_at: Day | null;
  readonly version: number;
  readonly updated_at: number;
  readonly updated_by: string;
}

const OF_ORGANIZATION = sql(
  "SELECT r.code, r.status, r.status_source, r.scan_id, r.evidence_note, r.responsible_person, r.last_reviewed_at, " +
    "r.next_review_at, r.version, r.updated_at, r.updated_by FROM membership m JOIN register_entry r ON r.org_id = m.org_id " +
    "WHERE m.account_id = ? AND m.org_id = ? ORDER BY r.code",
);

/** The entries of an organization's register, for one of its members; nothing for a stranger. */
export function registerFor(db: StateDatabase, accountId: string, orgId: string): Promise<readonly RegisterEntry[]> {
  return db.all<RegisterEntry>(OF_ORGANIZATION, accountId, orgId);
}
