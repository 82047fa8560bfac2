import type { z } from "zod";
import { parseTrustedProxies } from "../limits/client-address.ts";
import { parseExemptClients } from "../limits/exempt.ts";
import { readResolvers } from "../outbound/guarded/dns-client.ts";
import { readLaboratory } from "../outbound/guarded/laboratory.ts";
import {
  connections,
  contact,
  databaseUrl,
  days,
  daysFrom,
  drainSeconds,
  fileUrl,
  flag,
  host,
  issuerUrl,
  label,
  line,
  mailbox,
  mailUrl,
  mebibytes,
  minutes,
  oneOf,
  origins,
  path,
  percent,
  port,
  publicUrl,
  redisUrl,
  scansAtOnce,
  schemes,
  secretKey,
  securePage,
  serviceUrl,
  snapshotKey,
  timeOfDay,
  value,
  waitingChecks,
} from "./values.ts";

/** One environment variable. */
export interface Setting {
  readonly name: string;
  /** The value that holds when the variable is unset or empty; `undefined`: the setting is then off. */
  readonly default: string | undefined;
  /** How the documentation writes the default, where it is not the value itself. */
  readonly defaultText?: string;
  /** What it decides, in one English sentence. */
  readonly meaning: string;
  readonly example: string;
  readonly schema: z.ZodType<unknown, string>;
}

/** How the registers are asked: mirror, then live; mirror only; live, then mirror. */
export const REGISTER_MODES = ["auto", "mirror", "live"] as const;

/** Who may create an account. */
export const FOUND_BY_ICO = ["imprint", "operator"] as const;
export const REGISTRATION_MODES = ["open", "invitation", "closed"] as const;

/** Whether a page shows the link of a mail that nobody sends. */
export const MAIL_LINK_MODES = ["auto", "off"] as const;

/** Who must have a second factor. */
export const OIDC_ASSURANCES = ["one", "two"] as const;
export const SECOND_FACTOR_MODES = ["optional", "owners", "required"] as const;

/** What an instance does. */
export const ROLES = ["all", "web", "worker"] as const;

/** Whether an instance runs domain scans: beside everything else, nothing else, or none. */
export const SCAN_WORKERS = ["inside", "separate", "off"] as const;

/** Which applications may ask for a connection. */
export const OAUTH_REGISTRATIONS = ["open", "documents", "known"] as const;

const ON_OFF = ["on", "off"] as const;

const LOG_FORMATS = ["auto", "text", "json"] as const;

const LOG_LEVELS = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;

/** Every environment variable that Dosah reads, in the order of the documentation. */
export const SETTINGS = {
  port: {
    name: "PORT",
    default: "3000",
    meaning: "The port to listen on.",
    example: "3000",
    schema: port,
  },
  host: {
    name: "HOST",
    default: "127.0.0.1",
    meaning: "The address to listen on; `0.0.0.0` or `::` for all interfaces.",
    example: "0.0.0.0",
    schema: host,
  },
  baseUrl: {
    name: "BASE_URL",
    default: undefined,
    defaultText: "http://localhost:PORT",
    meaning: "The public address: scheme, host and port, without a path.",
    example: "https://dosah.example.org",
    schema: publicUrl,
  },
  dataDir: {
    name: "DATA_DIR",
    default: "./data",
    meaning: "The folder of the embedded data.",
    example: "/var/lib/dosah",
    schema: path,
  },
  databaseUrl: {
    name: "DATABASE_URL",
    default: undefined,
    meaning: "A PostgreSQL database that holds the state instead of the embedded one.",
    example: "postgres://dosah:secret@db.example.org/dosah",
    schema: databaseUrl,
  },
  databasePool: {
    name: "DATABASE_POOL",
    default: "10",
    meaning: "The most connections that this instance opens to PostgreSQL.",
    example: "10",
    schema: connections,
  },
  databaseCa: {
    name: "DATABASE_CA",
    default: undefined,
    meaning: "A file of the certificate authority that signed the certificate of the PostgreSQL server.",
    example: "/etc/dosah/database-ca.pem",
    schema: path,
  },
  secretsKey: {
    name: "SECRETS_KEY",
    default: undefined,
    defaultText: "the file DATA_DIR/secrets.key",
    meaning: "The key (32 bytes in base64) that seals secrets of accounts; demanded with DATABASE_URL.",
    example: "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=",
    schema: secretKey,
  },
  secretsKeyOld: {
    name: "SECRETS_KEY_OLD",
    default: undefined,
    meaning: "The former SECRETS_KEY while it is replaced: it opens what it sealed, and seals nothing more.",
    example: "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=",
    schema: secretKey,
  },
  registration: {
    name: "REGISTRATION",
    default: "open",
    meaning: "`open`: everybody may create an account; `invitation`: whom a member invited; `closed`: nobody.",
    example: "invitation",
    schema: oneOf(REGISTRATION_MODES),
  },
  mailUrl: {
    name: "MAIL_URL",
    default: undefined,
    meaning: "The mail server, `smtp://` (with STARTTLS) or `smtps://`; without it mails are files in DATA_DIR/outbox.",
    example: "smtp://dosah:secret@mail.example.org:587",
    schema: mailUrl,
  },
  mailFrom: {
    name: "MAIL_FROM",
    default: undefined,
    defaultText: "Dosah <dosah@ host of BASE_URL>",
    meaning: "The sender of mails.",
    example: "Dosah <dosah@example.org>",
    schema: mailbox,
  },
  mailLinks: {
    name: "MAIL_LINKS",
    default: "auto",
    meaning:
      "`auto`: where MAIL_URL is unset and BASE_URL is this machine, pages that it asks for show the link of a mail; `off`: never.",
    example: "off",
    schema: oneOf(MAIL_LINK_MODES),
  },
  passwordSignIn: {
    name: "PASSWORD_SIGN_IN",
    default: "1",
    meaning: "`0`: people sign in by the identity provider and passkeys only, not with a password.",
    example: "0",
    schema: flag,
  },
  oidcIssuer: {
    name: "OIDC_ISSUER",
    default: undefined,
    meaning: "The address of the operator's identity provider (OpenID Connect).",
    example: "https://id.example.org",
    schema: issuerUrl,
  },
  oidcClientId: {
    name: "OIDC_CLIENT_ID",
    default: undefined,
    meaning: "The name under which the identity provider knows this Dosah.",
    example: "dosah",
    schema: path,
  },
  oidcClientSecret: {
    name: "OIDC_CLIENT_SECRET",
    default: undefined,
    meaning: "The secret that Dosah shares with the identity provider.",
    example: "the secret that the provider shows",
    schema: path,
  },
  oidcName: {
    name: "OIDC_NAME",
    default: undefined,
    defaultText: "the host of OIDC_ISSUER",
    meaning: "The name of the identity provider, as the sign-in page shows it.",
    example: "Example ID",
    schema: path,
  },
  oidcAssurance: {
    name: "OIDC_ASSURANCE",
    default: "one",
    meaning: "`one`: a sign-in by the identity provider proves one factor; `two`: the provider asks everybody for two.",
    example: "two",
    schema: oneOf(OIDC_ASSURANCES),
  },
  secondFactor: {
    name: "SECOND_FACTOR",
    default: "optional",
    meaning: "`optional`; `owners`: owners of organizations must have a second factor; `required`: everybody must.",
    example: "owners",
    schema: oneOf(SECOND_FACTOR_MODES),
  },
  breachedPasswordsFile: {
    name: "BREACHED_PASSWORDS_FILE",
    default: undefined,
    meaning: "A file of SHA-1 hashes of breached passwords in ascending order, one a line, which are refused.",
    example: "/var/lib/dosah/breached-passwords.txt",
    schema: path,
  },
  trustSigningKeyFile: {
    name: "TRUST_SIGNING_KEY_FILE",
    default: undefined,
    meaning: "A private key of Ed25519 (PKCS 8, PEM, mode 600) that signs published trust profiles.",
    example: "/etc/dosah/trust-signing.pem",
    schema: path,
  },
  oauth: {
    name: "OAUTH",
    default: "on",
    meaning: "The way in for agents whose people sign in; off by itself where BASE_URL is http and not this machine.",
    example: "off",
    schema: oneOf(ON_OFF),
  },
  oauthRegistration: {
    name: "OAUTH_REGISTRATION",
    default: "open",
    meaning:
      "`open`: applications may register themselves; `documents`: only those with a document; `known`: only those that Dosah knows and those of the operator.",
    example: "documents",
    schema: oneOf(OAUTH_REGISTRATIONS),
  },
  oauthAppSchemes: {
    name: "OAUTH_APP_SCHEMES",
    default: "cursor,vscode,vscode-insiders,windsurf",
    meaning: "The private schemes without a dot that return addresses of applications may have.",
    example: "cursor,vscode",
    schema: schemes,
  },
  trustFoundByIco: {
    name: "TRUST_FOUND_BY_ICO",
    default: "imprint",
    meaning:
      "The proof of a company number with which a trust profile is found by it: the website of its domain (`imprint`) or the operator alone (`operator`).",
    example: "operator",
    schema: oneOf(FOUND_BY_ICO),
  },
  backupTo: {
    name: "BACKUP_TO",
    default: undefined,
    meaning: "The folder into which one instance writes a backup of the state every night.",
    example: "/var/backups/dosah",
    schema: path,
  },
  backupPassphraseFile: {
    name: "BACKUP_PASSPHRASE_FILE",
    default: undefined,
    meaning: "A file whose first line is the passphrase that encrypts the backup of the night.",
    example: "/etc/dosah/backup.passphrase",
    schema: path,
  },
  backupMinutes: {
    name: "BACKUP_MINUTES",
    default: "30",
    meaning: "The minutes after which a backup of the night is given up; its file is removed.",
    example: "30",
    schema: minutes,
  },
  digestAt: {
    name: "DIGEST_AT",
    default: "06:30",
    meaning: "The time of day at which digests are sent, on the clocks of Slovakia and Czechia; weekly ones on Monday.",
    example: "06:30",
    schema: timeOfDay,
  },
  auditRetentionDays: {
    name: "AUDIT_RETENTION_DAYS",
    default: "730",
    meaning: "The number of days that entries of the audit log are kept; at least 90.",
    example: "730",
    schema: daysFrom(90),
  },
  watchMassChange: {
    name: "WATCH_MASS_CHANGE",
    default: "5",
    meaning:
      "The percentage of the watched firms of a country that one register file may change before it is held back.",
    example: "5",
    schema: percent,
  },
  role: {
    name: "ROLE",
    default: "all",
    meaning: "`all`; `web`: this instance does no jobs; `worker`: jobs only, without pages and interfaces.",
    example: "worker",
    schema: oneOf(ROLES),
  },
  instance: {
    name: "INSTANCE",
    default: undefined,
    defaultText: "the host name",
    meaning: "The label of this instance in its log and in `/readyz`.",
    example: "dosah-1",
    schema: label,
  },
  drainSeconds: {
    name: "DRAIN_SECONDS",
    default: undefined,
    defaultText: "5 with REDIS_URL or DATABASE_URL, else 0",
    meaning:
      "The seconds (0 to 8) that a stopping instance goes on serving after `/readyz` says 503, so that balancers notice.",
    example: "5",
    schema: drainSeconds,
  },
  pageCacheMb: {
    name: "PAGE_CACHE_MB",
    default: "16",
    meaning: "The most memory, in MiB, for public pages that are kept as bytes; 0 keeps none.",
    example: "16",
    schema: mebibytes,
  },
  redisUrl: {
    name: "REDIS_URL",
    default: undefined,
    meaning: "A Redis or Valkey server in which several instances share their rate-limit counts.",
    example: "redis://cache.example.org:6379",
    schema: redisUrl,
  },
  redisPrefix: {
    name: "REDIS_PREFIX",
    default: "dosah",
    meaning: "The beginning of every key in Redis, so that several installations can share one server.",
    example: "dosah-test",
    schema: label,
  },
  trustProxy: {
    name: "TRUST_PROXY",
    default: "",
    meaning: "Networks and addresses (comma-separated, or `loopback`) whose `X-Forwarded-For` is believed.",
    example: "loopback,10.0.0.0/8",
    schema: value(parseTrustedProxies),
  },
  allowedOrigins: {
    name: "ALLOWED_ORIGINS",
    default: "",
    meaning: "Further browser origins (comma-separated) that may send an API key.",
    example: "https://app.example.org,http://localhost:5173",
    schema: origins,
  },
  registers: {
    name: "REGISTERS",
    default: "auto",
    meaning: "`auto`: the mirror, then the live registers; `mirror`: never call out; `live`: the live registers first.",
    example: "mirror",
    schema: oneOf(REGISTER_MODES),
  },
  httpsProxy: {
    name: "HTTPS_PROXY",
    default: undefined,
    meaning:
      "The outgoing proxy of trusted calls: registers, feeds, the snapshot, the identity provider. Scans and other hosts that somebody named never use it.",
    example: "http://proxy.example.org:3128",
    schema: serviceUrl,
  },
  noProxy: {
    name: "NO_PROXY",
    default: undefined,
    meaning: "The hosts (comma-separated, `.example.org` with all below it) that are reached without that proxy.",
    example: "localhost,.internal.example.org",
    schema: path,
  },
  registersMaxAgeDays: {
    name: "REGISTERS_MAX_AGE_DAYS",
    default: "45",
    meaning: "The age in days from which on an imported register counts as old: with `auto` the live one is asked too.",
    example: "45",
    schema: days,
  },
  aresUrl: {
    name: "ARES_URL",
    default: "https://ares.gov.cz/ekonomicke-subjekty-v-be/rest",
    meaning: "The base address of ARES, the Czech register.",
    example: "https://ares.gov.cz/ekonomicke-subjekty-v-be/rest",
    schema: serviceUrl,
  },
  rpoUrl: {
    name: "RPO_URL",
    default: "https://api.statistics.sk/rpo/v1",
    meaning: "The base address of RPO, the Slovak register of legal persons.",
    example: "https://api.statistics.sk/rpo/v1",
    schema: serviceUrl,
  },
  ruzUrl: {
    name: "RUZ_URL",
    default: "https://www.registeruz.sk/cruz-public/api",
    meaning: "The base address of RÚZ, the Slovak register of financial statements.",
    example: "https://www.registeruz.sk/cruz-public/api",
    schema: serviceUrl,
  },
  opendataUrl: {
    name: "OPENDATA_URL",
    default: undefined,
    meaning: "The base address of an open-data register with NIS2 categories; without it the rules of Dosah decide.",
    example: "https://register.example.org",
    schema: serviceUrl,
  },
  feedSources: {
    name: "FEED_SOURCES",
    default: undefined,
    defaultText: "the shipped list",
    meaning: "A YAML file of the feeds to read instead of the shipped list.",
    example: "/etc/dosah/feeds.yaml",
    schema: path,
  },
  limitsFile: {
    name: "LIMITS_FILE",
    default: undefined,
    meaning: "A YAML file whose rows replace the limits of the same name.",
    example: "/etc/dosah/limits.yaml",
    schema: path,
  },
  snapshotUrl: {
    name: "SNAPSHOT_URL",
    default: undefined,
    meaning: "The address of a register snapshot that another machine publishes; its `.sha256` lies beside it.",
    example: "https://files.example.org/registers.db",
    schema: fileUrl,
  },
  snapshotKey: {
    name: "SNAPSHOT_KEY",
    default: undefined,
    meaning: "The public key (of minisign, 56 characters) that must have signed the snapshot of SNAPSHOT_URL.",
    example: "RWQf6LRCGA9i53mlYecO4IzT51TGPpvWucNSCh1CBM0QTaLn73Y7GFO3",
    schema: snapshotKey,
  },
  logLevel: {
    name: "LOG_LEVEL",
    default: "info",
    meaning: "The least important messages that are logged: fatal, error, warn, info, debug, trace; silent for none.",
    example: "warn",
    schema: oneOf(LOG_LEVELS),
  },
  logFormat: {
    name: "LOG_FORMAT",
    default: "auto",
    meaning: "`text`: a readable line each; `json`; `auto`: text on a terminal, else JSON.",
    example: "json",
    schema: oneOf(LOG_FORMATS),
  },
  metricsPort: {
    name: "METRICS_PORT",
    default: undefined,
    meaning: "A port of its own for `/metrics`; without it there are no metrics.",
    example: "9100",
    schema: port,
  },
  metricsHost: {
    name: "METRICS_HOST",
    default: undefined,
    defaultText: "HOST",
    meaning: "The address on which the metrics are served.",
    example: "127.0.0.1",
    schema: host,
  },
  securityContact: {
    name: "SECURITY_CONTACT",
    default: undefined,
    meaning: "Where to report a weakness, `mailto:` or `https://`; published as `/.well-known/security.txt`.",
    example: "mailto:security@example.org",
    schema: contact,
  },
  operatorName: {
    name: "OPERATOR_NAME",
    default: undefined,
    meaning: "The person or firm that runs this installation.",
    example: "Príklad, o. z.",
    schema: line(120),
  },
  operatorId: {
    name: "OPERATOR_ID",
    default: undefined,
    meaning: "The company number of the operator.",
    example: "42000000",
    schema: line(40),
  },
  operatorAddress: {
    name: "OPERATOR_ADDRESS",
    default: undefined,
    meaning: "The seat of the operator, in one line.",
    example: "Skúšobná 1, Bratislava",
    schema: line(200),
  },
  operatorContact: {
    name: "OPERATOR_CONTACT",
    default: undefined,
    meaning: "Where to write about questions, errors and data protection, `mailto:` or `https://`.",
    example: "mailto:info@example.org",
    schema: contact,
  },
  privacyUrl: {
    name: "PRIVACY_URL",
    default: undefined,
    meaning: "The operator's own notice on data protection, linked above the shipped text.",
    example: "https://example.org/privacy",
    schema: securePage,
  },
  termsUrl: {
    name: "TERMS_URL",
    default: undefined,
    meaning: "The operator's own terms, linked above the shipped text.",
    example: "https://example.org/terms",
    schema: securePage,
  },
  scanResolvers: {
    name: "SCAN_RESOLVERS",
    default: undefined,
    defaultText: "the resolvers of the system",
    meaning: "The validating DNS resolvers (comma-separated addresses, port optional) that domain scans ask.",
    example: "192.0.2.53,[2001:db8::53]:5353",
    schema: value(readResolvers),
  },
  scanSmtp: {
    name: "SCAN_SMTP",
    default: "off",
    meaning: "`on`: full scans also ask mail servers on port 25 for STARTTLS.",
    example: "on",
    schema: oneOf(ON_OFF),
  },
  scanPublic: {
    name: "SCAN_PUBLIC",
    default: "on",
    meaning: "`off`: the page `/scan` explains the scan and offers no check to people who are not signed in.",
    example: "off",
    schema: oneOf(ON_OFF),
  },
  scanConcurrency: {
    name: "SCAN_CONCURRENCY",
    default: "5",
    meaning: "The most domain scans that this instance runs at the same time.",
    example: "5",
    schema: scansAtOnce,
  },
  scanQuickWaiting: {
    name: "SCAN_QUICK_WAITING",
    default: "50",
    meaning: "The most quick checks of people who are not signed in that wait, in all instances together.",
    example: "50",
    schema: waitingChecks,
  },
  scanContact: {
    name: "SCAN_CONTACT",
    default: undefined,
    meaning: "Where owners of domains may write to about scans, `mailto:` or `https://`; shown on the page `/scan`.",
    example: "mailto:scans@example.org",
    schema: contact,
  },
  scanDenyFile: {
    name: "SCAN_DENY_FILE",
    default: undefined,
    meaning: "A file of registrable domains, one a line, that are never scanned: their owners asked for it.",
    example: "/etc/dosah/scan-deny.txt",
    schema: path,
  },
  scanWorker: {
    name: "SCAN_WORKER",
    default: "inside",
    meaning:
      "`inside`: an instance that does jobs runs scans too; `separate`: this one runs scans and nothing else; `off`: none.",
    example: "separate",
    schema: oneOf(SCAN_WORKERS),
  },
  scanLab: {
    name: "SCAN_LAB",
    default: undefined,
    meaning:
      "The only network that scans reach, and which port stands for which, for tests; refused with a public BASE_URL.",
    example: "127.77.0.0/16,80:18080,443:18443,25:18025",
    schema: value(readLaboratory),
  },
  mcpTestTools: {
    name: "MCP_TEST_TOOLS",
    default: "0",
    defaultText: "unset",
    meaning: "`1` offers the tools of the protocol's conformance suite; refused with a public BASE_URL.",
    example: "1",
    schema: flag,
  },
  exemptClients: {
    name: "EXEMPT_CLIENTS",
    default: "",
    meaning:
      "Networks (comma-separated) that share one bucket of 50 times the limits each; `*100` behind one sets its factor.",
    example: "160.79.104.0/21*100",
    schema: value(parseExemptClients),
  },
} as const satisfies Record<string, Setting>;
