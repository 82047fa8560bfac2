import { createContext, runInContext } from "node:vm";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { FIRMS, webOver } from "../../../test/browser/web.fixture.ts";
import { LOCALES } from "../../core/locale.ts";
import { apiCatalog, serverJson } from "./discovery-files.ts";
import { embedSnippet } from "./docs/docs-rest-page.tsx";
import { pages } from "./web.ts";

const { app } = webOver();

const textOf = async (path: string) => (await app.request(path)).text();

/** The constraints of https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json for what we send. */
const registryEntry = z.strictObject({
  $schema: z.literal("https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json"),
  name: z
    .string()
    .min(3)
    .max(200)
    .regex(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/),
  title: z.string().min(1).max(100),
  description: z.string().min(1).max(100),
  version: z.string().max(255),
  websiteUrl: z.url(),
  remotes: z.array(
    z.strictObject({
      type: z.literal("streamable-http"),
      url: z.url(),
      headers: z.optional(
        z.array(
          z.strictObject({
            name: z.string(),
            description: z.string(),
            isRequired: z.boolean(),
            isSecret: z.boolean(),
          }),
        ),
      ),
    }),
  ),
});

/** RFC 9264, section 4.2: target attributes of a link; RFC 9727, section 4.1 and appendix A: the relations. */
const link = z.strictObject({ href: z.url(), type: z.string(), hreflang: z.array(z.string()).optional() });
const linkset = z.strictObject({
  linkset: z.array(
    z.strictObject({
      anchor: z.url(),
      "service-desc": z.array(link),
      "service-doc": z.array(link),
      status: z.array(link),
    }),
  ),
});

test("server.json fits the schema of the MCP registry", async () => {
  expect(registryEntry.parse(JSON.parse(await textOf("/server.json")))).toMatchObject({
    name: "localhost/dosah",
    remotes: [{ url: "http://localhost:3000/api/mcp" }, { url: "http://localhost:3000/api/mcp/account" }],
  });
  const { name, version } = serverJson({ baseUrl: "https://nis2.firma.sk", version: "0.1.0" });
  expect([name, version]).toEqual(["sk.firma.nis2/dosah", "0.1.0"]);
  expect(registryEntry.safeParse({ ...serverJson({ baseUrl: "https://a.sk", version: "1" }), extra: 1 }).success).toBe(
    false,
  );
});

test("api-catalog is a linkset of both interfaces, as RFC 9727 has it", async () => {
  for (const method of ["GET", "HEAD"]) {
    const response = await app.request("/.well-known/api-catalog", { method });
    expect(response.headers.get("content-type")).toBe(
      'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
    );
    expect(response.headers.get("link")).toBe('<http://localhost:3000/.well-known/api-catalog>; rel="api-catalog"');
  }
  const anchors = linkset
    .parse(JSON.parse(await textOf("/.well-known/api-catalog")))
    .linkset.map(({ anchor }) => anchor);
  expect(anchors).toEqual(["http://localhost:3000/api", "http://localhost:3000/api/mcp"]);
  expect(linkset.safeParse({ linkset: [{ anchor: "/api" }] }).success).toBe(false);
});

test("every page that the discovery files name is there", async () => {
  const own = (text: string) =>
    [...text.matchAll(/http:\/\/localhost:3000(\/[^\s"<)]*)/g)].map(([, path = ""]) => path);
  const named = [
    ...own(await textOf("/llms.txt")),
    ...own(await textOf("/sitemap.xml")),
    ...own(JSON.stringify(apiCatalog({ baseUrl: "http://localhost:3000" }))),
  ];
  expect(named.length).toBeGreaterThan(60);
  for (const path of new Set(named)) {
    // REST, MCP and health are other faces: the fixture has only the pages.
    if (/^\/(api|readyz)/.test(path)) continue;
    const { status } = await app.request(path);
    expect([path, status]).toEqual([path, 200]);
  }
});

test("the sitemap has every page that may be indexed in three languages, and no firm", async () => {
  const text = await textOf("/sitemap.xml");
  const located = [...text.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = ""]) => address);
  expect(new Set(located).size).toBe(located.length);
  expect(text).not.toContain("/firma/");
  for (const { path } of pages.filter(({ path: each }) => !each.includes(":"))) {
    for (const locale of LOCALES) {
      const isIndexed = !(await textOf(`/${locale}${path}`)).includes('content="noindex"');
      expect([path, located.includes(`http://localhost:3000/${locale}${path}`)]).toEqual([path, isIndexed]);
    }
  }
});

test("llms.txt begins with what Dosah is, and names every public tool", async () => {
  const text = await textOf("/llms.txt");
  expect(text).toMatch(/^# Dosah\n\n> /);
  for (const tool of ["nis2_scope_check", "company_search", "nis2_obligations", "ai_act_classify"]) {
    expect(text).toContain(`- \`${tool}\`: `);
  }
  expect(text).not.toContain("my_scans");
});

describe("a preview of a link", () => {
  const property = (html: string, name: string) =>
    new RegExp(`<meta property="${name}" content="([^"]*)"`).exec(html)?.[1];

  test("a preview of a verdict is the firm as text, cut at 60 characters, and its category", async () => {
    const html = await textOf(`/en/firma/cz/${FIRMS.hostile}`);
    const [name = "", category] = (property(html, "og:title") ?? "").split(/: (?=[^:]*$)/);
    expect(category).toBe("Important entity");
    expect(name.replaceAll(/&[a-z#0-9]+;/g, "x").length).toBeLessThanOrEqual(60);
    expect(name).not.toMatch(/[<>"]/);
    const tags = [...html.matchAll(/<meta property="og:[^>]*>/g)].join("");
    expect(tags).toContain(FIRMS.hostile.replace(/(\d\d)(\d{3})(\d{3})/, "$1\u00a0$2\u00a0$3"));
    expect(tags).not.toMatch(/<script|onerror=[^&]/);
  });

  test("of a what-if is its label or whose facts it rests on, with the category", async () => {
    const address = "/en/what-if?country=SK&code=28.22&rev=2&employees=60";
    const html = await textOf(address);
    expect(property(html, "og:title")).toBe("Based on the facts given: Important entity");
    expect(property(await textOf(`${address}&label=Plant+1`), "og:title")).toBe("Plant 1: Important entity");
    expect(property(html, "og:description")).toContain("Based on the facts given");
    expect(html).toContain('content="noindex"');
  });

  test("of another page is its title and description; a page that is not indexed has none", async () => {
    const html = await textOf("/sk/obligations");
    expect(property(html, "og:description")).toBe(/<meta name="description" content="([^"]*)"/.exec(html)?.[1]);
    expect(property(html, "og:locale")).toBe("sk_SK");
    expect(await textOf("/sk/search?q=slov")).not.toContain("og:title");
  });
});

describe("linked data", () => {
  const dataOf = (html: string) => {
    const [, text = "null"] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(html) ?? [];
    return JSON.parse(text);
  };

  test("says on the start page how to search, and on the page of open data what there is", async () => {
    expect(dataOf(await textOf("/cs"))).toMatchObject({
      "@context": "https://schema.org",
      "@type": "WebSite",
      potentialAction: { target: { urlTemplate: "http://localhost:3000/cs/search?q={q}" } },
    });
    const { dataset } = dataOf(await textOf("/en/docs/open-data"));
    expect(dataset).toHaveLength(4);
    for (const each of dataset) {
      expect(each).toMatchObject({
        license: "https://creativecommons.org/licenses/by/4.0/",
        version: expect.any(String),
      });
    }
  });
});

describe("the form to embed", () => {
  /** Runs the script of the snippet over a page that has only what it uses; gives what it wrote. */
  async function embedded(reply: { ok: boolean; body: object }) {
    const output = { textContent: "" };
    const asked: string[] = [];
    const form = { elements: { ico: { value: "31322832" } }, querySelector: () => output };
    let submit: (event: object) => Promise<void> = async () => {};
    const page = createContext({
      URLSearchParams,
      document: { getElementById: () => ({ addEventListener: (_name: string, run: typeof submit) => (submit = run) }) },
      fetch: async (address: string) => {
        asked.push(address);
        return { ok: reply.ok, json: async () => reply.body };
      },
    });
    const [, script = ""] = /<script>([\s\S]*)<\/script>/.exec(embedSnippet("https://dosah.example", "en")) ?? [];
    runInContext(script, page);
    await submit({ preventDefault: () => {}, currentTarget: form });
    return { asked, wrote: output.textContent };
  }

  test("asks the short scope check and writes its sentence as text", async () => {
    const { asked, wrote } = await embedded({
      ok: true,
      body: { headline: "It is <b>in</b>.", disclaimer: "Indicative." },
    });
    expect(asked).toEqual(["https://dosah.example/api/embed/scope-check?ico=31322832&locale=en"]);
    expect(wrote).toBe("It is <b>in</b>. Indicative.");
  });

  test("writes what is wrong and the next step where there is no answer", async () => {
    const { wrote } = await embedded({ ok: false, body: { detail: "No such firm.", nextStep: "Check the number." } });
    expect(wrote).toBe("No such firm. Check the number.");
  });

  test("stands on the page of REST in every language", async () => {
    for (const locale of LOCALES) {
      const html = await textOf(`/${locale}/docs/rest`);
      expect(html).toContain("/api/embed/scope-check?&quot;");
    }
  });
});
