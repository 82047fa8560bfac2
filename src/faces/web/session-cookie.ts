/** Seconds for which a browser keeps the cookie; the server ends the session by itself. */
const MAX_AGE = 14 * 24 * 60 * 60;

const SESSION = "dosah_session";

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
