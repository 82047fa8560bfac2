import { type Context, Hono, type Next } from "hono";
import type { PasskeyQuestion } from "../../capabilities/accounts/passkey-challenge.ts";
import type { Call } from "../../capabilities/calling/call.ts";
import type { Caller, Identify } from "../../capabilities/calling/principal.ts";
import { type FaceLog, problemOf } from "../../capabilities/calling/problem-of.ts";
import type { Capability } from "../../capabilities/capability.ts";
import type { LawLinking } from "../../capabilities/law/law-linking.ts";
import { publicCaching } from "../../core/cache-control.ts";
import { LOCALES, type Locale } from "../../core/locale.ts";
import { once } from "../../core/once.ts";
import { aiActPage } from "./ai-act/ai-act-page.tsx";
import { aiActResultPage } from "./ai-act/ai-act-result-page.tsx";
import { aiActStepPage } from "./ai-act/ai-act-step-page.tsx";
import { createPrivateAnswer } from "./answer-private.ts";
import { loadAssets, serveAsset } from "./assets.ts";
import { compress } from "./compress.ts";
import { addDiscoveryFiles } from "./discovery-files.ts";
import { changelogJson, changelogPage, changelogRss } from "./docs/changelog-page.tsx";
import { docsAgentsPage } from "./docs/docs-agents-page.tsx";
import { docsApiPage } from "./docs/docs-api-page.tsx";
import { docsLimitsPage } from "./docs/docs-limits-page.tsx";
import { docsMethodologyPage } from "./docs/docs-methodology-page.tsx";
import { docsOpenDataPage } from "./docs/docs-open-data-page.tsx";
import { docsPage } from "./docs/docs-page.tsx";
import { docsRestPage } from "./docs/docs-rest-page.tsx";
import { readOpenApi } from "./docs/openapi-document.ts";
import { entityTag } from "./entity-tag.ts";
import { feedCalendar, feedJson, feedRss } from "./feed/feed-documents.ts";
import { regulatoryFeedPage } from "./feed/regulatory-feed-page.tsx";
import { comparePage } from "./firms/compare-page.tsx";
import { firmsCsv, firmsPage } from "./firms/firms-page.tsx";
import { obligationPage } from "./obligations/obligation-page.tsx";
import { obligationsPage } from "./obligations/obligations-page.tsx";
import type { LimitRow, Page, PageAnswer, PageRequest, SignInWays, Site } from "./page.ts";
import { routePattern } from "./path-parameters.ts";
import { href, paths, redirectTo } from "./paths.ts";
import { privatePages } from "./private-pages.ts";
import { problemPage } from "./problem/problem-page.tsx";
import { questionnaireCsv, questionnaireJson } from "./questionnaire/given-answers.tsx";
import { questionnaireAreaPage } from "./questionnaire/questionnaire-area-page.tsx";
import { questionnairePage } from "./questionnaire/questionnaire-page.tsx";
import { questionnaireResultPage } from "./questionnaire/questionnaire-result-page.tsx";
import { radarCsv, radarPage } from "./radar/radar-page.tsx";
import { sourcesPage } from "./registers/sources-page.tsx";
import { render } from "./render.tsx";
import { scanPage } from "./scans/scan-page.tsx";
import { searchPage } from "./search/search-page.tsx";
import { securityHeaders } from "./security-headers.ts";
import { addSiteFiles, type SecurityContact } from "./site-files.ts";
import { startPage } from "./start/start-page.tsx";
import { addTrustEvidence } from "./trust/trust-evidence-file.ts";
import { trustProfilePage } from "./trust/trust-profile-page.tsx";
import { firmCalendar, whatIfCalendar } from "./verdict/deadline-calendar.ts";
import { verdictPage } from "./verdict/verdict-page.tsx";
import { whatIfPage } from "./verdict/what-if-page.tsx";

/** What the pages need from the service. */
export interface WebOptions {
  readonly call: Call;
  /** Finds out whose session a cookie names. Asked on private pages alone. */
  readonly identify: Identify;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Asks the browser of a person for a passkey. */
  readonly passkeyQuestion: (accountId: string) => PasskeyQuestion;
  readonly signIn: SignInWays;
  /** Everything Dosah can do; the documentation lists what agents are offered. */
  readonly capabilities: readonly Capability[];
  /** The limits in force, the operator's overrides included. */
  readonly limits: readonly LimitRow[];
  /** Where citations lead. */
  readonly lawLinking: LawLinking;
  /** The OpenAPI document of the REST face. */
  readonly openapi: () => unknown;
  /** The address that is counted for a visitor. */
  readonly clientAddress: (context: Context) => string | null;
  /** Public address, without a slash at the end. */
  readonly baseUrl: string;
  readonly version: string;
  /** For security.txt; without it there is no such file. */
  readonly security?: SecurityContact | undefined;
  readonly log: FaceLog;
}

/** What stands at a path below the language. The same path without a language leads to the visitor's own. */
interface Route {
  readonly path: string;
  readonly page: Page;
  /** For a path with a parameter: an address of this page over the shipped sample, for the tests of every page. */
  readonly example?: string;
}

/** Every page for people. The tests of every page take their list from here. */
export const pages: readonly Route[] = [
  { path: paths.start, page: startPage },
  { path: paths.search, page: searchPage },
  { path: "/firma/:ico", page: verdictPage, example: "/firma/49240901" },
  { path: "/firma/:country/:ico", page: verdictPage, example: "/firma/sk/31322832" },
  { path: paths.whatIf, page: whatIfPage },
  { path: paths.firms, page: firmsPage },
  { path: paths.compare, page: comparePage },
  { path: paths.aiAct, page: aiActPage },
  { path: paths.aiActResult, page: aiActResultPage },
  { path: "/ai-act/:step", page: aiActStepPage, example: "/ai-act/role" },
  { path: paths.radar, page: radarPage },
  { path: paths.feed, page: regulatoryFeedPage },
  { path: paths.obligations, page: obligationsPage },
  { path: `${paths.obligations}/:code`, page: obligationPage, example: "/obligations/NIS2-29-4" },
  { path: paths.questionnaire, page: questionnairePage },
  { path: paths.questionnaireResult, page: questionnaireResultPage },
  { path: `${paths.questionnaire}/:area`, page: questionnaireAreaPage, example: "/questionnaire/incidents" },
  { path: paths.scan, page: scanPage },
  { path: paths.sources, page: sourcesPage },
  { path: paths.changelog, page: changelogPage },
  { path: paths.docs, page: docsPage },
  { path: paths.docsAgents, page: docsAgentsPage },
  { path: paths.docsRest, page: docsRestPage },
  { path: paths.docsApi, page: docsApiPage },
  { path: paths.docsLimits, page: docsLimitsPage },
  { path: paths.docsMethodology, page: docsMethodologyPage },
  { path: paths.docsOpenData, page: docsOpenDataPage },
];

/** What programs read at an address beside the pages, and pages of what somebody must have published first. */
const documents: readonly Route[] = [
  { path: "/trust/:slug", page: trustProfilePage },
  { path: "/firma/:country/:ico/deadlines.ics", page: firmCalendar },
  { path: paths.whatIfCalendar, page: whatIfCalendar },
  { path: paths.radarCsv, page: radarCsv },
  { path: paths.firmsCsv, page: firmsCsv },
  { path: paths.questionnaireCsv, page: questionnaireCsv },
  { path: paths.questionnaireJson, page: questionnaireJson },
  { path: paths.feedRss, page: feedRss },
  { path: paths.feedJson, page: feedJson },
  { path: paths.feedCalendar, page: feedCalendar },
  { path: paths.changelogRss, page: changelogRss },
  { path: paths.changelogJson, page: changelogJson },
];

/** The paths of pages and documents below the language, parameters as `:name`. */
export const routes: readonly string[] = [...pages, ...documents, ...privatePages].map(({ path }) => path);

/**
 * The pages for people, in Slovak, Czech and English. Mount it last, at `/`: it answers every path that no other
 * face took, with a page of its own for what does not exist.
 */
export function createWeb(options: WebOptions): Hono {
  const { call, identify, now, passkeyQuestion, clientAddress, log, openapi, security, capabilities, ...shared } =
    options;
  const tools = capabilities.filter((capability) => capability.mcp !== undefined);
  const site: Site = { ...shared, tools, openapi: once(() => readOpenApi(openapi())), assets: loadAssets() };
  const headers = securityHeaders(site.baseUrl);
  /** Pages that asked something which a limit counts. */
  const counted = new WeakSet<PageRequest>();
  const app = new Hono();

  app.get("/assets/:file", async (context, next) => {
    const file = serveAsset(site.assets, context.req.path, context.req.header("Accept-Encoding"));
    if (file === undefined) await next();
    return file;
  });
  app.use(async (context, next) => {
    await next();
    for (const [name, value] of Object.entries(headers)) {
      if (!context.res.headers.has(name)) context.res.headers.set(name, value);
    }
  });
  // Before compression and tags: a page with a secret in it is neither compressed (BREACH) nor kept.
  const answerPrivate = createPrivateAnswer({
    identify,
    clientAddress,
    baseUrl: site.baseUrl,
    log,
    now,
    passkeyQuestion,
    requestOf,
  });
  for (const route of privatePages) {
    const path = routePattern(route.path);
    if (route.isWithoutLanguage) {
      app.get(path, (context) => answerPrivate(context, localeOf(context), route));
      continue;
    }
    if (route.page !== undefined) app.get(path, toOwnLanguage);
    for (const locale of LOCALES) {
      const address = `/${locale}${path}`;
      if (route.page !== undefined) app.get(address, (context) => answerPrivate(context, locale, route));
      if (route.form !== undefined) app.post(address, (context) => answerPrivate(context, locale, route));
    }
  }
  app.use(compress);
  app.use(notModified);
  app.use(entityTag);
  addSiteFiles(app, site.baseUrl, security);
  addDiscoveryFiles(app, {
    baseUrl: site.baseUrl,
    version: site.version,
    pages: indexed(),
    tools: site.tools
      .filter(({ access }) => access === "public")
      .map(({ name, published: { description } }) => ({ name, purpose: firstSentence(description) })),
  });

  addTrustEvidence(app, (context) => requestOf(context, localeOf(context)), log);
  // A document comes before a page whose path has a parameter in its place.
  for (const { path, page } of [...documents, ...pages]) {
    if (path !== paths.start) app.get(path, toOwnLanguage);
    for (const locale of LOCALES) app.get(`/${locale}${path}`, (context) => answer(context, locale, page));
  }
  app.get("/", toOwnLanguage);
  // Programs look here for what is not there: a page of text would only cost both sides.
  app.all("/.well-known/*", (context) => context.text("Not found.\n", 404));
  app.all("*", (context) => {
    const { path } = context.req;
    // An extra slash at the end is a common mistake; two at the beginning would name another host. Slashes are looked
    // at from the first one of a row only, however long it is.
    if (/^\/[^/\\].*\/$/.test(path))
      return redirectTo(new URL(context.req.url).pathname.replace(/(?<!\/)\/+$/, ""), 301);
    return answer(context, localeOf(context), notFound);
  });
  app.onError((thrown, context) => {
    const request = requestOf(context, localeOf(context));
    return render(context, request, failed(request, thrown));
  });
  return app;

  async function answer(context: Context, locale: Locale, page: Page): Promise<Response> {
    const request = requestOf(context, locale);
    try {
      const result = await page(request);
      if (!(result instanceof Response)) {
        const rendered = await render(context, request, result);
        // What counted for its caller is his; everything else is the same for everybody.
        const isOpen = rendered.status === 200 && result.headers?.["Cache-Control"] === undefined;
        if (isOpen && !counted.has(request)) rendered.headers.set("Cache-Control", publicCaching());
        return rendered;
      }
      if (result.status === 200) result.headers.set("Content-Language", locale);
      return result;
    } catch (thrown) {
      return render(context, request, failed(request, thrown));
    }
  }

  function failed(request: PageRequest, thrown: unknown): PageAnswer {
    return problemPage(request, problemOf(thrown, `page ${request.path}`, log));
  }

  function requestOf(
    context: Context,
    locale: Locale,
    caller: Caller = { address: clientAddress(context), via: "web" },
  ): PageRequest {
    const { path } = context.req;
    const request: PageRequest = {
      locale,
      path: LOCALES.some((known) => path === `/${known}` || path.startsWith(`/${known}/`)) ? path.slice(3) : path,
      params: context.req.param(),
      query: new URL(context.req.url).searchParams,
      site,
      ask: async (capability, args) => {
        const takesLocale = { ...args, locale };
        const limits = capability.web?.limits ?? [];
        if (limits.length > 0) counted.add(request);
        return (await call(capability, takesLocale, limits, caller)).answer;
      },
    };
    return request;
  }
}

/** The pages that a search engine may show: every public one whose path has no parameter. */
function indexed(): readonly string[] {
  return pages.map(({ path }) => path).filter((path) => !path.includes(":") && !UNINDEXED.includes(path));
}

/** Pages that say nothing before something was asked or answered. */
const UNINDEXED: readonly string[] = [paths.questionnaireResult, paths.aiActResult];

const firstSentence = (text: string) => text.split(/(?<=\.) /)[0] ?? text;

/** Nothing stands at this address. */
function notFound(request: PageRequest): PageAnswer {
  return problemPage(request, { code: "not_found" });
}

/** The same address in the language the visitor reads best. */
function toOwnLanguage(context: Context): Response {
  const { search, pathname } = new URL(context.req.url);
  const response = redirectTo(`${href(localeOf(context), pathname === "/" ? "" : pathname)}${search}`);
  response.headers.set("Vary", "Accept-Language");
  return response;
}

/** The language of the path, else the visitor's. */
function localeOf(context: Context): Locale {
  const first = context.req.path.split("/")[1];
  return LOCALES.find((locale) => locale === first) ?? preferredLocale(context.req.header("Accept-Language"));
}

/**
 * Answers 304 to a reader that has the document of that time. It looks only where a document says when it changed and
 * the reader sent no `If-None-Match`, which is the more exact condition and is handled elsewhere (RFC 9110, 13.1.3).
 */
async function notModified(context: Context, next: Next): Promise<void> {
  await next();
  const { res, req } = context;
  const changed = Date.parse(res.headers.get("Last-Modified") ?? "");
  const since = Date.parse(req.header("If-Modified-Since") ?? "");
  const isAsked = req.header("If-None-Match") === undefined && (req.method === "GET" || req.method === "HEAD");
  if (!isAsked || res.status !== 200 || !(changed <= since)) return;
  const headers = new Headers(res.headers);
  for (const name of ["Content-Type", "Content-Length", "Content-Disposition"]) headers.delete(name);
  context.res = undefined;
  context.res = new Response(null, { status: 304, headers });
}

/**
 * The language a visitor reads best, from `Accept-Language` (RFC 9110, 12.5.4): the one of ours with the highest
 * weight, the earlier on a tie. Visitors who name only other languages get English; those who name none get Slovak.
 */
export function preferredLocale(acceptLanguage: string | undefined): Locale {
  if (acceptLanguage === undefined || acceptLanguage.trim() === "") return "sk";
  const ranked = acceptLanguage
    .slice(0, 1_000)
    .split(",")
    .map((entry) => {
      const [range = "", ...parameters] = entry.split(";").map((field) => field.trim().toLowerCase());
      const weight = parameters.find((parameter) => parameter.startsWith("q="));
      const quality = weight === undefined ? 1 : Number(weight.slice(2));
      return { language: range.split("-")[0] ?? "", quality: Number.isFinite(quality) ? quality : 0 };
    })
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality);
  for (const { language } of ranked) {
    if (language === "*") return "sk";
    const known = LOCALES.find((locale) => locale === language);
    if (known !== undefined) return known;
  }
  return "en";
}
