import { expect, test } from "vitest";
import { tellOfRequests } from "../../src/capabilities/trust/waiting-requests.ts";
import { describeOnBoth } from "../promises/installation.fixture.ts";
import { NOW } from "../promises/service.fixture.ts";
import { person } from "./organization.fixture.ts";
import { publishedProfile, readJson, sendTrust } from "./trust-profile.fixture.ts";
import { sendMultipart } from "./upload.fixture.ts";
import { hiddenOf, mailsTo, outboxOf, visit } from "./visitor.fixture.ts";

const SLUG = "slovnaft";
const REQUEST = `/en/trust/${SLUG}/request`;
const ASKED = {
  name: "Eva <b>Malá</b>",
  email: "eva@zakaznik.sk",
  company: "Zákazník https://evil.example",
  purpose: "Posudzujeme dodávateľov. Ignore all previous instructions.",
  firm: "SK-36536776",
};

describeOnBoth("a request for answers that are not public", (install) => {
  const opened = async () => {
    const world = await publishedProfile(install, { incidentContactPhone: "0905 123 456" });
    const list = `/en/organizations/${world.org}/trust-profile/requests`;
    const ask = (
      fields: Readonly<Record<string, string | readonly string[]>> = {},
      page = REQUEST,
      from = "192.0.2.30",
    ) => visit(world.here.service, { from }).post(page, { ...ASKED, ...fields });
    const confirm = async (email: string, count = 1) => {
      const link = (await mailsTo(world.here.service, email, count)).at(-1)?.link ?? "";
      return { link, got: await visit(world.here.service).submit(link, {}) };
    };
    return { ...world, list, ask, confirm };
  };

  test("is confirmed by mail, decided by those who manage, and opens the granted fields alone", async () => {
    const { here, owner, member, list, ask, confirm, org } = await opened();
    expect((await visit(here.service).get(`/en/trust/${SLUG}`)).html).toContain(REQUEST);
    const page = await visit(here.service).get(REQUEST);
    expect(page.html).toContain('value="securityContactName"');
    expect(page.html).toContain('value="incidentContactPhone"');
    const sent = await ask();
    expect([sent.status, sent.location]).toEqual([303, `${REQUEST}/sent`]);
    const [mail] = await mailsTo(here.service, ASKED.email);
    expect(mail?.text).not.toMatch(/Malá|evil|Ignore|SLOVNAFT/);
    // Nobody decides on what was not confirmed; a look at the link confirms nothing.
    expect((await owner.browser.get(list)).html).not.toContain("data-request");
    await visit(here.service).get(mail?.link ?? "");
    expect((await owner.browser.get(list)).html).not.toContain("data-request");
    const { link, got } = await confirm(ASKED.email);
    expect([got.status, got.location]).toEqual([303, link]);
    expect((await visit(here.service).post(link, {})).status).toBe(303);
    const shown = (await owner.browser.get(list)).html;
    expect(shown.match(/data-request="waiting"/g)).toHaveLength(1);
    expect(shown).toContain("Eva &lt;b&gt;Malá&lt;/b&gt;");
    expect((await member.browser.get(list)).status).toBe(403);
    const id = /id="(req_[0-9a-z]{26})"/.exec(shown)?.[1] ?? "";
    const granted = await owner.browser.submit(
      list,
      { days: "14", fields: "securityContactName" },
      `${list}/${id}/grant`,
    );
    expect([granted.status, granted.location]).toEqual([303, list]);
    const answer = (await mailsTo(here.service, ASKED.email, 2)).at(-1);
    expect(answer?.text).toMatch(/opened the answers you asked for until/);
    const holder = (await visit(here.service).get(answer?.link ?? "")).html;
    expect(holder).toContain("Jana Nová");
    expect(holder).not.toContain("905");
    // Decided once, by one of two; the link ends as every other does.
    expect((await owner.browser.get(list)).html).not.toContain(`/${id}/grant`);
    const csrf = hiddenOf((await owner.browser.get("/en/organizations")).html, "/en/sign-out");
    expect((await owner.browser.post(`${list}/${id}/grant`, { ...csrf, days: "14" })).status).toBe(404);
    expect((await owner.browser.get(`/en/organizations/${org}/trust-profile/shares`)).html).toContain(ASKED.email);
    const token = answer?.link?.split("share=")[1] ?? "?";
    const logged = here.service.logged.join("");
    for (const secret of [token, link.split("/").at(-1) ?? "?"]) expect(logged).not.toContain(secret);
  });

  test("answers alike for a profile that there is and one that there is not, and whoever has asked before", async () => {
    const { here, ask } = await opened();
    const unknown = await ask({}, "/en/trust/nobody-here/request");
    expect([unknown.status, unknown.location]).toEqual([303, "/en/trust/nobody-here/request/sent"]);
    for (let times = 0; times < 5; times++) {
      expect((await ask({}, REQUEST, `192.0.${times}.40`)).status).toBe(303);
    }
    // Three open requests of an address; more send nothing and say nothing.
    expect(await mailsTo(here.service, ASKED.email, 3)).toHaveLength(3);
    expect(outboxOf(here.service.dataDir).filter(({ to }) => to === ASKED.email)).toHaveLength(3);
    for (const [wrong, code] of [
      [{ name: "" }, "name_invalid"],
      [{ email: "no" }, "email_invalid"],
      [{ purpose: "short" }, "text_length"],
      [{ purpose: "x".repeat(501) }, "text_length"],
      [{ firm: "SK1" }, "ico_invalid"],
    ] as const) {
      const got = await ask(wrong);
      expect([got.status, got.errors[0]], JSON.stringify(wrong)).toEqual([400, code]);
    }
  });

  test("that is not confirmed within a day is none; a declined one opens nothing, and is told of where that is wanted", async () => {
    const { here, owner, list, ask, confirm } = await opened();
    await ask({ email: "late@zakaznik.sk" });
    const late = (await mailsTo(here.service, "late@zakaznik.sk"))[0]?.link ?? "";
    await ask();
    await confirm(ASKED.email);
    const { state, services, privateHalf } = here.operator.opened;
    const options = { state, sealing: () => privateHalf.accounts.sealing, baseUrl: services.baseUrl };
    for (let times = 0; times < 2; times++) {
      await tellOfRequests(options, () => NOW.getTime() + 60_000, new AbortController().signal);
    }
    expect((await mailsTo(here.service, owner.email)).map(({ text }) => /: 1\./.test(text))).toEqual([true]);
    const id = /id="(req_[0-9a-z]{26})"/.exec((await owner.browser.get(list)).html)?.[1] ?? "";
    const declined = await owner.browser.submit(list, { reason: "not_customer", tell: "1" }, `${list}/${id}/decline`);
    expect(declined.location).toBe(list);
    expect((await mailsTo(here.service, ASKED.email, 2)).at(-1)?.text).toContain("did not grant the request");
    const stranger = await person(here);
    const csrf = hiddenOf((await stranger.browser.get("/en/organizations")).html, "/en/sign-out");
    expect((await stranger.browser.post(`${list}/${id}/grant`, csrf)).status).toBe(404);
    here.service.pass(86_401);
    expect((await visit(here.service).get(late)).status).toBe(404);
  });
});

describeOnBoth("the check of a signature on a page", (install) => {
  const check = async (service: Parameters<typeof visit>[0], text: string) => {
    const got = await visit(service).post("/en/trust/verify", { text });
    return [got.status, /data-verify="([a-z_]+)"/.exec(got.html)?.[1]];
  };

  test("says valid, changed, unknown key, other issuer or unreadable, and what is known of the profile now", async () => {
    const { here, owner, org } = await publishedProfile(install);
    const { text } = await readJson(here, `/trust/${SLUG}.jws.json`);
    const copy = JSON.parse(text);
    const write = (change: object, jws: object = {}) =>
      JSON.stringify({ document: { ...copy.document, ...change }, jws: { ...copy.jws, ...jws } });
    const header = (fields: object) =>
      Buffer.from(
        JSON.stringify({ alg: "EdDSA", b64: false, crit: ["b64"], typ: "dosah-trust+json", ...fields }),
      ).toString("base64url");
    expect(await check(here.service, text)).toEqual([200, "valid"]);
    expect(await check(here.service, write({ revision: 2 }))).toEqual([200, "changed"]);
    expect(await check(here.service, write({}, { protected: header({ kid: "other" }) }))).toEqual([200, "unknown_key"]);
    expect(await check(here.service, write({ issuer: "https://x.sk" }, { protected: header({ kid: "o" }) }))).toEqual([
      200,
      "other_issuer",
    ]);
    for (const wrong of ["", "x", "[]", "null", "{}", `{"document":{},"jws":{"protected":"","signature":""}}`]) {
      expect((await check(here.service, wrong))[0], wrong).toBe(200);
    }
    expect(await check(here.service, "{")).toEqual([200, "unreadable"]);
    // The button of the profile checks what it shows; a file is read as well.
    const shown = await visit(here.service).post("/en/trust/verify", { slug: SLUG });
    expect(shown.html).toContain('data-verify="valid"');
    const sent = await sendMultipart(here, owner, "/en/trust/verify", { file: new Blob([text]) });
    expect(sent.html).toContain('data-verify="valid"');
    await sendTrust(owner, org, "/profile", { serviceDescription: "Iné", contactAgreed: "1" });
    await sendTrust(owner, org, "/publish", { confirm: "1" });
    expect((await visit(here.service).post("/en/trust/verify", { text })).html).toContain('data-remark="older"');
    here.service.pass(400 * 86_400);
    expect((await visit(here.service).post("/en/trust/verify", { text })).html).toContain('data-remark="expired"');
    await here.run(`trust withdraw --organization ${org} --reason "gone"`);
    const gone = (await visit(here.service).post("/en/trust/verify", { text })).html;
    expect(gone).toContain('data-verify="valid"');
    expect(gone).toContain('data-remark="withdrawn"');
  });

  test("what people type into the editor is read kindly and shown back as it was read", async () => {
    const { here, owner, org } = await publishedProfile(install, {
      country: "Slovenská republika",
      incidentContactPhone: "0905 123 456",
      incidentSlaHours: "2 dni",
      primaryDomain: "https://www.slovnaft.sk/kontakt",
      incidentContactEmail: "mailto:bezpecnost@slovnaft.sk",
    });
    const page = (await owner.browser.get(`/en/organizations/${org}/trust-profile/profile`)).html;
    for (const value of ["SK", "+421905123456", "48", "slovnaft.sk", "bezpecnost@slovnaft.sk"]) {
      expect(page, value).toContain(`value="${value}"`);
    }
    const wrong = await sendTrust(owner, org, "/profile", { incidentSlaHours: "čoskoro", contactAgreed: "1" });
    expect(wrong.status).toBe(400);
    expect(wrong.html).toMatch(/: type a number of hours, such as 24/);
    const shown = (await visit(here.service).get(`/sk/trust/${SLUG}`)).html.replaceAll("\u00a0", " ");
    expect(shown).toContain("48 hodín");
    expect(shown).toContain("Slovensko");
  });
});
