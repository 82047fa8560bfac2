import { expect, test } from "vitest";
import type { Role } from "../../src/core/role.ts";
import { changeMembership } from "../../src/state/organizations.ts";
import { composedSql } from "../../src/state/sql.ts";
import { organization, person } from "../accounts/organization.fixture.ts";
import { mailsTo } from "../accounts/visitor.fixture.ts";
import { describeOnBoth } from "../promises/installation.fixture.ts";
import { type Json, NOW } from "../promises/service.fixture.ts";
import {
  agent,
  allow,
  authorizePath,
  BASE,
  callMcp,
  callOwn,
  decide,
  exchange,
  membersOf,
  openConsent,
  postForm,
  refresh,
} from "./agent.fixture.ts";

const ISSUER = `${BASE}/oauth`;
const SETTINGS = { env: { TRUST_PROXY: "loopback" } };

describeOnBoth("an agent that signs in", (install) => {
  async function connected(fields?: Record<string, string | string[]>, over: Record<string, string | undefined> = {}) {
    const here = await install(SETTINGS);
    const jana = await person(here);
    const org = await organization(here, jana);
    const made = await agent(here.service);
    const code = await allow(jana, made, fields ?? { reach: "chosen", organization: org }, over);
    const { body: tokens } = await exchange(here.service, made, code);
    return { ...here, jana, org, made, code, tokens };
  }

  test("goes from the 401 by metadata, registration and consent to an answer of my_obligations", async () => {
    const here = await install(SETTINGS);
    const { service } = here;
    const refused = await service.fetch("/api/mcp/account", { method: "POST", body: "{}" });
    expect(refused.status).toBe(401);
    const [, metadata = ""] = /resource_metadata="([^"]+)"/.exec(refused.headers.get("WWW-Authenticate") ?? "") ?? [];
    const resource = await (await service.fetch(metadata.replace(BASE, ""))).json();
    expect(resource).toEqual({
      resource: `${BASE}/api/mcp/account`,
      resource_name: "Dosah",
      authorization_servers: [ISSUER],
      scopes_supported: ["read"],
      bearer_methods_supported: ["header"],
      resource_documentation: `${BASE}/docs/agents`,
    });
    const inserted = await service.fetch("/.well-known/oauth-authorization-server/oauth");
    const appended = await service.fetch("/oauth/.well-known/oauth-authorization-server");
    const text = await inserted.text();
    expect(await appended.text()).toBe(text);
    expect(inserted.headers.get("Cache-Control")).toBe("public, max-age=3600");
    expect(inserted.headers.get("Access-Control-Allow-Origin")).toBe("*");
    const methods = ["none", "private_key_jwt", "client_secret_basic", "client_secret_post"];
    expect(JSON.parse(text)).toEqual({
      issuer: ISSUER,
      authorization_endpoint: `${ISSUER}/authorize`,
      token_endpoint: `${ISSUER}/token`,
      registration_endpoint: `${ISSUER}/register`,
      revocation_endpoint: `${ISSUER}/revoke`,
      response_types_supported: ["code"],
      response_modes_supported: ["query"],
      grant_types_supported: ["authorization_code", "refresh_token"],
      code_challenge_methods_supported: ["S256"],
      token_endpoint_auth_methods_supported: methods,
      token_endpoint_auth_signing_alg_values_supported: ["RS256", "PS256", "ES256", "EdDSA"],
      revocation_endpoint_auth_methods_supported: methods,
      scopes_supported: ["read", "scan:write", "trust:write", "register:write", "watch:write", "offline_access"],
      client_id_metadata_document_supported: true,
      authorization_response_iss_parameter_supported: true,
      service_documentation: `${BASE}/docs/agents`,
      ui_locales_supported: ["sk", "cs", "en"],
    });

    const jana = await person(here);
    const org = await organization(here, jana);
    const made = await agent(service);
    const { address, page } = await openConsent(jana.browser, authorizePath(made));
    expect([page.status, address]).toEqual([200, expect.stringMatching(/^\/sk\/connect\/orq_/)]);
    expect(page.headers.get("Content-Security-Policy")).toContain("form-action 'self' http://127.0.0.1:33418");
    expect(page.html).toContain('data-client-known="no"');
    expect([...page.html.matchAll(/data-warning="([a-z_]+)"/g)].map(([, word]) => word)).toEqual([
      "unknown_client",
      "loopback",
      "new_client",
    ]);
    // The person chooses more, never less: the active organization and reading.
    expect(page.html).toMatch(/value="chosen"[^>]*checked/);
    expect(page.html).toMatch(new RegExp(`value="${org}"[^>]*checked`));
    expect([...page.html.matchAll(/data-scope="([a-z:]+)"/g)].map(([, scope]) => scope)).toEqual(["read"]);
    const decided = await decide(jana.browser, address, { decision: "allow", reach: "chosen", organization: org });
    expect(decided.status).toBe(303);
    expect(membersOf(decided.location)).toEqual({
      code: expect.stringMatching(/^dosac_[0-9A-Za-z]{49}$/),
      state: "st",
      iss: ISSUER,
    });
    const answered = await exchange(service, made, membersOf(decided.location).code ?? "");
    expect([answered.status, answered.headers.get("Cache-Control")]).toEqual([200, "no-store"]);
    expect(answered.body).toEqual({
      access_token: expect.stringMatching(/^dosat_[0-9A-Za-z]{49}$/),
      token_type: "Bearer",
      expires_in: 3600,
      refresh_token: expect.stringMatching(/^dosar_[0-9A-Za-z]{49}$/),
      scope: "read",
    });
    const token = answered.body.access_token;
    expect((await callMcp(service, token, "tools/list")).result.tools).toHaveLength(12);
    expect((await callOwn(service, token, "my_organizations")).organizations).toMatchObject([{ id: org }]);
    expect((await callOwn(service, token, "my_obligations")).items.length).toBeGreaterThan(20);
    const [mail] = await mailsTo(service, jana.email);
    expect(mail?.text).toContain("localhost");
    expect(mail?.text).not.toContain("Agent");
    const listed = await jana.browser.get("/sk/account/connections");
    expect(listed.html).toMatch(/data-connection="con_/);
    const audit = await here.run("audit verify");
    expect(audit.code, audit.err).toBe(0);
  });

  test("a token opens its resource alone, and only what its person still reaches at the next call", async () => {
    const { service, tokens, run, jana, org, operator } = await connected();
    const token = tokens.access_token;
    const bearer = { Authorization: `Bearer ${token}` };
    expect((await service.fetch("/api/v1/domain", { headers: bearer })).status).toBe(401);
    const open = await service.fetch("/api/mcp", {
      method: "POST",
      headers: { ...bearer, "Content-Type": "application/json" },
      body: JSON.stringify({
        jsonrpc: "2.0",
        id: 1,
        method: "tools/call",
        params: { name: "my_scans", arguments: {} },
      }),
    });
    expect((await open.json()).result.structuredContent.error).toMatchObject({
      code: "unauthorized",
      nextStep: expect.stringContaining(`${BASE}/api/mcp/account`),
    });
    for (const path of ["/sk/account", "/sk/account/keys"]) {
      expect((await service.fetch(path, { headers: bearer, redirect: "manual" })).status).toBe(303);
    }
    // Another organization of the person is outside what was chosen: as nonexistent.
    const other = await organization({ operator } as never, jana, {}, "Beta");
    const foreign = JSON.stringify(await callOwn(service, token, "my_scans", { organizationId: other }));
    expect(foreign).toBe(
      JSON.stringify(await callOwn(service, token, "my_scans", { organizationId: `org_${"0".repeat(26)}` })),
    );
    expect(foreign).toContain("not_found");
    expect((await callOwn(service, token, "my_organizations")).organizations).toMatchObject([{ id: org }]);

    expect((await run(`user disable --email ${jana.email}`)).code).toBe(0);
    expect((await callMcp(service, token, "ping")).status).toBe(401);
    expect((await run(`user enable --email ${jana.email}`)).code).toBe(0);
    expect((await callMcp(service, token, "ping")).status).toBe(200);
    await operator.opened.state.run(composedSql("DELETE FROM membership WHERE org_id = ?"), org);
    expect((await callOwn(service, token, "my_organizations")).organizations).toEqual([]);
    expect((await callOwn(service, token, "my_scans")).error.code).toBe("not_found");
    service.pass(3_601);
    expect((await callMcp(service, token, "ping")).status).toBe(401);
  });

  test("refreshes side by side and repeated within two minutes each get a pair; later it is theft, and everything ends", async () => {
    const { service, tokens, made, jana } = await connected();
    const first = tokens.refresh_token;
    const pairs = await Promise.all([1, 2, 3].map(() => refresh(service, made, first)));
    expect(pairs.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set(pairs.map(({ body }) => body.refresh_token)).size).toBe(3);
    for (const { body } of pairs) expect((await callMcp(service, body.access_token, "ping")).status).toBe(200);
    expect((await callMcp(service, tokens.access_token, "ping")).status).toBe(200);
    for (let count = 3; count < 10; count++) expect((await refresh(service, made, first)).status).toBe(200);
    const eleventh = await refresh(service, made, first);
    expect([eleventh.status, eleventh.body.error]).toEqual([400, "invalid_grant"]);
    // A stranger must not be able to end anything.
    const stranger = await agent(service);
    service.pass(121);
    const foreign = await refresh(service, stranger, first);
    expect([foreign.status, foreign.body]).toEqual([400, eleventh.body]);
    const last = pairs[0]?.body.access_token;
    expect((await callMcp(service, last, "ping")).status).toBe(200);
    const stolen = await refresh(service, made, first);
    expect([stolen.status, stolen.body]).toEqual([400, eleventh.body]);
    expect((await callMcp(service, last, "ping")).status).toBe(401);
    expect((await refresh(service, made, pairs[1]?.body.refresh_token)).status).toBe(400);
    const mails = await mailsTo(service, jana.email, 2);
    expect(mails.at(-1)?.link).toBe("/sk/account/connections");
    expect((await jana.browser.get("/sk/account/connections")).html).not.toContain("data-connection");
  });

  test("a code works once: of two at once one wins, and a later second use ends what it gave", async () => {
    const here = await install(SETTINGS);
    const { service } = here;
    const jana = await person(here);
    const made = await agent(service);
    const code = await allow(jana, made);
    const both = await Promise.all([exchange(service, made, code), exchange(service, made, code)]);
    const won = both.filter(({ status }) => status === 200);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 400]);
    const again = await exchange(service, made, code);
    expect([again.status, again.body.error]).toEqual([400, "invalid_grant"]);
    expect((await callMcp(service, won[0]?.body.access_token, "ping")).status).toBe(401);
    const actions = await here.operator.opened.state.all<Json>(
      composedSql("SELECT action FROM audit_entry WHERE action LIKE 'oauth.%' ORDER BY seq"),
    );
    expect(actions.map(({ action }) => action)).toEqual(["oauth.connected", "oauth.code_reused"]);
  });

  test("a revoked refresh token ends the connection, an access token itself; unknown ones are 200 too", async () => {
    const { service, tokens, made } = await connected();
    const { body: more } = await refresh(service, made, tokens.refresh_token);
    const revoke = (token: string) => postForm(service, "/oauth/revoke", { token, client_id: made.clientId });
    expect(await revoke(tokens.access_token)).toMatchObject({ status: 200, body: undefined });
    expect((await callMcp(service, tokens.access_token, "ping")).status).toBe(401);
    expect((await callMcp(service, more.access_token, "ping")).status).toBe(200);
    expect((await revoke("dosar_unknown")).status).toBe(200);
    const stranger = await agent(service);
    const foreign = { token: more.refresh_token, client_id: stranger.clientId };
    expect((await postForm(service, "/oauth/revoke", foreign)).status).toBe(200);
    expect((await callMcp(service, more.access_token, "ping")).status).toBe(200);
    expect((await revoke(more.refresh_token)).status).toBe(200);
    expect((await callMcp(service, more.access_token, "ping")).status).toBe(401);
  });

  test("its person ends it on the page of a question, and at the next call it is over", async () => {
    const { service, tokens, jana, made } = await connected();
    const list = await jana.browser.get("/en/account/connections");
    const [, id = ""] = /data-connection="(con_[0-9a-z]{26})"/.exec(list.html) ?? [];
    const question = `/en/account/connections/${id}/revoke`;
    expect((await jana.browser.get(question)).html).toContain('data-question="revoke"');
    const ended = await jana.browser.submit(question, {});
    expect([ended.status, ended.location, ended.done]).toEqual([303, "/en/account/connections", "revoked"]);
    expect((await callMcp(service, tokens.access_token, "ping")).status).toBe(401);
    expect((await refresh(service, made, tokens.refresh_token)).status).toBe(400);
    expect((await jana.browser.get(question)).status).toBe(404);
  });

  test("denied, the person is sent back with access_denied; the request is gone after one decision", async () => {
    const here = await install(SETTINGS);
    const jana = await person(here);
    const made = await agent(here.service);
    const { address } = await openConsent(jana.browser, authorizePath(made));
    const denied = await decide(jana.browser, address, { decision: "deny" });
    expect(membersOf(denied.location)).toEqual({ error: "access_denied", state: "st", iss: ISSUER });
    expect((await jana.browser.get(address)).status).toBe(404);
    // Another browser of the same person cannot decide.
    const { address: second } = await openConsent(jana.browser, authorizePath(made));
    const eva = await person(here);
    expect((await eva.browser.get(second)).status).toBe(404);
    here.service.pass(601);
    expect((await jana.browser.get(second)).status).toBe(404);
  });

  test("write scopes are given only when asked for and ticked, and end with the role; a refresh may ask for less, never for more", async () => {
    const here = await install(SETTINGS);
    const { service } = here;
    const jana = await person(here);
    const eva = await person(here);
    const org = await organization(here, jana, { owner: eva });
    const made = await agent(service);
    const api = { resource: `${BASE}/api/v1`, scope: "openid scan:write trust:write offline_access" };
    const code = await allow(jana, made, { reach: "all", scopes: ["scan:write", "register:write"] }, api);
    const { body } = await exchange(service, made, code);
    expect(body.scope).toBe("read scan:write");
    const less = await refresh(service, made, body.refresh_token, { scope: "read offline_access" });
    expect(less.body.scope).toBe("read");
    expect((await refresh(service, made, less.body.refresh_token)).body.scope).toBe("read scan:write");
    const more = await refresh(service, made, less.body.refresh_token, { scope: "trust:write" });
    expect([more.status, more.body.error]).toEqual([400, "invalid_scope"]);
    const bearer = { Authorization: `Bearer ${body.access_token}`, "Content-Type": "application/json" };
    const draft = await service.fetch("/api/v1/trust-profile", { method: "PUT", headers: bearer, body: "{}" });
    expect([draft.status, draft.headers.get("WWW-Authenticate")]).toEqual([
      403,
      `Bearer error="insufficient_scope", scope="trust:write", resource_metadata="${BASE}/.well-known/oauth-protected-resource/api/v1"`,
    ]);
    // What it may, it may as its person: demoted, the next call does less, and outside nothing is there.
    expect((await callMcp(service, body.access_token, "ping")).status).toBe(401);
    const add = async (name: string) => {
      const sent = JSON.stringify({ domain: name });
      const answer = await service.fetch("/api/v1/domain", { method: "POST", headers: bearer, body: sent });
      return [answer.status, answer.headers.get("WWW-Authenticate")];
    };
    expect((await add("firma.sk"))[0]).toBeLessThan(300);
    const as = async (role: Role | null) => {
      const how = { at: NOW.getTime(), why: "role" } as const;
      await here.operator.opened.state.transaction((tx) => changeMembership(tx, jana.id, org, role, how));
    };
    await as("viewer");
    expect(await add("druha.sk")).toEqual([403, null]);
    await as(null);
    expect((await add("tretia.sk"))[0]).toBe(404);
    // None asked for: read alone.
    const plain = await agent(service);
    const none = await exchange(service, plain, await allow(jana, plain, { reach: "all", scopes: ["scan:write"] }));
    expect(none.body.scope).toBe("read");
  });
});
