import { expect, test } from "vitest";
import { organization, type PersonOfTest, person } from "../accounts/organization.fixture.ts";
import { describeOnBoth, type Installation } from "../promises/installation.fixture.ts";
import { GENEROUS } from "../promises/service.fixture.ts";
import { agent, allow, BASE, exchange, postForm } from "./agent.fixture.ts";

const SETTINGS = { env: { TRUST_PROXY: "loopback" }, limits: GENEROUS };

type Headers = Readonly<Record<string, string>>;

/** What somebody shows: a token, a key, something that is neither. */
const shown = (credential: string): Headers => ({ Authorization: `Bearer ${credential}` });

describeOnBoth("a token that is shown where it is not for", (install) => {
  async function start() {
    const here = await install(SETTINGS);
    const jana = await person(here);
    const org = await organization(here, jana);
    const key = (await here.run(`key issue --email ${jana.email} --name agent`)).out;
    return {
      ...here,
      jana,
      org,
      key,
      mcp: await tokenFor(here, jana, "/api/mcp/account"),
      rest: await tokenFor(here, jana, "/api/v1"),
    };
  }

  async function tokenFor({ service }: Installation, jana: PersonOfTest, path: string): Promise<string> {
    const made = await agent(service);
    const over = { resource: `${BASE}${path}`, scope: "read scan:write" };
    const { body } = await exchange(service, made, await allow(jana, made, { reach: "all" }, over));
    return body.access_token;
  }

  const post = async ({ service }: Installation, path: string, message: object, headers: Headers = {}) => {
    const sent = { "Content-Type": "application/json", Accept: "application/json, text/event-stream", ...headers };
    const response = await service.fetch(path, { method: "POST", headers: sent, body: JSON.stringify(message) });
    return {
      status: response.status,
      challenge: response.headers.get("WWW-Authenticate"),
      text: await response.text(),
    };
  };
  const rpc = (method: string, params: object = {}) => ({ jsonrpc: "2.0", id: 1, method, params });
  const tool = (name: string, args: object = {}) => rpc("tools/call", { name, arguments: args });

  test("opens nothing at the public endpoint: its answers are those to nobody, byte for byte", async () => {
    const here = await start();
    const messages = [
      rpc("tools/list"),
      rpc("initialize", { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: {} }),
      tool("nis2_scope_check", { ico: "31322832" }),
      ...["my_organizations", "my_scans", "my_obligations"].map((name) => tool(name)),
      tool("my_scans", { organizationId: here.org }),
    ];
    for (const message of messages) {
      const nobody = await post(here, "/api/mcp", message);
      for (const credential of [here.mcp, here.rest]) {
        expect([message, await post(here, "/api/mcp", message, shown(credential))]).toEqual([message, nobody]);
      }
    }
    const own = JSON.parse((await post(here, "/api/mcp", tool("my_organizations"), shown(here.key))).text);
    expect(own.result.structuredContent.organizations).toMatchObject([{ id: here.org }]);
  });

  test("opens nothing at the endpoint of people but the one that is for it; every other is refused by the same bytes", async () => {
    const here = await start();
    const account = (headers: Headers) => post(here, "/api/mcp/account", tool("my_organizations"), headers);
    expect((await account(shown(here.mcp))).status).toBe(200);
    const unknown = await account(shown(`dosat_${"0".repeat(49)}`));
    expect(unknown.status).toBe(401);
    expect(await account(shown(here.rest))).toEqual(unknown);
    expect(await account({ Authorization: here.mcp })).toEqual(unknown);
    expect(await account({ Authorization: `Basic ${btoa(`x:${here.mcp}`)}` })).toEqual(unknown);
    for (const path of [`/api/mcp/account?access_token=${here.mcp}`, `/api/mcp/account?authorization=${here.mcp}`]) {
      expect((await post(here, path, tool("my_organizations"))).status).toBe(401);
    }
    expect((await account({ Cookie: `access_token=${here.mcp}; dosah_session=${here.mcp}` })).status).toBe(401);
  });

  test("opens nothing of REST but with the one that is for it; what is public answers as to nobody", async () => {
    const here = await start();
    const get = async (path: string, headers: Headers = {}) => {
      const response = await here.service.fetch(path, { headers });
      return { status: response.status, text: await response.text() };
    };
    for (const path of ["/api/v1/organizations", "/api/v1/scan", "/api/v1/domain", "/api/v1/lists", "/api/v1/tasks"]) {
      const refused = await get(path, shown(`dosat_${"0".repeat(49)}`));
      expect([path, refused.status]).toEqual([path, 401]);
      expect([path, await get(path, shown(here.mcp))]).toEqual([path, refused]);
      expect([path, (await get(`${path}?access_token=${here.rest}`)).status]).toEqual([path, 401]);
      expect([path, (await get(path, { Cookie: `dosah_session=${here.rest}` })).status]).toEqual([path, 401]);
      expect([path, (await get(path, shown(here.rest))).status]).toEqual([path, 200]);
      expect([path, (await get(path, shown(here.key))).status]).toEqual([path, 200]);
    }
    const open = "/api/scope-check?ico=31322832&locale=en";
    for (const credential of [here.mcp, here.rest]) expect(await get(open, shown(credential))).toEqual(await get(open));
  });

  test("opens no page, sends no form, and is neither a code nor a refresh token", async () => {
    const here = await start();
    const pages = ["/sk/account", "/sk/account/keys", "/sk/account/connections", `/sk/organizations/${here.org}`];
    for (const credential of [here.mcp, here.rest, here.key]) {
      for (const path of pages) {
        const response = await here.service.fetch(path, { headers: shown(credential), redirect: "manual" });
        const to = `/sk/sign-in?next=${encodeURIComponent(path)}`;
        expect([path, response.status, response.headers.get("Location")]).toEqual([path, 303, to]);
      }
      const headers = { ...shown(credential), "Sec-Fetch-Site": "same-origin", Origin: BASE };
      const body = new URLSearchParams({ name: "mine", scopes: "read", csrf: "x" });
      const sent = await here.service.fetch("/sk/account/keys", { method: "POST", headers, body, redirect: "manual" });
      expect(sent.status).not.toBe(200);
      const made = await agent(here.service);
      for (const form of [
        { grant_type: "refresh_token", refresh_token: credential },
        {
          grant_type: "authorization_code",
          code: credential,
          code_verifier: made.verifier,
          redirect_uri: made.returnTo,
        },
      ]) {
        const { status, body: refusal } = await postForm(here.service, "/oauth/token", {
          client_id: made.clientId,
          ...form,
        });
        expect([status, refusal.error]).toEqual([400, "invalid_grant"]);
      }
    }
    expect((await here.run(`key list --email ${here.jana.email}`)).out.split("\n")).toHaveLength(1);
  });
});
