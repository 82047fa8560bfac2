/** What an API key may do. `read` is in every key and is all that the MCP tools need. */
export const KEY_SCOPES = [
  "read",
  "scan:write",
  "trust:write",
  "register:write",
  "watch:write",
  "organization:write",
] as const;

export type KeyScope = (typeof KEY_SCOPES)[number];
