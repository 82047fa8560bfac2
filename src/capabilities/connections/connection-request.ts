import { z } from "zod";
import { foreignText } from "../../core/foreign-text.ts";
import { OAUTH_SCOPES, type OauthScope, RESOURCES, readScopes, scopesFor } from "../../core/oauth.ts";
import { ServiceError } from "../../core/problem.ts";
import { formTargetOf, isSameReturn, type ReturnAddress, readReturnAddress } from "../../identity/return-address.ts";
import { hashToken } from "../../identity/token.ts";
import { findRequest } from "../../state/oauth-requests.ts";
import type { PersonStore } from "../../state/person-store.ts";
import type { Accounts } from "../accounts/accounts.ts";
import { localeParameter } from "../calling/parameters.ts";
import { notYours } from "../calling/principal.ts";
import { defineCapability } from "../capability.ts";
import type { Person } from "../contexts.ts";
import { type RequestParams, requestParams } from "./authorize.ts";
import { clientAt, findClientById, type KnownClient } from "./find-client.ts";
import type { Oauth } from "./oauth.ts";

/** A client that registered itself less than so long ago is said to be new, in milliseconds. */
const NEW_MS = 10 * 60_000;

/** What a person should know before they allow anything. */
export const CONNECT_WARNINGS = ["unknown_client", "loopback", "app_scheme", "new_client"] as const;

export type ConnectWarning = (typeof CONNECT_WARNINGS)[number];

/** A request that waits, with the client that made it. */
export interface Waiting {
  readonly oauth: Oauth;
  readonly client: KnownClient;
  readonly params: RequestParams;
  readonly returnTo: ReturnAddress;
  readonly browserHash: string;
  /** Address of the resource. */
  readonly resource: string;
}

/** Names the browser that opened the request. */
export const browserParameter = z.string().max(100).describe("What the browser keeps of the request.");

/**
 * The request that this browser opened. One of another browser, a decided one, an old one and one whose client no longer
 * has the return address are all as nonexistent.
 * @throws ServiceError `not_found`
 */
export async function waitingRequest(
  { oauth }: Accounts,
  { address }: Pick<Person, "address">,
  { requestId, browser }: { readonly requestId: string; readonly browser: string },
): Promise<Waiting> {
  if (oauth === null) throw new ServiceError(notYours);
  const browserHash = hashToken(browser);
  const row = await findRequest(oauth.state, requestId, browserHash, oauth.now());
  if (row === undefined) throw new ServiceError(notYours);
  const params = requestParams.parse(JSON.parse(row.params));
  const found = await findClientById(oauth, row.client_id, address ?? null);
  const returnTo = readReturnAddress(params.returnTo, oauth.appSchemes);
  if (found.kind !== "client" || returnTo === undefined) throw new ServiceError(notYours);
  const client = clientAt(found.client, returnTo);
  const isStillThere = client.metadata.redirectUris.some((uri) => isSameReturn(params.returnTo, uri));
  if (!isStillThere) throw new ServiceError(notYours);
  const resource = `${oauth.baseUrl}${RESOURCES[params.resource].path}`;
  return { oauth, client, params, returnTo, browserHash, resource };
}

/** What was asked for, and what the person allowed this client before. */
export async function offeredScopes(
  store: PersonStore,
  { client, resource, params }: Waiting,
): Promise<{
  readonly offered: readonly OauthScope[];
  readonly former: Awaited<ReturnType<PersonStore["openConnection"]>>;
}> {
  const former = await store.openConnection(client.id, resource);
  const before = former === undefined ? [] : readScopes(former.scopes);
  return { offered: scopesFor([...params.scopes, ...before], params.resource), former };
}

function warningsOf({ client, returnTo, oauth }: Waiting): readonly ConnectWarning[] {
  const returns = client.metadata.redirectUris.map((uri) => readReturnAddress(uri, oauth.appSchemes));
  const holds: Readonly<Record<ConnectWarning, boolean>> = {
    unknown_client: client.knownAs === null,
    loopback: returns.every((each) => each?.kind === "loopback"),
    app_scheme: returnTo.kind === "app",
    new_client: client.kind === "registered" && client.knownAs === null && oauth.now() - client.createdAt < NEW_MS,
  };
  return CONNECT_WARNINGS.filter((warning) => holds[warning]);
}

/** What a page of consent shows: who asks, where the answer goes, what it would open. */
export const connectionRequest = defineCapability({
  name: "connection_request",
  access: "person",
  needsSession: true,
  input: z.strictObject({ requestId: z.string().max(60), browser: browserParameter, locale: localeParameter }),
  run: async ({ requestId, browser }, { accounts, store, person }) => {
    const waiting = await waitingRequest(accounts, person, { requestId, browser });
    const { client, returnTo, params } = waiting;
    const { offered, former } = await offeredScopes(store, waiting);
    const before = former === undefined ? [] : readScopes(former.scopes);
    const [organizations, active] = await Promise.all([store.organizations(), store.activeOrganization()]);
    const chosen = former === undefined ? [] : (await store.chosenOrganizations(former.id)).map(({ org_id }) => org_id);
    const isChosen = (id: string) => (former === undefined ? id === active?.id : chosen.includes(id));
    return {
      client: {
        kind: client.kind,
        host: client.host,
        knownAs: client.knownAs,
        untrusted: { name: foreignText(client.name) },
      },
      returnTo: { kind: returnTo.kind, host: returnTo.kind === "web" ? returnTo.host : null },
      formTarget: formTargetOf(params.returnTo),
      warnings: [...warningsOf(waiting)],
      resource: params.resource,
      scopes: offered.map((scope) => ({
        scope,
        isFixed: scope === "read",
        isTicked:
          scope === "read" || before.includes(scope) || (params.scopes.includes(scope) && client.knownAs !== null),
      })),
      isRecentNeeded: offered.some((scope) => scope !== "read"),
      reach: former?.reach ?? ("chosen" as const),
      organizations: organizations.map(({ id, name }) => ({
        id,
        isTicked: isChosen(id),
        untrusted: { name: foreignText(name) },
      })),
      isAllowedBefore: former !== undefined,
    };
  },
});

export const scopesParameter = z.array(z.enum(OAUTH_SCOPES)).default([]);
