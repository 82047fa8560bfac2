import { expect, test } from "vitest";
import { describeOnBoth } from "../promises/installation.fixture.ts";
import { organization, person } from "./organization.fixture.ts";
import { fillIn, OPTIONS, proveDomain, proveFirm, publish, readJson, sendTrust } from "./trust-profile.fixture.ts";

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
});
