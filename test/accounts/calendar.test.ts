import { expect, test } from "vitest";
import { changeMembership } from "../../src/state/organizations.ts";
import { composedSql } from "../../src/state/sql.ts";
import { describeOnBoth } from "../promises/installation.fixture.ts";
import { GENEROUS, NOW } from "../promises/service.fixture.ts";
import { organization, person } from "./organization.fixture.ts";

describeOnBoth("the calendar address", (install) => {
  const open = async () => {
    const here = await install({ limits: GENEROUS, env: { TRUST_PROXY: "loopback" } });
    const [owner, viewer] = [await person(here), await person(here)];
    const org = await organization(here, owner, { viewer }, "Tajná firma s.r.o.");
    const page = `/sk/organizations/${org}`;
    const typed = { status: "met", evidenceNote: "Tajná poznámka", responsiblePerson: "Jana Tajná" };
    const reviews = { lastReviewedAt: "2026-11-01", nextReviewAt: "2026-12-21" };
    const saved = await owner.browser.submit(`${page}/obligations/NIS2-20-1`, { ...typed, ...reviews });
    expect(saved.status).toBe(303);
    return { here, owner, viewer, org, page };
  };

  test("a calendar address is shown once, needs no cookie, and ends when revoked, renewed or left", async () => {
    const { here, viewer, org, page } = await open();
    const { state } = here.operator.opened;
    const make = async () => {
      const { status, html } = await viewer.browser.submit(`${page}/calendar`, {});
      expect(status).toBe(200);
      return new URL(/data-calendar="([^"]+)"/.exec(html)?.[1] ?? "").pathname;
    };
    const read = async (path: string) => {
      const response = await here.service.fetch(path, {});
      return { status: response.status, text: await response.text() };
    };
    const first = await make();
    const file = await read(first);
    expect(file.status).toBe(200);
    expect(file.text).toContain("DTSTART;VALUE=DATE:20261221");
    expect(file.text).not.toMatch(/Tajná poznámka|Jana/);
    expect((await viewer.browser.get(`${page}/calendar`)).html).not.toContain(first);
    const stored = await state.all<{ hash: string }>(composedSql("SELECT hash FROM calendar"));
    expect(stored.map(({ hash }) => first.includes(hash))).toEqual([false]);

    const second = await make();
    expect((await read(first)).status).toBe(404);
    expect((await read(second)).status).toBe(200);
    const unknown = await read(`/calendar/${"a".repeat(43)}.ics`);
    expect(unknown.status).toBe(404);

    expect((await viewer.browser.submit(`${page}/calendar/revoke`, {})).status).toBe(303);
    expect((await read(second)).status).toBe(404);

    const third = await make();
    await state.transaction((tx) => changeMembership(tx, viewer.id, org, null, { at: NOW.getTime(), why: "left" }));
    expect((await read(third)).status).toBe(404);
  });
});
