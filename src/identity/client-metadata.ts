import { z } from "zod";
import { readName } from "../core/typed-name.ts";
import { readReturnAddress } from "./return-address.ts";

/** How a client shows who it is at the token endpoint. */
export const AUTH_METHODS = ["none", "private_key_jwt", "client_secret_basic", "client_secret_post"] as const;

export type AuthMethod = (typeof AUTH_METHODS)[number];

/** Longest address of a document, in characters. */
const LONGEST_ID = 1000;
const MOST_RETURNS = 20;

const jwksSchema = z.object({ keys: z.array(z.record(z.string(), z.unknown())).min(1).max(20) });

/** What is kept of what a client says of itself. */
export const clientMetadata = z.object({
  redirectUris: z.array(z.string()).min(1).max(MOST_RETURNS),
  /** Each one that it may use. */
  methods: z.array(z.enum(AUTH_METHODS)).min(1),
  jwks: jwksSchema.optional(),
  jwksUri: z.string().optional(),
});

export type ClientMetadata = z.output<typeof clientMetadata>;

/** A client as its document or its registration says it; `name` is foreign text, `null` where it has none that can be shown. */
export interface ReadClient {
  readonly name: string | null;
  readonly metadata: ClientMetadata;
}

/** Why a client is refused: the rule, never what was sent. */
export interface ClientFault {
  readonly error: "invalid_redirect_uri" | "invalid_client_metadata";
  readonly description: string;
}

/**
 * True for a client id that is the address of a document (draft-ietf-oauth-client-id-metadata-document): https, a path, port
 * 443, no user, no fragment, no dot segments.
 */
export function isDocumentId(id: string): boolean {
  if (id.length > LONGEST_ID || !id.startsWith("https://") || /[\s\p{Cc}\\#]/u.test(id)) return false;
  const parsed = URL.parse(id);
  if (parsed === null || parsed.username !== "" || parsed.password !== "") return false;
  if (/^https:\/\/[^/?]*@/.test(id) || parsed.port !== "" || parsed.pathname === "/" || parsed.pathname === "")
    return false;
  const [path = ""] = id.slice("https://".length).split("?", 1);
  const segments = path.split("/").slice(1);
  return segments.length > 0 && !segments.some((segment) => isDotSegment(segment));
}

function isDotSegment(segment: string): boolean {
  const plain = segment.replace(/%2e/gi, ".");
  return plain === "." || plain === "..";
}

const document = z.object({
  client_id: z.string(),
  client_name: z.unknown().optional(),
  redirect_uris: z.array(z.string()).min(1).max(MOST_RETURNS),
  token_endpoint_auth_method: z.enum(["none", "private_key_jwt"]).default("none"),
  token_endpoint_auth_methods_supported: z.array(z.string()).optional(),
  jwks: jwksSchema.optional(),
  jwks_uri: z.string().optional(),
  client_secret: z.undefined().optional(),
  grant_types: z.array(z.string()).optional(),
  response_types: z.array(z.string()).optional(),
});

/**
 * Reads the document of a client. What it does not know it leaves out.
 * @returns `undefined` for one that does not hold what it must
 */
export function readClientDocument(id: string, body: unknown, appSchemes: readonly string[]): ReadClient | undefined {
  if (typeof body !== "object" || body === null || Array.isArray(body)) return undefined;
  if (Object.hasOwn(body, "client_secret")) return undefined;
  const read = document.safeParse(body);
  if (!read.success || read.data.client_id !== id) return undefined;
  const { redirect_uris, token_endpoint_auth_method: method, jwks, jwks_uri, grant_types, response_types } = read.data;
  if (grant_types?.includes("authorization_code") === false || response_types?.includes("code") === false)
    return undefined;
  if (redirect_uris.some((uri) => readReturnAddress(uri, appSchemes) === undefined)) return undefined;
  const isSigned = method === "private_key_jwt";
  if (isSigned && (jwks === undefined) === (jwks_uri === undefined)) return undefined;
  if (isSigned && jwks_uri !== undefined && !isKeysAddress(jwks_uri, id)) return undefined;
  const mayBoth = isSigned && read.data.token_endpoint_auth_methods_supported?.includes("none") === true;
  return {
    name: nameOf(read.data.client_name),
    metadata: {
      redirectUris: redirect_uris,
      methods: mayBoth ? ["private_key_jwt", "none"] : [method],
      ...(isSigned && jwks !== undefined ? { jwks } : {}),
      ...(isSigned && jwks_uri !== undefined ? { jwksUri: jwks_uri } : {}),
    },
  };
}

/** The keys of a document stand at its own host. */
function isKeysAddress(address: string, id: string): boolean {
  const parsed = URL.parse(address);
  return parsed !== null && parsed.protocol === "https:" && parsed.host === new URL(id).host && parsed.username === "";
}

const registration = z.object({
  redirect_uris: z.unknown().optional(),
  client_name: z.unknown().optional(),
  grant_types: z.array(z.string()).optional(),
  response_types: z.array(z.string()).optional(),
  token_endpoint_auth_method: z.string().default("none"),
  jwks: jwksSchema.optional(),
});

/** Reads a registration (RFC 7591). Without a method it is a public client. */
export function readRegistration(body: unknown, appSchemes: readonly string[]): ReadClient | ClientFault {
  const read = registration.safeParse(body);
  if (!read.success) return metadataFault("The body must be an object of client metadata (RFC 7591).");
  const { redirect_uris, grant_types, response_types, token_endpoint_auth_method: asked, jwks } = read.data;
  const returns = z.array(z.string()).min(1).max(MOST_RETURNS).safeParse(redirect_uris);
  if (!returns.success) return returnFault(`redirect_uris must hold 1 to ${MOST_RETURNS} addresses.`);
  if (returns.data.some((uri) => readReturnAddress(uri, appSchemes) === undefined)) {
    return returnFault(
      "Each redirect URI must be https at a host name, http at 127.0.0.1, [::1] or localhost, or an allowed private scheme; without user, fragment, blanks or *, at most 500 characters.",
    );
  }
  const method = AUTH_METHODS.find((each) => each === asked);
  if (method === undefined) return metadataFault("token_endpoint_auth_method is not supported.");
  if (method === "private_key_jwt" && jwks === undefined) return metadataFault("private_key_jwt needs jwks.");
  if (grant_types?.includes("authorization_code") === false)
    return metadataFault("grant_types must hold authorization_code.");
  if (response_types?.includes("code") === false) return metadataFault("response_types must hold code.");
  return {
    name: nameOf(read.data.client_name),
    metadata: { redirectUris: returns.data, methods: [method], ...(method === "private_key_jwt" ? { jwks } : {}) },
  };
}

function nameOf(typed: unknown): string | null {
  return typeof typed === "string" ? (readName(typed.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " "), 100) ?? null) : null;
}

const returnFault = (description: string): ClientFault => ({ error: "invalid_redirect_uri", description });
const metadataFault = (description: string): ClientFault => ({ error: "invalid_client_metadata", description });
