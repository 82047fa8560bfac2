import { sql } from "./sql.ts";
import type { StateDatabase } from "./state-database.ts";

/** A mail that is not sent yet: recipient, language, kind and link, sealed. */
export interface StoredMail {
  readonly id: string;
  readonly sealed: string;
  readonly created_at: number;
}

const ADD = sql("INSERT INTO mail (id, sealed, created_at) VALUES (?, ?, ?)");
const FIND = sql("SELECT id, sealed, created_at FROM mail WHERE id = ?");
const REMOVE = sql("DELETE FROM mail WHERE id = ?");

export async function addMail(tx: StateDatabase, { id, sealed, created_at }: StoredMail): Promise<void> {
  await tx.run(ADD, id, sealed, created_at);
}

export function findMail(db: StateDatabase, id: string): Promise<StoredMail | undefined> {
  return db.get<StoredMail>(FIND, id);
}

export async function removeMail(tx: StateDatabase, id: string): Promise<void> {
  await tx.run(REMOVE, id);
}
