import { createMcpDispatch, type McpDispatch } from "../../src/faces/mcp/dispatch.ts";
import type { Prompt } from "../../src/faces/mcp/prompts.ts";
import { type McpReply, META, MODERN_VERSION } from "../../src/faces/mcp/protocol.ts";
import type { Limiter } from "../../src/limits/limiter.ts";
import { callFixtures, countingLimiter, fixtureCapabilities, identify, keepingLog } from "./capabilities.fixture.ts";

export const serverInfo = { name: "dosah", version: "0.1.0", title: "Dosah – dosah práva" };

/** A dispatch over the fixture capabilities, with what it logged. */
export function fixtureDispatch(options: { limiter?: Limiter; testTools?: boolean; prompts?: readonly Prompt[] } = {}) {
  const log = keepingLog();
  const { limiter = countingLimiter(1_000_000), testTools = false, prompts = [] } = options;
  const dispatch = createMcpDispatch({
    capabilities: fixtureCapabilities,
    call: callFixtures(limiter),
    serverInfo,
    instructions: "Pozdravte.",
    log,
    identify,
    testTools,
    prompts,
  });
  return { dispatch, log };
}

/** What a client of an era sends for a method: body and headers. */
export interface Posted {
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>>;
}

export const modernMeta = { [META.protocolVersion]: MODERN_VERSION, [META.clientCapabilities]: {} };

/** A request of the sessionless era; `name` adds `Mcp-Name`. */
export function modern(method: string, params: Readonly<Record<string, unknown>> = {}, id: unknown = 1): Posted {
  const { name } = params;
  return {
    body: { jsonrpc: "2.0", id, method, params: { ...params, _meta: modernMeta } },
    headers: {
      "mcp-protocol-version": MODERN_VERSION,
      "mcp-method": method,
      ...((method === "tools/call" || method === "prompts/get") && typeof name === "string"
        ? { "mcp-name": name }
        : {}),
    },
  };
}

/** A request of the era with a handshake. */
export function legacy(method: string, params?: unknown, id: unknown = 1): Posted {
  return {
    body: { jsonrpc: "2.0", id, method, ...(params === undefined ? {} : { params }) },
    headers: { "mcp-protocol-version": "2025-11-25" },
  };
}

/** The same request with some headers changed; `undefined` leaves one out. */
export function withHeaders(posted: Posted, headers: Readonly<Record<string, string | undefined>>): Posted {
  const merged = Object.entries({ ...posted.headers, ...headers });
  return {
    ...posted,
    headers: Object.fromEntries(merged.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))),
  };
}

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
type Json = any;

/** The text of a reply: what is kept ready is there as bytes. */
export function textOf({ body, encoding }: Pick<McpReply, "body" | "encoding">): string {
  return Buffer.from(body ?? "", encoding ?? "utf8").toString();
}

/** Posts to a dispatch and reads the answer. A string body is sent as it is. */
export async function post(dispatch: McpDispatch, { body, headers }: Posted) {
  const lower = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  const reply = await dispatch({
    header: (name) => lower.get(name),
    body: typeof body === "string" ? body : JSON.stringify(body),
    caller: { address: "192.0.2.1", via: "mcp", authorization: lower.get("authorization") },
  });
  const message: Json = reply.body === null ? null : JSON.parse(textOf(reply));
  return { status: reply.status, headers: reply.headers, message, limits: reply.limits };
}
