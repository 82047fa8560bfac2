import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { beforeEach, describe, expect, test } from "vitest";
import { BUCKET } from "../download/bucket.fixture.ts";
import { testNetwork } from "../download/file-server.fixture.ts";
import { FETCHED_FORMATS } from "../registers.ts";
import { holdFetchLock, holdImportLock } from "../snapshot/importing/lock.ts";
import { icoAt, named, namesIn, nis2Text, opened, testOptions } from "../snapshot/importing/register-files.fixture.ts";
import { COMPANIES, type FetchFixture, firm, openFetchFixture } from "./fetch.fixture.ts";
import { fetchRegisters } from "./fetch-registers.ts";

let at: FetchFixture;

beforeEach(async () => {
  at = await openFetchFixture();
});

describe("a fetch", () => {
  test("publishes all registers in one step, and removes the files", async () => {
    at.publishRes(named("Firma CZ"), "2026-09-15", `${icoAt(0)},411,80004,35110,2026-09-15,,\r\n`);
    at.publishFull("2026-11-07", [firm("Firma SK", 0)], [firm("Firma dve", 1)]);
    at.publishDaily("2026-11-06", firm("Firma stará", 2));
    at.publishDaily("2026-11-09", firm("Firma nová", 0));
    at.server.files.set(COMPANIES, {
      body: gzipSync(nis2Text([{ ico: icoAt(1), category: "essential", sector: "energy" }])),
    });
    const { registers, refusal } = await at.run(FETCHED_FORMATS);
    expect(refusal).toBeUndefined();
    expect(registers.map(({ format, result, reports }) => [format, result, reports.length])).toEqual([
      ["res", "published", 1],
      ["rpo", "published", 3],
      ["nis2-register", "published", 1],
    ]);
    expect(new Set(registers.flatMap(({ reports }) => reports.map(({ version }) => version))).size).toBe(1);
    expect(namesIn(at.dir, "CZ")).toEqual(["Firma CZ"]);
    expect(namesIn(at.dir, "SK")).toEqual(["Firma nová", "Firma dve"]);
    const snapshot = opened(at.dir);
    expect(snapshot.find(icoAt(0), "CZ")?.nace.map(({ code }) => code)).toContain("35110");
    expect(snapshot.find(icoAt(1), "SK")?.registerVerdict?.category).toBe("essential");
    for (const format of FETCHED_FORMATS) expect(at.left(format)).toEqual(["imported.json"]);
  });

  test("takes the day of a batch from its name where the file does not say", async () => {
    at.bucket.set("batch-init/init_2026-11-07_001.json.gz", gzipSync(`${JSON.stringify(firm("Firma SK", 0))}\n`));
    const { registers } = await at.run(["rpo"]);
    expect(registers[0]?.reports[0]?.asOf).toBe("2026-11-07");
  });

  test("of one register leaves the others as they were", async () => {
    at.publishRes(named("Firma CZ"));
    at.publishFull("2026-11-07", [firm("Firma SK", 0)]);
    await at.run();
    at.publishRes(named("Firma iná"), "2026-09-30");
    at.publishDaily("2026-11-10", firm("Firma nová", 0));
    expect(await at.results(["rpo"])).toEqual(["rpo published"]);
    expect([namesIn(at.dir, "CZ"), namesIn(at.dir, "SK")]).toEqual([["Firma CZ"], ["Firma nová"]]);
  });

  test("tells how far it is, file by file, and then how far the import is", async () => {
    at.publishFull("2026-11-07", [firm("Firma SK", 0)]);
    const phases = new Set<string>();
    const options = {
      build: testOptions(at.dir),
      places: { rpo: { addresses: { bucket: at.server.url + BUCKET }, maxBytes: 1_000_000 } },
      formats: ["rpo"] as const,
      anew: false,
      network: testNetwork().network,
    };
    await fetchRegisters({
      ...options,
      onProgress: ({ phase, ...more }) => phases.add(phase === "download" ? `download ${more.file}` : phase),
    });
    expect([...phases]).toEqual(["download init_2026-11-07_001.json.gz", "rows", "keys", "check"]);
  });
});

describe("one at a time:", () => {
  test("a second fetch has to wait and asks nobody", async () => {
    await at.run(["rpo"]);
    at.asked();
    const lock = holdFetchLock(join(at.dir, "registers", "downloads", "fetch.lock"));
    await expect(at.run()).rejects.toThrow(/another fetch of registers is running/);
    lock.release();
    expect(at.asked()).toEqual([]);
  });

  test("an import that is running meanwhile keeps the fetched files waiting, not lost", async () => {
    at.publishRes(named("Firma CZ"));
    await at.run([]);
    const lock = holdImportLock(join(at.dir, "registers", "import.lock"));
    const { registers, refusal } = await at.run(["res"]);
    lock.release();
    expect([registers[0]?.result, refusal?.message]).toEqual(["refused", expect.stringMatching(/another import/)]);
    expect((await at.run(["res"])).registers).toMatchObject([{ result: "published", received: 0 }]);
  });
});
