import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { loadLimits } from "./limits.ts";
import { KNOWLEDGE_DIR, KnowledgeError } from "./load.ts";

const folder = mkdtempSync(join(tmpdir(), "limits-"));
afterAll(() => rmSync(folder, { recursive: true }));

function operatorFile(text: string): string {
  const file = join(folder, "operator.yaml");
  writeFileSync(file, text);
  return file;
}

function withOverrides(text: string) {
  return loadLimits(KNOWLEDGE_DIR, operatorFile(text));
}

function row(name: string, rows = loadLimits(KNOWLEDGE_DIR)) {
  return rows.find((candidate) => candidate.name === name);
}

/** The numbers of docs/specification.md#limits, row by row, and the rows beyond them. */
const ROWS: readonly [string, number | undefined, number | undefined, true | undefined][] = [
  ["mcp_endpoint", 60, undefined, undefined],
  ["nis2_scope_check", 10, 100, undefined],
  ["company_search", undefined, 500, undefined],
  ["regulatory_feed", undefined, 200, undefined],
  ["nis2_stats", undefined, 200, undefined],
  ["supplier_trust_profile", 60, undefined, undefined],
  ["external_sources", undefined, 250, undefined],
  ["external_sources_shared", undefined, 1000, true],
  ["rest_scope_check", 3, 30, undefined],
  ["rest_company_search", 120, 5000, undefined],
  ["rest_company_detail", 20, 500, undefined],
  ["rest_nis2_stats", 120, undefined, undefined],
  ["rest_nis2_radar", 60, undefined, undefined],
  ["rest_opendata_files", 60, undefined, undefined],
  ["scope_evaluate", 60, undefined, undefined],
  ["activity_search", 120, undefined, undefined],
  ["citation_check", 60, undefined, undefined],
  ["web_lookup", 120, 2000, undefined],
  ["key_failed", 100, undefined, undefined],
  ["sign_in_address", 30, 300, undefined],
  ["sign_in_account", 10, 100, undefined],
  ["sign_up", 10, 50, undefined],
  ["mail_to", undefined, 20, undefined],
  ["second_factor", undefined, 20, undefined],
  ["invitation", undefined, 100, undefined],
  ["domain_quick_check", 3, 20, undefined],
  ["trust_report", undefined, 5, undefined],
  ["firm_look", 5, undefined, undefined],
  ["domain_verify", 10, 200, undefined],
];

test.each(ROWS)("the limit %s is %s a minute, %s a day, shared: %s", (name, perMinute, perDay, shared) => {
  const found = row(name);
  expect([found?.perMinute, found?.perDay, found?.shared]).toEqual([perMinute, perDay, shared]);
});

test("every row of the shipped table is one of those listed above", () => {
  expect(loadLimits(KNOWLEDGE_DIR).map(({ name }) => name)).toEqual(ROWS.map(([name]) => name));
});

test("every row says what it counts and where its numbers come from", () => {
  for (const { counts, note } of loadLimits(KNOWLEDGE_DIR)) {
    expect(counts.length).toBeGreaterThan(0);
    expect(note).toMatch(/^(docs\/specification\.md, `limits\.|Ours)/);
  }
});

test("an operator's row replaces the numbers of the shipped one, and only of that one", () => {
  const rows = withOverrides("nis2_scope_check:\n  perDay: 7\n");
  expect(row("nis2_scope_check", rows)).toMatchObject({ perDay: 7 });
  expect(row("nis2_scope_check", rows)?.perMinute).toBeUndefined();
  expect(row("rest_scope_check", rows)).toEqual(row("rest_scope_check"));
  expect(rows.map(({ name }) => name)).toEqual(loadLimits(KNOWLEDGE_DIR).map(({ name }) => name));
});

test("a shared limit stays shared when the operator states only its number", () => {
  expect(row("external_sources_shared", withOverrides("external_sources_shared: { perDay: 9000 }"))).toMatchObject({
    perDay: 9000,
    shared: true,
  });
});

test("an operator may copy a whole shipped row, notes and all", () => {
  expect(loadLimits(KNOWLEDGE_DIR, join(KNOWLEDGE_DIR, "limits.yaml"))).toEqual(loadLimits(KNOWLEDGE_DIR));
});

test.each([
  ["an empty file", ""],
  ["a file of comments", "# nothing yet\n"],
])("%s changes nothing", (_case, text) => {
  expect(withOverrides(text)).toEqual(loadLimits(KNOWLEDGE_DIR));
});

test.each<[string, string, RegExp]>([
  [
    "an unknown name",
    "# mine\nmcp_endpoints:\n  perMinute: 5\n",
    /operator\.yaml:2 mcp_endpoints: no such limit; known: mcp_/,
  ],
  ["a name of Object's own", "constructor: { perMinute: 5 }\n", /operator\.yaml:1 constructor: no such limit/],
  ["zero", "mcp_endpoint:\n  perMinute: 0\n", /operator\.yaml:2 mcp_endpoint\.perMinute: .* from 1 to 1000000000/],
  ["a negative number", "mcp_endpoint:\n  perMinute: -1\n", /operator\.yaml:2 mcp_endpoint\.perMinute: .* from 1/],
  ["a fraction", "mcp_endpoint:\n\n  perMinute: 1.5\n", /operator\.yaml:3 mcp_endpoint\.perMinute: a limit is a whole/],
  ["a number too high to count", "mcp_endpoint: { perDay: 1000000001 }", /:1 mcp_endpoint\.perDay: .* to 1000000000/],
  ["infinity", "mcp_endpoint: { perDay: .inf }", /:1 mcp_endpoint\.perDay: a limit is a whole number/],
  ["a text", "mcp_endpoint: { perDay: many }", /:1 mcp_endpoint\.perDay: a limit is a whole number of calls/],
  ["an unknown key", "nis2_stats:\n  perDay: 5\n  perHour: 5\n", /operator\.yaml:1 nis2_stats: unknown: perHour/],
  ["a row without a number", "mcp_endpoint: {}\n", /operator\.yaml:1 mcp_endpoint: needs perMinute, perDay or both/],
  ["a row that is a number", "mcp_endpoint: 5\n", /operator\.yaml:1 mcp_endpoint: /],
  [
    "a shared total made per address",
    "external_sources_shared: { perDay: 5, shared: false }",
    /:1 .*shared by all callers/,
  ],
  ["a limit per address made shared", "mcp_endpoint: { perMinute: 5, shared: true }", /:1 .*\.shared: .* per address/],
  ["a list", "- mcp_endpoint\n", /operator\.yaml:1 : a file of limits is a table/],
  ["a name given twice", "mcp_endpoint: { perDay: 1 }\nmcp_endpoint: { perDay: 2 }\n", /operator\.yaml:2: /],
  ["broken YAML", "mcp_endpoint: {\n", /operator\.yaml:\d: /],
])("%s in LIMITS_FILE is refused with file and line", (_case, text, message) => {
  expect(() => withOverrides(text)).toThrow(KnowledgeError);
  expect(() => withOverrides(text)).toThrow(message);
});

test("a row of LIMITS_FILE that former releases had changes nothing, and is reported", () => {
  const file = join(folder, "former.yaml");
  writeFileSync(file, "passkey_challenge: { perDay: 9 }\nsecond_factor_challenge: { perDay: 9 }\n");
  const gone: string[] = [];
  expect(loadLimits(KNOWLEDGE_DIR, file, (name) => gone.push(name))).toEqual(loadLimits(KNOWLEDGE_DIR));
  expect(gone).toEqual(["passkey_challenge", "second_factor_challenge"]);
});

test("a LIMITS_FILE that is not there is named", () => {
  const file = join(folder, "absent.yaml");
  expect(() => loadLimits(KNOWLEDGE_DIR, file)).toThrow(`${file}: cannot be read (ENOENT)`);
});

test("a mistake in the shipped table stops the start with its line", () => {
  const text = readFileSync(join(KNOWLEDGE_DIR, "limits.yaml"), "utf8").replace("perMinute: 60", "perMinute: sixty");
  writeFileSync(join(folder, "limits.yaml"), text);
  const line = text.split("\n").findIndex((each) => each.includes("sixty")) + 1;
  expect(() => loadLimits(folder)).toThrow(`limits.yaml:${line} mcp_endpoint.perMinute: a limit is a whole number`);
});

test("whatever stands in LIMITS_FILE, the answer is rows or a KnowledgeError", () => {
  const scalar = fc.oneof(fc.string(), fc.double(), fc.boolean(), fc.constant(null), fc.integer());
  const name = fc.oneof(fc.constantFrom("mcp_endpoint", "nis2_stats", "__proto__", "toString"), fc.string());
  const key = fc.oneof(fc.constantFrom("perMinute", "perDay", "shared", "note", "__proto__"), fc.string());
  const document = fc.oneof(
    fc.string(),
    fc.dictionary(name, fc.oneof(scalar, fc.dictionary(key, scalar))).map((value) => JSON.stringify(value)),
  );
  fc.assert(
    fc.property(document, (text) => {
      try {
        expect(withOverrides(text)).toHaveLength(ROWS.length);
      } catch (error) {
        expect(error).toBeInstanceOf(KnowledgeError);
      }
    }),
  );
});
