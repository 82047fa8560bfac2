import { type Context, Hono } from "hono";
import type { PasskeyQuestion } from "../../capabilities/accounts/passkey-challenge.ts";
import type { Call } from "../../capabilities/calling/call.ts";
import type { RowCounting } from "../../capabilities/calling/count-rows.ts";
import type { Caller, Identify } from "../../capabilities/calling/principal.ts";
import { type FaceLog, problemOf } from "../../capabilities/calling/problem-of.ts";
import type { Capability } from "../../capabilities/capability.ts";
import type { LawLinking } from "../../capabilities/law/law-linking.ts";
import type { RuleSet } from "../../capabilities/law/rule-set.ts";
import { RADAR_CHARTS } from "../../capabilities/registers/radar-chart.ts";
import { publicCaching } from "../../core/cache-control.ts";
import { CODINGS, type Coding } from "../../core/content-coding.ts";
import { type Cost, partsOf, rowsOf } from "../../core/cost.ts";
import { localDayOf } from "../../core/day.ts";
import { LOCALES, type Locale } from "../../core/locale.ts";
import { once } from "../../core/once.ts";
import type { Operator } from "../../core/operator.ts";
import type { Sealing } from "../../identity/sealing.ts";
import { hashToken } from "../../identity/token.ts";
import { limitedReply } from "../sending/limited-reply.ts";
import { toResponse } from "../sending/reply.ts";
import { aboutPage } from "./about/about-page.tsx";
import { accessibilityPage } from "./about/accessibility-page.tsx";
import { privacyPage } from "./about/privacy-page.tsx";
import { termsPage } from "./about/terms-page.tsx";
import { aiActPage } from "./ai-act/ai-act-page.tsx";
import { aiActResultPage } from "./ai-act/ai-act-result-page.tsx";
import { aiActStepPage } from "./ai-act/ai-act-step-page.tsx";
import { aiActSystemsPage } from "./ai-act/ai-act-systems-page.tsx";
import { createPrivateAnswer } from "./answer-private.ts";
import { loadAssets, serveAsset } from "./assets.ts";
import { type AuthorizeRoute, addAuthorize } from "./connections/authorize-page.tsx";
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
import { type Document, documentOf, documentReply } from "./document.ts";
import { feedCalendar, feedJson, feedRss } from "./feed/feed-documents.ts";
import { regulatoryFeedPage } from "./feed/regulatory-feed-page.tsx";
import { comparePage } from "./firms/compare-page.tsx";
import { firmsCsv, firmsPage } from "./firms/firms-page.tsx";
import { incidentCalendarFile, incidentPage } from "./incident/incident-page.tsx";
import { incidentOfflineFile } from "./incident/offline-file.ts";
import type { KeptPages, PageGrounds } from "./kept-pages.ts";
import { firmNotificationPage, whatIfNotificationPage } from "./notification/notification-page.tsx";
import { obligationPage } from "./obligations/obligation-page.tsx";
import { obligationsPage } from "./obligations/obligations-page.tsx";
import type { LimitRow, Page, PageAnswer, PageRequest, SignInWays, Site } from "./page.ts";
import { routePattern } from "./path-parameters.ts";
import { href, paths, radarChartPath, redirectTo } from "./paths.ts";
import { privatePages } from "./private-pages.ts";
import { problemPage } from "./problem/problem-page.tsx";
import { questionnaireCsv, questionnaireJson } from "./questionnaire/given-answers.tsx";
import { questionnaireAreaPage } from "./questionnaire/questionnaire-area-page.tsx";
import { questionnairePage } from "./questionnaire/questionnaire-page.tsx";
import { questionnaireResultPage } from "./questionnaire/questionnaire-result-page.tsx";
import { chartCsv, chartEmbed, chartSvg } from "./radar/chart-files.tsx";
import { radarCsv, radarPage } from "./radar/radar-page.tsx";
import { sourcesPage } from "./registers/sources-page.tsx";
import { render } from "./render.tsx";
import { scanPage } from "./scans/scan-page.tsx";
import { searchPage } from "./search/search-page.tsx";
import { sectorPage, sectorsPage } from "./sectors/sectors-page.tsx";
import { securityHeaders } from "./security-headers.ts";
import { addSiteFiles, type SecurityContact } from "./site-files.ts";
import { startPage } from "./start/start-page.tsx";
import { addTrustEvidence } from "./trust/trust-evidence-file.ts";
import { shareTokenIn } from "./trust/trust-paths.ts";
import { trustProfilePage } from "./trust/trust-profile-page.tsx";
import { firmCalendar, whatIfCalendar } from "./verdict/deadline-calendar.ts";
import { firmMemo, whatIfMemo } from "./verdict/memo.ts";
import { verdictPage } from "./verdict/verdict-page.tsx";
import { whatIfPage } from "./verdict/what-if-page.tsx";

/** What the pages need from the service. */
export interface WebOptions {
  readonly call: Call;
  /** Finds out whose session a cookie names. Asked on private pages alone. */
  readonly identify: Identify;
  readonly counting: RowCounting;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Asks the browser of a person for a passkey. */
  readonly passkeyQuestion: (accountId: string) => PasskeyQuestion;
  /** Seals what a form did for the page that follows. */
  readonly sealing: Pick<Sealing, "seal" | "open">;
  readonly signIn: SignInWays;
  /** Everything Dosah can do; the documentation lists what agents are offered. */
  readonly capabilities: readonly Capability[];
  /** The limits in force, the operator's overrides included. */
  readonly limits: readonly LimitRow[];
  /** A mail server takes mails. */
  readonly isMailSet: boolean;
  /** Where citations lead. */
  readonly lawLinking: LawLinking;
  readonly rules: RuleSet;
  /** Who runs this installation. */
  readonly operator: Operator;
  /** How many days entries of the audit log are kept. */
  readonly auditDays: number;
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
  /** Judges a request of an agent to sign in; left out where the operator switched that off. */
  readonly authorize?: AuthorizeRoute["authorize"] | undefined;
  /** Where pages are kept that are the same for everybody; without it each is made anew. */
  readonly keptPages?: KeptPages;
}

/** What stands at a path below the language. The same path without a language leads to the visitor's own. */
interface Route {
  readonly path: string;
  readonly cost: Cost;
  readonly page: Page;
  /** For a path with a parameter: an address of this page over the shipped sample, for the tests of every page. */
  readonly example?: string;
}

const NONE: readonly string[] = [];
const WEB_PAGE: Cost = { rows: ["web_page"] };
/** Pages that look firms up, search or evaluate, where something was asked. */
const LOOKUP: Cost = { rows: ["web_page", "web_lookup"] };
const VERSION: Cost = { constant: "version" };
/** Files of what a register file counts. */
const FILE: Cost = { constant: "file" };
const DAY: Cost = { constant: "day" };

/** Every page for people. The tests of every page take their list from here. */
export const pages: readonly Route[] = [
  { path: paths.start, cost: WEB_PAGE, page: startPage },
  { path: paths.search, cost: LOOKUP, page: searchPage },
  { path: "/firma/:ico", cost: LOOKUP, page: verdictPage, example: "/firma/49240901" },
  { path: "/firma/:country/:ico", cost: LOOKUP, page: verdictPage, example: "/firma/sk/31322832" },
  {
    path: "/firma/:country/:ico/notification",
    cost: WEB_PAGE,
    page: firmNotificationPage,
    example: "/firma/sk/31322832/notification",
  },
  { path: paths.whatIf, cost: LOOKUP, page: whatIfPage },
  { path: paths.incident, cost: WEB_PAGE, page: incidentPage },
  { path: paths.firms, cost: LOOKUP, page: firmsPage },
  { path: paths.compare, cost: WEB_PAGE, page: comparePage },
  { path: paths.aiAct, cost: VERSION, page: aiActPage },
  { path: paths.aiActResult, cost: WEB_PAGE, page: aiActResultPage },
  { path: paths.aiActSystems, cost: VERSION, page: aiActSystemsPage },
  { path: "/ai-act/:step", cost: WEB_PAGE, page: aiActStepPage, example: "/ai-act/role" },
  { path: paths.radar, cost: WEB_PAGE, page: radarPage },
  { path: paths.feed, cost: WEB_PAGE, page: regulatoryFeedPage },
  { path: paths.obligations, cost: VERSION, page: obligationsPage },
  { path: `${paths.obligations}/:code`, cost: VERSION, page: obligationPage, example: "/obligations/NIS2-29-4" },
  { path: paths.questionnaire, cost: VERSION, page: questionnairePage },
  { path: paths.questionnaireResult, cost: WEB_PAGE, page: questionnaireResultPage },
  {
    path: `${paths.questionnaire}/:area`,
    cost: WEB_PAGE,
    page: questionnaireAreaPage,
    example: "/questionnaire/incidents",
  },
  { path: paths.scan, cost: WEB_PAGE, page: scanPage },
  { path: paths.sectors, cost: WEB_PAGE, page: sectorsPage },
  { path: `${paths.sectors}/:id`, cost: WEB_PAGE, page: sectorPage, example: "/sectors/health" },
  { path: paths.about, cost: WEB_PAGE, page: aboutPage },
  { path: paths.privacy, cost: WEB_PAGE, page: privacyPage },
  { path: paths.terms, cost: WEB_PAGE, page: termsPage },
  { path: paths.accessibility, cost: WEB_PAGE, page: accessibilityPage },
  { path: paths.sources, cost: WEB_PAGE, page: sourcesPage },
  { path: paths.changelog, cost: VERSION, page: changelogPage },
  { path: paths.docs, cost: VERSION, page: docsPage },
  { path: paths.docsAgents, cost: VERSION, page: docsAgentsPage },
  { path: paths.docsRest, cost: VERSION, page: docsRestPage },
  { path: paths.docsApi, cost: VERSION, page: docsApiPage },
  { path: paths.docsLimits, cost: VERSION, page: docsLimitsPage },
  { path: paths.docsMethodology, cost: VERSION, page: docsMethodologyPage },
  { path: paths.docsOpenData, cost: VERSION, page: docsOpenDataPage },
];

/** What programs read at an address beside the pages, and pages of what somebody must have published first. */
export const documents: readonly Route[] = [
  { path: "/trust/:slug", cost: { rows: ["web_page", "share_use"] }, page: trustProfilePage },
  { path: "/firma/:country/:ico/deadlines.ics", cost: LOOKUP, page: firmCalendar },
  { path: paths.whatIfCalendar, cost: LOOKUP, page: whatIfCalendar },
  { path: "/firma/:country/:ico/memo.pdf", cost: LOOKUP, page: firmMemo },
  { path: paths.whatIfMemo, cost: LOOKUP, page: whatIfMemo },
  { path: paths.whatIfNotification, cost: WEB_PAGE, page: whatIfNotificationPage },
  { path: paths.incidentCalendar, cost: WEB_PAGE, page: incidentCalendarFile },
  { path: paths.incidentOffline, cost: WEB_PAGE, page: incidentOfflineFile },
  { path: paths.radarCsv, cost: WEB_PAGE, page: radarCsv },
  ...RADAR_CHARTS.flatMap((chart) => [
    { path: radarChartPath(chart, "svg"), cost: FILE, page: chartSvg(chart) },
    { path: radarChartPath(chart, "csv"), cost: FILE, page: chartCsv(chart) },
    { path: radarChartPath(chart, "embed"), cost: FILE, page: chartEmbed(chart) },
  ]),
  { path: paths.firmsCsv, cost: LOOKUP, page: firmsCsv },
  { path: paths.questionnaireCsv, cost: WEB_PAGE, page: questionnaireCsv },
  { path: paths.questionnaireJson, cost: WEB_PAGE, page: questionnaireJson },
  { path: paths.feedRss, cost: WEB_PAGE, page: feedRss },
  { path: paths.feedJson, cost: WEB_PAGE, page: feedJson },
  { path: paths.feedCalendar, cost: DAY, page: feedCalendar },
  { path: paths.changelogRss, cost: VERSION, page: changelogRss },
  { path: paths.changelogJson, cost: VERSION, page: changelogJson },
];

/** The paths of pages and documents below the language, parameters as `:name`. */
export const routes: readonly string[] = [...pages, ...documents, ...privatePages].map(({ path }) => path);

/**
 * The pages for people, in Slovak, Czech and English. Mount it last, at `/`: it answers every path that no other
 * face took, with a page of its own for what does not exist.
 */
export function createWeb(options: WebOptions): Hono {
  const {
    call,
    identify,
    counting,
    now,
    passkeyQuestion,
    sealing,
    clientAddress,
    log,
    openapi,
    security,
    capabilities,
    authorize,
    ...more
  } = options;
  const { keptPages, ...shared } = more;
  const tools = capabilities.filter((capability) => capability.mcp !== undefined);
  const headers = securityHeaders(shared.baseUrl);
  const site: Site = {
    ...shared,
    headers,
    tools,
    today: () => localDayOf(new Date(now())),
    agentsSignIn: authorize !== undefined,
    securityContact: security?.contact ?? null,
    openapi: once(() => readOpenApi(openapi())),
    assets: loadAssets(),
  };
  const codings: readonly Coding[] = keptPages === undefined ? ["gzip"] : CODINGS;
  /** What pages asked for: something that a limit counts, and what the page rests on. */
  const counted = new WeakSet<PageRequest>();
  const grounds = new WeakMap<PageRequest, PageGrounds>();
  /** Responses that are as they are to be sent. */
  const whole = new WeakSet<Response>();
  const app = new Hono();

  app.get("/assets/:file", async (context, next) => {
    const file = serveAsset(site.assets, context.req.path, context.req.header("Accept-Encoding"));
    if (file === undefined) await next();
    return file;
  });
  app.use(async (context, next) => {
    await next();
    const { res } = context;
    if (whole.has(res)) return;
    if (res.status >= 300 && res.status < 400) {
      asItIs(res);
      return;
    }
    context.res = undefined;
    context.res = await sent(context, await documentOf(res, headers));
  });
  const answerPrivate = createPrivateAnswer({
    identify,
    counting,
    clientAddress,
    baseUrl: site.baseUrl,
    log,
    now,
    passkeyQuestion,
    sealing,
    requestOf,
    sent,
    asItIs,
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
  if (authorize !== undefined) {
    addAuthorize(app, {
      baseUrl: site.baseUrl,
      authorize,
      clientAddress,
      localeOf,
      asItIs,
      count: async (address) => counting.count(["oauth_authorize"], { address }),
      // Links to other languages lead to the start: nothing of what the application sent is repeated.
      show: async (context, page) =>
        sent(
          context,
          await rendered(
            context,
            { ...requestOf(context, localeOf(context)), path: paths.start, query: new URLSearchParams() },
            page,
          ),
        ),
      refuse: (thrown) => limitedReply(thrown, log),
    });
  }
  addTrustEvidence(app, {
    counting,
    clientAddress,
    log,
    asItIs,
    requestOf: (context) => requestOf(context, localeOf(context)),
  });
  const addFile = (path: string, file: () => Response) =>
    app.get(path, (context) => answer(context, localeOf(context), file, VERSION));
  addSiteFiles(addFile, site.baseUrl, security);
  addDiscoveryFiles(addFile, {
    baseUrl: site.baseUrl,
    version: site.version,
    pages: indexed(),
    tools: site.tools
      .filter(({ access }) => access === "public")
      .map(({ name, published: { description } }) => ({ name, purpose: firstSentence(description) })),
  });

  // A document comes before a page whose path has a parameter in its place.
  for (const { path, page, cost } of [...documents, ...pages]) {
    if (path !== paths.start) app.get(path, toOwnLanguage);
    for (const locale of LOCALES) app.get(`/${locale}${path}`, (context) => answer(context, locale, page, cost));
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
    return answer(context, localeOf(context), notFound, WEB_PAGE);
  });
  app.onError(async (thrown, context) => {
    const request = requestOf(context, localeOf(context));
    return sent(context, await rendered(context, request, failed(request, thrown)));
  });
  return app;

  async function answer(context: Context, locale: Locale, page: Page, cost: Cost): Promise<Response> {
    const { pathname, search, searchParams } = new URL(context.req.url);
    const address = `${pathname}${search}`;
    const request = requestOf(context, locale);
    // What is made once has no query.
    const { first: rows } = partsOf(rowsOf("constant" in cost && search !== "" ? WEB_PAGE : cost));
    try {
      await count(rows, context, searchParams);
    } catch (thrown) {
      return sent(context, await rendered(context, request, failed(request, thrown)));
    }
    const kept = keptPages?.find(address);
    if (kept !== undefined) return sent(context, kept);
    const rests = keptPages?.begin();
    if (rests !== undefined) grounds.set(request, rests);
    let document: Document;
    try {
      document = await madeBy(page, context, request);
    } catch (thrown) {
      document = await rendered(context, request, failed(request, thrown));
    }
    const { status, headers: said } = document;
    const isForAll = status === 200 && said["Cache-Control"]?.startsWith("public,") === true && said.Vary === undefined;
    return sent(context, isForAll && rests !== undefined ? rests.keep(address, document, rows) : document);
  }

  async function madeBy(page: Page, context: Context, request: PageRequest): Promise<Document> {
    const result = await page(request);
    if (result instanceof Response) {
      const namesLanguage = request.path !== context.req.path;
      if (result.status === 200 && namesLanguage) result.headers.set("Content-Language", request.locale);
      return documentOf(result, headers);
    }
    const document = await rendered(context, request, result);
    // What counted for its caller is his; everything else is the same for everybody.
    const isOpen = document.status === 200 && result.headers?.["Cache-Control"] === undefined;
    if (!isOpen || counted.has(request)) return document;
    return { ...document, headers: { ...document.headers, "Cache-Control": publicCaching() } };
  }

  function rendered(context: Context, request: PageRequest, page: PageAnswer): Promise<Document> {
    return render(request, page, request.path === context.req.path);
  }

  /** The response of a document, which nothing changes any more. */
  async function sent({ req }: Context, document: Document, offered = codings): Promise<Response> {
    const isHead = req.method === "HEAD";
    const reply = await documentReply(document, (name) => req.header(name), { codings: offered, isHead });
    const response = toResponse(reply);
    whole.add(response);
    return response;
  }

  /** A response whose body is sent as it is. */
  function asItIs(response: Response): Response {
    for (const [name, value] of Object.entries(headers)) {
      if (!response.headers.has(name)) response.headers.set(name, value);
    }
    whole.add(response);
    return response;
  }

  /** Counts a request for a public page or file before its work, and in that of the share link it came by. */
  function count(rows: readonly string[], context: Context, query: URLSearchParams) {
    if (rows.length === 0) return undefined;
    const token = rows.includes("share_use") ? shareTokenIn(query) : null;
    return counting.count(rows, {
      address: clientAddress(context),
      share: token === null ? undefined : hashToken(token),
    });
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
        const form = capability.form === undefined ? NONE : partsOf(rowsOf(capability.form.cost)).further;
        const limits = capability.web?.rows ?? form;
        if (limits.length > 0) counted.add(request);
        grounds.get(request)?.uses(capability);
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
const UNINDEXED: readonly string[] = [paths.search, paths.questionnaireResult, paths.aiActResult];

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
