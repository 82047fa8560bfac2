import { randomBytes } from "node:crypto";
import pg from "pg";

/** A server that trusts local connections; tests make and drop databases of their own on it. */
const SERVER = "postgres://postgres@127.0.0.1:5432";

/** Whether there is a PostgreSQL server for tests. Tests that need one say by name that they are skipped without it. */
export const hasPostgres = await ask("SELECT 1").then(
  () => true,
  () => false,
);

/** An empty database of its own. */
export interface TestDatabase {
  readonly name: string;
  readonly url: string;
  /** A statement as the administrator of the server, in this database. */
  ask(text: string): Promise<readonly Record<string, unknown>[]>;
  drop(): Promise<void>;
}

/** Makes an empty database, as an installation gets one. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const name = `dosah_test_${randomBytes(8).toString("hex")}`;
  await askServer(`CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'UTF8'`);
  return testDatabase(name, async () => void (await askServer(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)));
}

/** A database of the test server by its name. */
export function testDatabase(name: string, drop: () => Promise<void>): TestDatabase {
  return { name, url: `${SERVER}/${name}`, ask: (text) => ask(text, name), drop };
}

/** A statement as the administrator of the server, in no database of a test. */
export function askServer(text: string): Promise<readonly Record<string, unknown>[]> {
  return ask(text);
}

/** A connection of the administrator, to be ended by who opened it. */
export async function connectAsAdministrator(database = "postgres"): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: `${SERVER}/${database}`, connectionTimeoutMillis: 30_000 });
  client.on("error", () => undefined);
  await client.connect();
  return client;
}

async function ask(text: string, database?: string): Promise<readonly Record<string, unknown>[]> {
  const client = await connectAsAdministrator(database);
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}
