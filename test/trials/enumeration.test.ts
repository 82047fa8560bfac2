import { describe, onTestFinished } from "vitest";
import { newId } from "../../src/core/random-id.ts";
import { newOauthSecret } from "../../src/identity/oauth-secret.ts";
import { organization, person } from "../accounts/organization.fixture.ts";
import { withoutCsrf } from "../accounts/visitor.fixture.ts";
import { agent, allow, authorizePath, exchange, openConsent } from "../connections/agent.fixture.ts";
import { GENEROUS, openTestServices, startTestService } from "../promises/service.fixture.ts";
import { DATABASES, isByHand, missingServer, newPlace, trial, unkept } from "./trial.ts";

/** Pairs of requests in one round: enough for a middle value that a busy machine does not move far. */
const PAIRS = isByHand ? 20 : 3;

/** By hand, what is foreign must take so much of the time of what does not exist, and no more than its inverse. */
const NEAR = 1.5;

type Ask = () => Promise<{ readonly status: number; readonly body: string }>;

/** The same question about something of others and about nothing. */
interface Twin {
  readonly foreign: Ask;
  readonly nothing: Ask;
}

const answered = async (response: Response) => ({ status: response.status, body: withoutCsrf(await response.text()) });

async function openPair(kind: (typeof DATABASES)[number]) {
  const { databaseUrl } = await newPlace(kind);
  const shared =
    databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl, SECRETS_KEY: Buffer.alloc(32, 7).toString("base64") };
  const options = { limits: GENEROUS, env: { TRUST_PROXY: "loopback", ...shared } };
  const operator = await openTestServices(options);
  onTestFinished(operator.close);
  const env = databaseUrl === undefined ? { DATA_DIR: `${operator.dir}/data` } : {};
  const service = await startTestService({ ...options, env: { ...options.env, ...env } });
  onTestFinished(service.close);
  return { operator, service };
}

describe.each(DATABASES)("on %s", (kind) => {
  trial({
    says: "what belongs to others is answered as what does not exist: the same bytes, in about the same time",
    missing: missingServer(kind),
    times: 1,
    start: async () => {
      const here = await openPair(kind);
      const { service } = here;
      const [jana, eva] = [await person(here), await person(here)];
      const [own, other] = [await organization(here, jana), await organization(here, eva)];
      const [mine, theirs] = [await agent(service), await agent(service)];
      const tokens = async (of: typeof jana, made: typeof mine, org: string) =>
        (await exchange(service, made, await allow(of, made, { reach: "chosen", organization: org }))).body;
      const [access, foreign] = [await tokens(jana, mine, own), await tokens(eva, theirs, other)];
      const code = await allow(eva, theirs, { reach: "chosen", organization: other });
      const { address } = await openConsent(eva.browser, authorizePath(theirs));
      const connections = await eva.browser.get("/sk/account/connections");
      const [, connection = ""] = /data-connection="(con_[0-9a-z]{26})"/.exec(connections.html) ?? [];

      const post = (path: string, form: Readonly<Record<string, string>>) => async () =>
        answered(await service.fetch(path, { method: "POST", body: new URLSearchParams(form) }));
      const page = (path: string) => async () => {
        const { status, html } = await jana.browser.get(path);
        return { status, body: withoutCsrf(html).replaceAll(/(?:orq|con)_[0-9a-z]{26}/g, "") };
      };
      const scans = (organizationId: string) => async () => {
        const params = { name: "my_scans", arguments: { organizationId } };
        const headers = { "Content-Type": "application/json", Authorization: `Bearer ${access.access_token}` };
        const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params });
        return answered(await service.fetch("/api/mcp/account", { method: "POST", headers, body }));
      };
      const byCode = (value: string) =>
        post("/oauth/token", {
          grant_type: "authorization_code",
          client_id: mine.clientId,
          code: value,
          code_verifier: mine.verifier,
          redirect_uri: mine.returnTo,
        });
      const byRefresh = (refresh_token: string) =>
        post("/oauth/token", { grant_type: "refresh_token", client_id: mine.clientId, refresh_token });
      const revoked = (token: string) => post("/oauth/revoke", { client_id: mine.clientId, token });
      const twins: Readonly<Record<string, Twin>> = {
        "a code": { foreign: byCode(code), nothing: byCode(newOauthSecret("code")) },
        "a refresh token": {
          foreign: byRefresh(foreign.refresh_token),
          nothing: byRefresh(newOauthSecret("refresh")),
        },
        "the end of a token": {
          foreign: revoked(foreign.refresh_token),
          nothing: revoked(newOauthSecret("refresh")),
        },
        "an organization": { foreign: scans(other), nothing: scans(newId("organization")) },
        "a request that waits": { foreign: page(address), nothing: page(`/sk/connect/${newId("connectionRequest")}`) },
        "a connection": {
          foreign: page(`/sk/account/connections/${connection}/revoke`),
          nothing: page(`/sk/account/connections/${newId("connection")}/revoke`),
        },
      };
      return { twins, differing: new Set<string>(), times: new Map<string, [foreign: number[], nothing: number[]]>() };
    },
    fault: async ({ twins, differing, times }, n) => {
      const timed = async (ask: Ask) => {
        const began = performance.now();
        const answer = await ask();
        return { answer, took: performance.now() - began };
      };
      for (const [what, { foreign, nothing }] of Object.entries(twins)) {
        const [ofForeign, ofNothing] = times.get(what) ?? [[], []];
        times.set(what, [ofForeign, ofNothing]);
        for (let pair = 0; pair < PAIRS; pair++) {
          // Neither is always the first of the two.
          const isFirst = (n + pair) % 2 === 0;
          const [one, two] = [await timed(isFirst ? foreign : nothing), await timed(isFirst ? nothing : foreign)];
          ofForeign.push((isFirst ? one : two).took);
          ofNothing.push((isFirst ? two : one).took);
          if (JSON.stringify(one.answer) !== JSON.stringify(two.answer)) {
            differing.add(`${what}: ${JSON.stringify(one.answer)} and ${JSON.stringify(two.answer)}`.slice(0, 600));
          }
        }
      }
    },
    judge: async ({ differing, times }) => {
      const ratios = [...times].map(([what, [foreign, nothing]]) => [what, middle(foreign) / middle(nothing)] as const);
      const far = ratios.filter(([, ratio]) => ratio > NEAR || ratio < 1 / NEAR);
      return {
        broken: unkept({
          "the bytes are the same": [...differing],
          "the time is about the same": isByHand ? far.map(([what, ratio]) => `${what}: ${ratio.toFixed(2)}`) : [],
        }),
        seen: Object.fromEntries(ratios.map(([what, ratio]) => [what, ratio.toFixed(2)])),
      };
    },
  });
});

function middle(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
