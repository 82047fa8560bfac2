import { expect, test } from "vitest";
import { NO_COPY, setFirm } from "../../src/state/organizations.ts";
import { describeOnBoth } from "../promises/installation.fixture.ts";
import { organization, person } from "./organization.fixture.ts";
import {
  FIELDS,
  fillIn,
  OPTIONS,
  proveDomain,
  proveFirm,
  publish,
  readJson,
  sendTrust,
} from "./trust-profile.fixture.ts";

describeOnBoth("which firm a trust profile is of", (install) => {
  test("the website is looked at five times a minute at most, for one organization", async () => {
    const here = await install({ ...OPTIONS, limits: [] });
    const owner = await person(here);
    const [org, other] = [await organization(here, owner, { owner }), await organization(here, owner, { owner })];
    const look = (of: string) => sendTrust(owner, of, "/proof", {}, "");
    for (let count = 0; count < 5; count++) {
      expect((await look(org)).location).toBe(`/en/organizations/${org}/trust-profile?imprint=domain_not_proved`);
    }
    const refused = await look(org);
    expect([refused.status, refused.errors]).toEqual([429, ["too_many_attempts"]]);
    expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(0);
    expect((await look(other)).status).toBe(303);
  });

  test("where the operator alone makes a firm found, a website makes none, and the operator's word does", {
    timeout: 60_000,
  }, async () => {
    const here = await install({ ...OPTIONS, env: { ...OPTIONS.env, TRUST_FOUND_BY_ICO: "operator" } });
    const owner = await person(here);
    const org = await organization(here, owner, { owner });
    await proveDomain(here, org);
    await proveFirm(here, org);
    await fillIn(owner, org);
    expect((await publish(owner, org)).errors).toEqual([]);
    const byNumber = async () =>
      (await here.service.tool("supplier_trust_profile", { ico: "31322832" })).isError === true;
    expect(await byNumber()).toBe(true);
    expect(JSON.parse((await readJson(here, "/trust/slovnaft.json")).text)).toMatchObject({
      identity: { method: "imprint", firmChecked: true },
    });
    const confirmed = await here.run(
      `trust confirm --organization ${org} --country SK --ico 31322832 --note "papers were seen"`,
    );
    expect([confirmed.code, confirmed.out.trim()]).toEqual([0, `confirmed: SK 31322832 (${org})`]);
    expect(await byNumber()).toBe(false);
  });

  test("is fixed on its form: the country is said and no field, and another one is refused in form and file", async () => {
    const here = await install(OPTIONS);
    const owner = await person(here);
    const org = await organization(here, owner, { owner });
    const copy = { ...NO_COPY, firm_name: "SLOVNAFT, a.s.", firm_seat: "Bratislava", firm_listed: 1 };
    await setFirm({ db: here.operator.opened.state, orgId: org }, { country: "SK", ico: "31322832", ...copy }, 1);
    const page = `/en/organizations/${org}/trust-profile/profile`;
    const { html } = await owner.browser.get(page);
    expect(html).toContain('data-fixed="SK"');
    expect(html).toMatch(/<input type="hidden" name="country" value="SK"/);
    expect(html).not.toMatch(/<(?:input|select) id="country"/);
    const other = await sendTrust(owner, org, "/profile", { ...FIELDS, country: "CZ", contactAgreed: "1" });
    expect([other.status, other.errors[0]]).toEqual([400, "firm_elsewhere"]);
    expect(
      (await sendTrust(owner, org, "/profile", { ...FIELDS, legalName: "Other name", contactAgreed: "1" })).status,
    ).toBe(303);
    const draft = JSON.parse((await owner.browser.get(`/en/organizations/${org}/trust-profile/export.json`)).html);
    expect(draft.answers).toMatchObject({ country: "SK", legalName: "Other name" });
    // A saved name that is not that of the register says so, once.
    const saved = (await owner.browser.get(page)).html;
    expect(saved.match(/data-differs="register"/g) ?? []).toHaveLength(2);
    const file = JSON.stringify({ version: "4.0.0", answers: { ...draft.answers, country: "CZ" } });
    const read = await owner.browser.submit(`/en/organizations/${org}/trust-profile/import`, {
      content: file,
      apply: "1",
    });
    expect(read.html).toContain("country");
    const after = JSON.parse((await owner.browser.get(`/en/organizations/${org}/trust-profile/export.json`)).html);
    expect(after.answers.country).toBe("SK");
  });
});
