/** A `tools/call` as a client of the era with a handshake sends it. */
export function toolCall(name: string, args: unknown): RequestInit {
  return mcpPost({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: args } });
}

/** Any message to the MCP endpoint. */
export function mcpPost(message: unknown): RequestInit {
  return {
    method: "POST",
    headers: { "Content-Type": "application/json", Accept: "application/json, text/event-stream" },
    body: JSON.stringify(message),
  };
}

/** A JSON body by POST. */
export function jsonPost(body: unknown): RequestInit {
  return { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
}
