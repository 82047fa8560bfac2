import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import { callFixtures, fixtureCapabilities, keepingLog } from "../../../test/mcp/capabilities.fixture.ts";
import type { Capability, PublishedCapability } from "../../capabilities/capability.ts";
import { createRest } from "./rest.ts";

function restOf(capabilities: readonly Capability[]) {
  return createRest({
    capabilities,
    call: callFixtures(),
    clientAddress: () => null,
    baseUrl: "https://dosah.test",
    version: "0.1.0",
    log: keepingLog(),
    limitRules: [{ name: "activity_search", perMinute: 3, perDay: 30 }],
  });
}

const { app, openapi: described } = restOf(fixtureCapabilities);
const openapi = described();

/** Every object in a document with its JSON pointer. */
function* objectsIn(value: unknown, path = "#"): Generator<[string, Readonly<Record<string, unknown>>]> {
  if (typeof value !== "object" || value === null) return;
  yield [path, value as Readonly<Record<string, unknown>>]; // an array counts as an object with numbers for names
  for (const [name, field] of Object.entries(value)) {
    yield* objectsIn(field, `${path}/${encodeURIComponent(name.replaceAll("~", "~0").replaceAll("/", "~1"))}`);
  }
}

function resolve(reference: string): unknown {
  let value: unknown = openapi;
  for (const name of reference.replace("#/", "").split("/"))
    value = value === undefined ? undefined : Object(value)[name];
  return value;
}

test("is served with an ETag to everybody", async () => {
  const response = await app.request("/api/openapi.json");
  expect(response.headers.get("content-type")).toBe("application/json");
  expect(response.headers.get("access-control-allow-origin")).toBe("*");
  expect(await response.json()).toEqual(JSON.parse(JSON.stringify(openapi)));
  const etag = response.headers.get("etag") ?? "";
  expect((await app.request("/api/openapi.json", { headers: { "If-None-Match": etag } })).status).toBe(304);
  expect((await app.request("/api/openapi.json", { method: "POST" })).status).toBe(405);
});

describe("follows OpenAPI 3.1", () => {
  test("in its root", () => {
    expect(openapi.openapi).toMatch(/^3\.1\.\d+$/);
    expect(openapi.info.title).not.toBe("");
    expect(openapi.info.version).toBe("0.1.0");
    expect(openapi.servers).toEqual([{ url: "https://dosah.test" }]);
    for (const path of Object.keys(openapi.paths)) expect(path).toMatch(/^\/api\//);
    for (const [kind, components] of Object.entries(openapi.components)) {
      for (const name of Object.keys(components)) expect(`${kind}.${name}`).toMatch(/^\w+\.[\w.-]+$/);
    }
  });

  test.each(["not_found", "rate_limited", "source_unavailable"])("with what is left beside a problem: %s", (code) => {
    const { headers } = resolve(`#/components/responses/${code}`) as { headers: Record<string, unknown> }; // ours
    expect(Object.keys(headers)).toEqual(expect.arrayContaining(["RateLimit", "RateLimit-Policy"]));
  });

  test("with references that all lead somewhere", () => {
    const references = [...objectsIn(openapi)].flatMap(([, { $ref }]) => (typeof $ref === "string" ? [$ref] : []));
    expect(references.length).toBeGreaterThan(20);
    for (const reference of references) expect(resolve(reference), reference).toBeDefined();
  });

  test("with operations that are complete, tagged and uniquely named", () => {
    const operations = Object.entries(openapi.paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
    );
    const ids = operations.map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
    const tags = openapi.tags.map(({ name }) => name);
    for (const { path, method, operation } of operations) {
      expect(["get", "post"]).toContain(method);
      expect(operation.responses).toHaveProperty("200");
      for (const status of Object.keys(operation.responses)) expect(status).toMatch(/^[2-5]\d\d$/);
      for (const tag of operation.tags) expect(tags).toContain(tag);
      const ofPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      const stated = operation.parameters.filter((parameter) => parameter.in === "path");
      expect(stated.map(({ name }) => name)).toEqual(ofPath);
      expect(stated.every(({ required }) => required)).toBe(true);
      const names = operation.parameters.map(({ name, in: place }) => `${place} ${name}`);
      expect(new Set(names).size).toBe(names.length);
      expect(operation.requestBody === undefined).toBe(method === "get");
    }
  });

  test("with schemas that are JSON Schema 2020-12, and examples that fit them", () => {
    const ajv = new Ajv2020({ strict: false, formats: { uri: URL.canParse } });
    ajv.addSchema({ ...openapi, $id: "openapi" }, "openapi");
    let examples = 0;
    for (const [path, field] of objectsIn(openapi)) {
      if (!Object.hasOwn(field, "schema")) continue;
      const isValid = ajv.compile({ $ref: `openapi${path}/schema` });
      if (field.example === undefined) continue;
      examples++;
      expect(isValid(field.example), path).toBe(true);
    }
    expect(examples).toBeGreaterThan(5);
  });
});

describe("describes", () => {
  test("parameters under their public names", () => {
    const { parameters, description } = openapi.paths["/api/greet"]?.get ?? {};
    expect(parameters).toEqual([
      {
        name: "who",
        in: "query",
        required: true,
        description: "Whom to greet.",
        schema: { type: "string", minLength: 2, maxLength: 40 },
        example: "Anna",
      },
      expect.objectContaining({ name: "times", required: false, schema: expect.objectContaining({ default: 1 }) }),
      expect.objectContaining({ name: "loud", required: false, schema: { type: "boolean" } }),
      expect.objectContaining({ name: "tags", schema: expect.objectContaining({ type: "array" }) }),
      expect.objectContaining({ name: "locale", required: false }),
    ]);
    expect(description).toContain("3 a minute, 30 a day");
  });

  test("the shortened answer of a view and the whole answer without one", () => {
    const { schemas } = openapi.components;
    expect(Object.keys(Object(schemas?.getGreetAnswer?.properties))).toEqual(["greeting", "tags"]);
    expect(Object.keys(Object(schemas?.postGreetAnswer?.properties))).toContain("untrusted");
  });

  test("a body with an example that the endpoint accepts", async () => {
    const media = openapi.paths["/api/greet"]?.post?.requestBody?.content["application/json"];
    expect(media?.schema).toMatchObject({ required: ["name"], additionalProperties: false });
    const headers = { "Content-Type": "application/json" };
    const response = await app.request("/api/greet", { method: "POST", body: JSON.stringify(media?.example), headers });
    expect(response.status).toBe(200);
  });

  test("which problems an operation can answer with", () => {
    const statuses = (path: string, method: string) => Object.keys(openapi.paths[path]?.[method]?.responses ?? {});
    expect(statuses("/api/greet", "get")).toEqual(["200", "304", "400", "404", "429", "500", "503"]);
    expect(statuses("/api/greet", "post")).toEqual(["200", "400", "404", "408", "413", "415", "500", "503"]);
    expect(statuses("/api/v1/mine", "get")).toContain("401");
    expect(openapi.paths["/api/v1/mine"]?.get?.security).toEqual([{ apiKey: [] }]);
  });
});

describe("an offer that cannot work stops the start:", () => {
  const offer = { method: "GET", path: "/api/x", cost: { constant: "version" } } as const;
  test.each<[string, Pick<PublishedCapability, "rest"> & { access?: "operator" }, string]>([
    ["the same method and path twice", { rest: [offer, offer] }, "same method and path"],
    ["an argument that the input lacks", { rest: [{ ...offer, only: ["nobody"] }] }, "no field nobody"],
    ["a path with an unknown name", { rest: [{ ...offer, path: "/api/{nobody}" }] }, "no field nobody"],
    ["an operator's capability", { access: "operator", rest: [offer] }, "operator"],
  ])("%s", (_case, changed, message) => {
    const [base] = fixtureCapabilities.filter(({ name }) => name === "greet");
    if (base?.mcp === undefined) throw new Error("The fixture is gone.");
    expect(() => restOf([{ ...base, ...changed }])).toThrow(message);
  });
});
