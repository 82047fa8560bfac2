import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readConfig } from "../../src/config.ts";
import type { Listening } from "../../src/http/http-server.ts";
import { createService } from "../../src/service.ts";

/** What clients send for "not given", and harmless spellings: over a port, as MCP and as REST. */

let dir: string;
let listening: Listening;
let base: string;

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), "dosah-absent-"));
  const settings = readConfig({ DATA_DIR: join(dir, "data"), REGISTERS: "mirror", EXEMPT_CLIENTS: "127.0.0.1/32" });
  const now = () => new Date("2026-11-21T10:00:00Z");
  const service = await createService({ ...settings, port: 0 }, { now, log: pino({ level: "silent" }) });
  listening = await service.start();
  base = `http://127.0.0.1:${listening.port}`;
});

afterAll(async () => {
  await listening.stop();
  await rm(dir, { recursive: true, force: true });
});

async function rpc(method: string, params: unknown, path = "/api/mcp") {
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
  const headers = { "Content-Type": "application/json", Accept: "application/json, text/event-stream" };
  const response = await fetch(`${base}${path}`, { method: "POST", headers, body });
  return { status: response.status, reply: JSON.parse(await response.text()) };
}

async function call(name: string, args: unknown) {
  const { status, reply } = await rpc("tools/call", { name, arguments: args });
  expect([status, reply.error]).toEqual([200, undefined]);
  const { isError, structuredContent } = reply.result;
  return { isError: isError === true, answer: structuredContent };
}

const FIRM = { ico: "31322832" };

describe("a tool answers as if it had been asked plainly", () => {
  test.each<[string, unknown, object]>([
    ["nis2_scope_check", { ...FIRM, country: null }, FIRM],
    [
      "nis2_scope_check",
      { ...FIRM, country: null, locale: null, detail: null, sizeIndependentService: null, answers: null },
      FIRM,
    ],
    ["nis2_scope_check", { ...FIRM, locale: "en-US" }, { ...FIRM, locale: "en" }],
    ["nis2_scope_check", { ...FIRM, detail: "FULL" }, { ...FIRM, detail: "full" }],
    ["nis2_scope_check", { ico: 31322832 }, FIRM],
    [
      "nis2_scope_check",
      { ...FIRM, answers: '{"employees": "3600", "skThirdParty": "true", "turnoverEur": null}' },
      { ...FIRM, answers: { employees: 3600, skThirdParty: true } },
    ],
    ["company_search", { query: "slovnaft", country: "" }, { query: "slovnaft" }],
    ["company_search", { query: 31322832 }, { query: "31322832" }],
    ["nis2_obligations", { code: "nis2-21-2-a" }, { code: "NIS2-21-2-A" }],
    ["nis2_obligations", null, {}],
    ["nis2_questionnaire", { area: "Incidents" }, { area: "incidents" }],
    ["regulatory_feed", { limit: "5", jurisdiction: "sk" }, { limit: 5, jurisdiction: "SK" }],
    ["nis2_stats", { includeSectors: "false" }, { includeSectors: false }],
    [
      "ai_act_classify",
      { otherProhibitedPractices: '["a"]', asOf: "2026-11-20T08:00:00Z", role: "" },
      { otherProhibitedPractices: ["a"], asOf: "2026-11-20" },
    ],
  ])("%s %j", async (name, args, plain) => {
    const [odd, meant] = [await call(name, args), await call(name, plain)];
    expect(odd.isError).toBe(false);
    expect(odd).toEqual(meant);
  });

  test("supplier_trust_profile takes a proxy's empty slug beside the number, and looks for the firm", async () => {
    for (const slug of [null, ""]) {
      const { answer } = await call("supplier_trust_profile", { ...FIRM, slug });
      expect(answer.error.code).toBe("not_found");
    }
  });

  test.each<[string, unknown, string, string]>([
    ["nis2_scope_check", { ...FIRM, country: "PL" }, "country", "sk"],
    ["nis2_scope_check", { ...FIRM, locale: "de" }, "locale", "en"],
    ["nis2_scope_check", { ...FIRM, contry: "SK" }, "country", "sk"],
    ["nis2_scope_check", { ico: "" }, "ico", "sk"],
    ["nis2_scope_check", { ...FIRM, answers: { somethingElse: 1 }, locale: "en" }, "answers", "en"],
    ["regulatory_feed", { limit: [], locale: "en" }, "limit", "en"],
  ])("%s %j stays an error that names the field", async (name, args, field, locale) => {
    const { isError, answer } = await call(name, args);
    expect([isError, answer.error.code, answer.error.field]).toEqual([true, "invalid_arguments", field]);
    expect(answer.error.nextStep).toMatch(locale === "en" ? /^(Send|You|Leave)/ : /^(Pošlite|Pravdepodobne)/);
  });
});

describe("the protocol", () => {
  test.each([null, {}, { cursor: null }, { cursor: "" }])("lists the tools for params %j", async (params) => {
    expect((await rpc("tools/list", params)).reply.result.tools).toHaveLength(8);
  });

  test("has its place with a slash at the end too", async () => {
    expect((await rpc("tools/list", {}, "/api/mcp/")).reply.result.tools).toHaveLength(8);
  });

  test.each([
    ["resources/list", { resources: [] }],
    ["resources/templates/list", { resourceTemplates: [] }],
  ])("%s is empty in the handshake era", async (method, result) => {
    expect((await rpc(method, {})).reply.result).toEqual(result);
  });

  test.each(["oauth-protected-resource", "oauth-authorization-server/api/mcp", "nothing"])(
    "/.well-known/%s is a short 404",
    async (name) => {
      const response = await fetch(`${base}/.well-known/${name}`);
      expect(response.status).toBe(404);
      expect((await response.arrayBuffer()).byteLength).toBeLessThan(200);
    },
  );
});

test("REST reads a query the same way", async () => {
  const of = async (query: string) => {
    const response = await fetch(`${base}/api/scope-check?${query}`);
    return { status: response.status, body: await response.json() };
  };
  const odd = await of("ico=31322832&country=&locale=EN&detail=");
  expect(odd.status).toBe(200);
  expect(odd).toEqual(await of("ico=31322832&locale=en"));
  for (const [query, field] of [
    ["ico=31322832&country=PL", "country"],
    ["ico=31322832&locale=de", "locale"],
    ["ico=", "ico"],
    ["ico=31322832&contry=SK", "country"],
  ] as const) {
    const { status, body } = await of(query);
    expect([query, status, body.field]).toEqual([query, 400, field]);
  }
});
