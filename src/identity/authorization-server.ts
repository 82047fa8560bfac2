import { AsyncLocalStorage } from "node:async_hooks";
import { generateKeyPairSync, randomBytes } from "node:crypto";
import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import type { Adapter, AdapterPayload, Configuration } from "oidc-provider";
import { OAUTH_SCOPES } from "../core/oauth.ts";
import type { AuthMethod, ClientMetadata } from "./client-metadata.ts";
import { hashOauthSecret, newOauthSecret } from "./oauth-secret.ts";
import { equalInConstantTime } from "./token.ts";

/** A client at the token endpoint. */
export interface TokenClient {
  readonly id: string;
  readonly method: AuthMethod;
  readonly secretHash: string | null;
  readonly jwks: ClientMetadata["jwks"] | undefined;
}

/** What a person allowed a client. */
export interface TokenGrant {
  readonly accountId: string;
  readonly clientId: string;
  readonly resource: string;
  readonly scopes: string;
}

/** A code or token that holds. */
export interface TokenSource extends TokenGrant {
  readonly grantId: string;
  /** It was used up: whoever shows it again may have stolen it. */
  readonly isUsed: boolean;
  readonly code?: { readonly redirectUri: string; readonly challenge: string };
}

/** What stands behind one request: rows of the state, in the transaction of the request. */
export interface TokenBackend {
  readonly client: TokenClient;
  /** The resource that the request names; `undefined`: none. */
  readonly resource: string | undefined;
  /** Seconds since 1970. */
  readonly now: number;
  grant(id: string): Promise<TokenGrant | undefined>;
  code(value: string): Promise<TokenSource | undefined>;
  refreshToken(value: string): Promise<TokenSource | undefined>;
  accessToken(value: string): Promise<TokenSource | undefined>;
  /** @returns false where another request was faster. */
  useCode(value: string): Promise<boolean>;
  useRefreshToken(value: string): Promise<boolean>;
  addToken(kind: "access" | "refresh", value: string, grantId: string, scopes: string): Promise<void>;
  removeAccessToken(value: string): Promise<void>;
  /** Ends the grant with all that was issued for it. */
  endGrant(id: string): Promise<void>;
  /** @returns false for an assertion that came before. `until` in seconds since 1970. */
  spendAssertion(id: string, until: number): Promise<boolean>;
}

/** A form for the token or the revocation endpoint, read and cut down by the front door. */
export interface TokenRequest {
  readonly endpoint: "token" | "revocation";
  readonly form: URLSearchParams;
  readonly authorization: string | undefined;
}

/** What the library answers. */
export interface TokenAnswer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

export type AuthorizationServer = (request: TokenRequest, backend: TokenBackend) => Promise<TokenAnswer>;

/** The signatures that a client may show who it is with. */
export const ASSERTION_ALGORITHMS = ["RS256", "PS256", "ES256", "EdDSA"] as const;

/** Seconds that an access token lives. */
export const ACCESS_SECONDS = 3_600;

/** An assertion may be valid for so long at most, in seconds. */
const LONGEST_ASSERTION = 300;

/** Rows that are over are not found: what the library computes with its own clock must never decide. */
const NEVER = 4_102_444_800;

const ROUTES = { token: "/token", revocation: "/token/revocation" } as const;

/**
 * The protocol of the token and the revocation endpoint: how clients show who they are, PKCE, codes, rotation, scopes. The
 * library is loaded here, at the first request. What it finds and writes goes through the backend of the request.
 * @param issuer the address of the authorization server
 */
export async function createAuthorizationServer(issuer: string): Promise<AuthorizationServer> {
  const { default: Provider, errors } = await import("oidc-provider");
  const current = new AsyncLocalStorage<{
    readonly given: TokenBackend;
    readonly endpoint: TokenRequest["endpoint"];
  }>();
  const running = () => {
    const found = current.getStore();
    if (found === undefined) throw new Error("the authorization server was asked outside a request");
    return found;
  };
  const backend = () => running().given;
  const provider = new Provider(issuer, configurationOf(adapterOf));
  provider.proxy = true;
  Object.assign(provider.AccessToken.prototype, {
    generateTokenId(this: { format?: string }) {
      this.format = "opaque";
      return newOauthSecret("access");
    },
  });
  Object.assign(provider.RefreshToken.prototype, { generateTokenId: () => newOauthSecret("refresh") });
  // What is stored of a secret is its hash.
  Object.assign(provider.Client.prototype, {
    compareClientSecret(this: { clientSecret?: string }, given: string) {
      return equalInConstantTime(hashOauthSecret(given), this.clientSecret ?? "");
    },
  });
  const failures: unknown[] = [];
  provider.on("server_error", (_context, cause) => failures.push(cause));
  const handle = provider.callback();
  const { protocol, host, pathname } = new URL(issuer);

  return ({ endpoint, form, authorization }, given) =>
    current.run({ given, endpoint }, async () => {
      const body = form.toString();
      const request = new IncomingMessage(new Socket());
      request.method = "POST";
      request.url = ROUTES[endpoint];
      Object.assign(request, { originalUrl: `${pathname}${ROUTES[endpoint]}` });
      request.headers = {
        host,
        "x-forwarded-proto": protocol.slice(0, -1),
        "content-type": "application/x-www-form-urlencoded",
        "content-length": String(Buffer.byteLength(body)),
        accept: "application/json",
        ...(authorization === undefined ? {} : { authorization }),
      };
      request.push(body);
      request.push(null);
      const answer = await new Promise<TokenAnswer>((resolve, reject) => {
        const response = new ServerResponse(request);
        response.end = ((chunk: unknown) => {
          const text = typeof chunk === "string" || Buffer.isBuffer(chunk) ? String(chunk) : "";
          resolve({ status: response.statusCode, body: text === "" ? {} : JSON.parse(text) });
          return response;
        }) as typeof response.end;
        handle(request, response).catch(reject);
      });
      if (answer.status >= 500) throw failures.pop() ?? new Error("the authorization server failed");
      return answer;
    });

  function adapterOf(name: string): Adapter {
    const nothing = async () => undefined;
    const adapter: Adapter = {
      upsert: nothing,
      find: nothing,
      findByUserCode: nothing,
      findByUid: nothing,
      consume: nothing,
      destroy: nothing,
      revokeByGrantId: nothing,
    };
    switch (name) {
      case "Client":
        return {
          ...adapter,
          find: async (id) => (id === backend().client.id ? metadataOf(backend().client) : undefined),
        };
      case "Grant":
        return { ...adapter, find: async (id) => grantPayload(id, await backend().grant(id)) };
      case "AuthorizationCode":
        return {
          ...adapter,
          find: async (id) => payloadOf(name, id, await backend().code(id)),
          consume: async (id) => {
            if (!(await backend().useCode(id))) throw new errors.InvalidGrant("used");
          },
          // A code or a refresh token came a second time. What a client revokes is ended by `destroy`.
          revokeByGrantId: async (id) => {
            if (running().endpoint === "token") await backend().endGrant(id);
          },
        };
      case "RefreshToken":
        return {
          ...adapter,
          find: async (id) => payloadOf(name, id, await backend().refreshToken(id)),
          consume: async (id) => {
            if (!(await backend().useRefreshToken(id))) throw new errors.InvalidGrant("used");
          },
          upsert: async (id, { grantId = "", scope = "" }) => backend().addToken("refresh", id, grantId, scope),
          destroy: async (id) => {
            const found = running().endpoint === "token" ? undefined : await backend().refreshToken(id);
            if (found !== undefined) await backend().endGrant(found.grantId);
          },
        };
      case "AccessToken":
        return {
          ...adapter,
          find: async (id) => payloadOf(name, id, await backend().accessToken(id)),
          upsert: async (id, { grantId = "", scope = "" }) => backend().addToken("access", id, grantId, scope),
          destroy: (id) => backend().removeAccessToken(id),
        };
      case "ReplayDetection":
        return {
          ...adapter,
          upsert: async (id, { exp = 0 }) => {
            if (!(await backend().spendAssertion(id, exp))) throw new errors.InvalidClientAuth("used");
          },
        };
      default:
        return adapter;
    }
  }

  function configurationOf(adapter: (name: string) => Adapter): Configuration {
    const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    return {
      adapter,
      // It signs nothing: tokens are opaque. Without a key the library takes one that everybody knows.
      jwks: { keys: [{ ...privateKey.export({ format: "jwk" }), use: "sig", alg: "ES256" } as never] },
      cookies: { keys: [randomBytes(32).toString("base64url")] },
      clientAuthMethods: ["none", "private_key_jwt", "client_secret_basic", "client_secret_post"],
      enabledJWA: { clientAuthSigningAlgValues: [...ASSERTION_ALGORITHMS] },
      responseTypes: ["code"],
      pkce: { required: () => true },
      issueRefreshToken: async () => true,
      rotateRefreshToken: true,
      routes: { token: ROUTES.token, revocation: ROUTES.revocation },
      ttl: { AccessToken: ACCESS_SECONDS, RefreshToken: 30 * 86_400 },
      findAccount: async (_context, id) => ({ accountId: id, claims: async () => ({ sub: id }) }),
      assertJwtClientAuthClaimsAndHeader: async (_context, claims) => {
        if (typeof claims.exp !== "number" || claims.exp > backend().now + LONGEST_ASSERTION) {
          throw new errors.InvalidClientAuth("too long");
        }
        if (claims.sub !== claims.iss) throw new errors.InvalidClientAuth("other subject");
      },
      features: {
        devInteractions: { enabled: false },
        userinfo: { enabled: false },
        rpInitiatedLogout: { enabled: false },
        pushedAuthorizationRequests: { enabled: false },
        dPoP: { enabled: false },
        revocation: {
          enabled: true,
          allowedPolicy: async (_context, client, token) => token.clientId === client.clientId,
        },
        resourceIndicators: {
          enabled: true,
          defaultResource: async (_context, _client, oneOf) => oneOf?.[0] ?? "",
          useGrantedResource: async () => true,
          getResourceServerInfo: async (_context, resource) => {
            const { resource: asked } = backend();
            if (asked !== undefined && asked !== resource) throw new errors.InvalidTarget();
            // The grant is what limits.
            const scope = OAUTH_SCOPES.join(" ");
            return { scope, accessTokenFormat: "opaque", accessTokenTTL: ACCESS_SECONDS };
          },
        },
      },
    };
  }
}

function metadataOf({ id, method, secretHash, jwks }: TokenClient): AdapterPayload {
  return {
    client_id: id,
    token_endpoint_auth_method: method,
    // Where it may return to was decided before the code was given out.
    redirect_uris: ["https://client.invalid/return"],
    grant_types: ["authorization_code", "refresh_token"],
    response_types: ["code"],
    // The only key there is; nothing is signed with it.
    id_token_signed_response_alg: "ES256",
    ...(secretHash === null ? {} : { client_secret: secretHash }),
    ...(jwks === undefined ? {} : { jwks: jwks as never }),
  };
}

function grantPayload(id: string, grant: TokenGrant | undefined): AdapterPayload | undefined {
  if (grant === undefined) return undefined;
  const { accountId, clientId, resource, scopes } = grant;
  return { kind: "Grant", jti: id, iat: 0, exp: NEVER, accountId, clientId, resources: { [resource]: scopes } };
}

function payloadOf(kind: string, id: string, source: TokenSource | undefined): AdapterPayload | undefined {
  if (source === undefined) return undefined;
  const { accountId, clientId, grantId, resource, scopes, isUsed, code } = source;
  return {
    kind,
    jti: id,
    iat: 0,
    exp: NEVER,
    accountId,
    clientId,
    grantId,
    resource,
    scope: scopes,
    ...(isUsed ? { consumed: true } : {}),
    ...(code === undefined
      ? {}
      : { redirectUri: code.redirectUri, codeChallenge: code.challenge, codeChallengeMethod: "S256" }),
  };
}
