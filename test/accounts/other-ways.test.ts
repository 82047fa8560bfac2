import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createAuthenticator } from "../../src/identity/authenticator.fixture.ts";
import { startProvider } from "../../src/identity/provider.fixture.ts";
import { GENEROUS, startTestService, type TestService } from "../promises/service.fixture.ts";
import { describeOnBoth, newAddress, newPerson, PASSWORD } from "./account-service.fixture.ts";
import { hiddenOf, mailsTo, visit } from "./visitor.fixture.ts";
import { settingsOf, through as throughProvider } from "./ways-in.fixture.ts";

const BASE_URL = "http://localhost:3000";

/** The options that a page gives to the browser, and the sealed challenge of the form. */
function challengeOf(html: string, action: string): { readonly challenge: string; readonly sealed: string } {
  const raw = /data-passkey-(?:create|get)="([^"]*)"/.exec(html)?.[1] ?? "{}";
  const options = JSON.parse(raw.replaceAll("&quot;", '"').replaceAll("&amp;", "&"));
  const forms = html.split("<form").filter((form) => form.includes("data-passkey-"));
  return { challenge: options.challenge, sealed: hiddenOf(`<form${forms[0]}`, action).challenge ?? "" };
}

describeOnBoth("A passkey", {}, (at) => {
  test("is added, signs in as both factors, once for each challenge, and is removed", async () => {
    const jana = await newPerson(at.dosah);
    const authenticator = createAuthenticator(BASE_URL);
    const page = (await jana.get("/en/account/passkeys")).html;
    const { challenge } = challengeOf(page, "/en/account/passkeys");
    const credential = authenticator.register(challenge);
    const added = await jana.submit("/en/account/passkeys", { credential, name: "Phone <b>1</b>" });
    // The page was asked for again, so the challenge is another one.
    expect([added.status, added.errors]).toEqual([400, ["passkey_refused"]]);
    const hidden = hiddenOf(page, "/en/account/passkeys");
    expect((await jana.post("/en/account/passkeys", { ...hidden, credential, name: "Phone <b>1</b>" })).status).toBe(
      303,
    );
    const again = await jana.post("/en/account/passkeys", { ...hidden, credential, name: "Phone" });
    expect(again.errors).toEqual(["passkey_refused"]);
    expect((await jana.get("/en/account/passkeys")).html).toContain("Phone &lt;b&gt;1&lt;/b&gt;");
    await mailsTo(at.dosah, jana.email, 2);

    const browser = visit(at.dosah, { from: newAddress() });
    const asked = challengeOf((await browser.get("/en/sign-in")).html, "/en/sign-in");
    const fields = { credential: authenticator.signIn(asked.challenge), challenge: asked.sealed };
    const signedIn = await browser.post("/en/sign-in", fields);
    expect([signedIn.status, signedIn.location]).toEqual([303, "/en/organizations"]);
    expect((await browser.get("/en/account")).status).toBe(200);
    const replayed = await visit(at.dosah).post("/en/sign-in", fields);
    expect([replayed.status, replayed.errors]).toEqual([400, ["passkey_refused"]]);

    const id = /passkeys\/([\w-]+)\/remove/.exec((await jana.get("/en/account/passkeys")).html)?.[1];
    const eve = await newPerson(at.dosah);
    const { csrf = "" } = hiddenOf((await eve.get("/en/account")).html, "/en/sign-out");
    expect((await eve.post(`/en/account/passkeys/${id}/remove`, { csrf })).status).toBe(404);
    const path = `/en/account/passkeys/${id}/remove`;
    const mistyped = await jana.submit(path, { current: "not my password at all" });
    expect(mistyped.errors).toEqual(["password_or_code_wrong"]);
    expect(mistyped.html).toMatch(/data-error="password_or_code_wrong"[\s\S]*?href="#current"/);
    expect(mistyped.html).toMatch(/<input id="current"[^>]*aria-invalid="true"/);
    const removed = await jana.submit(path, {});
    expect(removed.status).toBe(303);
  });

  test("6.7: that was copied is refused and logged; one of another site, without user verification too", async () => {
    const jana = await newPerson(at.dosah);
    const authenticator = createAuthenticator(BASE_URL);
    const page = (await jana.get("/en/account/passkeys")).html;
    const { challenge } = challengeOf(page, "/en/account/passkeys");
    const credential = authenticator.register(challenge, { counter: 10 });
    await jana.post("/en/account/passkeys", { ...hiddenOf(page, "/en/account/passkeys"), credential, name: "Key" });
    const attempt = async (faults: Parameters<typeof authenticator.signIn>[1]) => {
      const stranger = visit(at.dosah, { from: newAddress() });
      const asked = challengeOf((await stranger.get("/en/sign-in")).html, "/en/sign-in");
      const answer = await stranger.post("/en/sign-in", {
        credential: authenticator.signIn(asked.challenge, faults),
        challenge: asked.sealed,
      });
      return answer.errors[0] ?? answer.status;
    };
    expect(await attempt({ counter: 5 })).toBe("passkey_refused");
    expect(at.dosah.logged.join("")).toContain("its counter went back");
    expect(await attempt({ counter: 11, origin: "https://evil.example" })).toBe("passkey_refused");
    expect(await attempt({ counter: 11, userVerified: false })).toBe("passkey_refused");
    expect(await attempt({ counter: 11 })).toBe(303);
  });
});

describe("6.8: the operator's identity provider", () => {
  let dosah: TestService;
  let provider: Awaited<ReturnType<typeof startProvider>>;

  beforeAll(async () => {
    provider = await startProvider({ sub: "one", email: "eva@firma.sk", email_verified: true, name: "Eva" });
    dosah = await startTestService({
      env: {
        TRUST_PROXY: "loopback",
        ...settingsOf(provider),
      },
      limits: GENEROUS,
    });
  });
  afterAll(async () => {
    await dosah?.close();
    await provider?.stop();
  });

  const through = (visitor: ReturnType<typeof visit>, start?: string, tamper?: (search: string) => string) =>
    throughProvider(provider, visitor, start, tamper);

  /** Comes back from the provider, and answers the question. */
  async function link(who: ReturnType<typeof visit>) {
    expect((await through(who, "/auth/oidc?link=1")).location).toBe("/en/account/identities");
    const linked = await who.submit("/en/account/identities", {});
    expect([linked.status, linked.location]).toEqual([303, "/en/account"]);
  }

  test("is offered on the page of the sign-in; a first visit makes an account, a second one finds it", async () => {
    const eva = visit(dosah, { from: newAddress() });
    expect((await eva.get("/en/sign-in")).html).toContain("Firma ID");
    const answer = await through(eva);
    expect([answer.status, answer.location]).toEqual([302, "/en/account"]);
    expect((await eva.get("/en/account")).html).toContain("eva@firma.sk");
    const again = visit(dosah, { from: newAddress() });
    await through(again);
    expect((await again.get("/en/account")).html).toContain("eva@firma.sk");
  });

  test("a wrong state, a foreign attempt and none at all are refused", async () => {
    const refused = "/en/sign-in?refused=provider_refused";
    const stranger = visit(dosah, { from: newAddress() });
    const tampered = await through(stranger, undefined, (search) => search.replace(/state=[^&]*/, "state=x"));
    expect(tampered.location).toBe(refused);
    expect((await stranger.get("/auth/oidc/callback?code=x&state=y", { "Accept-Language": "en" })).location).toBe(
      refused,
    );
    expect((await stranger.get(refused)).errors).toEqual(["provider_refused"]);
  });

  test("an address that has an account is never joined by itself, and one that is not verified makes none", async () => {
    const jana = await newPerson(dosah);
    provider.become({ sub: "two", email: jana.email, email_verified: true });
    const stranger = visit(dosah, { from: newAddress() });
    expect((await through(stranger)).location).toBe("/en/sign-in?refused=identity_address_taken");
    provider.become({ sub: "three", email: "new@firma.sk", email_verified: false });
    expect((await through(stranger)).location).toBe("/en/sign-in?refused=identity_unverified");
    expect(stranger.cookie).toBeUndefined();
  });

  test("an address that somebody else typed and never confirmed is its owner's once the provider vouches for it", async () => {
    const email = "squatted@firma.sk";
    const squatter = visit(dosah, { from: newAddress() });
    await squatter.submit("/en/sign-up", { name: "Squatter", email, password: PASSWORD });
    const [mail] = await mailsTo(dosah, email);
    provider.become({ sub: "owner-of-it", email, email_verified: true, name: "Zora" });
    const owner = visit(dosah, { from: newAddress() });
    expect((await through(owner)).location).not.toContain("refused");
    expect((await owner.get("/en/account")).html).toContain("Zora");
    // What the other one holds leads nowhere.
    const late = await squatter.submit(mail?.link ?? "", {});
    expect([late.status, late.errors]).toEqual([400, ["token_invalid"]]);
    const signIn = await squatter.submit("/en/sign-in", { email, password: PASSWORD });
    expect(signIn.errors).toEqual(["credentials_wrong"]);
  });

  test("its owner links it in the settings of the account, and then signs in with it", async () => {
    const jana = await newPerson(dosah);
    provider.become({ sub: "four", email: jana.email, email_verified: true });
    await link(jana);
    const browser = visit(dosah, { from: newAddress() });
    await through(browser);
    expect((await browser.get("/en/account")).html).toContain(jana.email);
    // The same person of the provider cannot be linked to another account.
    const eve = await newPerson(dosah);
    expect((await through(eve, "/auth/oidc?link=1")).location).toBe("/en/account?refused=identity_taken");
  });

  test("its owner unlinks it again, unless it is his last way to sign in", async () => {
    const jana = await newPerson(dosah);
    provider.become({ sub: "five", email: jana.email, email_verified: true });
    await link(jana);
    const unlink = (who: typeof jana) => who.submit("/en/account", { current: "" }, "/en/account/identity/unlink");
    expect((await jana.get("/en/account")).html).toContain("Firma ID</bdi>: linked");
    const done = await unlink(jana);
    expect([done.status, done.location]).toEqual([303, "/en/account"]);
    expect((await jana.get("/en/account")).html).toContain("link=1");
    // Twice is as if there were none, and the provider signs him in no more.
    const { csrf = "" } = hiddenOf((await jana.get("/en/account")).html, "/en/sign-out");
    expect((await jana.post("/en/account/identity/unlink", { csrf, current: "" })).status).toBe(404);
    expect((await through(visit(dosah, { from: newAddress() }))).location).toContain("identity_address_taken");

    provider.become({ sub: "six", email: "only-here@firma.sk", email_verified: true, name: "Eva" });
    const eva = visit(dosah, { from: newAddress() });
    await through(eva);
    const refused = await unlink(eva as typeof jana);
    expect([refused.status, refused.errors]).toEqual([400, ["last_way"]]);
    // The fault leads to where another way to sign in is set up.
    for (const way of ["/en/account#password", "/en/account/passkeys#add"]) {
      expect(refused.html).toMatch(new RegExp(`data-error="last_way"[\\s\\S]*?href="${way}"`));
    }
    expect((await eva.get("/en/account")).html).toContain('id="password"');
    expect((await eva.get("/en/account/passkeys")).html).toContain('id="add"');
    expect((await eva.get("/en/account")).html).toContain("Firma ID</bdi>: linked");
  });

  test("that is down costs its button and nothing else", async () => {
    const alone = await startTestService({
      env: { OIDC_ISSUER: "http://127.0.0.1:9", OIDC_CLIENT_ID: "x", OIDC_CLIENT_SECRET: "y" },
      limits: GENEROUS,
    });
    const stranger = visit(alone);
    expect((await stranger.get("/auth/oidc")).status).toBe(503);
    expect((await stranger.submit("/en/sign-in", { email: "a@b.sk", password: PASSWORD })).status).toBe(400);
    await alone.close();
  });
});
