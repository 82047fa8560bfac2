import { createHash } from "node:crypto";

/** One step from one layout of the tables to the next. It only ever goes forward. */
export interface Migration {
  /** 1, 2, 3 …: the layout that it makes. */
  readonly version: number;
  readonly name: string;
  /**
   * The oldest layout that a program may know and still work on this one. A step that only adds names an earlier
   * number, so that two releases can run side by side; without it every earlier program is refused.
   */
  readonly minProgram?: number;
  /** Definitions in the words of SQLite; `definition` in `sql.ts` says what PostgreSQL makes of them. */
  readonly text: string;
}

/** Tells whether a step that was carried out is the one that this program knows. */
export function checksumOf({ version, name, text }: Migration): string {
  return createHash("sha256").update(`${version} ${name}\n${text}`).digest("hex");
}
