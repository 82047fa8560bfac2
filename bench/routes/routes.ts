import { join } from "node:path";

/** One address that is asked for, and who asks. */
export interface Address {
  readonly path: string;
  readonly isPrivate: boolean;
}

const LOCALES = ["sk", "cs", "en"] as const;

/** Addresses with a query, and of what the sample holds. */
const STATES = [
  "/search?q=slov",
  "/search?q=nobodyhasthisname",
  "/firma/sk/35757442",
  "/firma/sk/31322832",
  "/what-if?country=SK&code=35.11&rev=2&employees=300",
  "/ai-act/result?role=deployer&annexIIIUse=employment_recruitment",
  "/nis2-radar?country=SK",
  "/regulatory-feed?page=2&limit=10",
  "/regulatory-feed?topic=NIS2&jurisdiction=SK",
  "/obligations?article=23",
  "/obligations?utm_source=x",
  "/obligations/NIS2-21-2-E?country=CZ",
  "/questionnaire/result?mode=quick&risk_mgmt=yyp&incidents=nn&bcm=xxx",
  "/firms?list=SK31322832%0ACZ45274649&sort=category",
  "/nis2-radar.csv",
  "/regulatory-feed.rss",
  "/regulatory-feed.json",
  "/regulatory-feed/calendar.ics",
  "/changelog.rss",
  "/changelog.json",
  "/firma/sk/31322832/deadlines.ics",
  "/no-such-page",
] as const;

/** Addresses without a language. */
const FIXED = [
  "/robots.txt",
  "/favicon.ico",
  "/llms.txt",
  "/sitemap.xml",
  "/server.json",
  "/.well-known/api-catalog",
  "/api/openapi.json",
  "/api/opendata",
  "/api/opendata/obligations.json",
  "/api/opendata/nace-to-nis2.csv",
  "/api/opendata/questionnaire.json",
  "/api/opendata/ai-act.json",
  "/api/opendata/scan-checks",
  "/api/opendata/nis2-stats",
  "/api/opendata/nis2-radar",
  "/api/opendata/regulatory-feed",
  "/api/regulatory-feed",
  "/api/obligations",
  "/api/company-search?q=slov",
  "/api/scope-check?ico=31322832",
] as const;

/** Files whose export is an entry in the audit log itself. */
const RECORDED = /\/export|\/audit-log\./;

interface Route {
  readonly path: string;
  readonly example?: string;
  readonly page?: unknown;
  readonly who?: string;
  readonly isFile?: boolean;
}

/** Every address of a build: pages in three languages, files, and private pages of the first organization. */
export async function addressesOf(dist: string, organizationId: string): Promise<readonly Address[]> {
  const [{ pages }, { privatePages }] = await Promise.all([
    import(join(dist, "faces/web/web.js")),
    import(join(dist, "faces/web/private-pages.js")),
  ]);
  const shown = (pages as readonly Route[]).map(({ path, example }) => example ?? path);
  const own = (privatePages as readonly Route[])
    .filter(({ page, who, path }) => page !== undefined && who === "signed_in" && !RECORDED.test(path))
    .map(({ path, example }) =>
      (example ?? path).replace(/\/organizations\/[^/]+/, `/organizations/${organizationId}`),
    );
  const localized = (paths: readonly string[], isPrivate: boolean) =>
    LOCALES.flatMap((locale) => paths.map((path) => ({ path: `/${locale}${path}`, isPrivate })));
  return [
    ...FIXED.map((path) => ({ path, isPrivate: false })),
    ...localized([...new Set([...shown, ...STATES])], false),
    ...localized([...new Set(own)], true),
  ];
}
