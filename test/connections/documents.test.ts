import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { afterAll, beforeAll, expect, test } from "vitest";
import { composedSql } from "../../src/state/sql.ts";
import { organization, person, signIn } from "../accounts/organization.fixture.ts";
import { type Laboratory, laboratorySettings } from "../lab/laboratory.ts";
import { openTrustedLaboratory } from "../lab/scan-service.fixture.ts";
import { describeOnBoth } from "../promises/installation.fixture.ts";
import { GENEROUS, type Json, NOW } from "../promises/service.fixture.ts";
import { authorizePath, BASE, callOwn, decide, membersOf, openConsent, postForm } from "./agent.fixture.ts";
import { documentHost, errorOf, json, PATH, plain, verifier } from "./document-host.fixture.ts";

let opened: Awaited<ReturnType<typeof openTrustedLaboratory>>;
let lab: Laboratory;

beforeAll(async () => {
  opened = await openTrustedLaboratory();
  lab = opened.lab;
});
afterAll(() => opened.close());

const ASSERTION = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";

const host = (document: Parameters<typeof documentHost>[1], keys: object = { keys: [] }) =>
  documentHost(lab, document, () => json(keys));

describeOnBoth("an agent with a document about itself", (install) => {
  async function start() {
    const here = await install({ env: { TRUST_PROXY: "loopback", ...laboratorySettings(lab) }, limits: GENEROUS });
    here.service.pass((Date.now() - NOW.getTime()) / 1000);
    const jana = await person(here);
    await signIn(here, jana, Date.now());
    const org = await organization(here, jana);
    return { ...here, jana, org };
  }

  async function codeFor({ jana }: Awaited<ReturnType<typeof start>>, made: Awaited<ReturnType<typeof host>>) {
    const { address, page } = await openConsent(jana.browser, authorizePath(made));
    const decided = await decide(jana.browser, address, { decision: "allow", reach: "all" });
    return { code: membersOf(decided.location).code ?? "", page };
  }

  test("signs its requests: from its host on the page of consent to an answer, and no other signature will do", async () => {
    const here = await start();
    const { service } = here;
    const { publicKey, privateKey } = await generateKeyPair("RS256", { extractable: true });
    const other = await generateKeyPair("RS256");
    const jwk = { ...(await exportJWK(publicKey)), kid: "one", alg: "RS256" };
    const made = await host(
      (id, returnTo) =>
        json({
          client_id: id,
          client_name: "ChatGPT",
          redirect_uris: [returnTo],
          token_endpoint_auth_method: "private_key_jwt",
          jwks_uri: `https://${new URL(id).host}/keys.json`,
        }),
      { keys: [jwk] },
    );
    const { code, page } = await codeFor(here, made);
    expect(page.html).toContain(`<span class="breakable" data-client-host="">${made.domain}</span>`);
    expect(page.html).toContain("hovorí si „ChatGPT“");

    let count = 0;
    const sign = async (over: Json = {}, key = privateKey, alg = "RS256") => {
      const { aud = `${BASE}/oauth`, exp = "2m", sub = made.clientId, jti = `j${count++}` } = over;
      const jwt = new SignJWT({ jti }).setProtectedHeader({ alg, kid: "one" }).setIssuer(over.iss ?? made.clientId);
      return jwt
        .setSubject(sub)
        .setAudience(aud)
        .setExpirationTime(exp)
        .sign(key as never);
    };
    const send = async (assertion: string | undefined, more: Json = {}) =>
      postForm(service, "/oauth/token", {
        grant_type: "authorization_code",
        code,
        code_verifier: verifier,
        redirect_uri: made.returnTo,
        ...(assertion === undefined
          ? { client_id: made.clientId }
          : { client_assertion: assertion, client_assertion_type: ASSERTION }),
        ...more,
      });
    const unsigned = `${btoa('{"alg":"none"}')}.${btoa(JSON.stringify({ iss: made.clientId, sub: made.clientId, jti: "n" }))}.`;
    const secret = new TextEncoder().encode(JSON.stringify(jwk));
    const wrong = [
      undefined,
      unsigned.replaceAll("=", ""),
      await sign({}, secret as never, "HS256"),
      await sign({}, other.privateKey),
      await sign({ aud: "https://other.example/oauth" }),
      await sign({ exp: Math.floor(Date.now() / 1000) - 60 }),
      await sign({ exp: "10m" }),
      await sign({ iss: "https://other.example/agent.json" }),
    ];
    for (const assertion of wrong) {
      const { status, body } = await send(assertion);
      expect([status, body.error]).toEqual([401, "invalid_client"]);
    }
    const once = await sign({ aud: `${BASE}/oauth/token`, jti: "once" });
    const answered = await send(once);
    expect(answered.status, JSON.stringify(answered.body)).toBe(200);
    expect((await callOwn(service, answered.body.access_token, "my_obligations")).items.length).toBeGreaterThan(20);
    const refreshing = { grant_type: "refresh_token", refresh_token: answered.body.refresh_token };
    expect((await send(once, refreshing)).status).toBe(401);
    expect((await send(await sign(), refreshing)).status).toBe(200);
    expect(made.asked).toEqual([PATH, "/keys.json"]);
  });

  test("that offers both ways may use either; one that names none needs no signature", async () => {
    const here = await start();
    const { publicKey } = await generateKeyPair("RS256");
    const jwks = { keys: [{ ...(await exportJWK(publicKey)), kid: "one" }] };
    const both = { token_endpoint_auth_method: "private_key_jwt", jwks };
    for (const more of [{}, { ...both, token_endpoint_auth_methods_supported: ["none", "private_key_jwt"] }]) {
      const made = await host(plain(more));
      const { code } = await codeFor(here, made);
      const form = { grant_type: "authorization_code", client_id: made.clientId, code, code_verifier: verifier };
      const answered = await postForm(here.service, "/oauth/token", { ...form, redirect_uri: made.returnTo });
      expect(answered.status).toBe(200);
    }
  });

  test("is fetched once for a hundred requests, kept as its host says, and a failure for a minute", async () => {
    const here = await start();
    const made = await host(plain());
    const all = await Promise.all(Array.from({ length: 25 }, () => errorOf(here, made)));
    for (let count = 0; count < 75; count++) all.push(await errorOf(here, made));
    expect(all.filter((each) => each === 303).length).toBeGreaterThan(0);
    expect(made.asked).toEqual([PATH]);
    here.service.pass(301);
    await errorOf(here, made);
    expect(made.asked).toHaveLength(2);
    const broken = await host(() => json({ client_id: "https://other.example/x" }));
    expect(await errorOf(here, broken)).toBe("client_document");
    expect(await errorOf(here, broken)).toBe("client_document");
    expect(broken.asked).toHaveLength(1);
    here.service.pass(61);
    await errorOf(here, broken);
    expect(broken.asked).toHaveLength(2);
  });

  test("whose return address goes while a request waits loses that request", async () => {
    const here = await start();
    let returns: string[] = [];
    const made = await host((id, returnTo) => {
      if (returns.length === 0) returns = [returnTo];
      return json({ client_id: id, redirect_uris: returns });
    });
    const { address } = await openConsent(here.jana.browser, authorizePath(made));
    expect((await here.jana.browser.get(address)).status).toBe(200);
    returns = ["https://elsewhere.example.net/cb"];
    here.service.pass(301);
    expect((await here.jana.browser.get(address)).status).toBe(404);
  });

  test("is refused where it does not hold what it must", async () => {
    const here = await start();
    const wrong: Json[] = [
      { client_id: "https://other.example/agent.json" },
      { redirect_uris: [] },
      { redirect_uris: ["http://evil.example/cb"] },
      { client_secret: "x" },
      { token_endpoint_auth_method: "client_secret_basic" },
      { token_endpoint_auth_method: "private_key_jwt" },
      { token_endpoint_auth_method: "private_key_jwt", jwks_uri: "https://other.example.net/keys.json" },
      { grant_types: ["implicit"] },
      { response_types: ["token"] },
    ];
    for (const more of wrong) {
      const made = await host(plain(more));
      expect([JSON.stringify(more), await errorOf(here, made)]).toEqual([JSON.stringify(more), "client_document"]);
    }
  });

  test("never makes Dosah ask what it must not: own network, other ports, redirects, bad certificates, endless answers", async () => {
    const here = await start();
    const good = await host(plain());
    lab.resolver.names.set("inside-lab.sk", { A: ["10.0.0.1"] } as never);
    lab.resolver.names.set("metadata-lab.sk", { A: ["169.254.169.254"] } as never);
    lab.resolver.names.set("loop-lab.sk", { A: ["127.0.0.1"] } as never);
    const ids = [
      "https://127.0.0.1/agent.json",
      "https://[::1]/agent.json",
      "https://169.254.169.254/latest/meta-data",
      "https://localhost/agent.json",
      "https://inside-lab.sk/agent.json",
      "https://metadata-lab.sk/agent.json",
      "https://loop-lab.sk/agent.json",
    ];
    for (const clientId of ids) expect(await errorOf(here, { ...good, clientId })).toBe("client_document");
    for (const clientId of [
      `https://${good.domain}:444${PATH}`,
      `http://${good.domain}${PATH}`,
      `https://${good.domain}/`,
      `https://${good.domain}/a/../agent.json`,
      `https://${good.domain}/a/%2e%2e/agent.json`,
      `https://u:p@${good.domain}${PATH}`,
      `https://${good.domain}${PATH}#x`,
    ]) {
      expect([clientId, await errorOf(here, { ...good, clientId })]).toEqual([clientId, "client_unknown"]);
    }
    const redirecting = await host(() => ({ status: 302, headers: [["Location", good.clientId]] }));
    expect(await errorOf(here, redirecting)).toBe("client_document");
    const large = await host((id, returnTo) =>
      json({ client_id: id, redirect_uris: [returnTo], x: "x".repeat(11_000) }),
    );
    expect(await errorOf(here, large)).toBe("client_document");
    const html = await host((id, returnTo) => ({
      headers: [["Content-Type", "text/html"]],
      body: JSON.stringify({ client_id: id, redirect_uris: [returnTo] }),
    }));
    expect(await errorOf(here, html)).toBe("client_document");
    const selfSigned = await lab.site((site) => {
      site.https = {
        [PATH]: json({ client_id: `https://${site.domain}${PATH}`, redirect_uris: [`https://${site.domain}/cb`] }),
      };
      if (site.tls !== null)
        site.tls = { ...site.tls, identity: lab.certificate({ name: "other-lab.sk", names: ["other-lab.sk"] }) };
    });
    const clientId = `https://${selfSigned.domain}${PATH}`;
    expect(await errorOf(here, { clientId, returnTo: `https://${selfSigned.domain}/cb`, verifier })).toBe(
      "client_document",
    );
    const slow = await lab.site((site) => {
      site.rawHttps = () => undefined;
      site.https = null;
    });
    const began = Date.now();
    const waiting = { clientId: `https://${slow.domain}${PATH}`, returnTo: `https://${slow.domain}/cb`, verifier };
    expect(await errorOf(here, waiting)).toBe("client_document");
    expect(Date.now() - began).toBeLessThan(15_000);
    const rows = await here.operator.opened.state.all<Json>(
      composedSql("SELECT id FROM oauth_client WHERE metadata <> '{}'"),
    );
    expect(rows).toEqual([]);
  });

  test("refreshes while what is kept of it is younger than a day; a host that is down for longer ends refreshing, not the connection", async () => {
    const here = await start();
    let isDown = false;
    const made = await host((id, returnTo) =>
      isDown ? { status: 500, headers: [], body: "" } : json({ client_id: id, redirect_uris: [returnTo] }),
    );
    const { code } = await codeFor(here, made);
    const form = { grant_type: "authorization_code", client_id: made.clientId, code, code_verifier: verifier };
    let { body } = await postForm(here.service, "/oauth/token", { ...form, redirect_uri: made.returnTo });
    const refresh = () =>
      postForm(here.service, "/oauth/token", {
        grant_type: "refresh_token",
        client_id: made.clientId,
        refresh_token: body.refresh_token,
      });
    isDown = true;
    here.service.pass(23 * 3_600);
    const first = await refresh();
    expect(first.status).toBe(200);
    body = first.body;
    here.service.pass(2 * 3_600);
    const refused = await refresh();
    expect([refused.status, refused.body.error]).toEqual([503, "temporarily_unavailable"]);
    expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(0);
    isDown = false;
    here.service.pass(61);
    expect((await refresh()).status).toBe(200);
  });
});
