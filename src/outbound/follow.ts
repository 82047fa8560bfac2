import { failureOf, SourceFailure } from "./failure.ts";
import { discardBody } from "./read-body.ts";

/** What we need of `fetch`, so that the built-in one, ours with a limit on connecting, and a replay all fit. */
export type Fetch = (url: URL, init: RequestInit) => Promise<Response>;

/** A source moved once or twice is followed; more hops are a loop. */
const MOST_REDIRECTS = 3;

const REDIRECTS: readonly number[] = [301, 302, 303, 307, 308];

/** One request as it is sent; a GET unless it has a body. */
export interface HttpRequest {
  readonly url: URL;
  readonly body?: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Further origins (`https://files.example.org`) to which a redirect may lead; default: none. */
  readonly redirectTo?: readonly string[];
  /** The most redirects that are followed; default 3. */
  readonly mostRedirects?: number;
}

/** An answer that is no redirect, and the address that gave it. */
export interface Followed {
  readonly response: Response;
  readonly url: URL;
}

/**
 * Sends one request. Redirects are followed on the same host only, and to the origins that are named, never from HTTPS to plain HTTP: another host is another source, which nobody configured.
 * @throws SourceFailure `redirect`, `connect`, `broken_off`, or the reason of the signal.
 */
export async function follow(fetch: Fetch, request: HttpRequest, signal: AbortSignal): Promise<Followed> {
  const { url, body, headers, redirectTo = [], mostRedirects = MOST_REDIRECTS } = request;
  let target = url;
  for (let hops = 0; hops <= mostRedirects; hops++) {
    const response = await send(fetch, target, body, headers, signal);
    if (!REDIRECTS.includes(response.status)) return { response, url: target };
    await discardBody(response);
    const next = whereTo(response.headers.get("location"), target, redirectTo);
    const keepsMethod = body === undefined || response.status >= 307;
    if (next === undefined || !keepsMethod) throw new SourceFailure("redirect", { status: response.status });
    target = next;
  }
  throw new SourceFailure("redirect");
}

async function send(
  fetch: Fetch,
  url: URL,
  body: string | undefined,
  headers: HttpRequest["headers"],
  signal: AbortSignal,
): Promise<Response> {
  const init: RequestInit = { method: body === undefined ? "GET" : "POST", headers, signal, redirect: "manual" };
  try {
    return await fetch(url, body === undefined ? init : { ...init, body });
  } catch (thrown) {
    throw reasonOf(thrown, signal);
  }
}

/** An abort has its reason from who aborted; the rest keeps its own. */
export function reasonOf(thrown: unknown, signal: AbortSignal): SourceFailure {
  if (thrown instanceof SourceFailure) return thrown;
  if (signal.aborted) return failureOf(signal.reason);
  return isNoConnection(thrown) ? new SourceFailure("connect", { cause: thrown }) : failureOf(thrown);
}

const NO_CONNECTION: readonly unknown[] = [
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "EADDRNOTAVAIL",
  "UND_ERR_CONNECT_TIMEOUT",
];

/** The built-in `fetch` hides the reason one level down, and several addresses that failed one level further. */
function isNoConnection(thrown: unknown): boolean {
  if (!(thrown instanceof Error)) return false;
  if ("code" in thrown && NO_CONNECTION.includes(thrown.code)) return true;
  if (thrown instanceof AggregateError) return thrown.errors.some(isNoConnection);
  return isNoConnection(thrown.cause);
}

/** The next address of a redirect, if it is one that we follow. */
function whereTo(location: string | null, from: URL, others: readonly string[]): URL | undefined {
  const next = location === null ? null : URL.parse(location, from);
  if (next === null || next.username !== "" || next.password !== "") return undefined;
  if (others.includes(next.origin) && (next.protocol === "https:" || from.protocol === "http:")) return next;
  const isUpgrade = from.protocol === "http:" && next.protocol === "https:" && from.port === "" && next.port === "";
  return next.hostname === from.hostname && (next.origin === from.origin || isUpgrade) ? next : undefined;
}
