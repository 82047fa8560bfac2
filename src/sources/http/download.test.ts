import { createHash, randomBytes } from "node:crypto";
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { inTurn } from "./client-bench.contract.ts";
import { type Download, download } from "./download.ts";
import { etagOf, hostFile, sha256Of } from "./file-host.contract.ts";
import { type Script, type StandIn, startStandIn, text } from "./stand-in.contract.ts";

const MIB = 1_048_576;
const body = randomBytes(3 * MIB + 17);

let dir: string;
let standIn: StandIn;
let slept: number[];

beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), "dosah-download-"));
  slept = [];
  standIn = await startStandIn(hostFile({ body }));
});
afterEach(async () => {
  await standIn.close();
  rmSync(dir, { recursive: true, force: true });
});

function fetchIt(changes: Partial<Download> = {}) {
  return download(
    {
      url: new URL(`${standIn.url}/files/big.bin?token=secret`),
      to: join(dir, "big.bin"),
      maxBytes: 10 * MIB,
      ...changes,
    },
    {
      userAgent: "Dosah/0 (+http://localhost:3000)",
      now: () => new Date(),
      sleep: async (ms) => void slept.push(ms),
      random: () => 0.5,
    },
  );
}

const files = () => readdirSync(dir).sort();
const held = () => readFileSync(join(dir, "big.bin"));
const partBytes = () => statSync(join(dir, "big.bin.part")).size;
/** What each request asked for: the rest from a byte on (the last bytes before a break may be lost), or everything. */
const ranges = () => standIn.requests.map(({ headers }) => headers.range ?? "all");
const startOf = (range: string | undefined) => Number(/^bytes=(\d+)-$/.exec(range ?? "")?.[1] ?? 0);

describe("a file is brought", () => {
  test("whole, with its checksum and what the server says of its version", async () => {
    const told: number[] = [];
    const outcome = await fetchIt({
      expected: { bytes: body.length, sha256: sha256Of(body).toUpperCase() },
      onProgress: (done, total) => {
        told.push(done);
        expect(total).toBe(body.length);
      },
    });
    expect(outcome).toEqual({
      kind: "downloaded",
      bytes: body.length,
      sha256: sha256Of(body),
      validators: { etag: etagOf(body), lastModified: null },
      resumedFrom: 0,
    });
    expect(held().equals(body)).toBe(true);
    expect(files()).toEqual(["big.bin"]);
    expect(told.at(-1)).toBe(body.length);
    expect(standIn.requests[0]?.headers).toMatchObject({ "accept-encoding": "identity", "user-agent": /^Dosah/ });
  });

  test("not at all when the server has no newer one", async () => {
    for (const known of [
      { etag: etagOf(body), lastModified: null },
      { etag: null, lastModified: "Sat, 21 Nov 2026 10:00:00 GMT" },
    ]) {
      standIn.script = hostFile({ body, lastModified: "Sat, 21 Nov 2026 10:00:00 GMT" });
      expect(await fetchIt({ known })).toEqual({ kind: "unchanged" });
    }
    expect(files()).toEqual([]);
  });

  test("as it is published, also where the server packs it on the way", async () => {
    standIn.script = text("packed", 200, { "content-encoding": "gzip" });
    await fetchIt();
    expect(held().toString()).toBe("packed");
  });

  test("without a length, and empty", async () => {
    standIn.script = hostFile({ body, chunked: true });
    await fetchIt();
    expect(held().equals(body)).toBe(true);
    standIn.script = hostFile({ body: Buffer.alloc(0) });
    expect(await fetchIt()).toMatchObject({ bytes: 0 });
  });

  test("over a file that was there, in one step", async () => {
    writeFileSync(join(dir, "big.bin"), "old");
    standIn.script = hostFile({ body, cutAfter: 10 });
    await expect(fetchIt({ attempts: 1 })).rejects.toMatchObject({ kind: "broken_off" });
    expect(held().toString()).toBe("old");
    standIn.script = hostFile({ body });
    await fetchIt();
    expect(held().equals(body)).toBe(true);
  });
});

describe("a broken connection", () => {
  test("is gone on from where it broke", async () => {
    standIn.script = inTurn(hostFile({ body, cutAfter: 2 * MIB }), hostFile({ body }));
    expect(await fetchIt({ expected: { sha256: sha256Of(body) } })).toMatchObject({ kind: "downloaded" });
    expect(ranges()).toHaveLength(2);
    expect(startOf(ranges()[1])).toBeGreaterThan(MIB);
    expect(held().equals(body)).toBe(true);
  });

  test("is gone on from by the next call, also of another process", async () => {
    standIn.script = hostFile({ body, cutAfter: MIB });
    await expect(fetchIt({ attempts: 1 })).rejects.toMatchObject({ kind: "broken_off" });
    expect(files()).toEqual(["big.bin.part", "big.bin.part.json"]);
    expect(readFileSync(join(dir, "big.bin.part.json"), "utf8")).not.toContain("secret");
    standIn.script = hostFile({ body });
    const resumedFrom = partBytes();
    expect(resumedFrom).toBeGreaterThan(0);
    expect(await fetchIt()).toMatchObject({ bytes: body.length, sha256: sha256Of(body), resumedFrom });
    expect(held().equals(body)).toBe(true);
    expect(files()).toEqual(["big.bin"]);
  });

  test("may break as often as it likes while it gets on, and five times where it does not", async () => {
    const long = randomBytes(8 * MIB);
    standIn.script = hostFile({ body: long, cutAfter: 1.2 * MIB });
    await fetchIt();
    expect(held().equals(long)).toBe(true);
    const soFar = ranges().length;
    expect(soFar).toBeGreaterThan(5);

    rmSync(join(dir, "big.bin"));
    standIn.script = hostFile({ body: long, cutAfter: 10 });
    await expect(fetchIt()).rejects.toMatchObject({ kind: "broken_off" });
    expect(ranges()).toHaveLength(soFar + 5);
  });

  test.each([
    ["a server that names versions by their date", { etag: null, lastModified: "Sat, 21 Nov 2026 10:00:00 GMT" }, true],
    ["a weak ETag and a date", { etag: 'W/"1"', lastModified: "Sat, 21 Nov 2026 10:00:00 GMT" }, true],
    ["a weak ETag alone", { etag: 'W/"1"' }, false],
    ["a server that names no versions", { etag: null }, false],
    ["a server without ranges", { ranges: false }, true],
  ])("%s", async (_case, kind, asksForRest) => {
    standIn.script = inTurn(hostFile({ body, ...kind, cutAfter: 2 * MIB }), hostFile({ body, ...kind }));
    await fetchIt();
    expect(held().equals(body)).toBe(true);
    expect(startOf(ranges()[1]) > MIB).toBe(asksForRest);
  });

  test("is not gone on from with another version, another address, or another expected checksum", async () => {
    const other = randomBytes(3 * MIB);
    standIn.script = inTurn(hostFile({ body, cutAfter: MIB }), hostFile({ body: other }));
    await fetchIt();
    expect(held().equals(other)).toBe(true);

    for (const changes of [{ url: new URL(`${standIn.url}/other`) }, { expected: { sha256: sha256Of(body) } }]) {
      standIn.script = hostFile({ body, cutAfter: MIB });
      await expect(fetchIt({ attempts: 1 })).rejects.toMatchObject({ kind: "broken_off" });
      standIn.script = hostFile({ body });
      expect(await fetchIt(changes)).toMatchObject({ resumedFrom: 0 });
      expect(held().equals(body)).toBe(true);
    }
  });

  test("leaves nothing wrong behind when a server answers with the rest of something else", async () => {
    const part = hostFile({ body, cutAfter: MIB });
    const wrong = (range: string, headers = {}) => text("x".repeat(100), 206, { "content-range": range, ...headers });
    for (const wrongRest of [
      () => wrong(`bytes 5-104/${body.length}`),
      (at: number) => wrong(`bytes ${at}-${at + 99}/${body.length + 1}`),
      (at: number) => wrong(`bytes ${at}-${at + 99}/${body.length}`, { etag: '"other"' }),
      () => wrong("lines 1-2/3"),
      () => text("", 416),
    ]) {
      const script: Script = (request, response) => wrongRest(startOf(request.headers.range))(request, response);
      standIn.script = inTurn(part, script, hostFile({ body }));
      await fetchIt();
      expect(held().equals(body)).toBe(true);
    }
  });

  test("whose earlier bytes were spoilt on this disk is begun anew once", async () => {
    standIn.script = hostFile({ body, cutAfter: MIB });
    await expect(fetchIt({ attempts: 1, expected: { sha256: sha256Of(body) } })).rejects.toThrow();
    writeFileSync(join(dir, "big.bin.part"), randomBytes(1_000));
    standIn.script = hostFile({ body });
    expect(await fetchIt({ expected: { sha256: sha256Of(body) } })).toMatchObject({ resumedFrom: 0 });
    expect(ranges().slice(1)).toEqual(["bytes=1000-", "all"]);
  });

  test("any leftover of a part and its note is survived", async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 50 }), fc.string(), fc.boolean(), async (bytes, note, isJson) => {
        writeFileSync(join(dir, "big.bin.part"), bytes);
        writeFileSync(join(dir, "big.bin.part.json"), isJson ? JSON.stringify({ key: note, total: note }) : note);
        await fetchIt();
        expect(held().equals(body)).toBe(true);
      }),
      { numRuns: 20 },
    );
  });

  test("a file that was whole when the process was killed needs no further byte", async () => {
    standIn.script = hostFile({ body, cutAfter: MIB });
    await expect(fetchIt({ attempts: 1 })).rejects.toThrow();
    writeFileSync(join(dir, "big.bin.part"), body);
    expect(await fetchIt()).toMatchObject({ sha256: sha256Of(body), resumedFrom: body.length });
    expect(standIn.asked).toHaveLength(1);
  });
});

describe("what is no whole file is refused, with its kind, and nothing gets the file's name", () => {
  test.each<[string, Parameters<typeof text>, Partial<Download>, object]>([
    ["another checksum", ["abc"], { expected: { sha256: "0".repeat(64) } }, { kind: "mismatch" }],
    ["another MD5", ["abc"], { expected: { md5: "0".repeat(32) } }, { kind: "mismatch" }],
    ["another size", ["abc"], { expected: { bytes: 4 } }, { kind: "mismatch" }],
    ["an announced length over the cap", ["abc"], { maxBytes: 2 }, { kind: "too_large" }],
    ["a 404", ["", 404], {}, { kind: "http_status", status: 404 }],
    ["a 304 that nobody asked for", ["", 304], {}, { kind: "http_status", status: 304 }],
    ["a 206 that nobody asked for", ["ab", 206, { "content-range": "bytes 0-1/3" }], {}, { kind: "http_status" }],
    ["another host", ["", 302, { location: "http://example.test/" }], {}, { kind: "redirect" }],
    ["a long wait", ["", 429, { "retry-after": "600" }], {}, { kind: "rate_limited", waitMs: 600_000 }],
  ])("%s", async (_case, answer, changes, failure) => {
    standIn.script = text(...answer);
    await expect(fetchIt(changes)).rejects.toMatchObject(failure);
    expect(standIn.asked).toHaveLength(1);
    expect(files().filter((name) => !name.startsWith("big.bin.part"))).toEqual([]);
  });

  test("more bytes than the cap that nobody announced", async () => {
    standIn.script = hostFile({ body, chunked: true });
    await expect(fetchIt({ maxBytes: MIB })).rejects.toMatchObject({ kind: "too_large" });
    expect(files()).toEqual([]);
  });

  test("the right checksums", async () => {
    standIn.script = text("abc");
    expect(await fetchIt({ expected: { md5: "900150983cd24fb0d6963f7d28e17f72", bytes: 3 } })).toMatchObject({
      sha256: "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
    });
  });

  test("a body that is not what the server's own Content-MD5 says, and what is", async () => {
    const md5 = (of: string) => createHash("md5").update(of).digest("base64");
    standIn.script = text("abc", 200, { "content-md5": md5("abd") });
    await expect(fetchIt()).rejects.toMatchObject({ kind: "mismatch" });
    expect(files()).toEqual([]);
    standIn.script = text("abc", 200, { "content-md5": md5("abc") });
    expect(await fetchIt()).toMatchObject({ bytes: 3 });
    standIn.script = text("abc", 200, { "content-md5": "no checksum at all" });
    expect(await fetchIt()).toMatchObject({ bytes: 3 });
  });

  test("a length for which the disk has no room, before a byte of it comes", async () => {
    standIn.script = (_request, response) => {
      response.writeHead(200, { "content-length": String(10 ** 14) });
      response.write("abc");
    };
    await expect(fetchIt({ maxBytes: 10 ** 15 })).rejects.toMatchObject({
      kind: "not_stored",
      cause: { code: "ENOSPC" },
    });
    expect(files()).toEqual([]);
    expect(standIn.asked).toHaveLength(1);
  });

  test("a rest for which the disk has no room any more, before a byte of it comes", async () => {
    standIn.script = hostFile({ body, cutAfter: MIB });
    await expect(fetchIt({ attempts: 1 })).rejects.toMatchObject({ kind: "broken_off" });
    const note = join(dir, "big.bin.part.json");
    const length = 10 ** 14;
    writeFileSync(note, JSON.stringify({ ...JSON.parse(readFileSync(note, "utf8")), total: length }));
    standIn.script = ({ headers }, response) => {
      const range = `bytes ${startOf(headers.range)}-${length - 1}/${length}`;
      response.writeHead(206, { etag: etagOf(body), "content-range": range }).write("abc");
    };
    await expect(fetchIt()).rejects.toMatchObject({ kind: "not_stored", cause: { code: "ENOSPC" } });
    expect(files()).toEqual([]);
    expect(ranges()).toHaveLength(2);
  });

  test("a full disk, and the part goes so that it does not stay full", async () => {
    symlinkSync("/dev/full", join(dir, "big.bin.part"));
    await expect(fetchIt()).rejects.toMatchObject({ kind: "not_stored", cause: { code: "ENOSPC" } });
    expect(files()).toEqual([]);
  });

  test("a folder that cannot be written", async () => {
    writeFileSync(join(dir, "file"), "");
    await expect(fetchIt({ to: join(dir, "file", "x") })).rejects.toMatchObject({ kind: "not_stored" });
    expect(standIn.asked).toHaveLength(0);
  });
});

describe("patience", () => {
  test("a 503 is tried again after the wait that it names, a 500 after growing pauses", async () => {
    standIn.script = inTurn(text("", 503, { "retry-after": "7" }), text("", 500), hostFile({ body }));
    await fetchIt();
    expect(slept).toEqual([7_000, 1_500]);
  });

  test("no connection is tried again, then given up", async () => {
    await expect(fetchIt({ url: new URL("http://127.0.0.1:1/") })).rejects.toMatchObject({ kind: "connect" });
    expect(slept).toEqual([750, 1_500, 3_000, 6_000]);
  });

  test("silence in the middle is broken off and gone on from", async () => {
    standIn.script = inTurn((_request, response) => {
      response.writeHead(200, { "content-length": String(body.length), etag: etagOf(body) });
      response.write(body.subarray(0, 1_000));
    }, hostFile({ body }));
    await fetchIt({ stallMs: 300 });
    expect(ranges()).toEqual(["all", "bytes=1000-"]);
  });

  test("a server that never answers, and one that drips for ever, end", async () => {
    standIn.script = () => undefined;
    await expect(fetchIt({ stallMs: 30 })).rejects.toMatchObject({ kind: "timeout" });
    standIn.script = (_request, response) => {
      response.writeHead(200);
      const drip = setInterval(() => response.write("x"), 5);
      response.on("close", () => clearInterval(drip));
    };
    await expect(fetchIt({ totalMs: 200 })).rejects.toMatchObject({ kind: "timeout" });
  });

  test("a stop ends it at once and keeps what is here", async () => {
    const stop = new AbortController();
    standIn.script = hostFile({ body, cutAfter: MIB });
    const stopped = fetchIt({ signal: stop.signal, onProgress: () => stop.abort() });
    await expect(stopped).rejects.toMatchObject({ kind: "closed" });
    expect(slept).toEqual([]);
    standIn.script = hostFile({ body });
    const resumedFrom = partBytes();
    expect(resumedFrom).toBeGreaterThan(0);
    expect(await fetchIt()).toMatchObject({ resumedFrom });
  });

  test("who stops before it began asks nobody", async () => {
    await expect(fetchIt({ signal: AbortSignal.abort() })).rejects.toMatchObject({ kind: "closed" });
    expect(standIn.asked).toHaveLength(0);
    expect(existsSync(join(dir, "big.bin"))).toBe(false);
  });
});

describe("redirects", () => {
  test("lead to the origins that are named, and to no other", async () => {
    const files = await startStandIn(hostFile({ body }));
    try {
      standIn.script = text("", 302, { location: `${files.url}/x` });
      await expect(fetchIt()).rejects.toMatchObject({ kind: "redirect" });
      expect(files.asked).toEqual([]);
      await fetchIt({ redirectTo: [files.url] });
      expect(files.asked).toEqual(["GET /x"]);
      expect(held().equals(body)).toBe(true);
    } finally {
      await files.close();
    }
  });
});
