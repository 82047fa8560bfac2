import { isObject, type JsonObject } from "./message.ts";
import type { Offered } from "./offered.ts";
import type { PromptBook } from "./prompts.ts";
import {
  capabilitiesOf,
  ERROR,
  errorReply,
  LEGACY_VERSIONS,
  listReply,
  type McpReply,
  type McpRequest,
  membersReply,
  NEWEST_LEGACY_VERSION,
  type RequestId,
  resultReply,
} from "./protocol.ts";
import { asciiJson, type Toolbox } from "./toolbox.ts";

/** Answers one request of an era. */
export type AnswerRequest = (
  id: RequestId,
  method: string,
  params: JsonObject,
  request: McpRequest,
) => Promise<McpReply> | McpReply;

/** The era with a handshake, 2024-11-05 to 2025-11-25. There is no session to remember. */
export function createLegacyEra(toolbox: Toolbox, offered: Offered): AnswerRequest {
  const { serverInfo, instructions, prompts } = offered;
  const initializeResults = new Map(LEGACY_VERSIONS.map((version) => [version, initializeResult(version)]));
  const newestResult = initializeResult(NEWEST_LEGACY_VERSION);
  const publicList = `{"tools":${toolbox.publicList}}`;
  const fullList = `{"tools":${toolbox.fullList}}`;

  return async (id, method, params, request) => {
    if (params._meta !== undefined && !isObject(params._meta)) {
      return errorReply(400, ERROR.invalidRequest, "Invalid request: _meta must be an object.", id);
    }
    if (method === "initialize") return initialize(id, params);
    const version = request.header("mcp-protocol-version")?.trim();
    if (version !== undefined && !LEGACY_VERSIONS.includes(version)) {
      return errorReply(400, ERROR.invalidRequest, "Invalid request: MCP-Protocol-Version is not supported.", id);
    }
    switch (method) {
      case "ping":
        return resultReply(id, "{}");
      case "tools/list":
        return (
          toolbox.refuseList(id, params) ??
          ((await toolbox.seesKeyTools(request))
            ? listReply(id, "legacy full", fullList)
            : listReply(id, "legacy public", publicList))
        );
      case "tools/call":
        return callTool(id, params, request);
      // Not offered, but clients that are refused here drop the server.
      case "resources/list":
        return resultReply(id, '{"resources":[]}');
      case "resources/templates/list":
        return resultReply(id, '{"resourceTemplates":[]}');
      case "prompts/list":
        return toolbox.refuseList(id, params) ?? resultReply(id, `{"prompts":${prompts?.list ?? "[]"}}`);
      case "prompts/get":
        return prompts === undefined ? methodNotFound(id) : promptReply(id, prompts.get(id, params));
      default:
        return methodNotFound(id);
    }
  };

  /** Not 404: a client of this era reads that as "session not found". */
  function methodNotFound(id: RequestId): McpReply {
    return errorReply(200, ERROR.methodNotFound, "Method not found.", id);
  }

  function promptReply(id: RequestId, got: ReturnType<PromptBook["get"]>): McpReply {
    return "members" in got ? resultReply(id, `{${got.members}}`) : got;
  }

  function initialize(id: RequestId, params: JsonObject): McpReply {
    const { protocolVersion } = params;
    if (typeof protocolVersion !== "string") {
      return errorReply(200, ERROR.invalidParams, "Invalid params: protocolVersion must be a string.", id);
    }
    return resultReply(id, initializeResults.get(protocolVersion) ?? newestResult);
  }

  async function callTool(id: RequestId, params: JsonObject, request: McpRequest): Promise<McpReply> {
    const called = await toolbox.call(id, params, request, {});
    if (called.kind === "refused") return called.reply;
    const { outcome } = called;
    if (outcome.kind === "missing_capability") {
      return errorReply(200, ERROR.invalidParams, "Invalid params: the client lacks a capability.", id);
    }
    return { ...membersReply(id, "{", outcome, "}"), limits: outcome.limits };
  }

  function initializeResult(protocolVersion: string): string {
    return asciiJson({
      protocolVersion,
      capabilities: capabilitiesOf(prompts !== undefined),
      serverInfo,
      instructions,
    });
  }
}
