import type { Call } from "../../capabilities/calling/call.ts";
import { type Identify, identifyNobody } from "../../capabilities/calling/principal.ts";
import type { FaceLog } from "../../capabilities/calling/problem-of.ts";
import type { Capability } from "../../capabilities/capability.ts";
import type { Localized } from "../../core/locale.ts";
import { conformanceTools } from "./conformance-tools.ts";
import { createLegacyEra } from "./legacy.ts";
import { isObject, type JsonObject, readMessage } from "./message.ts";
import { createModernEra } from "./modern.ts";
import type { Offered } from "./offered.ts";
import { createPromptBook, type Prompt } from "./prompts.ts";
import {
  ACCEPTED,
  ERROR,
  errorReply,
  type McpReply,
  type McpRequest,
  META,
  MODERN_VERSION,
  type RequestId,
  type ServerInfo,
} from "./protocol.ts";
import { toolOf } from "./tool.ts";
import { createToolbox } from "./toolbox.ts";

/** Answers one posted message. Never throws and never answers with a server error. */
export type McpDispatch = (request: McpRequest) => Promise<McpReply>;

export interface McpDispatchOptions {
  /** Those that have `mcp` become tools. */
  readonly capabilities: readonly Capability[];
  readonly call: Call;
  readonly serverInfo: ServerInfo;
  /** What the tools are for and in which order to use them. */
  readonly instructions: string;
  readonly log: FaceLog;
  /** Knows who calls; without it no key is valid. */
  readonly identify?: Identify;
  /** Texts that clients offer as commands. */
  readonly prompts?: readonly Prompt[];
  /** Nobody is answered here who is not known. */
  readonly isPersonal?: boolean;
  /** What the error of a call without a key says to do; default: what the capability says. */
  readonly signInStep?: Localized;
  /** Offers the fixtures of the conformance suite; never in production. */
  readonly testTools?: boolean;
}

/**
 * The MCP face without its transport: both eras of the protocol on one endpoint, nothing remembered between requests.
 * Schemas, lists and self-descriptions are computed here, once; a capability that cannot be a tool stops the start.
 */
export function createMcpDispatch(options: McpDispatchOptions): McpDispatch {
  const { capabilities, call, serverInfo, instructions, log, identify = identifyNobody, testTools = false } = options;
  const { prompts = [], isPersonal = false, signInStep } = options;
  const tools = capabilities.flatMap((capability) =>
    capability.mcp === undefined ? [] : [toolOf(capability, { call, log, signInStep })],
  );
  const toolbox = createToolbox(testTools ? [...tools, ...conformanceTools] : tools, identify, log, isPersonal);
  const offered: Offered = { serverInfo, instructions, prompts: createPromptBook(prompts), isPersonal };
  const eras = {
    modern: createModernEra(toolbox, offered),
    legacy: createLegacyEra(toolbox, offered),
  };

  return async (request) => {
    const message = readMessage(request.body);
    if (message.kind === "refused") return message.reply;
    if (message.kind === "notification") return ACCEPTED;
    if (message.kind === "response") return takeResponse(message.id, request);
    const { id, method, params } = message;
    try {
      const era = eraOf(method, params, request.header("mcp-protocol-version"));
      return await eras[era](id, method, params, request);
    } catch (cause) {
      log.error({ err: cause }, "an MCP request failed unexpectedly");
      return errorReply(200, ERROR.internal, "Internal error.", id);
    }
  };
}

/** Clients with a handshake may post responses; the sessionless revision has none. */
function takeResponse(id: RequestId | null, request: McpRequest): McpReply {
  if (request.header("mcp-protocol-version")?.trim() !== MODERN_VERSION) return ACCEPTED;
  return errorReply(400, ERROR.invalidRequest, "Invalid request: responses are not expected.", id);
}

/**
 * Which generation of the protocol a request belongs to, decided from this request alone: the
 * version in the body wins; without one, a header that names the sessionless revision means a malformed request of
 * that revision. `initialize` without a version in `_meta` is always a handshake.
 */
function eraOf(method: string, params: JsonObject, versionHeader: string | undefined): "modern" | "legacy" {
  const meta = params._meta;
  if (isObject(meta) && Object.hasOwn(meta, META.protocolVersion)) return "modern";
  if (method === "initialize") return "legacy";
  return versionHeader?.trim() === MODERN_VERSION ? "modern" : "legacy";
}
