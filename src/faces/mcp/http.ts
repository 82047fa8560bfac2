import type { IncomingMessage, ServerResponse } from "node:http";
import { createRecentlySeen } from "../../capabilities/calling/kept-answers.ts";
import type { Caller } from "../../capabilities/calling/principal.ts";
import type { FaceLog } from "../../capabilities/calling/problem-of.ts";
import {
  type FirstCount,
  type LimitDecision,
  rateLimitHeaders,
  UNCOUNTED,
} from "../../capabilities/calling/rate-limit-headers.ts";
import { codingOf } from "../../core/content-coding.ts";
import { createKept } from "../../core/kept.ts";
import { type Packed, pack } from "../sending/packed.ts";
import type { AccountDoor } from "./account-door.ts";
import type { McpDispatch } from "./dispatch.ts";
import { endBeforeBody } from "./end-before-body.ts";
import { createOriginCheck, type OriginRules } from "./origin.ts";
import { ERROR, errorReply, type McpReply } from "./protocol.ts";
import { type Body, hasArrived, readBody } from "./read-body.ts";

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
  readonly take: (address: string) => FirstCount;
  /** The counted address of a caller; `null` for a caller that is not counted. */
  readonly clientAddress: (request: IncomingMessage) => string | null;
  readonly log: FaceLog;
  readonly bodyTimeoutMs?: number;
  /** Where nothing is answered without a person: who may come in. */
  readonly door?: AccountDoor;
}

/**
 * Answers requests to an MCP endpoint. Resolves when the answer is written; never rejects. `defaults` are headers of every
 * answer that does not set them itself: one head that is written whole costs less than one that is set line by line.
 */
export type McpHttpHandler = (request: IncomingMessage, response: ServerResponse, defaults?: Headers) => Promise<void>;

/**
 * The MCP endpoint on `node:http` (docs/specification.md#mcp): method, origin, limit and media type are decided
 * before the body is read, then the dispatch answers. A GET is refused at once and counts nothing: every client with
 * a handshake sends one. Where another server keeps the counts, a message that arrived with its head is counted together
 * with what it asks for, and what the dispatch made of it is dropped when the endpoint's limit is used up.
 */
export function createMcpHttp(options: McpHttpOptions): McpHttpHandler {
  const { dispatch, take, clientAddress, log, bodyTimeoutMs = BODY_TIMEOUT_MS, door } = options;
  const isForeign = createOriginCheck(options);

  return async (request, response, defaults = {}) => {
    try {
      await answer(request, response, defaults);
    } catch (cause) {
      log.error({ err: cause }, "an MCP request could not be answered");
      if (response.headersSent) response.destroy();
      else refuse(request, response, errorReply(200, ERROR.internal, "Internal error.", null), defaults);
    }
  };

  async function answer(request: IncomingMessage, response: ServerResponse, defaults: Headers): Promise<void> {
    if (request.method === "OPTIONS") return refuse(request, response, PREFLIGHT, defaults);
    const { host, origin, authorization } = request.headers;
    const admitted = await door?.admit({ address: clientAddress(request), via: "mcp", authorization });
    if (admitted?.kind === "refused") {
      const { reply, limits } = admitted;
      return refuse(request, response, reply, defaults, limits);
    }
    if (request.method !== "POST") return refuse(request, response, WRONG_METHOD, defaults);
    if (isForeign({ host, origin, authorization })) {
      const reply = errorReply(403, ERROR.forbidden, "This host or origin is not allowed.");
      return refuse(request, response, reply, defaults);
    }
    const address = clientAddress(request);
    const counted = address === null ? undefined : (admitted?.take ?? (() => take(address)))();
    // The parser hands over what came with the head before this goes on.
    await undefined;
    const isReadable = isJson(request.headers["content-type"]) && !isEncoded(request.headers["content-encoding"]);
    const isTogether =
      admitted === undefined && counted?.decision instanceof Promise && isReadable && hasArrived(request);
    const known = isTogether ? undefined : await decisionOf(counted);
    if (known?.allowed === false) return refuseMore(request, response, defaults, known);
    if (!isReadable) {
      const message = "Content-Type must be application/json, in UTF-8 and without Content-Encoding.";
      const reply = errorReply(415, ERROR.invalidRequest, message, null);
      return refuse(request, response, reply, defaults, rateLimitHeaders(known?.states ?? []));
    }
    const body = await readBody(request, BODY_LIMIT, bodyTimeoutMs);
    if (body.kind === "gone") return;
    const caller =
      admitted?.caller ??
      ({ address, via: "mcp", authorization, counted: isTogether ? counted : undefined } satisfies Caller);
    const header = (name: string) => headerValue(request, name);
    const reply = body.kind === "text" ? await dispatch({ header, body: body.text, caller }) : unreadable(body);
    const decision = known ?? (await decisionOf(counted));
    if (!decision.allowed) return refuseMore(request, response, defaults, decision);
    const limits = rateLimitHeaders([...decision.states, ...(reply.limits ?? [])]);
    if (body.kind === "text") {
      const packed = reply.packedAs === undefined ? undefined : await packedList(reply.packedAs, reply, header);
      send(response, packed ?? reply, defaults, limits);
    } else refuse(request, response, reply, defaults, limits);
  }
}

/** The most that is kept of lists, in bytes; clients number their requests by a few small ids. */
const LISTS_CAPACITY = 1_048_576;
const LIST_BYTES = 130_000;

/** The head of every packed list. */
const PACKED = {
  "Content-Type": "application/json",
  "Cache-Control": "no-store",
  "Content-Encoding": "br",
  Vary: "Accept-Encoding",
} as const;

const lists = createKept<Packed>(LISTS_CAPACITY);
const wasSeen = createRecentlySeen(100);

/** A list with Brotli for a client that accepts it, from the second time on that it goes out under one id. */
async function packedList(
  name: string,
  reply: McpReply,
  header: (name: string) => string | undefined,
): Promise<McpReply | undefined> {
  if (reply.body === null || codingOf(header("accept-encoding"), ["br"]) === undefined) return undefined;
  const restsOn = () => [reply.body];
  const known = lists.find(name, restsOn);
  if (known === undefined && !wasSeen(name)) return undefined;
  const packed = known ?? pack(Buffer.from(reply.body, reply.encoding));
  if (known === undefined) lists.keep(name, restsOn(), packed, LIST_BYTES);
  const { bytes } = await packed.form("br");
  return { ...reply, headers: PACKED, body: Buffer.from(bytes).toString("latin1"), encoding: "latin1" };
}

async function decisionOf(counted: FirstCount | undefined): Promise<LimitDecision> {
  return counted === undefined ? UNCOUNTED : counted.decision;
}

function unreadable(body: Exclude<Body, { kind: "text" | "gone" }>): McpReply {
  switch (body.kind) {
    case "not_utf8":
      return errorReply(400, ERROR.parse, `Parse error: the body is not UTF-8 (${body.place}).`, null);
    case "too_large":
      return errorReply(413, ERROR.bodyTooLarge, `The body is larger than ${BODY_LIMIT} bytes.`, null);
    case "too_slow":
      return errorReply(408, ERROR.bodyTimeout, "The body did not arrive in time.", null);
  }
}

function send(response: ServerResponse, reply: McpReply, defaults: Headers, limits: Headers): void {
  const { status, body, encoding } = reply;
  const own = headersOfKind(reply.headers);
  const headers = [...own.list];
  for (const name in defaults) if (!own.names.has(name)) headers.push(name, defaults[name] ?? "");
  for (const name in limits) headers.push(name, limits[name] ?? "");
  if (body === null) response.writeHead(status, headers).end();
  else if (encoding !== undefined) {
    headers.push("Content-Length", String(body.length));
    response.writeHead(status, headers).end(body, encoding);
  } else {
    const content = body.length < LONG_BODY ? body : utf8Of(body);
    headers.push("Content-Length", String(Buffer.byteLength(content)));
    response.writeHead(status, headers).end(content);
  }
}

/** Headers as Node takes them without looking for names that come twice: names and values by turns. */
interface HeaderList {
  readonly list: readonly string[];
  readonly names: ReadonlySet<string>;
}

/** By the headers of replies, of which there are a few constants: what all answers of a kind say alike. */
const kinds = new WeakMap<Headers, HeaderList>();

function headersOfKind(headers: Headers): HeaderList {
  const known = kinds.get(headers);
  if (known !== undefined) return known;
  const all = { ...headers, ...CORS_HEADERS };
  const made = { list: Object.entries(all).flat(), names: new Set(Object.keys(all)) };
  kinds.set(headers, made);
  return made;
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

/** The answer to who is asking too often. */
function refuseMore(
  request: IncomingMessage,
  response: ServerResponse,
  defaults: Headers,
  { retryAfter, states }: Extract<LimitDecision, { allowed: false }>,
): void {
  const message = `Too many requests. Try again in ${retryAfter} s.`;
  const reply = errorReply(429, ERROR.tooManyRequests, message, undefined, { retryAfter });
  refuse(request, response, reply, defaults, { ...rateLimitHeaders(states), "Retry-After": String(retryAfter) });
}

/** Answers a request whose body was not read, or not to its end. */
function refuse(
  request: IncomingMessage,
  response: ServerResponse,
  reply: McpReply,
  defaults: Headers,
  headers: Headers = {},
): void {
  const merged = { ...defaults, ...reply.headers, ...CORS_HEADERS, ...headers };
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
