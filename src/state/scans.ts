import { sql } from "./sql.ts";
import type { StateDatabase } from "./state-database.ts";

/** A scan of a domain, or a completed questionnaire (then without a domain). Instants in milliseconds since 1970. */
export interface Scan {
  readonly id: string;
  readonly domain: string | null;
  readonly profile: "public" | "full" | null;
  readonly status: "queued" | "running" | "completed" | "failed";
  readonly created_at: number;
  readonly created_by: string | null;
  readonly started_at: number | null;
  readonly finished_at: number | null;
  /** Scores from 0 to 100. */
  readonly technical: number | null;
  readonly questionnaire: number | null;
  readonly overall: number | null;
  readonly rule_set_version: string | null;
  readonly error: string | null;
  /** JSON: counts, checks and areas. */
  readonly detail: string;
}

/** The place after which a page of scans goes on. */
export interface ScanPlace {
  readonly createdAt: number;
  readonly id: string;
}

const COLUMNS =
  "s.id, s.domain, s.profile, s.status, s.created_at, s.created_by, s.started_at, s.finished_at, s.technical, " +
  "s.questionnaire, s.overall, s.rule_set_version, s.error, s.detail";

const OF_ORGANIZATION = sql(
  `SELECT ${COLUMNS} FROM membership m JOIN scan s ON s.org_id = m.org_id WHERE m.account_id = ? AND s.org_id = ? ` +
    "AND (s.created_at, s.id) < (?, ?) ORDER BY s.created_at DESC, s.id DESC LIMIT ?",
);
const ONE = sql(
  `SELECT ${COLUMNS} FROM membership m JOIN scan s ON s.org_id = m.org_id WHERE m.account_id = ? AND s.org_id = ? AND s.id = ?`,
);

/** The scans of an organization, newest first, for one of its members; nothing for a stranger. */
export function scansFor(
  db: StateDatabase,
  accountId: string,
  orgId: string,
  limit: number,
  after?: ScanPlace,
): Promise<readonly Scan[]> {
  const { createdAt, id } = after ?? { createdAt: Number.MAX_SAFE_INTEGER, id: "~" };
  return db.all<Scan>(OF_ORGANIZATION, accountId, orgId, createdAt, id, limit);
}

/** One scan, for a member of its organization. A foreign and a missing one cost the same. */
export function scanFor(db: StateDatabase, accountId: string, orgId: string, id: string): Promise<Scan | undefined> {
  return db.get<Scan>(ONE, accountId, orgId, id);
}
