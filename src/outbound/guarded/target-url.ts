import { isIP } from "node:net";
import type { RefusalReason } from "./failure.ts";
import { type HostName, readHostName } from "./host-name.ts";

/** A URL that may be fetched. */
export interface TargetUrl extends HostName {
  readonly url: string;
  readonly scheme: "http" | "https";
  /** The port as the URL names it, 80 or 443: before a laboratory maps it. */
  readonly port: 80 | 443;
  readonly path: string;
}

/** A URL that may not be fetched. The host is foreign text. */
export interface RefusedUrl {
  readonly host: string;
  readonly reason: RefusalReason;
}

/**
 * Reads a URL that a foreign server named. The host is judged as the URL parser understands it, so that `0x7f.1` is the
 * address it stands for.
 * @param base the address that named it, for relative ones.
 * @returns what may be fetched, or why not; null where the text is no URL at all.
 */
export function readTargetUrl(
  text: string,
  base?: string,
  ownNames: readonly string[] = [],
): TargetUrl | RefusedUrl | null {
  const parsed = URL.parse(text, base);
  if (parsed === null) return null;
  const { protocol, hostname, port: written, pathname, search } = parsed;
  const refuse = (reason: RefusalReason): RefusedUrl => ({ host: hostname, reason });
  if (protocol !== "http:" && protocol !== "https:") return refuse("blocked_scheme");
  if (parsed.username !== "" || parsed.password !== "") return refuse("blocked_userinfo");
  const scheme = protocol === "http:" ? "http" : "https";
  const port = written === "" ? (scheme === "http" ? 80 : 443) : Number(written);
  if (port !== 80 && port !== 443) return refuse("blocked_port");
  if (hostname.startsWith("[") || isIP(hostname) !== 0) return refuse("blocked_host");
  const name = readHostName(hostname, ownNames);
  if (name === null) return refuse("blocked_host");
  parsed.hash = "";
  return { ...name, url: parsed.href, scheme, port, path: `${pathname}${search}` };
}
