import { expect, test } from "vitest";
import { saveRegisterEntry } from "../../src/state/register-entries.ts";
import { describeOnBoth, type Installation } from "../promises/installation.fixture.ts";
import { GENEROUS, NOW } from "../promises/service.fixture.ts";
import { organization, person } from "./organization.fixture.ts";
import { statementsOf } from "./statements.fixture.ts";

const PAGE = "/en/organizations/obligations";

interface Entry {
  readonly code: string;
  readonly status: "met" | "not_met" | null;
  readonly review?: string;
  readonly work?: string;
  readonly person?: string;
}

async function enter({ operator }: Installation, orgId: string, by: string, entry: Entry): Promise<void> {
  const { code, status, review = null, work = null, person: name = "" } = entry;
  await saveRegisterEntry({ db: operator.opened.state, orgId }, undefined, {
    code,
    status,
    status_source: "manual",
    scan_id: null,
    evidence_note: "",
    responsible_person: name,
    last_reviewed_at: null,
    next_review_at: review,
    work_due_at: work,
    updated_at: NOW.getTime(),
    updated_by: by,
  });
}

/** Two organizations of one person, with entries late by 12 and 2 days, one to come and one without a day. */
async function twoClients(here: Installation) {
  const jana = await person(here);
  const alfa = await organization(here, jana, {}, "Alfa");
  const beta = await organization(here, jana, {}, "<b>Beta</b>");
  await enter(here, alfa, jana.id, { code: "NIS2-20-1", status: "met", review: "2026-11-20", person: "Ján" });
  await enter(here, alfa, jana.id, { code: "NIS2-21-1", status: null });
  await enter(here, beta, jana.id, { code: "NIS2-20-1", status: "not_met", work: "2026-11-10", review: "2027-03-01" });
  await enter(here, beta, jana.id, { code: "NIS2-20-2", status: "met", review: "2026-12-01", work: "2026-01-01" });
  return { jana, alfa, beta };
}

const rowsOf = (html: string) =>
  [...html.matchAll(/<tr id="(\w+)-([\w-]+)" data-status="(\w+)" data-due="([\d-]*)"/g)].map(
    ([, org, code, status, due]) => [org, code, status, due],
  );

describeOnBoth("the obligations of all organizations", (install) => {
  test("what is late stands first, by how long; what has no day only where it is asked for", async () => {
    const here = await install({ limits: GENEROUS, env: { TRUST_PROXY: "loopback" } });
    const { jana, alfa, beta } = await twoClients(here);
    const { html } = await jana.browser.get(PAGE);
    expect(rowsOf(html)).toEqual([
      [beta, "NIS2-20-1", "not_met", "2026-11-10"],
      [alfa, "NIS2-20-1", "met", "2026-11-20"],
      [beta, "NIS2-20-2", "met", "2026-12-01"],
    ]);
    expect(html).toContain('data-entries="3" data-overdue="2"');
    expect(html).toContain("&lt;b&gt;Beta&lt;/b&gt;");
    expect(rowsOf((await jana.browser.get(`${PAGE}?all=1`)).html)).toHaveLength(4);
  });

  test.each([
    ["?overdue=1", 2],
    ["?due=10", 3],
    ["?due=9", 2],
    ["?status=met", 2],
    ["?code=nis2-20-1", 2],
    ["?person=none", 2],
    ["?person=jan", 1],
    ["?q=beta", 2],
    ["?q=nothing+of+it", 0],
    ["?organization=org_foreign", 0],
  ])("the filter %s leaves %i of them, as a page, as REST and as a file", async (query, count) => {
    const here = await install({ limits: GENEROUS, env: { TRUST_PROXY: "loopback" } });
    const { jana } = await twoClients(here);
    expect(rowsOf((await jana.browser.get(`${PAGE}${query}`)).html)).toHaveLength(count);
    const csv = await jana.browser.get(`/en/organizations/obligations.csv${query}`);
    expect(csv.html.trimEnd().split("\r\n")).toHaveLength(count + 1);
    const key = (await here.run(`key issue --email ${jana.email} --name all`)).out;
    const answer = await here.service.fetch(`/api/v1/organizations/obligations${query}`, {
      headers: { Authorization: `Bearer ${key.trim()}` },
    });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ entries: count, page: 1, pages: 1 });
  });

  test("nobody sees entries of an organization that is not theirs", async () => {
    const here = await install({ limits: GENEROUS, env: { TRUST_PROXY: "loopback" } });
    const { alfa } = await twoClients(here);
    const stranger = await person(here);
    const { html } = await stranger.browser.get(`${PAGE}?all=1&organization=${alfa}`);
    expect(html).toContain('data-entries="0"');
    expect(html).not.toContain("Alfa");
  });

  test("forty organizations cost as many statements as two", async () => {
    const here = await install({ limits: GENEROUS, env: { TRUST_PROXY: "loopback", ROLE: "web" } });
    const { jana } = await twoClients(here);
    const before = await statementsOf(() => jana.browser.get(PAGE));
    for (let at = 0; at < 38; at++) {
      const org = await organization(here, jana, {}, `Client ${at}`);
      await enter(here, org, jana.id, { code: "NIS2-20-1", status: "met", review: "2026-11-21" });
    }
    expect(await statementsOf(() => jana.browser.get(PAGE))).toBe(before);
    expect(before).toBeLessThanOrEqual(8);
  });
});
