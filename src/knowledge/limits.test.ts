import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { ROW_SUBJECTS } from "../core/cost.ts";
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
const ROWS: readonly [
  name: string,
  perMinute: number | undefined,
  perDay: number | undefined,
  shared: true | undefined,
  more?: { readonly steps?: true; readonly perHour?: number },
][] = [
  ["mcp_endpoint", 60, undefined, undefined],
  ["mcp_account", 120, undefined, undefined],
  ["oauth_authorize", 30, 500, undefined],
  ["oauth_document", 20, 200, undefined, { steps: true }],
  ["oauth_document_shared", 60, undefined, true],
  ["oauth_register", 10, 100, undefined, { steps: true }],
  ["oauth_token", 60, undefined, undefined],
  ["oauth_token_failed", 100, undefined, undefined, { steps: true }],
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
  ["incident_clock", 60, undefined, undefined],
  ["notification", 30, undefined, undefined],
  ["activity_search", 120, undefined, undefined],
  ["citation_check", 60, undefined, undefined],
  ["web_lookup", 120, 2000, undefined],
  ["web_page", 600, 20000, undefined],
  ["person_read", 600, 50000, undefined],
  ["person_write", 300, 10000, undefined],
  ["person_file", 60, 1000, undefined],
  ["upload", 20, 300, undefined],
  ["share_use", 60, 1000, undefined],
  ["feed_use", 10, 300, undefined],
  ["evidence_file", 30, 500, undefined, { steps: true }],
  ["organization_create", 10, 50, undefined],
  ["scan_order", 20, undefined, undefined],
  ["key_failed", 100, undefined, undefined, { steps: true }],
  ["sign_in_address", 30, 300, undefined, { steps: true }],
  ["sign_in_account", 10, 100, undefined],
  ["sign_in_known", 10, 100, undefined],
  ["sign_up", 10, 50, undefined, { steps: true }],
  ["mail_to", undefined, 20, undefined],
  ["reset_mail", undefined, undefined, undefined, { perHour: 1 }],
  ["second_factor", undefined, 20, undefined],
  ["invitation", undefined, 100, undefined],
  ["domain_quick_check", 3, 20, undefined, { steps: true }],
  ["trust_report", undefined, 5, undefined, { steps: true }],
  ["trust_access_request", undefined, 5, undefined, { steps: true }],
  ["trust_verify", 20, undefined, undefined],
  ["firm_look", 5, 50, undefined],
  ["domain_verify", 10, 200, undefined],
  ["batch_calls", 10, undefined, undefined],
  ["batch_rows", undefined, 25000, undefined],
  ["batch_rows_shared", undefined, 250000, true],
];

test.each(ROWS)("the limit %s is %s a minute, %s a day, shared: %s", (name, perMinute, perDay, shared, more) => {
  const found = row(name);
  expect([found?.perMinute, found?.perDay, found?.shared]).toEqual([perMinute, perDay, shared]);
  expect([found?.perHour, found?.steps]).toEqual([more?.perHour, more?.steps]);
});

test("every row of the shipped table is one of those listed above", () => {
  expect(loadLimits(KNOWLEDGE_DIR).map(({ name }) => name)).toEqual(ROWS.map(([name]) => name));
});

test("the code knows by whom every row of the table counts, and no other row", () => {
  expect(loadLimits(KNOWLEDGE_DIR).map(({ name, subject, shared }) => [name, subject, shared === true])).toEqual(
    Object.entries(ROW_SUBJECTS).map(([name, subject]) => [name, subject, subject === "shared"]),
  );
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
  ["an unknown key", "nis2_stats:\n  perDay: 5\n  perWeek: 5\n", /operator\.yaml:1 nis2_stats: unknown: perWeek/],
  ["a row without a number", "mcp_endpoint: {}\n", /operator\.yaml:1 mcp_endpoint: needs perMinute, perHour or perDay/],
  ["a row that is a number", "mcp_endpoint: 5\n", /operator\.yaml:1 mcp_endpoint: /],
  [
    "a shared total made per address",
    "external_sources_shared: { perDay: 5, shared: false }",
    /:1 .*shared by all callers/,
  ],
  ["a limit per address made shared", "mcp_endpoint: { perMinute: 5, shared: true }", /:1 .*\.shared: .* per address/],
  [
    "a row without networks counted by them",
    "mcp_endpoint: { perMinute: 5, steps: true }",
    /:1 .*\.steps: .* no networks/,
  ],
  ["networks left out", "sign_up: { perMinute: 5, steps: false }", /:1 .*counts networks too/],
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
  const key = fc.oneof(
    fc.constantFrom("perMinute", "perHour", "perDay", "shared", "steps", "note", "__proto__"),
    fc.string(),
  );
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
