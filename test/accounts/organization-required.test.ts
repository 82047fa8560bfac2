import { expect, test } from "vitest";
import { KEY_SCOPES } from "../../src/core/key-scope.ts";
import { composedSql } from "../../src/state/sql.ts";
import { describeOnBoth } from "../promises/installation.fixture.ts";
import { GENEROUS, type Json } from "../promises/service.fixture.ts";
import { organization, person } from "./organization.fixture.ts";

const WRITES = ["post", "put", "patch", "delete"];

describeOnBoth("a change by key that names no organization", (install) => {
  test("is refused on every writing route of the API description where several are in reach", async () => {
    const here = await install({ limits: GENEROUS, env: { TRUST_PROXY: "loopback" } });
    const owner = await person(here);
    const first = await organization(here, owner);
    const scopes = KEY_SCOPES.filter((scope) => scope !== "read").map((scope) => `--scope ${scope}`);
    const key = (await here.run(`key issue --email ${owner.email} ${scopes.join(" ")}`)).out.trim();
    const send = async (method: string, path: string) => {
      const response = await here.service.fetch(path, {
        method: method.toUpperCase(),
        headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json", "If-Match": '"0"' },
        ...(method === "delete" ? {} : { body: "{}" }),
      });
      return { status: response.status, body: (await response.json()) as Json };
    };
    const { paths } = (await (await here.service.fetch("/api/openapi.json")).json()) as Json;
    const routes = Object.entries<Json>(paths).flatMap(([path, methods]) =>
      WRITES.filter(
        (method) =>
          path.startsWith("/api/v1/") &&
          JSON.stringify(methods[method] ?? "").includes("default: the active organization"),
      ).map((method) => [method, path.replace(/\{[^}]+\}/g, "x")] as const),
    );
    expect(routes.map(([method, path]) => `${method} ${path}`)).toEqual(expect.arrayContaining(["post /api/v1/scan"]));
    // The only one in reach needs no name.
    for (const [method, path] of routes) expect((await send(method, path)).body.code).not.toBe("organization_required");
    const second = await organization(here, owner, {}, "Beta a.s.");
    const refused: string[] = [];
    for (const [method, path] of routes) {
      const { status, body } = await send(method, path);
      // No key may do it at all.
      if (body.code === "session_required") continue;
      refused.push(`${method} ${path}`);
      expect([path, status, body.code, body.field]).toEqual([path, 400, "organization_required", "organizationId"]);
      expect(new Set(body.organizations), path).toEqual(new Set([first, second]));
    }
    expect(refused).toEqual(expect.arrayContaining(["post /api/v1/scan", "put /api/v1/trust-profile"]));
  });

  test("reaches what it was issued for alone, and works a year where nobody says until when", async () => {
    const here = await install({ limits: GENEROUS, env: { TRUST_PROXY: "loopback" } });
    const [owner, stranger] = [await person(here), await person(here)];
    const first = await organization(here, owner);
    const second = await organization(here, owner, {}, "Beta a.s.");
    const foreign = await organization(here, stranger, {}, "Gama");
    const form = (await owner.browser.get("/sk/account/keys")).html;
    expect(form).toContain('value="2027-11-21"');
    const issue = (fields: Record<string, string | readonly string[]>) =>
      owner.browser.submit("/sk/account/keys", { name: "agent", expires: "", ...fields });
    expect((await issue({ expires: "2028-11-21" })).html).toContain('data-error="date_invalid"');
    expect((await issue({ expires: "never" })).html).toContain('data-error="date_invalid"');
    expect((await issue({ reach: "chosen" })).html).toContain('data-error="organization_missing"');
    expect((await issue({ reach: "chosen", organization: foreign })).status).toBe(404);
    const issued = await issue({ reach: "chosen", organization: second });
    const key = /dosah_[0-9A-Za-z]{49}/.exec(issued.html)?.[0] ?? "";
    const read = async (path: string) => {
      const response = await here.service.fetch(path, { headers: { Authorization: `Bearer ${key}` } });
      return { status: response.status, body: (await response.json()) as Json };
    };
    const { organizations } = (await read("/api/v1/organizations")).body;
    const row = {
      id: second,
      role: "owner",
      active: true,
      ico: "31322832",
      completion: 0,
      overdue: 0,
      technical: null,
    };
    expect(organizations).toMatchObject([{ ...row, untrusted: { name: "Beta a.s." } }]);
    expect((await read(`/api/v1/organizations/${second}`)).body).toEqual(organizations[0]);
    expect((await read(`/api/v1/organizations/${first}`)).status).toBe(404);
    expect(JSON.stringify((await read("/api/v1/lists")).body)).not.toContain(first);
    expect((await read(`/api/v1/obligations?organizationId=${second}`)).status).toBe(200);
    // The active one is not in reach: the oldest that is takes its place.
    expect((await read("/api/v1/tasks")).status).toBe(200);
    const [outside, none] = [
      await read(`/api/v1/obligations?organizationId=${first}`),
      await read(`/api/v1/obligations?organizationId=${first.slice(0, -1)}x`),
    ];
    expect([outside.status, outside.body.code]).toEqual([404, none.body.code]);
    const { state } = here.operator.opened;
    const [stored] = await state.all<Json>(composedSql("SELECT expires_at, reach FROM api_key"));
    expect(stored).toEqual({ expires_at: Date.parse("2027-11-22T00:00:00Z"), reach: "chosen" });
    await state.run(composedSql("DELETE FROM organization WHERE id = ?"), second);
    expect(JSON.stringify((await read("/api/v1/obligations")).body)).toMatch(/This key reaches none|Tento kľúč/);
    const forever = await here.run(`key issue --email ${owner.email} --name forever --expires never`);
    expect(forever.code).toBe(0);
    expect(await state.all(composedSql("SELECT reach FROM api_key WHERE expires_at IS NULL"))).toEqual([
      { reach: "all" },
    ]);
  });
});
