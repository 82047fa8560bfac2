import { expect, test } from "vitest";
import { settle, settleFirms } from "../../src/capabilities/organizations/settle-firms.ts";
import { auditOfStream } from "../../src/state/audit-log.ts";
import { composedSql } from "../../src/state/sql.ts";
import { describeOnBoth, type Installation } from "../promises/installation.fixture.ts";
import { GENEROUS, NOW } from "../promises/service.fixture.ts";
import { organization, type PersonOfTest, person } from "./organization.fixture.ts";

/** Two firms of the sample, and a number without a firm whose check digit is right. */
const SLOVNAFT = { country: "SK", ico: "31322832" };
const CEZ = { country: "CZ", ico: "45274649" };
const NOWHERE = "00000019";

/** The firm that every place names which shows one. */
async function placesOf({ operator }: Installation, { browser }: PersonOfTest, org: string) {
  const page = `/sk/organizations/${org}`;
  const firmOf = (html: string) => /data-firm="([^"]*)"/.exec(html)?.[1];
  const { state } = operator.opened;
  const row = await state.get<{ country: string | null; ico: string | null }>(
    composedSql("SELECT country, ico FROM organization WHERE id = ?"),
    org,
  );
  const facts = await state.get<{ facts: string }>(
    composedSql("SELECT facts FROM organization_facts WHERE org_id = ?"),
    org,
  );
  return {
    row: row === undefined || row.ico === null ? "none" : `${row.country}-${row.ico}`,
    verdict: firmOf((await browser.get(`${page}/verdict`)).html),
    firm: firmOf((await browser.get(`${page}/firm`)).html),
    inFacts: Object.keys(JSON.parse(facts?.facts ?? "{}")).filter((key) => key === "ico" || key === "country"),
  };
}

const everywhere = (firm: string) => ({ row: firm, verdict: firm, firm, inFacts: [] });

describeOnBoth("the firm of an organization", (install) => {
  const open = async () => {
    const here = await install({ limits: GENEROUS, env: { TRUST_PROXY: "loopback" } });
    return { here, owner: await person(here) };
  };
  const choose = ({ browser }: PersonOfTest, firm: string, fields: Record<string, string> = {}) =>
    browser.submit(`/sk/organizations/new?firm=${firm}`, fields, "/sk/organizations");
  const idOf = (location: string | null | undefined) => /org_[0-9a-z]{26}/.exec(location ?? "")?.[0] ?? "";

  test("is chosen from the register: the name and the verdict are there with it", async () => {
    const { here, owner } = await open();
    const found = await owner.browser.get("/sk/organizations/new?q=slovnaft");
    expect(found.html).toContain('data-firm="SK-31322832"');
    expect((await owner.browser.get("/sk/organizations/new?q=sl")).errors).toEqual(["query_short"]);
    for (const number of ["SK31322832", "31322832, SLOVNAFT"]) {
      const named = await owner.browser.get(`/sk/organizations/new?q=${encodeURIComponent(number)}`);
      expect([named.status, named.location]).toEqual([303, "/sk/organizations/new?firm=SK-31322832"]);
    }
    const differs = await owner.browser.get("/sk/organizations/new?q=31322832+Pekáreň");
    expect(differs.html).toContain("Číslo patrí inej firme");
    const similar = await owner.browser.get("/sk/organizations/new?q=raifeisenbank");
    expect(similar.html).toMatch(/data-match="similar".*podobný názov/s);
    const chosen = await owner.browser.get("/sk/organizations/new?firm=SK-31322832");
    expect(chosen.html).toContain('data-category="essential"');
    expect(chosen.html).toContain('value="SLOVNAFT, a.s."');
    const made = await choose(owner, "SK-31322832", { name: "" });
    expect(made.status).toBe(303);
    const org = idOf(made.location);
    expect((await owner.browser.get("/sk/organizations.csv")).html).toMatch(
      /SLOVNAFT, a\.s\."?;owner;SK;31322832;essential/,
    );
    expect(await placesOf(here, owner, org)).toEqual(everywhere("SK-31322832"));
  });

  test("needs the country of its number, and a number that can be right", async () => {
    const { owner } = await open();
    const refused = async (fields: Record<string, string>) =>
      (await choose(owner, "none", { name: "Alfa", ...fields })).errors;
    expect(await refused({ ico: SLOVNAFT.ico })).toEqual(["country_missing"]);
    expect(await refused({ country: "SK", ico: "31322833" })).toEqual(["ico_invalid"]);
    expect(await refused({ firm: "SK-3132283" })).toEqual(["ico_invalid"]);
    // A right number that the register here lacks is taken.
    const taken = await choose(owner, "none", { name: "Alfa", country: "SK", ico: NOWHERE });
    expect(taken.status).toBe(303);
    const page = await owner.browser.get(`/sk/organizations/${idOf(taken.location)}/firm`);
    expect(page.html).toContain("túto firmu neobsahuje");
  });

  test("is the person's once; another organization of it is made on purpose", async () => {
    const { here, owner } = await open();
    const org = await organization(here, owner);
    const second = await choose(owner, "SK-31322832");
    expect([second.status, second.errors]).toEqual([409, ["firm_yours"]]);
    expect(second.html).toContain(`/sk/organizations/${org}"`);
    const other = await person(here);
    expect((await choose(other, "SK-31322832")).status).toBe(303);
    expect((await choose(owner, "SK-31322832", { again: "1" })).status).toBe(303);
  });

  test("is the same in every place, whatever way it was changed", async () => {
    const { here, owner } = await open();
    const { browser } = owner;
    const made = await choose(owner, "none", { name: "Alfa", country: "", ico: "" });
    const org = idOf(made.location);
    const page = `/sk/organizations/${org}`;
    expect(await placesOf(here, owner, org)).toEqual(everywhere("none"));
    expect((await browser.submit(`${page}/verdict`, { ...SLOVNAFT, employees: "5" })).errors).toEqual([
      "firm_elsewhere",
    ]);
    // Where there was none, the settings take it.
    expect((await browser.submit(`${page}/settings`, { name: "Alfa", ...SLOVNAFT })).location).toBe(`${page}/settings`);
    expect(await placesOf(here, owner, org)).toEqual(everywhere("SK-31322832"));
    expect((await browser.submit(`${page}/verdict`, { ...SLOVNAFT, employees: "5" })).status).toBe(303);
    expect((await browser.submit(`${page}/verdict`, { ...CEZ, employees: "6" })).errors).toEqual(["firm_elsewhere"]);
    // Another firm is asked about, and changes nothing before.
    expect((await browser.submit(`${page}/settings`, { name: "Beta", ...CEZ })).location).toBe(
      `${page}/firm?to=CZ-45274649`,
    );
    expect(await placesOf(here, owner, org)).toEqual(everywhere("SK-31322832"));
    const question = await browser.submit(`${page}/firm?to=CZ-45274649`, {});
    expect(question.status).toBe(200);
    expect(question.html).toContain('data-hangs="facts"');
    expect(await placesOf(here, owner, org)).toEqual(everywhere("SK-31322832"));
    const stale = await browser.submit(`${page}/firm?to=CZ-45274649`, { facts: "clear", version: "0" });
    expect([stale.status, stale.errors]).toEqual([409, ["changed_meanwhile"]]);
    const changed = await browser.submit(`${page}/firm?to=CZ-45274649`, { facts: "clear" });
    expect(changed.location).toBe(`${page}/firm`);
    expect(await placesOf(here, owner, org)).toEqual(everywhere("CZ-45274649"));
    const entry = (await auditOfStream(here.operator.opened.state, `org:${org}`, 0, 100)).at(-1);
    expect(entry).toMatchObject({ action: "organization.firm_changed", actor_id: owner.id, via: "web" });
    expect(JSON.parse(entry?.details ?? "{}")).toEqual({ fields: ["country", "ico"], facts: "clear" });
    expect(await here.run(`org firm --organization ${org} --firm none`)).toMatchObject({ code: 0, err: "" });
    expect(await placesOf(here, owner, org)).toEqual(everywhere("none"));
  });

  test("rests the facts of another firm until a person chooses", async () => {
    const { here, owner } = await open();
    const org = await organization(here, owner);
    const { state } = here.operator.opened;
    await owner.browser.submit(`/sk/organizations/${org}/verdict`, {
      employees: "5",
      turnoverEur: "1",
      balanceSheetEur: "1",
    });
    await state.run(composedSql("UPDATE organization SET firm_settled = 0 WHERE id = ?"), org);
    const facts = JSON.stringify({ ...CEZ, employees: 5 });
    await state.run(composedSql("UPDATE organization_facts SET facts = ? WHERE org_id = ?"), facts, org);
    expect(await settleFirms(state, () => NOW.getTime())).toBe(1);
    expect(await settleFirms(state, () => NOW.getTime())).toBe(0);
    const page = `/sk/organizations/${org}`;
    const verdict = await owner.browser.get(`${page}/verdict`);
    expect(verdict.html).toContain('data-facts="resting"');
    expect(verdict.html).toContain('data-category="essential"');
    const shown = await owner.browser.get(`${page}/firm`);
    for (const firm of ["SK-31322832", "CZ-45274649"]) expect(shown.html).toContain(`data-firm="${firm}"`);
    expect((await owner.browser.submit(`${page}/firm?to=SK-31322832`, { facts: "clear" })).status).toBe(303);
    expect((await owner.browser.get(`${page}/verdict`)).html).not.toContain("data-facts");
    const entries = await auditOfStream(state, `org:${org}`, 0, 100);
    expect(entries.map(({ action, via }) => [action, via])).toContainEqual(["organization.firm_settled", "system"]);
  });
});

test("two firms that a former release stored become one", () => {
  const none = { country: null, ico: null } as const;
  const sk = { country: "SK", ico: "31322832" } as const;
  const cz = { country: "CZ", ico: "45274649" } as const;
  const cases = [
    [sk, null, { case: "same", ...sk, other: null }],
    [sk, sk, { case: "same", ...sk, other: null }],
    [none, none, { case: "same", ...none, other: null }],
    [none, sk, { case: "filled", ...sk, other: null }],
    [{ country: "SK", ico: null }, sk, { case: "filled", ...sk, other: null }],
    [{ country: null, ico: sk.ico }, sk, { case: "filled", ...sk, other: null }],
    [
      { country: null, ico: sk.ico },
      { country: "SK", ico: null },
      { case: "filled", ...sk, other: null },
    ],
    [sk, cz, { case: "differs", ...sk, other: "CZ-45274649" }],
    [{ country: null, ico: sk.ico }, cz, { case: "differs", ...cz, other: sk.ico }],
    [{ country: null, ico: sk.ico }, null, { case: "orphan", ...none, other: sk.ico }],
    [{ country: null, ico: sk.ico }, none, { case: "orphan", ...none, other: sk.ico }],
  ] as const;
  for (const [ofOrganization, ofFacts, settled] of cases) expect(settle(ofOrganization, ofFacts)).toEqual(settled);
});
