import { describe, expect, test } from "vitest";
import { json, text } from "./fake-server.fixture.ts";
import { ask, inTurn, useClientBench } from "./http-client.fixture.ts";

const bench = useClientBench();

describe("redirects", () => {
  const elsewhere = (location: string, status = 302) => text("", status, { location });

  test("on the same host they are followed", async () => {
    bench.fakeServer.script = inTurn(elsewhere("/base/b"), elsewhere("c", 308), json({ n: 3 }));
    expect(await ask(bench.http.source(bench.policy()))).toMatchObject({ kind: "answered", value: 3 });
    expect(bench.fakeServer.asked).toEqual(["GET /base/a", "GET /base/b", "GET /base/c"]);
  });

  test.each([
    ["another host", "http://example.test/"],
    ["another name of this machine", "http://localhost/base/a"],
    ["another port", "http://127.0.0.1:1/base/a"],
    ["the cloud's metadata", "http://169.254.169.254/latest/meta-data"],
    ["another scheme", "file:///etc/passwd"],
    ["nowhere", "http://"],
  ])("to %s they are refused", async (_case, location) => {
    bench.fakeServer.script = elsewhere(location);
    expect(await ask(bench.http.source(bench.policy()))).toMatchObject({ kind: "silent", cause: { kind: "redirect" } });
    expect(bench.fakeServer.asked).toHaveLength(1);
  });

  test("with a password in them they are refused", async () => {
    bench.fakeServer.script = elsewhere(bench.fakeServer.url.replace("//", "//u:p@"));
    expect(await ask(bench.http.source(bench.policy()))).toMatchObject({ kind: "silent", cause: { kind: "redirect" } });
  });

  test("more than three are a loop", async () => {
    bench.fakeServer.script = elsewhere("/base/a");
    expect(await ask(bench.http.source(bench.policy()))).toMatchObject({ kind: "silent", cause: { kind: "redirect" } });
    expect(bench.fakeServer.asked).toHaveLength(4);
  });

  test("a posted search keeps its method or is not followed", async () => {
    bench.fakeServer.script = inTurn(elsewhere("/base/b", 307), json({ n: 1 }));
    expect(await ask(bench.http.source(bench.policy()), "/a", {})).toMatchObject({ kind: "answered" });
    expect(bench.fakeServer.asked).toEqual(["POST /base/a", "POST /base/b"]);
    bench.fakeServer.script = elsewhere("/base/b", 303);
    expect(await ask(bench.http.source(bench.policy()), "/c", {})).toMatchObject({ kind: "silent" });
  });
});
