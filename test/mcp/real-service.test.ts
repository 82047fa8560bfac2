import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client as ClientV2, StreamableHTTPClientTransport as TransportV2 } from "@modelcontextprotocol/client";
import { Client as ClientV1 } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as TransportV1 } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { Ajv } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readConfig } from "../../src/config.ts";
import type { OpenApiDocument } from "../../src/faces/rest/openapi.ts";
import type { Listening } from "../../src/http/http-server.ts";
import { createService, type Service } from "../../src/service.ts";

/** A firm of the shipped sample. */
const ICO = "31322832";
const NOBODY = "00000019";

/** For every tool: arguments it answers, and arguments it refuses with the code of the refusal. */
const CALLS: Readonly<
  Record<string, { answered: Record<string, unknown>[]; refused: [Record<string, unknown>, string][] }>
> = {
  ai_act_classify: {
    answered: [{}, { annexIIIUse: "credit_scoring", locale: "en" }, { role: "provider" }],
    refused: [[{ asOf: "2026-02-30" }, "invalid_arguments"]],
  },
  supplier_trust_profile: {
    answered: [],
    refused: [
      [{}, "invalid_arguments"],
      [{ ico: "123456" }, "invalid_arguments"],
      [{ ico: ICO }, "not_found"],
      [{ ico: ICO, slug: null }, "not_found"],
      [{ ico: 31322832, slug: "" }, "not_found"],
      [{ slug: "nobody", locale: "en" }, "not_found"],
      [{ slug: "nobody", ico: NOBODY }, "not_found"],
    ],
  },
  company_search: {
    answered: [
      { query: "slovnaft" },
      { query: ICO, country: "SK", locale: "en" },
      { query: "qqqqqqqqqq" },
      { query: "slovnaft", country: "" },
      { query: 31322832 },
    ],
    refused: [
      [{ query: "ab" }, "invalid_arguments"],
      [{}, "invalid_arguments"],
    ],
  },
  nis2_obligations: {
    answered: [
      {},
      { locale: "cs" },
      { detail: "concise" },
      { country: "SK", locale: "en" },
      { code: "NIS2-20-1" },
      { code: "nis2-21-2-a" },
    ],
    refused: [
      [{ locale: "de" }, "invalid_arguments"],
      [{ code: "NIS2-1" }, "invalid_arguments"],
    ],
  },
  nis2_questionnaire: {
    answered: [
      {},
      { mode: "extended", area: "crypto", locale: "en" },
      { area: "governance", locale: "cs" },
      { area: "Incidents" },
    ],
    refused: [
      [{ area: "nowhere" }, "invalid_arguments"],
      [{ mode: "long" }, "invalid_arguments"],
    ],
  },
  nis2_scope_check: {
    answered: [
      { ico: ICO },
      { ico: ICO, detail: "full", days: { entered: "2026-11-02" } },
      { ico: ICO, country: "SK", sizeIndependentService: "dns", locale: "cs" },
      { ico: ICO, country: null, locale: null, detail: null, sizeIndependentService: null },
      { ico: ICO, locale: "en-US", detail: "FULL" },
      { ico: 31322832 },
      { ico: "IČO: SK 31 322 832", country: "sk" },
    ],
    refused: [
      [{ ico: "12" }, "invalid_arguments"],
      [{ ico: "SK2020372640" }, "invalid_arguments"],
      [{ ico: "CZ31322832", country: "SK" }, "invalid_arguments"],
      [{ ico: ICO, contry: "SK" }, "invalid_arguments"],
      // Only the sample is here, so a number that it lacks says nothing about the firm.
      [{ ico: NOBODY, country: "SK", locale: "en" }, "source_unavailable"],
    ],
  },
  regulatory_feed: {
    answered: [{}, { jurisdiction: "SK", topic: "NIS2", limit: 5, locale: "en" }, { jurisdiction: "sk", limit: "5" }],
    refused: [[{ limit: 51 }, "invalid_arguments"]],
  },
  nis2_stats: {
    answered: [{}, { country: "CZ", includeSectors: false, locale: "en" }, { includeSectors: "false" }],
    refused: [[{ country: "PL" }, "invalid_arguments"]],
  },
};

let dir: string;
let service: Service;
let listening: Listening;
let url: URL;

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), "dosah-mcp-"));
  const limitsFile = join(dir, "limits.yaml");
  await writeFile(
    limitsFile,
    ["mcp_endpoint", "nis2_scope_check", "rest_scope_check"]
      .map((name) => `${name}: { perMinute: 100000, counts: [POST /api/mcp], note: "Tests only." }\n`)
      .join(""),
  );
  const settings = readConfig({ DATA_DIR: join(dir, "data"), REGISTERS: "mirror", LIMITS_FILE: limitsFile });
  const now = () => new Date("2026-11-21T10:00:00Z");
  service = await createService({ ...settings, port: 0 }, { now, log: pino({ level: "silent" }) });
  listening = await service.start();
  url = new URL(`http://127.0.0.1:${listening.port}/api/mcp`);
});

afterAll(async () => {
  await listening.stop();
  await rm(dir, { recursive: true, force: true });
});

const identity = { name: "client-under-test", version: "1.0.0" };

interface Tool {
  readonly name: string;
  readonly outputSchema?: object | undefined;
}

interface Connected {
  list(): Promise<readonly Tool[]>;
  call(name: string, args: Record<string, unknown>): Promise<Readonly<Record<string, unknown>>>;
  close(): Promise<void>;
}

async function connectV1(): Promise<Connected> {
  const client = new ClientV1(identity);
  // The v1 transport is typed without exactOptionalPropertyTypes.
  await client.connect(new TransportV1(url) as Parameters<ClientV1["connect"]>[0]);
  return {
    list: async () => (await client.listTools()).tools,
    call: (name, args) => client.callTool({ name, arguments: args }),
    close: () => client.close(),
  };
}

async function connectV2(mode: "legacy" | "auto"): Promise<Connected> {
  const client = new ClientV2(identity, { versionNegotiation: { mode } });
  await client.connect(new TransportV2(url));
  return {
    list: async () => (await client.listTools()).tools,
    call: (name, args) => client.callTool({ name, arguments: args }),
    close: () => client.close(),
  };
}

describe.each<[string, () => Promise<Connected>]>([
  ["the v1 client", connectV1],
  ["the v2 client with a handshake", () => connectV2("legacy")],
  ["the v2 client without", () => connectV2("auto")],
])("%s", (_client, connect) => {
  test("accepts every tool's answers and refusals", async () => {
    const client = await connect();
    const tools = await client.list();
    expect(tools.map(({ name }) => name)).toEqual(Object.keys(CALLS).sort());
    for (const { name, outputSchema } of tools) {
      const validators = [new Ajv2020({ strict: false }), new Ajv({ strict: false })].map((ajv) =>
        ajv.compile(outputSchema ?? false),
      );
      const isValid = (value: unknown) => validators.every((validate) => validate(value));
      for (const args of CALLS[name]?.answered ?? []) {
        const { isError, structuredContent, content } = await client.call(name, args);
        expect(isError, `${name} ${JSON.stringify(args)}`).not.toBe(true);
        expect(isValid(structuredContent), `${name} ${JSON.stringify(validators.map(({ errors }) => errors))}`).toBe(
          true,
        );
        expect(content).toEqual([
          { type: "text", text: expect.stringMatching(/^[^\r\n\u2028\u2029]+$/) },
          { type: "text", text: JSON.stringify(structuredContent) },
        ]);
      }
      for (const [args, code] of CALLS[name]?.refused ?? []) {
        const { isError, structuredContent } = await client.call(name, args);
        expect(isError).toBe(true);
        expect(structuredContent).toMatchObject({ error: { code } });
        expect(isValid(structuredContent)).toBe(true);
      }
    }
    await client.close();
  });
});

describe("REST", () => {
  test("answers as its description says, on both branches", async () => {
    const document = (await (await service.request("/api/openapi.json")).json()) as OpenApiDocument; // our own document
    const ajv = new Ajv2020({ strict: false, formats: { uri: URL.canParse } });
    ajv.addSchema({ ...document, $id: "openapi" }, "openapi");
    const isProblem = ajv.compile({ $ref: "openapi#/components/schemas/Problem" });
    const post = (body: unknown) => ({
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
    const requests: readonly [string, RequestInit | undefined, string][] = [
      [`/api/scope-check?ico=${ICO}`, undefined, "getScopeCheck"],
      [`/api/embed/scope-check?ico=${ICO}`, undefined, "getEmbedScopeCheck"],
      ["/api/company-search?q=slovnaft", undefined, "getCompanySearch"],
      ["/api/company-search", post({ ico: ICO, country: "SK" }), "postCompanySearch"],
      ["/api/opendata/nis2-stats", undefined, "getOpendataNis2Stats"],
      ["/api/opendata/nis2-radar", undefined, "getOpendataNis2Radar"],
      ["/api/scope-evaluate", post({ country: "SK", nace: [{ code: "35.11" }], employees: 60 }), "postScopeEvaluate"],
      ["/api/ai-act-classify", post({ annexIIIUse: "credit_scoring" }), "postAiActClassify"],
      ["/api/citation-check", post({ text: "čl. 21 ods. 2 smernice (EÚ) 2022/2555" }), "postCitationCheck"],
    ];
    for (const [path, init, operationId] of requests) {
      const response = await service.request(path, init);
      expect(response.status, path).toBe(200);
      const isValid = ajv.compile({ $ref: `openapi#/components/schemas/${operationId}Answer` });
      expect(isValid(await response.json()), `${path} ${JSON.stringify(isValid.errors)}`).toBe(true);
      const refused = await service.request(
        path.split("?")[0] ?? path,
        init === undefined ? undefined : post({ nobody: 1 }),
      );
      if (refused.status === 200) continue; // an endpoint without compulsory parameters
      expect(refused.status, path).toBe(400);
      expect(isProblem(await refused.json())).toBe(true);
    }
  });

  test("gives the scope result without its reasons", async () => {
    const answer = Object(await (await service.request(`/api/scope-check?ico=${ICO}&country=SK`)).json());
    expect(answer).toMatchObject({ ico: ICO, country: "SK", indicative: true });
    expect(answer).not.toHaveProperty("reasoning");
    expect(answer).not.toHaveProperty("trace");
  });
});
