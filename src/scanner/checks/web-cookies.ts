import type { CookieFacts } from "../formats/set-cookie.ts";
import type { Observation } from "../observation.ts";
import { defineCheck } from "./check.ts";
import { seenPage } from "./gates.ts";

const SESSION = /sess|sid|auth|token|jwt|login/i;
const ANTI_FORGERY = /csrf|xsrf/i;

/** Cookies of load balancers and of protection against attacks: nobody signs in with them. */
const BALANCERS = /^(?:AWSALB|BIGipServer|__cf|SERVERID$|ARRAffinity)/i;

/** Are cookies kept from other sites, from scripts and from unencrypted connections? */
export const webCookies = defineCheck({
  id: "web.cookies",
  weight: 2,
  profile: "public",
  article: ["e", "j"],
  outcomes: {
    protected: "pass",
    without_same_site: "warn",
    without_secure: "warn",
    session_without_secure: "fail",
    session_without_http_only: "fail",
    same_site_none_without_secure: "fail",
  },
  judge: (record) => {
    const page = seenPage(record);
    if ("closed" in page) return page.closed;
    const cookies = cookiesOf(record);
    const untrusted = { names: cookies.map(({ name }) => name) };
    return { reason: judgeCookies(cookies), untrusted };
  },
});

function cookiesOf({ http, https }: Observation): CookieFacts[] {
  return [...(https?.hops ?? []), ...(http?.hops ?? [])]
    .filter(({ own }) => own)
    .flatMap(({ cookies }) => cookies)
    .filter(({ name, removed }) => removed !== true && !BALANCERS.test(name));
}

function judgeCookies(cookies: readonly CookieFacts[]) {
  const sessions = cookies.filter(({ name }) => SESSION.test(name) && !ANTI_FORGERY.test(name));
  if (sessions.some(({ secure }) => !secure)) return "session_without_secure" as const;
  if (sessions.some(({ httpOnly }) => !httpOnly)) return "session_without_http_only" as const;
  if (cookies.some(({ sameSite, secure }) => sameSite === "none" && !secure)) {
    return "same_site_none_without_secure" as const;
  }
  if (cookies.some(({ secure }) => !secure)) return "without_secure" as const;
  return cookies.some(({ sameSite }) => sameSite === null) ? ("without_same_site" as const) : ("protected" as const);
}
