import { LimitReached } from "../../capabilities/calling/limit-reached.ts";
import type { Identify } from "../../capabilities/calling/principal.ts";
import type { FaceLog } from "../../capabilities/calling/problem-of.ts";
import { isObject, type JsonObject } from "./message.ts";
import { ERROR, errorReply, type McpReply, type McpRequest, type RequestId } from "./protocol.ts";
import type { Tool, ToolOutcome } from "./tool.ts";

/** All tools with their lists, serialised once. */
export interface Toolbox {
  /** The JSON array of public tools, and of all tools. */
  readonly publicList: string;
  readonly fullList: string;
  /** True when this request may see the key tools. */
  seesKeyTools(request: McpRequest): Promise<boolean> | boolean;
  /** The refusal of a `tools/list` with parameters it cannot have. */
  refuseList(id: RequestId, params: JsonObject): McpReply | undefined;
  /** Calls the named tool, or refuses wrong parameters and unknown names. */
  call(id: RequestId, params: JsonObject, request: McpRequest, clientCapabilities: JsonObject): Promise<Called>;
}

export type Called =
  | { readonly kind: "refused"; readonly reply: McpReply }
  | { readonly kind: "done"; readonly outcome: ToolOutcome };

/**
 * Sorts the tools by name and serialises their lists. Two tools of one name stop the start.
 * @param isPersonal every caller is known: all tools are listed
 */
export function createToolbox(tools: readonly Tool[], identify: Identify, log: FaceLog, isPersonal = false): Toolbox {
  const sorted = [...tools].sort((a, b) => (a.name < b.name ? -1 : 1));
  const byName = new Map(sorted.map((tool) => [tool.name, tool]));
  if (byName.size !== sorted.length) throw new Error("Two tools have the same name.");
  const hasKeyTools = sorted.some((tool) => tool.needsKey);
  return {
    publicList: listOf(sorted.filter((tool) => !tool.needsKey)),
    fullList: listOf(sorted),

    async seesKeyTools(request) {
      // Nobody comes as far as this who is not known.
      if (isPersonal) return true;
      if (!hasKeyTools || request.caller.authorization === undefined) return false;
      try {
        return (await identify(request.caller)).kind === "person";
      } catch (cause) {
        if (cause instanceof LimitReached) return false;
        // The public tools must stay reachable while keys cannot be checked.
        log.error({ err: cause }, "a key could not be checked for tools/list");
        return false;
      }
    },

    refuseList(id, params) {
      // The list is one page: no cursor was ever issued.
      const { cursor } = params;
      return cursor == null || cursor === "" ? undefined : invalidParams(id, "Unknown cursor: the list has one page.");
    },

    async call(id, params, request, clientCapabilities) {
      const { name } = params;
      const args = params.arguments ?? {};
      if (typeof name !== "string") return refused(id, "The name of the tool must be a string.");
      const tool = byName.get(name);
      if (tool === undefined) return refused(id, "Unknown tool: tools/list names the tools.");
      if (!isObject(args)) return refused(id, "The arguments must be an object.");
      const outcome = await tool.call({ args, caller: request.caller, clientCapabilities });
      return { kind: "done", outcome };
    },
  };
}

function listOf(tools: readonly Tool[]): string {
  return asciiJson(tools.map((tool) => tool.definition));
}

/**
 * JSON in ASCII only. The lists are sent often and long: a string without wide characters is written to a socket
 * several times faster.
 */
export function asciiJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[\u0080-\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

function refused(id: RequestId, message: string): Called {
  return { kind: "refused", reply: invalidParams(id, message) };
}

/** Wrong parameters of a known method are an answer, not an HTTP failure. */
function invalidParams(id: RequestId, message: string): McpReply {
  return errorReply(200, ERROR.invalidParams, `Invalid params: ${message}`, id);
}
