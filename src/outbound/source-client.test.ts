import { randomBytes } from "node:crypto";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { json, text } from "./fake-server.fixture.ts";
import { ask, inTurn, useClientFixture } from "./http-client.fixture.ts";
import { createHttpClient } from "./http-client.ts";

const fixture = useClientFixture();

describe("asking", () => {
  test("the question goes to the base address with the name of who asks", async () => {
    expect(await ask(fixture.http.source(fixture.policy()), "/a?x=%20")).toMatchObject({ kind: "answered", value: 1 });
    expect(fixture.fakeServer.asked).toEqual(["GET /base/a?x=%20"]);
    expect(fixture.fakeServer.requests[0]?.headers).toMatchObject({
      "user-agent": "Dosah/0 (+http://localhost:3000)",
      accept: "application/json",
    });
  });

  test("a search is posted as JSON", async () => {
    let posted = "";
    fixture.fakeServer.script = (request, response) => {
      request.on("data", (chunk) => {
        posted += chunk;
      });
      request.on("end", () => json({ n: 2 })(request, response));
    };
    expect(await ask(fixture.http.source(fixture.policy()), "/search", { name: "Žižka" })).toMatchObject({ value: 2 });
    expect(JSON.parse(posted)).toEqual({ name: "Žižka" });
    expect(fixture.fakeServer.asked).toEqual(["POST /base/search"]);
  });

  test("the media type does not matter, and a packed answer is unpacked", async () => {
    fixture.fakeServer.script = (_request, response) => {
      response.writeHead(200, { "content-type": "text/plain", "content-encoding": "gzip" });
      response.end(gzipSync('{"n":3}'));
    };
    expect(await ask(fixture.http.source(fixture.policy()))).toMatchObject({ value: 3 });
  });

  test("a small packed answer that unpacks to more than the cap is not read to the end", async () => {
    fixture.fakeServer.script = (_request, response) => {
      response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync(Buffer.alloc(50_000_000, " ")));
    };
    expect(await ask(fixture.http.source(fixture.policy()))).toMatchObject({
      kind: "silent",
      cause: { kind: "too_large" },
    });
  });

  test("a packed answer that unpacks to nothing, without end, is not read without end", async () => {
    const block = Buffer.concat(Array.from({ length: 3_000 }, () => gzipSync("")));
    let sent = 0;
    fixture.fakeServer.script = (_request, response) => {
      const more = () => {
        while (sent < 100_000_000 && !response.destroyed) {
          sent += block.length;
          if (!response.write(block)) {
            response.once("drain", more);
            return;
          }
        }
      };
      response.writeHead(200, { "content-encoding": "gzip" });
      more();
    };
    expect(await ask(fixture.http.source(fixture.policy()))).toMatchObject({
      kind: "silent",
      cause: { kind: "too_large" },
    });
    expect(sent).toBeLessThan(20_000_000);
  });

  test("a packed answer that cannot be packed any smaller is read to the end", async () => {
    const noise = randomBytes(3_000_000).toString("latin1");
    fixture.fakeServer.script = (_request, response) => {
      response
        .writeHead(200, { "content-encoding": "gzip" })
        .end(gzipSync(JSON.stringify({ n: 1, noise }), { level: 0 }));
    };
    expect(await ask(fixture.http.source(fixture.policy({ maxBytes: 10_000_000 })))).toMatchObject({ value: 1 });
  });

  test("of a body over the cap no more is fetched than the cap and what is under way", async () => {
    let sent = 0;
    fixture.fakeServer.script = (_request, response) => {
      const more = () => {
        while (sent < 100_000_000 && !response.destroyed) {
          sent += 65_536;
          if (!response.write(Buffer.alloc(65_536, "x"))) {
            response.once("drain", more);
            return;
          }
        }
      };
      more();
    };
    expect(await ask(fixture.http.source(fixture.policy()))).toMatchObject({
      kind: "silent",
      cause: { kind: "too_large" },
    });
    expect(sent).toBeLessThan(20_000_000);
  });
});

describe("trying again", () => {
  test.each([502, 503, 504])("a %i is tried again, with growing pauses and jitter", async (status) => {
    fixture.fakeServer.script = inTurn(text("", status), text("", status), json({ n: 4 }));
    expect(await ask(fixture.http.source(fixture.policy()))).toMatchObject({ kind: "answered", value: 4 });
    expect(fixture.slept).toEqual([225, 450]);
  });

  test("a connection that breaks off is tried again, a posted search too", async () => {
    fixture.fakeServer.script = inTurn((_request, response) => void response.destroy(), json({ n: 5 }));
    expect(await ask(fixture.http.source(fixture.policy()), "/search", {})).toMatchObject({ value: 5 });
  });

  test("after three attempts it is enough", async () => {
    fixture.fakeServer.script = text("", 503);
    expect(await ask(fixture.http.source(fixture.policy()))).toMatchObject({
      kind: "silent",
      cause: { kind: "http_status", status: 503 },
    });
    expect(fixture.fakeServer.asked).toHaveLength(3);
  });

  test.each([
    ["a 500", text("", 500)],
    ["a 501", text("", 501)],
    ["a 429 that names no wait", text("", 429)],
    ["garbage", text("{")],
    ["JSON of another shape", json({ m: 1 })],
  ])("%s is not tried again", async (_case, script) => {
    fixture.fakeServer.script = script;
    expect(await ask(fixture.http.source(fixture.policy()))).toMatchObject({ kind: "silent" });
    expect(fixture.fakeServer.asked).toHaveLength(1);
  });

  test("a short Retry-After is waited for", async () => {
    fixture.fakeServer.script = inTurn(text("", 429, { "retry-after": "2" }), json({ n: 6 }));
    expect(await ask(fixture.http.source(fixture.policy()))).toMatchObject({ kind: "answered", value: 6 });
    expect(fixture.slept).toEqual([2_000]);
  });

  test("a long Retry-After is passed on, and the source rests that long", async () => {
    fixture.fakeServer.script = inTurn(text("", 429, { "retry-after": "90" }), json({ n: 7 }));
    const source = fixture.http.source(fixture.policy());
    expect(await ask(source)).toMatchObject({ kind: "silent", cause: { kind: "rate_limited" }, retryAfter: 90 });
    fixture.now += 60_000;
    expect(await ask(source)).toMatchObject({ kind: "silent", cause: { kind: "resting" }, retryAfter: 30 });
    fixture.now += 30_000;
    expect(await ask(source)).toMatchObject({ kind: "answered", value: 7 });
    expect(fixture.fakeServer.asked).toHaveLength(2);
  });
});

describe("spacing", () => {
  test("questions to one source keep their distance, other sources do not wait", async () => {
    const source = fixture.http.source(fixture.policy({ spacingMs: 300 }));
    await ask(source, "/a");
    await ask(source, "/b");
    await ask(fixture.http.source(fixture.policy({ id: "other", spacingMs: 300 })), "/c");
    expect(fixture.slept).toEqual([300]);
  });

  test("who would have to wait longer than the whole time-out is refused at once", async () => {
    fixture.http = createHttpClient({
      userAgent: "Dosah/0",
      now: () => new Date(fixture.now),
      sleep: (_ms, signal) =>
        new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason))),
    });
    const source = fixture.http.source(fixture.policy({ spacingMs: 600, totalMs: 1_000 }));
    const first = ask(source, "/1");
    const second = ask(source, "/2");
    expect(await ask(source, "/3")).toMatchObject({ kind: "silent", cause: { kind: "busy" }, retryAfter: 1 });
    expect(await first).toMatchObject({ kind: "answered" });
    expect(source.status()).toMatchObject({ breaker: "closed" });
    fixture.http.close();
    expect(await second).toMatchObject({ kind: "silent", cause: { kind: "closed" } });
  });
});

test("the built-in fetch serves as well", async () => {
  fixture.http = createHttpClient({
    userAgent: "Dosah/0",
    now: () => new Date(fixture.now),
    fetch: (url, init) => fetch(url, init),
  });
  expect(await ask(fixture.http.source(fixture.policy()))).toMatchObject({ kind: "answered", value: 1 });
  const dead = fixture.http.source(fixture.policy({ baseUrl: "http://127.0.0.1:1" }));
  expect(await ask(dead)).toMatchObject({ kind: "silent" });
});

test("a failure is reported once, in our own words, and never with what the source wrote", async () => {
  const reported: string[] = [];
  fixture.http = createHttpClient({
    userAgent: "Dosah/0",
    now: () => new Date(fixture.now),
    onFailure: (source, failure) => void reported.push(`${source}: ${failure.message}`),
  });
  fixture.fakeServer.script = text("<script>alert(1)</script>", 500, { "x-said": "<b>" });
  const source = fixture.http.source(fixture.policy());
  for (let times = 0; times < 5; times++) await ask(source);
  expect(reported).toEqual(Array.from({ length: 3 }, () => "test: http_status (HTTP 500)"));
});

test("a reader that stumbles has not understood the answer, and it is not asked for again", async () => {
  const source = fixture.http.source(fixture.policy());
  const read = () => {
    throw new TypeError("of our own making");
  };
  expect(await source.ask({ path: "/a", read, shape: z.never() })).toMatchObject({
    kind: "silent",
    cause: { kind: "not_understood", cause: expect.any(TypeError) },
  });
  expect(fixture.fakeServer.asked).toHaveLength(1);
});

test("closing breaks off what is under way, and nobody is asked afterwards", async () => {
  fixture.fakeServer.script = () => undefined;
  const source = fixture.http.source(fixture.policy());
  const pending = ask(source);
  await expect.poll(() => fixture.fakeServer.asked.length).toBe(1);
  fixture.http.close();
  expect(await pending).toMatchObject({ kind: "silent", cause: { kind: "closed" } });
  expect(await ask(source, "/b")).toMatchObject({ kind: "silent", cause: { kind: "closed" } });
  expect(fixture.fakeServer.asked).toHaveLength(1);
});
