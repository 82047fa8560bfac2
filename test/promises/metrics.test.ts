import { request as httpRequest } from "node:http";
import { Hono } from "hono";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createMcpHttp } from "../../src/faces/mcp/http.ts";
import { type AnsweredRequest, createHttpServer, listen } from "../../src/http/http-server.ts";
import { firstCount, UNCOUNTED } from "../../src/limits/first-count.ts";
import { VERSION } from "../../src/version.ts";
import { readPage, tableOf } from "../docs/markdown.ts";
import { fixtureDispatch } from "../mcp/messages.ts";
import { freePort } from "./free-port.fixture.ts";
import { jsonPost, mcpPost, startTestService, type TestService, toolCall } from "./service.fixture.ts";

let dosah: TestService;
let metricsPort: number;
let dosahUrl: string;

beforeAll(async () => {
  metricsPort = await freePort();
  dosah = await startTestService({
    env: { METRICS_PORT: String(metricsPort), TRUST_PROXY: "loopback" },
    limits: [
      "web_lookup: { perMinute: 1 }",
      "rest_scope_check: { perMinute: 1 }",
      "mcp_endpoint: { perMinute: 4 }",
      "company_search: { perDay: 1 }",
    ],
  });
  dosahUrl = (await dosah.fetch("/healthz")).url;
});

afterAll(() => dosah.close());

const metrics = async (): Promise<string> => (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();

/** The value of a line of the metrics; 0 where there is none. */
async function countOf(line: string): Promise<number> {
  const found = (await metrics()).split("\n").find((each) => each.startsWith(`${line} `));
  return found === undefined ? 0 : Number(found.slice(line.length));
}

/** A request under another host name, which `fetch` cannot send. */
function underHost(host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const { body, ...init } = mcpPost({ jsonrpc: "2.0", id: 1, method: "ping" });
    const { port } = new URL(dosahUrl);
    const headers = { ...Object.fromEntries(new Headers(init.headers)), host };
    const sent = httpRequest({ port, host: "127.0.0.1", path: "/api/mcp", method: "POST", headers }, (response) => {
      response.resume();
      response.on("end", () => resolve(response.statusCode ?? 0));
    });
    sent.on("error", reject);
    sent.end(body);
  });
}

describe("a refused request is counted by face and reason:", () => {
  const ping = () => mcpPost({ jsonrpc: "2.0", id: 1, method: "ping" });
  const noJson = { method: "POST", body: "x" };
  const scope = "/api/scope-check?ico=31322832&country=SK";
  const ask = async (path: string, init: RequestInit, from: string) => (await dosah.fetch(path, init, from)).status;

  test.each<[string, string, number, () => Promise<number>]>([
    ["mcp", "forbidden", 403, () => underHost("evil.example")],
    ["mcp", "unsupported_media_type", 415, () => ask("/api/mcp", noJson, "192.0.2.1")],
    ["mcp", "body_too_large", 413, () => ask("/api/mcp", jsonPost("x".repeat(300_000)), "192.0.2.1")],
    ["rest", "unsupported_media_type", 415, () => ask("/api/scope-evaluate", noJson, "192.0.2.1")],
    ["rest", "body_too_large", 413, () => ask("/api/scope-evaluate", jsonPost("x".repeat(300_000)), "192.0.2.1")],
    ["rest", "rate_limited", 429, async () => (await ask(scope, {}, "192.0.2.2")) && ask(scope, {}, "192.0.2.2")],
    [
      "web",
      "rate_limited",
      429,
      async () => (await ask("/sk/search?q=abc", {}, "192.0.2.3")) && ask("/sk/search?q=abc", {}, "192.0.2.3"),
    ],
    [
      "mcp",
      "rate_limited",
      429,
      async () => {
        for (let sent = 0; sent < 4; sent++) await ask("/api/mcp", ping(), "192.0.2.4");
        return ask("/api/mcp", ping(), "192.0.2.4");
      },
    ],
  ])("%s, %s", async (face, reason, status, cause) => {
    const line = `dosah_http_refused_total{face="${face}",reason="${reason}"}`;
    const before = await countOf(line);
    expect(await metrics()).toContain(`${line} ${before}`);
    expect(await cause()).toBe(status);
    await expect.poll(() => countOf(line)).toBe(before + 1);
  });

  test("a body that does not arrive in time", async () => {
    const answered: AnsweredRequest[] = [];
    const { dispatch, log } = fixtureDispatch();
    const mcp = createMcpHttp({
      dispatch,
      log,
      take: () => firstCount(() => UNCOUNTED, [], ""),
      clientAddress: () => null,
      baseUrl: "http://localhost:3000",
      allowedOrigins: [],
      listensOn: "127.0.0.1",
      bodyTimeoutMs: 20,
    });
    const { port, stop } = await listen(
      createHttpServer(mcp, new Hono(), { onAnswered: (each) => answered.push(each) }),
      0,
      "127.0.0.1",
    );
    const headers = { "Content-Type": "application/json", "Content-Length": "10" };
    const status = await new Promise<number | undefined>((resolve) => {
      const sent = httpRequest({ port, host: "127.0.0.1", path: "/api/mcp", method: "POST", headers }, (response) => {
        response.resume();
        resolve(response.statusCode);
      });
      sent.on("error", () => {});
      sent.write("{");
    });
    await stop();
    expect(status).toBe(408);
    expect(answered).toMatchObject([{ path: "/api/mcp", status: 408 }]);
  });

  test("a used-up row of the limits table, also where a tool answers with it", async () => {
    const line = 'dosah_limits_refused_total{limit="company_search"}';
    const before = await countOf(line);
    for (let sent = 0; sent < 2; sent++) await dosah.tool("company_search", { query: "abc" }, "192.0.2.5");
    expect(await countOf(line)).toBe(before + 1);
    expect(await countOf('dosah_limits_refused_total{limit="mcp_endpoint"}')).toBeGreaterThan(0);
  });
});

test("every answered request is counted by face, route and status, and timed in seconds", async () => {
  await dosah.fetch("/sk/firma/sk/31322832", {}, "192.0.2.6");
  await dosah.fetch("/wp-login.php", {}, "192.0.2.6");
  await dosah.fetch("/api/mcp", toolCall("nis2_stats", {}), "192.0.2.6");
  const lines = [
    'dosah_http_requests_total{face="web",route="/{locale}/firma/{country}/{ico}",status="200"}',
    'dosah_http_requests_total{face="web",route="other",status="404"}',
    'dosah_http_requests_total{face="mcp",route="/api/mcp",status="200"}',
    'dosah_http_request_seconds_count{face="web",route="other"}',
  ];
  for (const line of lines) await expect.poll(() => countOf(line)).toBeGreaterThan(0);
});

test("every metric of the documentation exists, with its labels", async () => {
  const text = await metrics();
  const rows = tableOf(readPage("docs/metrics.md"), "metric");
  expect(rows.length).toBeGreaterThan(10);
  for (const [name = "", labels = ""] of rows) {
    const metric = name.replaceAll("`", "");
    expect(text, metric).toContain(`# TYPE ${metric} `);
    const line = text.split("\n").find((each) => new RegExp(`^${metric}(_count)?[{ ]`).test(each));
    for (const [, label] of labels.matchAll(/`(\w+)`/g)) if (line !== undefined) expect(line).toContain(`${label}="`);
  }
});

test("names the version that runs", async () => {
  expect(await metrics()).toContain(`\ndosah_build_info{version="${VERSION}"} 1\n`);
});

test("a counter is a counter and ends in _total; a duration is in seconds", async () => {
  const types = [...(await metrics()).matchAll(/^# TYPE (\S+) (\S+)$/gm)];
  expect(types.length).toBeGreaterThan(20);
  for (const [, name = "", type] of types) {
    expect(name).toMatch(/^dosah_[a-z0-9_]+$/);
    expect(name.endsWith("_total"), name).toBe(type === "counter");
    if (type === "histogram") expect(name).toMatch(/_seconds$/);
    expect(name).not.toMatch(/_(ms|millis|milliseconds|minutes|hours|days)(_|$)/);
  }
});

test("no label holds what a caller sent", async () => {
  await dosah.fetch("/sk/private-path-of-a-caller?q=secret-question", {}, "192.0.2.7");
  await dosah.fetch("/api/private-path-of-a-caller", { method: "PUT" }, "192.0.2.7");
  await expect
    .poll(() => countOf('dosah_http_requests_total{face="rest",route="other",status="404"}'))
    .toBeGreaterThan(0);
  expect(await metrics()).not.toMatch(/private-path|secret-question|192\.0\.2|31322832/);
});
