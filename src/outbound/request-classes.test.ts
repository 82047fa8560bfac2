import { describe, expect, test } from "vitest";
import { z } from "zod";
import { json, text } from "./fake-server.fixture.ts";
import { ask, useClientFixture } from "./http-client.fixture.ts";
import { createHttpClient } from "./http-client.ts";
import type { SourceClient } from "./source-client.ts";

const fixture = useClientFixture();

/** Searches for the `n` of an answer. */
function search(source: SourceClient, path = "/s") {
  return source.ask({
    path,
    isSearch: true,
    read: ({ json: body }) => z.object({ n: z.number() }).parse(body).n,
    shape: z.number(),
  });
}

/** A client that really waits, until it is closed. */
function waitingClient() {
  return createHttpClient({
    userAgent: "Dosah/0",
    now: () => new Date(fixture.now),
    sleep: (_ms, signal) =>
      new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason))),
  });
}

describe("a search", () => {
  test("gives up sooner than a look-up", async () => {
    fixture.fakeServer.script = () => undefined;
    const source = fixture.http.source(fixture.policy({ attemptMs: 60_000, totalMs: 60_000, searchMs: 150 }));
    expect(await search(source)).toMatchObject({ kind: "silent", cause: { kind: "timeout" } });
  });

  test("waits in the queue for a second and a half at most, a look-up longer", async () => {
    fixture.http = waitingClient();
    const source = fixture.http.source(fixture.policy({ spacingMs: 1_000, totalMs: 20_000 }));
    expect(await search(source, "/1")).toMatchObject({ kind: "answered" });
    const second = search(source, "/2");
    expect(await search(source, "/3")).toMatchObject({ kind: "silent", cause: { kind: "busy" }, retryAfter: 3 });
    const lookUp = ask(source, "/4");
    expect(source.status()).toMatchObject({ breaker: "closed", failures: 0, lastFailure: null });
    fixture.http.close();
    expect(await second).toMatchObject({ cause: { kind: "closed" } });
    expect(await lookUp).toMatchObject({ cause: { kind: "closed" } });
  });

  test("that fails three times rests by itself: look-ups are put, and do not wake it", async () => {
    fixture.fakeServer.script = (request, response) =>
      request.url?.includes("/s") ? text("", 500)(request, response) : json({ n: 1 })(request, response);
    const source = fixture.http.source(fixture.policy());
    for (const path of ["/s1", "/s2", "/s3"]) await search(source, path);
    expect(await search(source, "/s4")).toMatchObject({ cause: { kind: "resting" }, retryAfter: 30 });
    expect(await ask(source)).toMatchObject({ kind: "answered" });
    expect(source.status()).toMatchObject({ breaker: "closed", failures: 3 });
    expect(await search(source, "/s5")).toMatchObject({ cause: { kind: "resting" } });

    fixture.now += 30_000;
    fixture.fakeServer.script = json({ n: 2 });
    expect(await search(source, "/s6")).toMatchObject({ kind: "answered", value: 2 });
  });

  test("rests while look-ups rest", async () => {
    fixture.fakeServer.script = text("", 500);
    const source = fixture.http.source(fixture.policy());
    for (const path of ["/1", "/2", "/3"]) await ask(source, path);
    fixture.fakeServer.script = json({ n: 1 });
    expect(await search(source)).toMatchObject({ cause: { kind: "resting" }, retryAfter: 30 });
    fixture.now += 30_000;
    expect(await search(source)).toMatchObject({ kind: "answered" });
  });

  test("in the queue is not put when a look-up before it got a Retry-After", async () => {
    const waiting: (() => void)[] = [];
    fixture.http = createHttpClient({
      userAgent: "Dosah/0",
      now: () => new Date(fixture.now),
      sleep: () => new Promise((resolve) => waiting.push(resolve)),
    });
    const source = fixture.http.source(fixture.policy({ spacingMs: 500, totalMs: 20_000 }));
    await ask(source, "/1");
    const lookUp = ask(source, "/2");
    const searched = search(source, "/s");
    fixture.fakeServer.script = text("", 429, { "retry-after": "90" });
    waiting[0]?.();
    expect(await lookUp).toMatchObject({ cause: { kind: "rate_limited" } });
    waiting[1]?.();
    expect(await searched).toMatchObject({ cause: { kind: "resting" }, retryAfter: 90 });
    expect(fixture.fakeServer.asked).toHaveLength(2);
  });

  test.each([
    ["a 429 that names its wait", text("", 429, { "retry-after": "90" }), 90],
    ["a 503 that names its wait", text("", 503, { "retry-after": "90" }), 90],
  ])("passes %s on to the look-ups: the source asked for a pause", async (_case, script, seconds) => {
    fixture.fakeServer.script = script;
    const source = fixture.http.source(fixture.policy());
    expect(await search(source)).toMatchObject({ retryAfter: seconds });
    expect(await ask(source)).toMatchObject({ cause: { kind: "resting" }, retryAfter: seconds });
  });

  test("is remembered like a look-up", async () => {
    const source = fixture.http.source(fixture.policy());
    await search(source);
    expect(await search(source)).toMatchObject({ kind: "answered", value: 1 });
    expect(fixture.fakeServer.asked).toHaveLength(1);
  });

  test("is remembered without the words that somebody typed", async () => {
    await search(fixture.http.source(fixture.policy()), "/s?name=Tajomn%C3%A1");
    expect(
      [...fixture.rows]
        .flat()
        .map((part) => JSON.stringify(part))
        .join(),
    ).not.toMatch(/Tajomn/);
    expect(fixture.rows.size).toBe(1);
  });

  test("of a number and its look-up are one question", async () => {
    const source = fixture.http.source(fixture.policy());
    await search(source, "/31322832");
    await ask(source, "/31322832");
    expect(fixture.fakeServer.asked).toHaveLength(1);
  });
});
