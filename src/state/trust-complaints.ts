import { sql } from "./sql.ts";
import type { StateDatabase } from "./state-database.ts";

/** What somebody wrote to the operator about a profile: foreign text. */
export interface TrustComplaint {
  readonly id: string;
  readonly slug: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly ip_prefix: string | null;
  readonly message: string;
  /** `our_firm`: the firm of the profile is theirs; `null`: the words alone say it. */
  readonly reason: "our_firm" | null;
}

const ADD = sql("INSERT INTO trust_complaint (id, slug, at, ip_prefix, message, reason) VALUES (?, ?, ?, ?, ?, ?)");
const ALL = sql("SELECT id, slug, at, ip_prefix, message, reason FROM trust_complaint ORDER BY at DESC, id LIMIT ?");

export async function addTrustComplaint(tx: StateDatabase, complaint: TrustComplaint): Promise<void> {
  const { id, slug, at, ip_prefix, message, reason } = complaint;
  await tx.run(ADD, id, slug, at, ip_prefix, message, reason);
}

/** For the operator, newest first. */
export function listTrustComplaints(db: StateDatabase, limit: number): Promise<readonly TrustComplaint[]> {
  return db.all<TrustComplaint>(ALL, limit);
}
