import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { json, startFakeServer } from "../../src/outbound/fake-server.fixture.ts";
import { startTestService, type TestService } from "./service.fixture.ts";

const NO_DATABASE = "this is no database, however long it is ".repeat(200);

let data: string;
let dosah: TestService | undefined;

beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), "dosah-damaged-files-"));
});
afterEach(async () => {
  await dosah?.close();
  rmSync(data, { recursive: true, force: true });
});

const ready = async () => (await dosah?.fetch("/readyz"))?.json();

test("a damaged cache of register answers is put aside and begun anew, and /readyz names it until the next start", async () => {
  const registers = await startFakeServer(json({ pocetCelkem: 0, ekonomickeSubjekty: [] }));
  const { url } = registers;
  const env = { DATA_DIR: data, REGISTERS: "auto", ARES_URL: url, RPO_URL: url, RUZ_URL: url };
  writeFileSync(join(data, "cache.db"), NO_DATABASE);
  dosah = await startTestService({ env });
  expect((await dosah.fetch("/api/company-search?q=Neznáma+firma&country=CZ")).status).toBe(200);
  expect(await ready()).toMatchObject({ ready: true, cache: "begun_anew" });
  expect(readFileSync(join(data, "cache.db.damaged"), "utf8")).toBe(NO_DATABASE);
  expect(dosah.logged.filter((line) => line.includes("put aside and begun anew"))).toHaveLength(1);
  await dosah.close();
  dosah = await startTestService({ env });
  expect((await dosah.fetch("/api/company-search?q=Neznáma+firma&country=CZ")).status).toBe(200);
  expect(await ready()).toMatchObject({ ready: true, cache: "ok" });
  await registers.close();
});

test("damaged counts are put aside and begun anew, and /readyz names them until the next start", async () => {
  writeFileSync(join(data, "limits.db"), NO_DATABASE);
  dosah = await startTestService({ env: { DATA_DIR: data } });
  expect(await ready()).toMatchObject({ ready: true, limits: "begun_anew", cache: "ok" });
  expect(readFileSync(join(data, "limits.db.damaged"), "utf8")).toBe(NO_DATABASE);
  await dosah.close();
  dosah = await startTestService({ env: { DATA_DIR: data } });
  expect(await ready()).toMatchObject({ ready: true, limits: "ok" });
});

test("a damaged state is never begun anew: the public half serves, and /readyz names it", async () => {
  writeFileSync(join(data, "state.db"), NO_DATABASE);
  dosah = await startTestService({ env: { DATA_DIR: data } });
  expect(await ready()).toMatchObject({ ready: true, state: "damaged" });
  expect((await dosah.fetch("/api/scope-check?ico=31322832&country=SK")).status).toBe(200);
  expect(readFileSync(join(data, "state.db"), "utf8")).toBe(NO_DATABASE);
});
