import type { z } from "zod";
import { parseTrustedProxies } from "../limits/client-address.ts";
import { parseExemptClients } from "../limits/exempt.ts";
import {
  connections,
  contact,
  databaseUrl,
  days,
  fileUrl,
  flag,
  host,
  label,
  oneOf,
  origins,
  path,
  port,
  publicUrl,
  redisUrl,
  secretKey,
  serviceUrl,
  value,
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

/** What an instance does. */
export const ROLES = ["all", "web", "worker"] as const;

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
  backupTo: {
    name: "BACKUP_TO",
    default: undefined,
    meaning: "The folder into which one instance writes a backup of the state every night.",
    example: "/var/backups/dosah",
    schema: path,
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
  redisUrl: {
    name: "REDIS_URL",
    default: undefined,
    meaning: "A Redis or Valkey server in which several instances share their rate-limit counts.",
    example: "redis://cache.example.org:6379",
    schema: redisUrl,
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
  logLevel: {
    name: "LOG_LEVEL",
    default: "info",
    meaning: "The least important messages that are logged: fatal, error, warn, info, debug, trace; silent for none.",
    example: "warn",
    schema: oneOf(LOG_LEVELS),
  },
  metricsPort: {
    name: "METRICS_PORT",
    default: undefined,
    meaning: "A port of its own for `/metrics`; without it there are no metrics.",
    example: "9100",
    schema: port,
  },
  securityContact: {
    name: "SECURITY_CONTACT",
    default: undefined,
    meaning: "Where to report a weakness, `mailto:` or `https://`; published as `/.well-known/security.txt`.",
    example: "mailto:security@example.org",
    schema: contact,
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
