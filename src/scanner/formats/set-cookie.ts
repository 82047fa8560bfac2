/** A cookie as the server describes it. Its value is never kept. */
export interface CookieFacts {
  readonly name: string;
  readonly secure: boolean;
  readonly httpOnly: boolean;
  readonly sameSite: "strict" | "lax" | "none" | null;
  /** The server takes the cookie away: it has ended already. */
  readonly removed?: true | undefined;
}

/** Reads one Set-Cookie header (RFC 6265bis 5.6), as it came at an instant. */
export function readSetCookie(header: string, at: Date): CookieFacts {
  const [pair = "", ...attributes] = header.split(";");
  const named = new Map(
    attributes.map((attribute): [string, string] => {
      const [name = "", value = ""] = attribute.split("=");
      return [name.trim().toLowerCase(), value.trim().toLowerCase()];
    }),
  );
  const equals = pair.indexOf("=");
  const sameSite = (["strict", "lax", "none"] as const).find((each) => each === named.get("samesite"));
  return {
    name: (equals < 0 ? "" : pair.slice(0, equals)).trim().slice(0, 100),
    secure: named.has("secure"),
    httpOnly: named.has("httponly"),
    sameSite: sameSite ?? null,
    ...(hasEnded(named, at) ? { removed: true } : {}),
  };
}

/** Max-Age wins over Expires (RFC 6265bis 5.7). */
function hasEnded(named: ReadonlyMap<string, string>, at: Date): boolean {
  const seconds = named.get("max-age") ?? "";
  if (/^-?\d+$/.test(seconds)) return Number(seconds) <= 0;
  return Date.parse(named.get("expires") ?? "") <= at.getTime();
}
