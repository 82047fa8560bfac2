import { randomBytes } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { zstdCompressSync } from "node:zlib";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { type FakeServer, type Script, startFakeServer, text } from "../../../../outbound/fake-server.fixture.ts";
import { hostFile, sha256Of } from "../../../../outbound/file-host.fixture.ts";
import { failAt } from "../importing/faulty-disk.fixture.ts";
import type { BuildOptions } from "../importing/import-options.ts";
import { holdImportLock } from "../importing/lock.ts";
import {
  classify,
  type FirmRow,
  importing,
  NOW,
  named,
  namesIn,
  opened,
  publishedFile,
  registerFile,
  temporaryFolder,
  testOptions,
  testSample,
} from "../importing/register-files.fixture.ts";
import { openPublished } from "../published.ts";
import { fetchSnapshot, type SnapshotToFetch } from "./fetch-snapshot.ts";

let server: FakeServer;
let dir: string;

beforeEach(async () => {
  server = await startFakeServer(text("", 404));
  onTestFinished(() => server.close());
  dir = temporaryFolder();
});

/** A snapshot as another machine publishes it. */
async function snapshotOf(rows: readonly FirmRow[], more: Partial<BuildOptions> = {}): Promise<Buffer> {
  const other = temporaryFolder();
  await importing(other, registerFile.res(other, rows), { seed: testSample, ...more });
  return readFileSync(publishedFile(other));
}

function fetching(body: Buffer, what: Partial<SnapshotToFetch> = {}, more: Partial<BuildOptions> = {}) {
  return fetchSnapshot(
    {
      url: new URL(`${server.url}/registers.db?token=secret`),
      sha256: sha256Of(body),
      userAgent: "Dosah/0",
      now: () => NOW,
      sleep: async () => {},
      ...what,
    },
    testOptions(dir, { seed: testSample, ...more }),
  );
}

/** Puts a file at the server's address and fetches it. */
function publishing(body: Buffer, what?: Partial<SnapshotToFetch>, more?: Partial<BuildOptions>) {
  server.script = hostFile({ body });
  return fetching(body, what, more);
}

/** A snapshot damaged by its publisher before it made the checksum. */
async function damaged(damage: (file: string) => void): Promise<Buffer> {
  const other = temporaryFolder();
  await importing(other, registerFile.res(other, named("Firma Damaged")));
  damage(publishedFile(other));
  return readFileSync(publishedFile(other));
}

const sql = (statement: string) => (file: string) => {
  const db = new DatabaseSync(file);
  db.exec(statement);
  db.close();
};

const left = () => readdirSync(join(dir, "registers")).sort();
/** The file that was published before stays beside it. */
const FORMER = ["former.db", "former.db.sha256"];
const WHOLE = ["import.lock", "registers.db", "registers.db.sha256"];

describe("a snapshot is fetched", () => {
  test("and is the published one, with where it is from; nothing else is left", async () => {
    const body = await snapshotOf(named("Firma A", "Firma B"));
    expect(await publishing(body)).toMatchObject({ kind: "swapped", bytes: body.length, resumedFrom: 0 });
    expect(namesIn(dir, "CZ")).toEqual(["Firma A", "Firma B"]);
    expect(opened(dir).origin()).toMatchObject({ fetchedAt: NOW.toISOString(), fetchedSha256: sha256Of(body) });
    expect(left()).toEqual(WHOLE);
  });

  test("over an older one, which serves until then", async () => {
    await publishing(await snapshotOf(named("Firma A")));
    let millis = 0;
    const registers = await openPublished(dir, { ...testOptions(dir), millis: () => millis });
    onTestFinished(() => registers.close());
    await publishing(await snapshotOf(named("Firma B")));
    expect(registers.search("firma", "CZ", 10)[0]?.name).toBe("Firma A");
    millis = 1_000;
    expect(registers.search("firma", "CZ", 10)[0]?.name).toBe("Firma B");
  });

  test("once: the same one is not asked for again", async () => {
    const body = await snapshotOf(named("Firma A"));
    await publishing(body);
    const asked = server.asked.length;
    expect(await publishing(body)).toEqual({ kind: "unchanged" });
    expect(server.asked).toHaveLength(asked);
  });

  test("made with other rules, it is classified anew before it serves", async () => {
    const body = await snapshotOf([{ name: "Firma A", nace: "35110", size: "240" }], {
      rulesVersion: "rules-0",
      classify: () => ({ category: "out_of_scope", sector: null, reason: null }),
    });
    await publishing(body);
    expect(opened(dir).stats()).toContainEqual({ country: "CZ", category: "important", sector: "energy", count: 1 });
    expect(opened(dir).origin().fetchedSha256).toBe(sha256Of(body));
    expect(await publishing(body)).toEqual({ kind: "unchanged" });
    expect(left()).toEqual(WHOLE);
  });

  test("rules that throw leave the old one in service", async () => {
    await publishing(await snapshotOf(named("Firma A")));
    const other = await snapshotOf(named("Firma B"), { rulesVersion: "rules-0" });
    const broken = () => {
      throw new TypeError("a mistake in a rule");
    };
    await expect(publishing(other, {}, { classify: broken })).rejects.toThrow("a mistake in a rule");
    expect(namesIn(dir, "CZ")).toEqual(["Firma A"]);
    expect(await publishing(other, {}, { classify })).toMatchObject({ kind: "swapped", bytes: 0 });
  });

  test("after an import here, and an import goes on from it where fetching has ended", async () => {
    await importing(dir, registerFile.res(dir, named("Firma Here")), { seed: testSample });
    await publishing(await snapshotOf(named("Firma There")));
    expect(namesIn(dir, "CZ")).toEqual(["Firma There"]);
    writeFileSync(join(dir, "registers", "fetched.db.part"), "left");
    await importing(dir, registerFile.rpo(dir, named("Firma SK")), { seed: testSample });
    expect(namesIn(dir, "CZ")).toEqual(["Firma There"]);
    expect(opened(dir).origin()).toMatchObject({ fetchedAt: null, fetchedSha256: null });
    expect(left()).toEqual([...FORMER, ...WHOLE]);
  });
});

describe("a fetch that is interrupted is gone on from", () => {
  const many = Array.from({ length: 300 }, (_, index) => ({ name: `Firma ${index}` }));

  test("after a broken connection and a stop", async () => {
    const body = await snapshotOf(many);
    server.script = hostFile({ body, cutAfter: 20_000 });
    const stop = new AbortController();
    const stopping = { sleep: async () => stop.abort() };
    await expect(fetching(body, stopping, { signal: stop.signal })).rejects.toMatchObject({ kind: "closed" });
    expect(left()).toContain("fetched.db.part");
    const here = statSync(join(dir, "registers", "fetched.db.part")).size;
    expect(await publishing(body)).toMatchObject({ kind: "swapped", resumedFrom: here });
    expect(left()).toEqual(WHOLE);
  });

  test("after a kill between the last byte and the swap: nothing is fetched again", async () => {
    const body = await snapshotOf(many);
    await importing(dir, registerFile.res(dir, named("Firma Old")), { seed: testSample });
    writeFileSync(join(dir, "registers", "fetched.db"), body);
    server.script = text("", 500);
    expect(await fetching(body)).toMatchObject({ kind: "swapped" });
    expect(server.asked).toEqual([]);
    expect(opened(dir).search("firma", "CZ", 10)).toHaveLength(10);
  });

  test("not from what a kill left of another snapshot", async () => {
    const body = await snapshotOf(many);
    await importing(dir, registerFile.res(dir, named("Firma Old")), { seed: testSample });
    writeFileSync(join(dir, "registers", "fetched.db"), await snapshotOf(named("Firma Other")));
    writeFileSync(join(dir, "registers", "fetched.db-journal"), "left");
    expect(await publishing(body)).toMatchObject({ kind: "swapped", bytes: body.length });
    expect(left()).toEqual([...FORMER, ...WHOLE]);
  });
});

describe("a packed snapshot", () => {
  /** Puts the packed form at the server's address and fetches it. */
  function publishingPacked(body: Buffer, packed: Buffer, what: Partial<SnapshotToFetch> = {}) {
    server.script = hostFile({ body: packed });
    return fetching(body, { packed: { sha256: sha256Of(packed), bytes: packed.length }, ...what });
  }

  test("is fetched, unpacked and checked; nothing packed is left", async () => {
    const body = await snapshotOf(named("Firma A", "Firma B"));
    const packed = zstdCompressSync(body);
    expect(await publishingPacked(body, packed)).toMatchObject({ kind: "swapped", bytes: packed.length });
    expect(namesIn(dir, "CZ")).toEqual(["Firma A", "Firma B"]);
    expect(opened(dir).origin().fetchedSha256).toBe(sha256Of(body));
    expect(left()).toEqual(WHOLE);
  });

  test("goes on where it was broken off", async () => {
    const body = await snapshotOf(named("Firma A"));
    const packed = zstdCompressSync(body);
    const form = { packed: { sha256: sha256Of(packed), bytes: packed.length } };
    server.script = hostFile({ body: packed, cutAfter: 1_000 });
    const stopped = new AbortController();
    const sleep = async () => stopped.abort();
    await expect(fetching(body, { ...form, sleep }, { signal: stopped.signal })).rejects.toMatchObject({
      kind: "closed",
    });
    server.script = hostFile({ body: packed });
    expect(await fetching(body, form)).toMatchObject({ kind: "swapped", resumedFrom: 1_000 });
  });

  test("that lies here whole after a kill is not fetched again", async () => {
    await publishing(await snapshotOf(named("Firma A")));
    const next = await snapshotOf(named("Firma B"));
    const nextPacked = zstdCompressSync(next);
    writeFileSync(join(dir, "registers", "fetched.db.zst"), nextPacked);
    const asked = server.asked.length;
    expect(await publishingPacked(next, nextPacked)).toMatchObject({ kind: "swapped", bytes: 0 });
    expect(server.asked).toHaveLength(asked);
  });

  test.each<[string, (body: Buffer) => Promise<Buffer> | Buffer]>([
    ["is no zstd", () => randomBytes(5_000)],
    ["is nothing", () => Buffer.alloc(0)],
    ["was cut off before it was summed up", (body) => zstdCompressSync(body).subarray(0, 900)],
    ["holds another file than it says", async () => zstdCompressSync(await snapshotOf(named("Firma Other")))],
    ["unpacks without end", () => zstdCompressSync(Buffer.alloc(50_000_000))],
  ])("that %s is refused by name, and the former one serves", async (_what, packing) => {
    await publishing(await snapshotOf(named("Firma A")));
    const body = await snapshotOf(named("Firma B"));
    const wrong = publishingPacked(body, await packing(body), { maxFileBytes: 1_000_000 });
    await expect(wrong).rejects.toMatchObject({ kind: "not_sound" });
    expect(namesIn(dir, "CZ")).toEqual(["Firma A"]);
    expect(left()).toEqual(WHOLE);
  });

  test("with another checksum or length than announced never gets as far as to be unpacked", async () => {
    await publishing(await snapshotOf(named("Firma A")));
    const body = await snapshotOf(named("Firma B"));
    const packed = zstdCompressSync(body);
    server.script = hostFile({ body: packed });
    for (const form of [
      { sha256: "0".repeat(64), bytes: packed.length },
      { sha256: sha256Of(packed), bytes: packed.length - 1 },
    ]) {
      await expect(fetching(body, { packed: form })).rejects.toMatchObject({ kind: "mismatch" });
      expect(left()).toEqual(WHOLE);
    }
  });

  test("finds a disk that is full while it is unpacked: the former one serves", async () => {
    await publishing(await snapshotOf(named("Firma A")));
    const body = await snapshotOf(named("Firma B"));
    const packed = zstdCompressSync(body);
    writeFileSync(join(dir, "registers", "fetched.db.zst"), packed);
    const end = await failAt(1, "ENOSPC");
    const thrown = publishingPacked(body, packed);
    await expect(thrown).rejects.toThrow(/disk is full/);
    end();
    expect(namesIn(dir, "CZ")).toEqual(["Firma A"]);
    expect(await publishingPacked(body, packed)).toMatchObject({ kind: "swapped", bytes: 0 });
  });
});

describe("what is not to be used changes nothing, is not kept, and is named", () => {
  test.each<[string, (body: Buffer) => Buffer | Promise<Buffer>, object]>([
    ["no database", () => randomBytes(20_000), { kind: "not_sound" }],
    ["nothing at all", () => Buffer.alloc(0), { kind: "not_sound" }],
    ["cut off", (body) => body.subarray(0, 9_000), { kind: "not_sound" }],
    ["a database of somebody else", () => damaged(sql("PRAGMA application_id = 1")), { kind: "not_sound" }],
    ["of a newer layout", () => damaged(sql("PRAGMA user_version = 99")), { kind: "other_version" }],
    ["of an older layout", () => damaged(sql("PRAGMA user_version = 0")), { kind: "other_version" }],
    ["without its index", () => damaged(sql("DROP INDEX company_ico")), { kind: "not_sound" }],
    ["without its search", () => damaged(sql("DELETE FROM key_block; DELETE FROM dense")), { kind: "not_sound" }],
    ["never finished", () => damaged(sql("DELETE FROM import_state")), { kind: "not_sound" }],
    ["with other numbers than rows", () => damaged(sql("UPDATE holding SET companies = 7")), { kind: "not_sound" }],
    ["in write-ahead mode", () => damaged(sql("PRAGMA journal_mode = WAL")), { kind: "not_sound" }],
    ["overwritten in the middle", () => damaged((file) => truncateSync(file, 5_000)), { kind: "not_sound" }],
  ])("%s", async (_case, damage, failure) => {
    const sound = await snapshotOf(named("Firma Sound"));
    await publishing(sound);
    const { version } = opened(dir);
    await expect(publishing(await damage(sound))).rejects.toMatchObject(failure);
    expect(opened(dir).version).toBe(version);
    expect(left()).toEqual(WHOLE);
  });

  test("the message says what to do about another layout", async () => {
    const newer = await damaged(sql("PRAGMA user_version = 99"));
    await expect(publishing(newer)).rejects.toThrow("update Dosah on this machine");
    const older = await damaged(sql("PRAGMA user_version = 0"));
    await expect(publishing(older)).rejects.toThrow("update Dosah where the snapshot is made");
  });

  test("the sample of a publisher that lost its registers", async () => {
    const other = temporaryFolder();
    (await openPublished(other, { ...testOptions(other), seed: testSample })).close();
    await publishing(await snapshotOf(named("Firma A")));
    await expect(publishing(readFileSync(publishedFile(other)))).rejects.toMatchObject({ kind: "only_sample" });
    expect(namesIn(dir, "CZ")).toEqual(["Firma A"]);
  });

  test("one that lacks a register which is here", async () => {
    await importing(dir, registerFile.rpo(dir, named("Firma SK")), { seed: testSample });
    await expect(publishing(await snapshotOf(named("Firma A")))).rejects.toThrow(/lacks the register of SK/);
    expect(namesIn(dir, "SK")).toEqual(["Firma SK"]);
  });
});

describe("a publisher in trouble", () => {
  test.each<[string, Script, object]>([
    ["not there", text("", 404), { kind: "http_status", status: 404 }],
    ["broken", text("", 500), { kind: "http_status", status: 500 }],
    ["moved to another host", text("", 301, { location: "http://example.test/r.db" }), { kind: "redirect" }],
    ["silent for ever", () => undefined, { kind: "timeout" }],
    ["just swapping its file", hostFile({ body: Buffer.from("the next one") }), { kind: "mismatch" }],
    ["sending without end", hostFile({ body: Buffer.alloc(200_000), chunked: true }), { kind: "too_large" }],
    ["announcing too much", hostFile({ body: Buffer.alloc(200_000) }), { kind: "too_large" }],
  ])("%s", async (_case, script, failure) => {
    const body = await snapshotOf(named("Firma A"));
    server.script = script;
    await expect(fetching(body, { stallMs: 50, maxFileBytes: 150_000 })).rejects.toMatchObject(failure);
    expect(existsSync(publishedFile(dir))).toBe(false);
    expect(await publishing(body)).toMatchObject({ kind: "swapped" });
  });
});

test("a disk that is too small is said before a byte comes; the old one serves on", async () => {
  await publishing(await snapshotOf(named("Firma A")));
  server.script = (_request, response) => {
    response.writeHead(200, { "content-length": String(10 ** 14) });
    response.write("abc");
  };
  const next = fetching(await snapshotOf(named("Firma B")), { maxFileBytes: 10 ** 15 });
  await expect(next).rejects.toMatchObject({ kind: "not_stored", cause: { code: "ENOSPC" } });
  expect(namesIn(dir, "CZ")).toEqual(["Firma A"]);
  expect(left()).toEqual(WHOLE);
});

test("a disk that is full while it comes: the old one serves on, and what came is removed", async () => {
  await publishing(await snapshotOf(named("Firma A")));
  symlinkSync("/dev/full", join(dir, "registers", "fetched.db.part"));
  await expect(publishing(await snapshotOf(named("Firma B")))).rejects.toMatchObject({ kind: "not_stored" });
  expect(namesIn(dir, "CZ")).toEqual(["Firma A"]);
  expect(left()).toEqual(WHOLE);
});

test("a disk that is full while it is classified anew: the old one serves on", async () => {
  await publishing(await snapshotOf(named("Firma A")));
  const others = Array.from({ length: 3_000 }, (_, index) => ({ name: `Firma ${index}`, nace: "35110" }));
  const body = await snapshotOf(others, { rulesVersion: "rules-0" });
  const classifyEachApart: BuildOptions["classify"] = ({ ico }) => ({
    category: "important",
    sector: `sector ${ico}`,
    reason: null,
  });
  const full = { maxBytes: 4_096, classify: classifyEachApart };
  await expect(publishing(body, {}, full)).rejects.toThrow(/disk is full/);
  expect(namesIn(dir, "CZ")).toEqual(["Firma A"]);
});

test("while another process of the folder imports or fetches, it waits its turn", async () => {
  await importing(dir, registerFile.res(dir, named("Firma A")), { seed: testSample });
  const lock = holdImportLock(join(dir, "registers", "import.lock"));
  const body = await snapshotOf(named("Firma B"));
  expect(await publishing(body)).toEqual({ kind: "busy" });
  expect(server.asked).toEqual([]);
  lock.release();
  expect(await publishing(body)).toMatchObject({ kind: "swapped" });
});
