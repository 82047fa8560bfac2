import { describe, expect, test } from "vitest";
import { webOver } from "../../../../test/browser/web.fixture.ts";
import { LOCALES } from "../../../core/locale.ts";
import { knowledge } from "../../../knowledge/shipped.fixture.ts";
import { checkCitations } from "../../../rules/citations/check.ts";
import { typeText } from "./schema-tree.tsx";

const { app } = webOver();
const { acts } = knowledge;

/** The text of a page, a line for each element. */
const plain = (html: string) =>
  html
    .replace(/<[^>]+>/g, "\n")
    .replaceAll("&quot;", '"')
    .replaceAll("&amp;", "&");

const textOf = async (address: string) => plain(await (await app.request(address)).text());

describe.each(LOCALES)("in %s", (locale) => {
  test.each(["/docs/methodology", "/what-if", "/nis2-radar", "/docs"])(
    "every legal reference of %s is confirmed",
    async (path) => {
      const html = await (await app.request(`/${locale}${path}`)).text();
      const notes = [...html.matchAll(/<ul class="citations"[^>]*>(.*?)<\/ul>/g)].map(([, list = ""]) => plain(list));
      const unconfirmed = (line: string) =>
        checkCitations(line, acts).citations.filter(({ verdict }) => verdict !== "confirmed");
      expect(notes.flatMap(unconfirmed)).toEqual([]);
      expect(notes.flatMap((note) => checkCitations(note, acts).citations).length).toBeGreaterThanOrEqual(notes.length);
      // "Annex I" alone heads a column; its act stands in the note beside it.
      const wrong = plain(html)
        .split("\n")
        .flatMap(unconfirmed)
        .filter(({ text }) => !/annex|príloh|příloh/i.test(text));
      expect(wrong).toEqual([]);
    },
  );

  test("each tool has something to copy with the address of this Dosah", async () => {
    const html = await (await app.request(`/${locale}/docs/agents`)).text();
    for (const tool of ["claude", "claude-code", "cursor", "vs-code", "codex", "others"]) {
      expect(html).toMatch(new RegExp(`<code id="${tool}-config">[^<]*http://localhost:3000/api/mcp`));
    }
    expect(html).toContain("nis2_scope_check");
    expect(html).not.toContain("source_status");
  });

  test("the address with sign-in stands there only where agents may sign in", async () => {
    const { app: open } = webOver({}, undefined, { authorize: async () => ({ kind: "redirect", to: "/" }) });
    const html = await (await open.request(`/${locale}/docs/agents`)).text();
    expect(html).toContain('<code id="mcp-account-endpoint">http://localhost:3000/api/mcp/account<');
    for (const name of ["claude.ai", "ChatGPT", "Copilot Studio", "Le Chat", "Gemini Enterprise", "Grok", "Cursor"]) {
      expect(html).toContain(name);
    }
    // Here it is switched off.
    const off = await (await app.request(`/${locale}/docs/agents`)).text();
    expect(off).not.toContain("/api/mcp/account");
    expect(off).not.toContain('href="#sign-in"');
  });

  test("the API reference shows paths, parameters, bodies, answers and other statuses", async () => {
    const page = await textOf(`/${locale}/docs/api?q=api`);
    for (const words of [
      "/api/company-search",
      "q",
      "string, 3 or more characters",
      "ico",
      "results",
      'one of "SK", "CZ"',
      "Invalid arguments.",
    ]) {
      expect(page).toContain(words);
    }
  });
});

test("the API reference has one line an operation, and is searched without a script", async () => {
  const html = await (await app.request("/sk/docs/api")).text();
  const operations = html.match(/<details class="operation" id="op-[a-z-]+"/g) ?? [];
  expect(operations.length).toBeGreaterThan(0);
  expect(html).toContain(`data-operations="${operations.length}"`);
  expect(html).toContain('name="q"');
  const none = await (await app.request("/sk/docs/api?q=%3Cb%3Enothing")).text();
  expect(none).toContain('data-operations="0"');
  expect(none).toContain("Nič také v rozhraní nie je.");
  expect(none).not.toContain("<b>nothing");
});

test("the type of each problem leads to a line of the API reference", async () => {
  const html = await (await app.request("/cs/docs/api")).text();
  for (const code of ["not_found", "rate_limited"]) expect(html).toContain(`<li id="problem-${code}">`);
});

test("the limits in force are printed, with what they count", async () => {
  const page = (await textOf("/en/docs/limits")).replace(/\s+/g, " ");
  expect(page).toContain("POST /api/mcp");
  expect(page).toContain(
    "nis2_scope_check MCP tool company_search MCP tool counted together, for all callers together",
  );
  expect(page).toContain("1,000");
});

test.each([
  [{ type: "string" }, "string"],
  [{ type: ["string", "null"] }, "string or null"],
  [{ type: "integer", minimum: 1, maximum: 50, default: 20 }, "integer from 1 to 50, default 20"],
  [{ type: "integer", minimum: -Number.MAX_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER }, "integer"],
  [{ type: "array", items: { enum: ["a", "b"] } }, 'list of one of "a", "b"'],
  [{ const: true }, "true"],
  [{ anyOf: [{ type: "string" }, { type: "null" }] }, "string or null"],
  [{ $ref: "#/components/schemas/X" }, "object"],
  [{}, "any value"],
])("the type %j reads %s", (schema, words) => {
  expect(typeText(schema)).toBe(words);
});
