import { expect, test } from "vitest";
import { composedSql } from "../../src/state/sql.ts";
import { organization, person, signIn } from "../accounts/organization.fixture.ts";
import { describeOnBoth } from "../promises/installation.fixture.ts";
import { GENEROUS, type Json, NOW } from "../promises/service.fixture.ts";
import {
  agent,
  allow,
  authorizePath,
  BASE,
  callMcp,
  decide,
  exchange,
  membersOf,
  openConsent,
  postForm,
  RETURN,
  refresh,
  register,
} from "./agent.fixture.ts";

const SETTINGS = { env: { TRUST_PROXY: "loopback" }, limits: GENEROUS };

describeOnBoth("whoever attacks the way of agents", (install) => {
  test("is sent nowhere but to a registered address: near misses get a page without a link", async () => {
    const { service } = await install(SETTINGS);
    const registered = "https://agent.example.net/cb?a=1";
    const made = await agent(service, { redirect_uris: [registered, RETURN] });
    const misses = [
      "https://agent.example.net/cb",
      "https://agent.example.net/cb?a=1&b=2",
      "https://agent.example.net/cb?a=2",
      "https://agent.example.net/cb/?a=1",
      "https://agent.example.net/CB?a=1",
      "http://agent.example.net/cb?a=1",
      "https://agent.example.net:444/cb?a=1",
      "https://evil.example.net/cb?a=1",
      "https://agent.example.net.evil.example/cb?a=1",
      "https://agent.example.net@evil.example/cb?a=1",
      "https://agent.example.net/cb?a=1#x",
      "https://agent.example.net\\@evil.example/cb?a=1",
      "http://localhost:33418/callback",
      "http://127.0.0.1:33418/callback/",
      "http://127.0.0.1.evil.example/callback",
      "javascript:alert(1)",
      "//evil.example/cb",
    ];
    for (const returnTo of misses) {
      const answer = await service.fetch(authorizePath({ ...made, returnTo }), { redirect: "manual" });
      const html = await answer.text();
      expect([returnTo, answer.status, answer.headers.get("Location")]).toEqual([returnTo, 400, null]);
      expect(html).toContain('data-error="redirect_unknown"');
      expect(html).not.toContain("evil.example");
    }
    // Any port of this computer is the same address.
    const other = await service.fetch(authorizePath({ ...made, returnTo: "http://127.0.0.1:5/callback" }), {
      redirect: "manual",
    });
    expect(other.status).toBe(303);
    // Members of the query stay, and errors carry the issuer.
    const failed = await service.fetch(authorizePath({ ...made, returnTo: registered }, { response_type: "token" }), {
      redirect: "manual",
    });
    expect(failed.headers.get("Location")).toBe(
      `${registered}&error=unsupported_response_type&state=st&iss=${encodeURIComponent(`${BASE}/oauth`)}`,
    );
  });

  test("gets errors by the table of the request: what the address does not allow is sent back, all else is a page", async () => {
    const { service } = await install(SETTINGS);
    const made = await agent(service);
    const ask = async (over: Readonly<Record<string, string | undefined>>, more = "") => {
      const answer = await service.fetch(authorizePath(made, over) + more, { redirect: "manual" });
      const location = answer.headers.get("Location");
      const [, code] = /data-error="([a-z_]+)"/.exec(await answer.text()) ?? [];
      return code ?? (location?.startsWith("http") === true ? membersOf(location).error : location?.slice(0, 16));
    };
    expect(await ask({}, "&state=again")).toBe("request_invalid");
    expect(await ask({}, `&x=${"y".repeat(9_000)}`)).toBe("request_invalid");
    expect(await ask({ client_id: undefined })).toBe("client_unknown");
    expect(await ask({ client_id: `dcl_${"0".repeat(26)}` })).toBe("client_unknown");
    expect(await ask({ client_id: "https://10.0.0.1/meta.json" })).toBe("client_document");
    expect(await ask({ redirect_uri: undefined })).toBe("redirect_unknown");
    expect(await ask({ response_type: "token" })).toBe("unsupported_response_type");
    expect(await ask({ response_mode: "fragment" })).toBe("invalid_request");
    expect(await ask({ request: "eyJ" })).toBe("invalid_request");
    expect(await ask({ code_challenge: undefined })).toBe("invalid_request");
    expect(await ask({ code_challenge_method: "plain" })).toBe("invalid_request");
    expect(await ask({ code_challenge_method: undefined })).toBe("invalid_request");
    expect(await ask({ state: "s".repeat(2_001) })).toBe("invalid_request");
    expect(await ask({ resource: "https://other.example/api" })).toBe("invalid_target");
    expect(await ask({ resource: `${BASE}/api/mcp` })).toBe("invalid_target");
    expect(await ask({ prompt: "none" })).toBe("interaction_required");
    for (const fine of [
      { resource: `${BASE.toUpperCase().replace("HTTP:", "HTTP:")}/api/mcp/account/` },
      { resource: undefined },
      { scope: "openid profile nonsense" },
      { scope: undefined },
      { prompt: "consent" },
      { state: undefined },
    ]) {
      expect(await ask(fine)).toBe("/sk/connect/orq_");
    }
    for (const method of ["POST", "PUT", "DELETE"]) {
      expect((await service.fetch("/oauth/authorize", { method })).status).toBe(405);
    }
  });

  test("cannot use a code without its verifier, as another client, at another address or for another resource", async () => {
    const here = await install(SETTINGS);
    const { service } = here;
    const jana = await person(here);
    const made = await agent(service);
    const other = await agent(service);
    const code = await allow(jana, made);
    const errors: unknown[] = [];
    for (const over of [
      { code_verifier: "x".repeat(43) },
      { code_verifier: "short" },
      { code_verifier: made.verifier, client_id: other.clientId },
      { redirect_uri: "http://127.0.0.1:1/other" },
      { redirect_uri: "" },
      { resource: `${BASE}/api/v1` },
      { resource: "https://other.example" },
      { code: `${code}x` },
      { grant_type: "password" },
      { grant_type: "client_credentials" },
      { grant_type: "urn:ietf:params:oauth:grant-type:device_code" },
      { client_id: `dcl_${"0".repeat(26)}` },
    ]) {
      const { status, body } = await exchange(service, made, code, over as Record<string, string>);
      errors.push([status, body.error]);
      expect(JSON.stringify(body)).not.toContain(code);
    }
    expect(errors).toEqual([
      [400, "invalid_grant"],
      expect.arrayContaining([400]),
      [400, "invalid_grant"],
      [400, "invalid_grant"],
      expect.arrayContaining([400]),
      [400, "invalid_target"],
      [400, "invalid_target"],
      [400, "invalid_grant"],
      [400, "unsupported_grant_type"],
      [400, "unsupported_grant_type"],
      [400, "unsupported_grant_type"],
      [401, "invalid_client"],
    ]);
    const { clientId, verifier } = made;
    const withoutVerifier = { grant_type: "authorization_code", client_id: clientId, code, redirect_uri: RETURN };
    expect((await postForm(service, "/oauth/token", withoutVerifier)).status).toBe(400);
    const json = await service.fetch("/oauth/token", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ ...withoutVerifier, code_verifier: verifier }),
    });
    expect(json.status).toBe(415);
    // Nothing of that used the code up.
    expect((await exchange(service, made, code)).status).toBe(200);
    service.pass(61);
    const late = await allow(jana, made);
    service.pass(61);
    expect((await exchange(service, made, late)).body.error).toBe("invalid_grant");
  });

  test("meets the page of consent again, and cannot decide for a person by a form of its own", async () => {
    const here = await install(SETTINGS);
    const { service } = here;
    const jana = await person(here);
    const org = await organization(here, jana);
    const made = await agent(service);
    await exchange(service, made, await allow(jana, made, { reach: "chosen", organization: org }));
    const { address, page } = await openConsent(jana.browser, authorizePath(made));
    expect(page.status).toBe(200);
    expect(page.html).toContain("už pripojili");
    const fields = { decision: "allow", reach: "all" };
    expect((await jana.browser.post(address, fields)).status).toBe(403);
    const foreign = { "Sec-Fetch-Site": "cross-site", Origin: "https://evil.example" };
    expect((await jana.browser.post(address, fields, foreign)).status).toBe(403);
    expect(page.headers.get("Content-Security-Policy")).toContain("frame-ancestors 'none'");
    expect(page.headers.get("Cache-Control")).toBe("no-store");
    expect(page.headers.get("Referrer-Policy")).toBe("same-origin");
    // Signed out and in as somebody else, the form of the first person no longer fits.
    const eva = await person(here);
    const { html } = await jana.browser.get(address);
    const [, csrf = ""] = /name="csrf" value="([^"]+)"/.exec(html) ?? [];
    await signIn(here, { ...eva, browser: jana.browser }, NOW.getTime());
    expect((await jana.browser.post(address, { ...fields, csrf })).status).toBe(403);
    // Signed out, the page leads through the sign-in and back.
    jana.browser.cookie = undefined;
    const led = await jana.browser.get(address);
    expect([led.status, led.location]).toEqual([303, `/sk/sign-in?next=${encodeURIComponent(address)}`]);
  });

  test("writes a name that only reads as text: markup, marks of direction, a name without end", async () => {
    const here = await install(SETTINGS);
    const { service } = here;
    const jana = await person(here);
    const names = ["<b>Claude</b>", "\u202eedualC", "Claude (verified by Dosah)", "x".repeat(5_000), "", 7];
    for (const client_name of names) {
      const made = await agent(service, { client_name, redirect_uris: ["https://agent.example.net/cb"] });
      const { page } = await openConsent(jana.browser, authorizePath(made));
      expect(page.html).not.toContain("<b>Claude</b>");
      expect(page.html).not.toContain("\u202e");
      expect(page.html).not.toContain("x".repeat(200));
      expect(page.html).toContain("hovorí si „");
      expect(page.html).toContain('data-client-known="no"');
    }
    const known = await agent(service, {
      client_name: "Evil",
      redirect_uris: ["https://claude.ai/api/mcp/auth_callback"],
    });
    const { page } = await openConsent(jana.browser, authorizePath(known));
    expect(page.html).toContain('data-client-known="yes"');
    expect(page.html).not.toContain("Evil");
  });

  test("borrows no known name by a known address beside its own: on this computer and to an app it stays unknown", async () => {
    const here = await install(SETTINGS);
    const jana = await person(here);
    const known = "https://claude.ai/api/mcp/auth_callback";
    const app = "cursor://evil/callback";
    const made = await agent(here.service, { client_name: "Claude", redirect_uris: [known, RETURN, app] });
    for (const [returnTo, isKnown] of [
      [known, true],
      [RETURN, false],
      ["http://127.0.0.1:5/callback", false],
      [app, false],
    ] as const) {
      const scope = { resource: `${BASE}/api/v1`, scope: "scan:write" };
      const { page } = await openConsent(jana.browser, authorizePath({ ...made, returnTo }, scope));
      const holds = (part: string) => page.html.includes(part);
      expect([returnTo, holds('data-client-known="yes"')]).toEqual([returnTo, isKnown]);
      expect([returnTo, holds('data-warning="unknown_client"')]).toEqual([returnTo, !isKnown]);
      expect([returnTo, holds("hovorí si „Claude“")]).toEqual([returnTo, !isKnown]);
      expect([returnTo, /value="scan:write" checked/.test(page.html)]).toEqual([returnTo, isKnown]);
    }
    await allow(jana, { ...made, returnTo: RETURN });
    const listed = await jana.browser.get("/sk/account/connections");
    expect(listed.html).toContain("hovorí si „Claude“");
  });

  test("chooses nothing for the person: none, a foreign organization and a write scope without a recent sign-in are refused", async () => {
    const here = await install(SETTINGS);
    const { service } = here;
    const jana = await person(here);
    const eva = await person(here);
    await organization(here, jana);
    const foreign = await organization(here, eva);
    const made = await agent(service);
    const { address } = await openConsent(jana.browser, authorizePath(made));
    const none = await decide(jana.browser, address, { decision: "allow", reach: "chosen" });
    expect([none.status, none.errors]).toEqual([400, ["organization_missing"]]);
    expect(
      (await decide(jana.browser, address, { decision: "allow", reach: "chosen", organization: foreign })).status,
    ).toBe(404);
    const old = await person(here, { signedInAgo: 20 * 60_000 });
    const { operator } = here;
    await operator.opened.state.run(composedSql("UPDATE account SET password_hash = 'x' WHERE id = ?"), old.id);
    const api = authorizePath(await agent(service), { resource: `${BASE}/api/v1`, scope: "scan:write" });
    const write = await openConsent(old.browser, api);
    const refused = await decide(old.browser, write.address, { decision: "allow", reach: "all", scopes: "scan:write" });
    expect([refused.status, refused.errors]).toEqual([400, ["password_or_code_wrong"]]);
  });

  test("is stopped by its own limits, and a dead refresh never stops a new code", async () => {
    const { service } = await install({
      ...SETTINGS,
      limits: [
        "oauth_register: { perMinute: 2 }",
        "oauth_authorize: { perMinute: 3 }",
        "oauth_token_failed: { perMinute: 3 }",
      ],
    });
    const made = await agent(service);
    expect((await register(service)).status).toBe(201);
    const third = await register(service);
    expect([third.status, third.body]).toEqual([429, { error: "temporarily_unavailable" }]);
    const statuses: number[] = [];
    for (let count = 0; count < 4; count++) {
      statuses.push((await service.fetch(authorizePath(made), { redirect: "manual" })).status);
    }
    expect(statuses).toEqual([303, 303, 303, 429]);
    const failures: number[] = [];
    for (let count = 0; count < 4; count++) failures.push((await refresh(service, made, "dosar_x")).status);
    expect(failures).toEqual([400, 400, 400, 429]);
  });

  test("finds no code, token or secret in the log, the database or an answer that refuses", async () => {
    const here = await install(SETTINGS);
    const { service } = here;
    const jana = await person(here);
    const made = await agent(service, { token_endpoint_auth_method: "client_secret_post" });
    const secret = { client_secret: made.secret ?? "" };
    const code = await allow(jana, made);
    const { body } = await exchange(service, made, code, secret);
    const { body: again } = await refresh(service, made, body.refresh_token, secret);
    await callMcp(service, again.access_token, "ping");
    await exchange(service, made, code, secret);
    const { state } = here.operator.opened;
    const tables = [
      "oauth_client",
      "oauth_request",
      "oauth_connection",
      "oauth_code",
      "oauth_token",
      "audit_entry",
      "mail",
      "job",
    ];
    const stored: Json[] = [];
    for (const table of tables) stored.push(await state.all(composedSql(`SELECT * FROM ${table}`)));
    const all = JSON.stringify(stored) + service.logged.join("\n");
    const secrets = [
      code,
      made.secret,
      made.verifier,
      body.access_token,
      body.refresh_token,
      again.access_token,
      again.refresh_token,
    ];
    for (const value of secrets) expect(all.includes(String(value).slice(6))).toBe(false);
    expect(all).toContain("oauth.connected");
  });
});
