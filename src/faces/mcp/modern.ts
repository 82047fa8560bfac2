import type { AnswerRequest } from "./legacy.ts";
import { isObject, type JsonObject } from "./message.ts";
import type { Offered } from "./offered.ts";
import type { PromptBook } from "./prompts.ts";
import {
  capabilitiesOf,
  ERROR,
  errorReply,
  listReply,
  type McpReply,
  type McpRequest,
  META,
  MODERN_VERSION,
  membersReply,
  type RequestId,
  resultReply,
} from "./protocol.ts";
import { asciiJson, type Toolbox } from "./toolbox.ts";

/** Methods whose parameters name what is asked for. */
const NAMED_METHODS: readonly string[] = ["tools/call", "prompts/get"];

const BASE64_PREFIX = "=?base64?";
const BASE64_SUFFIX = "?=";

type Headers = (name: string) => string | undefined;

/**
 * Checks the two headers that mirror the body: `Mcp-Method` on every request, `Mcp-Name` on a
 * `tools/call` and a `prompts/get` whose name is a string. Returns what is wrong in our own words, or `undefined`.
 */
function mirrorMismatch(header: Headers, method: string, params: JsonObject): string | undefined {
  const methodHeader = header("mcp-method")?.trim();
  if (methodHeader === undefined) return "The header Mcp-Method is missing.";
  if (methodHeader !== method) return "The header Mcp-Method differs from the method in the body.";
  // A name that is no string has nothing to mirror: it is refused later as a wrong parameter.
  if (!NAMED_METHODS.includes(method) || typeof params.name !== "string") return undefined;

  const nameHeader = header("mcp-name")?.trim();
  if (nameHeader === undefined) return "The header Mcp-Name is missing.";
  const name = decodeHeaderValue(nameHeader);
  if (name === undefined) return "The header Mcp-Name is not valid Base64.";
  return name === params.name ? undefined : "The header Mcp-Name differs from params.name in the body.";
}

/**
 * The text of a header value: itself, or what stands in `=?base64?...?=` (UTF-8). `undefined` where the markers are
 * there but no canonical Base64 or no UTF-8 stands between them.
 */
export function decodeHeaderValue(value: string): string | undefined {
  if (!value.startsWith(BASE64_PREFIX) || !value.endsWith(BASE64_SUFFIX)) return value;
  const encoded = value.slice(BASE64_PREFIX.length, -BASE64_SUFFIX.length);
  const bytes = Buffer.from(encoded, "base64");
  // Buffer skips what is no Base64 instead of refusing it: only an exact round trip proves the encoding.
  if (bytes.toString("base64") !== encoded) return undefined;
  const text = bytes.toString("utf8");
  return Buffer.from(text, "utf8").equals(bytes) ? text : undefined;
}

/** How long a client may keep the list and the self-description, in milliseconds. */
const LIST_TTL_MS = 5 * 60_000;
const DISCOVER_TTL_MS = 60 * 60_000;

const SUPPORTED_VERSIONS = [MODERN_VERSION] as const;

/** What every result of this era begins with. */
const HEAD = '{"resultType":"complete",';

/** A version is a date; a longer text is not repeated whole. */
const LONGEST_ECHO = 100;

/** The sessionless era, 2026-07-28: every request carries its version and capabilities. */
export function createModernEra(toolbox: Toolbox, offered: Offered): AnswerRequest {
  const { serverInfo, instructions, prompts, isPersonal } = offered;
  const trailer = `"_meta":${asciiJson({ [META.serverInfo]: serverInfo })}}`;
  const complete = (members: string) => `${HEAD}${members},${trailer}`;
  // The list depends on the key, so no shared cache may keep it.
  const listCaching = `"ttlMs":${LIST_TTL_MS},"cacheScope":"private"`;
  const publicList = complete(`"tools":${toolbox.publicList},${listCaching}`);
  const fullList = complete(`"tools":${toolbox.fullList},${listCaching}`);
  const discover = complete(
    asciiJson({
      supportedVersions: SUPPORTED_VERSIONS,
      capabilities: capabilitiesOf(prompts !== undefined),
      instructions,
      ttlMs: DISCOVER_TTL_MS,
      cacheScope: isPersonal ? "private" : "public",
    }).slice(1, -1),
  );
  // Not for everybody's cache where nobody is answered who is not known.
  const promptCaching = `"ttlMs":${LIST_TTL_MS},"cacheScope":"${isPersonal ? "private" : "public"}"`;
  const promptList = complete(`"prompts":${prompts?.list ?? "[]"},${promptCaching}`);

  return async (id, method, params, request) => {
    const refusal = refuseEnvelope(id, method, params, request);
    if (refusal !== undefined) return refusal;
    switch (method) {
      case "server/discover":
        return resultReply(id, discover);
      case "tools/list":
        return (
          toolbox.refuseList(id, params) ??
          ((await toolbox.seesKeyTools(request))
            ? listReply(id, "modern full", fullList)
            : listReply(id, "modern public", publicList))
        );
      case "tools/call":
        return callTool(id, params, request);
      case "prompts/list":
        return prompts === undefined
          ? methodNotFound(id)
          : (toolbox.refuseList(id, params) ?? resultReply(id, promptList));
      case "prompts/get":
        return prompts === undefined ? methodNotFound(id) : getPrompt(id, prompts.get(id, params));
      default:
        return methodNotFound(id);
    }
  };

  function methodNotFound(id: RequestId): McpReply {
    return errorReply(404, ERROR.methodNotFound, "Method not found.", id);
  }

  function getPrompt(id: RequestId, got: ReturnType<PromptBook["get"]>): McpReply {
    return "members" in got ? resultReply(id, complete(got.members)) : got;
  }

  async function callTool(id: RequestId, params: JsonObject, request: McpRequest): Promise<McpReply> {
    const called = await toolbox.call(id, params, request, clientCapabilitiesOf(params));
    if (called.kind === "refused") return called.reply;
    const { outcome } = called;
    if (outcome.kind === "missing_capability") {
      return errorReply(400, ERROR.missingClientCapability, "The client lacks a required capability.", id, {
        requiredCapabilities: outcome.required,
      });
    }
    return { ...membersReply(id, HEAD, outcome, `,${trailer}`), limits: outcome.limits };
  }
}

/** Everything that is checked before the method is looked at, in the order of docs/specification.md#mcp. */
function refuseEnvelope(id: RequestId, method: string, params: JsonObject, request: McpRequest): McpReply | undefined {
  const meta = isObject(params._meta) ? params._meta : {};
  const version = meta[META.protocolVersion];
  if (typeof version !== "string") {
    return errorReply(
      400,
      ERROR.invalidParams,
      `Invalid params: _meta["${META.protocolVersion}"] must be a string.`,
      id,
    );
  }
  if (!isObject(meta[META.clientCapabilities])) {
    const message = `Invalid params: _meta["${META.clientCapabilities}"] must be an object.`;
    return errorReply(400, ERROR.invalidParams, message, id);
  }
  const versionHeader = request.header("mcp-protocol-version")?.trim();
  if (versionHeader !== version) {
    const problem = versionHeader === undefined ? "is missing" : "differs from the version in _meta";
    return errorReply(400, ERROR.headerMismatch, `The header MCP-Protocol-Version ${problem}.`, id);
  }
  if (version !== MODERN_VERSION) {
    return errorReply(400, ERROR.unsupportedVersion, "This protocol version is not supported.", id, {
      supported: SUPPORTED_VERSIONS,
      requested: version.slice(0, LONGEST_ECHO),
    });
  }
  const mismatch = mirrorMismatch((name) => request.header(name), method, params);
  return mismatch === undefined ? undefined : errorReply(400, ERROR.headerMismatch, mismatch, id);
}

function clientCapabilitiesOf(params: JsonObject): JsonObject {
  const capabilities = isObject(params._meta) ? params._meta[META.clientCapabilities] : undefined;
  return isObject(capabilities) ? capabilities : {};
}
