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
    name: "organization",
    columns: ["id", "name", "country", "ico", "in_map", "created_at", "created_by"],
    key: ["id"],
    isEntered: true,
  },
  {
    name: "account",
    columns: [
      "id",
      "email",
      "email_key",
      "name",
      "locale",
      "password_hash",
      "email_verified_at",
      "active_org_id",
      "created_at",
      "disabled_at",
    ],
    key: ["id"],
    isEntered: true,
  },
  { name: "totp", columns: ["account_id", "sealed", "confirmed_at", "last_step"], key: ["account_id"] },
  { name: "backup_code", columns: ["account_id", "hash", "used_at"], key: ["account_id", "hash"] },
  {
    name: "passkey",
    columns: ["id", "account_id", "public_key", "counter", "name", "created_at", "last_used_at"],
    key: ["id"],
  },
  { name: "identity", columns: ["issuer", "subject", "account_id", "created_at"], key: ["issuer", "subject"] },
  { name: "membership", columns: ["account_id", "org_id", "role", "since"], key: ["account_id", "org_id"] },
  {
    name: "invitation",
    columns: [
      "id",
      "org_id",
      "email_key",
      "role",
      "token_hash",
      "invited_by",
      "created_at",
      "expires_at",
      "accepted_at",
      "withdrawn_at",
    ],
    key: ["id"],
  },
  {
    name: "api_key",
    columns: [
      "id",
      "account_id",
      "name",
      "scopes",
      "hash",
      "tail",
      "created_at",
      "expires_at",
      "revoked_at",
      "last_used_at",
      "last_used_prefix",
      "once",
    ],
    key: ["id"],
  },
  {
    name: "register_entry",
    columns: [
      "org_id",
      "code",
      "status",
      "status_source",
      "scan_id",
      "evidence_note",
      "responsible_person",
      "last_reviewed_at",
      "next_review_at",
      "version",
      "updated_at",
      "updated_by",
    ],
    key: ["org_id", "code"],
  },
  {
    name: "scan",
    columns: [
      "org_id",
      "id",
      "domain",
      "profile",
      "status",
      "created_at",
      "created_by",
      "started_at",
      "finished_at",
      "technical",
      "questionnaire",
      "overall",
      "rule_set_version",
      "error",
      "detail",
    ],
    key: ["org_id", "id"],
  },
  { name: "mail", columns: ["id", "sealed", "created_at"], key: ["id"] },
  {
    name: "audit_entry",
    columns: [
      "stream",
      "seq",
      "id",
      "at",
      "action",
      "actor_id",
      "org_id",
      "target_type",
      "target_id",
      "via",
      "ip_prefix",
      "details",
      "hash",
    ],
    key: ["stream", "seq"],
  },
  { name: "audit_head", columns: ["stream", "seq", "hash", "cut_seq", "cut_hash"], key: ["stream"] },
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
  session: "a restore ends every session: people sign in anew",
  mail_token: "links in mails live for a day at most, and a restore must not bring a used one back",
  schema_version: "written by the migrations that a restore carries out",
};
