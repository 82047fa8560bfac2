import { expect, test } from "vitest";
import { composedSql } from "../../src/state/sql.ts";
import { person } from "../accounts/organization.fixture.ts";
import { describeOnBoth } from "../promises/installation.fixture.ts";
import { GENEROUS } from "../promises/service.fixture.ts";
import {
  agent,
  allow,
  authorizePath,
  callMcp,
  exchange,
  openConsent,
  postForm,
  RETURN,
  refresh,
  register,
} from "./agent.fixture.ts";

const SETTINGS = { env: { TRUST_PROXY: "loopback" }, limits: GENEROUS };

describeOnBoth("agents as they are", (install) => {
  test("register: a public client never gets a secret, basic and post get one, anything else is refused by its rule", async () => {
    const { service } = await install(SETTINGS);
    const plain = await register(service, { scope: "admin", logo_uri: "https://evil.example/x.png" });
    expect(plain.status).toBe(201);
    expect(plain.body).toEqual({
      client_id: expect.stringMatching(/^dcl_[0-9a-z]{26}$/),
      client_id_issued_at: expect.any(Number),
      client_name: "Agent",
      redirect_uris: [RETURN],
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      token_endpoint_auth_method: "none",
    });
    const nameless = await register(service, { client_name: undefined });
    expect([nameless.status, nameless.body.client_name]).toEqual([201, undefined]);
    const twice = await register(service);
    expect(twice.body.client_id).not.toBe(plain.body.client_id);
    for (const method of ["client_secret_basic", "client_secret_post"]) {
      const { body } = await register(service, { token_endpoint_auth_method: method });
      expect(body).toMatchObject({
        client_secret: expect.stringMatching(/^dosas_[0-9A-Za-z]{49}$/),
        client_secret_expires_at: 0,
        token_endpoint_auth_method: method,
      });
    }
    const error = async (metadata: object) => {
      const { status, body } = await register(service, metadata);
      expect(status).toBe(400);
      expect(JSON.stringify(body)).not.toContain("evil");
      return body.error;
    };
    expect(await error({ token_endpoint_auth_method: "tls_client_auth" })).toBe("invalid_client_metadata");
    expect(await error({ token_endpoint_auth_method: "private_key_jwt" })).toBe("invalid_client_metadata");
    const refused = [
      "http://evil.example/cb",
      "https://10.0.0.1/cb",
      "https://localhost/cb",
      "javascript:evil()",
      "data:text/html,evil",
      "https://u:p@evil.example/cb",
      "https://evil.example/cb#x",
      "https://*.evil.example/cb",
      "https://evil.example/a b",
      `https://evil.example/${"x".repeat(500)}`,
      "evil:cb",
    ];
    for (const uri of refused) expect(await error({ redirect_uris: [RETURN, uri] })).toBe("invalid_redirect_uri");
    expect(await error({ redirect_uris: [] })).toBe("invalid_redirect_uri");
    expect(await error({ redirect_uris: new Array(21).fill(RETURN) })).toBe("invalid_redirect_uri");
    const big = await register(service, { client_name: "x".repeat(11_000) });
    expect([big.status, big.body.error]).toEqual([400, "invalid_client_metadata"]);
  });

  test("Cursor: an https address and one of its own scheme in one list, and the page allows the redirect to it", async () => {
    const here = await install(SETTINGS);
    const jana = await person(here);
    const scheme = "cursor://anysphere.cursor-retrieval/oauth/callback";
    const made = await agent(here.service, {
      redirect_uris: [scheme, "https://www.cursor.com/agents/mcp/oauth/callback"],
    });
    const { page } = await openConsent(jana.browser, authorizePath(made));
    expect(page.headers.get("Content-Security-Policy")).toContain("form-action 'self' cursor:");
    expect(page.html).toContain('data-warning="app_scheme"');
    expect((await exchange(here.service, made, await allow(jana, made))).status).toBe(200);
  });

  test("Grok: two addresses with a slash at the end are compared exactly", async () => {
    const { service } = await install(SETTINGS);
    const [one, two] = ["https://grok.com/oauth/callback/", "https://x.ai/oauth/callback/"];
    const made = await agent(service, { redirect_uris: [one, two] });
    const status = async (returnTo: string) =>
      (await service.fetch(authorizePath({ ...made, returnTo }), { redirect: "manual" })).status;
    expect([await status(one), await status(two), await status(one.slice(0, -1))]).toEqual([303, 303, 400]);
  });

  test("Copilot Studio: no scope gives read; Claude: one that it does not know is left out, offline_access changes nothing", async () => {
    const here = await install(SETTINGS);
    const jana = await person(here);
    for (const scope of [undefined, "openid profile email", "read offline_access", "offline_access"]) {
      const made = await agent(here.service);
      const { body } = await exchange(here.service, made, await allow(jana, made, { reach: "all" }, { scope }));
      expect(body.scope).toBe("read");
    }
  });

  test("Le Chat and Gemini: a secret by basic or post, each as it registered", async () => {
    const here = await install(SETTINGS);
    const { service, run } = here;
    const jana = await person(here);
    const basic = await agent(service, { token_endpoint_auth_method: "client_secret_basic" });
    const header = { Authorization: `Basic ${btoa(`${basic.clientId}:${basic.secret}`)}` };
    const form = async (made: typeof basic) => ({
      grant_type: "authorization_code",
      code: await allow(jana, made),
      code_verifier: made.verifier,
      redirect_uri: made.returnTo,
    });
    expect((await postForm(service, "/oauth/token", await form(basic), header)).status).toBe(200);
    const wrong = { Authorization: `Basic ${btoa(`${basic.clientId}:${basic.secret}x`)}` };
    const refused = await postForm(service, "/oauth/token", await form(basic), wrong);
    expect([refused.status, refused.body.error, refused.headers.get("WWW-Authenticate")]).toEqual([
      401,
      "invalid_client",
      'Basic realm="dosah"',
    ]);
    const inForm = { ...(await form(basic)), client_id: basic.clientId, client_secret: basic.secret ?? "" };
    expect((await postForm(service, "/oauth/token", inForm)).status).toBe(401);
    const without = { ...(await form(basic)), client_id: basic.clientId };
    expect((await postForm(service, "/oauth/token", without)).status).toBe(401);

    const added = await run(
      `oauth client add --name Gemini --redirect-uri https://vertexaisearch.cloud.google.com/cb --secret`,
    );
    const [clientId = "", secret = ""] = added.out.split("\n");
    const gemini = { ...basic, clientId, secret, returnTo: "https://vertexaisearch.cloud.google.com/cb" };
    const posted = { ...(await form(gemini)), client_id: clientId, client_secret: secret };
    expect((await postForm(service, "/oauth/token", posted)).status).toBe(200);
    expect((await run("oauth client list")).out).toContain(clientId);
    expect((await run(`oauth client remove ${clientId}`)).code).toBe(0);
    expect((await postForm(service, "/oauth/token", posted)).status).toBe(401);
  });

  test("claude.ai: two refreshes at once from two addresses both go on; one whose registration is gone is told so by 401", async () => {
    const here = await install(SETTINGS);
    const { service, operator } = here;
    const jana = await person(here);
    const made = await agent(service);
    const { body } = await exchange(service, made, await allow(jana, made));
    const form = { grant_type: "refresh_token", client_id: made.clientId, refresh_token: body.refresh_token };
    const both = await Promise.all(
      ["160.79.104.10", "34.162.46.92"].map((from) =>
        postForm(service, "/oauth/token", form, { "X-Forwarded-For": from }),
      ),
    );
    for (const { status, body: pair } of both) {
      expect([status, (await callMcp(service, pair.access_token, "ping")).status]).toEqual([200, 200]);
    }
    expect(operator).toBeDefined();
    expect((await here.run(`oauth client remove ${made.clientId}`)).code).toBe(0);
    const gone = await refresh(service, made, both[0]?.body.refresh_token);
    expect([gone.status, gone.body.error]).toEqual([401, "invalid_client"]);
  });

  test("OAUTH=off leaves keys alone; OAUTH_REGISTRATION closes registration, and with known takes the operator's alone", async () => {
    const off = await install({ env: { OAUTH: "off" } });
    for (const path of [
      "/.well-known/oauth-protected-resource/api/mcp/account",
      "/oauth/.well-known/oauth-authorization-server",
    ]) {
      expect((await off.service.fetch(path)).status).toBe(404);
    }
    const refused = await off.service.fetch("/api/mcp/account", { method: "POST" });
    expect([refused.status, refused.headers.get("WWW-Authenticate")]).toEqual([401, 'Bearer scope="read"']);
    const documents = await install({ env: { OAUTH_REGISTRATION: "documents" } });
    const metadata = await (await documents.service.fetch("/.well-known/oauth-authorization-server/oauth")).json();
    expect(metadata.registration_endpoint).toBe(undefined);
    expect((await documents.service.fetch("/oauth/register", { method: "POST" })).status).toBe(404);
    const known = await install({ env: { OAUTH_REGISTRATION: "known" } });
    expect((await known.service.fetch("/oauth/register", { method: "POST" })).status).toBe(404);
    const statusOf = async (clientId: string, returnTo: string) => {
      const asked = authorizePath({ clientId, returnTo, verifier: "v".repeat(43) });
      return (await known.service.fetch(asked, { redirect: "manual" })).status;
    };
    const returnTo = "https://agent.example.net/cb";
    const added = await known.run(`oauth client add --name Gemini --redirect-uri ${returnTo}`);
    expect(await statusOf(added.out.trim(), returnTo)).toBe(303);
    // Two that registered before the operator closed it; a known address admits its own answer alone.
    const registered = async (id: string, redirectUris: readonly string[]) => {
      const insert = composedSql(
        "INSERT INTO oauth_client (id, kind, name, metadata, created_at) VALUES (?, 'registered', 'x', ?, 1)",
      );
      const { state } = known.operator.opened;
      await state.run(insert, id, JSON.stringify({ redirectUris, methods: ["none"] }));
      return id;
    };
    const strange = await registered(`dcl_${"0".repeat(26)}`, [returnTo]);
    expect(await statusOf(strange, returnTo)).toBe(400);
    const claude = "https://claude.ai/api/mcp/auth_callback";
    const mixed = await registered(`dcl_${"1".repeat(26)}`, [claude, RETURN]);
    expect([await statusOf(mixed, claude), await statusOf(mixed, RETURN)]).toEqual([303, 400]);
  });
});
