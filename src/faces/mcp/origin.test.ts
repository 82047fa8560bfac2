import { describe, expect, test } from "vitest";
import { createOriginCheck } from "./origin.ts";

const key = "Bearer k";

describe("a server on loopback", () => {
  const isForeign = createOriginCheck({
    baseUrl: "http://localhost:3000",
    allowedOrigins: ["https://app.example/"],
    listensOn: "127.0.0.1",
  });

  test.each<[string, string | undefined, boolean]>([
    ["its public name", "localhost:3000", false],
    ["its address", "127.0.0.1:3000", false],
    ["another port, as behind a proxy", "127.0.0.1:8080", false],
    ["the IPv6 loopback", "[::1]:3000", false],
    ["the name in capitals", "LOCALHOST:3000", false],
    ["no name, which no browser sends", undefined, false],
    ["an attacker's name that resolves here", "evil.example.com", true],
    ["a name that only begins like ours", "localhost.evil.example", true],
    ["an address that only begins like ours", "127.0.0.1.evil.example", true],
    ["another address", "192.0.2.1", true],
    ["what is no name", "local host", true],
    ["an empty name", "", true],
    ["a name with a path", "localhost/../evil", true],
    ["a name with a user", "localhost@evil.example", true],
  ])("asked under %s", (_case, host, expected) => {
    expect(isForeign({ host, origin: undefined, authorization: undefined })).toBe(expected);
  });

  test.each<[string, string | undefined, boolean]>([
    ["no origin", undefined, false],
    ["the own origin", "http://localhost:3000", false],
    ["another port of this machine", "http://127.0.0.1:5173", false],
    ["an allowed origin", "https://app.example", false],
    ["a foreign origin", "https://evil.example", true],
    ["a sandboxed page", "null", true],
    ["another scheme of an allowed name", "http://app.example", true],
    ["nonsense", "not an origin", true],
  ])("asked with a key from %s", (_case, origin, expected) => {
    expect(isForeign({ host: "localhost:3000", origin, authorization: key })).toBe(expected);
    expect(isForeign({ host: "localhost:3000", origin, authorization: undefined })).toBe(false);
  });
});

describe("a public server", () => {
  const isForeign = createOriginCheck({ baseUrl: "https://dosah.example", allowedOrigins: [], listensOn: "0.0.0.0" });

  test("answers under any name, since proxies send all kinds", () => {
    expect(isForeign({ host: "internal:3000", origin: undefined, authorization: undefined })).toBe(false);
  });

  test("takes a key from its own pages only", () => {
    const from = (origin: string) => isForeign({ host: "dosah.example", origin, authorization: key });
    expect(from("https://dosah.example")).toBe(false);
    expect(from("http://localhost:3000")).toBe(true);
    expect(from("https://dosah.example.evil.example")).toBe(true);
  });
});

test("a server on loopback behind a proxy answers to its public name", () => {
  const isForeign = createOriginCheck({ baseUrl: "https://dosah.example", allowedOrigins: [], listensOn: "::1" });
  expect(isForeign({ host: "dosah.example", origin: undefined, authorization: undefined })).toBe(false);
  expect(isForeign({ host: "evil.example", origin: undefined, authorization: undefined })).toBe(true);
  expect(isForeign({ host: "dosah.example", origin: "http://localhost:5173", authorization: key })).toBe(true);
});
