import { isIP } from "node:net";

/** The longest return address, in characters. */
const LONGEST = 500;

/** Names and addresses under which a program on the person's own computer listens. */
const LOOPBACK = ["127.0.0.1", "[::1]", "localhost"];

/** Where a person is sent after the decision. */
export type ReturnAddress =
  | { readonly kind: "web"; readonly host: string }
  /** A program on this computer. */
  | { readonly kind: "loopback" }
  /** An app on this device, by a scheme of its own. */
  | { readonly kind: "app"; readonly scheme: string };

/** The place that a return address leads to, for people: a host, a scheme or this computer. */
export function placeOf(returnTo: ReturnAddress): string {
  if (returnTo.kind === "web") return returnTo.host;
  return returnTo.kind === "app" ? `${returnTo.scheme}:` : "localhost";
}

/**
 * Reads a return address (RFC 8252): https at a name, http on this computer, or the private scheme of an app.
 * @param appSchemes private schemes without a dot that are allowed
 * @returns `undefined` for one that is not allowed
 */
export function readReturnAddress(text: string, appSchemes: readonly string[]): ReturnAddress | undefined {
  if (text.length > LONGEST || /[\s\p{Cc}\\*#]/u.test(text)) return undefined;
  const parsed = URL.parse(text);
  if (parsed === null || parsed.username !== "" || parsed.password !== "" || hasUserInfo(text)) return undefined;
  const { protocol, hostname } = parsed;
  // What the parser mends, browsers and clients may read otherwise.
  if (protocol === "https:") {
    const isName =
      hostname.includes(".") && !hostname.startsWith("[") && isIP(hostname) === 0 && !hostname.endsWith(".");
    return isName && /^https:\/\/[^/]/i.test(text) ? { kind: "web", host: hostname } : undefined;
  }
  if (protocol === "http:") {
    return LOOPBACK.includes(hostname) && isPlainLoopback(text) ? { kind: "loopback" } : undefined;
  }
  const scheme = protocol.slice(0, -1);
  const isAllowed = appSchemes.includes(scheme) || (/^[a-z][a-z0-9+.-]*$/.test(scheme) && scheme.includes("."));
  return isAllowed ? { kind: "app", scheme } : undefined;
}

function hasUserInfo(text: string): boolean {
  return /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*@/i.test(text);
}

/** The host is written as one of the three names: `http://127.1` is the same address, and not the same text. */
function isPlainLoopback(text: string): boolean {
  return /^http:\/\/(?:127\.0\.0\.1|\[::1\]|localhost)(?::\d{1,5})?(?:[/?]|$)/.test(text);
}

/** Is an asked return address the registered one? Character by character; on this computer with any port. */
export function isSameReturn(asked: string, registered: string): boolean {
  if (asked === registered) return true;
  const [one, other] = [withoutPort(asked), withoutPort(registered)];
  return one !== undefined && one === other;
}

/** A loopback address without its port; `undefined` for every other address. */
function withoutPort(text: string): string | undefined {
  if (!isPlainLoopback(text)) return undefined;
  return text.replace(/^(http:\/\/(?:127\.0\.0\.1|\[::1\]|localhost)):\d{1,5}/, "$1");
}

/**
 * What the rule `form-action` must name so that the browser follows the redirect to a return address: its origin, or the
 * scheme of an app.
 */
export function formTargetOf(address: string): string {
  const { protocol, origin } = new URL(address);
  return protocol === "https:" || protocol === "http:" ? origin : protocol;
}

/** A return address with further members in its query; those that it has stay. */
export function withQuery(address: string, members: Readonly<Record<string, string>>): string {
  const query = new URLSearchParams(members).toString();
  const [before = "", existing] = address.split("?", 2);
  if (existing === undefined) return `${address}?${query}`;
  const rest = address.slice(before.length + 1);
  return rest === "" ? `${before}?${query}` : `${before}?${rest}&${query}`;
}
