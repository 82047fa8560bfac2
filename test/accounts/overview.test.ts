import { expect, test } from "vitest";
import { newId } from "../../src/core/random-id.ts";
import { composedSql } from "../../src/state/sql.ts";
import { describeOnBoth, type Installation } from "../promises/installation.fixture.ts";
import { GENEROUS, NOW } from "../promises/service.fixture.ts";
import { organization, person } from "./organization.fixture.ts";
import { statementsOf } from "./statements.fixture.ts";
import { proveDomain } from "./trust-profile.fixture.ts";

const AT = NOW.getTime();

/** Adds a scan that has ended. */
async function addScan({ operator }: Installation, org: string, at: number, technical: number): Promise<void> {
  await operator.opened.state.run(
    composedSql(
      "INSERT INTO scan (org_id, id, domain, profile, status, created_at, technical, overall, detail) " +
        "VALUES (?, ?, 'example.sk', 'full', 'completed', ?, ?, ?, '{}')",
    ),
    org,
    newId("scan"),
    at,
    technical,
    technical,
  );
}

describeOnBoth("the overview of organizations", (install) => {
  test("sorts by every column, both ways, and is a file of the same rows", async () => {
    const here = await install({ limits: GENEROUS, env: { TRUST_PROXY: "loopback" } });
    const [jana, other] = [await person(here), await person(here)];
    const alfa = await organization(here, jana, {}, "Žilina s.r.o.");
    const beta = await organization(here, jana, {}, '=Beta "a.s."');
    const foreign = await organization(here, other, {}, "Foreign");
    await here.operator.opened.state.run(
      composedSql("UPDATE organization SET country = NULL, ico = NULL WHERE id = ?"),
      beta,
    );
    await here.run(`register set --organization ${beta} --email ${jana.email} --code NIS2-20-1 --status met`);
    // A score over all stands for proved domains alone.
    await proveDomain(here, alfa, "example.sk");
    await addScan(here, alfa, AT - 5_000, 90);
    await addScan(here, alfa, AT, 41);
    await addScan(here, foreign, AT, 99);

    const order = async (query: string) => {
      const { html, status } = await jana.browser.get(`/sk/organizations${query}`);
      expect(status).toBe(200);
      expect(html).not.toContain("Foreign");
      return html.indexOf(alfa) < html.indexOf(beta) ? "alfa" : "beta";
    };
    for (const [column, first, last] of [
      ["name", "beta", "alfa"],
      ["completion", "alfa", "beta"],
      // What there is not stands last, whichever way.
      ["technical", "alfa", "alfa"],
      ["overall", "alfa", "alfa"],
      ["last_scan", "alfa", "alfa"],
      ["next_review", "beta", "beta"],
      ["country", "alfa", "alfa"],
      ["ico", "alfa", "alfa"],
    ] as const) {
      expect([column, await order(`?sort=${column}&dir=asc`), await order(`?sort=${column}&dir=desc`)]).toEqual([
        column,
        first,
        last,
      ]);
    }
    expect(await order("?sort=password_hash")).toBe(await order(""));

    const file = await jana.browser.get("/sk/organizations.csv?sort=name&dir=asc");
    expect(file.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(file.headers.get("cache-control")).toBe("no-store");
    const [head, ...rows] = file.html.replace("\u{feff}", "").trimEnd().split("\r\n");
    expect(head).toBe(
      "id;name;role;country;ico;category;regime;completion;overdue;next_review;last_scan;technical;questionnaire;overall",
    );
    expect(rows).toHaveLength(2);
    expect(rows[0]).toMatch(new RegExp(`^${beta};"'=Beta ""a.s."" *";owner;;;;;\\d+;0;20\\d\\d-\\d\\d-\\d\\d;;;;$`));
    expect(rows[1]).toMatch(new RegExp(`^${alfa};Žilina s.r.o.;owner;SK;31322832;\\w+;\\w*;0;0;;2026-11-21;41;;41$`));
    const english = await jana.browser.get("/en/organizations.csv");
    expect(english.html.split("\r\n")[0]).toContain("id,name,role");
  });

  test("judges a firm with what the organization says of itself", async () => {
    const here = await install({ limits: GENEROUS, env: { TRUST_PROXY: "loopback" } });
    const jana = await person(here);
    const org = await organization(here, jana);
    const firm = {
      country: "SK",
      ico: "31322832",
      employees: "60",
      turnoverEur: "12000000",
      balanceSheetEur: "9000000",
    };
    const page = `/sk/organizations/${org}/verdict`;
    await jana.browser.submit(page, { country: "SK", ico: "31322832" });
    expect((await jana.browser.submit(page, { ...firm, "a.linkedEnterprises": "no" })).status).toBe(303);
    const { verdict } = JSON.parse((await jana.browser.get(`${page}.json`)).html);
    const { html } = await jana.browser.get("/sk/organizations.csv");
    expect(html).toContain(`;${verdict.category};${verdict.nationalRegime.id};`);
    expect(verdict.category).toBe("important");
  });

  test("takes four statements for the whole page, however many organizations there are", async () => {
    const here = await install({ limits: GENEROUS, env: { TRUST_PROXY: "loopback", ROLE: "web" } });
    const jana = await person(here);
    for (let index = 0; index < 40; index++) await organization(here, jana, {}, `Organization ${index}`);
    const { html, status } = await jana.browser.get("/sk/organizations");
    expect(status).toBe(200);
    expect([...html.matchAll(/data-completion=/g)]).toHaveLength(40);
    expect(await statementsOf(() => jana.browser.get("/sk/organizations"))).toBe(4);
    // Each of these proves that what is counted is counted.
    expect(await statementsOf(() => here.service.fetch("/sk/obligations"))).toBe(0);
    const key = (await here.run(`key issue --email ${jana.email}`)).out;
    const withKey = { headers: { Authorization: `Bearer ${key}` } };
    await here.service.fetch("/api/v1/audit-log", withKey);
    expect(await statementsOf(() => here.service.fetch("/api/v1/audit-log", withKey))).toBe(2);
  });
});
