import type { IncomingHttpHeaders, ServerResponse } from "node:http";

/** What a face answers, whatever writes it. */
export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | null;
  /** Set where the body is bytes of UTF-8, each as a character of a string; otherwise a string is text. */
  readonly encoding?: "latin1" | undefined;
}

/** The value of a header of a request by its lower-case name. */
export type HeaderOf = (name: string) => string | undefined;

/** The headers of a request of `node:http`; several lines of one count as one list. */
export function headersOf(headers: IncomingHttpHeaders): HeaderOf {
  return (name) => {
    const value = headers[name];
    return Array.isArray(value) ? value.join(", ") : value;
  };
}

/** Answers one request; `defaults` are headers that the answer has where it does not say otherwise. */
export type DirectAnswer = (response: ServerResponse, defaults: Readonly<Record<string, string>>) => Promise<void>;

/** The reply as the framework sends it. */
export function toResponse({ status, headers, body, encoding }: Reply): Response {
  const content = typeof body === "string" && encoding !== undefined ? Buffer.from(body, encoding) : body;
  return new Response(content as BodyInit | null, { status, headers });
}

/**
 * Sends a reply on `node:http` alone. The head is written whole, as names and values by turns: Node then looks for no name
 * that comes twice.
 * @param defaults headers that the answer has where it does not say otherwise
 */
export function send(
  response: ServerResponse,
  { status, headers, body, encoding }: Reply,
  defaults: Readonly<Record<string, string>>,
): void {
  const head: string[] = [];
  for (const name in headers) head.push(name, headers[name] ?? "");
  for (const name in defaults) if (headers[name] === undefined) head.push(name, defaults[name] ?? "");
  if (body === null) {
    response.writeHead(status, head).end();
    return;
  }
  const content = typeof body === "string" && encoding === undefined ? Buffer.from(body) : body;
  head.push("Content-Length", String(content.length));
  response.writeHead(status, head);
  if (typeof content === "string") response.end(content, "latin1");
  else response.end(content);
}

/** True when the caller already has what the tag names: weak comparison of RFC 9110, 13.1.2. */
export function isKnown(headerOf: HeaderOf, etag: string): boolean {
  const ifNoneMatch = headerOf("if-none-match");
  if (ifNoneMatch === undefined) return false;
  const opaque = (tag: string) => tag.replace(/^W\//, "");
  return ifNoneMatch.split(",").some((given) => ["*", opaque(etag)].includes(opaque(given.trim())));
}
