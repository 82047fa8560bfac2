import type { DatabaseSync } from "node:sqlite";

/** Progress of a build, kept in the file that is being built, in the same transaction as the rows it speaks of. */
export class BuildState {
  readonly #values: Map<string, string>;
  readonly #write;

  constructor(db: DatabaseSync) {
    const rows = db.prepare("SELECT k, v FROM import_state").all();
    this.#values = new Map(rows.map(({ k, v }) => [String(k), String(v)]));
    this.#write = db.prepare("REPLACE INTO import_state VALUES (?, ?)");
  }

  text(key: string): string | undefined {
    return this.#values.get(key);
  }

  number(key: string): number {
    return Number(this.#values.get(key) ?? 0);
  }

  set(key: string, value: string | number): void {
    const text = String(value);
    if (this.#values.get(key) === text) return;
    this.#write.run(key, text);
    this.#values.set(key, text);
  }

  /** Drops what only a build needs; the rest tells readers what the file is. */
  finish(db: DatabaseSync, kept: readonly string[]): void {
    const list = kept.map((key) => `'${key}'`).join(",");
    db.exec(`DELETE FROM import_state WHERE k NOT IN (${list})`);
  }
}
