import { SCHEMA } from "./sql.ts";

/**
 * What every connection is set to, in milliseconds: how long a statement may take, how long it waits for a lock, and
 * how long a transaction may do nothing.
 */
export const CONNECTION_SETTINGS = {
  search_path: SCHEMA,
  statement_timeout: 5_000,
  lock_timeout: 5_000,
  idle_in_transaction_session_timeout: 10_000,
} as const;

/** The same for one transaction, where a connection is not ours for longer. */
export const LOCAL_SETTINGS = Object.entries(CONNECTION_SETTINGS)
  .map(([name, value]) => `SET LOCAL ${name} = ${value}`)
  .join("; ");

/** Where the database is, as the operator says it. */
export interface PostgresAddress {
  /** `postgres://…`; `sslmode` is honoured, `pgbouncer=1` does without anything that belongs to one connection. */
  readonly url: string;
  /** File of the certificate authority that signed the server's certificate. */
  readonly ca?: string | undefined;
}

/**
 * The address as the client wants it: with our settings of a connection, and with the authority that signed the
 * server's certificate. An encrypted connection is always checked: `prefer`, `require` and `verify-ca` mean `verify-full`.
 */
export function postgresAddress({ url, ca }: PostgresAddress): {
  readonly address: string;
  /** The same without limits of time. */
  readonly unlimited: string;
  /** PgBouncer lends its connections for one transaction. */
  readonly isPooledBetween: boolean;
} {
  const address = new URL(url);
  const asked = address.searchParams;
  const isPooledBetween = asked.get("pgbouncer") === "1" || asked.get("pgbouncer") === "true";
  asked.delete("pgbouncer");
  const mode = asked.get("sslmode") ?? (ca === undefined ? undefined : "verify-full");
  if (mode !== undefined) asked.set("sslmode", /^(prefer|require|verify-ca)$/.test(mode) ? "verify-full" : mode);
  if (ca !== undefined && mode !== "disable") asked.set("sslrootcert", ca);
  const unlimited = address.href;
  if (!isPooledBetween) {
    const ours = Object.entries(CONNECTION_SETTINGS).map(([name, value]) => `-c ${name}=${value}`);
    asked.set("options", [asked.get("options") ?? "", ...ours].join(" ").trim());
  }
  return { address: address.href, unlimited, isPooledBetween };
}
