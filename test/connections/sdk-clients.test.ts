import { Client as ClientV2, StreamableHTTPClientTransport as TransportV2 } from "@modelcontextprotocol/client";
import { Client as ClientV1 } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as TransportV1 } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { expect, test } from "vitest";
import { organization, person } from "../accounts/organization.fixture.ts";
import { describeOnBoth } from "../promises/installation.fixture.ts";
import type { Json, TestService } from "../promises/service.fixture.ts";
import { BASE, decide, membersOf, openConsent, RETURN } from "./agent.fixture.ts";

const ADDRESS = new URL(`${BASE}/api/mcp/account`);
const identity = { name: "client-under-test", version: "1.0.0" };

/** What an application of the SDK keeps, and where it sends its person. */
function keeper() {
  const kept: Json = {};
  const provider = {
    redirectUrl: RETURN,
    clientMetadata: {
      client_name: "SDK",
      redirect_uris: [RETURN],
      grant_types: ["authorization_code", "refresh_token"],
    },
    state: () => "state-of-the-client",
    clientInformation: () => kept.client,
    saveClientInformation: (client: Json) => {
      kept.client = client;
    },
    tokens: () => kept.tokens,
    saveTokens: (tokens: Json) => {
      kept.tokens = tokens;
    },
    redirectToAuthorization: (address: URL) => {
      kept.sentTo = address;
    },
    saveCodeVerifier: (verifier: string) => {
      kept.verifier = verifier;
    },
    codeVerifier: () => kept.verifier,
    discoveryState: () => kept.discovery,
    saveDiscoveryState: (state: Json) => {
      kept.discovery = state;
    },
  };
  return { kept, provider: provider as never };
}

/** Answers what is sent to the public address of the service under test. */
const through = (service: TestService) =>
  (async (address: string | URL | Request, init?: RequestInit) => {
    const url = new URL(address instanceof Request ? address.url : address);
    return service.fetch(`${url.pathname}${url.search}`, init);
  }) as typeof fetch;

interface Connection {
  readonly transport: { finishAuth(code: string | URLSearchParams, iss?: string): Promise<void> };
  connect(): Promise<void>;
  obligations(): Promise<Json>;
  close(): Promise<void>;
}

type Open = (provider: never, fetch: typeof globalThis.fetch) => Connection;

const openV1: Open = (authProvider, fetch) => {
  const client = new ClientV1(identity);
  const transport = new TransportV1(ADDRESS, { authProvider, fetch });
  return {
    transport: transport as never,
    connect: () => client.connect(transport as Parameters<ClientV1["connect"]>[0]),
    obligations: () => client.callTool({ name: "my_obligations", arguments: {} }),
    close: () => client.close(),
  };
};

const openV2: Open = (authProvider, fetch) => {
  const client = new ClientV2(identity, { versionNegotiation: { mode: "auto" } });
  const transport = new TransportV2(ADDRESS, { authProvider, fetch });
  return {
    transport: transport as never,
    connect: () => client.connect(transport),
    obligations: () => client.callTool({ name: "my_obligations", arguments: {} }),
    close: () => client.close(),
  };
};

describeOnBoth("an application of the official SDK", (install) => {
  test.each<[string, Open]>([
    ["of the first generation", openV1],
    ["of the second generation", openV2],
  ])("%s goes from a refusal to my_obligations by itself, and refreshes", async (_name, open) => {
    const here = await install();
    const { service } = here;
    const jana = await person(here);
    const org = await organization(here, jana);
    const { kept, provider } = keeper();
    const first = open(provider, through(service));
    await expect(first.connect()).rejects.toThrow();
    const { pathname, search } = kept.sentTo as URL;
    const { address } = await openConsent(jana.browser, `${pathname}${search}`);
    const decided = await decide(jana.browser, address, { decision: "allow", reach: "chosen", organization: org });
    const members = membersOf(decided.location);
    expect(members.state).toBe("state-of-the-client");
    await first.transport.finishAuth(members.code ?? "", members.iss);
    expect(kept.tokens.scope).toBe("read");

    const second = open(provider, through(service));
    await second.connect();
    const answer = await second.obligations();
    expect(answer.structuredContent.items.length).toBeGreaterThan(20);
    // The access token is over: the application refreshes it without its person.
    const before = kept.tokens.access_token;
    service.pass(3_700);
    expect((await second.obligations()).structuredContent.items.length).toBeGreaterThan(20);
    expect(kept.tokens.access_token).not.toBe(before);
    await second.close();
  });
});
