import { describe, expect, test } from "vitest";
import { json, text } from "./fake-server.fixture.ts";
import { ask, inTurn, useClientFixture } from "./http-client.fixture.ts";

const fixture = useClientFixture();

describe("redirects", () => {
  const elsewhere = (location: string, status = 302) => text("", status, { location });

  test("on the same host they are followed", async () => {
    fixture.fakeServer.script = inTurn(elsewhere("/base/b"), elsewhere("c", 308), json({ n: 3 }));
    expect(await ask(fixture.http.source(fixture.policy()))).toMatchObject({ kind: "answered", value: 3 });
    expect(fixture.fakeServer.asked).toEqual(["GET /base/a", "GET /base/b", "GET /base/c"]);
  });

  test.each([
    ["another host", "http://example.test/"],
    ["another name of this machine", "http://localhost/base/a"],
    ["another port", "http://127.0.0.1:1/base/a"],
    ["the cloud's metadata", "http://169.254.169.254/latest/meta-data"],
    ["another scheme", "file:///etc/passwd"],
    ["nowhere", "http://"],
  ])("to %s they are refused", async (_case, location) => {
    fixture.fakeServer.script = elsewhere(location);
    expect(await ask(fixture.http.source(fixture.policy()))).toMatchObject({
      kind: "silent",
      cause: { kind: "redirect" },
    });
    expect(fixture.fakeServer.asked).toHaveLength(1);
  });

  test("with a password in them they are refused", async () => {
    fixture.fakeServer.script = elsewhere(fixture.fakeServer.url.replace("//", "//u:p@"));
    expect(await ask(fixture.http.source(fixture.policy()))).toMatchObject({
      kind: "silent",
      cause: { kind: "redirect" },
    });
  });

  test("more than three are a loop", async () => {
    fixture.fakeServer.script = elsewhere("/base/a");
    expect(await ask(fixture.http.source(fixture.policy()))).toMatchObject({
      kind: "silent",
      cause: { kind: "redirect" },
    });
    expect(fixture.fakeServer.asked).toHaveLength(4);
  });

  test("a posted search keeps its method or is not followed", async () => {
    fixture.fakeServer.script = inTurn(elsewhere("/base/b", 307), json({ n: 1 }));
    expect(await ask(fixture.http.source(fixture.policy()), "/a", {})).toMatchObject({ kind: "answered" });
    expect(fixture.fakeServer.asked).toEqual(["POST /base/a", "POST /base/b"]);
    fixture.fakeServer.script = elsewhere("/base/b", 303);
    expect(await ask(fixture.http.source(fixture.policy()), "/c", {})).toMatchObject({ kind: "silent" });
  });
});
