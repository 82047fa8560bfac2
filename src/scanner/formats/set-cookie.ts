/** A cookie as the server describes it. Its value is never kept. */
export interface CookieFacts {
  readonly name: string;
  readonly secure: boolean;
  readonly httpOnly: boolean;
  readonly sameSite: "strict" | "lax" | "none" | null;
}

/** Reads one Set-Cookie header (RFC 6265bis 5.6). */
export function readSetCookie(header: string): CookieFacts {
  const [pair = "", ...attributes] = header.split(";");
  const named = new Map(
    attributes.map((attribute): [string, string] => {
      const [name = "", value = ""] = attribute.split("=");
      return [name.trim().toLowerCase(), value.trim().toLowerCase()];
    }),
  );
  const at = pair.indexOf("=");
  const sameSite = (["strict", "lax", "none"] as const).find((each) => each === named.get("samesite"));
  return {
    name: (at < 0 ? "" : pair.slice(0, at)).trim().slice(0, 100),
    secure: named.has("secure"),
    httpOnly: named.has("httponly"),
    sameSite: sameSite ?? null,
  };
}
