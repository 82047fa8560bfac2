import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CZ, registerFiles, SK } from "../test/promises/register-files.fixture.ts";
import {
  GENEROUS,
  type Json,
  jsonPost,
  mcpPost,
  startTestService,
  type TestService,
  toolCall,
} from "../test/promises/service.fixture.ts";
import { capabilities } from "./capabilities/index.ts";
import { loadLimits } from "./knowledge/limits.ts";
import { KNOWLEDGE_DIR } from "./knowledge/load.ts";

let dosah: TestService;

beforeAll(async () => {
  dosah = await startTestService({ files: registerFiles, limits: GENEROUS });
});

afterAll(() => dosah.close());

const rpc = async (method: string, params: object = {}): Promise<Json> =>
  (await dosah.fetch("/api/mcp", mcpPost({ jsonrpc: "2.0", id: 1, method, params }))).json();

const rest = async (path: string, init?: RequestInit): Promise<{ status: number; body: Json; headers: Headers }> => {
  const response = await dosah.service.request(path, init);
  return { status: response.status, body: await response.json(), headers: response.headers };
};

/** The tools that exist; those for a key come later (docs/specification.md, `service.key`). */
const TOOLS = capabilities
  .filter(({ mcp, access }) => mcp !== undefined && access === "public")
  .map(({ name }) => name);

describe("the MCP endpoint", () => {
  test("answers one JSON-RPC message by POST with JSON", async () => {
    const response = await dosah.fetch("/api/mcp", mcpPost({ jsonrpc: "2.0", id: 7, method: "ping" }));
    expect([response.status, response.headers.get("content-type")]).toEqual([200, "application/json"]);
    expect(await response.json()).toEqual({ jsonrpc: "2.0", id: 7, result: {} });
  });

  test("takes no batch", async () => {
    const batch = await dosah.fetch("/api/mcp", mcpPost([{ jsonrpc: "2.0", id: 1, method: "ping" }]));
    expect(await batch.json()).toMatchObject({ error: { code: -32600 } });
  });

  test("initialize, then tools/list and tools/call at once, with no session; and the same without initialize", async () => {
    const before = await rpc("tools/list");
    const params = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "c", version: "1" } };
    const response = await dosah.fetch("/api/mcp", mcpPost({ jsonrpc: "2.0", id: 1, method: "initialize", params }));
    expect(response.headers.get("mcp-session-id")).toBeNull();
    expect(await response.json()).toMatchObject({
      result: {
        protocolVersion: "2025-11-25",
        serverInfo: { name: "dosah" },
        instructions: expect.stringContaining("untrusted"),
      },
    });
    expect(await rpc("tools/list")).toEqual(before);
    expect((await dosah.tool("company_search", { query: "omikron" })).structuredContent.count).toBe(6);
  });

  test.each(["GET", "DELETE"])("%s gives 405 with Allow: POST", async (method) => {
    const response = await dosah.fetch("/api/mcp", { method });
    expect([response.status, response.headers.get("allow")]).toEqual([405, "POST"]);
  });

  test("lists the public tools to everybody, each with its schemas, and says that they only read", async () => {
    const { tools } = (await rpc("tools/list")).result;
    expect(tools.map(({ name }: Json) => name)).toEqual([...TOOLS].sort());
    expect(TOOLS).toEqual(expect.arrayContaining(["nis2_scope_check", "company_search", "nis2_stats"]));
    for (const { inputSchema, outputSchema, annotations } of tools) {
      expect([inputSchema.type, outputSchema.type]).toEqual(["object", "object"]);
      expect(inputSchema.properties.locale).toMatchObject({ enum: ["sk", "cs", "en"], default: "sk" });
      expect(annotations).toMatchObject({ readOnlyHint: true, destructiveHint: false, idempotentHint: true });
    }
  });

  test("lists no key tool to anybody without a valid key", async () => {
    const headers = { ...mcpPost({}).headers, Authorization: "Bearer dosah_wrong" };
    const message = { ...mcpPost({ jsonrpc: "2.0", id: 1, method: "tools/list" }), headers };
    const { result } = (await (await dosah.fetch("/api/mcp", message)).json()) as Json;
    expect(result.tools.some(({ name }: Json) => name.startsWith("my_"))).toBe(false);
    const called = await dosah.fetch("/api/mcp", { ...toolCall("company_search", { query: "omikron" }), headers });
    expect(((await called.json()) as Json).result.structuredContent.count).toBe(6);
  });
});

describe("a tool result", () => {
  test.each([
    ["nis2_scope_check", { ico: CZ.essential, country: "CZ" }],
    ["company_search", { query: "omikron" }],
    ["nis2_stats", { country: "SK" }],
  ])("of %s is structured content, a line in the language asked for, and the same data as JSON", async (name, args) => {
    const lines = new Set<string>();
    for (const locale of ["sk", "cs", "en"]) {
      const { structuredContent, content, isError } = await dosah.tool(name, { ...args, locale });
      expect(isError).not.toBe(true);
      expect(content.map(({ type }: Json) => type)).toEqual(["text", "text"]);
      expect(content[0].text).toMatch(/^[^\r\n\u2028\u2029]+$/);
      expect(JSON.parse(content[1].text)).toEqual(structuredContent);
      lines.add(content[0].text);
    }
    expect(lines.size).toBe(3);
    const { content } = await dosah.tool(name, args);
    expect(content[0].text).toBe((await dosah.tool(name, { ...args, locale: "sk" })).content[0].text);
  });

  test("flags sources that disagree and lists the firm of the other country", async () => {
    const { structuredContent } = await dosah.tool("nis2_scope_check", { ico: SK.rulesOnly });
    expect(structuredContent).toMatchObject({ sourcesDisagree: true, category: "essential" });
    const twin = await dosah.tool("nis2_scope_check", { ico: CZ.twin });
    expect(twin.structuredContent.alternatives).toMatchObject([{ country: "SK" }]);
  });

  test("of a search leads to a scope check with its ico and country", async () => {
    const { structuredContent } = await dosah.tool("company_search", { query: "dvoj" });
    expect(structuredContent.results).toHaveLength(2);
    for (const { ico, country, untrusted } of structuredContent.results) {
      const { structuredContent: scope } = await dosah.tool("nis2_scope_check", { ico, country });
      expect(scope).toMatchObject({ ico, country, untrusted: { name: untrusted.name } });
    }
  });
});

describe("errors of tools", () => {
  test.each<[string, string, object, string, string | undefined]>([
    ["an invalid argument", "nis2_scope_check", { ico: "12" }, "invalid_arguments", "ico"],
    ["an unknown argument", "nis2_scope_check", { ico: CZ.twin, contry: "SK" }, "invalid_arguments", "country"],
    ["too short a query", "company_search", { query: "ab" }, "invalid_arguments", "query"],
    ["a wrong country", "nis2_stats", { country: "PL" }, "invalid_arguments", "country"],
    ["a firm that nobody knows", "nis2_scope_check", { ico: "45274649" }, "not_found", "ico"],
  ])(
    "%s is a result with isError that says what to correct, with a next step",
    async (_case, tool, args, code, field) => {
      const { isError, structuredContent, content } = await dosah.tool(tool, { ...args, locale: "en" });
      expect(isError).toBe(true);
      expect(structuredContent).toEqual({
        error: { code, field, message: expect.stringMatching(/\S/), nextStep: expect.stringMatching(/\S/) },
      });
      expect(content).toHaveLength(2);
      expect(content[0].text).toContain(structuredContent.error.message);
      expect(JSON.parse(content[1].text)).toEqual(structuredContent);
    },
  );
});

describe("REST", () => {
  test("GET /api/scope-check and its twin give category and sector without the reasoning", async () => {
    const path = `/api/scope-check?ico=${CZ.essential}&country=CZ&locale=en`;
    const { status, body } = await rest(path);
    expect(status).toBe(200);
    expect(body).toMatchObject({ ico: CZ.essential, country: "CZ", category: "essential", sector: { id: "energy" } });
    expect(body).not.toHaveProperty("reasoning");
    expect(body).not.toHaveProperty("trace");
    expect((await rest(path.replace("/api/", "/api/embed/"))).body).toEqual(body);
    const { structuredContent } = await dosah.tool("nis2_scope_check", {
      ico: CZ.essential,
      country: "CZ",
      locale: "en",
    });
    // The tool leaves out what costs agents tokens; what both say is the same.
    for (const field of [
      "category",
      "sector",
      "decidingNace",
      "headline",
      "nationalRegime",
      "missingFacts",
      "dataAsOf",
    ]) {
      expect([field, body[field]]).toEqual([field, structuredContent[field]]);
    }
    expect(body.nextSteps).toMatchObject(structuredContent.nextSteps);
    expect(body.sources).toMatchObject(structuredContent.sources);
    expect(body.evaluate).toMatchObject({ path: "/api/scope-evaluate" });
    expect(structuredContent).not.toHaveProperty("evaluate");
  });

  test("GET /api/company-search finds what the tool finds", async () => {
    const { body } = await rest("/api/company-search?q=omikron&country=CZ");
    expect(body).toEqual((await dosah.tool("company_search", { query: "omikron", country: "CZ" })).structuredContent);
  });

  test("POST /api/company-search gives the firm with its size and the scope of the local engine", async () => {
    const { status, body } = await rest("/api/company-search", jsonPost({ ico: SK.registerOnly, country: "SK" }));
    expect(status).toBe(200);
    expect(body).toMatchObject({
      size: { category: "large" },
      scope: { category: "out_of_scope", decidedBy: "rule_engine" },
    });
  });

  test("GET /api/opendata/nis2-stats gives the totals and where the method is, nis2-radar the sectors", async () => {
    const stats = await rest("/api/opendata/nis2-stats");
    expect(stats.body).toEqual((await dosah.tool("nis2_stats", {})).structuredContent);
    expect(stats.body.methodologyUrl).toContain("/nis2-radar");
    expect(stats.headers.get("cache-control")).toContain("max-age");
    const radar = await rest("/api/opendata/nis2-radar");
    expect(radar.body.sectors).toEqual(stats.body.sectors);
    expect(radar.body).not.toHaveProperty("totals");
    const methodology = new URL(stats.body.methodologyUrl).pathname;
    const led = await dosah.service.request(methodology);
    expect([led.status, led.headers.get("location")]).toEqual([302, "/sk/nis2-radar"]);
    expect((await dosah.service.request("/sk/nis2-radar")).status).toBe(200);
  });

  test.each<[string, string, RequestInit | undefined, number, string]>([
    ["an invalid ico", "/api/scope-check?ico=12", undefined, 400, "invalid_arguments"],
    ["too short a query", "/api/company-search?q=ab", undefined, 400, "invalid_arguments"],
    ["a firm that nobody knows", "/api/scope-check?ico=45274649", undefined, 404, "not_found"],
    ["a path that is none", "/api/nope", undefined, 404, "not_found"],
    ["another method", "/api/scope-check", { method: "DELETE" }, 405, "method_not_allowed"],
    [
      "another method at the address of a profile without its slug",
      "/trust/.json",
      { method: "PATCH" },
      405,
      "method_not_allowed",
    ],
    ["the address of a profile without its slug", "/trust/.json", undefined, 400, "invalid_arguments"],
    ["a body that is no JSON", "/api/company-search", { method: "POST", body: "x" }, 415, "unsupported_media_type"],
  ])("%s is a problem document", async (_case, path, init, status, code) => {
    const answered = await rest(path, init);
    expect([answered.status, answered.headers.get("content-type")]).toEqual([status, "application/problem+json"]);
    expect(answered.body).toMatchObject({
      status,
      code,
      title: expect.any(String),
      nextStep: expect.stringMatching(/\S/),
    });
  });

  test("GET /api/opendata/regulatory-feed gives the items that the tool gives, with copied text under untrusted", async () => {
    const { status, body } = await rest("/api/opendata/regulatory-feed?locale=en");
    expect(status).toBe(200);
    expect(body.items.length).toBeGreaterThan(0);
    expect(body.items[0]).toMatchObject({ id: expect.any(String), url: expect.any(String), topics: expect.any(Array) });
    const result = await dosah.tool("regulatory_feed", { locale: "en", limit: 50 });
    expect(result.structuredContent.items.map(({ id }: { id: string }) => id)).toEqual(
      expect.arrayContaining(body.items.slice(0, 20).map(({ id }: { id: string }) => id)),
    );
    for (const { own, untrusted } of body.items) expect(own === true || untrusted !== undefined).toBe(true);
  });

  test("endpoints without a row in the limits table are not counted", async () => {
    const counted = loadLimits(KNOWLEDGE_DIR).flatMap(({ counts }) => counts);
    for (const path of [
      "/api/v1/frameworks",
      "/api/opendata/regulatory-feed",
      "/api/regulatory-feed",
      "/api/nis2-map",
    ]) {
      expect(counted).not.toContain(`GET ${path}`);
    }
  });
});

test("the service says that it is alive and ready, and keeps its metrics to itself", async () => {
  expect(await rest("/healthz")).toMatchObject({ status: 200, body: { alive: true } });
  expect(await rest("/readyz")).toMatchObject({ status: 200, body: { ready: true, limits: "ok" } });
  expect((await dosah.service.request("/metrics")).status).not.toBe(200);
});
