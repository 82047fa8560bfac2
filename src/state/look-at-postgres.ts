import pg from "pg";
import { type PostgresAddress, postgresAddress } from "./postgres-address.ts";
import { SCHEMA } from "./sql.ts";

/** What a look at a PostgreSQL server says. */
export interface PostgresLook {
  /** 15.4 is 150004. */
  readonly versionNumber: number;
  readonly version: string;
  readonly encoding: string;
  /** The libraries of the server order texts otherwise than when the database was made. */
  readonly hasOtherCollation: boolean;
  /** Rights that the tables of the state need and this user does not have, as `GRANT` names them. */
  readonly missingRights: readonly string[];
  readonly isReadOnly: boolean;
  /** The middle one of five answers, in milliseconds. */
  readonly latencyMs: number;
  /** The clock of the server minus ours, in milliseconds. */
  readonly clockAheadMs: number;
}

const CONNECT_MS = 3_000;
const TRIES = 5;

const LOOK = `
  SELECT current_setting('server_version_num')::int AS number, current_setting('server_version') AS version,
    current_setting('server_encoding') AS encoding, current_database() AS name,
    pg_is_in_recovery() OR current_setting('default_transaction_read_only') = 'on' AS is_read_only,
    has_database_privilege(current_database(), 'CREATE') AS may_create,
    to_regnamespace($1) IS NOT NULL AS has_schema,
    CASE WHEN to_regnamespace($1) IS NULL THEN false ELSE has_schema_privilege($1, 'CREATE') END AS may_add,
    CASE WHEN to_regnamespace($1) IS NULL THEN false ELSE has_schema_privilege($1, 'USAGE') END AS may_use`;

/** Since PostgreSQL 15 a database notes with which version of the libraries it was made. */
const COLLATION = `
  SELECT datcollversion IS DISTINCT FROM pg_database_collation_actual_version(oid) AS differs
  FROM pg_database WHERE datname = current_database() AND datcollversion IS NOT NULL`;

/** Tables of the state that this user may not read and write. */
const TABLES = `
  SELECT c.relname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE n.nspname = $1 AND c.relkind = 'r' AND NOT has_table_privilege(c.oid, 'SELECT,INSERT,UPDATE,DELETE')
  ORDER BY 1 LIMIT 1`;

/**
 * Looks at a server and at what its user may do, and changes nothing.
 * @throws the error of the client where there is no connection
 */
export async function lookAtPostgres(address: PostgresAddress): Promise<PostgresLook> {
  const client = new pg.Client({
    connectionString: postgresAddress(address).unlimited,
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: CONNECT_MS,
  });
  client.on("error", () => undefined);
  try {
    await client.connect();
    const [look] = (await client.query(LOOK, [SCHEMA])).rows;
    const [collation] = look.number >= 150_000 ? (await client.query(COLLATION)).rows : [];
    const [table] = (await client.query(TABLES, [SCHEMA])).rows;
    const times: number[] = [];
    let clockAheadMs = 0;
    for (let tries = 0; tries < TRIES; tries++) {
      const since = performance.now();
      const { rows } = await client.query("SELECT extract(epoch FROM clock_timestamp()) * 1000 AS now");
      const took = performance.now() - since;
      times.push(took);
      clockAheadMs = Number(rows[0].now) - (Date.now() - took / 2);
    }
    return {
      versionNumber: look.number,
      version: look.version,
      encoding: look.encoding,
      hasOtherCollation: collation?.differs === true,
      missingRights: missingRights(look, table?.name),
      isReadOnly: look.is_read_only,
      latencyMs: times.sort((a, b) => a - b)[Math.floor(TRIES / 2)] ?? 0,
      clockAheadMs,
    };
  } finally {
    await client.end().catch(() => undefined);
  }
}

function missingRights(
  look: { name: string; may_create: boolean; has_schema: boolean; may_add: boolean; may_use: boolean },
  closedTable: string | undefined,
): string[] {
  if (!look.has_schema) return look.may_create ? [] : [`CREATE ON DATABASE ${look.name}`];
  return [
    ...(look.may_use ? [] : [`USAGE ON SCHEMA ${SCHEMA}`]),
    ...(look.may_add ? [] : [`CREATE ON SCHEMA ${SCHEMA}`]),
    ...(closedTable === undefined ? [] : [`SELECT, INSERT, UPDATE, DELETE ON ${SCHEMA}.${closedTable}`]),
  ];
}
