/** How a check ended: all is well; the operator should look at something; the operator must mend something. */
export const CHECK_STATUSES = ["ok", "warning", "failure"] as const;

/** The text of a finding. Words in braces are replaced by its values. */
export interface FindingText {
  readonly status: (typeof CHECK_STATUSES)[number];
  readonly message: string;
  /** What to do; none where all is well. */
  readonly nextStep: string | null;
}

const ok = (message: string): FindingText => ({ status: "ok", message, nextStep: null });
const warning = (message: string, nextStep: string): FindingText => ({ status: "warning", message, nextStep });
const failure = (message: string, nextStep: string): FindingText => ({ status: "failure", message, nextStep });

/** All findings of the examination, by code. */
export const FINDINGS = {
  settings_ok: ok("The settings are valid."),
  settings_wrong: failure(
    "A setting is not valid: {problem}",
    "Correct it by docs/settings.md; what needs the settings was not checked.",
  ),

  node_ok: ok("Node.js {version}."),
  node_old: failure("Node.js {version} is too old.", "Install Node.js {needed} or newer."),

  operator_known: ok("Pages name the operator of this installation: {name}."),
  operator_local: ok("The address is not public; nobody has to be named."),
  operator_missing: failure(
    "The address is public, and pages name no operator of this installation: nobody can sign up.",
    "Set OPERATOR_NAME and OPERATOR_CONTACT.",
  ),

  data_dir_ok: ok("{folder} can be written to, and secrets are readable by their owner only."),
  data_dir_new: ok("{folder} is not there yet; the first start makes it."),
  data_dir_not_writable: failure(
    "{folder} cannot be written to by user {user}; it belongs to user {owner}.",
    "Run as that user, give it away (chown -R {user} {folder}), or change DATA_DIR.",
  ),
  data_dir_foreign: failure(
    "Not of user {owner}, who owns DATA_DIR: {files}. The service cannot change them.",
    "Run chown -R {owner} {folder}.",
  ),
  data_dir_shared: warning("Other users of this machine can write to {folder}.", "Run chmod 700 {folder}."),
  data_dir_open: failure("Other users of this machine can read: {files}.", "Run chmod 600 on these files."),

  space_ok: ok("{free} GB are free."),
  space_low: warning(
    "Only {free} GB are free.",
    "Free space: a new snapshot of the registers needs up to 3 GB beside the former one.",
  ),
  space_out: failure("The disk has only {free} GB left.", "Free space now: writes will soon be refused."),

  process_none: ok("No process serves from this DATA_DIR now."),
  process_one: ok("One process serves from this DATA_DIR."),
  process_shared: ok("Calls are counted in Redis; there may be several processes."),
  process_two: failure(
    "At least two processes serve from this DATA_DIR, and each counts calls for itself.",
    "Stop one, or set REDIS_URL in both.",
  ),

  snapshot_ok: ok("The register file is sound; number of firms: {firms}."),
  snapshot_unchecked: warning(
    "Not checked: the checksum beside the register file is missing or older than the file, so its {firms} firms were only opened.",
    "Run dosah registers fetch, or restart the service: both write the checksum anew.",
  ),
  snapshot_none: warning(
    "There is no register file yet.",
    "The first start makes a sample; dosah registers fetch or SNAPSHOT_URL brings the whole registers.",
  ),
  snapshot_damaged: failure(
    "The register file is damaged: {problem}",
    "Run dosah registers fetch, or let the service run: it replaces the file by the former one or the sample.",
  ),

  age_ok: ok("Data of the registers: {days}."),
  age_old: warning(
    "The data of the registers are old: {days}.",
    "Run dosah registers fetch on the machine that makes the snapshot.",
  ),
  age_sample: warning(
    "Only the shipped sample, not the whole register: {countries}.",
    "Run dosah registers fetch, or set SNAPSHOT_URL.",
  ),

  layout_ok: ok("The register file has the layout of this version."),
  layout_former: warning(
    "The register file has the layout before. It is served; a search of it finds no town, former name or typing error.",
    "Run dosah registers fetch; where SNAPSHOT_URL is set, the next snapshot of this version brings it.",
  ),

  rules_ok: ok("The firms are classified by the rules of this version."),
  rules_other: warning(
    "The firms are classified by other rules.",
    "Restart the service: it classifies them anew, which takes some minutes.",
  ),

  suppressed_ok: ok("suppress.txt hides names and addresses: {count}."),
  suppressed_wrong: failure(
    "Lines {lines} of suppress.txt are no numbers of firms: those persons are not hidden.",
    "Correct them: a number a line, a comment behind #.",
  ),
  denied_ok: ok("SCAN_DENY_FILE is readable; number of domains: {count}."),
  denied_wrong: failure(
    "Lines {lines} of SCAN_DENY_FILE are no domains: the service does not start with it.",
    "Correct them: one domain a line, such as firma.sk.",
  ),
  denied_unreadable: failure(
    "SCAN_DENY_FILE cannot be read: {problem}",
    "Correct the path or the rights of the file: the service does not start without it.",
  ),
  suppressed_unreadable: failure(
    "suppress.txt cannot be read: {problem}",
    "Correct the rights of the file: the service does not start without it.",
  ),

  publisher_signed: ok("The snapshot of SNAPSHOT_URL is signed with SNAPSHOT_KEY."),
  publisher_trusted: ok(
    "The snapshot of SNAPSHOT_URL can be fetched; no signature is asked for, since SNAPSHOT_KEY is not set.",
  ),
  publisher_unsigned: failure(
    "SNAPSHOT_KEY is set, but the snapshot of SNAPSHOT_URL has no signature.",
    "Publish it with dosah registers publish --key FILE; until then the former file serves.",
  ),
  publisher_wrong_signature: failure(
    "The signature of the snapshot of SNAPSHOT_URL is not one of SNAPSHOT_KEY.",
    "Compare the key with the one that dosah registers publish printed. If they agree, somebody changed the snapshot; the former file serves.",
  ),
  publisher_silent: warning(
    "The checksum of the snapshot of SNAPSHOT_URL could not be read: {problem}",
    "Check the address and the server that publishes the snapshot; until then the former file serves.",
  ),

  state_ok: ok("state.db is sound."),
  state_none: ok("There is no state.db yet; the first start makes it."),
  state_damaged: failure(
    "state.db is damaged: {problem}",
    "Stop the service and run dosah restore --from BACKUP --replace.",
  ),
  state_orphans: failure(
    "Rows in state.db without the row that they belong to: {count}.",
    "Stop the service and restore a backup; keep the damaged database apart.",
  ),

  migrations_ok: ok("The schema of the database has version {version}, the newest that this version knows."),
  migrations_ahead: ok("The schema of the database has version {version}; this version of Dosah can work with it."),
  migrations_new: ok("There is no database yet; the first start makes it with schema version {version}."),
  migrations_missing: warning(
    "The database lacks migrations: {count}.",
    "A start of the service or dosah state migrate carries them out.",
  ),
  migrations_newer: failure(
    "The database is not for this version: {problem}",
    "Use the version of Dosah that belongs to the database.",
  ),
  migrations_unknown: warning("The schema of the database could not be read: {problem}", "Mend the database first."),

  postgres_unset: ok("DATABASE_URL is not set: accounts are in state.db."),
  postgres_ok: ok("PostgreSQL answers."),
  postgres_missing: failure(
    "PostgreSQL answers, but there is no such database: {problem}",
    "Create it (CREATE DATABASE … ENCODING 'UTF8'), or correct the name in DATABASE_URL.",
  ),
  postgres_refused: failure(
    "PostgreSQL answers, but refuses this user: {problem}",
    "Correct user and password in DATABASE_URL, and pg_hba.conf of the server.",
  ),
  postgres_down: failure(
    "PostgreSQL does not answer: {problem}",
    "Check DATABASE_URL, the password, the certificate, and that the server runs.",
  ),
  postgres_version_ok: ok("PostgreSQL {version}."),
  postgres_version_old: failure("PostgreSQL {version} is too old.", "Use PostgreSQL 15 or newer."),
  postgres_encoding_ok: ok("Encoding UTF8."),
  postgres_encoding_other: failure(
    "The database has the encoding {encoding}.",
    "Make a database with ENCODING 'UTF8' and restore a backup into it.",
  ),
  postgres_collation_ok: ok("The collation fits the libraries of the server."),
  postgres_collation_changed: warning(
    "The collation of the database was made with another version of the server's libraries.",
    "Run REINDEX DATABASE and ALTER DATABASE … REFRESH COLLATION VERSION.",
  ),
  postgres_rights_ok: ok("The user of the database has the rights that are needed."),
  postgres_rights_missing: failure(
    "The user of the database lacks the right {rights}.",
    "Grant it, or make the user the owner of the database.",
  ),
  postgres_read_only: failure(
    "The database is read-only (a replica, or default_transaction_read_only).",
    "Point DATABASE_URL to the primary server.",
  ),
  latency_ok: ok("An answer takes {ms} ms."),
  latency_high: warning(
    "An answer takes {ms} ms.",
    "Bring the server nearer to the instances, or find out what keeps it busy.",
  ),
  clock_ok: ok("The clocks agree."),
  clock_off: warning(
    "The clocks of the server and of this machine differ by {seconds} s.",
    "Turn time synchronization (NTP) on at both.",
  ),

  redis_unset: ok("REDIS_URL is not set: this instance counts calls for itself."),
  redis_ok: ok("Redis answers."),
  redis_down: failure(
    "Redis does not answer: {problem}",
    "Check REDIS_URL and that the server runs; until then limits hold for each instance by itself.",
  ),
  redis_eviction_ok: ok("Redis evicts no counts."),
  redis_eviction_other: warning(
    "Redis may evict counts (maxmemory-policy {policy}).",
    "Set maxmemory-policy noeviction.",
  ),
  redis_persistence_ok: ok("Redis saves the counts."),
  redis_persistence_off: warning(
    "Redis does not save the counts: after its restart only running instances bring them back.",
    "Set appendonly yes and appendfsync everysec.",
  ),
  redis_persistence_failing: warning(
    "Redis could not save itself the last time.",
    "Check the disk and the log of the server.",
  ),

  address_plain: warning(
    "BASE_URL {address} is public and not encrypted: passwords cross the network readable, cookies are not Secure.",
    "Put a web server with a certificate before it, and set BASE_URL to its https address.",
  ),
  port_taken: failure(
    "Another program listens on port {port}: the service cannot start there.",
    "Stop that program, or set another PORT.",
  ),
  port_ok: ok("Port {port} is free, or an instance of this installation listens there."),
  metrics_off: ok("METRICS_PORT is not set: there are no metrics."),
  metrics_ok: ok("The metrics are served at {host}:{port}."),
  metrics_open: warning(
    "The metrics are served on all addresses of this machine, port {port}.",
    "Set METRICS_HOST to an address that only your monitoring reaches, such as 127.0.0.1.",
  ),
  mail_unset: warning(
    "MAIL_URL is not set: each mail is a file in DATA_DIR/outbox, and nobody can confirm an address by himself.",
    "Set MAIL_URL and MAIL_FROM; until then dosah mail list and dosah mail show lead to the links.",
  ),
  mail_ok: ok("The mail server takes mails of this installation; dosah mail test --to A sends one."),
  mail_refused: failure(
    "The mail server of MAIL_URL refuses: {problem}",
    "Check user, password and STARTTLS in MAIL_URL; dosah mail test --to A tries it again.",
  ),
  mail_down: failure(
    "The mail server of MAIL_URL does not answer: {problem}",
    "Check host and port of MAIL_URL and the way out of this machine.",
  ),
  opening_ok: ok("Set for people who register: {settings}."),
  opening_local: ok(
    "BASE_URL is of this machine: nobody else registers. docs/operating.md has what a public one needs.",
  ),
  registration_open: warning(
    "Anybody may create an account: REGISTRATION is open.",
    "Set REGISTRATION=invitation or closed, unless that is meant.",
  ),
  opening_missing: warning(
    "Not set for people who register: {settings}.",
    "Decide on each by the table Before people may register in docs/operating.md.",
  ),
  breached_unreadable: failure(
    "BREACHED_PASSWORDS_FILE cannot be read: {problem}",
    "Correct the path or the rights of the file: the service needs it at the next password.",
  ),
  not_checked: warning("Not checked: {needs} comes first.", "Mend {needs}, and run dosah doctor again."),
  address_ok: ok("{address} leads to this installation (the instance {instance} answered)."),
  address_not_running: warning(
    "Nobody answers at {address}.",
    "Start the service (dosah serve), and set BASE_URL to the public address.",
  ),
  address_unreachable: failure(
    "BASE_URL {address} cannot be reached: {problem}",
    "Check DNS, the certificate, the balancer, and that an instance runs.",
  ),
  address_other: failure(
    "Something else than this installation answers at {address}.",
    "Check where the balancer leads, and that SECRETS_KEY is the same everywhere.",
  ),

  proxy_none: ok("Calls come directly, without a proxy."),
  proxy_ok: ok("The proxy is believed; this check counted as {address}."),
  proxy_not_trusted: failure(
    "The proxy at {address} is not in TRUST_PROXY: all callers share one limit.",
    "Add its address to TRUST_PROXY.",
  ),
  proxy_without_address: warning(
    "TRUST_PROXY is set, but the call came without X-Forwarded-For.",
    "Let the proxy send this header, or unset TRUST_PROXY.",
  ),
  proxy_wide: warning(
    "TRUST_PROXY believes {networks}: whoever reaches Dosah from there names any address as the caller's.",
    "Name the addresses of the proxies alone.",
  ),
  proxy_unknown: warning("It could not be found out which address of a caller is counted.", "Correct BASE_URL first."),

  key_ok: ok("SECRETS_KEY opens all sealed values ({count})."),
  key_none: ok("There is no key yet and nothing is sealed with one; the first start makes it."),
  key_lost: failure(
    "The key is missing, although values are sealed with it ({count}).",
    "Put secrets.key or SECRETS_KEY back from a backup; otherwise people set up their second factor anew.",
  ),
  key_wrong: failure(
    "Sealed values that SECRETS_KEY does not open: {count} of {all}.",
    "Set the key that they were sealed with, or add it as SECRETS_KEY_OLD.",
  ),
  key_rotating: warning(
    "Values that are still sealed with SECRETS_KEY_OLD: {count} of {all}.",
    "Leave it set until a start of the service has sealed them anew.",
  ),
  key_rotated: warning(
    "Everything is sealed with the new key; SECRETS_KEY_OLD is no longer needed.",
    "Unset SECRETS_KEY_OLD.",
  ),
  key_unknown: warning("It could not be checked whether the key opens the sealed values.", "Mend the database first."),

  backup_ok: ok("The last backup was written on {at}."),
  backup_unset: warning(
    "BACKUP_TO is not set: nobody writes backups.",
    "Set BACKUP_TO, or back up in another way (docs/state.md).",
  ),
  backup_none: failure(
    "There is no backup in {folder}.",
    "Check the rights of the folder, and run dosah backup --to FILE.",
  ),
  backup_old: failure(
    "The last backup is old: it was written on {at}.",
    "Look at dosah jobs list --failed and mend the cause.",
  ),

  passphrase_ok: ok("The backups of the night are encrypted."),
  backup_readable: warning(
    "BACKUP_PASSPHRASE_FILE is not set: whoever reads a backup reads all of it.",
    "Write a passphrase into the first line of a file, and name it in BACKUP_PASSPHRASE_FILE.",
  ),
  passphrase_none: failure(
    "BACKUP_PASSPHRASE_FILE {file} cannot be read or is empty: no backup is written.",
    "Write the passphrase into its first line, and let the user of the service read it.",
  ),

  jobs_ok: ok("No job was given up."),
  jobs_given_up: warning(
    "Jobs that were given up: {count}.",
    "dosah jobs list --failed shows them, dosah jobs retry ID repeats one.",
  ),
  jobs_unknown: warning("The jobs could not be read.", "Mend the database first."),

  egress_off: ok("REGISTERS=mirror: no register is asked by itself."),
  egress_proxy: ok(
    "Registers, feeds, the snapshot and the identity provider go through HTTPS_PROXY {proxy}; scans never do.",
  ),
  egress_ok: ok("Sources that can be reached: {count}."),
  egress_blocked: warning(
    "Cannot be reached: {sources}.",
    "Allow outgoing connections or check DNS; a source itself may be down as well.",
  ),

  check_broke_off: failure(
    "The check did not finish: {problem}",
    "Run it again; if that happens again it is a fault of Dosah.",
  ),
} as const satisfies Record<string, FindingText>;

/** A code of `FINDINGS`. */
export type FindingCode = keyof typeof FINDINGS;

/** What is examined, in the order in which it is shown. */
export const CHECKS = [
  "settings",
  "node_version",
  "operator",
  "data_dir",
  "free_space",
  "one_process",
  "snapshot",
  "snapshot_age",
  "snapshot_layout",
  "snapshot_rules",
  "snapshot_publisher",
  "suppress_list",
  "scan_deny_file",
  "state_file",
  "postgres",
  "postgres_version",
  "postgres_encoding",
  "postgres_collation",
  "postgres_rights",
  "postgres_latency",
  "postgres_clock",
  "migrations",
  "redis",
  "redis_latency",
  "redis_eviction",
  "redis_persistence",
  "redis_clock",
  "port",
  "base_url",
  "trust_proxy",
  "metrics",
  "mail",
  "opening",
  "secrets_key",
  "backup",
  "backup_passphrase",
  "jobs",
  "egress",
] as const;

/** A thing that is examined. */
export type Check = (typeof CHECKS)[number];

/** What a check needs: where that failed, it did not run, and says so. All of them need the settings. */
export const NEEDS: Partial<Readonly<Record<Check, Check>>> = {
  snapshot_age: "snapshot",
  snapshot_layout: "snapshot",
  snapshot_rules: "snapshot",
  postgres_version: "postgres",
  postgres_encoding: "postgres",
  postgres_collation: "postgres",
  postgres_rights: "postgres",
  postgres_latency: "postgres",
  postgres_clock: "postgres",
  redis_latency: "redis",
  redis_eviction: "redis",
  redis_persistence: "redis",
  redis_clock: "redis",
};

/** One result of the examination. */
export interface Finding {
  readonly check: Check;
  readonly code: FindingCode;
  /** What stands for the words in braces. */
  readonly values?: Readonly<Record<string, string | number>>;
}
