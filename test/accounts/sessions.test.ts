import { expect, test } from "vitest";
import { privatePages } from "../../src/faces/web/private-pages.ts";
import { describeOnBoth } from "../promises/installation.fixture.ts";
import { GENEROUS, NOW } from "../promises/service.fixture.ts";
import { newAddress, newPerson, PASSWORD } from "./account-service.fixture.ts";
import { organization, person } from "./organization.fixture.ts";
import { challenged, withSecondFactor } from "./second-factor.fixture.ts";
import { slowBody } from "./slow-body.fixture.ts";
import { hiddenOf, mailsTo, visit } from "./visitor.fixture.ts";

const OTHER = "nine blue chairs in the cellar";

describeOnBoth("sessions", (install) => {
  const open = () => install({ limits: GENEROUS, env: { TRUST_PROXY: "loopback" } });

  test("7.2.4: a token that is a day old is replaced, and the replaced one serves requests under way for 60 seconds", async () => {
    const { service } = await open();
    const jana = await newPerson(service);
    // Used all the time, or it would end by idleness.
    for (let hours = 0; hours < 24; hours += 8) {
      service.pass(8 * 3600);
      if (hours < 16) expect((await jana.get("/en/account")).status).toBe(200);
    }
    const replaced = jana.cookie;
    const asked = await Promise.all([jana.get("/en/account"), jana.get("/en/account"), jana.get("/en/account")]);
    expect(asked.map(({ status }) => status)).toEqual([200, 200, 200]);
    // Of requests side by side one replaces the token.
    expect(asked.filter(({ headers }) => headers.getSetCookie().length > 0)).toHaveLength(1);
    expect(jana.cookie).not.toBe(replaced);
    const old = visit(service);
    old.cookie = replaced;
    service.pass(59);
    expect((await old.get("/en/account")).status).toBe(200);
    service.pass(2);
    expect((await old.get("/en/account")).location).toContain("/en/sign-in");
    expect((await jana.get("/en/account")).status).toBe(200);
  });

  test("a form that was opened before its token was replaced is taken, by the request that replaces it", async () => {
    const { service } = await open();
    const jana = await newPerson(service);
    for (let hours = 0; hours < 22; hours += 11) {
      service.pass(11 * 3600);
      expect((await jana.get("/en/account")).status).toBe(200);
    }
    service.pass(1.9 * 3600);
    const form = hiddenOf((await jana.get("/en/account")).html, "/en/account/profile");
    const [shownWith, forged] = [jana.cookie, { ...form, csrf: "x".repeat(43) }];
    service.pass(600);
    const saved = await jana.post("/en/account/profile", { ...form, name: "Jana Dlhá", locale: "en" });
    expect([saved.status, saved.location]).toEqual([303, "/en/account"]);
    expect(jana.cookie).not.toBe(shownWith);
    expect((await jana.get("/en/account")).html).toContain("Jana Dlhá");
    const refused = await jana.post("/en/account/profile", { ...forged, name: "Eva", locale: "en" });
    expect([refused.status, refused.errors]).toEqual([403, ["form_foreign"]]);
  });

  test("7.4: an old cookie opens nothing after sign-out, a new password, a reset, disabling and deletion", {
    timeout: 60_000,
  }, async () => {
    const { service, run } = await open();
    const opens = async (cookie: string | undefined) => {
      const browser = visit(service, { from: newAddress() });
      browser.cookie = cookie;
      return (await browser.get("/en/account")).status === 200;
    };

    const signedOut = await newPerson(service);
    const before = signedOut.cookie;
    await signedOut.submit("/en/account", {}, "/en/sign-out");
    expect([signedOut.cookie, await opens(before)]).toEqual([undefined, false]);

    const changed = await newPerson(service);
    const [own, elsewhere] = [changed.cookie, (await changed.again()).cookie];
    await changed.submit("/en/account", { current: PASSWORD, password: OTHER }, "/en/account/password");
    expect([await opens(own), await opens(elsewhere), await opens(changed.cookie)]).toEqual([false, false, true]);

    const reset = await newPerson(service);
    await visit(service, { from: newAddress() }).submit("/en/forgot", { email: reset.email });
    const link = (await mailsTo(service, reset.email, 2)).find((mail) => mail.link?.includes("/reset"))?.link ?? "";
    await visit(service, { from: newAddress() }).submit(link, { password: OTHER });
    expect(await opens(reset.cookie)).toBe(false);

    const disabled = await newPerson(service);
    const key = (await run(`key issue --email ${disabled.email}`)).out;
    const withKey = () => service.fetch("/api/v1/audit-log", { headers: { Authorization: `Bearer ${key}` } });
    expect([await opens(disabled.cookie), (await withKey()).status]).toEqual([true, 200]);
    await visit(service, { from: newAddress() }).submit("/en/forgot", { email: disabled.email });
    const sent = (await mailsTo(service, disabled.email, 3)).find((mail) => mail.link?.includes("/reset"))?.link ?? "";
    expect((await run(`user disable --email ${disabled.email}`)).code).toBe(0);
    expect([await opens(disabled.cookie), (await withKey()).status]).toEqual([false, 401]);
    const refused = await visit(service, { from: newAddress() }).submit("/en/sign-in", {
      email: disabled.email,
      password: PASSWORD,
    });
    expect(refused.errors).toEqual(["credentials_wrong"]);
    // Who is let in again signs in anew: the old session does not come back, nor does a link that was sent before.
    expect((await run(`user enable --email ${disabled.email}`)).code).toBe(0);
    expect([await opens(disabled.cookie), (await withKey()).status]).toEqual([false, 200]);
    const late = await visit(service, { from: newAddress() }).submit(sent, { password: OTHER });
    expect(late.errors).toEqual(["token_invalid"]);

    const deleted = await newPerson(service);
    const cookie = deleted.cookie;
    await deleted.submit("/en/account/delete", { confirm: deleted.email, current: PASSWORD });
    expect(await opens(cookie)).toBe(false);
  });

  test("7.4.4: every private page has a way to sign out", async () => {
    const here = await open();
    const owner = await person(here);
    const org = await organization(here, owner);
    let seen = 0;
    for (const { path, page, who, isFile } of privatePages) {
      if (page === undefined || who !== "signed_in" || isFile) continue;
      const got = await owner.browser.get(
        `/en${path.replace("/organizations/:organizationId", `/organizations/${org}`).replace(/:\w+/g, "x")}`,
      );
      // What has moved leads to a page of this list.
      if (got.location === "/en/account/mail") continue;
      expect(got.html, path).toMatch(/<form method="post" action="\/en\/sign-out"/);
      seen++;
    }
    expect(seen).toBeGreaterThan(10);
  });

  test("7.4.5: the operator ends the sessions of one person, or of everybody", async () => {
    const { service, run } = await open();
    const [jana, eva] = [await newPerson(service), await newPerson(service)];
    const again = await jana.again();
    const status = async (browser: typeof again) => (await browser.get("/en/account")).status;
    expect((await run(`session end --email ${jana.email}`)).out).toBe("2");
    expect([await status(jana), await status(again), await status(eva)]).toEqual([303, 303, 200]);
    expect((await run("session end --all")).code).toBe(0);
    expect(await status(eva)).toBe(303);
  });

  test("7.4: a form that arrives slowly changes nothing when the session ends before its last byte", async () => {
    const { service, run } = await open();
    const jana = await newPerson(service);
    const form = hiddenOf((await jana.get("/en/account")).html, "/en/account/profile");
    const body = slowBody(new URLSearchParams({ ...form, name: "Somebody Else", locale: "en" }).toString());
    const headers = {
      "Content-Type": "application/x-www-form-urlencoded",
      "Sec-Fetch-Site": "same-origin",
      Cookie: `dosah_session=${jana.cookie}`,
    };
    const saving = service.fetch("/en/account/profile", { ...body.init, headers });
    await body.isUnderWay;
    expect((await run(`session end --email ${jana.email}`)).code).toBe(0);
    body.finish();
    const { status, headers: answered } = await saving;
    expect([status, answered.get("Location")]).not.toContain("/en/account?done=saved");
    expect((await (await jana.again()).get("/en/account")).html).not.toContain("Somebody Else");
  });

  test("7.4: a call that arrives slowly changes nothing when its key is revoked before the last byte", async () => {
    const here = await open();
    const owner = await person(here);
    const org = await organization(here, owner);
    const key = (await here.run(`key issue --email ${owner.email} --scope scan:write`)).out.trim();
    const body = slowBody(JSON.stringify({ organizationId: org, domain: "firma.sk" }));
    const headers = { "Content-Type": "application/json", Authorization: `Bearer ${key}` };
    const adding = here.service.fetch("/api/v1/domain", { ...body.init, headers });
    await body.isUnderWay;
    expect(await here.run(`key revoke --email ${owner.email} --all`)).toMatchObject({ err: "", code: 0 });
    body.finish();
    expect((await adding).status).toBe(401);
  });

  test("7.4: a code that arrives slowly makes no session when the sign-in ends before its last byte", async () => {
    const { service, run } = await open();
    const now = () => NOW.getTime();
    const { person: eva, backupCodes } = await withSecondFactor({ dosah: service, now });
    const browser = await challenged({ dosah: service, now }, eva.email);
    const form = hiddenOf((await browser.get("/en/sign-in/code")).html, "/en/sign-in/code");
    const body = slowBody(new URLSearchParams({ ...form, code: backupCodes[0] ?? "" }).toString());
    const headers = {
      "Content-Type": "application/x-www-form-urlencoded",
      "Sec-Fetch-Site": "same-origin",
      Cookie: `dosah_session=${browser.cookie}`,
    };
    const signingIn = service.fetch("/en/sign-in/code", { ...body.init, headers, redirect: "manual" });
    await body.isUnderWay;
    expect((await run(`session end --email ${eva.email}`)).code).toBe(0);
    body.finish();
    expect((await signingIn).headers.getSetCookie().join()).not.toMatch(/dosah_session=[\w-]{20}/);
  });

  test("9: no token says anything: cookies, keys and links are random, and nothing in them can be read or forged", async () => {
    const { service, run } = await open();
    const jana = await newPerson(service);
    const tokens = [jana.cookie ?? "", (await jana.again()).cookie ?? "", (await jana.again()).cookie ?? ""];
    tokens.push((await run(`key issue --email ${jana.email}`)).out);
    expect(new Set(tokens).size).toBe(4);
    for (const token of tokens) {
      expect(token).not.toMatch(/\./);
      const text = Buffer.from(token, "base64url").toString("latin1");
      expect(text).not.toMatch(/acc_|person|firma/);
    }
  });
});
