import { expect, test } from "vitest";
import { describeOnBoth, newAddress, newPerson, PASSWORD } from "./account-service.fixture.ts";
import { codeAt, wrongCodeAt } from "./authenticator-app.fixture.ts";
import { mailsTo, visit } from "./visitor.fixture.ts";

const OTHER = "nine blue chairs in the cellar";

describeOnBoth("A person", {}, (at) => {
  test("sets a new password by mail: every session ends, the link works once", async () => {
    const jana = await newPerson(at.dosah);
    const elsewhere = await jana.again();
    const stranger = visit(at.dosah, { from: newAddress() });
    const asked = await stranger.submit("/en/forgot", { email: jana.email.toUpperCase() });
    expect([asked.status, asked.location]).toEqual([303, "/en/forgot/sent"]);
    const link = (await mailsTo(at.dosah, jana.email, 2)).find((mail) => mail.link?.includes("/reset"))?.link ?? "";
    const short = await stranger.submit(link, { password: "short" });
    expect([short.status, short.errors]).toEqual([400, ["password_short"]]);
    const set = await stranger.submit(link, { password: OTHER });
    expect([set.status, set.location]).toEqual([303, "/en/sign-in"]);
    expect((await stranger.submit(link, { password: OTHER })).errors).toEqual(["token_invalid"]);
    for (const browser of [jana, elsewhere]) expect((await browser.get("/en/account")).status).toBe(303);
    expect((await stranger.submit("/en/sign-in", { email: jana.email, password: PASSWORD })).errors).toEqual([
      "credentials_wrong",
    ]);
    expect((await stranger.submit("/en/sign-in", { email: jana.email, password: OTHER })).status).toBe(303);
  });

  test("changes the password: other sessions end, this one gets a new token", async () => {
    const jana = await newPerson(at.dosah);
    const elsewhere = await jana.again();
    const wrong = await jana.submit("/en/account", { current: OTHER, password: OTHER }, "/en/account/password");
    expect([wrong.status, wrong.errors]).toEqual([400, ["password_or_code_wrong"]]);
    const former = jana.cookie;
    const changed = await jana.submit("/en/account", { current: PASSWORD, password: OTHER }, "/en/account/password");
    expect(changed.status).toBe(303);
    expect(jana.cookie).not.toBe(former);
    expect((await jana.get("/en/account")).status).toBe(200);
    expect((await elsewhere.get("/en/account")).status).toBe(303);
    const stale = visit(at.dosah);
    stale.cookie = former;
    expect((await stale.get("/en/account")).status).toBe(303);
    await mailsTo(at.dosah, jana.email, 2);
  });

  test("changes the address: nothing changes before the link, the old address gets a notice", async () => {
    const jana = await newPerson(at.dosah);
    const next = `new.${jana.email}`;
    const wrong = await jana.submit("/en/account", { email: next, current: "wrong" }, "/en/account/email");
    expect(wrong.errors).toEqual(["password_or_code_wrong"]);
    const asked = await jana.submit("/en/account", { email: next, current: PASSWORD }, "/en/account/email");
    expect(asked.status).toBe(303);
    const [mail] = await mailsTo(at.dosah, next);
    await mailsTo(at.dosah, jana.email, 2);
    expect((await jana.get("/en/account")).html).not.toContain(next);
    expect((await visit(at.dosah).submit(mail?.link ?? "", {})).status).toBe(303);
    expect((await jana.get("/en/account")).html).toContain(next);
    const stranger = visit(at.dosah, { from: newAddress() });
    expect((await stranger.submit("/en/sign-in", { email: jana.email, password: PASSWORD })).status).toBe(400);
    expect((await stranger.submit("/en/sign-in", { email: next, password: PASSWORD })).status).toBe(303);
  });

  test("sees where he is signed in, ends one session and all others", async () => {
    const jana = await newPerson(at.dosah);
    const [second, third] = [await jana.again(), await jana.again()];
    // Its own session has no such button, and a session that begins meanwhile renames none of the others.
    expect((await jana.get("/en/account")).html.match(/sessions\/\d+\/end"/g)).toHaveLength(2);
    const [number = ""] = /sessions\/\d+\/end"/.exec((await jana.get("/en/account")).html) ?? [];
    await jana.submit("/en/account", {}, `/en/account/${number.slice(0, -1)}`);
    const status = async () =>
      Promise.all([jana, second, third].map(async (each) => (await each.get("/en/account")).status));
    expect((await status()).toSorted()).toEqual([200, 200, 303]);
    await jana.submit("/en/account/sessions/end-others", {});
    expect(await status()).toEqual([200, 303, 303]);
    expect((await jana.post("/en/account/sessions/9/end", {})).status).toBe(403);
  });

  test("changes name and language", async () => {
    const jana = await newPerson(at.dosah);
    const wrong = await jana.submit("/en/account", { name: " ", locale: "cs" }, "/en/account/profile");
    expect([wrong.status, wrong.errors]).toEqual([400, ["name_invalid"]]);
    await jana.submit("/en/account", { name: "Eva <b>Malá</b>", locale: "cs" }, "/en/account/profile");
    const { html } = await jana.get("/en/account");
    expect(html).toContain("Eva &lt;b&gt;Malá");
    expect(html).toMatch(/value="cs" selected/);
  });

  test("switches the second factor on, signs in with it, with a backup code, and off again", async () => {
    const jana = await newPerson(at.dosah);
    const started = await jana.submit("/en/account/two-factor", { current: PASSWORD }, "/en/account/two-factor/start");
    expect([started.status, started.location]).toEqual([303, "/en/account/two-factor"]);
    const page = await jana.get("/en/account/two-factor");
    expect(page.html).toMatch(/<svg[^>]*class="qr-code"/);
    const secret = /data-totp-secret="">([A-Z2-7]+)</.exec(page.html)?.[1] ?? "";
    const wrong = await jana.submit("/en/account/two-factor", { code: wrongCodeAt(secret, at.now()), current: "" });
    expect([wrong.status, wrong.errors]).toEqual([400, ["code_wrong"]]);
    const on = await jana.submit("/en/account/two-factor", { code: codeAt(secret, at.now()), current: PASSWORD });
    expect([on.status, on.headers.get("cache-control")]).toEqual([200, "no-store"]);
    const codes = [...on.html.matchAll(/data-backup-code="[^"]*">([^<]+)</g)].map(([, code = ""]) => code);
    expect(codes).toHaveLength(10);

    const browser = visit(at.dosah, { from: newAddress() });
    const first = await browser.submit("/en/sign-in", { email: jana.email, password: PASSWORD });
    expect([first.status, first.location]).toEqual([303, "/en/sign-in/code"]);
    const challenge = browser.cookie;
    expect((await browser.get("/en/account")).location).toBe("/en/sign-in/code");
    expect((await browser.submit("/en/sign-in/code", { code: codeAt(secret, at.now()) })).errors).toEqual([
      "code_wrong",
    ]);
    at.pass(30);
    const second = await browser.submit("/en/sign-in/code", { code: codeAt(secret, at.now()) });
    expect([second.status, second.location]).toEqual([303, "/en/organizations"]);
    expect(browser.cookie).not.toBe(challenge);
    expect((await browser.get("/en/account")).status).toBe(200);

    const another = visit(at.dosah, { from: newAddress() });
    await another.submit("/en/sign-in", { email: jana.email, password: PASSWORD });
    expect((await another.submit("/en/sign-in/code", { code: codes[0]?.toUpperCase() ?? "" })).status).toBe(303);
    await another.submit("/en/account", {}, "/en/sign-out");
    await another.submit("/en/sign-in", { email: jana.email, password: PASSWORD });
    expect((await another.submit("/en/sign-in/code", { code: codes[0] ?? "" })).errors).toEqual(["code_wrong"]);

    const off = await jana.submit("/en/account/two-factor/off", { current: PASSWORD });
    expect(off.status).toBe(303);
    const plain = await visit(at.dosah).submit("/en/sign-in", { email: jana.email, password: PASSWORD });
    expect(plain.location).toBe("/en/organizations");
  });

  test("takes all of his data with him, without a hash or a secret, and deletes the account", async () => {
    const jana = await newPerson(at.dosah);
    const file = await jana.get("/en/account/export");
    expect(file.headers.get("content-disposition")).toContain("attachment");
    const data = JSON.parse(file.html);
    expect(data.account.untrusted.email).toBe(jana.email);
    expect(data.auditLog.map(({ action }: { action: string }) => action)).toContain("session.started");
    expect(file.html).not.toMatch(/argon2|[0-9a-f]{64}|password_hash/);
    expect(file.html).not.toContain(jana.cookie);

    const wrong = await jana.submit("/en/account/delete", { confirm: "x@y.sk", current: PASSWORD });
    expect(wrong.errors).toEqual(["confirm_wrong"]);
    expect((await jana.submit("/en/account/delete", { confirm: jana.email, current: "" })).errors).toEqual([
      "password_or_code_wrong",
    ]);
    const gone = await jana.submit("/en/account/delete", { confirm: jana.email, current: PASSWORD });
    expect([gone.status, gone.location, jana.cookie]).toEqual([303, "/en", undefined]);
    const stranger = visit(at.dosah, { from: newAddress() });
    expect((await stranger.submit("/en/sign-in", { email: jana.email, password: PASSWORD })).errors).toEqual([
      "credentials_wrong",
    ]);
    // The address is free again.
    await stranger.submit("/en/sign-up", { name: "Jana", email: jana.email, password: OTHER });
    const mails = await mailsTo(at.dosah, jana.email, 3);
    expect(mails.some(({ text }) => text.includes("Your account at Dosah is deleted."))).toBe(true);
    expect(mails.filter(({ link }) => link?.includes("/verify"))).toHaveLength(2);
  });
});
