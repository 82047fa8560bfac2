import { writeFileSync } from "node:fs";
import { join } from "node:path";
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

  test("become organizations over REST and by command, after a dry run that makes nothing", async () => {
    const here = await install({ limits: GENEROUS, env: { TRUST_PROXY: "loopback" } });
    const jana = await person(here);
    const { state } = here.operator.opened;
    const count = async () =>
      Number((await state.get<{ n: number }>(composedSql("SELECT count(*) AS n FROM organization")))?.n);
    const key = (
      await here.run(`key issue --email ${jana.email} --name clients --scope organization:write`)
    ).out.trim();
    const post = async (query: string, of = key) => {
      const headers = { Authorization: `Bearer ${of}`, "Content-Type": "text/csv" };
      const path = `/api/v1/organizations/import${query}`;
      const response = await here.service.fetch(path, { method: "POST", headers, body: ROWS });
      return { status: response.status, body: JSON.parse(await response.text()) };
    };
    const dry = await post("?dryRun=1");
    expect([dry.status, dry.body.created, dry.body.exists, dry.body.errors.length, dry.body.saved]).toEqual([
      200,
      3,
      0,
      3,
      false,
    ]);
    expect(await count()).toBe(0);
    const made = await post(`?plan=${dry.body.plan}&skip=4`);
    expect([made.status, made.body.created, made.body.saved]).toEqual([200, 2, true]);
    const ids = made.body.rows.flatMap((row: { organizationId: string | null }) => row.organizationId ?? []);
    expect(ids).toHaveLength(2);
    expect((await post(`?plan=${dry.body.plan}`)).status).toBe(409);
    const reading = (await here.run(`key issue --email ${jana.email} --name reads`)).out.trim();
    expect((await post("?dryRun=1", reading)).status).toBe(403);

    const file = join(here.operator.dir, "clients.csv");
    writeFileSync(file, ROWS);
    const would = await here.run(`org import ${file} --owner ${jana.email} --dry-run`);
    expect([would.code, would.out]).toEqual([0, expect.stringContaining("1 would be created, 2 there already")]);
    expect(await count()).toBe(2);
    const done = await here.run(`org import ${file} --owner ${jana.email}`);
    expect([done.code, done.out]).toEqual([0, expect.stringContaining("1 created, 2 there already, 3 not read")]);
    expect(done.err).toContain("line ");
    expect(await count()).toBe(3);
  });

  test("become organizations from a table of verdicts: the ticked ones, each once", async () => {
    const here = await install({ limits: GENEROUS });
    const jana = await person(here);
    const own = await organization(here, jana);
    const page = "/en/organizations/new/several";
    const table = await jana.browser.get(`/en/firms?list=${encodeURIComponent("31322832\n49240901")}`);
    expect(table.html).toContain('data-action="organization" href="/en/organizations/new/several?firms=');
    const { html } = await jana.browser.get(`${page}?firms=SK-31322832,CZ-49240901,CZ-12345679,SK-1`);
    const boxes = [...html.matchAll(/data-firm="([^"]*)" data-state="(\w+)"/g)].map(([, firm, state]) => [firm, state]);
    expect(boxes).toEqual([
      ["SK-31322832", "exists"],
      ["CZ-49240901", "new"],
      ["CZ-12345679", "offered"],
    ]);
    expect(html).toContain(`href="/en/organizations/${own}"`);
    expect(html.match(/<input id="[^"]*" type="checkbox"[^>]* checked=""/g)).toHaveLength(2);
    const plan = /name="plan" value="([^"]*)"/.exec(html)?.[1] ?? "";
    const sent = { firms: "CZ-49240901", plan };
    const shown = `${page}?firms=CZ-49240901`;
    const made = await jana.browser.submit(shown, sent);
    expect([made.status, made.location, made.done]).toEqual([303, "/en/organizations", "created"]);
    const again = await jana.browser.submit(shown, sent);
    expect([again.status, again.done]).toEqual([303, null]);
    const none = await jana.browser.submit(shown, { plan });
    expect([none.errors, none.html.includes('data-firm="CZ-49240901"')]).toEqual([["nothing_chosen"], true]);
    expect((await jana.browser.submit(shown, { ...sent, plan: "2020-01-01" })).errors).toEqual(["plan_stale"]);
  });
});
