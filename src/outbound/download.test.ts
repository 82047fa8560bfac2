import { createHash } from "node:crypto";
import { readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import {
  body,
  dir,
  fakeServer,
  fetchIt,
  files,
  held,
  MIB,
  ranges,
  startOf,
  withFolderAndServer,
} from "./download.fixture.ts";
import type { Download } from "./download.ts";
import { startFakeServer, text } from "./fake-server.fixture.ts";
import { etagOf, hostFile, sha256Of } from "./file-host.fixture.ts";

withFolderAndServer();

describe("a file is brought", () => {
  test("whole, with its checksum and what the server says of its version", async () => {
    const reported: number[] = [];
    const outcome = await fetchIt({
      expected: { bytes: body.length, sha256: sha256Of(body).toUpperCase() },
      onProgress: (done, total) => {
        reported.push(done);
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
    expect(reported.at(-1)).toBe(body.length);
    expect(fakeServer.requests[0]?.headers).toMatchObject({ "accept-encoding": "identity", "user-agent": /^Dosah/ });
  });

  test("not at all when the server has no newer one", async () => {
    for (const known of [
      { etag: etagOf(body), lastModified: null },
      { etag: null, lastModified: "Sat, 21 Nov 2026 10:00:00 GMT" },
    ]) {
      fakeServer.script = hostFile({ body, lastModified: "Sat, 21 Nov 2026 10:00:00 GMT" });
      expect(await fetchIt({ known })).toEqual({ kind: "unchanged" });
    }
    expect(files()).toEqual([]);
  });

  test("as it is published, also where the server packs it on the way", async () => {
    fakeServer.script = text("packed", 200, { "content-encoding": "gzip" });
    await fetchIt();
    expect(held().toString()).toBe("packed");
  });

  test("without a length, and empty", async () => {
    fakeServer.script = hostFile({ body, chunked: true });
    await fetchIt();
    expect(held().equals(body)).toBe(true);
    fakeServer.script = hostFile({ body: Buffer.alloc(0) });
    expect(await fetchIt()).toMatchObject({ bytes: 0 });
  });

  test("over a file that was there, in one step", async () => {
    writeFileSync(join(dir, "big.bin"), "old");
    fakeServer.script = hostFile({ body, cutAfter: 10 });
    await expect(fetchIt({ attempts: 1 })).rejects.toMatchObject({ kind: "broken_off" });
    expect(held().toString()).toBe("old");
    fakeServer.script = hostFile({ body });
    await fetchIt();
    expect(held().equals(body)).toBe(true);
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
    fakeServer.script = text(...answer);
    await expect(fetchIt(changes)).rejects.toMatchObject(failure);
    expect(fakeServer.asked).toHaveLength(1);
    expect(files().filter((name) => !name.startsWith("big.bin.part"))).toEqual([]);
  });

  test("more bytes than the cap that nobody announced", async () => {
    fakeServer.script = hostFile({ body, chunked: true });
    await expect(fetchIt({ maxBytes: MIB })).rejects.toMatchObject({ kind: "too_large" });
    expect(files()).toEqual([]);
  });

  test("the right checksums", async () => {
    fakeServer.script = text("abc");
    expect(await fetchIt({ expected: { md5: "900150983cd24fb0d6963f7d28e17f72", bytes: 3 } })).toMatchObject({
      sha256: "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
    });
  });

  test("a body that is not what the server's own Content-MD5 says, and what is", async () => {
    const md5 = (of: string) => createHash("md5").update(of).digest("base64");
    fakeServer.script = text("abc", 200, { "content-md5": md5("abd") });
    await expect(fetchIt()).rejects.toMatchObject({ kind: "mismatch" });
    expect(files()).toEqual([]);
    fakeServer.script = text("abc", 200, { "content-md5": md5("abc") });
    expect(await fetchIt()).toMatchObject({ bytes: 3 });
    fakeServer.script = text("abc", 200, { "content-md5": "no checksum at all" });
    expect(await fetchIt()).toMatchObject({ bytes: 3 });
  });

  test("a length for which the disk has no space, before a byte of it comes", async () => {
    fakeServer.script = (_request, response) => {
      response.writeHead(200, { "content-length": String(10 ** 14) });
      response.write("abc");
    };
    await expect(fetchIt({ maxBytes: 10 ** 15 })).rejects.toMatchObject({
      kind: "not_stored",
      cause: { code: "ENOSPC" },
    });
    expect(files()).toEqual([]);
    expect(fakeServer.asked).toHaveLength(1);
  });

  test("a rest for which the disk has no space any more, before a byte of it comes", async () => {
    fakeServer.script = hostFile({ body, cutAfter: MIB });
    await expect(fetchIt({ attempts: 1 })).rejects.toMatchObject({ kind: "broken_off" });
    const note = join(dir, "big.bin.part.json");
    const length = 10 ** 14;
    writeFileSync(note, JSON.stringify({ ...JSON.parse(readFileSync(note, "utf8")), total: length }));
    fakeServer.script = ({ headers }, response) => {
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
    expect(fakeServer.asked).toHaveLength(0);
  });
});

describe("redirects", () => {
  test("lead to the origins that are named, and to no other", async () => {
    const files = await startFakeServer(hostFile({ body }));
    try {
      fakeServer.script = text("", 302, { location: `${files.url}/x` });
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
