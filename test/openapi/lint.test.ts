import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import spectralCore, { type RulesetDefinition } from "@stoplight/spectral-core";
import spectralRulesets from "@stoplight/spectral-rulesets";
import { afterAll, describe, expect, test } from "vitest";
import { capabilities } from "../../src/capabilities/index.ts";
import type { OpenApiDocument } from "../../src/faces/rest/openapi.ts";
import { createRest } from "../../src/faces/rest/rest.ts";
import { loadLimits } from "../../src/knowledge/limits.ts";
import { KNOWLEDGE_DIR } from "../../src/knowledge/load.ts";
import { callFixtures, fixtureCapabilities, keepingLog } from "../mcp/capabilities.fixture.ts";

/** The description of an API as a public instance publishes it. */
function described(offered: typeof capabilities): OpenApiDocument {
  return createRest({
    capabilities: offered,
    call: callFixtures(),
    clientAddress: () => null,
    baseUrl: "https://dosah.test",
    version: "0.1.0",
    limitRules: loadLimits(KNOWLEDGE_DIR),
    log: keepingLog(),
  }).openapi();
}

const REDOCLY = join(createRequire(import.meta.url).resolve("@redocly/cli/package.json"), "../bin/cli.js");
const folder = mkdtempSync(join(tmpdir(), "dosah-openapi-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Errors and warnings of the recommended rules of Redocly, as `rule place`. */
function redocly(document: object): Promise<string[]> {
  writeFileSync(join(folder, "openapi.json"), JSON.stringify(document));
  const args = [REDOCLY, "lint", "openapi.json", "--extends=recommended", "--format=json", "--max-problems=1000"];
  // Neither reports of use nor a look for newer versions: tests call nobody.
  const env = { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };
  return new Promise((resolve, reject) => {
    execFile(process.execPath, args, { cwd: folder, env, maxBuffer: 2 ** 26 }, (_error, output, errors) => {
      try {
        const { problems } = JSON.parse(output);
        resolve(
          problems.map(
            (problem: { ruleId: string; location: { pointer: string }[] }) =>
              `${problem.ruleId} ${problem.location[0]?.pointer}`,
          ),
        );
      } catch {
        reject(new Error(`Redocly gave no report: ${errors}`));
      }
    });
  });
}

/** Errors and warnings of the recommended rules of Spectral for OpenAPI, as `rule place`. */
async function spectral(document: object): Promise<string[]> {
  const linter = new spectralCore.Spectral();
  const rules = spectralRulesets.oas as unknown as RulesetDefinition; // its own type is narrower than what it is made for
  linter.setRuleset({ extends: [[rules, "recommended"]] });
  const found = await linter.run(JSON.parse(JSON.stringify(document)));
  return found.map(({ code, path }) => `${code} ${path.join("/")}`);
}

describe.each([
  ["Redocly", redocly],
  ["Spectral", spectral],
] as const)("the recommended rules of %s find nothing in the description of the API", (_linter, lint) => {
  test("as it is published", async () => {
    expect(await lint(described(capabilities))).toEqual([]);
  });

  test("with endpoints for a key", async () => {
    expect(await lint(described([...capabilities, ...fixtureCapabilities]))).toEqual([]);
  });

  test("and would find a mistake", async () => {
    const { info, ...rest } = described(capabilities);
    const { paths } = rest;
    const [first = ""] = Object.keys(paths);
    const broken = { ...rest, info: { title: info.title }, paths: { ...paths, [first]: { get: { responses: {} } } } };
    expect((await lint(broken)).length).toBeGreaterThan(2);
  });
});

describe("the description of the API", () => {
  const document = described(capabilities);
  const schemas = document.components.schemas ?? {};

  test("says at its root that no key is needed, and names whom to ask", () => {
    expect(document.security).toEqual([{}]);
    expect(document.info.contact).toMatchObject({ url: "https://dosah.test/docs" });
    expect(described(fixtureCapabilities).paths["/api/v1/mine"]?.get?.security).toEqual([{ apiKey: [] }]);
  });

  test("gives every answer and everything that answers share a name", () => {
    for (const item of Object.values(document.paths)) {
      for (const { responses } of Object.values(item)) {
        const { content = {} } = Object(responses["200"]) as { content?: Record<string, { schema: object }> }; // ours
        for (const [type, { schema }] of Object.entries(content)) {
          // Files, such as a table, are text.
          if (type === "application/json") expect(Object.keys(schema)).toEqual(["$ref"]);
        }
      }
    }
    expect(schemas.getEmbedScopeCheckAnswer).toEqual({ $ref: "#/components/schemas/getScopeCheckAnswer" });
    expect(repeated(schemas)).toEqual([]);
  });
});

/** Objects with fields that stand in more than one place. */
function repeated(schemas: Readonly<Record<string, object>>): string[] {
  const places = new Map<string, number>();
  const look = (value: unknown): void => {
    if (typeof value !== "object" || value === null) return;
    if (Reflect.get(value, "type") === "object" && typeof Reflect.get(value, "properties") === "object") {
      const { description: _meaning, ...shape } = value as { description?: string }; // an object, as just seen
      places.set(JSON.stringify(shape), (places.get(JSON.stringify(shape)) ?? 0) + 1);
    }
    for (const inner of Object.values(value)) look(inner);
  };
  for (const schema of Object.values(schemas)) look(schema);
  return [...places].filter(([, count]) => count > 1).map(([shape]) => shape);
}

test("operations are tagged by subject, and each subject is declared once and used", () => {
  const openapi = described(capabilities);
  const operations = Object.entries(openapi.paths).flatMap(([path, item]) =>
    Object.values(item).map((operation) => [path, operation.tags] as const),
  );
  const declared = openapi.tags.map(({ name }) => name);
  expect(new Set(declared).size).toBe(declared.length);
  expect(declared.toSorted()).toEqual([...new Set(operations.flatMap(([, tags]) => tags))].toSorted());
  for (const { description } of openapi.tags) expect(description).toMatch(/\.$/);
  for (const [, tags] of operations) expect(tags).toHaveLength(1);
  expect(Object.fromEntries(operations)).toMatchObject({
    "/api/scope-check": ["scope"],
    "/api/company-search": ["companies"],
    "/api/regulatory-feed": ["feed"],
    "/api/ai-act-classify": ["ai-act"],
    "/api/opendata": ["open-data"],
  });
  // Nothing public is left without a subject of its own.
  expect(declared).not.toContain("service");
});
