import { RESOURCES, resourceNamed } from "../../core/oauth.ts";
import {
  ACCESS_SECONDS,
  type TokenAnswer,
  type TokenBackend,
  type TokenSource,
} from "../../identity/authorization-server.ts";
import { hashOauthSecret, isOauthSecret } from "../../identity/oauth-secret.ts";
import { type StatedClient, statedClient } from "../../identity/token-client.ts";
import { accountById } from "../../state/accounts.ts";
import { endOfConnection, extendConnection } from "../../state/oauth-connections.ts";
import {
  addToken,
  findCode,
  findToken,
  type Issued,
  MOST_PAIRS,
  REPEAT_MS,
  removeAccessToken,
  useCode,
  useRefreshToken,
} from "../../state/oauth-tokens.ts";
import { spend } from "../../state/spent.ts";
import type { StateDatabase } from "../../state/state-database.ts";
import { queueMail } from "../accounts/queue-mail.ts";
import { LimitReached } from "../calling/limit-reached.ts";
import { keysOf } from "./client-keys.ts";
import { type Ending, endWithEntry } from "./end-connection.ts";
import { findClientById } from "./find-client.ts";
import type { Oauth } from "./oauth.ts";

/** Seconds after which a client whose document cannot be read may come again. */
const RETRY_SECONDS = 60;

/** Where no return address was named, both sides say so. */
const UNNAMED = "urn:dosah:unnamed";

/** Everything that a token or revocation request may hold; the rest is left out. */
const PARAMETERS = [
  "grant_type",
  "code",
  "code_verifier",
  "redirect_uri",
  "refresh_token",
  "scope",
  "client_id",
  "client_secret",
  "client_assertion",
  "client_assertion_type",
  "token",
  "token_type_hint",
];

/** What is said of an error: never which of unknown, used, expired or foreign it was. */
const DESCRIPTIONS: Readonly<Record<string, string>> = {
  invalid_request: "The request is not valid.",
  invalid_client: "The client could not be authenticated.",
  invalid_grant: "The code or token is not valid.",
  invalid_target: "The resource is not the one that was granted.",
  invalid_scope: "The scope is more than what was granted.",
  unsupported_grant_type: "The grant type is not supported.",
  temporarily_unavailable: "The client cannot be looked up now. Try again later.",
};

/** An answer of the token or the revocation endpoint. */
export interface TokenReply extends TokenAnswer {
  readonly headers?: Readonly<Record<string, string>>;
}

export interface TokenForm {
  readonly form: URLSearchParams;
  readonly authorization: string | undefined;
  /** The counted address of the caller. */
  readonly address: string | null;
}

/**
 * Answers a token request: a code or a refresh token for a pair of tokens. Everything that it changes is one transaction.
 * @throws LimitReached
 */
export async function exchangeToken(oauth: Oauth, request: TokenForm): Promise<TokenReply> {
  return refusable(oauth, request, "token");
}

/** Takes a token back (RFC 7009): a refresh token with its connection, an access token by itself. */
export async function revokeToken(oauth: Oauth, request: TokenForm): Promise<TokenReply> {
  return refusable(oauth, request, "revocation");
}

async function refusable(oauth: Oauth, request: TokenForm, endpoint: "token" | "revocation"): Promise<TokenReply> {
  const reply = await answer(oauth, request, endpoint);
  if (reply.status < 400 || request.address === null) return reply;
  const decision = await oauth.limiter.take(["oauth_token_failed"], request.address);
  if (!decision.allowed) throw new LimitReached(decision.refusedBy, decision.retryAfter, decision.states);
  return reply;
}

async function answer(oauth: Oauth, request: TokenForm, endpoint: "token" | "revocation"): Promise<TokenReply> {
  const { authorization } = request;
  const names = [...request.form.keys()];
  if (new Set(names).size !== names.length) return failed("invalid_request");
  const form = new URLSearchParams([...request.form].filter(([name]) => PARAMETERS.includes(name)));
  const stated = statedClient(form, authorization);
  if (stated === undefined)
    return failed(authorization === undefined ? "invalid_request" : "invalid_client", authorization);
  if (endpoint === "token") await count(oauth, form, stated);
  const found = await findClientById(oauth, stated.id, undefined);
  if (found.kind === "document_failed") {
    return { ...failed("temporarily_unavailable"), headers: { "Retry-After": String(RETRY_SECONDS) } };
  }
  if (found.kind !== "client" || !found.client.metadata.methods.includes(stated.method)) {
    return failed("invalid_client", authorization);
  }
  const named = request.form.get("resource");
  const resource = named === null ? undefined : resourceNamed(named, oauth.baseUrl);
  if (named !== null && resource === undefined) return failed("invalid_target");
  prepare(form);
  const jwks = stated.method === "private_key_jwt" ? await keysOf(oauth, found.client, stated.kid) : undefined;
  if (stated.method === "private_key_jwt" && jwks === undefined) return failed("invalid_client", authorization);
  const server = await oauth.server();
  const uri = resource === undefined ? undefined : `${oauth.baseUrl}${RESOURCES[resource].path}`;
  const ended = { any: false };
  try {
    const given = await oauth.state.transaction(async (tx) => {
      ended.any = false;
      const client = { id: found.client.id, method: stated.method, secretHash: found.client.secretHash, jwks };
      const backend = backendIn(oauth, tx, form, { client, resource: uri, endpoint, ended });
      const made = await server({ endpoint, form, authorization }, backend);
      // What was used up on the way to a refusal is not; the end of a connection stays.
      if (made.status >= 400 && !ended.any) throw new Undone(made);
      return made;
    });
    return shown(given, authorization);
  } catch (thrown) {
    if (thrown instanceof Undone) return shown(thrown.answer, authorization);
    throw thrown;
  }
}

/** A refusal: the transaction changes nothing. */
class Undone extends Error {
  readonly answer: TokenAnswer;

  constructor(answer: TokenAnswer) {
    super("the request is refused");
    this.answer = answer;
  }
}

function shown({ status, body }: TokenAnswer, authorization: string | undefined): TokenReply {
  if (status < 400) return { status, body };
  return failed(typeof body.error === "string" ? body.error : "invalid_request", authorization);
}

function failed(error: string, authorization?: string): TokenReply {
  const known = Object.hasOwn(DESCRIPTIONS, error) ? error : "invalid_request";
  const status = known === "invalid_client" ? 401 : known === "temporarily_unavailable" ? 503 : 400;
  const isBasic = status === 401 && authorization !== undefined && /^Basic\b/i.test(authorization);
  return {
    status,
    body: { error: known, error_description: DESCRIPTIONS[known] },
    ...(isBasic ? { headers: { "WWW-Authenticate": 'Basic realm="dosah"' } } : {}),
  };
}

/** Counts by client and connection, each way of asking by itself: who repeats a dead token can still begin anew. */
async function count(oauth: Oauth, form: URLSearchParams, { id }: StatedClient): Promise<void> {
  const grant = form.get("grant_type") ?? "";
  const secret = form.get("refresh_token") ?? form.get("code") ?? "";
  const found = isOauthSecret("refresh", secret)
    ? await findToken(oauth.state, hashOauthSecret(secret), oauth.now())
    : undefined;
  const known = grant === "refresh_token" || grant === "authorization_code" ? grant : "";
  const decision = await oauth.limiter.take(
    ["oauth_token"],
    `${known} ${found?.connection_id ?? ""} ${id}`.slice(0, 1100),
  );
  if (!decision.allowed) throw new LimitReached(decision.refusedBy, decision.retryAfter, decision.states);
}

/** Brings what clients leave out or add into the form that the protocol knows. */
function prepare(form: URLSearchParams): void {
  if (form.get("grant_type") === "authorization_code" && !form.has("redirect_uri")) form.set("redirect_uri", UNNAMED);
  const scope = form.get("scope");
  if (scope === null) return;
  // Understood everywhere, and changes nothing.
  const asked = scope.split(" ").filter((each) => each !== "" && each !== "offline_access");
  if (asked.length === 0) form.delete("scope");
  else form.set("scope", asked.join(" "));
}

interface Bound extends Pick<TokenBackend, "client" | "resource"> {
  readonly endpoint: "token" | "revocation";
  /** Whether a connection was ended. */
  readonly ended: { any: boolean };
}

/** The rows of one request, in its transaction. */
function backendIn(
  oauth: Oauth,
  tx: StateDatabase,
  form: URLSearchParams,
  { client, resource, endpoint, ended }: Bound,
): TokenBackend {
  const now = oauth.now();
  const sourceOf = (row: Issued, isUsed: boolean): TokenSource => ({
    accountId: row.account_id,
    clientId: row.client_id,
    grantId: row.connection_id,
    resource: row.resource,
    scopes: row.scopes,
    isUsed,
  });
  const hashOf = (kind: "access" | "refresh" | "code", value: string) =>
    isOauthSecret(kind, value) ? hashOauthSecret(value) : undefined;
  const grants = new Map<string, Issued>();
  const noted = <Row extends Issued>(row: Row | undefined): Row | undefined => {
    if (row !== undefined) grants.set(row.connection_id, row);
    return row;
  };
  return {
    client,
    resource,
    now: Math.floor(now / 1000),
    grant: async (id) => {
      const row = grants.get(id);
      return row === undefined ? undefined : sourceOf(row, false);
    },
    code: async (value) => {
      const hash = hashOf("code", value);
      const row = hash === undefined ? undefined : noted(await findCode(tx, hash, now));
      if (row === undefined || (row.used_at === null && row.expires_at <= now)) return undefined;
      const redirectUri = row.redirect_uri === "" ? (form.get("redirect_uri") ?? "") : row.redirect_uri;
      return { ...sourceOf(row, row.used_at !== null), code: { redirectUri, challenge: row.code_challenge } };
    },
    refreshToken: async (value) => {
      const hash = hashOf("refresh", value);
      const row = hash === undefined ? undefined : noted(await findToken(tx, hash, now));
      if (row === undefined || row.kind !== "refresh" || row.expires_at <= now) return undefined;
      if (endpoint === "revocation" || row.used_at === null) return sourceOf(row, false);
      const isLate = now - row.used_at >= REPEAT_MS;
      return !isLate && row.pairs >= MOST_PAIRS ? undefined : sourceOf(row, isLate);
    },
    accessToken: async (value) => {
      const hash = hashOf("access", value);
      const row = hash === undefined ? undefined : noted(await findToken(tx, hash, now));
      return row === undefined || row.kind !== "access" ? undefined : sourceOf(row, false);
    },
    useCode: (value) => useCode(tx, hashOauthSecret(value), now),
    useRefreshToken: (value) => useRefreshToken(tx, hashOauthSecret(value), now),
    addToken: async (kind, value, grantId, scopes) => {
      const consentedAt = grants.get(grantId)?.consented_at ?? now;
      const end = endOfConnection(consentedAt, now);
      const expires_at = kind === "access" ? Math.min(now + ACCESS_SECONDS * 1000, end) : end;
      await addToken(tx, { hash: hashOauthSecret(value), kind, connection_id: grantId, scopes, expires_at }, now);
      if (kind === "refresh") await extendConnection(tx, grantId, end);
    },
    removeAccessToken: (value) => removeAccessToken(tx, hashOauthSecret(value)),
    endGrant: async (id) => {
      const row = grants.get(id);
      if (row === undefined) return;
      const stolen = form.get("grant_type") === "authorization_code" ? "code" : "reuse";
      const why = endpoint === "revocation" ? "client" : stolen;
      const ending: Ending = { why, actorId: null, via: why === "client" ? "rest" : "system", ipPrefix: null, at: now };
      if (!(await endWithEntry(tx, { id, account_id: row.account_id, client_host: row.client_host }, ending))) return;
      ended.any = true;
      if (why === "reuse") await tellPerson(oauth, tx, row, now);
    },
    spendAssertion: (id, until) => spend(tx, { secret: `oauth ${client.id} ${id}`, until: until * 1000, from: now }),
  };
}

async function tellPerson(
  oauth: Oauth,
  tx: StateDatabase,
  { account_id, client_host }: Issued,
  now: number,
): Promise<void> {
  const account = await accountById(tx, account_id);
  if (account === undefined) return;
  const { email: to, locale } = account;
  const link = `${oauth.baseUrl}/${locale}/account/connections`;
  await queueMail(tx, oauth.sealing, { to, locale, kind: "connection_ended", link, facts: { host: client_host } }, now);
}
