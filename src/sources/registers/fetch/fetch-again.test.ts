import { renameSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { hostFile } from "../../../outbound/file-host.fixture.ts";
import { BUCKET } from "../download/bucket.fixture.ts";
import {
  icoAt,
  importing,
  named,
  namesIn,
  opened,
  publishedFile,
  registerFile,
} from "../snapshot/importing/register-files.fixture.ts";
import { ACTIVITIES, DATA, type FetchFixture, firm, openFetchFixture } from "./fetch.fixture.ts";

let at: FetchFixture;

beforeEach(async () => {
  at = await openFetchFixture();
});

describe("a second fetch", () => {
  beforeEach(async () => {
    at.publishRes(named("Firma CZ"));
    at.publishFull("2026-11-07", [firm("Firma SK", 0)], [firm("Firma dve", 1)]);
    at.publishDaily("2026-11-09", firm("Firma nová", 0));
    await at.run();
    at.asked();
  });

  test("of what did not change fetches and publishes nothing", async () => {
    const { version } = opened(at.dir);
    expect(await at.results()).toEqual(["res unchanged", "rpo unchanged"]);
    expect(at.asked()).toEqual([DATA, ACTIVITIES, BUCKET, BUCKET]);
    expect(opened(at.dir).version).toBe(version);
  });

  test("gets only the daily batches that are new", async () => {
    at.publishDaily("2026-11-10", firm("Firma desiata", 0));
    at.publishDaily("2026-11-11", firm("Firma jedenásta", 1));
    expect(await at.results(["rpo"])).toEqual(["rpo published"]);
    expect(at.asked().filter((path) => path !== BUCKET)).toEqual([
      `${BUCKET}batch-daily/actual_2026-11-10.json.gz`,
      `${BUCKET}batch-daily/actual_2026-11-11.json.gz`,
    ]);
    expect(namesIn(at.dir, "SK")).toEqual(["Firma desiata", "Firma jedenásta"]);
    expect(await at.results(["rpo"])).toEqual(["rpo unchanged"]);
  });

  test("gets a batch anew that was published anew under its name", async () => {
    at.publishDaily("2026-11-09", firm("Firma opravená", 0));
    expect(await at.results(["rpo"])).toEqual(["rpo published"]);
    expect(namesIn(at.dir, "SK")).toEqual(["Firma opravená", "Firma dve"]);
  });

  test("gets a new monthly set whole, and what the daily batches said of it before counts no more", async () => {
    at.publishFull("2026-11-21", [firm("Firma SK", 0)], [firm("Firma dve", 1), firm("Firma tri", 2)]);
    expect(await at.results(["rpo"])).toEqual(["rpo published"]);
    expect(namesIn(at.dir, "SK")).toEqual(["Firma SK", "Firma dve", "Firma tri"]);
  });

  test("stays with its monthly set when the list has only an older or a broken one, and takes daily batches on", async () => {
    at.bucket.delete("batch-init/init_2026-11-07_001.json.gz");
    at.publishFull("2026-10-03", [firm("Firma dávna", 0)]);
    expect(await at.results(["rpo"])).toEqual(["rpo unchanged"]);
    at.publishDaily("2026-11-12", firm("Firma dvanásta", 0));
    expect(await at.results(["rpo"])).toEqual(["rpo published"]);
    expect(namesIn(at.dir, "SK")).toEqual(["Firma dvanásta", "Firma dve"]);
  });

  test("of a publication of which one file changed gets both: they belong together", async () => {
    at.server.files.set(ACTIVITIES, {
      body: Buffer.from(
        `ICO,ZDRUD,KODCIS,HODN,DATPLAT,DDATPAKT,PRIZNAK\r\n${icoAt(0)},411,80004,35110,2026-09-30,,\r\n`,
      ),
    });
    expect(await at.results(["res"])).toEqual(["res published"]);
    expect(
      opened(at.dir)
        .find(icoAt(0), "CZ")
        ?.nace.map(({ code }) => code),
    ).toContain("35110");
  });

  test("gets everything where what it fetched is no longer what is published", async () => {
    renameSync(publishedFile(at.dir), join(at.dir, "elsewhere.db"));
    expect(await at.results()).toEqual(["res published", "rpo published"]);
    expect([namesIn(at.dir, "CZ"), namesIn(at.dir, "SK")]).toEqual([["Firma CZ"], ["Firma nová", "Firma dve"]]);
  });

  test("gets everything where somebody has imported an older file since", async () => {
    await importing(at.dir, registerFile.res(at.dir, named("Firma stará"), "2026-08-31"));
    expect(await at.results(["res"])).toEqual(["res published"]);
    expect(namesIn(at.dir, "CZ")).toEqual(["Firma CZ"]);
  });

  test("stays where a newer file was imported by hand", async () => {
    await importing(at.dir, registerFile.res(at.dir, named("Firma novšia"), "2026-09-30"));
    expect(await at.results(["res"])).toEqual(["res unchanged"]);
    expect(namesIn(at.dir, "CZ")).toEqual(["Firma novšia"]);
  });

  test("that forgets gets everything anew", async () => {
    expect(await at.results(["res", "rpo"], { anew: true })).toEqual(["res published", "rpo published"]);
    expect(at.asked()).toContain(`${BUCKET}batch-init/init_2026-11-07_001.json.gz`);
  });
});

test("a publication that appears between its first file and its last is had whole", async () => {
  at.publishRes(named("Firma stará"), "2026-09-15");
  at.server.instead.set(ACTIVITIES, [
    (request, response) => {
      at.publishRes(named("Firma nová"), "2026-09-30", `${icoAt(0)},411,80004,35110,2026-09-30,,\r\n`);
      hostFile(at.server.files.get(ACTIVITIES) ?? { body: Buffer.alloc(0) })(request, response);
    },
  ]);
  expect(await at.results(["res"])).toEqual(["res published"]);
  expect(namesIn(at.dir, "CZ")).toEqual(["Firma nová"]);
  expect(
    opened(at.dir)
      .find(icoAt(0), "CZ")
      ?.nace.map(({ code }) => code),
  ).toContain("35110");
  expect(await at.results(["res"])).toEqual(["res unchanged"]);
});

test("a part is gone on with, unless the machine was started since: then it may have holes", async () => {
  at.publishRes(named(...Array.from({ length: 3_000 }, (_, index) => `Firma ${index}`)));
  const file = at.server.files.get(DATA);
  if (file === undefined) throw new Error("it was published");
  const part = join(at.dir, "registers", "downloads", "res", "res_data.csv.part");
  const ranges = () => at.server.askedFor(DATA).map(({ range }) => range !== undefined);
  const cutOff = async () => {
    at.server.instead.set(
      DATA,
      Array.from({ length: 5 }, () => hostFile({ ...file, cutAfter: 20_000 })),
    );
    expect(await at.results(["res"])).toEqual(["res failed"]);
    at.server.instead.clear();
    return ranges().length;
  };
  await cutOff();
  utimesSync(part, 1, 1);
  const afterRestart = await cutOff();
  expect(ranges()[5]).toBe(false);
  expect(await at.results(["res"])).toEqual(["res published"]);
  expect(ranges()[afterRestart]).toBe(true);
});
