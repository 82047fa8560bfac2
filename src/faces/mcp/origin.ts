import { BlockList, isIP } from "node:net";

/** The addresses of one machine talking to itself. */
const loopback = new BlockList();
loopback.addSubnet("127.0.0.0", 8, "ipv4");
loopback.addAddress("::1", "ipv6");

/** Where the server listens and who it is from outside. */
export interface OriginRules {
  /** Public address, for example `https://dosah.example`. */
  readonly baseUrl: string;
  /** Further browser origins that may send keys. */
  readonly allowedOrigins: readonly string[];
  /** The address the server listens on, as configured (`HOST`). */
  readonly listensOn: string;
}

/** The three headers that distinguish a browser's request from an agent's. */
export interface OriginHeaders {
  readonly host: string | undefined;
  readonly origin: string | undefined;
  readonly authorization: string | undefined;
}

/**
 * Decides which requests are refused for where they come from, by two rules with two purposes.
 *
 * `Host`: a page of an attacker can point its own name at this machine (DNS rebinding) and so read what listens on
 * loopback only. Such a request names the attacker's host, so a server on loopback answers to its own names alone.
 * On a public address everybody may ask anyway, and proxies send all kinds of names: no check there.
 *
 * `Origin`: the protocol wants foreign origins refused. The public tools are open to every page on purpose, like the
 * public REST endpoints: they hold nothing that the page could not fetch itself, and no cookie is ever read. What an
 * origin could misuse is a key, so the check is made exactly where a request carries one.
 */
export function createOriginCheck({ baseUrl, allowedOrigins, listensOn }: OriginRules) {
  const own = new URL(baseUrl);
  const origins = new Set([own.origin, ...allowedOrigins.map(normalOrigin)]);
  const checksHost = isLoopbackName(listensOn);
  // Nearly every request comes under one name, and taking names apart costs more than the rest of the check.
  let lastOwnHost: string | undefined;

  /** True when the request must be refused. */
  return ({ host, origin, authorization }: OriginHeaders): boolean => {
    if (checksHost && host !== undefined && !isOwnHost(host)) return true;
    return authorization !== undefined && origin !== undefined && !isOwnOrigin(origin);
  };

  function isOwnHost(host: string): boolean {
    if (host === lastOwnHost || host.toLowerCase() === own.host) return true;
    const name = hostName(host);
    if (name === undefined || !(name === own.hostname || isLoopbackName(name))) return false;
    lastOwnHost = host;
    return true;
  }

  function isOwnOrigin(origin: string): boolean {
    if (origins.has(normalOrigin(origin))) return true;
    // Where the public address is this machine's own, a page under development has another port than BASE_URL.
    if (!isLoopbackName(own.hostname) || !URL.canParse(origin)) return false;
    return isLoopbackName(new URL(origin).hostname);
  }
}

/** The name in a `Host` header, without port; `undefined` where the header is no host. */
function hostName(host: string): string | undefined {
  if (!/^[a-z0-9.\-_[\]:]+$/i.test(host) || !URL.canParse(`http://${host}`)) return undefined;
  return new URL(`http://${host}`).hostname;
}

/** True for `localhost` and for the addresses 127.0.0.0/8 and ::1, with or without brackets. */
function isLoopbackName(name: string): boolean {
  const plain = name.toLowerCase().replace(/^\[|\]$/g, "");
  if (plain === "localhost") return true;
  const family = isIP(plain);
  return family !== 0 && loopback.check(plain, family === 4 ? "ipv4" : "ipv6");
}

/** `https://Example.org:443/` and `https://example.org` are one origin. */
function normalOrigin(origin: string): string {
  return URL.canParse(origin) ? new URL(origin).origin : origin;
}
