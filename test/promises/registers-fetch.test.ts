import { statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { etagOf } from "../../src/outbound/file-host.fixture.ts";
import { startFileServer } from "../../src/sources/registers/download/file-server.fixture.ts";
import { resText } from "../../src/sources/registers/snapshot/importing/register-files.fixture.ts";
import { type BuiltDosah, buildDosah, spawnDosah } from "./built-dosah.fixture.ts";

let built: BuiltDosah;

beforeAll(() => {
  built = buildDosah();
});

afterAll(() => built.remove());

const MEGABYTE = 1024 * 1024;

/** A register of some megabytes: few rows with long addresses. */
const rows = Array.from({ length: 1_600 }, (_, index) => ({
  ico: String(10_000_000 + index * 7),
  name: `Firma ${index}`,
  address: "Dlouhá ulice ".repeat(600),
}));

test("dosah registers fetch, killed in the middle of a file, goes on from there; a second one meanwhile waits its turn", async () => {
  const server = await startFileServer();
  const bytes = Buffer.from(resText(rows));
  const sent = 10 * MEGABYTE;
  expect(bytes.length).toBeGreaterThan(sent);
  server.files.set("/res_data.csv", { body: bytes });
  server.files.set("/res_pf_nace.csv", { body: Buffer.from("ICO,KODCIS,HODN,ZDRUD,DATPLAT\r\n") });
  server.instead.set("/res_data.csv", [
    (_request, response) => {
      response.writeHead(200, { "content-length": bytes.length, etag: etagOf(bytes) });
      response.write(bytes.subarray(0, sent));
    },
  ]);
  const list = join(built.dir, "files.yaml");
  writeFileSync(
    list,
    `res:\n  data: ${server.url}/res_data.csv\n  activities: ${server.url}/res_pf_nace.csv\n  mostMegabytes: 100\n`,
  );
  const data = join(built.dir, "data");
  const run = (...words: string[]) => {
    const child = spawnDosah(built, [...words, "--locale", "en"], { DATA_DIR: data, REGISTERS: "mirror" });
    onTestFinished(() => void child.process.kill("SIGKILL"));
    return child;
  };

  const first = run("registers", "fetch", "--from", list);
  const part = join(data, "registers", "downloads", "res", "res_data.csv.part");
  const held = () => statSync(part, { throwIfNoEntry: false })?.size ?? 0;
  await expect.poll(held).toBeGreaterThanOrEqual(8 * MEGABYTE);

  const second = run("registers", "fetch", "--from", list);
  expect(await second.ended).toBe(1);
  expect(second.err()).toMatch(/another fetch of registers is running; wait/);

  first.process.kill("SIGKILL");
  expect(await first.ended).toBeNull();
  const before = held();

  const third = run("registers", "fetch", "--from", list);
  expect([await third.ended, third.err()]).toEqual([0, ""]);
  expect(third.out()).toMatch(/^res +[\d.]+ MB, rows: 1,601, skipped: 0, firms: 1,600, as of 2026-09-15\n/);
  expect(server.askedFor("/res_data.csv")[1]).toMatchObject({ range: `bytes=${before}-`, "if-range": etagOf(bytes) });

  const search = run("search", "firma", "1599");
  expect(await search.ended).toBe(0);
  expect(search.out()).toContain(String(10_000_000 + 1_599 * 7));
});
