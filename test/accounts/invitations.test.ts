import { expect, test } from "vitest";
import { setDisabled } from "../../src/state/accounts.ts";
import { NO_COPY, setFirm } from "../../src/state/organizations.ts";
import { describeOnBoth, PASSWORD } from "../promises/installation.fixture.ts";
import { GENEROUS, NOW } from "../promises/service.fixture.ts";
import { organization, person } from "./organization.fixture.ts";
import { hiddenOf, mailsTo, visit, withoutCsrf } from "./visitor.fixture.ts";

describeOnBoth("invitations", (install) => {
  test("REGISTRATION=invitation: who was invited signs up with that address and comes in, nobody else", async () => {
    const here = await install({ env: { REGISTRATION: "invitation", TRUST_PROXY: "loopback" }, limits: GENEROUS });
    const { service: dosah } = here;
    const owner = await person(here);
    const org = await organization(here, owner);
    const members = `/en/organizations/${org}/members`;
    const invite = async (email: string) => {
      const got = await owner.browser.submit(
        members,
        { email, role: "viewer" },
        `/en/organizations/${org}/invitations`,
      );
      return /\/en\/invitations\/[\w-]{43}/.exec(got.html)?.[0] ?? "";
    };
    const next = await invite("peter@firma.sk");
    const form = { name: "Peter", email: "peter@firma.sk", password: PASSWORD };
    const stranger = visit(dosah);
    const refused = async (fields: Readonly<Record<string, string>>) => {
      const { status, errors } = await stranger.post("/en/sign-up", { ...form, ...fields });
      expect([status, errors], JSON.stringify(fields)).toEqual([403, ["registration_invitation"]]);
    };
    await refused({});
    await refused({ next: "/en/organizations" });
    await refused({ next: `${next}x` });
    await refused({ next: `https://evil.example${next}` });
    await refused({ next, email: "eva@firma.sk" });
    // Signed out the page of the invitation leads to the form, with the way back in it.
    const shown = await stranger.get(next);
    expect(shown.html).toContain(`/en/sign-up?next=${encodeURIComponent(next)}`);
    const signedUp = await stranger.submit(`/en/sign-up?next=${next}`, form);
    const kept = `next=${encodeURIComponent(next)}`;
    expect([signedUp.status, signedUp.location]).toEqual([303, `/en/sign-up/sent?${kept}`]);
    const links = (await mailsTo(dosah, form.email, 2)).map(({ link = "" }) => link);
    const verified = await stranger.submit(links.find((link) => link.includes("/verify")) ?? "", {});
    expect(verified.location).toBe(`/en/sign-in?${kept}`);
    const { email, password } = form;
    const signedIn = await stranger.submit(`/en/sign-in?next=${next}`, { email, password });
    expect([signedIn.status, signedIn.location]).toEqual([303, next]);
    const accepted = await stranger.submit(next, {});
    expect([accepted.status, accepted.location]).toEqual([303, `/en/organizations/${org}`]);
    // An invitation that was used lets nobody in any more.
    await refused({ next });
    const late = await invite("late@firma.sk");
    dosah.pass(7 * 86_400);
    await refused({ next: late, email: "late@firma.sk" });
  });

  test("6.3.8: an invitation of a known and of an unknown address answers with the same bytes", async () => {
    const here = await install({ env: { TRUST_PROXY: "loopback" }, limits: GENEROUS });
    const [owner, known] = [await person(here), await person(here, { email: "known@firma.sk" })];
    const org = await organization(here, owner);
    const answers = new Set<string>();
    for (const email of [known.email, "other@firma.sk"]) {
      const { status, html } = await owner.browser.submit(
        `/en/organizations/${org}/members`,
        { email, role: "viewer" },
        `/en/organizations/${org}/invitations`,
      );
      expect(status).toBe(200);
      answers.add(
        withoutCsrf(html)
          .replaceAll(email, "EMAIL")
          .replaceAll(/invitations\/[\w-]{43}(\?proof=[\w-]{22})?/g, "LINK"),
      );
      const [mail] = await mailsTo(here.service, email);
      expect(mail?.subject).not.toBe("");
    }
    expect(answers.size).toBe(1);
  });

  test("2.3.1: an invitation is accepted once, also of five at once, and by nobody before the sign-in", async () => {
    const here = await install({ env: { TRUST_PROXY: "loopback" }, limits: GENEROUS });
    const [owner, guest] = [await person(here), await person(here, { email: "guest@firma.sk" })];
    const org = await organization(here, owner);
    const invited = await owner.browser.submit(
      `/en/organizations/${org}/members`,
      { email: guest.email, role: "viewer" },
      `/en/organizations/${org}/invitations`,
    );
    const link = /\/en\/invitations\/[\w-]{43}/.exec(invited.html)?.[0] ?? "";
    const nobody = await visit(here.service).submit(link, {});
    expect([nobody.status, nobody.location?.startsWith("/en/sign-in?next=")]).toEqual([303, true]);
    const hidden = hiddenOf((await guest.browser.get(link)).html, link);
    const five = await Promise.all(Array.from({ length: 5 }, () => guest.browser.post(link, hidden)));
    expect(five.map(({ status }) => status).toSorted()).toEqual([303, 404, 404, 404, 404]);
    expect((await here.run(`member list --organization ${org}`)).out.split("\n")).toHaveLength(2);
    expect((await guest.browser.post(link, hidden)).status).toBe(404);
  });
});

/** A subject as its reader sees it (RFC 2047). */
function decodedHeader(text: string): string {
  return text.replace(/=\?utf-8\?([qb])\?([^?]*)\?=\s*/gi, (_whole, kind: string, body: string) => {
    if (kind.toLowerCase() === "b") return Buffer.from(body, "base64").toString("utf8");
    const bytes = body
      .replaceAll("_", " ")
      .replace(/=([0-9A-F]{2})/gi, (_hex, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
    return Buffer.from(bytes, "latin1").toString("utf8");
  });
}

describeOnBoth("the two links of an invitation", (install) => {
  const opened = async (env: Readonly<Record<string, string>> = {}) => {
    const here = await install({ env: { TRUST_PROXY: "loopback", ...env }, limits: GENEROUS });
    const owner = await person(here, { email: "jana@firma.sk" });
    const org = await organization(here, owner, {}, "Client <b>Alfa</b> https://evil.example");
    await setFirm(
      { db: here.operator.opened.state, orgId: org },
      { country: "SK", ico: "31322832", ...NO_COPY, firm_name: "SLOVNAFT, a.s. evil.example/x", firm_listed: 1 },
      1,
    );
    const members = `/en/organizations/${org}/members`;
    const invite = async (email: string, role = "member", locale = "en", before = 0) => {
      const page = members.replace("/en/", `/${locale}/`);
      const { html } = await owner.browser.submit(page, { email, role }, page.replace("members", "invitations"));
      const mail = (await mailsTo(here.service, email, before + 1)).findLast(({ link }) =>
        link?.includes("/invitations/"),
      );
      return { shown: /data-invitation="([^"]*)"/.exec(html)?.[1]?.replace(/^https?:\/\/[^/]+/, "") ?? "", mail };
    };
    return { here, owner, org, members, invite, dosah: here.service };
  };
  const form = (email: string) => ({ name: "Peter", email, password: PASSWORD });

  test("the mail says who writes, as what, for which firm, and nothing that anybody typed", async () => {
    const { invite } = await opened();
    const said = {
      sk: [
        "Pozvánka do organizácie v službe Dosah",
        "jana@firma.sk vás pozýva ako člen do organizácie firmy SLOVNAFT, a.s.",
      ],
      cs: [
        "Pozvánka do organizace ve službě Dosah",
        "jana@firma.sk vás zve jako člen do organizace firmy SLOVNAFT, a.s.",
      ],
      en: [
        "Invitation to an organization at Dosah",
        "jana@firma.sk invites you as a member to the organization of SLOVNAFT, a.s.",
      ],
    };
    for (const [locale, [subject = "", first = ""]] of Object.entries(said)) {
      const { mail } = await invite(`${locale}@firma.sk`, "member", locale);
      expect(decodedHeader(mail?.subject ?? "")).toBe(subject);
      expect(mail?.text.startsWith(first), mail?.text).toBe(true);
      expect(mail?.text).toContain("(IČO 31322832)");
      // Neither the typed name nor a link but ours is in it.
      expect(mail?.text).not.toMatch(/Client|evil\.example|<b>/);
      expect(mail?.text.match(/https?:\/\/\S+/g)).toHaveLength(2);
    }
  });

  test("the link of the mail confirms the address at once, and fills it in; the one that is shown does neither", async () => {
    const { dosah, invite, org } = await opened();
    const email = "peter@firma.sk";
    const { shown, mail } = await invite(email);
    expect(mail?.link?.startsWith(`${shown}?proof=`)).toBe(true);
    const withMail = visit(dosah);
    const next = mail?.link ?? "";
    const page = (await withMail.get(next)).html;
    const signUp = /href="(\/en\/sign-up\?next=[^"]*)"/.exec(page)?.[1] ?? "";
    expect((await withMail.get(signUp)).html).toContain(`value="${email}"`);
    expect((await visit(dosah).get(`/en/sign-up?next=${encodeURIComponent(shown)}`)).html).not.toContain(email);
    const made = await withMail.submit(signUp, form(email), "/en/sign-up");
    expect([made.status, made.location]).toEqual([303, `/en/sign-in?next=${encodeURIComponent(next)}`]);
    const signedIn = await withMail.submit(made.location ?? "", { email, password: PASSWORD }, "/en/sign-in");
    expect([signedIn.status, signedIn.location]).toEqual([303, next]);
    const accepted = await withMail.submit(next, {});
    expect([accepted.status, accepted.location]).toEqual([303, `/en/organizations/${org}`]);
    // Whoever holds the shown link alone gets a mail to that address, and is not in.
    const other = "eva@firma.sk";
    const { shown: without } = await invite(other);
    const inviter = visit(dosah);
    const sent = await inviter.submit(`/en/sign-up?next=${encodeURIComponent(without)}`, form(other), "/en/sign-up");
    expect(sent.location).toBe(`/en/sign-up/sent?next=${encodeURIComponent(without)}`);
    expect((await inviter.submit("/en/sign-in", { email: other, password: PASSWORD })).errors).toContain(
      "email_unverified",
    );
  });

  test("a proof is no right of its own: wrong, of another address, or with an invitation that ended it proves nothing", async () => {
    const { here, owner, dosah, invite, members } = await opened();
    const email = "peter@firma.sk";
    const { shown, mail } = await invite(email);
    const next = mail?.link ?? "";
    const unproved = async (to: string, address: string) => {
      const browser = visit(dosah);
      const { status, location } = await browser.post("/en/sign-up", { ...form(address), next: to });
      expect([status, location?.startsWith("/en/sign-up/sent")], to).toEqual([303, true]);
      expect((await browser.submit("/en/sign-in", { email: address, password: PASSWORD })).errors).toContain(
        "email_unverified",
      );
    };
    await unproved(next, "else@firma.sk");
    await unproved(`${shown}?proof=`, "w1@firma.sk");
    const { shown: again } = await invite("w2@firma.sk");
    await unproved(`${again}?proof=${next.split("proof=")[1]}`, "w2@firma.sk");
    // Withdrawn: the proof that was right a moment ago is none.
    const id = /id="(inv_[0-9a-z]{26})"(?:(?!id="inv_)[\s\S])*peter@firma\.sk/.exec(
      (await owner.browser.get(members)).html,
    )?.[1];
    const withdraw = `${members.replace("members", "invitations")}/${id}/withdraw`;
    expect((await owner.browser.submit(withdraw, {})).status).toBe(303);
    await unproved(next, email);
    // Nor where who invited may no longer give that role.
    const late = await invite("late@firma.sk");
    await setDisabled(here.operator.opened.state, owner.id, NOW.getTime());
    await unproved(late.mail?.link ?? "", "late@firma.sk");
  });

  test("who typed the address before, with a password of their own, does not get in by the proof of its owner", async () => {
    const { dosah, invite } = await opened();
    const email = "peter@firma.sk";
    const squatter = { ...form(email), password: "another long password here" };
    await visit(dosah).submit("/en/sign-up", squatter);
    const { mail } = await invite(email, "member", "en", 1);
    const owner = visit(dosah);
    const made = await owner.post("/en/sign-up", { ...form(email), next: mail?.link ?? "" });
    expect(made.location?.startsWith("/en/sign-in")).toBe(true);
    expect((await visit(dosah).submit("/en/sign-in", { email, password: squatter.password })).errors).toContain(
      "credentials_wrong",
    );
    expect((await owner.submit("/en/sign-in", { email, password: PASSWORD })).status).toBe(303);
  });

  test("whoever has the address sees the invitation without its link, accepts or declines it; nobody else can", async () => {
    const { here, org, owner, members, invite } = await opened();
    const [guest, stranger] = [await person(here, { email: "guest@firma.sk" }), await person(here)];
    const idOf = (html: string) => /data-open-invitation="(inv_[0-9a-z]{26})"/.exec(html)?.[1] ?? "";
    const { shown } = await invite(guest.email, "viewer");
    const list = await guest.browser.get("/en/organizations");
    const id = idOf(list.html);
    expect(list.html).toContain("1 invitation waits");
    expect((await guest.browser.get("/sk/account")).html).toContain("1 pozvánka čaká");
    expect(list.html).not.toContain(shown);
    expect(idOf((await stranger.browser.get("/en/organizations")).html)).toBe("");
    for (const act of ["accept", "decline"]) {
      const csrf = hiddenOf((await stranger.browser.get("/en/organizations")).html, "/en/organizations");
      expect((await stranger.browser.post(`/en/invitations/${id}/${act}`, csrf)).status).toBe(404);
    }
    const declined = await guest.browser.submit("/en/organizations", {}, `/en/invitations/${id}/decline`);
    expect([declined.status, declined.location]).toEqual([303, "/en/organizations"]);
    expect((await guest.browser.get(shown)).status).toBe(404);
    expect((await owner.browser.get(members)).html).toContain("invitation declined on");
    expect((await owner.browser.get(`/en/organizations/${org}/audit-log.json`)).html).toContain("invitation.declined");
    await invite(guest.email, "viewer");
    const second = idOf((await guest.browser.get("/en/organizations")).html);
    const accepted = await guest.browser.submit("/en/organizations", {}, `/en/invitations/${second}/accept`);
    expect([accepted.status, accepted.location]).toEqual([303, `/en/organizations/${org}`]);
  });
});
