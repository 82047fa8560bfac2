import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sql } from "../../src/state/sql.ts";
import { createState } from "../../src/state/state.ts";
import { makeCertificate } from "../lab/certificates.ts";
import { type OwnServer, postgresPrograms, startOwnServer } from "./own-server.fixture.ts";

const ENCRYPTED = sql("SELECT ssl, version FROM pg_stat_ssl WHERE pid = pg_backend_pid()");

describe.skipIf(postgresPrograms === undefined)("with PostgreSQL over TLS", () => {
  const folder = mkdtempSync(join(tmpdir(), "dosah-tls-"));
  let server: OwnServer;
  let authority: string;
  let otherAuthority: string;

  beforeAll(async () => {
    const issuer = makeCertificate({ name: "Authority of the test", authority: true });
    const own = makeCertificate({ name: "localhost", names: ["localhost"], issuer });
    authority = join(folder, "authority.pem");
    otherAuthority = join(folder, "other.pem");
    writeFileSync(authority, issuer.pem);
    writeFileSync(otherAuthority, makeCertificate({ name: "Somebody else", authority: true }).pem);
    const key = own.key.export({ type: "pkcs8", format: "pem" });
    server = await startOwnServer({ ssl: "on" }, { "server.crt": own.pem, "server.key": String(key) });
    await server.ask("CREATE DATABASE dosah_tls");
  });
  afterAll(async () => {
    await server.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  /** What the state makes of an address and an authority. */
  async function open(host: string, query: string, ca?: string) {
    const databaseUrl = `postgres://postgres@${host}:${server.port}/dosah_tls${query}`;
    const state = createState({ dir: "", databaseUrl, ca, now: Date.now });
    try {
      await state.open();
      return await state.get(ENCRYPTED);
    } catch (error) {
      return error;
    } finally {
      await state.close();
    }
  }

  test.each([
    ["with the authority that signed its certificate", ""],
    ["with it and sslmode=verify-full", "?sslmode=verify-full"],
    ["with it and sslmode=require, which checks all the same", "?sslmode=require"],
  ])("the state is encrypted %s", async (_how, query) => {
    expect(await open("localhost", query, authority)).toMatchObject({ ssl: true, version: "TLSv1.3" });
  });

  test.each([
    ["an authority that did not sign it", "localhost", "", () => otherAuthority],
    ["no authority, where one is demanded", "localhost", "?sslmode=require", () => undefined],
    ["a certificate for another name", "127.0.0.1", "", () => authority],
  ])("a server is not believed: %s", async (_why, host, query, ca) => {
    expect(await open(host, query, ca())).toMatchObject({ name: "StateError", kind: "down" });
  });
});

test.skipIf(postgresPrograms !== undefined)("TLS to PostgreSQL is not examined: PostgreSQL is not installed", () => {});
