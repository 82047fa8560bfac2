import type { IncomingMessage, ServerResponse } from "node:http";
import type { FaceLog } from "../../capabilities/calling/problem-of.ts";
import { type LimitDecision, rateLimitHeaders } from "../../capabilities/calling/rate-limit-headers.ts";
import type { McpDispatch } from "./dispatch.ts";
import { endBeforeBody } from "./end-before-body.ts";
import { createOriginCheck, type OriginRules } from "./origin.ts";
import { ERROR, errorReply, type McpReply } from "./protocol.ts";
import { type Body, readBody } from "./read-body.ts";

/** The largest message, in bytes (docs/specification.md#mcp). */
export const BODY_LIMIT = 256 * 1024;

/** How long a body may take to arrive, in milliseconds. */
const BODY_TIMEOUT_MS = 15_000;

type Headers = Readonly<Record<string, string>>;

const CORS_HEADERS: Headers = {
  "Access-Control-Allow-Origin": "*",
  "Cross-Origin-Resource-Policy": "cross-origin",
  "Access-Control-Expose-Headers": "Retry-After, WWW-Authenticate, RateLimit, RateLimit-Policy",
};

const PREFLIGHT: McpReply = {
  status: 204,
  headers: {
    "Access-Control-Allow-Methods": "POST, OPTIONS",
    "Access-Control-Allow-Headers":
      "Content-Type, Accept, Authorization, MCP-Protocol-Version, Mcp-Method, Mcp-Name, Mcp-Session-Id, Last-Event-ID",
    "Access-Control-Max-Age": "86400",
  },
  body: null,
};

const WRONG_METHOD: McpReply = { status: 405, headers: { Allow: "POST" }, body: null };

export interface McpHttpOptions extends OriginRules {
  readonly dispatch: McpDispatch;
  /** Counts one request of the endpoint's own limit for an address; called before the body is read. */
  readonly take: (address: string) => LimitDecision | Promise<LimitDecision>;
  /** The counted address of a caller; `null` for a caller that is not counted. */
  readonly clientAddress: (request: IncomingMessage) => string | null;
  readonly log: FaceLog;
  readonly bodyTimeoutMs?: number;
}

/** Answers requests to `/api/mcp`. Resolves when the answer is written; never rejects. */
export type McpHttpHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/**
 * The MCP endpoint on `node:http` (docs/specification.md#mcp): method, origin, limit and media type are decided
 * before the body is read, then the dispatch answers. A GET is refused at once and counts nothing: every client with
 * a handshake sends one.
 */
export function createMcpHttp(options: McpHttpOptions): McpHttpHandler {
  const { dispatch, take, clientAddress, log, bodyTimeoutMs = BODY_TIMEOUT_MS } = options;
  const isForeign = createOriginCheck(options);

  return async (request, response) => {
    try {
      await answer(request, response);
    } catch (cause) {
      log.error({ err: cause }, "an MCP request could not be answered");
      if (response.headersSent) response.destroy();
      else refuse(request, response, errorReply(200, ERROR.internal, "Internal error.", null));
    }
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method === "OPTIONS") return refuse(request, response, PREFLIGHT);
    if (request.method !== "POST") return refuse(request, response, WRONG_METHOD);
    const { host, origin, authorization } = request.headers;
    if (isForeign({ host, origin, authorization })) {
      return refuse(request, response, errorReply(403, ERROR.forbidden, "This host or origin is not allowed."));
    }
    const address = clientAddress(request);
    const decision = address === null ? unlimited : await take(address);
    const limitHeaders = rateLimitHeaders(decision.states);
    if (!decision.allowed) {
      const { retryAfter } = decision;
      const message = `Too many requests. Try again in ${retryAfter} s.`;
      const headers = { ...limitHeaders, "Retry-After": String(retryAfter) };
      return refuse(
        request,
        response,
        errorReply(429, ERROR.tooManyRequests, message, undefined, { retryAfter }),
        headers,
      );
    }
    if (!isJson(request.headers["content-type"]) || isEncoded(request.headers["content-encoding"])) {
      const message = "Content-Type must be application/json, in UTF-8 and without Content-Encoding.";
      return refuse(request, response, errorReply(415, ERROR.invalidRequest, message, null), limitHeaders);
    }
    const body = await readBody(request, BODY_LIMIT, bodyTimeoutMs);
    if (body.kind === "gone") return;
    if (body.kind !== "text") return refuse(request, response, unreadable(body), limitHeaders);
    const reply = await dispatch({
      header: (name) => headerValue(request, name),
      body: body.text,
      caller: { address, via: "mcp", authorization },
    });
    const { limits = [] } = reply;
    send(response, reply, limits.length === 0 ? limitHeaders : rateLimitHeaders([...decision.states, ...limits]));
  }
}

const unlimited: LimitDecision = { allowed: true, states: [] };

function unreadable({ kind }: Exclude<Body, { kind: "text" | "gone" }>): McpReply {
  switch (kind) {
    case "not_utf8":
      return errorReply(400, ERROR.parse, "Parse error: the body is not UTF-8.", null);
    case "too_large":
      return errorReply(413, ERROR.bodyTooLarge, `The body is larger than ${BODY_LIMIT} bytes.`, null);
    case "too_slow":
      return errorReply(408, ERROR.bodyTimeout, "The body did not arrive in time.", null);
  }
}

function send(response: ServerResponse, { status, headers, body }: McpReply, limits: Headers): void {
  if (body === null) response.writeHead(status, { ...headers, ...CORS_HEADERS, ...limits }).end();
  else {
    const content = body.length < LONG_BODY ? body : utf8Of(body);
    const length = { "Content-Length": String(Buffer.byteLength(content)) };
    response.writeHead(status, { ...headers, ...CORS_HEADERS, ...limits, ...length }).end(content);
  }
}

/** From how many characters on a body is encoded here; a short one costs less when it is written together with its head. */
const LONG_BODY = 8_192;

/** Memory to encode a body in. It is used and left within one step, so answers can share it. */
const workspace = Buffer.allocUnsafeSlow(256 * 1_024);

/** The bytes of a body in one pass over its text: Node would go over it to count them and again to write them. */
function utf8Of(body: string): Buffer {
  // A unit of a string takes at most three bytes.
  if (body.length * 3 > workspace.length) return Buffer.from(body);
  return Buffer.copyBytesFrom(workspace, 0, workspace.write(body));
}

/** Answers a request whose body was not read, or not to its end. */
function refuse(request: IncomingMessage, response: ServerResponse, reply: McpReply, headers: Headers = {}): void {
  const merged = { ...reply.headers, ...CORS_HEADERS, ...headers };
  endBeforeBody(request, response, { status: reply.status, headers: merged, body: reply.body }, BODY_LIMIT);
}

/** True where a POST says that its body is JSON; the only character set of JSON is UTF-8. */
function isJson(contentType: string | undefined): boolean {
  if (contentType === "application/json") return true;
  const [essence, ...parameters] = (contentType ?? "")
    .toLowerCase()
    .split(";")
    .map((value) => value.trim());
  const charset = parameters.find((parameter) => parameter.startsWith("charset="))?.slice("charset=".length);
  return essence === "application/json" && (charset === undefined || /^"?utf-?8"?$/.test(charset));
}

function isEncoded(contentEncoding: string | undefined): boolean {
  return contentEncoding !== undefined && contentEncoding.toLowerCase() !== "identity";
}

function headerValue(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value.join(", ") : value;
}
