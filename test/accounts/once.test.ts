import { afterAll, expect, onTestFinished, test } from "vitest";
import { startProvider } from "../../src/identity/provider.fixture.ts";
import { composedSql } from "../../src/state/sql.ts";
import { describeOnBoth, type Installation, PASSWORD } from "../promises/installation.fixture.ts";
import { GENEROUS, NOW, startTestService } from "../promises/service.fixture.ts";
import { newAddress } from "./account-service.fixture.ts";
import { codeAt, wrongCodeAt } from "./authenticator-app.fixture.ts";
import { person } from "./organization.fixture.ts";
import { slowBody } from "./slow-body.fixture.ts";
import { hiddenOf, type VisitorOfTest, visit } from "./visitor.fixture.ts";
import {
  byPassword,
  confirmedBy,
  giveApp,
  givePasskey,
  givePassword,
  passkeyFields,
  settingsOf,
  through,
} from "./ways-in.fixture.ts";

const AT = NOW.getTime();
const provider = await startProvider({ sub: "nobody" });
const BASE_URL = new URL(provider.redirectUri).origin;
afterAll(() => provider.stop());

describeOnBoth("what works once, and who may still change something,", (install, kind) => {
  const open = () => install({ limits: GENEROUS, env: { TRUST_PROXY: "loopback", ...settingsOf(provider) } });

  /** The installation, and another instance of it where the database is shared; without Redis each counts for itself. */
  async function two(): Promise<{ here: Installation; services: readonly Installation["service"][] }> {
    const here = await open();
    if (kind === "sqlite") return { here, services: [here.service, here.service] };
    const other = await startTestService({ limits: GENEROUS, env: { ...here.env } });
    onTestFinished(other.close);
    return { here, services: [here.service, other] };
  }

  /** A browser at another instance, with the same session. */
  function elsewhere(service: Installation["service"], { cookie }: VisitorOfTest): VisitorOfTest {
    return Object.assign(visit(service, { from: newAddress() }), { cookie });
  }

  test("the answer of a passkey that does not count signs in once, on whichever instance", async () => {
    const { here, services } = await two();
    const eva = await person(here);
    const authenticator = await givePasskey(here, eva, AT, BASE_URL, false);
    const { html } = await visit(here.service).get("/en/sign-in");
    const { challenge: sealed = "" } = passkeyFields(html, "/en/sign-in", authenticator);
    const raw = /data-passkey-get="([^"]*)"/.exec(html)?.[1] ?? "";
    const { challenge } = JSON.parse(raw.replaceAll("&quot;", '"'));
    const credential = authenticator.signIn(challenge, { counter: 0 });
    const answers = await Promise.all(
      [...services, ...services, ...services].map((service) =>
        visit(service, { from: newAddress() }).post("/en/sign-in", { credential, challenge: sealed }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([303, 400, 400, 400, 400, 400]);
  });

  test("a challenge takes five answers, however many instances are asked at once", async () => {
    const { here, services } = await two();
    const eva = await person(here);
    await givePassword(here, eva, AT);
    const secret = await giveApp(here, eva, AT);
    const browser = await byPassword(here, eva);
    const fields = hiddenOf((await browser.get("/en/sign-in/code")).html, "/en/sign-in/code");
    const code = wrongCodeAt(secret, AT);
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        elsewhere(services[index % 2] ?? here.service, browser).post("/en/sign-in/code", { ...fields, code }),
      ),
    );
    const statuses = answers.map(({ status }) => status).toSorted();
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429, 429, 429, 429, 429]);
    const right = await browser.post("/en/sign-in/code", { ...fields, code: codeAt(secret, AT) });
    expect([right.status, right.errors]).toEqual([429, ["too_many_attempts"]]);
  });

  test("a passkey confirms one change, on whichever instance", async () => {
    const { here, services } = await two();
    const eva = await person(here);
    await givePassword(here, eva, AT);
    const authenticator = await givePasskey(here, eva, AT, BASE_URL);
    const browser = await byPassword(here, eva);
    const page = (await browser.get("/en/account/delete")).html;
    const current = confirmedBy(page, "/en/account/delete", authenticator);
    const fields = { ...hiddenOf(page, "/en/account/delete"), current };
    const answers = await Promise.all(
      services.map((service) => elsewhere(service, browser).post("/en/account/two-factor/start", fields)),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([303, 400]);
  });

  test("an attempt at the provider is answered once, and an identity is linked once by its form", async () => {
    const { here, services } = await two();
    const { state } = here.operator.opened;
    const eva = await person(here);
    provider.become({ sub: eva.id, name: "Eva <b>Nová</b>" });
    const spent = async () => (await state.get<{ n: number }>(composedSql("SELECT count(*) AS n FROM spent")))?.n;
    // The way back is a GET and writes nothing.
    expect((await through(provider, eva.browser, "/auth/oidc?link=1")).location).toBe("/en/account/identities");
    expect([await spent(), (await eva.browser.get("/en/account")).html.includes("</bdi>: linked")]).toEqual([0, false]);
    const page = await eva.browser.get("/en/account/identities");
    expect(page.html).toContain("data-identity");
    expect(page.html).toContain("Eva &lt;b&gt;Nová&lt;/b&gt;");
    expect(page.html).toContain(eva.email);
    const fields = hiddenOf(page.html, "/en/account/identities");
    const sealed = eva.browser.others.get("dosah_oidc") ?? "";
    const answers = await Promise.all(
      services.map((service) => {
        const browser = elsewhere(service, eva.browser);
        browser.others.set("dosah_oidc", sealed);
        return browser.post("/en/account/identities", fields);
      }),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([303, 400]);
    expect(answers.find(({ status }) => status === 400)?.errors).toEqual(["provider_refused"]);
    // Unlinked again, what was sealed then is of no use.
    await eva.browser.submit("/en/account", {}, "/en/account/identity/unlink");
    eva.browser.others.set("dosah_oidc", sealed);
    expect((await eva.browser.get("/en/account/identities")).status).toBe(200);
    const again = await eva.browser.post("/en/account/identities", fields);
    expect([again.status, again.errors]).toEqual([400, ["provider_refused"]]);
    // A sign-in spends its attempt too.
    const jana = visit(here.service, { from: newAddress() });
    provider.become({ sub: `${eva.id}-2`, email: "new@firma.sk", email_verified: true });
    const before = await spent();
    await through(provider, jana);
    expect(await spent()).toBe((before ?? 0) + 1);
  });

  test("no identity is linked from another site, late, in another session, or where it is somebody's", async () => {
    const here = await open();
    const eva = await person(here);
    provider.become({ sub: eva.id });
    const link = "/auth/oidc?link=1";
    for (const site of ["cross-site", "same-site", "none"]) {
      const foreign = await eva.browser.get(link, { "Accept-Language": "en", "Sec-Fetch-Site": site });
      expect([foreign.status, foreign.location]).toEqual([302, "/en/account?refused=form_foreign"]);
    }
    expect((await eva.browser.get("/en/account?refused=form_foreign")).errors).toEqual(["form_foreign"]);
    const here302 = await eva.browser.get(link, { "Accept-Language": "en", "Sec-Fetch-Site": "same-origin" });
    expect(here302.location).toContain(provider.issuer);

    // The form of another session of the same person.
    await through(provider, eva.browser, link);
    const sealed = eva.browser.others.get("dosah_oidc") ?? "";
    await givePassword(here, eva, AT);
    const other = await byPassword(here, eva);
    other.others.set("dosah_oidc", sealed);
    const { csrf = "" } = hiddenOf((await other.get("/en/account")).html, "/en/sign-out");
    const inAnother = await other.post("/en/account/identities", { csrf });
    expect([inAnother.status, inAnother.errors]).toEqual([400, ["provider_refused"]]);

    // A session that ends before the last byte of the form.
    const fields = hiddenOf((await eva.browser.get("/en/account/identities")).html, "/en/account/identities");
    const body = slowBody(new URLSearchParams(fields).toString());
    const headers = {
      "Content-Type": "application/x-www-form-urlencoded",
      "Sec-Fetch-Site": "same-origin",
      Cookie: `dosah_session=${eva.browser.cookie}; dosah_oidc=${sealed}`,
    };
    const linking = here.service.fetch("/en/account/identities", { ...body.init, headers, redirect: "manual" });
    await body.isUnderWay;
    expect((await here.run(`session end --email ${eva.email}`)).code).toBe(0);
    body.finish();
    expect((await linking).status).toBe(403);
    const again = await byPassword(here, eva);
    expect((await again.get("/en/account")).html).not.toContain("</bdi>: linked");

    // Ten minutes after the return.
    await through(provider, again, link);
    const form = hiddenOf((await again.get("/en/account/identities")).html, "/en/account/identities");
    here.service.pass(601);
    const late = await again.post("/en/account/identities", form);
    expect([late.status, late.errors]).toEqual([400, ["provider_refused"]]);
    // Sixteen minutes after the sign-in.
    here.service.pass(600);
    expect((await again.get(link, { "Accept-Language": "en" })).location).toBe("/en/sign-in?refused=sign_in_again");
  });

  test("no account is deleted by a session that ends before the last byte of the form", async () => {
    const here = await open();
    const eva = await person(here);
    await givePassword(here, eva, AT);
    const fields = hiddenOf((await eva.browser.get("/en/account/delete")).html, "/en/account/delete");
    const sent = { ...fields, confirm: eva.email, current: PASSWORD };
    const body = slowBody(new URLSearchParams(sent).toString());
    const headers = {
      "Content-Type": "application/x-www-form-urlencoded",
      "Sec-Fetch-Site": "same-origin",
      Cookie: `dosah_session=${eva.browser.cookie}`,
    };
    const deleting = here.service.fetch("/en/account/delete", { ...body.init, headers, redirect: "manual" });
    await body.isUnderWay;
    expect((await here.run(`session end --email ${eva.email}`)).code).toBe(0);
    body.finish();
    expect((await deleting).status).toBe(403);
    expect((await (await byPassword(here, eva)).get("/en/account")).status).toBe(200);
  });
});
