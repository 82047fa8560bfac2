/** What a connection of an agent may do, in the order of the documentation. `read` is in every one. */
export const OAUTH_SCOPES = ["read", "scan:write", "trust:write", "register:write", "watch:write"] as const;

export type OauthScope = (typeof OAUTH_SCOPES)[number];

/** What a token opens: a path below the public address, with the scopes that mean something there. */
export const RESOURCES = {
  mcp: { path: "/api/mcp/account", scopes: ["read"] },
  api: { path: "/api/v1", scopes: OAUTH_SCOPES },
} as const satisfies Readonly<Record<string, { readonly path: string; readonly scopes: readonly OauthScope[] }>>;

export type ResourceName = keyof typeof RESOURCES;

/** The resource whose address this is, compared without regard to the case of scheme and host and to one slash at the end. */
export function resourceNamed(address: string, baseUrl: string): ResourceName | undefined {
  const parsed = URL.parse(address);
  if (parsed === null || parsed.username !== "" || parsed.password !== "" || address.includes("#")) return undefined;
  if (parsed.search !== "" || address.endsWith("?")) return undefined;
  const path = parsed.pathname.endsWith("/") ? parsed.pathname.slice(0, -1) : parsed.pathname;
  if (parsed.origin !== new URL(baseUrl).origin) return undefined;
  return RESOURCE_NAMES.find((name) => RESOURCES[name].path === path);
}

/** The address of each resource. */
export function resourcesAt(baseUrl: string): Readonly<Record<ResourceName, string>> {
  return { mcp: `${baseUrl}${RESOURCES.mcp.path}`, api: `${baseUrl}${RESOURCES.api.path}` };
}

export const RESOURCE_NAMES: readonly ResourceName[] = ["mcp", "api"];

/** Scopes in the order of the documentation, each once, of those that a resource knows; `read` is always one. */
export function scopesFor(asked: readonly string[], resource: ResourceName): readonly OauthScope[] {
  const known: readonly OauthScope[] = RESOURCES[resource].scopes;
  return known.filter((scope) => scope === "read" || asked.includes(scope));
}

/** Scopes as they were stored. */
export function readScopes(stored: string): readonly OauthScope[] {
  const words = stored.split(" ");
  return OAUTH_SCOPES.filter((scope) => words.includes(scope));
}

/** How many organizations a key or connection reaches: all that its person is a member of, or those that were chosen. */
export const REACHES = ["all", "chosen"] as const;

export type Reach = (typeof REACHES)[number];
