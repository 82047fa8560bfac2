import { describe, expect, test } from "vitest";
import { json, text } from "./fake-server.fixture.ts";
import { ask, DAY, HOUR, useClientFixture } from "./http-client.fixture.ts";
import { LONGEST_KEPT_MS } from "./memory.ts";

const fixture = useClientFixture();

describe("remembering", () => {
  test("an answer is given again for a day, with the instant it is from", async () => {
    const source = fixture.http.source(fixture.policy());
    const first = await ask(source);
    fixture.now += DAY - 1;
    expect(await ask(source)).toEqual(first);
    expect(source.status()).toMatchObject({ cacheHits: 1, cacheMisses: 1, answers: 1 });
    fixture.now += 1;
    expect(await ask(source)).toMatchObject({ at: new Date(fixture.now) });
    expect(fixture.fakeServer.asked).toHaveLength(2);
  });

  test("it survives a restart", async () => {
    await ask(fixture.http.source(fixture.policy()));
    fixture.http.close();
    fixture.http = fixture.client();
    expect(await ask(fixture.http.source(fixture.policy()))).toMatchObject({ kind: "answered", value: 1 });
    expect(fixture.fakeServer.asked).toHaveLength(1);
  });

  test("that something is not known is believed for an hour only", async () => {
    fixture.fakeServer.script = json({}, 404);
    const source = fixture.http.source(fixture.policy());
    expect(await ask(source)).toMatchObject({ kind: "answered", value: null });
    fixture.now += HOUR - 1;
    await ask(source);
    expect(fixture.fakeServer.asked).toHaveLength(1);
    fixture.now += 1;
    fixture.fakeServer.script = json({ n: 2 });
    expect(await ask(source)).toMatchObject({ value: 2 });
  });

  test("when the source is silent an old answer stands with its age", async () => {
    const source = fixture.http.source(fixture.policy());
    const first = await ask(source);
    fixture.now += 10 * DAY;
    fixture.fakeServer.script = text("", 500);
    expect(await ask(source)).toEqual({ ...first, retryAfter: 30 });
    expect(source.status()).toMatchObject({ failures: 1, lastFailure: "http_status" });
    fixture.now += LONGEST_KEPT_MS;
    expect(await ask(source)).toMatchObject({ kind: "silent" });
  });

  test("when the source is silent, that it once did not know the firm is no answer", async () => {
    fixture.fakeServer.script = json({}, 404);
    const source = fixture.http.source(fixture.policy());
    await ask(source);
    fixture.now += 2 * HOUR;
    fixture.fakeServer.script = text("", 500);
    expect(await ask(source)).toMatchObject({ kind: "silent" });
  });

  test("a validator is sent back, and an unchanged answer is new again", async () => {
    fixture.fakeServer.script = (request, response) => {
      if (request.headers["if-none-match"] === '"v1"') response.writeHead(304).end();
      else json({ n: 1 }, 200, { etag: '"v1"' })(request, response);
    };
    const source = fixture.http.source(fixture.policy());
    await ask(source);
    fixture.now += 2 * DAY;
    expect(await ask(source)).toMatchObject({ kind: "answered", value: 1, at: new Date(fixture.now) });
    fixture.now += HOUR;
    await ask(source);
    expect(fixture.fakeServer.asked).toHaveLength(2);
  });

  test("another address, another path and another search are other questions", async () => {
    await ask(fixture.http.source(fixture.policy()));
    await ask(fixture.http.source(fixture.policy({ baseUrl: `${fixture.fakeServer.url}/other` })));
    await ask(fixture.http.source(fixture.policy()), "/b");
    await ask(fixture.http.source(fixture.policy()), "/a", { x: 1 });
    await ask(fixture.http.source(fixture.policy()), "/a", { x: 2 });
    expect(fixture.fakeServer.asked).toHaveLength(5);
  });

  test.each([
    ["garbage", "{"],
    ["another shape", JSON.stringify({ etag: null, value: "one" })],
    ["no envelope", "1"],
  ])("a remembered answer that is %s is forgotten", async (_case, value) => {
    const source = fixture.http.source(fixture.policy());
    await ask(source);
    for (const key of fixture.rows.keys()) fixture.rows.set(key, { value, at: fixture.now });
    expect(await ask(source)).toMatchObject({ kind: "answered", value: 1 });
    expect(fixture.fakeServer.asked).toHaveLength(2);
  });

  test("only what was read is remembered, nothing else of the body", async () => {
    fixture.fakeServer.script = json({ n: 1, persons: ["Osoba Skúšobná"] });
    await ask(fixture.http.source(fixture.policy()));
    expect([...fixture.rows.values()].map(({ value }) => value)).toEqual(['{"etag":null,"value":1}']);
  });

  test("answers that nobody will use any more are swept out", async () => {
    const source = fixture.http.source(fixture.policy());
    await ask(source, "/old");
    fixture.now += LONGEST_KEPT_MS + 1;
    const old = [...fixture.rows.keys()];
    await ask(source, "/new");
    expect(old).toHaveLength(1);
    expect(fixture.rows.size).toBe(1);
    expect(fixture.rows.has(old[0] ?? "")).toBe(false);
  });
});
