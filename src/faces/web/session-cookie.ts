/** Seconds for which a browser keeps the cookie; the server ends the session by itself. */
const MAX_AGE = 14 * 24 * 60 * 60;

const SESSION = "dosah_session";

const KNOWN = "dosah_known";

const MAIL_LINK = "dosah_mail";

/** Seconds for which the link of a mail is kept for the page after it. */
const MAIL_LINK_MAX_AGE = 10 * 60;
const DONE = "dosah_done";

/** Seconds for which a browser remembers what a form did. */
const DONE_MAX_AGE = 60;

/** Seconds for which a browser knows the accounts that signed in from it: 180 days. */
const KNOWN_MAX_AGE = 180 * 24 * 60 * 60;

/** With `__Host-` a browser takes a cookie from this very host by https only, for all paths. */
function hostName(name: string, baseUrl: string): string {
  return baseUrl.startsWith("https://") ? `__Host-${name}` : name;
}

/** A cookie of this host in a `Cookie` header. Where it stands twice, somebody else set one of them: then there is none. */
export function cookieIn(cookieHeader: string | undefined, name: string, baseUrl: string): string | undefined {
  const prefix = `${hostName(name, baseUrl)}=`;
  const found = (cookieHeader ?? "")
    .split(";")
    .map((part) => part.trim())
    .filter((part) => part.startsWith(prefix));
  return found.length === 1 ? found[0]?.slice(prefix.length) : undefined;
}

/**
 * A `Set-Cookie` header for this host alone, out of reach of scripts. `Lax`, not `Strict`: who comes from a mail or from
 * an identity provider would be signed out.
 * @param maxAge seconds; 0 takes the cookie out
 */
export function hostCookie(name: string, value: string, maxAge: number, baseUrl: string): string {
  const secure = baseUrl.startsWith("https://") ? "; Secure" : "";
  return `${hostName(name, baseUrl)}=${value}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${secure}`;
}

/** The token of a session in a `Cookie` header. */
export function sessionTokenIn(cookieHeader: string | undefined, baseUrl: string): string | undefined {
  return cookieIn(cookieHeader, SESSION, baseUrl);
}

/** The `Set-Cookie` header of a session, or the one that ends it. */
export function sessionCookie(token: string | null, baseUrl: string): string {
  return token === null ? hostCookie(SESSION, "", 0, baseUrl) : hostCookie(SESSION, token, MAX_AGE, baseUrl);
}

/** What a browser keeps of the accounts that signed in from it, in a `Cookie` header. */
export function knownBrowserIn(cookieHeader: string | undefined, baseUrl: string): string | undefined {
  return cookieIn(cookieHeader, KNOWN, baseUrl);
}

/** The sealed link of a mail for the page after it, in a `Cookie` header. */
export function mailLinkIn(cookieHeader: string | undefined, baseUrl: string): string | undefined {
  return cookieIn(cookieHeader, MAIL_LINK, baseUrl);
}

/** The `Set-Cookie` header of such a link, or the one that takes it out. */
export function mailLinkCookie(sealed: string | null, baseUrl: string): string {
  return hostCookie(MAIL_LINK, sealed ?? "", sealed === null ? 0 : MAIL_LINK_MAX_AGE, baseUrl);
}

/** The `Set-Cookie` header of a known browser, or the one that forgets it. */
export function knownBrowserCookie(sealed: string | null, baseUrl: string): string {
  return hostCookie(KNOWN, sealed ?? "", sealed === null ? 0 : KNOWN_MAX_AGE, baseUrl);
}

/** What a form did, in a `Cookie` header. */
export function doneCookieIn(cookieHeader: string | undefined, baseUrl: string): string | undefined {
  return cookieIn(cookieHeader, DONE, baseUrl);
}

/** The `Set-Cookie` header of what a form did, or the one that ends it. */
export function doneCookie(sealed: string | null, baseUrl: string): string {
  return hostCookie(DONE, sealed ?? "", sealed === null ? 0 : DONE_MAX_AGE, baseUrl);
}
