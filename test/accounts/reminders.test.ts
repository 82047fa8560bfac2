import { expect, test } from "vitest";
import { mailDueReviews, organizationsToRemind } from "../../src/capabilities/organizations/review-mails.ts";
import { createSealing } from "../../src/identity/sealing.ts";
import { type Mail, mail } from "../../src/mail/mail.ts";
import { mailText } from "../../src/mail/texts.ts";
import { changeMembership } from "../../src/state/organizations.ts";
import { composedSql } from "../../src/state/sql.ts";
import { describeOnBoth } from "../promises/installation.fixture.ts";
import { GENEROUS, NOW } from "../promises/service.fixture.ts";
import { organization, person } from "./organization.fixture.ts";

const DAY_MS = 86_400_000;

describeOnBoth("reminders and the calendar address", (install) => {
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

  test("a mail of reviews is off until one asks for it; then there is one a person and day, with counts and a link", async () => {
    const { here, owner, viewer, org, page } = await open();
    const { state } = here.operator.opened;
    const sealing = createSealing(Buffer.alloc(32, 3));
    const options = { state, sealing, baseUrl: "http://localhost:3000", isKnown: () => true };
    const remind = (at: number) => state.transaction((tx) => mailDueReviews(tx, options, org, at));
    expect(await organizationsToRemind(options)).toEqual([]);

    expect((await viewer.browser.submit(`${page}/reminders`, { reviews: "1" })).status).toBe(303);
    expect((await viewer.browser.get(`${page}/reminders`)).html).toMatch(/name="reviews"[^>]*checked/);
    expect((await owner.browser.get(`${page}/reminders`)).html).not.toMatch(/name="reviews"[^>]*checked/);
    expect(await organizationsToRemind(options)).toEqual([org]);

    // The review is on 21 December: 30 days before it is the day of the tests.
    expect(await remind(NOW.getTime())).toBe(1);
    expect(await remind(NOW.getTime() + DAY_MS)).toBe(0);
    expect(await remind(NOW.getTime() + 23 * DAY_MS)).toBe(1);
    const rows = await state.all<{ sealed: string }>(composedSql("SELECT sealed FROM mail ORDER BY created_at"));
    const mails = rows.map(({ sealed }): Mail => mail.parse(JSON.parse(sealing.open(sealed, "mail") ?? "{}")));
    expect(mails).toMatchObject([
      { to: viewer.email, kind: "review_due", counts: { in30: 1, in7: 0, today: 0, overdue: 0 } },
      { to: viewer.email, counts: { in30: 0, in7: 1 } },
    ]);
    for (const each of mails) {
      const { text } = mailText(each, "http://localhost:3000");
      expect(text).toContain(`/sk/organizations/${org}/obligations`);
      expect(text).not.toMatch(/Tajn|NIS2-20-1/);
      expect(text).not.toContain("{");
    }

    await state.transaction((tx) => changeMembership(tx, viewer.id, org, null, { at: NOW.getTime(), why: "left" }));
    expect(await organizationsToRemind(options)).toEqual([]);
  });

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

    expect((await viewer.browser.submit(`${page}/calendar`, {}, `${page}/calendar/revoke`)).status).toBe(303);
    expect((await read(second)).status).toBe(404);

    const third = await make();
    await state.transaction((tx) => changeMembership(tx, viewer.id, org, null, { at: NOW.getTime(), why: "left" }));
    expect((await read(third)).status).toBe(404);
  });
});
