import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { type Script, text } from "../../../outbound/fake-server.fixture.ts";
import { etagOf, hostFile } from "../../../outbound/file-host.fixture.ts";
import { temporaryFolder } from "../snapshot/importing/register-files.fixture.ts";
import { type FileServer, startFileServer, testNetwork } from "./file-server.fixture.ts";
import { haveFile, type Wanted } from "./have-file.ts";
import { readPage } from "./read-page.ts";

const FILE = "/files/a.csv";
const body = Buffer.from("a line of a register\n".repeat(20_000));
const md5 = (of: Buffer) => createHash("md5").update(of).digest("hex");

let server: FileServer;
let folder: string;

beforeEach(async () => {
  server = await startFileServer();
  server.files.set(FILE, { body });
  folder = temporaryFolder();
});

const have = (more: Partial<Wanted & { stallMs: number; into: string }> = {}) => {
  const { stallMs, into = folder, ...wanted } = more;
  return haveFile(
    into,
    { url: server.url + FILE, name: "a.csv", maxBytes: 10_000_000, ...wanted },
    { ...testNetwork().network, ...(stallMs === undefined ? {} : { stallMs }) },
  );
};

const file = () => join(folder, "a.csv");
const isWhole = (as = body) => readFileSync(file()).equals(as);

describe("a file", () => {
  test("gets the name we give it and the time of its publication, and says how much came", async () => {
    server.files.set(FILE, { body, lastModified: "Tue, 15 Sep 2026 06:00:00 GMT" });
    expect(await have()).toMatchObject({ kind: "file", file: file(), received: body.length });
    expect(isWhole()).toBe(true);
    expect(statSync(file()).mtime.toISOString()).toBe("2026-09-15T06:00:00.000Z");
    await have({ changedOn: new Date("2026-09-01T12:00:00Z"), url: `${server.url}${FILE}?again` });
    expect(statSync(file()).mtime.toISOString()).toBe("2026-09-01T12:00:00.000Z");
  });

  test("that waits here whole is asked about and not fetched again", async () => {
    await have();
    expect(await have()).toMatchObject({ kind: "file", received: 0, validators: { etag: etagOf(body) } });
    expect(server.askedFor(FILE)[1]).toMatchObject({ "if-none-match": etagOf(body) });
    const next = Buffer.from("another publication");
    server.files.set(FILE, { body: next });
    expect(await have()).toMatchObject({ received: next.length });
    expect(isWhole(next)).toBe(true);
  });

  test("of which the known version is still the one brings nothing", async () => {
    expect(await have({ known: { etag: etagOf(body), lastModified: null } })).toEqual({ kind: "unchanged" });
    expect(readdirSync(folder)).toEqual([]);
  });

  test.each<[string, () => void]>([
    ["was changed by hand", () => writeFileSync(file(), "something else")],
    ["has a note that is none", () => writeFileSync(`${file()}.json`, "{broken")],
    ["has a note of other words", () => writeFileSync(`${file()}.json`, "{}")],
  ])("that %s is fetched anew", async (_what, damage) => {
    await have();
    damage();
    expect(await have()).toMatchObject({ received: body.length });
    expect(isWhole()).toBe(true);
  });

  test("from another address than the one that waits here is fetched", async () => {
    await have();
    server.files.set("/b.csv", { body });
    expect(await have({ url: `${server.url}/b.csv` })).toMatchObject({ received: body.length });
  });

  test("says how far it is, by its name", async () => {
    const seen: unknown[] = [];
    const wanted = { url: server.url + FILE, name: "a.csv", maxBytes: 10_000_000 };
    await haveFile(folder, wanted, testNetwork().network, (progress) => seen.push(progress));
    const all = { phase: "download", file: "a.csv", done: body.length, total: body.length, rows: 0 };
    expect(seen.at(-1)).toEqual(all);
  });
});

describe("the MD5 of a list", () => {
  const damaged = Buffer.from(body).fill(0, 1_000, 1_010);

  test("that fits asks once", async () => {
    await have({ md5: md5(body) });
    expect(server.asked).toHaveLength(1);
  });

  test("that does not fit has the file fetched once more", async () => {
    server.instead.set(FILE, [hostFile({ body: damaged })]);
    await have({ md5: md5(body) });
    expect([isWhole(), server.asked.length]).toEqual([true, 2]);
  });

  test("that never fits is no checksum there: the file stands", async () => {
    await have({ md5: "0".repeat(32) });
    expect([isWhole(), server.asked.length]).toEqual([true, 2]);
  });
});

describe("a file that cannot be had is reported by kind and address:", () => {
  const silent: Script = (_request, response) => {
    response.writeHead(200, { "content-length": "500" });
    response.write("abc");
  };
  const wrong: Script = text("abc", 200, { "content-md5": Buffer.alloc(16).toString("base64") });
  const short: Script = (_request, response) => {
    response.writeHead(200, { "content-length": "500" });
    response.write("abc", () => response.destroy());
  };
  test.each<[string, Script, string, number]>([
    ["a 404", text("", 404), "http_status", 1],
    ["a 500", text("", 500), "http_status", 5],
    ["a 429 that asks for half an hour", text("", 429, { "retry-after": "1800" }), "rate_limited", 1],
    ["a redirect elsewhere", text("", 302, { location: "https://example.test/" }), "redirect", 1],
    ["a server that falls silent", silent, "timeout", 5],
    ["fewer bytes than announced", short, "broken_off", 5],
    ["a wrong Content-MD5, twice", wrong, "mismatch", 2],
    ["more bytes than the list allows", text("x".repeat(20_000_000)), "too_large", 1],
  ])("%s", async (_what, script, kind, times) => {
    server.script = script;
    // Only the silent one is to be given up: on a busy machine others pause too.
    await expect(have({ stallMs: kind === "timeout" ? 200 : 5_000 })).rejects.toMatchObject({
      name: "FetchFailure",
      kind,
      url: server.url + FILE,
    });
    expect(server.asked).toHaveLength(times);
  });

  test("a 429 that names a short wait is waited for", async () => {
    server.instead.set(FILE, [text("", 429, { "retry-after": "20" })]);
    const { pauses, network } = testNetwork();
    await haveFile(folder, { url: server.url + FILE, name: "a.csv", maxBytes: 10_000_000 }, network);
    expect(pauses).toEqual([20_000]);
  });

  test("a folder that cannot be written", async () => {
    writeFileSync(join(folder, "file"), "");
    await expect(have({ into: join(folder, "file", "below") })).rejects.toMatchObject({ kind: "not_stored" });
  });

  test("a disk that is too small, whether the size is known or not; it is as empty as before", async ({ skip }) => {
    const disk = smallDisk();
    if (disk === undefined) return skip("this machine lets us make no small disk");
    for (const chunked of [false, true]) {
      server.files.set(FILE, { body: Buffer.alloc(3_000_000, "x"), chunked });
      await expect(have({ into: disk })).rejects.toMatchObject({ kind: "disk_full" });
      expect(readdirSync(disk)).toEqual([]);
    }
  });
});

/** A disk of two megabytes, where this machine lets us make one. */
function smallDisk(): string | undefined {
  const place = join(temporaryFolder(), "disk");
  mkdirSync(place);
  if (spawnSync("mount", ["-t", "tmpfs", "-o", "size=2m", "tmpfs", place]).status !== 0) return undefined;
  onTestFinished(() => void spawnSync("umount", [place]));
  return place;
}

describe("a page of a list", () => {
  const page = (stallMs = 30_000) => readPage(`${server.url}/list`, 1_000, { ...testNetwork().network, stallMs });

  test("is read after what passed", async () => {
    server.instead.set("/list", [text("", 503), text("", 429, { "retry-after": "5" }), text("<a/>")]);
    expect(await page()).toBe("<a/>");
  });

  test.each<[string, Script, string, number]>([
    ["a 404", text("", 404), "http_status", 1],
    ["a 500", text("", 500), "http_status", 4],
    ["silence", () => undefined, "timeout", 4],
    ["a long wait", text("", 503, { "retry-after": "3600" }), "http_status", 1],
    ["too long a text", text("x".repeat(2_000)), "too_large", 1],
  ])("cannot be had with %s", async (_what, script, kind, times) => {
    server.script = script;
    await expect(page(200)).rejects.toMatchObject({ kind, url: `${server.url}/list` });
    expect(server.asked).toHaveLength(times);
  });
});
