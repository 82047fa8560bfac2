import type { Country } from "../../core/country.ts";
import type { Ico } from "../../core/ico.ts";
import type { Locale } from "../../core/locale.ts";

/**
 * The paths of the pages below the language: the same in every language, so that a link stays valid when the language
 * is switched.
 */
export const paths = {
  start: "",
  search: "/search",
  whatIf: "/what-if",
  radar: "/nis2-radar",
  radarCsv: "/nis2-radar.csv",
  feed: "/regulatory-feed",
  feedRss: "/regulatory-feed.rss",
  feedJson: "/regulatory-feed.json",
  feedCalendar: "/regulatory-calendar.ics",
  obligations: "/obligations",
  questionnaire: "/questionnaire",
  questionnaireResult: "/questionnaire/result",
  aiAct: "/ai-act",
  aiActResult: "/ai-act/result",
  sources: "/sources",
  changelog: "/changelog",
  changelogRss: "/changelog.rss",
  changelogJson: "/changelog.json",
  docs: "/docs",
  docsAgents: "/docs/agents",
  docsRest: "/docs/rest",
  docsApi: "/docs/api",
  docsLimits: "/docs/limits",
  docsMethodology: "/docs/methodology",
  docsOpenData: "/docs/open-data",
} as const;

type QueryValue = string | number | undefined;

/** The address of a page in a language: `/sk/search?q=eset`. Values that are `undefined` are left out. */
export function href(locale: Locale, path: string, query: Readonly<Record<string, QueryValue>> = {}): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.append(name, String(value));
  const text = search.toString();
  return `/${locale}${path}${text === "" ? "" : `?${text}`}`;
}

/** The address of a firm's verdict; without a country both registers are asked. */
export function firmPath(ico: Ico, country?: Country): string {
  return country === undefined ? `/firma/${ico}` : `/firma/${country.toLowerCase()}/${ico}`;
}

/** The address of one obligation of the catalog. */
export function obligationPath(code: string): string {
  return `${paths.obligations}/${encodeURIComponent(code)}`;
}

/** The address of one area of the questionnaire. */
export function areaPath(area: string): string {
  return `${paths.questionnaire}/${area}`;
}

/**
 * A redirect within this site. Whatever a caller's path held, what stands in the header is percent-encoded and names
 * no other host.
 */
export function redirectTo(location: string, status: 301 | 302 | 303 = 302): Response {
  const { pathname, search, hash } = new URL(location, "http://this.site");
  return new Response(null, { status, headers: { Location: `${pathname}${search}${hash}` } });
}
