import { expect, test } from "vitest";
import { describeOnBoth, type Installation } from "../promises/installation.fixture.ts";
import { GENEROUS } from "../promises/service.fixture.ts";
import { organization, person } from "./organization.fixture.ts";
import { sendMultipart } from "./upload.fixture.ts";

const ROWS = "ičo;označenie;značky\n49240901;=Banka;a, b\n36631124;Pošta;a\n;x\n12345678;neznáma";

describeOnBoth("a list of firms", (install) => {
  test("is made, filled in two steps, filtered, saved as a file, and deleted", async () => {
    const here = await install({ limits: GENEROUS });
    const jana = await person(here);
    const org = await organization(here, jana);
    const lists = `/en/organizations/${org}/lists`;
    const made = await jana.browser.submit(lists, { name: "Portfólio", country: "" });
    expect(made.status).toBe(303);
    expect(made.done).toBe("created");
    const path = made.location ?? "";
    expect(path).toMatch(/\/lists\/lst_[0-9a-z]{26}$/);

    const step = await sendMultipart(here, jana, `${path}/import`, { rows: ROWS, mode: "add" });
    expect(step.status).toBe(200);
    const hook = (name: string) => new RegExp(`data-${name}="([^"]*)"`).exec(step.html)?.[1];
    expect(["added", "updated", "removed", "unchanged", "errors"].map(hook)).toEqual(["3", "0", "0", "0", "1"]);
    expect((await jana.browser.get(path)).html).toContain('data-rows="0"');

    const plan = hook("plan") ?? "";
    const saved = await sendMultipart(here, jana, `${path}/import`, { rows: ROWS, mode: "add", plan });
    expect(saved.status).toBe(303);
    const again = await sendMultipart(here, jana, `${path}/import`, { rows: ROWS, mode: "add", plan });
    expect(again.status).toBe(303);
    const stale = await sendMultipart(here, jana, `${path}/import`, { rows: "36631124;", mode: "replace", plan });
    expect([stale.status, stale.html.includes('data-error="plan_stale"')]).toEqual([409, true]);

    const shown = (await jana.browser.get(path)).html;
    expect(shown).toContain('id="CZ-49240901" data-category="essential"');
    expect(shown).toMatch(/id="CZ-12345678" data-category="pending"/);
    expect((await jana.browser.get(`${path}?tag=b`)).html).not.toContain("SK-36631124");
    expect((await jana.browser.get(`${path}?category=pending`)).html).toContain("CZ-12345678");
    const csv = (await jana.browser.get(`${path}.csv?tag=a`)).html;
    expect(csv.trim().split("\r\n")).toHaveLength(3);
    expect(csv).toContain("'=Banka");

    const compared = (await jana.browser.get(`${path}/compare`)).html;
    expect(compared).toContain('data-changed="0" data-rows="3"');
    expect((await jana.browser.get(`${path}/compare?from=2020-01-01`)).status).toBe(400);
    expect((await jana.browser.get(`${path}/compare.csv`)).html).toMatch(/^.?ico[,;]country[,;]label[,;]name/);
    expect((await jana.browser.get(`${path}/compare.xlsx`)).status).toBe(200);

    const row = `${path}/rows/CZ/49240901`;
    const changed = await jana.browser.submit(row, { label: "Banka", tags: "a", note: "", nextReviewAt: "2027-01-15" });
    expect(changed.status).toBe(303);
    expect((await jana.browser.get(row)).html).toContain('value="2027-01-15"');
    expect((await jana.browser.get(`${row}/remove`)).html).toContain('data-question="remove"');
    expect((await jana.browser.submit(`${row}/remove`, {}, `${row}/remove`)).status).toBe(303);
    expect((await jana.browser.submit(`${path}/delete`, {}, `${path}/delete`)).status).toBe(303);
    expect((await jana.browser.get(path)).status).toBe(404);
  });

  test("is read and changed by key; a foreign list is as one that never was", async () => {
    const here = await install({ limits: GENEROUS });
    const [jana, peter] = [await person(here), await person(here)];
    const org = await organization(here, jana);
    await organization(here, peter);
    const keyOf = async (email: string, scope: string) =>
      (await here.run(`key issue --email ${email} --name ${scope.replace(":", "")} --scope ${scope}`)).out;
    const [write, read, other] = [
      await keyOf(jana.email, "watch:write"),
      await keyOf(jana.email, "read"),
      await keyOf(peter.email, "watch:write"),
    ];
    const call = async (key: string, method: string, path: string, body?: unknown, etag?: string) => {
      const response = await here.service.fetch(`/api/v1/lists${path}`, {
        method,
        headers: {
          Authorization: `Bearer ${key}`,
          ...(body === undefined ? {} : { "Content-Type": "application/json" }),
          ...(etag === undefined ? {} : { "If-Match": etag }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      return { status: response.status, body: await response.json(), etag: response.headers.get("ETag") ?? "" };
    };
    expect((await call(read, "POST", "", { organizationId: org, name: "A" })).status).toBe(403);
    const made = await call(write, "POST", "", { organizationId: org, name: "A" });
    expect(made.status).toBe(201);
    const id = `/${made.body.id}`;
    const rows = [{ ico: "49240901", tags: "x" }, { ico: "36631124" }, { ico: "1222222222" }];
    const dry = await call(write, "POST", `${id}/rows?dryRun=1`, { rows });
    expect(dry.body).toMatchObject({ added: 2, saved: false, errors: [{ row: 3, code: "tax_number" }] });
    expect((await call(read, "GET", id)).body.rows).toBe(0);
    expect((await call(write, "POST", `${id}/rows`, { rows })).body).toMatchObject({ added: 2, saved: true, rows: 2 });
    const list = await call(read, "GET", id);
    expect(list.body).toMatchObject({ rows: 2, pending: 0, organizationId: org, untrusted: { name: "A" } });
    const page = await call(read, "GET", `${id}/rows?limit=1`);
    expect(page.body.items).toMatchObject([{ country: "CZ", ico: "49240901", category: "essential" }]);
    const rest = await call(read, "GET", `${id}/rows?limit=1&cursor=${page.body.nextCursor}`);
    expect([rest.body.items[0].ico, rest.body.nextCursor]).toEqual(["36631124", null]);
    expect((await call(write, "PATCH", id, { name: "B" })).status).toBe(428);
    expect((await call(write, "PATCH", id, { name: "B" }, '"1"')).status).toBe(412);
    expect((await call(write, "PATCH", id, { name: "B" }, list.etag)).status).toBe(200);
    const note = await call(write, "PATCH", `${id}/rows/SK/36631124`, { note: "n" }, '"1"');
    expect(note.body.untrusted.note).toBe("n");
    expect((await call(write, "PATCH", `${id}/rows/SK/36631124`, { note: "m" }, '"1"')).status).toBe(412);

    const missing = "/lst_00000000000000000000000000";
    for (const [method, path] of [
      ["GET", ""],
      ["GET", "/rows"],
      ["GET", "/export"],
      ["GET", "/rows/SK/36631124"],
      ["DELETE", ""],
    ] as const) {
      const [foreign, none] = [
        await call(other, method, `${id}${path}`),
        await call(other, method, `${missing}${path}`),
      ];
      expect([foreign.status, foreign.body]).toEqual([404, none.body]);
    }
    expect((await call(other, "GET", "")).body.items).toEqual([]);
    expect((await call(write, "DELETE", `${id}/rows/SK/36631124`)).status).toBe(200);
    expect((await call(write, "DELETE", id)).status).toBe(200);
    expect((await call(write, "GET", "")).body).toEqual({ items: [], nextCursor: null });
  });

  test("that loses more than a third asks once more", async () => {
    const here: Installation = await install({ limits: GENEROUS });
    const jana = await person(here);
    const org = await organization(here, jana);
    const made = await jana.browser.submit(`/en/organizations/${org}/lists`, { name: "A", country: "CZ" });
    const path = made.location ?? "";
    const send = async (rows: string, more: Record<string, string> = {}) => {
      const step = await sendMultipart(here, jana, `${path}/import`, { rows, mode: "replace" });
      const plan = /data-plan="([^"]*)"/.exec(step.html)?.[1] ?? "";
      return sendMultipart(here, jana, `${path}/import`, { rows, mode: "replace", plan, ...more });
    };
    const many = Array.from({ length: 24 }, (_, index) => String(10_000_000 + index));
    expect((await send(many.join("\n"))).status).toBe(303);
    const refused = await send(many.slice(0, 10).join("\n"));
    expect([refused.status, refused.html.includes('data-error="removes_many"')]).toEqual([409, true]);
    expect((await send(many.slice(0, 10).join("\n"), { confirm: "1" })).status).toBe(303);
  });
});
