import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import type { AnswerCache } from "./answer-cache.ts";
import type { Reply } from "./exchange.ts";
import { SourceFailure } from "./failure.ts";
import { createHttpClient, type HttpClient } from "./http-client.ts";
import { LONGEST_KEPT_MS } from "./memory.ts";
import type { Answer, SourceClient, SourcePolicy } from "./source-client.ts";
import { json, type Script, type StandIn, startStandIn, text } from "./stand-in.contract.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

let standIn: StandIn;
let http: HttpClient;
let now: number;
let slept: number[];
let rows: Map<string, { value: string; at: number }>;

beforeEach(async () => {
  now = Date.UTC(2026, 10, 21, 12);
  slept = [];
  rows = new Map();
  standIn = await startStandIn(json({ n: 1 }));
  http = client();
});
afterEach(async () => {
  http.close();
  await standIn.close();
});

const cache: AnswerCache = {
  get: (key) => rows.get(key),
  put: (key, value, at) => void rows.set(key, { value, at }),
  purge: (before) => {
    for (const [key, { at }] of rows) if (at < before) rows.delete(key);
  },
};

/** Sleeping moves the clock, so that nobody waits. */
function client(): HttpClient {
  return createHttpClient({
    userAgent: "Dosah/0 (+http://localhost:3000)",
    now: () => new Date(now),
    cache,
    sleep: async (ms) => {
      slept.push(ms);
      now += ms;
    },
    random: () => 0.5,
  });
}

const policy = (changes: Partial<SourcePolicy> = {}): SourcePolicy => ({
  id: "test",
  baseUrl: `${standIn.url}/base`,
  spacingMs: 0,
  attemptMs: 5_000,
  totalMs: 20_000,
  maxBytes: 10_000,
  freshMs: DAY,
  ...changes,
});

function read({ status, json: body }: Reply): number | null {
  if (status === 404) return null;
  const parsed = z.object({ n: z.number() }).safeParse(body);
  if (!parsed.success) throw new SourceFailure("not_understood");
  return parsed.data.n;
}

const ask = (source: SourceClient, path = "/a", body?: unknown): Promise<Answer<number | null>> =>
  source.ask({ path, read, shape: z.number().nullable(), ...(body === undefined ? {} : { body }) });

/** Answers in the order of the list, the last one for ever. */
function inTurn(...scripts: readonly Script[]): Script {
  let turn = 0;
  return (request, response) => scripts[Math.min(turn++, scripts.length - 1)]?.(request, response);
}

describe("asking", () => {
  test("the question goes to the base address with the name of who asks", async () => {
    expect(await ask(http.source(policy()), "/a?x=%20")).toMatchObject({ kind: "told", value: 1 });
    expect(standIn.asked).toEqual(["GET /base/a?x=%20"]);
    expect(standIn.requests[0]?.headers).toMatchObject({
      "user-agent": "Dosah/0 (+http://localhost:3000)",
      accept: "application/json",
    });
  });

  test("a search is posted as JSON", async () => {
    let posted = "";
    standIn.script = (request, response) => {
      request.on("data", (chunk) => {
        posted += chunk;
      });
      request.on("end", () => json({ n: 2 })(request, response));
    };
    expect(await ask(http.source(policy()), "/search", { name: "Žižka" })).toMatchObject({ value: 2 });
    expect(JSON.parse(posted)).toEqual({ name: "Žižka" });
    expect(standIn.asked).toEqual(["POST /base/search"]);
  });

  test("the media type does not matter, and a packed answer is unpacked", async () => {
    standIn.script = (_request, response) => {
      response.writeHead(200, { "content-type": "text/plain", "content-encoding": "gzip" });
      response.end(gzipSync('{"n":3}'));
    };
    expect(await ask(http.source(policy()))).toMatchObject({ value: 3 });
  });

  test("a small packed answer that unpacks to more than the cap is not read to the end", async () => {
    standIn.script = (_request, response) => {
      response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync(Buffer.alloc(50_000_000, " ")));
    };
    expect(await ask(http.source(policy()))).toMatchObject({ kind: "silent", cause: { kind: "too_large" } });
  });

  test("of a body over the cap no more is fetched than the cap and what is under way", async () => {
    let sent = 0;
    standIn.script = (_request, response) => {
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
    expect(await ask(http.source(policy()))).toMatchObject({ kind: "silent", cause: { kind: "too_large" } });
    expect(sent).toBeLessThan(20_000_000);
  });
});

describe("trying again", () => {
  test.each([502, 503, 504])("a %i is tried again, with growing pauses and jitter", async (status) => {
    standIn.script = inTurn(text("", status), text("", status), json({ n: 4 }));
    expect(await ask(http.source(policy()))).toMatchObject({ kind: "told", value: 4 });
    expect(slept).toEqual([225, 450]);
  });

  test("a connection that breaks off is tried again, a posted search too", async () => {
    standIn.script = inTurn((_request, response) => void response.destroy(), json({ n: 5 }));
    expect(await ask(http.source(policy()), "/search", {})).toMatchObject({ value: 5 });
  });

  test("after three attempts it is enough", async () => {
    standIn.script = text("", 503);
    expect(await ask(http.source(policy()))).toMatchObject({
      kind: "silent",
      cause: { kind: "http_status", status: 503 },
    });
    expect(standIn.asked).toHaveLength(3);
  });

  test.each([
    ["a 500", text("", 500)],
    ["a 501", text("", 501)],
    ["a 429 that names no wait", text("", 429)],
    ["garbage", text("{")],
    ["JSON of another shape", json({ m: 1 })],
  ])("%s is not tried again", async (_case, script) => {
    standIn.script = script;
    expect(await ask(http.source(policy()))).toMatchObject({ kind: "silent" });
    expect(standIn.asked).toHaveLength(1);
  });

  test("a short Retry-After is waited for", async () => {
    standIn.script = inTurn(text("", 429, { "retry-after": "2" }), json({ n: 6 }));
    expect(await ask(http.source(policy()))).toMatchObject({ kind: "told", value: 6 });
    expect(slept).toEqual([2_000]);
  });

  test("a long Retry-After is passed on, and the source rests that long", async () => {
    standIn.script = inTurn(text("", 429, { "retry-after": "90" }), json({ n: 7 }));
    const source = http.source(policy());
    expect(await ask(source)).toMatchObject({ kind: "silent", cause: { kind: "rate_limited" }, retryAfter: 90 });
    now += 60_000;
    expect(await ask(source)).toMatchObject({ kind: "silent", cause: { kind: "resting" }, retryAfter: 30 });
    now += 30_000;
    expect(await ask(source)).toMatchObject({ kind: "told", value: 7 });
    expect(standIn.asked).toHaveLength(2);
  });
});

describe("spacing", () => {
  test("questions to one source keep their distance, other sources do not wait", async () => {
    const source = http.source(policy({ spacingMs: 300 }));
    await ask(source, "/a");
    await ask(source, "/b");
    await ask(http.source(policy({ id: "other", spacingMs: 300 })), "/c");
    expect(slept).toEqual([300]);
  });

  test("who would have to wait longer than the whole patience is refused at once", async () => {
    http = createHttpClient({
      userAgent: "Dosah/0",
      now: () => new Date(now),
      sleep: (_ms, signal) =>
        new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason))),
    });
    const source = http.source(policy({ spacingMs: 600, totalMs: 1_000 }));
    const first = ask(source, "/1");
    const second = ask(source, "/2");
    expect(await ask(source, "/3")).toMatchObject({ kind: "silent", cause: { kind: "busy" }, retryAfter: 1 });
    expect(await first).toMatchObject({ kind: "told" });
    expect(source.status()).toMatchObject({ breaker: "closed" });
    http.close();
    expect(await second).toMatchObject({ kind: "silent", cause: { kind: "closed" } });
  });
});

describe("resting", () => {
  test("after three failures in a row the source rests half a minute, then one question tries", async () => {
    standIn.script = text("", 500);
    const source = http.source(policy());
    for (const path of ["/1", "/2", "/3"]) await ask(source, path);
    expect(source.status().breaker).toBe("open");
    expect(await ask(source, "/4")).toMatchObject({ kind: "silent", cause: { kind: "resting" }, retryAfter: 30 });
    expect(standIn.asked).toHaveLength(3);

    now += 30_000;
    expect(source.status().breaker).toBe("half_open");
    await ask(source, "/5");
    expect(source.status().breaker).toBe("open");

    now += 30_000;
    standIn.script = json({ n: 8 });
    expect(await ask(source, "/6")).toMatchObject({ kind: "told", value: 8 });
    expect(source.status().breaker).toBe("closed");
  });

  test("while one question tries, others are not put", async () => {
    standIn.script = text("", 500);
    const source = http.source(policy());
    for (const path of ["/1", "/2", "/3"]) await ask(source, path);
    now += 30_000;
    let answer: () => void = () => undefined;
    standIn.script = (request, response) => {
      answer = () => json({ n: 9 })(request, response);
    };
    const trial = ask(source, "/4");
    await expect.poll(() => standIn.asked.length).toBe(4);
    expect(await ask(source, "/5")).toMatchObject({ kind: "silent", cause: { kind: "resting" } });
    answer();
    expect(await trial).toMatchObject({ kind: "told", value: 9 });
  });

  test("a firm whose record is odd does not switch the source off for all", async () => {
    standIn.script = json({ odd: true });
    const source = http.source(policy());
    for (let times = 0; times < 10; times++) await ask(source);
    expect(source.status()).toMatchObject({ breaker: "closed", failures: 10, lastFailure: "not_understood" });
  });

  test("one source that is down does no harm to another", async () => {
    const dead = http.source(policy({ id: "dead", baseUrl: "http://127.0.0.1:1" }));
    const live = http.source(policy());
    expect(await ask(dead)).toMatchObject({ kind: "silent", cause: { kind: "connect" } });
    expect(await ask(live)).toMatchObject({ kind: "told" });
    expect(http.status().map(({ id, breaker }) => [id, breaker])).toEqual([
      ["dead", "open"],
      ["test", "closed"],
    ]);
  });

  test("who stood in line while the source was found down does not try it", async () => {
    const source = http.source(policy({ baseUrl: "http://127.0.0.1:1", spacingMs: 300 }));
    const answers = await Promise.all(["/1", "/2", "/3"].map((path) => ask(source, path)));
    expect(answers.every(({ kind }) => kind === "silent")).toBe(true);
    expect(await ask(source, "/4")).toMatchObject({ cause: { kind: "resting" } });
  });
});

describe("remembering", () => {
  test("an answer is given again for a day, with the instant it is from", async () => {
    const source = http.source(policy());
    const first = await ask(source);
    now += DAY - 1;
    expect(await ask(source)).toEqual(first);
    expect(source.status()).toMatchObject({ cacheHits: 1, cacheMisses: 1, answers: 1 });
    now += 1;
    expect(await ask(source)).toMatchObject({ at: new Date(now) });
    expect(standIn.asked).toHaveLength(2);
  });

  test("it survives a restart", async () => {
    await ask(http.source(policy()));
    http.close();
    http = client();
    expect(await ask(http.source(policy()))).toMatchObject({ kind: "told", value: 1 });
    expect(standIn.asked).toHaveLength(1);
  });

  test("that something is not known is believed for an hour only", async () => {
    standIn.script = json({}, 404);
    const source = http.source(policy());
    expect(await ask(source)).toMatchObject({ kind: "told", value: null });
    now += HOUR - 1;
    await ask(source);
    expect(standIn.asked).toHaveLength(1);
    now += 1;
    standIn.script = json({ n: 2 });
    expect(await ask(source)).toMatchObject({ value: 2 });
  });

  test("when the source is silent an old answer stands with its age", async () => {
    const source = http.source(policy());
    const first = await ask(source);
    now += 10 * DAY;
    standIn.script = text("", 500);
    expect(await ask(source)).toEqual(first);
    expect(source.status()).toMatchObject({ failures: 1, lastFailure: "http_status" });
    now += LONGEST_KEPT_MS;
    expect(await ask(source)).toMatchObject({ kind: "silent" });
  });

  test("when the source is silent, that it once did not know the firm is no answer", async () => {
    standIn.script = json({}, 404);
    const source = http.source(policy());
    await ask(source);
    now += 2 * HOUR;
    standIn.script = text("", 500);
    expect(await ask(source)).toMatchObject({ kind: "silent" });
  });

  test("a validator is sent back, and an unchanged answer is new again", async () => {
    standIn.script = (request, response) => {
      if (request.headers["if-none-match"] === '"v1"') response.writeHead(304).end();
      else json({ n: 1 }, 200, { etag: '"v1"' })(request, response);
    };
    const source = http.source(policy());
    await ask(source);
    now += 2 * DAY;
    expect(await ask(source)).toMatchObject({ kind: "told", value: 1, at: new Date(now) });
    now += HOUR;
    await ask(source);
    expect(standIn.asked).toHaveLength(2);
  });

  test("another address, another path and another search are other questions", async () => {
    await ask(http.source(policy()));
    await ask(http.source(policy({ baseUrl: `${standIn.url}/other` })));
    await ask(http.source(policy()), "/b");
    await ask(http.source(policy()), "/a", { x: 1 });
    await ask(http.source(policy()), "/a", { x: 2 });
    expect(standIn.asked).toHaveLength(5);
  });

  test.each([
    ["garbage", "{"],
    ["another shape", JSON.stringify({ etag: null, value: "one" })],
    ["no envelope", "1"],
  ])("a remembered answer that is %s is forgotten", async (_case, value) => {
    const source = http.source(policy());
    await ask(source);
    for (const key of rows.keys()) rows.set(key, { value, at: now });
    expect(await ask(source)).toMatchObject({ kind: "told", value: 1 });
    expect(standIn.asked).toHaveLength(2);
  });

  test("only what was read is remembered, nothing else of the body", async () => {
    standIn.script = json({ n: 1, persons: ["Osoba Skúšobná"] });
    await ask(http.source(policy()));
    expect([...rows.values()].map(({ value }) => value)).toEqual(['{"etag":null,"value":1}']);
  });

  test("answers that nobody will use any more are swept out", async () => {
    const source = http.source(policy());
    await ask(source, "/old");
    now += LONGEST_KEPT_MS + 1;
    await ask(source, "/new");
    expect([...rows.keys()].map((key) => key.slice(-4))).toEqual(["/new"]);
  });
});

describe("redirects", () => {
  const elsewhere = (location: string, status = 302) => text("", status, { location });

  test("on the same host they are followed", async () => {
    standIn.script = inTurn(elsewhere("/base/b"), elsewhere("c", 308), json({ n: 3 }));
    expect(await ask(http.source(policy()))).toMatchObject({ kind: "told", value: 3 });
    expect(standIn.asked).toEqual(["GET /base/a", "GET /base/b", "GET /base/c"]);
  });

  test.each([
    ["another host", "http://example.test/"],
    ["another name of this machine", "http://localhost/base/a"],
    ["another port", "http://127.0.0.1:1/base/a"],
    ["the cloud's metadata", "http://169.254.169.254/latest/meta-data"],
    ["another scheme", "file:///etc/passwd"],
    ["nowhere", "http://"],
  ])("to %s they are refused", async (_case, location) => {
    standIn.script = elsewhere(location);
    expect(await ask(http.source(policy()))).toMatchObject({ kind: "silent", cause: { kind: "redirect" } });
    expect(standIn.asked).toHaveLength(1);
  });

  test("with a password in them they are refused", async () => {
    standIn.script = elsewhere(standIn.url.replace("//", "//u:p@"));
    expect(await ask(http.source(policy()))).toMatchObject({ kind: "silent", cause: { kind: "redirect" } });
  });

  test("more than three are a loop", async () => {
    standIn.script = elsewhere("/base/a");
    expect(await ask(http.source(policy()))).toMatchObject({ kind: "silent", cause: { kind: "redirect" } });
    expect(standIn.asked).toHaveLength(4);
  });

  test("a posted search keeps its method or is not followed", async () => {
    standIn.script = inTurn(elsewhere("/base/b", 307), json({ n: 1 }));
    expect(await ask(http.source(policy()), "/a", {})).toMatchObject({ kind: "told" });
    expect(standIn.asked).toEqual(["POST /base/a", "POST /base/b"]);
    standIn.script = elsewhere("/base/b", 303);
    expect(await ask(http.source(policy()), "/c", {})).toMatchObject({ kind: "silent" });
  });
});

test("the built-in fetch serves as well", async () => {
  http = createHttpClient({ userAgent: "Dosah/0", now: () => new Date(now), fetch: (url, init) => fetch(url, init) });
  expect(await ask(http.source(policy()))).toMatchObject({ kind: "told", value: 1 });
  const dead = http.source(policy({ baseUrl: "http://127.0.0.1:1" }));
  expect(await ask(dead)).toMatchObject({ kind: "silent" });
});

test("closing breaks off what is under way, and nobody is asked afterwards", async () => {
  standIn.script = () => undefined;
  const source = http.source(policy());
  const pending = ask(source);
  await expect.poll(() => standIn.asked.length).toBe(1);
  http.close();
  expect(await pending).toMatchObject({ kind: "silent", cause: { kind: "closed" } });
  expect(await ask(source, "/b")).toMatchObject({ kind: "silent", cause: { kind: "closed" } });
  expect(standIn.asked).toHaveLength(1);
});
