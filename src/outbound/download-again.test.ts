import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  body,
  dir,
  fakeServer,
  fetchIt,
  files,
  held,
  MIB,
  partBytes,
  ranges,
  slept,
  startOf,
  withFolderAndServer,
} from "./download.fixture.ts";
import { type Script, text } from "./fake-server.fixture.ts";
import { etagOf, hostFile, sha256Of } from "./file-host.fixture.ts";
import { inTurn } from "./http-client.fixture.ts";

withFolderAndServer();

describe("a broken connection", () => {
  test("is gone on from where it broke", async () => {
    fakeServer.script = inTurn(hostFile({ body, cutAfter: 2 * MIB }), hostFile({ body }));
    expect(await fetchIt({ expected: { sha256: sha256Of(body) } })).toMatchObject({ kind: "downloaded" });
    expect(ranges()).toHaveLength(2);
    expect(startOf(ranges()[1])).toBeGreaterThan(MIB);
    expect(held().equals(body)).toBe(true);
  });

  test("is gone on from by the next call, also of another process", async () => {
    fakeServer.script = hostFile({ body, cutAfter: MIB });
    await expect(fetchIt({ attempts: 1 })).rejects.toMatchObject({ kind: "broken_off" });
    expect(files()).toEqual(["big.bin.part", "big.bin.part.json"]);
    expect(readFileSync(join(dir, "big.bin.part.json"), "utf8")).not.toContain("secret");
    fakeServer.script = hostFile({ body });
    const resumedFrom = partBytes();
    expect(resumedFrom).toBeGreaterThan(0);
    expect(await fetchIt()).toMatchObject({ bytes: body.length, sha256: sha256Of(body), resumedFrom });
    expect(held().equals(body)).toBe(true);
    expect(files()).toEqual(["big.bin"]);
  });

  test("may break as often as it likes while it gets on, and five times where it does not", async () => {
    const long = randomBytes(8 * MIB);
    fakeServer.script = hostFile({ body: long, cutAfter: 1.2 * MIB });
    await fetchIt();
    expect(held().equals(long)).toBe(true);
    const soFar = ranges().length;
    expect(soFar).toBeGreaterThan(5);

    rmSync(join(dir, "big.bin"));
    fakeServer.script = hostFile({ body: long, cutAfter: 10 });
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
    fakeServer.script = inTurn(hostFile({ body, ...kind, cutAfter: 2 * MIB }), hostFile({ body, ...kind }));
    await fetchIt();
    expect(held().equals(body)).toBe(true);
    expect(startOf(ranges()[1]) > MIB).toBe(asksForRest);
  });

  test("is not gone on from with another version, another address, or another expected checksum", async () => {
    const other = randomBytes(3 * MIB);
    fakeServer.script = inTurn(hostFile({ body, cutAfter: MIB }), hostFile({ body: other }));
    await fetchIt();
    expect(held().equals(other)).toBe(true);

    for (const changes of [{ url: new URL(`${fakeServer.url}/other`) }, { expected: { sha256: sha256Of(body) } }]) {
      fakeServer.script = hostFile({ body, cutAfter: MIB });
      await expect(fetchIt({ attempts: 1 })).rejects.toMatchObject({ kind: "broken_off" });
      fakeServer.script = hostFile({ body });
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
      fakeServer.script = inTurn(part, script, hostFile({ body }));
      await fetchIt();
      expect(held().equals(body)).toBe(true);
    }
  });

  test("whose earlier bytes were damaged on this disk is begun anew once", async () => {
    fakeServer.script = hostFile({ body, cutAfter: MIB });
    await expect(fetchIt({ attempts: 1, expected: { sha256: sha256Of(body) } })).rejects.toThrow();
    writeFileSync(join(dir, "big.bin.part"), randomBytes(1_000));
    fakeServer.script = hostFile({ body });
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
    fakeServer.script = hostFile({ body, cutAfter: MIB });
    await expect(fetchIt({ attempts: 1 })).rejects.toThrow();
    writeFileSync(join(dir, "big.bin.part"), body);
    expect(await fetchIt()).toMatchObject({ sha256: sha256Of(body), resumedFrom: body.length });
    expect(fakeServer.asked).toHaveLength(1);
  });
});

describe("time limits", () => {
  test("a 503 is tried again after the wait that it names, a 500 after growing pauses", async () => {
    fakeServer.script = inTurn(text("", 503, { "retry-after": "7" }), text("", 500), hostFile({ body }));
    await fetchIt();
    expect(slept).toEqual([7_000, 1_500]);
  });

  test("no connection is tried again, then given up", async () => {
    await expect(fetchIt({ url: new URL("http://127.0.0.1:1/") })).rejects.toMatchObject({ kind: "connect" });
    expect(slept).toEqual([750, 1_500, 3_000, 6_000]);
  });

  test("silence in the middle is broken off and gone on from", async () => {
    fakeServer.script = inTurn((_request, response) => {
      response.writeHead(200, { "content-length": String(body.length), etag: etagOf(body) });
      response.write(body.subarray(0, 1_000));
    }, hostFile({ body }));
    await fetchIt({ stallMs: 300 });
    expect(ranges()).toEqual(["all", "bytes=1000-"]);
  });

  test("a server that never answers, and one that drips for ever, end", async () => {
    fakeServer.script = () => undefined;
    await expect(fetchIt({ stallMs: 30 })).rejects.toMatchObject({ kind: "timeout" });
    fakeServer.script = (_request, response) => {
      response.writeHead(200);
      const drip = setInterval(() => response.write("x"), 5);
      response.on("close", () => clearInterval(drip));
    };
    await expect(fetchIt({ totalMs: 200 })).rejects.toMatchObject({ kind: "timeout" });
  });

  test("a stop ends it at once and keeps what is here", async () => {
    const stop = new AbortController();
    fakeServer.script = hostFile({ body, cutAfter: MIB });
    const stopped = fetchIt({ signal: stop.signal, onProgress: () => stop.abort() });
    await expect(stopped).rejects.toMatchObject({ kind: "closed" });
    expect(slept).toEqual([]);
    fakeServer.script = hostFile({ body });
    const resumedFrom = partBytes();
    expect(resumedFrom).toBeGreaterThan(0);
    expect(await fetchIt()).toMatchObject({ resumedFrom });
  });

  test("who stops before it began asks nobody", async () => {
    await expect(fetchIt({ signal: AbortSignal.abort() })).rejects.toMatchObject({ kind: "closed" });
    expect(fakeServer.asked).toHaveLength(0);
    expect(existsSync(join(dir, "big.bin"))).toBe(false);
  });
});
