import { expect, test } from "vitest";
import { composedSql } from "../../src/state/sql.ts";
import { describeOnBoth } from "../promises/installation.fixture.ts";
import { GENEROUS } from "../promises/service.fixture.ts";
import { organization, person } from "./organization.fixture.ts";

/** One that the person has, two that the sample knows, one with figures, one it lacks, one twice, three errors. */
const ROWS = [
  "ičo;krajina;názov;zamestnanci",
  "31322832;SK;;",
  "49240901;;Banka;",
  "36631124;;Pošta;49,5",
  "12345679;CZ;Neznáma;",
  "49240901;;Banka;",
  "3,13E+07;;;",
  ";;;",
  "1234;DE;x;",
].join("\n");

describeOnBoth("clients from a pasted table", (install) => {
  test("become organizations in two steps: no line is lost, and what is sent twice makes nothing twice", async () => {
    const here = await install({ limits: GENEROUS });
    const jana = await person(here);
    const own = await organization(here, jana);
    const { state } = here.operator.opened;
    const count = async () =>
      Number((await state.get<{ n: number }>(composedSql("SELECT count(*) AS n FROM organization")))?.n);
    const path = "/en/organizations/import";
    expect((await jana.browser.get("/en/organizations")).html).toContain(`href="${path}"`);
    const step = await jana.browser.submit(path, { rows: ROWS, country: "" });
    expect(step.status).toBe(200);
    const hook = (name: string) => new RegExp(`data-${name}="([^"]*)"`).exec(step.html)?.[1];
    expect(["added", "unchanged", "errors"].map(hook)).toEqual(["2", "1", "3"]);
    expect(step.html).toContain(`href="/en/organizations/${own}"`);
    expect(step.html).toMatch(/data-row="3" data-state="new" data-category="essential"/);
    expect(step.html).toMatch(/data-state="offered"/);
    expect(step.html).toContain('data-error="excel_number"');
    expect(await count()).toBe(1);

    const second = { rows: ROWS, country: "", plan: hook("plan") ?? "", skip: "4" };
    const saved = await jana.browser.submit(path, second);
    expect([saved.status, saved.location, saved.done]).toEqual([303, "/en/organizations", "created"]);
    expect(await count()).toBe(2);
    // What was made with that plan is there: the same again is stale, and nothing is made.
    const again = await jana.browser.submit(path, second);
    expect(again.status).toBe(303);
    expect(await count()).toBe(2);
    const stale = await jana.browser.submit(path, { rows: ROWS, country: "", plan: second.plan });
    expect([stale.status, stale.errors]).toEqual([409, ["plan_stale"]]);

    const last = await jana.browser.submit(path, { rows: ROWS, country: "" });
    const plan = /data-plan="([^"]*)"/.exec(last.html)?.[1] ?? "";
    expect((await jana.browser.submit(path, { rows: ROWS, country: "", plan, take: "5" })).status).toBe(303);
    expect(await count()).toBe(4);
    const table = (await jana.browser.get("/en/organizations")).html;
    expect(table).toContain("Banka");
    const facts = await state.all<{ facts: string }>(composedSql("SELECT facts FROM organization_facts"));
    expect(facts.map((row) => JSON.parse(row.facts))).toEqual([{ employees: 49.5 }]);
  });
});
