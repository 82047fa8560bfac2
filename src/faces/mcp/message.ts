import { ERROR, errorReply, type McpReply, type RequestId } from "./protocol.ts";

export type JsonObject = Readonly<Record<string, unknown>>;

/** One JSON-RPC message whose shape is right, or the refusal of one whose shape is wrong. */
export type Message =
  | { readonly kind: "request"; readonly id: RequestId; readonly method: string; readonly params: JsonObject }
  | { readonly kind: "notification" }
  /** To a request that this server never sends. */
  | { readonly kind: "response"; readonly id: RequestId | null }
  | { readonly kind: "refused"; readonly reply: McpReply };

/** True for a JSON object: neither an array nor `null`. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * Reads one JSON-RPC 2.0 message (docs/specification.md, `mcp.post`). Batches are refused in both eras: only 2025-03-26
 * ever had them. An integer beyond 2^53 is no id, since it could not be echoed unchanged.
 */
export function readMessage(body: string): Message {
  let message: unknown;
  try {
    message = JSON.parse(body);
  } catch {
    return { kind: "refused", reply: errorReply(400, ERROR.parse, "Parse error: the body is not JSON.", null) };
  }
  if (Array.isArray(message)) return refused("Batches are not supported: send one message per request.", null);
  if (!isObject(message)) return refused("The body is not a JSON-RPC message.", null);

  const { jsonrpc, id, method, params } = message;
  const readableId = isId(id) ? id : null;
  if (jsonrpc !== "2.0") return refused('The field jsonrpc must be "2.0".', readableId);
  if (method === undefined && isResponse(message)) return { kind: "response", id: readableId };
  if (id !== undefined && readableId === null) return refused("The id must be a string or a whole number.", null);
  if (typeof method !== "string") return refused("The field method must be a string.", readableId);
  // Some clients send `null` for what they leave out.
  if (params != null && !isObject(params)) return refused("The field params must be an object.", readableId);
  if (readableId === null) return { kind: "notification" };
  return { kind: "request", id: readableId, method, params: params ?? {} };
}

/** An error may answer a request whose id could not be read. */
function isResponse({ id, result, error }: JsonObject): boolean {
  return isObject(error) ? id === null || isId(id) : isObject(result) && isId(id);
}

function isId(value: unknown): value is RequestId {
  return typeof value === "string" || Number.isSafeInteger(value);
}

/** The refusal of a message whose shape is wrong. */
function refused(message: string, id: RequestId | null): Message {
  return { kind: "refused", reply: errorReply(400, ERROR.invalidRequest, `Invalid request: ${message}`, id) };
}
