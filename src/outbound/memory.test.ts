import { describe, expect, test } from "vitest";
import { json, text } from "./fake-server.fixture.ts";
import { ask, DAY, HOUR, useClientBench } from "./http-client.fixture.ts";
import { LONGEST_KEPT_MS } from "./memory.ts";

const bench = useClientBench();

describe("remembering", () => {
  test("an answer is given again for a day, with the instant it is from", async () => {
    const source = bench.http.source(bench.policy());
    const first = await ask(source);
    bench.now += DAY - 1;
    expect(await ask(source)).toEqual(first);
    expect(source.status()).toMatchObject({ cacheHits: 1, cacheMisses: 1, answers: 1 });
    bench.now += 1;
    expect(await ask(source)).toMatchObject({ at: new Date(bench.now) });
    expect(bench.fakeServer.asked).toHaveLength(2);
  });

  test("it survives a restart", async () => {
    await ask(bench.http.source(bench.policy()));
    bench.http.close();
    bench.http = bench.client();
    expect(await ask(bench.http.source(bench.policy()))).toMatchObject({ kind: "answered", value: 1 });
    expect(bench.fakeServer.asked).toHaveLength(1);
  });

  test("that something is not known is believed for an hour only", async () => {
    bench.fakeServer.script = json({}, 404);
    const source = bench.http.source(bench.policy());
    expect(await ask(source)).toMatchObject({ kind: "answered", value: null });
    bench.now += HOUR - 1;
    await ask(source);
    expect(bench.fakeServer.asked).toHaveLength(1);
    bench.now += 1;
    bench.fakeServer.script = json({ n: 2 });
    expect(await ask(source)).toMatchObject({ value: 2 });
  });

  test("when the source is silent an old answer stands with its age", async () => {
    const source = bench.http.source(bench.policy());
    const first = await ask(source);
    bench.now += 10 * DAY;
    bench.fakeServer.script = text("", 500);
    expect(await ask(source)).toEqual({ ...first, retryAfter: 30 });
    expect(source.status()).toMatchObject({ failures: 1, lastFailure: "http_status" });
    bench.now += LONGEST_KEPT_MS;
    expect(await ask(source)).toMatchObject({ kind: "silent" });
  });

  test("when the source is silent, that it once did not know the firm is no answer", async () => {
    bench.fakeServer.script = json({}, 404);
    const source = bench.http.source(bench.policy());
    await ask(source);
    bench.now += 2 * HOUR;
    bench.fakeServer.script = text("", 500);
    expect(await ask(source)).toMatchObject({ kind: "silent" });
  });

  test("a validator is sent back, and an unchanged answer is new again", async () => {
    bench.fakeServer.script = (request, response) => {
      if (request.headers["if-none-match"] === '"v1"') response.writeHead(304).end();
      else json({ n: 1 }, 200, { etag: '"v1"' })(request, response);
    };
    const source = bench.http.source(bench.policy());
    await ask(source);
    bench.now += 2 * DAY;
    expect(await ask(source)).toMatchObject({ kind: "answered", value: 1, at: new Date(bench.now) });
    bench.now += HOUR;
    await ask(source);
    expect(bench.fakeServer.asked).toHaveLength(2);
  });

  test("another address, another path and another search are other questions", async () => {
    await ask(bench.http.source(bench.policy()));
    await ask(bench.http.source(bench.policy({ baseUrl: `${bench.fakeServer.url}/other` })));
    await ask(bench.http.source(bench.policy()), "/b");
    await ask(bench.http.source(bench.policy()), "/a", { x: 1 });
    await ask(bench.http.source(bench.policy()), "/a", { x: 2 });
    expect(bench.fakeServer.asked).toHaveLength(5);
  });

  test.each([
    ["garbage", "{"],
    ["another shape", JSON.stringify({ etag: null, value: "one" })],
    ["no envelope", "1"],
  ])("a remembered answer that is %s is forgotten", async (_case, value) => {
    const source = bench.http.source(bench.policy());
    await ask(source);
    for (const key of bench.rows.keys()) bench.rows.set(key, { value, at: bench.now });
    expect(await ask(source)).toMatchObject({ kind: "answered", value: 1 });
    expect(bench.fakeServer.asked).toHaveLength(2);
  });

  test("only what was read is remembered, nothing else of the body", async () => {
    bench.fakeServer.script = json({ n: 1, persons: ["Osoba Skúšobná"] });
    await ask(bench.http.source(bench.policy()));
    expect([...bench.rows.values()].map(({ value }) => value)).toEqual(['{"etag":null,"value":1}']);
  });

  test("answers that nobody will use any more are swept out", async () => {
    const source = bench.http.source(bench.policy());
    await ask(source, "/old");
    bench.now += LONGEST_KEPT_MS + 1;
    const old = [...bench.rows.keys()];
    await ask(source, "/new");
    expect(old).toHaveLength(1);
    expect(bench.rows.size).toBe(1);
    expect(bench.rows.has(old[0] ?? "")).toBe(false);
  });
});
