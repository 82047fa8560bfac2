import { afterAll, beforeAll, expect, test } from "vitest";
import { CZ, HOSTILE_NAME, registerFiles } from "./register-files.fixture.ts";
import { GENEROUS, startTestService, type TestService, toolCall } from "./service.fixture.ts";

/** Marks that turn the direction of writing, and tag characters, which a reader does not see and an agent reads. */
const INVISIBLE = "\u202e\u2066\u2069\u{e0001}\u{e0041}\u{e007f}";
const UNSEEN = /[\u202a-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]/u;
const VISIBLE = "Viditelna";

let dosah: TestService;

beforeAll(async () => {
  const files = registerFiles.map((file) => ({
    ...file,
    text: file.text.replaceAll(HOSTILE_NAME, `${VISIBLE}${INVISIBLE} firma`),
  }));
  dosah = await startTestService({ files, limits: GENEROUS });
});

afterAll(() => dosah.close());

test.each<[string, string, RequestInit]>([
  ["a scope check of REST", `/api/scope-check?ico=${CZ.hostile}&country=CZ`, {}],
  ["a search of REST", "/api/company-search?q=viditelna", {}],
  ["a scope check of MCP", "/api/mcp", toolCall("nis2_scope_check", { ico: CZ.hostile, country: "CZ" })],
  ["a search of MCP", "/api/mcp", toolCall("company_search", { query: "viditelna" })],
  ["a verdict page with its title", `/sk/firma/cz/${CZ.hostile}`, {}],
  ["a page of results", "/sk/search?q=viditelna", {}],
])("a name reaches %s without what cannot be seen", async (_case, path, init) => {
  const text = await (await dosah.fetch(path, init)).text();
  expect(text).toContain(VISIBLE);
  expect(text).not.toMatch(UNSEEN);
  expect(text).not.toMatch(/\\u(202[a-e]|206[6-9]|db40)/i);
});
