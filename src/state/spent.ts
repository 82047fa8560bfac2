import { hash } from "node:crypto";
import { sql } from "./sql.ts";
import type { StateDatabase } from "./state-database.ts";

// What was used before a restore is not in its backup, so whatever is older than the restore counts as used.
const SPEND = sql(
  "INSERT INTO spent (hash, until) SELECT ?, ? WHERE NOT EXISTS " +
    "(SELECT 1 FROM state_mark WHERE name = 'restored' AND at > ?) ON CONFLICT (hash) DO NOTHING",
);

/** What must work once, by itself, and the instant from which on it no longer works anyway, in milliseconds since 1970. */
export interface Once {
  readonly secret: string;
  readonly until: number;
  /** When it was given out. */
  readonly from: number;
}

/**
 * Uses a secret up, in the transaction of what it allows: of two that show it at once, on whatever instance, one gets it.
 * @returns false where it was used before: the change must be refused.
 */
export async function spend(tx: StateDatabase, { secret, until, from }: Once): Promise<boolean> {
  return (await tx.run(SPEND, hash("sha256", secret), until, from)) === 1;
}
