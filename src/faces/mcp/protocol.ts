import type { Caller } from "../../capabilities/calling/principal.ts";
import type { LimitState } from "../../capabilities/calling/rate-limit-headers.ts";
import { bytesOf } from "../../core/utf8-bytes.ts";

/** The revision without a handshake: every request carries its version. */
export const MODERN_VERSION = "2026-07-28";

/** What a client without a known version is offered in `initialize`. */
export const NEWEST_LEGACY_VERSION = "2025-11-25";

/** Revisions that start with `initialize`. 2024-11-05 is older than this transport, but clients send it over it. */
export const LEGACY_VERSIONS: readonly string[] = ["2024-11-05", "2025-03-26", "2025-06-18", NEWEST_LEGACY_VERSION];

/** The JSON-RPC error codes this server sends, as the specification numbers them. */
export const ERROR = {
  parse: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  headerMismatch: -32020,
  missingClientCapability: -32021,
  unsupportedVersion: -32022,
  internal: -32603,
  /** Ours, outside the ranges that JSON-RPC and MCP reserve: -31000 minus the HTTP status it goes with. */
  unauthorized: -31401,
  forbidden: -31403,
  bodyTimeout: -31408,
  bodyTooLarge: -31413,
  tooManyRequests: -31429,
  unavailable: -31503,
} as const;

/** Keys of `params._meta` and of a result's `_meta`. */
export const META = {
  protocolVersion: "io.modelcontextprotocol/protocolVersion",
  clientCapabilities: "io.modelcontextprotocol/clientCapabilities",
  serverInfo: "io.modelcontextprotocol/serverInfo",
} as const;

/** What this server can do: tools and, where there are any, prompts, without notifications about them. */
export function capabilitiesOf(hasPrompts: boolean) {
  return hasPrompts ? ({ tools: {}, prompts: {} } as const) : ({ tools: {} } as const);
}

/** Who this server is, as `initialize` and `server/discover` answer. */
export interface ServerInfo {
  readonly name: string;
  readonly version: string;
  readonly title?: string;
  readonly description?: string;
  readonly websiteUrl?: string;
}

/** One posted message, however it arrived. */
export interface McpRequest {
  /** The value of a header by its lower-case name. */
  header(name: string): string | undefined;
  readonly body: string;
  readonly caller: Caller;
}

/**
 * The body holds the bytes of UTF-8, each as a character of a string: what is kept ready is so written together with
 * the head of the answer, and nobody goes over it to count or to encode it.
 */
export type BodyEncoding = "latin1";

/** What goes back: `null` is an answer without a body (202). */
export interface McpReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  /** Default: text. */
  readonly encoding?: BodyEncoding | undefined;
  /** What the called tool's limits still allow. */
  readonly limits?: readonly LimitState[];
  /** Names a long answer that is the same for everybody, so that its compressed form is made once. */
  readonly packedAs?: string;
}

export type RequestId = string | number;

/** Never in a shared cache: answers depend on the caller. */
const JSON_HEADERS = { "Content-Type": "application/json", "Cache-Control": "no-store" } as const;

/** A message without an answer was taken. */
export const ACCEPTED: McpReply = { status: 202, headers: { "Cache-Control": "no-store" }, body: null };

/** Wraps an already serialised result. The id is a checked string or number. */
export function resultReply(id: RequestId, result: string): McpReply {
  return membersReply(id, "", { members: result }, "");
}

/** Answers with a list that is the same for everybody who may see it. @param name of the list */
export function listReply(id: RequestId, name: string, list: string): McpReply {
  return { ...resultReply(id, list), packedAs: `${name} ${JSON.stringify(id)}` };
}

/** Wraps members of a result, text or bytes, with what an era puts before and behind them. */
export function membersReply(
  id: RequestId,
  before: string,
  { members, encoding }: { readonly members: string; readonly encoding?: BodyEncoding | undefined },
  behind: string,
): McpReply {
  const head = `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${before}`;
  if (encoding === undefined) return { status: 200, headers: JSON_HEADERS, body: `${head}${members}${behind}}` };
  return { status: 200, headers: JSON_HEADERS, body: `${bytesOf(head)}${members}${bytesOf(behind)}}`, encoding };
}

/**
 * A JSON-RPC error. `id` is `null` where none could be read and left out where the message was never looked at.
 * `message` and `data` hold our own words only, except the protocol version that a client asked for.
 */
export function errorReply(
  status: number,
  code: number,
  message: string,
  id?: RequestId | null,
  data?: unknown,
): McpReply {
  const error = data === undefined ? { code, message } : { code, message, data };
  return {
    status,
    headers: JSON_HEADERS,
    body: JSON.stringify(id === undefined ? { jsonrpc: "2.0", error } : { jsonrpc: "2.0", id, error }),
  };
}
