import { SourceFailure } from "./failure.ts";
import { type Fetch, follow, reasonOf } from "./follow.ts";
import { discardBody, readBody } from "./read-body.ts";
import { readRetryAfter } from "./retry-after.ts";

export type { Fetch } from "./follow.ts";

/** One question as it is sent. */
export interface JsonRequest {
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
export async function requestJson(
  fetch: Fetch,
  request: JsonRequest,
  signal: AbortSignal,
  now: () => Date,
): Promise<Reply> {
  const { response } = await follow(fetch, request, signal);
  const { status } = response;
  if (status === 429 || status >= 500) {
    await discardBody(response);
    const waitMs = readRetryAfter(response.headers.get("retry-after"), now());
    throw new SourceFailure(status === 429 ? "rate_limited" : "http_status", { status, waitMs });
  }
  const text = await read(response, request.maxBytes, signal);
  const isEmpty = text.trim() === "";
  const json = parse(text);
  if (status === 200 && json === undefined) throw new SourceFailure("not_json", { status });
  return { status, json, isEmpty, etag: response.headers.get("etag") };
}

async function read(response: Response, maxBytes: number, signal: AbortSignal): Promise<string> {
  try {
    return await readBody(response, maxBytes);
  } catch (thrown) {
    throw reasonOf(thrown, signal);
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
