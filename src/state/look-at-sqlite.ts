import { existsSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { STATE_FILE } from "./state.ts";

/** How the file of the embedded state fares. */
export type SqliteLook =
  | { readonly kind: "none" }
  | { readonly kind: "sound" }
  | { readonly kind: "damaged"; readonly problem: string }
  /** Rows whose parent row is missing. */
  | { readonly kind: "orphans"; readonly count: number };

/**
 * Reads the file of the embedded state whole, without changing it; a service may use it meanwhile.
 * @param dir `DATA_DIR`
 */
export function lookAtSqlite(dir: string): SqliteLook {
  const file = join(dir, STATE_FILE);
  if (!existsSync(file)) return { kind: "none" };
  let db: DatabaseSync | undefined;
  try {
    db = new DatabaseSync(file, { readOnly: true, timeout: 2_000 });
    const problems = db
      .prepare("PRAGMA quick_check(1)")
      .all()
      .map((row) => String(row.quick_check));
    if (problems[0] !== "ok") return { kind: "damaged", problem: problems[0] ?? "" };
    const orphans = db.prepare("SELECT count(*) AS n FROM pragma_foreign_key_check").get();
    const count = Number(orphans?.n);
    return count > 0 ? { kind: "orphans", count } : { kind: "sound" };
  } catch (cause) {
    return { kind: "damaged", problem: cause instanceof Error ? cause.message : String(cause) };
  } finally {
    db?.close();
  }
}

/** True where the embedded state holds a value that a key sealed. A file that cannot be read may hold one. */
export function isAnythingSealed(dir: string): boolean {
  const file = join(dir, STATE_FILE);
  if (!existsSync(file)) return false;
  let db: DatabaseSync | undefined;
  try {
    const opened = new DatabaseSync(file, { readOnly: true, timeout: 2_000 });
    db = opened;
    const tables = opened.prepare("SELECT name FROM sqlite_master WHERE name IN ('totp', 'trust_key', 'mail')").all();
    return tables.some(({ name }) => opened.prepare(`SELECT 1 FROM ${String(name)} LIMIT 1`).get() !== undefined);
  } catch {
    return true;
  } finally {
    db?.close();
  }
}
