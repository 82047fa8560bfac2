import { sql } from "./sql.ts";
import type { StateDatabase } from "./state-database.ts";

/**
 * `restored`: a backup took the place of what was there; `rehearsed`: one was restored aside and compared; `ran …`: a job
 * of that kind, which comes again and again, was done.
 */
export type StateMark = "restored" | "rehearsed" | `ran ${string}`;

const SET = sql("INSERT INTO state_mark (name, at) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET at = excluded.at");
const GET = sql("SELECT at FROM state_mark WHERE name = ?");

/** Notes when something happened to the state as a whole. @param at milliseconds since 1970 */
export async function setMark(tx: StateDatabase, name: StateMark, at: number): Promise<void> {
  await tx.run(SET, name, at);
}

/** When it last happened, in milliseconds since 1970; `undefined`: never. */
export async function markOf(db: StateDatabase, name: StateMark): Promise<number | undefined> {
  return (await db.get<{ at: number }>(GET, name))?.at;
}
