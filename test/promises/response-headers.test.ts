import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { jsonPost, mcpPost, startTestService, type TestService, toolCall } from "./service.fixture.ts";

const PUBLIC = "https://dosah.example.org";
const CONTACT = "mailto:security@example.org";

let dosah: TestService;
let port: number;

beforeAll(async () => {
  dosah = await startTestService({
    env: { BASE_URL: PUBLIC, SECURITY_CONTACT: CONTACT, TRUST_PROXY: "loopback" },
    limits: ["web_lookup: { perMinute: 1 }", "rest_scope_check: { perMinute: 1 }", "mcp_endpoint: { perMinute: 1 }"],
  });
  port = Number(new URL((await dosah.fetch("/healthz")).url).port);
});

afterAll(() => dosah.close());

/** Sends bytes and gives what came back until the server closed. */
function raw(bytes: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => socket.write(Buffer.from(bytes, "latin1")));
    let answer = "";
    socket.on("data", (chunk) => {
      answer += chunk.toString("latin1");
    });
    socket.on("error", () => resolve(answer));
    socket.on("close", () => resolve(answer));
  });
}

const requestOf = (headers: string, method = "GET", target = "/sk") =>
  `${method} ${target} HTTP/1.1\r\n${headers}Connection: close\r\n\r\n`;

/** Which answers pages of other sites may read. */
type Readers = "same-origin" | "cross-origin";

describe("nosniff, Cross-Origin-Resource-Policy, Cache-Control and HSTS stand on", () => {
  test.each<[string, string, RequestInit, number, Readers]>([
    ["a page", "/sk", {}, 200, "same-origin"],
    ["a page that does not exist", "/sk/nothing", {}, 404, "same-origin"],
    ["the way to one's own language", "/", { redirect: "manual" }, 302, "same-origin"],
    ["a method that pages do not know", "/sk", { method: "DELETE" }, 404, "same-origin"],
    ["an icon", "/favicon.ico", {}, 200, "same-origin"],
    ["a table", "/sk/nis2-radar.csv", {}, 200, "same-origin"],
    ["a feed", "/sk/regulatory-feed.rss", {}, 200, "cross-origin"],
    ["an answer of REST", "/api/scope-check?ico=31322832&country=SK", {}, 200, "cross-origin"],
    ["a problem of REST", "/api/scope-check", {}, 400, "cross-origin"],
    ["a body that is no JSON", "/api/scope-evaluate", { method: "POST", body: "x" }, 415, "cross-origin"],
    ["a body that is too large", "/api/scope-evaluate", jsonPost("x".repeat(300_000)), 413, "cross-origin"],
    ["a path that REST does not know", "/api/nothing", {}, 404, "cross-origin"],
    ["a method that REST does not know", "/api/scope-check", { method: "DELETE" }, 405, "cross-origin"],
    ["a question of a browser before a request", "/api/scope-check", { method: "OPTIONS" }, 204, "cross-origin"],
    ["the description of the API", "/api/openapi.json", {}, 200, "cross-origin"],
    ["a published file", "/api/opendata/nace-to-nis2.csv", {}, 200, "cross-origin"],
    ["an answer of MCP", "/api/mcp", mcpPost({ jsonrpc: "2.0", id: 1, method: "ping" }), 200, "cross-origin"],
    ["a notification to MCP", "/api/mcp", mcpPost({ jsonrpc: "2.0", method: "notifications/x" }), 202, "cross-origin"],
    ["a GET of MCP", "/api/mcp", {}, 405, "cross-origin"],
    ["a body of MCP that is no JSON", "/api/mcp", { method: "POST", body: "x" }, 415, "cross-origin"],
    ["the health check", "/healthz", {}, 200, "same-origin"],
    ["the readiness check", "/readyz", {}, 200, "same-origin"],
  ])("%s", async (name, path, init, status, readers) => {
    const from = `192.0.2.${name.length}`;
    const { headers, status: actual } = await dosah.fetch(path, init, from);
    expect(actual).toBe(status);
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("cross-origin-resource-policy")).toBe(readers);
    expect(headers.get("cache-control")).toMatch(/^((private, )?no-store|private, no-cache|public, max-age=\d+.*)$/);
    expect(headers.get("strict-transport-security")).toBe("max-age=31536000");
  });

  test("every asset of a page", async () => {
    const html = await (await dosah.fetch("/sk", {}, "198.51.100.1")).text();
    const assets = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path = ""]) => path);
    expect(assets.length).toBeGreaterThan(3);
    for (const path of assets) {
      const { headers } = await dosah.fetch(path);
      expect(headers.get("cross-origin-resource-policy"), path).toBe("same-origin");
      expect(headers.get("x-content-type-options"), path).toBe("nosniff");
      expect(headers.get("cache-control"), path).toContain("immutable");
    }
  });

  test.each<[string, string, string]>([
    ["two Host lines", requestOf("Host: a.example\r\nHost: b.example\r\n"), "400 Bad Request"],
    ["two equal Host lines", requestOf("Host: a.example\r\nhost: a.example\r\n"), "400 Bad Request"],
    ["two Host lines to MCP", requestOf("Host: a\r\nHost: b\r\n", "POST", "/api/mcp"), "400 Bad Request"],
    ["no Host", requestOf(""), "400 Bad Request"],
    ["what is no HTTP", "\x16\x03\x01\x02\x00\x01\r\n\r\n", "400 Bad Request"],
    ["headers beyond the limit", requestOf(`Host: a\r\nX: ${"x".repeat(100_000)}\r\n`), "431"],
    ["an unknown expectation", requestOf("Host: a\r\nExpect: a-miracle\r\n"), "417 Expectation Failed"],
  ])("the refusal of %s", async (_case, bytes, status) => {
    const answer = await raw(bytes);
    expect(answer.split("\r\n", 1)[0]).toContain(`HTTP/1.1 ${status}`);
    expect(answer).toMatch(/^X-Content-Type-Options: nosniff\r$/im);
    expect(answer).toMatch(/^Cross-Origin-Resource-Policy: same-origin\r$/im);
    expect(answer).toMatch(/^Cache-Control: no-store\r$/im);
    expect(answer).toMatch(/^Strict-Transport-Security: max-age=31536000\r$/im);
  });
});

test.each([
  ["/cs/nis2-radar.csv", "cs"],
  ["/en/regulatory-feed.rss", "en"],
  ["/sk/regulatory-feed.json", "sk"],
  ["/cs/regulatory-calendar.ics", "cs"],
  ["/en/changelog.rss", "en"],
  ["/cs/sources", "cs"],
  ["/en/nothing", "en"],
])("what stands at %s says that it is in %s", async (path, language) => {
  const { headers } = await dosah.fetch(path, {}, `198.51.100.${path.length}`);
  expect(headers.get("content-language")).toBe(language);
});

describe("a refusal for too many requests says the true wait:", () => {
  const page = () => "/sk/search?q=omikron";
  const scope = () => "/api/scope-check?ico=31322832&country=SK";
  const ping = () => mcpPost({ jsonrpc: "2.0", id: 1, method: "ping" });

  test.each<[string, string, () => RequestInit, (seconds: number) => RegExp]>([
    ["a page", page(), () => ({}), (seconds) => new RegExp(`Počkajte ${seconds} sek`)],
    ["REST", scope(), () => ({}), (seconds) => new RegExp(`"retryAfter":${seconds}\\b`)],
    ["MCP", "/api/mcp", ping, (seconds) => new RegExp(`"retryAfter":${seconds}\\b`)],
  ])("%s", async (name, path, init, inBody) => {
    const from = `203.0.113.${name.length}`;
    expect((await dosah.fetch(path, init(), from)).status).toBe(200);
    for (const [passing, wait] of [
      [0, 60],
      [37, 23],
      [22, 1],
    ] as const) {
      dosah.pass(passing);
      const refused = await dosah.fetch(path, init(), from);
      expect(refused.status).toBe(429);
      expect(refused.headers.get("retry-after")).toBe(String(wait));
      expect(await refused.text()).toMatch(inBody(wait));
    }
    dosah.pass(1);
    expect((await dosah.fetch(path, init(), from)).status).toBe(200);
  });
});

describe("the file", () => {
  test("security.txt names the contact, its last day and its own address", async () => {
    const response = await dosah.fetch("/.well-known/security.txt");
    expect(response.headers.get("content-type")).toMatch(/^text\/plain; charset=utf-8$/i);
    const fields = (await response.text()).trim().split("\n");
    expect(fields).toEqual([
      `Contact: ${CONTACT}`,
      expect.stringMatching(/^Expires: \d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      "Preferred-Languages: sk, cs, en",
      `Canonical: ${PUBLIC}/.well-known/security.txt`,
    ]);
    const left = Date.parse(fields[1]?.slice("Expires: ".length) ?? "") - Date.parse("2026-11-21T10:00:00Z");
    expect(left).toBeGreaterThan(30 * 86_400_000);
    expect(left).toBeLessThan(365 * 86_400_000);
  });

  test("robots.txt keeps search engines from the verdicts of single firms, and names the sitemap", async () => {
    const text = await (await dosah.fetch("/robots.txt")).text();
    expect(text).toMatch(/^User-agent: \*\n/);
    for (const path of ["/firma/", "/sk/firma/", "/cs/firma/", "/en/firma/"]) {
      expect(text).toContain(`\nDisallow: ${path}\n`);
    }
    expect(text).toContain("\nSitemap: https://dosah.example.org/sitemap.xml\n");
    expect(text).not.toContain("Disallow: /\n");
  });

  test("favicon.ico is an icon", async () => {
    const response = await dosah.fetch("/favicon.ico");
    expect(response.headers.get("content-type")).toBe("image/x-icon");
    expect([...new Uint8Array(await response.arrayBuffer()).slice(0, 4)]).toEqual([0, 0, 1, 0]);
  });
});

describe("with plain http and without a contact", () => {
  let plain: TestService;
  beforeAll(async () => {
    plain = await startTestService({});
  });
  afterAll(() => plain.close());

  test("nothing tells browsers to use https", async () => {
    for (const path of ["/sk", "/healthz", "/api/openapi.json"]) {
      expect((await plain.fetch(path)).headers.get("strict-transport-security"), path).toBeNull();
    }
    expect((await plain.fetch("/api/mcp", toolCall("x", {}))).headers.get("strict-transport-security")).toBeNull();
  });

  test("security.txt does not exist, which is said in few bytes", async () => {
    const response = await plain.fetch("/.well-known/security.txt");
    expect(response.status).toBe(404);
    expect(response.headers.get("content-type")).toContain("text/plain");
    expect((await response.text()).length).toBeLessThan(200);
  });
});
