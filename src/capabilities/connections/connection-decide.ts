import { z } from "zod";
import { REACHES, scopesFor } from "../../core/oauth.ts";
import { ServiceError } from "../../core/problem.ts";
import { newId } from "../../core/random-id.ts";
import { hashOauthSecret, newOauthSecret } from "../../identity/oauth-secret.ts";
import { placeOf, withQuery } from "../../identity/return-address.ts";
import { endOfConnection, MOST_CONNECTIONS } from "../../state/oauth-connections.ts";
import { useRequest } from "../../state/oauth-requests.ts";
import { confirmPerson } from "../accounts/confirm-person.ts";
import { localeParameter } from "../calling/parameters.ts";
import { notYours } from "../calling/principal.ts";
import { Refused } from "../calling/refusal.ts";
import { defineCapability } from "../capability.ts";
import { chosenOrganizations } from "../organizations/chosen-organizations.ts";
import {
  browserParameter,
  offeredScopes,
  scopesParameter,
  type Waiting,
  waitingRequest,
} from "./connection-request.ts";
import { issuerOf } from "./oauth.ts";

/** A code lives so long, in milliseconds. */
const CODE_MS = 60_000;

/**
 * What a person decided on a request: they allow it, for what they chose, or not. The connection, its organizations, the
 * code and the entries of the audit log are one transaction.
 * @returns where the browser is sent
 */
export const connectionDecide = defineCapability({
  name: "connection_decide",
  access: "person",
  effect: "write",
  needsSession: true,
  input: z.strictObject({
    requestId: z.string().max(60),
    browser: browserParameter,
    decision: z.enum(["allow", "deny"]),
    scopes: scopesParameter.describe("What it may do besides reading."),
    reach: z.enum(REACHES).default("chosen"),
    organization: z.array(z.string().max(60)).max(1000).default([]).describe("Ids of the chosen organizations."),
    current: z.string().default("").describe("Password or code, where the sign-in is not recent."),
    locale: localeParameter,
  }),
  run: async ({ requestId, browser, decision, scopes: chosen, reach, organization, current }, context) => {
    const { accounts, store, person, write, baseUrl } = context;
    const waiting = await waitingRequest(accounts, person, { requestId, browser });
    const { oauth, client, params, browserHash } = waiting;
    const now = accounts.now();
    const answer = (members: Readonly<Record<string, string>>) => ({
      to: withQuery(params.returnTo, {
        ...members,
        ...(params.state === null ? {} : { state: params.state }),
        iss: issuerOf(oauth),
      }),
    });
    if (decision === "deny") {
      if (!(await useRequest(oauth.state, requestId, browserHash, now))) throw new ServiceError(notYours);
      oauth.log.info({ host: hostOf(waiting) }, "oauth_denied");
      oauth.count("authorize", "denied");
      return answer({ error: "access_denied" });
    }
    const { offered } = await offeredScopes(store, waiting);
    const scopes = scopesFor(chosen, params.resource).filter((scope) => offered.includes(scope));
    const organizations = reach === "all" ? [] : await chosenOrganizations(store, organization);
    if (scopes.some((scope) => scope !== "read")) await confirmPerson(context, current);
    const code = newOauthSecret("code");
    const host = hostOf(waiting);
    await write(async ({ store: own, record, mail }) => {
      await own.lock();
      if (!(await own.useConnectionRequest(requestId, browserHash, now))) throw new ServiceError(notYours);
      const live = await own.connections(now);
      const open = await own.openConnection(client.id, waiting.resource);
      const former = open !== undefined && open.expires_at > now ? open : undefined;
      if (former === undefined && live.length >= MOST_CONNECTIONS) throw new Refused([{ code: "connection_limit" }]);
      const isFirst = !(await own.hasAllowed(client.id));
      if (open !== undefined && former === undefined) await own.endOwnConnection(open.id, "expired", now);
      const id = former?.id ?? newId("connection");
      await own.saveConnection(
        {
          id,
          client_id: client.id,
          client_name: client.knownAs ?? client.name,
          client_host: host,
          resource: waiting.resource,
          scopes: scopes.join(" "),
          reach,
          created_at: former?.created_at ?? now,
          consented_at: now,
          expires_at: endOfConnection(now, now),
        },
        organizations,
        former === undefined,
      );
      await own.addCode({
        hash: hashOauthSecret(code),
        connection_id: id,
        redirect_uri: params.isNamed ? params.returnTo : "",
        code_challenge: params.challenge,
        scopes: scopes.join(" "),
        expires_at: now + CODE_MS,
      });
      const count = organizations.length;
      const details =
        former === undefined
          ? { host, resource: params.resource, scopes, reach, organizations: count, first: isFirst }
          : { before: former.scopes.split(" "), after: scopes, reach };
      const action = former === undefined ? "oauth.connected" : "oauth.changed";
      for (const where of [null, ...organizations]) await record(action, { type: "connection", id }, details, where);
      const account = isFirst ? await own.account() : undefined;
      if (account !== undefined) {
        const link = `${baseUrl}/${account.locale}/account/connections`;
        await mail({ to: account.email, locale: account.locale, kind: "connection_added", link, facts: { host } });
      }
    });
    oauth.count("authorize", "allowed");
    return answer({ code });
  },
});

/** The host that a mail and the lists name: of the document, else of where the person is sent. */
function hostOf({ client, returnTo }: Waiting): string {
  return client.host ?? placeOf(returnTo);
}
