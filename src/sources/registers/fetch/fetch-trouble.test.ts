import { existsSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { beforeEach, describe, expect, test } from "vitest";
import { BUCKET } from "../download/bucket.fixture.ts";
import { named, namesIn, opened, publishedFile, rpoRows } from "../snapshot/importing/register-files.fixture.ts";
import { DATA, type FetchFixture, firm, openFetchFixture } from "./fetch.fixture.ts";

let at: FetchFixture;

beforeEach(async () => {
  at = await openFetchFixture();
});

describe("a register that cannot be had keeps no other from being published:", () => {
  test("a bucket that is down", async () => {
    at.publishRes(named("Firma CZ"));
    at.server.instead.set(
      BUCKET,
      Array.from({ length: 5 }, () => (_request, response) => void response.writeHead(503).end()),
    );
    const { registers } = await at.run();
    expect(registers).toMatchObject([
      { format: "res", result: "published" },
      { format: "rpo", result: "failed", failure: { kind: "http_status", status: 503 } },
    ]);
    expect(namesIn(at.dir, "CZ")).toEqual(["Firma CZ"]);
  });

  test("a file that is gone", async () => {
    at.publishFull("2026-11-07", [firm("Firma SK", 0)]);
    expect((await at.run()).registers).toMatchObject([
      { format: "res", result: "failed", failure: { kind: "http_status", status: 404, url: at.server.url + DATA } },
      { format: "rpo", result: "published" },
    ]);
  });

  test.each([
    ["a list that is garbage", "\u0000<not a list", "no_listing"],
    ["a list with a document type", "<!DOCTYPE a><ListBucketResult/>", "no_listing"],
    ["an empty bucket", "<ListBucketResult/>", "no_whole_set"],
  ])("%s", async (_what, text, kind) => {
    at.publishRes(named("Firma CZ"));
    at.server.instead.set(BUCKET, [(_request, response) => void response.end(text)]);
    expect((await at.run()).registers).toMatchObject([
      { result: "published" },
      { result: "failed", failure: { kind } },
    ]);
  });

  test("a monthly set without one of its parts", async () => {
    at.publishFull("2026-11-07", [firm("Firma SK", 0)], [firm("Firma dve", 1)], [firm("Firma tri", 2)]);
    at.bucket.delete("batch-init/init_2026-11-07_002.json.gz");
    expect((await at.run(["rpo"])).registers).toMatchObject([{ result: "failed", failure: { kind: "no_whole_set" } }]);
    expect(existsSync(publishedFile(at.dir))).toBe(false);
  });

  test("a batch larger than it may be, whatever the list says", async () => {
    at.publishFull("2026-11-07", [firm("Firma SK", 0)]);
    at.bucket.set("batch-init/init_2026-11-07_002.json.gz", Buffer.alloc(1_000_001));
    expect((await at.run(["rpo"])).registers).toMatchObject([{ failure: { kind: "too_large" } }]);
  });

  test("and what came of it is not fetched again", async () => {
    at.publishFull("2026-11-07", [firm("Firma SK", 0)], [firm("Firma dve", 1)]);
    const second = `${BUCKET}batch-init/init_2026-11-07_002.json.gz`;
    at.server.instead.set(second, [(_request, response) => void response.writeHead(403).end()]);
    expect(await at.results(["rpo"])).toEqual(["rpo failed"]);
    expect(at.left("rpo")).toContain("init_2026-11-07_001.json.gz");
    const { registers } = await at.run(["rpo"]);
    expect(registers).toMatchObject([
      { result: "published", received: at.bucket.get(second.slice(BUCKET.length))?.length },
    ]);
  });
});

describe("a damaged file changes nothing, and", () => {
  beforeEach(async () => {
    at.publishRes(named("Firma CZ"));
    at.publishFull("2026-11-07", [firm("Firma SK", 0)]);
    await at.run();
    at.publishRes(named("Firma iná"), "2026-09-30");
  });

  const cut = () => {
    const whole = gzipSync(rpoRows(named(...Array.from({ length: 500 }, (_, index) => `Firma ${index * 7919}`))));
    at.bucket.set("batch-daily/actual_2026-11-10.json.gz", whole.subarray(0, -400));
  };

  test("the report names it and its line", async () => {
    cut();
    const { version } = opened(at.dir);
    const { registers, refusal } = await at.run();
    expect(registers.map(({ result }) => result)).toEqual(["refused", "refused"]);
    expect(refusal?.message).toMatch(/actual_2026-11-10\.json\.gz:\d+: the gzip data end too early/);
    expect(opened(at.dir).version).toBe(version);
    expect(namesIn(at.dir, "CZ")).toEqual(["Firma CZ"]);
  });

  test("is removed, while the sound ones stay and are not fetched again", async () => {
    cut();
    await at.run();
    expect(at.left("rpo")).toEqual(["imported.json"]);
    expect(at.left("res")).toContain("res_data.csv");
    at.publishDaily("2026-11-10", firm("Firma celá", 0));
    const { registers } = await at.run();
    expect(registers).toMatchObject([{ result: "published", received: 0 }, { result: "published" }]);
    expect([namesIn(at.dir, "CZ"), namesIn(at.dir, "SK")]).toEqual([["Firma iná"], ["Firma celá"]]);
  });

  test("does not stand in the way of a register that is fetched alone", async () => {
    cut();
    await at.run();
    expect(await at.results(["res"])).toEqual(["res published"]);
    expect(namesIn(at.dir, "CZ")).toEqual(["Firma iná"]);
  });

  test("neither does a page of HTML under the address of a file", async () => {
    at.server.files.set(DATA, { body: Buffer.from("<html>Údržba</html>") });
    const { refusal } = await at.run(["res"]);
    expect(refusal?.message).toMatch(/res_data\.csv:1: /);
    expect(namesIn(at.dir, "CZ")).toEqual(["Firma CZ"]);
  });

  test("a full disk keeps the downloads for the next time", async () => {
    const { registers, refusal } = await at.run(["res"], { maxBytes: 8_192 });
    expect([registers[0]?.result, refusal?.message]).toEqual(["refused", expect.stringMatching(/disk is full/)]);
    expect((await at.run(["res"])).registers).toMatchObject([{ result: "published", received: 0 }]);
  });
});
