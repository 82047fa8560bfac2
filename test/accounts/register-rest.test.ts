import { expect, test } from "vitest";
import { describeOnBoth } from "../promises/installation.fixture.ts";
import { GENEROUS } from "../promises/service.fixture.ts";
import { organization, type PersonOfTest, person } from "./organization.fixture.ts";

const CODE = "NIS2-21-2-C";

describeOnBoth("the register for programs", (install) => {
  const open = async () => {
    const here = await install({ limits: GENEROUS, env: { TRUST_PROXY: "loopback" } });
    const jana = await person(here, { name: "Jana Nová" });
    const peter = await person(here, { name: "Peter Starý" });
    const viewer = await person(here, { name: "Viera" });
    const org = await organization(here, jana, { member: peter, viewer });
    const keyOf = async ({ email }: PersonOfTest, scopes = " --scope register:write") =>
      (await here.run(`key issue --email ${email}${scopes}`)).out.trim();
    const call = async (key: string, path: string, init: RequestInit = {}) => {
      const headers = { Authorization: `Bearer ${key}`, "Content-Type": "application/json", ...init.headers };
      const response = await here.service.fetch(`/api/v1/obligations${path}`, { ...init, headers });
      return { status: response.status, etag: response.headers.get("ETag"), body: JSON.parse(await response.text()) };
    };
    const patch = (key: string, body: object, version?: string, code = CODE) =>
      call(key, `/${code}`, {
        method: "PATCH",
        body: JSON.stringify(body),
        ...(version === undefined ? {} : { headers: { "If-Match": version } }),
      });
    return { here, jana, peter, viewer, org, key: await keyOf(jana), keyOf, call, patch };
  };

  test("lists what applies with persons, days and counts, and narrows the list", async () => {
    const { key, call, jana, org } = await open();
    const all = await call(key, "");
    expect([all.status, all.body.items.length, all.body.completion]).toEqual([200, 30, 0]);
    expect(all.body.items[0]).toMatchObject({
      code: "NIS2-20-1",
      applies: true,
      responsible: null,
      workDueAt: null,
      evidence: 0,
      comments: 0,
      version: 0,
    });
    const left = (await call(key, "?applies=false")).body.items as { applies: boolean }[];
    expect(left.length).toBeGreaterThan(0);
    expect(left.every(({ applies }) => !applies)).toBe(true);
    await jana.browser.submit(
      `/sk/organizations/${org}/obligations/${CODE}`,
      { text: "Kedy?" },
      `/sk/organizations/${org}/obligations/${CODE}/comments`,
    );
    expect((await call(key, `/${CODE}`)).body.comments).toBe(1);
    expect((await call(key, "?status=met")).body.items).toEqual([]);
    expect((await call(key, "/NIS2-98-9")).status).toBe(404);
  });

  test("changes an entry by the rules of the form, with the version that was read", async () => {
    const { key, call, patch, peter } = await open();
    const read = await call(key, `/${CODE}`);
    expect(read.etag).toBe('"0"');
    expect((await patch(key, { status: "partial" })).body.code).toBe("version_required");
    expect((await patch(key, { status: "partial" })).status).toBe(428);
    const done = await patch(key, { status: "partial", responsibleId: peter.id, evidenceNote: "Plán" }, '"0"');
    expect([done.status, done.etag]).toEqual([200, '"1"']);
    expect(done.body).toMatchObject({
      status: "partial",
      statusSource: "manual",
      version: 1,
      responsible: { type: "member", accountId: peter.id },
      untrusted: { evidenceNote: "Plán", responsiblePerson: "Peter Starý" },
    });
    const late = await patch(key, { status: "met" }, '"0"');
    expect([late.status, late.body.code]).toEqual([412, "changed_meanwhile"]);
    const named = await patch(key, { responsiblePerson: "Eva" }, '"1"');
    expect(named.body).toMatchObject({ status: "partial", responsible: { type: "text" }, version: 2 });
    for (const body of [{ unknown: 1 }, { status: "done" }, { workDueAt: "2020-01-01" }, { responsibleId: "acc_0" }]) {
      expect((await patch(key, body, '"2"')).status, JSON.stringify(body)).toBe(400);
    }
    expect((await patch(key, { status: "met" }, '"0"', "NIS2-98-9")).status).toBe(404);
  });

  test("of two changes at once that read the same version one is saved", async () => {
    const { key, patch, call } = await open();
    const all = await Promise.all(["met", "partial", "not_met"].map((status) => patch(key, { status }, '"0"')));
    expect(all.map(({ status }) => status).toSorted()).toEqual([200, 412, 412]);
    expect((await call(key, `/${CODE}`)).body.version).toBe(1);
  });

  test("a key without the scope, a viewer and a stranger change nothing", async () => {
    const { here, patch, keyOf, jana, viewer, org } = await open();
    const body = { status: "met", organizationId: org };
    expect((await patch(await keyOf(jana, " --name reads"), body, '"0"')).status).toBe(403);
    expect((await patch(await keyOf(viewer), body, '"0"')).status).toBe(403);
    const stranger = await person(here);
    expect((await patch(await keyOf(stranger), body, '"0"')).status).toBe(404);
  });
});
