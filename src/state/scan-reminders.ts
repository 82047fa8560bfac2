import type { Scope } from "./scope.ts";
import { repeatableSql, sql } from "./sql.ts";
import type { StateDatabase } from "./state-database.ts";

const TURN_ON = repeatableSql(
  "INSERT INTO reminder (org_id, account_id, reviews, scans) VALUES (?, ?, 0, 1) ON CONFLICT (org_id, account_id) DO NOTHING",
);
const WANTED_BY = sql(
  "SELECT r.account_id FROM reminder r JOIN membership m ON m.account_id = r.account_id AND m.org_id = r.org_id " +
    "WHERE r.org_id = ? AND r.scans = 1 ORDER BY r.account_id",
);

/** Somebody gets mails about scans of an organization from now on, unless he said before what he wants. */
export async function turnOnScanMails({ db: tx, accountId, orgId }: Scope): Promise<void> {
  await tx.run(TURN_ON, orgId, accountId);
}

/** The members of an organization who want mails about its scans. */
export async function scanMailsWantedBy(db: StateDatabase, orgId: string): Promise<readonly string[]> {
  const rows = await db.all<{ account_id: string }>(WANTED_BY, orgId);
  return rows.map(({ account_id }) => account_id);
}
