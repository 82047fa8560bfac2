import { LOCALES } from "../../core/locale.ts";
import { OAUTH_SCOPES, RESOURCES, type ResourceName } from "../../core/oauth.ts";
import { ASSERTION_ALGORITHMS } from "../../identity/authorization-server.ts";
import { AUTH_METHODS } from "../../identity/client-metadata.ts";

/** Where the metadata of a resource stands (RFC 9728). */
export function resourceMetadataPath(name: ResourceName): string {
  return `/.well-known/oauth-protected-resource${RESOURCES[name].path}`;
}

/** What a resource says of itself, and who signs people in for it. */
export function resourceMetadata(name: ResourceName, baseUrl: string) {
  const { path, scopes } = RESOURCES[name];
  return {
    resource: `${baseUrl}${path}`,
    resource_name: "Dosah",
    authorization_servers: [`${baseUrl}/oauth`],
    scopes_supported: scopes,
    bearer_methods_supported: ["header"],
    resource_documentation: `${baseUrl}/docs/agents`,
  };
}

/** What the authorization server says of itself (RFC 8414). @param registers clients may register themselves */
export function serverMetadata(baseUrl: string, registers: boolean) {
  const issuer = `${baseUrl}/oauth`;
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    ...(registers ? { registration_endpoint: `${issuer}/register` } : {}),
    revocation_endpoint: `${issuer}/revoke`,
    response_types_supported: ["code"],
    response_modes_supported: ["query"],
    grant_types_supported: ["authorization_code", "refresh_token"],
    code_challenge_methods_supported: ["S256"],
    token_endpoint_auth_methods_supported: AUTH_METHODS,
    token_endpoint_auth_signing_alg_values_supported: ASSERTION_ALGORITHMS,
    revocation_endpoint_auth_methods_supported: AUTH_METHODS,
    scopes_supported: [...OAUTH_SCOPES, "offline_access"],
    client_id_metadata_document_supported: true,
    authorization_response_iss_parameter_supported: true,
    service_documentation: `${baseUrl}/docs/agents`,
    ui_locales_supported: LOCALES,
  };
}
