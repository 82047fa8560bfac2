import { describe, expect, test } from "vitest";
import { z } from "zod";
import { SourceFailure } from "./failure.ts";
import { json, text } from "./fake-server.fixture.ts";
import { ask, useClientFixture } from "./http-client.fixture.ts";
import { createHttpClient } from "./http-client.ts";
import type { Reply } from "./request-json.ts";

const fixture = useClientFixture();

describe("resting", () => {
  test("after three failures in a row the source rests half a minute, then one question tries", async () => {
    fixture.fakeServer.script = text("", 500);
    const source = fixture.http.source(fixture.policy());
    for (const path of ["/1", "/2", "/3"]) await ask(source, path);
    expect(source.status().breaker).toBe("open");
    expect(await ask(source, "/4")).toMatchObject({ kind: "silent", cause: { kind: "resting" }, retryAfter: 30 });
    expect(fixture.fakeServer.asked).toHaveLength(3);

    fixture.now += 30_000;
    expect(source.status().breaker).toBe("half_open");
    await ask(source, "/5");
    expect(source.status().breaker).toBe("open");

    fixture.now += 30_000;
    fixture.fakeServer.script = json({ n: 8 });
    expect(await ask(source, "/6")).toMatchObject({ kind: "answered", value: 8 });
    expect(source.status().breaker).toBe("closed");
  });

  test("while one question tries, others are not put", async () => {
    fixture.fakeServer.script = text("", 500);
    const source = fixture.http.source(fixture.policy());
    for (const path of ["/1", "/2", "/3"]) await ask(source, path);
    fixture.now += 30_000;
    let answer: () => void = () => undefined;
    fixture.fakeServer.script = (request, response) => {
      answer = () => json({ n: 9 })(request, response);
    };
    const probe = ask(source, "/4");
    await expect.poll(() => fixture.fakeServer.asked.length).toBe(4);
    expect(await ask(source, "/5")).toMatchObject({ kind: "silent", cause: { kind: "resting" } });
    answer();
    expect(await probe).toMatchObject({ kind: "answered", value: 9 });
  });

  test("a firm whose record is odd does not switch the source off for all", async () => {
    fixture.fakeServer.script = json({ odd: true });
    const source = fixture.http.source(fixture.policy());
    for (let times = 0; times < 10; times++) await ask(source);
    expect(source.status()).toMatchObject({ breaker: "closed", failures: 10, lastFailure: "not_understood" });
  });

  test.each([
    [400, "closed"],
    [422, "closed"],
    [403, "open"],
  ] as const)("what a number makes the source answer (%i) leaves it %s", async (status, state) => {
    fixture.fakeServer.script = json({ kod: "CHYBA_VSTUPU" }, status);
    const source = fixture.http.source(fixture.policy());
    const read = (reply: Reply) => {
      throw new SourceFailure("http_status", { status: reply.status });
    };
    for (const path of ["/1", "/2", "/3"]) await source.ask({ path, read, shape: z.number() });
    expect(source.status()).toMatchObject({ breaker: state, failures: 3, lastFailure: "http_status" });
  });

  test("one source that is down does no harm to another", async () => {
    const dead = fixture.http.source(fixture.policy({ id: "dead", baseUrl: "http://127.0.0.1:1" }));
    const live = fixture.http.source(fixture.policy());
    expect(await ask(dead)).toMatchObject({ kind: "silent", cause: { kind: "connect" } });
    expect(await ask(live)).toMatchObject({ kind: "answered" });
    expect(fixture.http.status().map(({ id, breaker }) => [id, breaker])).toEqual([
      ["dead", "open"],
      ["test", "closed"],
    ]);
  });

  test("a host that does not exist is found out soon, and once", async () => {
    const source = fixture.http.source(fixture.policy({ baseUrl: "http://no-such-host.invalid" }));
    expect(await ask(source)).toMatchObject({ kind: "silent", cause: { kind: "connect" }, retryAfter: 30 });
    expect(await ask(source)).toMatchObject({ cause: { kind: "resting" } });
  });

  test("a question that waited in the queue while the source was found down does not try it", async () => {
    fixture.http = createHttpClient({
      userAgent: "Dosah/0",
      now: () => new Date(fixture.now),
      sleep: () => expect.poll(() => source.status().breaker).toBe("open"),
    });
    const source = fixture.http.source(fixture.policy({ baseUrl: "http://127.0.0.1:1", spacingMs: 300 }));
    const answers = await Promise.all(["/1", "/2", "/3"].map((path) => ask(source, path)));
    expect(answers.map((answer) => (answer.kind === "silent" ? answer.cause.kind : "answered"))).toEqual([
      "connect",
      "resting",
      "resting",
    ]);
    expect(source.status().failures).toBe(1);
  });
});
