import { identityLinkBegin, identityLinkReturn } from "../../../capabilities/accounts/identity-link.ts";
import { oidcBegin, oidcFinish } from "../../../capabilities/accounts/oidc-sign-in.ts";
import { Refused } from "../../../capabilities/calling/refusal.ts";
import { safeNext } from "../../../core/safe-next.ts";
import type { SignedIn } from "../page.ts";
import { href, privatePaths, redirectTo } from "../paths.ts";
import type { PrivateRequest } from "../private-page.ts";
import { hostCookie } from "../session-cookie.ts";

/** The cookie that holds the sealed attempt, and then the identity that waits to be linked. */
export const OIDC_COOKIE = "dosah_oidc";

/** Seconds for which the attempt counts. */
const MAX_AGE = 600;

/** Leads to the operator's identity provider. A link, not a form: `form-action` would stop the step to another host. */
export async function oidcBeginStep(request: PrivateRequest<SignedIn | null>): Promise<Response> {
  const { locale, query, ask, person, readHeader } = request;
  const isLink = query.get("link") === "1";
  const site = readHeader("Sec-Fetch-Site");
  // Another site must not begin a link by sending the browser here.
  if (isLink && site !== undefined && site !== "same-origin") return toAccount(request, "form_foreign");
  return orSignIn(request, async () => {
    if (isLink && person === null) throw new Refused([{ code: "sign_in_again" }]);
    const next = safeNext(query.get("next")) ?? href(locale, privatePaths.organizations);
    const { url, sealed } = isLink ? await ask(identityLinkBegin, {}) : await ask(oidcBegin, { next });
    return new Response(null, { status: 302, headers: { Location: url, "Set-Cookie": cookieOf(request, sealed) } });
  });
}

/** The person is back from the provider: signed in, or led to the question whether to link. */
export async function oidcReturnStep(request: PrivateRequest<SignedIn | null>): Promise<Response> {
  const { locale, query, ask, person, readCookie, setSession, setKnownBrowser } = request;
  const returned = { search: `?${query}`, sealed: readCookie(OIDC_COOKIE) ?? "" };
  const question = person === null ? null : await questionFor(request, returned);
  const response =
    question ??
    (await orSignIn(request, async () => {
      const { token, stage, next, knownBrowser } = await ask(oidcFinish, returned);
      setSession(token);
      if (knownBrowser !== null) setKnownBrowser(knownBrowser);
      if (stage === "second_factor") return redirectTo(href(locale, privatePaths.signInCode, { next }), 302);
      return redirectTo(safeNext(next) ?? href(locale, privatePaths.organizations), 302);
    }));
  // The attempt counts once.
  if (!response.headers.has("Set-Cookie")) response.headers.append("Set-Cookie", cookieOf(request, ""));
  return response;
}

/** Leads to the question whether to link who came back; `null` for an attempt that is a sign-in. */
async function questionFor(
  request: PrivateRequest<SignedIn | null>,
  returned: { readonly search: string; readonly sealed: string },
): Promise<Response | null> {
  try {
    const link = await request.ask(identityLinkReturn, returned);
    if (link === null) return null;
    const answer = redirectTo(href(request.locale, privatePaths.identities), 302);
    answer.headers.append("Set-Cookie", cookieOf(request, link.sealed));
    return answer;
  } catch (thrown) {
    if (!(thrown instanceof Refused)) throw thrown;
    return toAccount(request, thrown.faults[0].code);
  }
}

/** The cookie of the attempt; without a value it is taken out. */
export function cookieOf({ site }: Pick<PrivateRequest, "site">, sealed: string): string {
  return hostCookie(OIDC_COOKIE, sealed, sealed === "" ? 0 : MAX_AGE, site.baseUrl);
}

function toAccount({ locale }: Pick<PrivateRequest, "locale">, refused: string): Response {
  return redirectTo(href(locale, privatePaths.account, { refused }), 302);
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
