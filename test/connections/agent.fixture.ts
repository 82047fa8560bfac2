import { createHash, randomBytes } from "node:crypto";
import type { PersonOfTest } from "../accounts/organization.fixture.ts";
import { hiddenOf, type VisitorOfTest } from "../accounts/visitor.fixture.ts";
import type { Json, TestService as WholeService } from "../promises/service.fixture.ts";

type TestService = Pick<WholeService, "fetch">;

/** The public address of the services of these tests. */
export const BASE = "http://localhost:3000";

/** Where the agents of these tests wait, with the port of the request. */
export const RETURN = "http://127.0.0.1:33418/callback";

/** An agent: registers, asks people, exchanges what it gets. */
export interface Agent {
  readonly clientId: string;
  readonly secret: string | undefined;
  readonly verifier: string;
  readonly returnTo: string;
}

type Members = Readonly<Record<string, string>>;

/** Registers a client as agents do. */
export async function register(service: TestService, metadata: Json = {}): Promise<{ status: number; body: Json }> {
  const response = await service.fetch("/oauth/register", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ redirect_uris: [RETURN], client_name: "Agent", ...metadata }),
  });
  return { status: response.status, body: await response.json() };
}

export async function agent(service: TestService, metadata: Json = {}): Promise<Agent> {
  const { body } = await register(service, metadata);
  const [returnTo = RETURN] = (metadata.redirect_uris ?? [RETURN]) as string[];
  const verifier = randomBytes(32).toString("base64url");
  return { clientId: body.client_id, secret: body.client_secret, verifier, returnTo };
}

export const challengeOf = (verifier: string) => createHash("sha256").update(verifier).digest("base64url");

/** The address of an authorization request; `undefined` leaves a parameter out. */
export function authorizePath(
  { clientId, verifier, returnTo }: Pick<Agent, "clientId" | "verifier" | "returnTo">,
  over: Readonly<Record<string, string | undefined>> = {},
): string {
  const all: Record<string, string | undefined> = {
    response_type: "code",
    client_id: clientId,
    redirect_uri: returnTo,
    code_challenge: challengeOf(verifier),
    code_challenge_method: "S256",
    state: "st",
    resource: `${BASE}/api/mcp/account`,
    ...over,
  };
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(all)) if (value !== undefined) query.set(name, value);
  return `/oauth/authorize?${query}`;
}

/** What the browser is sent to, as members of the query. */
export function membersOf(location: string | null): Members {
  return Object.fromEntries(new URL(location ?? "").searchParams);
}

/** Leads a person from the request of an agent to the page of consent. */
export async function openConsent(browser: VisitorOfTest, path: string) {
  const asked = await browser.get(path);
  if (asked.status !== 303 || asked.location === null) throw new Error(`${asked.status} ${asked.errors}`);
  const page = await browser.get(asked.location);
  return { address: asked.location, page };
}

/** Sends a decision from the page of consent. */
export async function decide(
  browser: VisitorOfTest,
  address: string,
  fields: Readonly<Record<string, string | readonly string[]>>,
) {
  const { html } = await browser.get(address);
  return browser.post(address, { ...hiddenOf(html, address), ...fields });
}

/** From the request to the code: the person allows what the fields say. */
export async function allow(
  person: PersonOfTest,
  made: Agent,
  fields: Readonly<Record<string, string | readonly string[]>> = { reach: "all" },
  over: Readonly<Record<string, string | undefined>> = {},
): Promise<string> {
  const { address } = await openConsent(person.browser, authorizePath(made, over));
  const decided = await decide(person.browser, address, { decision: "allow", ...fields });
  const { code } = membersOf(decided.location);
  if (code === undefined) throw new Error(`${decided.status} ${decided.errors} ${decided.location}`);
  return code;
}

/** Posts a form to the token or the revocation endpoint. */
export async function postForm(
  service: TestService,
  path: string,
  form: Members,
  headers: Members = {},
): Promise<{ status: number; body: Json; headers: Headers }> {
  const response = await service.fetch(path, { method: "POST", headers, body: new URLSearchParams(form) });
  const text = await response.text();
  return { status: response.status, body: text === "" ? undefined : JSON.parse(text), headers: response.headers };
}

export function exchange(service: TestService, made: Agent, code: string, over: Members = {}) {
  return postForm(service, "/oauth/token", {
    grant_type: "authorization_code",
    client_id: made.clientId,
    code,
    code_verifier: made.verifier,
    redirect_uri: made.returnTo,
    ...over,
  });
}

export function refresh(service: TestService, made: Pick<Agent, "clientId">, token: string, over: Members = {}) {
  return postForm(service, "/oauth/token", {
    grant_type: "refresh_token",
    client_id: made.clientId,
    refresh_token: token,
    ...over,
  });
}

/** Calls the MCP endpoint of people. */
export async function callMcp(service: TestService, token: string, method: string, params: object = {}) {
  const response = await service.fetch("/api/mcp/account", {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      Accept: "application/json, text/event-stream",
      Authorization: `Bearer ${token}`,
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
  });
  const body: Json = await response.json();
  return { status: response.status, result: body.result, error: body.error };
}

/** Calls a tool there. */
export async function callOwn(service: TestService, token: string, name: string, args: object = {}): Promise<Json> {
  const { status, result } = await callMcp(service, token, "tools/call", { name, arguments: args });
  if (status !== 200) throw new Error(`HTTP ${status}`);
  return result.structuredContent;
}
