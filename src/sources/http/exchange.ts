import { giveUp, readCapped } from "./capped-body.ts";
import { failureOf, SourceFailure } from "./failure.ts";
import { readRetryAfter } from "./retry-after.ts";

/** What we need of `fetch`, so that the built-in one, ours with a limit on connecting, and a replay all fit. */
export type Fetch = (url: URL, init: RequestInit) => Promise<Response>;

/** A source moved once or twice is followed; more hops are a loop. */
const MOST_REDIRECTS = 3;

const REDIRECTS: readonly number[] = [301, 302, 303, 307, 308];

/** One question as it goes over the line. */
export interface Outgoing {
  readonly url: URL;
  readonly body?: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly maxBytes: number;
}

/** A whole answer: the body is JSON, or `undefined` when it is empty or none; a status may say enough. */
export interface Reply {
  readonly status: number;
  readonly json: unknown;
  readonly isEmpty: boolean;
  readonly etag: string | null;
}

/**
 * Puts one question and reads the whole answer. Redirects are followed on the same host only, at most three, never to
 * plain HTTP: another host is another source, which nobody configured. The media type is not looked at.
 * @throws SourceFailure for everything that is no answer: 429, 5xx, a redirect elsewhere, a body over the cap, a 200
 *   that is no JSON, a connection that fails.
 */
export async function exchange(fetch: Fetch, outgoing: Outgoing, signal: AbortSignal, now: () => Date): Promise<Reply> {
  const response = await follow(fetch, outgoing, signal);
  const { status } = response;
  if (status === 429 || status >= 500) {
    await giveUp(response);
    const waitMs = readRetryAfter(response.headers.get("retry-after"), now());
    throw new SourceFailure(status === 429 ? "rate_limited" : "http_status", { status, waitMs });
  }
  const text = await read(response, outgoing.maxBytes, signal);
  const isEmpty = text.trim() === "";
  const json = parse(text);
  if (status === 200 && json === undefined) throw new SourceFailure("not_json", { status });
  return { status, json, isEmpty, etag: response.headers.get("etag") };
}

async function follow(fetch: Fetch, { url, body, headers }: Outgoing, signal: AbortSignal): Promise<Response> {
  let target = url;
  for (let hops = 0; hops <= MOST_REDIRECTS; hops++) {
    const response = await send(fetch, target, body, headers, signal);
    if (!REDIRECTS.includes(response.status)) return response;
    await giveUp(response);
    const next = whereTo(response.headers.get("location"), target);
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
  headers: Outgoing["headers"],
  signal: AbortSignal,
): Promise<Response> {
  const init: RequestInit = { method: body === undefined ? "GET" : "POST", headers, signal, redirect: "manual" };
  try {
    return await fetch(url, body === undefined ? init : { ...init, body });
  } catch (thrown) {
    throw reasonOf(thrown, signal);
  }
}

async function read(response: Response, maxBytes: number, signal: AbortSignal): Promise<string> {
  try {
    return await readCapped(response, maxBytes);
  } catch (thrown) {
    throw reasonOf(thrown, signal);
  }
}

/** An abort has its reason from who aborted; the rest keeps its own. */
function reasonOf(thrown: unknown, signal: AbortSignal): SourceFailure {
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
function whereTo(location: string | null, from: URL): URL | undefined {
  const next = location === null ? null : URL.parse(location, from);
  if (next === null || next.username !== "" || next.password !== "") return undefined;
  const isUpgrade = from.protocol === "http:" && next.protocol === "https:" && from.port === "" && next.port === "";
  return next.hostname === from.hostname && (next.origin === from.origin || isUpgrade) ? next : undefined;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
