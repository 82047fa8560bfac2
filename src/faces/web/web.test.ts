import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { withoutCsrf } from "../../../test/accounts/visitor.fixture.ts";
import { stats } from "../../../test/browser/list-answers.fixture.ts";
import { COOKIES, FIRMS, problem, webOver } from "../../../test/browser/web.fixture.ts";
import { publicCaching } from "../../core/cache-control.ts";
import { LOCALES } from "../../core/locale.ts";
import { paths } from "./paths.ts";
import { privatePages } from "./private-pages.ts";
import { pages } from "./web.ts";

/** States of pages that have an address of their own. */
const states = [
  `${paths.search}?q=slov`,
  `${paths.search}?q=slov&country=CZ`,
  `${paths.search}?q=nobody`,
  `${paths.search}?q=a`,
  `${paths.search}?q=pekáreň`,
  `${paths.search}?q=slov&page=21`,
  `${paths.search}?q=nobody+pekáreň`,
  ...Object.values(FIRMS).map((ico) => `/firma/sk/${ico}`),
  `/firma/${FIRMS.twice}`,
  "/firma/sk/12345678",
  "/firma/sk/abc",
  `${paths.whatIf}?country=SK&code=28.22&rev=2.1&employees=60&ico=36045047`,
  `${paths.whatIf}?code=x&rev=2&employees=many&turnover=1.500&balance=-1`,
  "/ai-act/annex-iii-use?role=deployer",
  "/ai-act/profiling?annexIIIUse=credit_scoring&go=1",
  `${paths.aiActResult}?annexIIIUse=credit_scoring&interactsWithPeople=yes`,
  `${paths.aiActResult}?otherProhibitedPractices=ba&asOf=2026-11-20`,
  `${paths.aiActResult}?role=provider`,
  `${paths.aiActResult}?role=x&asOf=y`,
  `${paths.radar}?country=SK`,
  `${paths.feed}?page=2`,
  `${paths.feed}?page=99`,
  `${paths.feed}?topic=NIS2&jurisdiction=CZ&limit=2`,
  `${paths.feed}?source=enisa`,
  `${paths.feed}?topic=AML&jurisdiction=SK`,
  `${paths.feed}?topic=nonsense`,
  `${paths.obligations}?article=23`,
  `${paths.obligations}/NIS2-21-2-E`,
  `${paths.obligations}/NIS2-29-4`,
  `${paths.obligations}?country=SK&article=27`,
  `${paths.obligations}/NIS2-21-2-E?country=cz`,
  `${paths.questionnaire}?mode=extended&risk_mgmt=yyp&hr=x`,
  `${paths.questionnaire}/incidents?mode=extended&incidents=ynp-x`,
  `${paths.questionnaire}/physical`,
  `${paths.questionnaireResult}?mode=quick&risk_mgmt=yyp&incidents=nn&bcm=xxx`,
  `${paths.questionnaireResult}?mode=extended&hr=xx&unanswered=no`,
  `${paths.firms}?list=${FIRMS.important}%0Aslov%0A${FIRMS.hostile}%0A99999999&sort=category`,
  `${paths.firms}?list=`,
  `${paths.compare}?a=${FIRMS.hostile}&b=country%3DSK%26code%3D35.11%26rev%3D2%26employees%3D60`,
  `${paths.compare}?a=slov&b=`,
  "/no-such-page",
];

/** Every page, and every state of a page. */
const addresses = [...new Set([...pages.map(({ path, example }) => example ?? path), ...states])];

test("every page is asked for by a test of its own, beside those that take the list of pages", () => {
  const root = join(import.meta.dirname, "../../..");
  const tests = globSync("{src,test}/**/*.{test,contract}.{ts,tsx}", { cwd: root });
  const texts = tests.map((file) => readFileSync(join(root, file), "utf8"));
  const isAsked = (path: string) => {
    const [fixed = ""] = path.split("/:");
    const isPath = (behind: string) => /^["'`?#/]/.test(behind);
    return texts.some((text) => text.split(fixed).slice(1).some(isPath));
  };
  expect(pages.map(({ path }) => path).filter((path) => !isAsked(path))).toEqual([]);
  expect(isAsked(["", "unheard", "of"].join("/"))).toBe(false);
});

/** Leads to the page of mails. */
const MOVED = "/organizations/:organizationId/reminders";

/** Every private page as those see it who may. */
const privateAddresses = privatePages.flatMap(({ path, page, who, example, isFile }) =>
  page === undefined || isFile || path === MOVED
    ? []
    : [{ address: example ?? path, cookie: who === "anybody" ? undefined : COOKIES[who] }],
);

test.each([...pages, ...privatePages.filter(({ page }) => page !== undefined)])(
  "the page at $path names an example of its address where it takes a parameter",
  ({ path, example }) => {
    if (path.includes(":")) expect(example).toMatch(new RegExp(`^${path.replace(/:\w+/g, "[^/:]+")}$`));
    else expect(example).toBeUndefined();
  },
);

const { app } = webOver();
const get = (address: string, headers: Record<string, string> = {}) => app.request(address, { headers });
const headersWith = (cookie: string | undefined) => (cookie === undefined ? {} : { Cookie: cookie });

describe.each(LOCALES)("every page in %s", (locale) => {
  const all = [...addresses.map((address) => ({ address, cookie: undefined })), ...privateAddresses];
  test.each(all)("$address is whole, safe and well-formed", async ({ address, cookie }) => {
    const response = await get(`/${locale}${address}`, headersWith(cookie));
    const html = await response.text();

    expect(response.headers.get("content-type")).toContain("text/html");
    expect(html).toMatch(new RegExp(`^<!doctype html><html lang="${locale}">`));
    expect(html.match(/<h1[ >]/g)).toHaveLength(1);
    expect(headingLevels(html)).toSatisfy(risesByOne);
    expect(html).not.toMatch(/<script(?![^>]*\ssrc=| type="application\/ld\+json">)/);
    expect(html).not.toMatch(/<style|\sstyle=|<[a-z][^>]*\son[a-z]+=|javascript:/i);
    expect(withoutCsrf(html)).not.toMatch(/undefined|\[object|NaN/);
    expect(html).not.toContain("<script>alert(1)");
    expect(unlabelled(html)).toEqual([]);
    expect(doubled(html.matchAll(/\sid="([^"]+)"/g))).toEqual([]);
    expect(anchorsWithoutTarget(html)).toEqual([]);
  });
});

test("every link of every page leads to a page or a file that exists", async () => {
  const seen = new Map<string, number>();
  const all = [...addresses.map((address) => ({ address, cookie: undefined })), ...privateAddresses];
  for (const { address, cookie } of all) {
    const html = await (await get(`/sk${address}`, headersWith(cookie))).text();
    for (const [, raw = ""] of html.matchAll(/(?:href|src)="(\/[^"#]*)[^"]*"/g)) {
      const target = raw.replaceAll("&amp;", "&");
      if (!target.startsWith("/api/") && !seen.has(target)) seen.set(target, (await get(target)).status);
    }
  }
  // The examples of the start page are real firms that the fixture does not hold.
  const dead = [...seen].filter(
    ([target, status]) => status >= 400 && !target.includes("/firma/") && !target.includes("no-such-page"),
  );
  expect(dead.filter(([target]) => !addresses.some((address) => target.endsWith(address)))).toEqual([]);
  expect(seen.size).toBeGreaterThan(40);
});

test.each([
  ["cs-CZ", "/", "/cs"],
  ["sk", "/nis2-radar?country=SK", "/sk/nis2-radar?country=SK"],
  ["de", "/docs/api", "/en/docs/api"],
  ["en-GB,en;q=0.9", "/firma/sk/36045047", "/en/firma/sk/36045047"],
])("who reads %s and asks for %s is led to %s", async (language, from, to) => {
  const response = await get(from, { "Accept-Language": language });
  expect(response.status).toBe(302);
  expect(response.headers.get("location")).toBe(to);
  expect(response.headers.get("vary")).toContain("Accept-Language");
});

test.each([
  ["/sk/ž/", "/sk/%C5%BE"],
  ["/sk/%C5%BE/", "/sk/%C5%BE"],
  ["/sk/%00/", "/sk/%00"],
])("whatever stands in the address %j, a redirect names it encoded", async (address, location) => {
  const response = await get(address);
  expect(response.headers.get("location")?.toUpperCase()).toBe(location.toUpperCase());
});

test("a slash too many is put right, and never leads to another host", async () => {
  expect((await get("/sk/docs/")).headers.get("location")).toBe("/sk/docs");
  for (const path of ["//evil.example/", "/\\evil.example/", "/%5Cevil.example/"]) {
    expect((await get(path)).headers.get("location") ?? "/sk").toMatch(/^\/(?![/\\])/);
  }
});

test("a page says what the browser may do, and nothing is loaded from elsewhere", async () => {
  const response = await get("/sk");
  const policy = response.headers.get("content-security-policy") ?? "";
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("script-src 'self'");
  expect(policy).not.toMatch(/unsafe|\*|https?:/);
  expect(response.headers.get("x-content-type-options")).toBe("nosniff");
  const loaded = [
    ...(await response.text()).matchAll(
      /<(?:script|img|link rel="(?:icon|preload|stylesheet)")[^>]*(?:src|href)="([^"]+)"/g,
    ),
  ];
  expect(loaded.length).toBeGreaterThan(3);
  for (const [, address] of loaded) expect(address).toMatch(/^\/assets\//);
});

test("files carry the hash of their content and are kept for ever; pages are asked for again", async () => {
  const html = await (await get("/sk")).text();
  const css = /href="(\/assets\/site\.[0-9a-f]{12}\.css)"/.exec(html)?.[1] ?? "";
  const file = await get(css, { "Accept-Encoding": "gzip, br" });
  expect(file.headers.get("content-encoding")).toBe("br");
  expect(file.headers.get("cache-control")).toContain("immutable");
  expect((await get(css)).headers.get("content-encoding")).toBeNull();
  expect((await get("/assets/site.000000000000.css")).status).toBe(404);
  const page = await get("/sk");
  expect(page.headers.get("cache-control")).toBe(publicCaching());
  const again = await get("/sk", { "If-None-Match": page.headers.get("etag") ?? "" });
  expect(again.status).toBe(304);
});

test("the start page and the fullest verdict stay under 60 KB over the wire, all files but the font included", async () => {
  for (const address of ["/sk", `/sk/firma/sk/${FIRMS.disagree}`]) {
    const response = await get(address, { "Accept-Encoding": "gzip" });
    const page = await response.clone().arrayBuffer();
    const html = await (await get(address)).text();
    const files = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+\.(?:js|css|svg))"/g)].map(([, url = ""]) => url);
    let bytes = page.byteLength;
    for (const url of files) bytes += (await (await get(url, { "Accept-Encoding": "gzip" })).arrayBuffer()).byteLength;
    expect(bytes).toBeLessThan(60_000);
  }
});

test.each([
  ["invalid_arguments", 400, null],
  ["rate_limited", 429, "42"],
  ["source_unavailable", 503, "60"],
  ["internal", 500, null],
] as const)("%s is a page of its own with status %i", async (code, status, retryAfter) => {
  const seconds = retryAfter === null ? undefined : Number(retryAfter);
  const failing = webOver({ nis2_scope_check: problem(code, seconds) });
  for (const locale of LOCALES) {
    const response = await failing.app.request(`/${locale}/firma/sk/${FIRMS.important}`);
    expect(response.status).toBe(status);
    expect(response.headers.get("retry-after")).toBe(retryAfter);
    const html = await response.text();
    expect(html).toContain(`action="/${locale}/search"`);
    expect(html).toContain('name="robots" content="noindex"');
  }
});

test("a fault of ours is logged and shown without details", async () => {
  const failing = webOver({
    nis2_scope_check: () => {
      throw new Error("secret: the database is at 10.0.0.1");
    },
  });
  const response = await failing.app.request(`/en/firma/sk/${FIRMS.important}`);
  expect(response.status).toBe(500);
  expect(await response.text()).not.toContain("secret");
  expect(failing.logged).toHaveLength(1);
});

test("the start page answers without its numbers", async () => {
  const poor = webOver({ nis2_stats: problem("rate_limited", 10) });
  const response = await poor.app.request("/sk");
  expect(response.status).toBe(200);
  expect(await response.text()).not.toContain('data-usual="stats"');
});

test("the start page counts only countries whose register is loaded; of the other it shows what its authority said", async () => {
  const one = webOver({ nis2_stats: ({ country }, locale) => stats(country as "SK" | "CZ", locale, country === "CZ") });
  const counted = await (await one.app.request("/en")).text();
  expect(counted.match(/data-usual="stats" data-country="\w\w"/g)).toEqual(['data-usual="stats" data-country="SK"']);
  expect(counted).toContain("4,865");
  const none = webOver({ nis2_stats: (_args, locale) => stats(undefined, locale, true) });
  const official = await (await none.app.request("/en")).text();
  expect(official).not.toContain('data-usual="stats"');
  expect(official).toContain("The Slovak authority has published no number");
  expect(official).toMatch(/data-load-command[^>]*>\s*npx dosah registers fetch/);
});

function headingLevels(html: string): number[] {
  // Within main: the frame around it has no headings.
  return [...html.matchAll(/<h([1-6])[ >]/g)].map(([, level]) => Number(level));
}

/** No level is skipped on the way down; an error summary may stand before the title. */
function risesByOne(levels: readonly number[]): boolean {
  const fromTitle = levels.slice(levels.indexOf(1));
  return fromTitle.every((level, index) => index === 0 || level <= (fromTitle[index - 1] ?? 0) + 1);
}

/** Controls that a screen reader could not name. */
function unlabelled(html: string): string[] {
  const labels = new Set([...html.matchAll(/<label for="([^"]+)"/g)].map(([, id]) => id));
  return [...html.matchAll(/<(?:input|select|textarea)\b[^>]*>/g)]
    .map(([control]) => control)
    .filter((control) => !control.includes('type="hidden"') && !control.includes("aria-label="))
    .filter((control) => !labels.has(/\sid="([^"]+)"/.exec(control)?.[1] ?? ""));
}

function doubled(matches: Iterable<RegExpMatchArray>): string[] {
  const ids = [...matches].map(([, id = ""]) => id);
  return ids.filter((id, index) => ids.indexOf(id) !== index);
}

/** In-page links and references whose target is missing. */
function anchorsWithoutTarget(html: string): string[] {
  const ids = new Set([...html.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id));
  const references = [...html.matchAll(/\s(?:aria-labelledby|aria-describedby|data-copy-from)="([^"]+)"/g)].flatMap(
    ([, list = ""]) => list.split(" "),
  );
  const anchors = [...html.matchAll(/href="#([^"]+)"/g)].map(([, id = ""]) => id);
  return [...references, ...anchors].filter((id) => !ids.has(id));
}
