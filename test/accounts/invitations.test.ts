import { expect, test } from "vitest";
import { describeOnBoth, PASSWORD } from "../promises/installation.fixture.ts";
import { GENEROUS } from "../promises/service.fixture.ts";
import { organization, person } from "./organization.fixture.ts";
import { hiddenOf, mailsTo, visit } from "./visitor.fixture.ts";

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
    expect([signedUp.status, signedUp.location]).toEqual([303, "/en/sign-up/sent"]);
    const links = (await mailsTo(dosah, form.email, 2)).map(({ link = "" }) => link);
    await stranger.submit(links.find((link) => link.includes("/verify")) ?? "", {});
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
      answers.add(html.replaceAll(email, "EMAIL").replaceAll(/invitations\/[\w-]{43}/g, "LINK"));
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
