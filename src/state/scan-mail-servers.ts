import { repeatableSql, sql } from "./sql.ts";
import type { StateDatabase } from "./state-database.ts";

const NOTE = repeatableSql(
  "INSERT INTO scan_mail_server (address, outcome, at) VALUES (?, ?, ?) " +
    "ON CONFLICT (address) DO UPDATE SET outcome = excluded.outcome, at = excluded.at",
);
const FIND = sql("SELECT outcome FROM scan_mail_server WHERE address = ? AND at > ?");

/** What a mail server answered last, for the scans of all domains; `undefined` where that is older than `since`. */
export async function mailServerOutcome(
  db: StateDatabase,
  address: string,
  since: number,
): Promise<string | undefined> {
  return (await db.get<{ outcome: string }>(FIND, address, since))?.outcome;
}

/** Notes what a mail server answered. */
export async function noteMailServer(db: StateDatabase, address: string, outcome: string, at: number): Promise<void> {
  await db.run(NOTE, address, outcome, at);
}
