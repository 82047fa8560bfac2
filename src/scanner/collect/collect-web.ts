import { failureOf } from "../../outbound/guarded/failure.ts";
import { type Chain, type FollowOptions, followRedirects } from "../../outbound/guarded/follow-redirects.ts";
import type { GuardedSession } from "../../outbound/guarded/guarded-session.ts";
import { type GetOptions, get, type HttpAnswer } from "../../outbound/guarded/http-get.ts";
import { readTargetUrl, type TargetUrl } from "../../outbound/guarded/target-url.ts";
import { FOREIGN_ORIGIN } from "../formats/foreign-origin.ts";
import { readSetCookie } from "../formats/set-cookie.ts";
import type { ChainFacts, HopFacts, Observation } from "../observation.ts";
import { readPage } from "./read-page.ts";

/** Answers of one chain of redirects. */
const MAX_HOPS = 10;

/** Headers that checks look at; no other is kept. */
const KEPT_HEADERS = new Set([
  "strict-transport-security",
  "content-security-policy",
  "content-security-policy-report-only",
  "x-frame-options",
  "x-content-type-options",
  "referrer-policy",
  "permissions-policy",
  "location",
  "server",
  "x-powered-by",
  "x-aspnet-version",
  "x-generator",
  "content-type",
  "cf-mitigated",
  "access-control-allow-origin",
  "access-control-allow-credentials",
]);

const MAX_HEADERS = 60;
const MAX_HEADER = 16_384;
const MAX_COOKIES = 50;

/** Words of pages that ask to prove that a person is there. */
const CHALLENGES =
  /_cf_chl_opt|cf-browser-verification|Attention Required! \| Cloudflare|_Incapsula_Resource|Incapsula incident ID|captcha-delivery\.com|px-captcha|ddos-guard|awsWafCookieDomainList/i;

/** What the scanned domain is, for whoever follows its links. */
export interface WebTarget {
  readonly host: string;
  readonly registrable: string;
  /** When it is looked at: by then a cookie may have ended. */
  readonly at: Date;
}

/** The start page of a host. */
function startOf(session: GuardedSession, scheme: "http" | "https", host: string): TargetUrl {
  const target = readTargetUrl(`${scheme}://${host}/`, undefined, session.ownNames);
  if (target === null || "reason" in target) throw session.refuse("blocked_host", host);
  return target;
}

/** One page load as the guard brought it; it holds whole bodies and is not stored. */
export type PageLoad = Chain;

/** One page load, with what it redirects to. Beyond the registrable domain one answer is fetched, and not judged. */
export function loadPage(
  session: GuardedSession,
  scheme: "http" | "https",
  web: WebTarget,
  { inspect, ...options }: Pick<FollowOptions, "known"> & Pick<GetOptions, "inspect"> = {},
): Promise<PageLoad> {
  const leaves = ({ registrable }: TargetUrl) => registrable !== web.registrable;
  const get = { takesPart: true, ...(inspect === undefined ? {} : { inspect }) };
  return followRedirects(session, startOf(session, scheme, web.host), { max: MAX_HOPS, leaves, get, ...options });
}

/** What is kept of a page load. */
export function chainFacts(load: PageLoad, web: WebTarget): ChainFacts {
  return { hops: load.hops.map((hop) => hopFacts(hop, web)), end: load.end, page: pageFacts(load, web) };
}

function hopFacts({ target, answer }: Chain["hops"][number], { registrable, at }: WebTarget): HopFacts {
  return {
    url: target.url.slice(0, 2048),
    scheme: target.scheme,
    host: target.host,
    own: target.registrable === registrable,
    status: answer.status,
    headers: keptHeaders(answer),
    cookies: answer.headers
      .filter(([name]) => name === "set-cookie")
      .slice(0, MAX_COOKIES)
      .map(([, value]) => readSetCookie(value, at)),
    challenge: isChallenge(answer),
  };
}

function pageFacts({ hops, end }: Chain, { registrable }: WebTarget): ChainFacts["page"] {
  const last = hops.at(-1);
  if (last === undefined || end !== "page" || last.target.registrable !== registrable) return null;
  const html = /\bhtml\b/i.test(headerOf(last.answer, "content-type")) ? last.answer.body.toString("utf8") : "";
  return readPage(html, last.target.url, registrable);
}

function keptHeaders({ headers }: HttpAnswer): [string, string][] {
  return headers
    .filter(([name]) => KEPT_HEADERS.has(name))
    .slice(0, MAX_HEADERS)
    .map(([name, value]) => [name, value.slice(0, MAX_HEADER)]);
}

/** The first value of a header, empty where there is none. */
export function headerOf({ headers }: Pick<HttpAnswer, "headers">, name: string): string {
  return headers.find(([each]) => each === name)?.[1] ?? "";
}

/** Does the answer refuse scanners, or ask to prove that a person is there? */
function isChallenge(answer: HttpAnswer): boolean {
  if (answer.status !== 403 && answer.status !== 503) return false;
  return headerOf(answer, "cf-mitigated") !== "" || CHALLENGES.test(answer.body.toString("latin1"));
}

/** One more page load, with an `Origin` that no site knows. */
export async function collectCors(session: GuardedSession, url: string): Promise<NonNullable<Observation["cors"]>> {
  const target = readTargetUrl(url, undefined, session.ownNames);
  if (target === null || "reason" in target) return { end: "blocked_host", status: 0, headers: [] };
  try {
    const answer = await get(session, target, { headers: { Origin: FOREIGN_ORIGIN }, takesPart: true });
    return { end: "page", status: answer.status, headers: keptHeaders(answer) };
  } catch (error) {
    return { end: failureOf(error).reason, status: 0, headers: [] };
  }
}
