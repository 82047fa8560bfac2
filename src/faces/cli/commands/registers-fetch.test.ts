import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { runDosah } from "../../../../test/promises/run-command.fixture.ts";
import { openTestServices, type TestServices } from "../../../../test/promises/service.fixture.ts";
import { addBucket, BUCKET } from "../../../sources/registers/download/bucket.fixture.ts";
import { type FileServer, startFileServer } from "../../../sources/registers/download/file-server.fixture.ts";
import {
  icoAt,
  named,
  nis2Text,
  resText,
  rpoRows,
} from "../../../sources/registers/snapshot/importing/register-files.fixture.ts";

let server: FileServer;
let bucket: Map<string, Buffer>;
let dosah: TestServices;
let list: string;

// REGISTERS=mirror, as in every test service: what the operator asks for is fetched all the same.
beforeAll(async () => {
  dosah = await openTestServices();
});

afterAll(() => dosah.close());

beforeEach(async () => {
  server = await startFileServer();
  bucket = addBucket(server);
  list = fileOf(
    `res:\n  data: ${server.url}/res_data.csv\n  activities: ${server.url}/res_pf_nace.csv\n  mostMegabytes: 10\n` +
      `rpo:\n  bucket: ${server.url}${BUCKET}\n  mostMegabytes: 10\n`,
  );
  server.files.set("/res_data.csv", { body: Buffer.from(resText(named("Firma CZ"))) });
  server.files.set("/res_pf_nace.csv", { body: Buffer.from("ICO,KODCIS,HODN,ZDRUD,DATPLAT\r\n") });
  server.files.set("/v1/companies.ndjson", { body: Buffer.from(nis2Text([{ ico: icoAt(1), category: "important" }])) });
  bucket.set("batch-init/init_2026-11-07_001.json.gz", gzipSync(rpoRows(named("Firma SK"), "2026-11-07")));
});

function fileOf(text: string): string {
  const folder = join(dosah.dir, "lists");
  mkdirSync(folder, { recursive: true });
  const file = join(folder, "files.yaml");
  writeFileSync(file, text);
  return file;
}

/** As an operator who wants everything whatever an earlier test fetched. */
const run = (...words: string[]) => runDosah(dosah.call, ["registers", "fetch", "--anew", ...words]);

describe("dosah registers fetch", () => {
  test("gets every register that has an address and says what it published, and then that nothing changed", async () => {
    const own = await openTestServices({ env: { OPENDATA_URL: server.url } });
    onTestFinished(() => own.close());
    const words = ["registers", "fetch", "--from", list, "--locale"];
    const { code, out, err } = await runDosah(own.call, [...words, "en"]);
    expect([code, err]).toEqual([0, ""]);
    expect(out.split("\n")).toEqual([
      expect.stringMatching(/^res {12}0\.\d kB, rows: 2, skipped: 0, firms: 1, as of 2026-09-15$/),
      expect.stringMatching(/^rpo {12}0\.\d kB, rows: 3, skipped: 0, firms: 2, as of 2026-11-07$/),
      expect.stringMatching(/^nis2-register {2}0\.\d kB, rows: 2, skipped: 0, firms: 2, as of 2026-11-01$/),
      expect.stringMatching(/^Done in [\d.]+ s\.$/),
    ]);
    const again = await runDosah(own.call, [...words, "cs"]);
    expect(again.out).toMatch(/^res +unchanged\nrpo +unchanged\nnis2-register +unchanged\nDone in/);
    const one = await runDosah(own.call, [...words, "sk", "--only", "nis2-register"]);
    expect(one.out).toMatch(/^nis2-register +unchanged\nDone in/);
  });

  test.each([
    [["--country", "CZ"], ["res"]],
    [["--country", "SK"], ["rpo"]],
    [["--only", "rpo"], ["rpo"]],
    [
      ["--only", "rpo", "--only", "res"],
      ["res", "rpo"],
    ],
    [["--only", "rpo", "--only", "res", "--country", "CZ"], ["res"]],
  ])("with %j gets %j and asks for nothing else", async (words, registers) => {
    const { code, out } = await run("--from", list, "--json", ...words);
    expect(code).toBe(0);
    expect(JSON.parse(out).registers.map(({ register }: { register: string }) => register)).toEqual(registers);
    const kinds = ["/res_", BUCKET].filter((path) => server.asked.some((line) => line.includes(path)));
    expect(kinds).toHaveLength(registers.length);
  });

  test("where one register fails gets the others, says which and why, and ends with 1", async () => {
    server.files.delete("/res_pf_nace.csv");
    const { code, out, err } = await run("--from", list, "--locale", "en");
    expect(code).toBe(1);
    expect(out).toMatch(/^rpo +0\.\d kB, /);
    expect(err.split("\n")).toEqual([
      `res            failed: the server did not give the file (HTTP 404)  ${server.url}/res_pf_nace.csv`,
      "Could not be fetched: res.",
      expect.stringContaining("Run the command again later"),
    ]);
  });

  test("where a file is damaged changes nothing, names file and line, and ends with 1", async () => {
    const firms = async () => (await runDosah(dosah.call, ["registers", "status"])).out;
    await sleep(1_100); // a new file, here that of the test before, is noticed within a second
    const before = await firms();
    bucket.set("batch-init/init_2026-11-07_002.json.gz", gzipSync("{not an entity"));
    const { code, out, err } = await run("--from", list, "--locale", "en");
    expect([code, out]).toEqual([1, ""]);
    expect(err).toMatch(/^res +fetched, but not imported$/m);
    expect(err).toMatch(/init_2026-11-07_002\.json\.gz:1: /);
    expect(err).toContain("Nothing was changed");
    expect(await firms()).toBe(before);
  });

  test("names the rows that it skipped by file and line", async () => {
    server.files.set("/res_data.csv", { body: Buffer.from(`${resText(named("Firma CZ"))}stray\r\n`) });
    const { code, err } = await run("--from", list, "--only", "res");
    expect(code).toBe(0);
    expect(err).toMatch(/^res_data\.csv:3: \S/);
  });

  test.each(["sk", "cs", "en"])("speaks English where %s is asked for", async (locale) => {
    server.files.clear();
    const { err } = await run("--from", list, "--country", "CZ", "--locale", locale);
    expect(err).toContain("the server did not give the file");
  });
});

describe("words that cannot be carried out end with a next step:", () => {
  test.each<[string, string[], RegExp]>([
    ["an unknown register", ["--only", "ruz"], /only/],
    ["a country and a register of the other", ["--country", "CZ", "--only", "rpo"], /nothing to download/],
    ["an unknown country", ["--country", "PL"], /country/],
    [
      "a list that is not there",
      ["--from", "/nowhere/files.yaml"],
      /\/nowhere\/files\.yaml: cannot be read \(ENOENT\)/,
    ],
  ])("%s", async (_what, words, message) => {
    const { code, out, err } = await run(...words, "--locale", "en");
    // A file that cannot be read is no mistake of the command line.
    expect([code, out]).toEqual([words[0] === "--from" ? 1 : 2, ""]);
    expect(err).toMatch(message);
    expect(server.asked).toEqual([]);
  });

  test.each([
    ["an unknown key", "ruz: {}\n", /files\.yaml:1 .*ruz/],
    ["an address of a file", "rpo:\n  bucket: file:///etc/\n  mostMegabytes: 1\n", /files\.yaml:2 rpo\.bucket/],
    ["an address with a password", "rpo:\n  bucket: https://u:p@x.example/\n  mostMegabytes: 1\n", /rpo\.bucket/],
    ["no size", "rpo:\n  bucket: https://x.example/\n", /mostMegabytes/],
    ["no YAML", "{", /files\.yaml:1/],
  ])("a list with %s", async (_what, text, message) => {
    const { code, err } = await run("--from", fileOf(text), "--locale", "en");
    expect(code).toBe(1);
    expect(err).toMatch(message);
    expect(err).toContain("knowledge/register-files.yaml");
  });

  test("a register that has no address", async () => {
    const without = await openTestServices();
    onTestFinished(() => without.close());
    const { code, err } = await runDosah(without.call, [
      "registers",
      "fetch",
      "--only",
      "nis2-register",
      "--locale",
      "en",
    ]);
    expect(code).toBe(2);
    expect(err).toContain("OPENDATA_URL");
  });

  test("any register where the whole snapshot comes from another machine", async () => {
    const other = await openTestServices({ env: { SNAPSHOT_URL: `${server.url}/registers.db` } });
    onTestFinished(() => other.close());
    const { code, err } = await runDosah(other.call, ["registers", "fetch", "--from", list, "--locale", "en"]);
    expect(code).toBe(1);
    expect(err).toContain("SNAPSHOT_URL");
    expect(server.asked).toEqual([]);
  });
});
