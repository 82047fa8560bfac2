import { expect, test } from "vitest";
import { newId } from "../../src/core/random-id.ts";
import { composedSql } from "../../src/state/sql.ts";
import { describeOnBoth } from "../promises/installation.fixture.ts";
import { GENEROUS, NOW } from "../promises/service.fixture.ts";
import { callTool, organization, person } from "./organization.fixture.ts";
import { proveDomain } from "./trust-profile.fixture.ts";

const AREAS = [{ id: "incidents", score: 58, answered: 9, questions: 11 }];

describeOnBoth("what an organization answered of itself", (install) => {
  const opened = async () => {
    const here = await install({ limits: GENEROUS, env: { TRUST_PROXY: "loopback" } });
    const owner = await person(here);
    const org = await organization(here, owner);
    const add = async (domain: string | null, endedAt = NOW.getTime()) => {
      const id = newId("scan");
      const scores = domain === null ? [null, 64, 64] : [80, 64, 72];
      await here.operator.opened.state.run(
        composedSql(
          "INSERT INTO scan (org_id, id, domain, profile, status, created_at, finished_at, technical, questionnaire, overall, detail) " +
            "VALUES (?, ?, ?, ?, 'completed', ?, ?, ?, ?, ?, ?)",
        ),
        org,
        id,
        domain,
        domain === null ? null : "public",
        endedAt,
        endedAt,
        ...scores,
        JSON.stringify({ areas: AREAS }),
      );
      return id;
    };
    const key = (await here.run(`key issue --email ${owner.email} --scope scan:write`)).out.trim();
    const read = async (path: string, init: RequestInit = {}) => {
      const headers = { Authorization: `Bearer ${key}`, "Content-Type": "application/json" };
      const response = await here.service.fetch(`/api/v1/${path}`, { ...init, headers });
      return { status: response.status, body: JSON.parse(await response.text()) };
    };
    return { here, owner, org, add, read, key };
  };

  test("stands in no scan of a domain that it has not proved, on page, in file, REST and MCP; with the proof it does", async () => {
    const { here, owner, org, add, read, key } = await opened();
    const foreign = await add("firma.example.sk");
    const own = await add(null, NOW.getTime() + 1_000);
    const said = async () => {
      const one = (await read(`scan/${foreign}`)).body;
      const list = (await read("scan")).body.scans as { id: string; scores: object }[];
      const agent = await callTool(here, key, "my_scan_detail", { scanId: foreign });
      const page = await owner.browser.get(`/en/organizations/${org}/scans/${foreign}`);
      return {
        one: [one.scores, one.areas.length],
        listed: list.find(({ id }) => id === foreign)?.scores,
        agent: agent.structuredContent.areas.length,
        isOnPage: page.html.includes("Questionnaire by area"),
      };
    };
    const hidden = { technical: 80, questionnaire: null, overall: null };
    expect(await said()).toEqual({ one: [hidden, 0], listed: hidden, agent: 0, isOnPage: false });
    const [row] = (await read("organizations")).body.organizations;
    expect(row).toMatchObject({ questionnaire: 64 });
    expect((await read(`scan/${own}`)).body).toMatchObject({ scores: { questionnaire: 64, overall: 64 }, areas: [{}] });
    await proveDomain(here, org, "example.sk");
    const shown = { technical: 80, questionnaire: 64, overall: 72 };
    expect(await said()).toEqual({ one: [shown, 1], listed: shown, agent: 1, isOnPage: true });
    // A file of a domain is handed on, so it has none even then.
    const csv = (await owner.browser.get(`/en/organizations/${org}/scans/${foreign}.csv`)).html;
    expect(csv).not.toContain("incidents");
  });

  test("a domain that was measured within ten minutes is not measured anew, and the page says from when it may be", async () => {
    const { owner, org, add, read } = await opened();
    const id = await add("firma.sk", NOW.getTime() - 4 * 60_000);
    const sent = await owner.browser.submit(
      `/en/organizations/${org}/scans`,
      { domain: "firma.sk", profile: "public" },
      `/en/organizations/${org}/scans`,
    );
    expect([sent.status, sent.location]).toEqual([303, `/en/organizations/${org}/scans/${id}?reused=1`]);
    const page = (await owner.browser.get(sent.location ?? "")).html;
    const next = new Date(NOW.getTime() + 6 * 60_000).toISOString();
    expect(page).toMatch(/data-measured="[^"]+"/);
    expect(page).toContain(`data-next-scan="${next}"`);
    expect(page).toContain('data-reused="1"');
    const body = JSON.stringify({ domain: "firma.sk" });
    expect(await read("scan", { method: "POST", body })).toMatchObject({
      status: 200,
      body: { id, reused: true, nextScanAt: next },
    });
    const old = await add("alt.sk", NOW.getTime() - 11 * 60_000);
    const later = (await owner.browser.get(`/en/organizations/${org}/scans/${old}`)).html;
    expect(later).toContain("data-measured");
    expect(later).not.toContain("data-next-scan");
  });
});
