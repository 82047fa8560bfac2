import { expect, test } from "vitest";
import { describeOnBoth, type Install, PASSWORD } from "../promises/installation.fixture.ts";
import { GENEROUS } from "../promises/service.fixture.ts";
import { person } from "./organization.fixture.ts";
import { mailsTo, type VisitorOfTest, visit } from "./visitor.fixture.ts";

const LINK = /data-mail-link="([^"]*)"/;

const shownIn = (html: string) => LINK.exec(html)?.[1]?.replaceAll("&amp;", "&");

const within = (address: string | undefined) => address?.replace(/^https?:\/\/[^/]+/, "") ?? "";

const opened = (install: Install, env: Readonly<Record<string, string>> = {}) =>
  install({ env: { TRUST_PROXY: "loopback", ...env }, limits: GENEROUS });

describeOnBoth("a machine without a mail server", (install, kind) => {
  test("from nothing to an organization with a colleague in it, by following pages alone", async () => {
    const { service } = await opened(install);
    const follow = async (browser: VisitorOfTest, form: Readonly<Record<string, string>>, page = "/sk/sign-up") => {
      const sent = await browser.submit(page, form, "/sk/sign-up");
      return { sent, link: within(shownIn((await browser.get(sent.location ?? "")).html)) };
    };
    const jana = visit(service, { from: "192.0.2.11" });
    const account = { name: "Jana", email: "jana@firma.sk", password: PASSWORD };
    const { link } = await follow(jana, account);
    expect(link).toMatch(/^\/sk\/verify\?token=[\w-]{43}$/);
    await jana.submit(link, {});
    await jana.submit("/sk/sign-in", { email: account.email, password: PASSWORD });
    const made = await jana.submit(
      "/sk/organizations/new?firm=SK-31322832",
      { firm: "SK-31322832" },
      "/sk/organizations",
    );
    const org = made.location?.split("?")[0] ?? "";
    const invited = await jana.submit(
      `${org}/members`,
      { email: "eva@firma.sk", role: "member" },
      `${org}/invitations`,
    );
    const mailed = within(shownIn(invited.html));
    expect(mailed).toContain("?proof=");
    const eva = visit(service, { from: "192.0.2.12" });
    const signUp = /href="(\/sk\/sign-up\?next=[^"]*)"/.exec((await eva.get(mailed)).html)?.[1] ?? "";
    const came = await eva.submit(signUp, { name: "Eva", email: "eva@firma.sk", password: PASSWORD }, "/sk/sign-up");
    await eva.submit(came.location ?? "", { email: "eva@firma.sk", password: PASSWORD }, "/sk/sign-in");
    expect((await eva.submit(mailed, {})).location?.split("?")[0]).toBe(org);
  });

  test("the pages after a forgotten password and a change of address show theirs; an unknown address has none", async () => {
    const here = await opened(install);
    const jana = await person(here, { email: "jana@firma.sk" });
    const browser = visit(here.service);
    await browser.submit("/en/forgot", { email: jana.email });
    const reset = within(shownIn((await browser.get("/en/forgot/sent")).html));
    expect((await browser.submit(reset, { password: PASSWORD })).location).toBe("/en/sign-in");
    expect(within((await mailsTo(here.service, jana.email))[0]?.link)).toBe(reset);
    const other = visit(here.service);
    await other.submit("/en/forgot", { email: "nobody@firma.sk" });
    expect(shownIn((await other.get("/en/forgot/sent")).html)).toBeUndefined();
    await browser.submit("/en/sign-in", { email: jana.email, password: PASSWORD });
    await browser.submit("/en/account", { email: "new@firma.sk", current: PASSWORD }, "/en/account/email");
    expect(shownIn((await browser.get("/en/account?done=done")).html)).toContain("/en/verify?token=");
    // Somebody else's browser, or a sealed link of another installation, shows nothing.
    browser.others.set("dosah_mail", "x.AAAA");
    expect(shownIn((await browser.get("/en/account?done=done")).html)).toBeUndefined();
  });

  test.each([
    [
      "a public BASE_URL",
      { BASE_URL: "https://dosah.example", OPERATOR_NAME: "A", OPERATOR_CONTACT: "mailto:a@b.sk" },
      {},
    ],
    ["MAIL_LINKS=off", { MAIL_LINKS: "off" }, {}],
    ["a forwarded public host", {}, { "X-Forwarded-Host": "dosah.example" }],
    ["a mail server", { MAIL_URL: "smtp://127.0.0.1:9" }, {}],
  ])("%s: no link on any page, whatever the headers", async (_name, env, headers) => {
    const { service } = await opened(install, env);
    const baseUrl = (env as { BASE_URL?: string }).BASE_URL ?? "http://localhost:3000";
    const all = [headers, { ...headers, "X-Forwarded-Host": "dosah.example", Forwarded: "host=localhost" }];
    for (const [index, more] of all.entries()) {
      const browser = visit(service, { from: `192.0.2.${20 + index}`, baseUrl });
      const from = { "Sec-Fetch-Site": "same-origin", Origin: baseUrl, ...more };
      const form = { name: "Jana", email: `jana${index}@firma.sk`, password: PASSWORD, next: "" };
      const sent = await browser.post("/en/sign-up", form, from);
      expect([sent.status, sent.location]).toEqual([303, "/en/sign-up/sent"]);
      const page = await browser.get("/en/sign-up/sent", more);
      expect(shownIn(page.html)).toBeUndefined();
      const claims = page.html.includes("We sent you a message");
      expect(claims).toBe("MAIL_URL" in env);
    }
  });

  // On PostgreSQL the command of these tests has a folder of its own.
  test.skipIf(kind === "postgres")("dosah mail list names the file of each mail, and so does the log", async () => {
    const { service, run } = await opened(install);
    await visit(service).submit("/en/sign-up", { name: "Jana", email: "jana@firma.sk", password: PASSWORD });
    await mailsTo(service, "jana@firma.sk");
    const { out } = await run("mail list");
    const file = out.split("  ").at(-1)?.trim() ?? "";
    expect(file).toMatch(/outbox\/[\w-]+\.eml$/);
    expect(service.logged.join("\n")).toContain(file.split("/").at(-1) ?? "?");
  });
});

describeOnBoth("where a person wanted to go", (install) => {
  const next = "/en/organizations/new?firm=SK-31322832";
  const kept = `next=${encodeURIComponent(next)}`;

  test("is kept through sign-up, the mail to somebody who has an account, confirmation, sign-in and a new password", async () => {
    const { service } = await opened(install);
    const browser = visit(service);
    const form = { name: "Jana", email: "jana@firma.sk", password: PASSWORD };
    const sent = await browser.submit(`/en/sign-up?${kept}`, form, "/en/sign-up");
    expect(sent.location).toBe(`/en/sign-up/sent?${kept}`);
    expect((await browser.get(sent.location ?? "")).html).toContain(`/en/sign-in?${kept}`);
    // A sign-in before the confirmation sends the link again, with the way in it.
    await browser.submit(`/en/sign-in?${kept}`, { email: form.email, password: PASSWORD }, "/en/sign-in");
    const verify = (await mailsTo(service, form.email, 2)).at(-1)?.link ?? "";
    const verified = await browser.submit(verify, {});
    expect(verified.location).toBe(`/en/sign-in?${kept}`);
    const page = await browser.get(verified.location ?? "");
    expect(page.html).toContain(`/en/forgot?${kept}`);
    await visit(service).submit(`/en/sign-up?${kept}`, form, "/en/sign-up");
    const exists = (await mailsTo(service, form.email, 3)).at(-1)?.link ?? "";
    expect(exists).toBe(`/en/forgot?${kept}`);
    await browser.submit(exists, { email: form.email }, "/en/forgot");
    const reset = (await mailsTo(service, form.email, 4)).at(-1)?.link ?? "";
    const done = await browser.submit(reset, { password: PASSWORD });
    expect(done.location).toBe(`/en/sign-in?${kept}`);
    const signedIn = await browser.submit(
      done.location ?? "",
      { email: form.email, password: PASSWORD },
      "/en/sign-in",
    );
    expect(signedIn.location).toBe(next);
  });

  test.each([
    "//evil.example",
    "/\\evil.example",
    "https://evil.example",
    "javascript:alert(1)",
    "/a\nb",
    `/${"a".repeat(1_000)}`,
  ])("is dropped where it is none of our addresses: %j", async (wrong) => {
    const { service } = await opened(install);
    const browser = visit(service);
    const form = { name: "Jana", email: "jana@firma.sk", password: PASSWORD, next: wrong };
    expect((await browser.post("/en/sign-up", form)).location).toBe("/en/sign-up/sent");
    const [mail] = await mailsTo(service, form.email);
    expect((await browser.submit(mail?.link ?? "", {})).location).toBe("/en/sign-in");
  });
});
