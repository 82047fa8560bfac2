import { type Context, Hono } from "hono";
import { LimitReached } from "../../capabilities/calling/limit-reached.ts";
import type { Oauth, OauthEndpoint } from "../../capabilities/connections/oauth.ts";
import { registerClient } from "../../capabilities/connections/register-client.ts";
import { exchangeToken, revokeToken, type TokenReply } from "../../capabilities/connections/token.ts";
import { RESOURCE_NAMES } from "../../core/oauth.ts";
import { limitedReply } from "../sending/limited-reply.ts";
import { resourceMetadata, resourceMetadataPath, serverMetadata } from "./metadata.ts";
import { readBounded } from "./read-bounded.ts";

/** The largest body of a request, in bytes. */
const BODY_BYTES = 10 * 1024;

/** Every page may ask: no cookie is ever read here. */
const CORS = { "Access-Control-Allow-Origin": "*", "Cross-Origin-Resource-Policy": "cross-origin" } as const;

const PREFLIGHT = {
  ...CORS,
  "Access-Control-Allow-Headers": "Content-Type, Accept, Authorization, MCP-Protocol-Version",
  "Access-Control-Max-Age": "86400",
} as const;

const METADATA_AGE = "public, max-age=3600";

export interface OauthFaceOptions {
  readonly oauth: Oauth;
  /** The counted address of a caller; `null` for a caller that is not counted. */
  readonly clientAddress: (context: Context) => string | null;
}

/**
 * The endpoints of agents that sign in, but for the one that people see: metadata, token, registration, revocation. Mount it
 * before the pages.
 */
export function createOauthFace({ oauth, clientAddress }: OauthFaceOptions): Hono {
  const app = new Hono();
  const registers = oauth.registration === "open";
  for (const name of RESOURCE_NAMES) addMetadata(resourceMetadataPath(name), resourceMetadata(name, oauth.baseUrl));
  const server = serverMetadata(oauth.baseUrl, registers);
  // The second address is for clients that append to the issuer.
  addMetadata("/.well-known/oauth-authorization-server/oauth", server);
  addMetadata("/oauth/.well-known/oauth-authorization-server", server);
  addForm("token", "/oauth/token", (request) => exchangeToken(oauth, request));
  addForm("revoke", "/oauth/revoke", (request) => revokeToken(oauth, request));
  if (registers) {
    addEndpoint("register", "/oauth/register", async (context) => {
      const address = clientAddress(context);
      if (address !== null) {
        const decision = await oauth.limiter.take(["oauth_register"], address);
        if (!decision.allowed) throw new LimitReached(decision.refusedBy, decision.retryAfter, decision.states);
      }
      if (!isType(context, "application/json")) return unsupported("application/json");
      const body = jsonOf(await readBounded(context.req.raw, BODY_BYTES));
      const made = await registerClient(oauth, body);
      if (!("error" in made)) return { status: 201, body: { ...made } };
      return { status: 400, body: { error: made.error, error_description: made.description } };
    });
  }
  return app;

  function addMetadata(path: string, document: object): void {
    const text = JSON.stringify(document);
    app.all(path, ({ req: { method } }) => {
      if (method === "OPTIONS") return preflight("GET, HEAD, OPTIONS");
      if (method !== "GET" && method !== "HEAD") return wrongMethod("GET, HEAD, OPTIONS");
      const headers = { ...CORS, "Content-Type": "application/json", "Cache-Control": METADATA_AGE };
      return new Response(method === "HEAD" ? null : text, { headers });
    });
  }

  function addForm(
    endpoint: OauthEndpoint,
    path: string,
    run: (request: Parameters<typeof exchangeToken>[1]) => Promise<TokenReply>,
  ): void {
    addEndpoint(endpoint, path, async (context) => {
      if (!isType(context, "application/x-www-form-urlencoded"))
        return unsupported("application/x-www-form-urlencoded");
      const text = await readBounded(context.req.raw, BODY_BYTES);
      if (text === undefined) return { status: 400, body: { error: "invalid_request" } };
      const authorization = context.req.header("authorization");
      const reply = await run({ form: new URLSearchParams(text), authorization, address: clientAddress(context) });
      // A revocation says nothing (RFC 7009).
      return endpoint === "revoke" && reply.status === 200 ? { ...reply, isEmpty: true } : reply;
    });
  }

  function addEndpoint(
    endpoint: OauthEndpoint,
    path: string,
    run: (context: Context) => Promise<TokenReply & { readonly isEmpty?: boolean }>,
  ): void {
    app.all(path, async (context) => {
      const { method } = context.req;
      if (method === "OPTIONS") return preflight("POST, OPTIONS");
      if (method !== "POST") return wrongMethod("POST, OPTIONS");
      try {
        const { status, body, headers, isEmpty = false } = await run(context);
        const { error } = body;
        oauth.count(endpoint, typeof error === "string" ? error : "ok");
        return sent(isEmpty ? null : body, status, headers);
      } catch (thrown) {
        return unanswered(endpoint, thrown);
      }
    });
  }

  function unanswered(endpoint: OauthEndpoint, thrown: unknown): Response {
    oauth.count(endpoint, thrown instanceof LimitReached ? "limited" : "failed");
    const reply = limitedReply(thrown, oauth.log);
    for (const [name, value] of Object.entries(CORS)) reply.headers.set(name, value);
    return reply;
  }
}

function sent(body: object | null, status: number, headers: Readonly<Record<string, string>> = {}): Response {
  const all = { ...CORS, "Cache-Control": "no-store", ...headers };
  if (body === null) return new Response(null, { status, headers: all });
  return new Response(JSON.stringify(body), { status, headers: { "Content-Type": "application/json", ...all } });
}

function unsupported(type: string): TokenReply {
  return { status: 415, body: { error: "invalid_request", error_description: `The content type must be ${type}.` } };
}

function isType(context: Context, type: string): boolean {
  return (context.req.header("content-type") ?? "").split(";", 1)[0]?.trim().toLowerCase() === type;
}

function jsonOf(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

function preflight(methods: string): Response {
  return new Response(null, { status: 204, headers: { ...PREFLIGHT, "Access-Control-Allow-Methods": methods } });
}

function wrongMethod(allow: string): Response {
  return new Response(null, { status: 405, headers: { ...CORS, Allow: allow, "Cache-Control": "no-store" } });
}
