import { repeatableSql, sql } from "./sql.ts";
import type { StateDatabase } from "./state-database.ts";

/** The newest full scan of a proved domain of an organization that takes part in the map. */
export interface MapScan {
  readonly org_id: string;
  readonly country: "SK" | "CZ";
  readonly ico: string;
  readonly domain: string;
  readonly technical: number;
  /** JSON, see `stored-scan.ts`. */
  readonly detail: string;
}

const SCANS = sql(
  "SELECT s.org_id, o.country, o.ico, s.domain, s.technical, s.detail FROM scan s " +
    "JOIN organization o ON o.id = s.org_id JOIN domain d ON d.org_id = s.org_id AND d.domain = s.domain " +
    "WHERE o.in_map = 1 AND o.country IS NOT NULL AND o.ico IS NOT NULL AND d.verified_at IS NOT NULL " +
    "AND s.profile = 'full' AND s.status = 'completed' AND s.technical IS NOT NULL AND s.created_at > ? " +
    "AND NOT EXISTS (SELECT 1 FROM scan t WHERE t.org_id = s.org_id AND t.domain = s.domain AND t.profile = 'full' " +
    "AND t.status = 'completed' AND (t.created_at, t.id) > (s.created_at, s.id)) ORDER BY s.org_id, s.domain",
);
const KEEP = repeatableSql(
  "INSERT INTO scan_map (one, body, at) VALUES (1, ?, ?) ON CONFLICT (one) DO UPDATE SET body = excluded.body, at = excluded.at",
);
const READ = sql("SELECT body, at FROM scan_map WHERE one = 1");

/** What the map is made of: scans since an instant. */
export function mapScans(db: StateDatabase, since: number): Promise<readonly MapScan[]> {
  return db.all<MapScan>(SCANS, since);
}

export async function keepMap(db: StateDatabase, body: string, at: number): Promise<void> {
  await db.run(KEEP, body, at);
}

export function readMap(db: StateDatabase): Promise<{ readonly body: string; readonly at: number } | undefined> {
  return db.get(READ);
}
