import { hash } from "node:crypto";
import type { Accounts } from "../../src/capabilities/accounts/accounts.ts";
import { bareServices, unlimited } from "../../src/capabilities/bare-services.fixture.ts";
import { createCall } from "../../src/capabilities/calling/call.ts";
import type { BrowserSession } from "../../src/capabilities/calling/principal.ts";
import { authorize } from "../../src/capabilities/connections/authorize.ts";
import { connectionDecide } from "../../src/capabilities/connections/connection-decide.ts";
import type { Oauth } from "../../src/capabilities/connections/oauth.ts";
import { registerClient } from "../../src/capabilities/connections/register-client.ts";
import { exchangeToken, revokeToken } from "../../src/capabilities/connections/token.ts";
import { createAuthorizationServer } from "../../src/identity/authorization-server.ts";
import { createSealing } from "../../src/identity/sealing.ts";
import { hashToken } from "../../src/identity/token.ts";
import { knowledge } from "../../src/knowledge/shipped.fixture.ts";
import type { State } from "../../src/state/state.ts";
import type { Owner } from "./load/people.ts";

const BASE = "http://localhost:3000";
const RETURN = "http://127.0.0.1:33418/callback";
const VERIFIER = "v".repeat(43);

function oauthOver(state: State): Oauth {
  const limiter = { take: unlimited.take } as Oauth["limiter"];
  let server: ReturnType<Oauth["server"]> | undefined;
  return {
    state,
    baseUrl: BASE,
    registration: "open",
    appSchemes: [],
    knownClients: () => new Map(),
    fetchJson: () => Promise.reject(new Error("no document is read here")),
    limiter,
    sealing: createSealing(Buffer.alloc(32)),
    server: () => {
      server ??= createAuthorizationServer(`${BASE}/oauth`);
      return server;
    },
    log: { error: () => undefined, warn: () => undefined, info: () => undefined },
    count: () => undefined,
    countDocument: () => undefined,
    now: Date.now,
  };
}

/** Asks the token endpoint. @returns what it answered */
function ask(oauth: Oauth, clientId: string, form: Readonly<Record<string, string>>) {
  const all = new URLSearchParams({ client_id: clientId, ...form });
  return exchangeToken(oauth, { form: all, authorization: undefined, address: null });
}

/** Uses a refresh token, as an agent does that lost the answer. @returns the status */
export async function refreshAgain(state: State, clientId: string, token: string): Promise<number> {
  return (await ask(oauthOver(state), clientId, { grant_type: "refresh_token", refresh_token: token })).status;
}

/**
 * Everything that a grant consists of, from the decision of its person to its end: each step is said once it is
 * acknowledged. A client and its request are there before.
 * @param opened the same state without a fault
 */
export async function makeGrant(
  state: State,
  opened: State,
  { accountId, orgId, session: token }: Owner,
  say: (line: string) => void,
): Promise<void> {
  const [before, oauth] = [oauthOver(opened), oauthOver(state)];
  const made = await registerClient(before, { redirect_uris: [RETURN], client_name: "Agent" });
  if ("error" in made) throw new Error(made.error);
  const clientId = made.client_id;
  const search = new URLSearchParams({
    response_type: "code",
    client_id: clientId,
    redirect_uri: RETURN,
    code_challenge: hash("sha256", VERIFIER, "base64url"),
    code_challenge_method: "S256",
  });
  const asked = await authorize(before, { search: String(search), address: null, browser: undefined });
  if (asked.kind !== "ask") throw new Error(asked.kind);
  say(`client ${clientId}`);

  const { id: requestId, browser } = asked;
  const held = { hash: hashToken(token), accountId, entry: "full", authenticatedAt: Date.now() } as BrowserSession;
  const accounts = { now: Date.now, oauth, sealing: oauth.sealing, settings: { secondFactor: "optional" } };
  const call = createCall(
    {
      services: bareServices(knowledge),
      privateHalf: {
        state,
        now: Date.now,
        accounts: accounts as unknown as Accounts,
        identify: async () => ({ kind: "person", accountId, scopes: null, session: held }),
      },
    },
    unlimited,
  );
  const decision = { requestId, browser, decision: "allow", reach: "chosen", organization: [orgId] };
  const { answer } = await call(connectionDecide, decision, [], { address: null, via: "web" });
  const code = new URL(answer.to).searchParams.get("code") ?? "";
  say(`code ${code}`);

  const codeForm = { grant_type: "authorization_code", code, code_verifier: VERIFIER, redirect_uri: RETURN };
  const first = String((await ask(oauth, clientId, codeForm)).body.refresh_token);
  say(`refresh ${clientId} ${first}`);
  const { body } = await ask(oauth, clientId, { grant_type: "refresh_token", refresh_token: first });
  const second = String(body.refresh_token);
  say(`refresh ${clientId} ${second}`);
  const form = new URLSearchParams({ client_id: clientId, token: second });
  await revokeToken(oauth, { form, authorization: undefined, address: null });
  say(`ended ${clientId}`);
}
