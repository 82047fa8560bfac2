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
  whatIfNotification: "/what-if/notification",
  whatIfCalendar: "/what-if/deadlines.ics",
  whatIfMemo: "/what-if/memo.pdf",
  incident: "/incident",
  incidentCalendar: "/incident.ics",
  incidentOffline: "/incident-offline.html",
  firms: "/firms",
  firmsCsv: "/firms.csv",
  compare: "/compare",
  radar: "/nis2-radar",
  radarCsv: "/nis2-radar.csv",
  feed: "/regulatory-feed",
  feedRss: "/regulatory-feed.rss",
  feedJson: "/regulatory-feed.json",
  feedCalendar: "/regulatory-calendar.ics",
  obligations: "/obligations",
  questionnaire: "/questionnaire",
  questionnaireResult: "/questionnaire/result",
  questionnaireCsv: "/questionnaire/answers.csv",
  questionnaireJson: "/questionnaire/answers.json",
  aiAct: "/ai-act",
  aiActResult: "/ai-act/result",
  aiActSystems: "/ai-act/systems",
  scan: "/scan",
  sectors: "/sectors",
  about: "/about",
  privacy: "/privacy",
  terms: "/terms",
  accessibility: "/accessibility",
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

/** The paths of private pages that other pages lead to. */
export const privatePaths = {
  signUp: "/sign-up",
  signUpSent: "/sign-up/sent",
  verify: "/verify",
  signIn: "/sign-in",
  signInCode: "/sign-in/code",
  signOut: "/sign-out",
  forgot: "/forgot",
  forgotSent: "/forgot/sent",
  reset: "/reset",
  account: "/account",
  keys: "/account/keys",
  connections: "/account/connections",
  profile: "/account/profile",
  password: "/account/password",
  email: "/account/email",
  endOtherSessions: "/account/sessions/end-others",
  twoFactor: "/account/two-factor",
  twoFactorStart: "/account/two-factor/start",
  twoFactorOff: "/account/two-factor/off",
  twoFactorCodes: "/account/two-factor/codes",
  passkeys: "/account/passkeys",
  identities: "/account/identities",
  waysLeftDismiss: "/account/ways-left/dismiss",
  identityUnlink: "/account/identity/unlink",
  oidc: "/auth/oidc",
  oidcReturn: "/auth/oidc/callback",
  accountExport: "/account/export",
  accountDelete: "/account/delete",
  usage: "/account/usage",
  mail: "/account/mail",
  feeds: "/account/feeds",
  unsubscribe: "/unsubscribe",
  organizations: "/organizations",
  week: "/week",
  newOrganization: "/organizations/new",
  organizationsSeveral: "/organizations/new/several",
  organizationsImport: "/organizations/import",
  allObligations: "/organizations/obligations",
  organizationsCompare: "/organizations/compare",
  suppliersAdd: "/suppliers/add",
  organizationsCsv: "/organizations.csv",
} as const;

/** The address of an organization, or of a part of it: `/members`. */
export function organizationPath(id: string, part = ""): string {
  return `${privatePaths.organizations}/${encodeURIComponent(id)}${part}`;
}

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

/** The address of the calendar file of a firm's own dates. */
export function firmCalendarPath(ico: Ico, country: Country): string {
  return `${firmPath(ico, country)}/deadlines.ics`;
}

/** The address of the memo of a firm's verdict. */
export function firmMemoPath(ico: Ico, country: Country): string {
  return `${firmPath(ico, country)}/memo.pdf`;
}

/** The address of the prepared notification of a firm. */
export function firmNotificationPath(ico: Ico, country: Country): string {
  return `${firmPath(ico, country)}/notification`;
}

/** The address of one chart of the radar: as `svg`, as `csv`, or as a page for a frame (`embed`). */
export function radarChartPath(chart: string, end: string): string {
  return end === "embed" ? `${paths.radar}/embed/${chart}` : `${paths.radar}/${chart}.${end}`;
}

/** The address of one sector of the directive. */
export function sectorPath(id: string): string {
  return `${paths.sectors}/${encodeURIComponent(id)}`;
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
export function redirectTo(location: string, status: 301 | 302 | 303 | 308 = 302): Response {
  const { pathname, search, hash } = new URL(location, "http://this.site");
  // `/.//other.site` is a path that begins with two slashes, which would name another host.
  const path = pathname.replace(/^\/{2,}/, "/");
  return new Response(null, { status, headers: { Location: `${path}${search}${hash}` } });
}
