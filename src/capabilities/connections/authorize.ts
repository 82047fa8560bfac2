import { z } from "zod";
import { LOCALES, type Locale } from "../../core/locale.ts";
import { OAUTH_SCOPES, RESOURCE_NAMES, type ResourceName, resourceNamed, scopesFor } from "../../core/oauth.ts";
import { newId } from "../../core/random-id.ts";
import { isSameReturn, readReturnAddress, withQuery } from "../../identity/return-address.ts";
import { hashToken, isToken, newToken } from "../../identity/token.ts";
import { addRequest, isBrowserWaiting, waitingFrom } from "../../state/oauth-requests.ts";
import { clientAt, findClientById, isAdmitted, type KnownClient } from "./find-client.ts";
import { issuerOf, type Oauth } from "./oauth.ts";

/** A request lives so long, in milliseconds. */
const REQUEST_MS = 10 * 60_000;

/** Requests of one address that may wait at once. */
const MOST_WAITING = 30;

const LONGEST_ADDRESS = 8 * 1024;
const LONGEST_STATE = 2000;

/** What is kept of a request until the person decides. */
export const requestParams = z.strictObject({
  /** A keyed hash of the address that it came from. */
  from: z.string(),
  /** Where the person is sent. */
  returnTo: z.string(),
  /** The request named it, so the token request must too. */
  isNamed: z.boolean(),
  state: z.string().nullable(),
  challenge: z.string(),
  resource: z.enum(RESOURCE_NAMES as readonly [ResourceName, ...ResourceName[]]),
  scopes: z.array(z.enum(OAUTH_SCOPES)),
});

export type RequestParams = z.output<typeof requestParams>;

/** Why the person sees a page of ours and is sent nowhere. */
export type AuthorizeFault = "request_invalid" | "client_unknown" | "client_document" | "redirect_unknown";

export type Authorized =
  | { readonly kind: "page"; readonly fault: AuthorizeFault; readonly host: string | null }
  | { readonly kind: "redirect"; readonly to: string }
  | { readonly kind: "ask"; readonly id: string; readonly browser: string; readonly locale: Locale | null };

interface AuthorizeRequest {
  /** The query as it came, without the question mark. */
  readonly search: string;
  /** The counted address of the caller. */
  readonly address: string | null;
  /** What this browser keeps of an earlier request. */
  readonly browser: string | undefined;
}

/**
 * Judges an authorization request (RFC 6749, 4.1.1, with PKCE, resource indicators and `iss`). Nothing of an account is read.
 * Until client and return address are known to belong together, the person is sent nowhere.
 * @throws LimitReached for too many documents
 */
export async function authorize(oauth: Oauth, { search, address, browser }: AuthorizeRequest): Promise<Authorized> {
  const page = (fault: AuthorizeFault, host: string | null = null): Authorized => ({ kind: "page", fault, host });
  const query = new URLSearchParams(search);
  const names = [...query.keys()];
  if (search.length > LONGEST_ADDRESS || new Set(names).size !== names.length) return page("request_invalid");
  const found = await findClientById(oauth, query.get("client_id") ?? "", address);
  if (found.kind !== "client") return page(found.kind === "unknown" ? "client_unknown" : "client_document");
  const { client } = found;
  const returnTo = returnOf(client, query.get("redirect_uri"), oauth.appSchemes);
  if (returnTo === undefined) return page("redirect_unknown", client.host);
  const at = readReturnAddress(returnTo, oauth.appSchemes);
  if (at === undefined || !isAdmitted(oauth, clientAt(client, at))) return page("client_unknown");

  const state = query.get("state");
  const fail = (error: string): Authorized => {
    // A state that is too long is not carried on.
    const echoed = state === null || state.length > LONGEST_STATE ? {} : { state };
    return { kind: "redirect", to: withQuery(returnTo, { error, ...echoed, iss: issuerOf(oauth) }) };
  };
  if (query.get("response_type") !== "code") return fail("unsupported_response_type");
  const mode = query.get("response_mode");
  if ((mode !== null && mode !== "query") || query.has("request") || query.has("request_uri")) {
    return fail("invalid_request");
  }
  const challenge = query.get("code_challenge") ?? "";
  if (!/^[A-Za-z0-9_-]{43}$/.test(challenge) || query.get("code_challenge_method") !== "S256") {
    return fail("invalid_request");
  }
  if (state !== null && state.length > LONGEST_STATE) return fail("invalid_request");
  const named = query.get("resource");
  const resource = named === null ? "mcp" : resourceNamed(named, oauth.baseUrl);
  if (resource === undefined) return fail("invalid_target");
  if (query.get("prompt")?.split(" ").includes("none") === true) return fail("interaction_required");
  const now = oauth.now();
  const from = oauth.sealing.keyedHash(address ?? "", "oauth_request");
  if (address !== null && (await waitingFrom(oauth.state, from, now)) >= MOST_WAITING) {
    return fail("temporarily_unavailable");
  }
  const params: RequestParams = {
    from,
    returnTo,
    isNamed: query.has("redirect_uri"),
    state,
    challenge,
    resource,
    scopes: [...scopesFor((query.get("scope") ?? "").split(" "), resource)],
  };
  const kept = await keptBrowser(oauth, browser, now);
  const id = newId("connectionRequest");
  await addRequest(oauth.state, {
    id,
    client_id: client.id,
    browser_hash: hashToken(kept),
    params: JSON.stringify(params),
    created_at: now,
    expires_at: now + REQUEST_MS,
  });
  return { kind: "ask", id, browser: kept, locale: localeIn(query.get("ui_locales")) };
}

/** Where the person is sent: the named address where it is a registered one, else the only one. */
function returnOf(
  { metadata: { redirectUris } }: KnownClient,
  asked: string | null,
  appSchemes: readonly string[],
): string | undefined {
  const [only] = redirectUris;
  if (asked === null) {
    if (redirectUris.length !== 1 || only === undefined) return undefined;
    return readReturnAddress(only, appSchemes)?.kind === "loopback" ? undefined : only;
  }
  if (readReturnAddress(asked, appSchemes) === undefined) return undefined;
  return redirectUris.some((registered) => isSameReturn(asked, registered)) ? asked : undefined;
}

/** What the browser keeps, where a request of it waits; else new. A value that we did not give out is never adopted. */
async function keptBrowser({ state }: Oauth, browser: string | undefined, now: number): Promise<string> {
  if (browser === undefined || !isToken(browser)) return newToken();
  return (await isBrowserWaiting(state, hashToken(browser), now)) ? browser : newToken();
}

function localeIn(uiLocales: string | null): Locale | null {
  for (const tag of (uiLocales ?? "").split(" ")) {
    const known = LOCALES.find((locale) => locale === tag.toLowerCase().split("-")[0]);
    if (known !== undefined) return known;
  }
  return null;
}
