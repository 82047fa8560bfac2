/** What a backup does with a table. */
export interface BackupTable {
  readonly name: string;
  /** Every column, in the order of the rows of a backup. */
  readonly columns: readonly string[];
  /** The columns of its primary key, in whose order the rows stand. */
  readonly key: readonly string[];
  /** Only rows for which this holds; a condition in SQL without values. */
  readonly where?: string;
  /** Where it holds rows, a restore needs `--replace`: what people entered must not go by a slip. */
  readonly isEntered?: boolean;
}

/** Every table of a backup; a row is restored after the rows that it refers to. */
export const BACKUP_TABLES: readonly BackupTable[] = [
  { name: "feed_source", columns: ["source", "body"], key: ["source"] },
  { name: "feed_item", columns: ["source", "key", "body"], key: ["source", "key"] },
  { name: "feed_revision", columns: ["one", "revision"], key: ["one"] },
  {
    name: "job",
    columns: [
      "id",
      "kind",
      "key",
      "run_at",
      "attempts",
      "lease_until",
      "lease_by",
      "payload",
      "created_at",
      "last_error",
    ],
    key: ["id"],
    // Those of feeds are made anew at each start.
    where: "kind NOT LIKE 'feed.%'",
  },
];

/** Tables that no backup holds, with the reason. */
export const NOT_IN_BACKUP: Readonly<Record<string, string>> = {
  schema_version: "written by the migrations that a restore carries out",
};
