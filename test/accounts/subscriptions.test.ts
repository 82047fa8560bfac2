import { expect, test } from "vitest";
import { newEvent } from "../../src/capabilities/watch/new-event.ts";
import type { Ico } from "../../src/core/ico.ts";
import { newId } from "../../src/core/random-id.ts";
import { organizationStore } from "../../src/state/organization-store.ts";
import { changeMembership } from "../../src/state/organizations.ts";
import { addEvents } from "../../src/state/watch.ts";
import { describeOnBoth, type Installation } from "../promises/installation.fixture.ts";
import { GENEROUS, type Json, NOW } from "../promises/service.fixture.ts";
import { organization, person } from "./organization.fixture.ts";

const AT = NOW.getTime();
const HOSTILE = "Zlá <script>alert(1)</script> & www.zla.sk";

describeOnBoth("a secret address of a feed or calendar", (install) => {
  const open = async () => {
    const here = await install({ limits: GENEROUS, env: { TRUST_PROXY: "loopback" } });
    const { state } = here.operator.opened;
    const [jana, peter] = [await person(here), await person(here)];
    const [org, other] = [await organization(here, peter, { member: jana }, HOSTILE), await organization(here, jana)];
    const list = newId("firmList");
    await state.transaction(async (tx) => {
      const store = organizationStore({ db: tx, accountId: peter.id, orgId: org });
      await store.addList({ id: list, name: HOSTILE, country: null }, AT);
      await store.putRows(
        list,
        [{ country: "SK", ico: "31322832" as Ico, label: HOSTILE, tags: "", note: "tajné" }],
        AT,
      );
    });
    const event = (orgId: string, once: string) =>
      newEvent({
        orgId,
        type: "firm.ceased",
        severity: "notice",
        at: AT,
        subject: { country: "SK", ico: "31322832" as Ico },
        once,
      });
    const told = { ...event(org, "1"), detail: JSON.stringify({ lists: [list], name: HOSTILE }) };
    await state.transaction((tx) => addEvents(tx, [told, event(other, "2")]));
    const make = async (fields: Record<string, string>) => {
      const { status, html } = await jana.browser.submit("/sk/account/feeds", fields);
      expect(status).toBe(200);
      const hook = fields.kind === "feed" ? "data-feed-address" : "data-calendar-address";
      return new URL(new RegExp(`${hook}="([^"]+)"`).exec(html)?.[1] ?? "").pathname;
    };
    return { here, state, jana, peter, org, other, list, make };
  };
  const read = async (here: Installation, path: string, headers: Record<string, string> = {}) => {
    const response = await here.service.fetch(path, { headers });
    return { status: response.status, text: await response.text(), headers: response.headers };
  };

  test("of one organization, one list or all gives the events of just these, escaped, and is known again", async () => {
    const { here, org, list, make, jana } = await open();
    const all = await make({ kind: "feed" });
    const ofList = await make({ kind: "feed", list });
    const feed = await read(here, all);
    expect(feed.status).toBe(200);
    expect(feed.headers.get("content-type")).toBe("application/rss+xml; charset=utf-8");
    expect(feed.headers.get("cache-control")).toBe("private, max-age=900");
    expect(feed.headers.get("x-robots-tag")).toBe("noindex");
    expect(feed.headers.get("referrer-policy")).toBe("no-referrer");
    expect(feed.text.match(/<item>/g)).toHaveLength(2);
    expect(feed.text).toContain("<title>SK 31322832: zanikla</title>");
    expect(feed.text).not.toContain("<script");
    expect(feed.text).not.toContain("tajné");
    expect((await read(here, all, { "if-none-match": feed.headers.get("etag") ?? "" })).status).toBe(304);

    const json = JSON.parse((await read(here, ofList.replace(/xml$/, "json"))).text) as Json;
    expect(json.version).toBe("https://jsonfeed.org/version/1.1");
    expect(json.items).toHaveLength(1);
    expect((json.items as Json[])[0]).toMatchObject({ title: "SK 31322832: zanikla" });
    const ofOne = await read(here, await make({ kind: "feed", organization: org }));
    expect(ofOne.text.match(/<item>/g)).toHaveLength(1);
    const page = (await jana.browser.get("/sk/account/feeds")).html;
    expect(page.match(/id="sub_/g)).toHaveLength(3);
    expect(page).not.toContain(all);
  });

  test("of a calendar has the dated lines of the week, each under an id that stays", async () => {
    const { here, org, list, make, peter } = await open();
    const typed = { status: "met", lastReviewedAt: "2026-11-01", nextReviewAt: "2026-12-21" };
    await peter.browser.submit(`/sk/organizations/${org}/obligations/NIS2-20-1`, typed);
    const path = await make({ kind: "calendar", organization: org });
    const first = await read(here, path);
    expect(first.headers.get("content-type")).toBe("text/calendar; charset=utf-8");
    expect(first.text).toContain("DTSTART;VALUE=DATE:20261221");
    expect(first.text).toMatch(new RegExp(`UID:review-2026-12-21-${org}@`));
    expect(first.headers.get("etag")).toBe((await read(here, path)).headers.get("etag"));
    // Of a list the reviews of its rows alone.
    const row = `/sk/organizations/${org}/lists/${list}/rows/SK/31322832`;
    await peter.browser.submit(row, { label: "", tags: "", note: "", nextReviewAt: "2027-01-15" });
    const ofList = (await read(here, await make({ kind: "calendar", list }))).text;
    expect(ofList.match(/DTSTART/g)).toHaveLength(1);
    expect(ofList).toContain("DTSTART;VALUE=DATE:20270115");
  });

  test("is as one that never was once it is ended, of another kind or of somebody who left", async () => {
    const { here, state, jana, org, list, make } = await open();
    const ended = await make({ kind: "feed" });
    const page = (await jana.browser.get("/sk/account/feeds")).html;
    const question = `/sk/account/feeds/${/id="(sub_[^"]+)"/.exec(page)?.[1]}/revoke`;
    const [left, all] = [await make({ kind: "feed", list }), await make({ kind: "calendar" })];
    expect((await jana.browser.get(question)).html).toContain('data-question="revoke"');
    expect((await jana.browser.submit(question, {}, question)).status).toBe(303);
    await state.transaction((tx) => changeMembership(tx, jana.id, org, null, { at: AT, why: "left" }));
    const wrong = await read(here, `/feeds/${"a".repeat(43)}.xml`);
    expect(wrong.status).toBe(404);
    for (const path of [left, ended, all.replace("/calendar/", "/feeds/").replace(/ics$/, "xml"), "/feeds/x"]) {
      expect(await read(here, path)).toMatchObject({ status: 404, text: wrong.text });
    }
    expect((await read(here, all)).status).toBe(200);
  });

  test("is made, listed and ended by key; one that reaches chosen organizations makes none over all", async () => {
    const { here, jana, org, other, list } = await open();
    const issue = async (more: string) =>
      (await here.run(`key issue --email ${jana.email} --name k${more.length} ${more}`)).out.trim();
    const [write, readOnly] = [await issue("--scope watch:write"), await issue("--scope read")];
    const typed = { name: "chosen", scopes: "watch:write", reach: "chosen", organization: other };
    const shown = (await jana.browser.submit("/sk/account/keys", typed)).html;
    const chosen = /dosah_[0-9A-Za-z]{49}/.exec(shown)?.[0] ?? "";
    const ask = async (key: string, method: string, path: string, body?: object) => {
      const response = await here.service.fetch(`/api/v1/subscriptions${path}`, {
        method,
        headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json" },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      return { status: response.status, body: (await response.json()) as Json };
    };
    const made = await ask(write, "POST", "", { kind: "feed", organizationId: org, listId: list });
    expect(made).toMatchObject({ status: 201, body: { id: expect.stringMatching(/^sub_/) } });
    expect((await read(here, new URL(String(made.body.url)).pathname)).status).toBe(200);
    expect(await ask(readOnly, "POST", "", { kind: "feed" })).toMatchObject({ status: 403 });
    expect(await ask(chosen, "POST", "", { kind: "feed" })).toMatchObject({ status: 403 });
    expect(await ask(chosen, "POST", "", { kind: "feed", organizationId: other })).toMatchObject({ status: 201 });
    expect(await ask(chosen, "POST", "", { kind: "feed", organizationId: org })).toMatchObject({ status: 404 });
    expect(await ask(write, "POST", "", { kind: "feed", listId: "lst_x" })).toMatchObject({ status: 404 });
    expect((await ask(chosen, "GET", "")).body).toMatchObject({ items: [{ organizationId: other }], nextCursor: null });
    expect((await ask(write, "GET", "")).body.items).toHaveLength(2);
    expect(await ask(write, "DELETE", `/${String(made.body.id)}`)).toMatchObject({ status: 200 });
    expect(await ask(write, "DELETE", `/${String(made.body.id)}`)).toMatchObject({ status: 404 });
    for (let n = 1; n < 20; n++) await ask(write, "POST", "", { kind: "calendar" });
    expect(await ask(write, "POST", "", { kind: "calendar" })).toMatchObject({
      status: 409,
      body: { code: "budget_full", limit: 20 },
    });
  });
});
