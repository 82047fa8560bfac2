import { connect } from "node:net";
import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { createMcpHttp } from "../../src/faces/mcp/http.ts";
import { createRest } from "../../src/faces/rest/rest.ts";
import { createHttpServer, listen } from "../../src/http/http-server.ts";
import { firstCount, UNCOUNTED } from "../../src/limits/first-count.ts";
import { callFixtures, fixtureCapabilities, keepingLog } from "./capabilities.fixture.ts";
import { fixtureDispatch } from "./messages.ts";

const log = keepingLog();
const { app } = createRest({
  capabilities: fixtureCapabilities,
  call: callFixtures(),
  clientAddress: () => "192.0.2.1",
  baseUrl: "http://localhost:3000",
  version: "0.1.0",
  log,
});
const mcp = createMcpHttp({
  dispatch: fixtureDispatch().dispatch,
  log,
  take: () => firstCount(() => UNCOUNTED, [], ""),
  clientAddress: () => "192.0.2.1",
  baseUrl: "http://localhost:3000",
  allowedOrigins: [],
  listensOn: "127.0.0.1",
});
const { port, stop } = await listen(createHttpServer(mcp, app), 0, "127.0.0.1");
afterAll(() => stop());

/** Sends bytes, ends, and gives what came back. A silent server fails the test by its time-out. */
function raw(bytes: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => socket.end(Buffer.from(bytes, "latin1")));
    let answer = "";
    socket.on("data", (chunk) => {
      answer += chunk.toString("latin1");
    });
    socket.on("error", () => resolve(answer));
    socket.on("close", () => resolve(answer));
  });
}

const requestOf = (target: string, headers = "Host: localhost\r\n", method = "GET") =>
  `${method} ${target} HTTP/1.1\r\n${headers}Connection: close\r\n\r\n`;

test.each<[string, string]>([
  ["no path", requestOf("//")],
  ["a whole address as the target", requestOf("http://evil.example/api/greet?who=Anna")],
  ["a broken address as the target", requestOf("http://[::1/api/greet")],
  ["a star as the target", requestOf("*", undefined, "OPTIONS")],
  ["a host of nonsense", requestOf("/api/greet?who=Anna", "Host: a b%c\r\n")],
  ["an empty host", requestOf("/api/greet?who=Anna", "Host: \r\n")],
  ["two hosts", requestOf("/api/greet?who=Anna", "Host: a\r\nHost: b\r\n")],
  ["no host", requestOf("/api/greet?who=Anna", "")],
  ["a broken escape", requestOf("/api/parts/%")],
  ["bytes beyond ASCII in the target", requestOf("/api/parts/\xff\xfe")],
  ["headers beyond the limit", requestOf("/api/greet", `Host: localhost\r\nX: ${"x".repeat(100_000)}\r\n`)],
  ["a method nobody knows", requestOf("/api/greet", undefined, "BREW")],
  ["another protocol", "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03"],
  ["a length that is no number", requestOf("/api/mcp", "Host: localhost\r\nContent-Length: x\r\n", "POST")],
  [
    "a length and chunks",
    requestOf("/api/mcp", "Host: localhost\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n", "POST"),
  ],
  [
    "a body that breaks off",
    requestOf("/api/greet", "Host: localhost\r\nContent-Type: application/json\r\nContent-Length: 9\r\n", "POST"),
  ],
])("%s is no server error", async (_case, bytes) => {
  const answer = await raw(bytes);
  expect(answer).not.toMatch(/^HTTP\/1\.1 5\d\d/);
  expect(answer).not.toMatch(/node_modules|\n\s+at /);
});

test("odd bytes after a right start are no server error", async () => {
  const starts = [
    "GET /api/greet?who=Anna HTTP/1.1\r\nHost: localhost\r\n",
    "POST /api/mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n",
    "POST /api/greet HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n",
    "",
  ];
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...starts), fc.string({ unit: "binary", maxLength: 60 }), async (start, rest) => {
      expect(await raw(`${start}${rest}\r\n\r\n`)).not.toMatch(/^HTTP\/1\.1 5\d\d/);
    }),
  );
});

test("a REST body over the limit is refused, announced or not, and the client reads the refusal", async () => {
  const url = `http://127.0.0.1:${port}/api/greet`;
  const headers = { "Content-Type": "application/json" };
  const announced = await fetch(url, { method: "POST", headers, body: " ".repeat(2_000_000) });
  expect(announced.status).toBe(413);
  const stream = new Blob([" ".repeat(2_000_000)]).stream();
  const init: RequestInit & { duplex: "half" } = { method: "POST", headers, body: stream, duplex: "half" };
  expect((await fetch(url, init)).status).toBe(413);
});

test("a request of HTTP/1.0, which names no host, is answered by every face", async () => {
  for (const path of ["/api/greet?who=Anna", "/api/openapi.json"]) {
    expect(await raw(`GET ${path} HTTP/1.0\r\n\r\n`)).toMatch(/^HTTP\/1\.1 200/);
  }
});
