import { oidcBegin, oidcFinish } from "../../../capabilities/accounts/oidc-sign-in.ts";
import { Refused } from "../../../capabilities/calling/refusal.ts";
import type { SignedIn } from "../page.ts";
import { href, privatePaths, redirectTo, safeNext } from "../paths.ts";
import type { PrivateRequest } from "../private-page.ts";
import { hostCookie } from "../session-cookie.ts";

/** The cookie that holds the sealed attempt. */
const COOKIE = "dosah_oidc";

/** Seconds for which the attempt counts. */
const MAX_AGE = 600;

/** Leads to the operator's identity provider. A link, not a form: `form-action` would stop the step to another host. */
export async function oidcBeginStep(request: PrivateRequest<SignedIn | null>): Promise<Response> {
  const { locale, query, ask, site } = request;
  const next = safeNext(query.get("next")) ?? href(locale, privatePaths.organizations);
  return orSignIn(request, async () => {
    const { url, sealed } = await ask(oidcBegin, { next, isLink: query.get("link") === "1" });
    const cookie = hostCookie(COOKIE, sealed, MAX_AGE, site.baseUrl);
    return new Response(null, { status: 302, headers: { Location: url, "Set-Cookie": cookie } });
  });
}

/** The person is back from the provider. */
export async function oidcReturnStep(request: PrivateRequest<SignedIn | null>): Promise<Response> {
  const { locale, query, ask, site, readCookie, setSession } = request;
  const response = await orSignIn(request, async () => {
    const sealed = readCookie(COOKIE) ?? "";
    const { token, stage, next } = await ask(oidcFinish, { search: `?${query}`, sealed });
    if (token !== null) setSession(token);
    if (stage === "second_factor") return redirectTo(href(locale, privatePaths.signInCode, { next }), 302);
    return redirectTo(safeNext(next) ?? href(locale, privatePaths.organizations), 302);
  });
  // The attempt counts once.
  response.headers.append("Set-Cookie", hostCookie(COOKIE, "", 0, site.baseUrl));
  return response;
}

/** What is refused is said on the page of the sign-in, by its code. */
async function orSignIn({ locale }: PrivateRequest, work: () => Promise<Response>): Promise<Response> {
  try {
    return await work();
  } catch (thrown) {
    if (!(thrown instanceof Refused)) throw thrown;
    return redirectTo(href(locale, privatePaths.signIn, { refused: thrown.faults[0].code }), 302);
  }
}
