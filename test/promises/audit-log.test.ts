import { expect, test } from "vitest";
import { nearMiss } from "../../src/core/near-miss.fixture.ts";
import { describeOnBoth, type Installation, PASSWORD } from "./installation.fixture.ts";
import type { Json } from "./service.fixture.ts";

describeOnBoth("GET /api/v1/audit-log", (install) => {
  const ask = ({ service }: Installation, key: string | undefined, query = "", init: RequestInit = {}) =>
    service.fetch(`/api/v1/audit-log${query}`, {
      ...init,
      headers: key === undefined ? {} : { Authorization: `Bearer ${key}` },
    });

  const read = async (here: Installation, key: string, query = ""): Promise<Json> => {
    const response = await ask(here, key, query);
    expect(response.status).toBe(200);
    return response.json();
  };

  /** Two people with a key each; both are members of an organization. */
  async function people(here: Installation) {
    for (const name of ["jana", "peter"])
      await here.run(`user add --email ${name}@firma.sk --password-stdin`, PASSWORD);
    const org = (await here.run("org add --name Alfa --owner jana@firma.sk")).out;
    await here.run(`member add --organization ${org} --email peter@firma.sk --role viewer`);
    const [jana, peter] = [
      (await here.run("key issue --email jana@firma.sk --name agent")).out,
      (await here.run("key issue --email peter@firma.sk --name agent")).out,
    ];
    return { org, jana, peter };
  }

  test("shows the owner of the key what he did himself, and nothing of anybody else", async () => {
    const here = await install();
    const { jana, peter } = await people(here);
    const mine = await read(here, jana);
    expect(mine.items.map(({ action }: Json) => action)).toEqual(["key.issued"]);
    expect(mine.nextCursor).toBeNull();
    expect(mine.items[0]).toEqual({
      id: expect.stringMatching(/^evt_[0-9a-z]{26}$/),
      at: "2026-11-21T10:00:00.000Z",
      action: "key.issued",
      organizationId: null,
      target: { type: "key", id: expect.stringMatching(/^key_/) },
      ipPrefix: null,
      via: "cli",
    });
    expect((await read(here, peter)).items[0].id).not.toBe(mine.items[0].id);
    const text = JSON.stringify(mine);
    for (const secret of ["jana@firma.sk", "Alfa", jana]) expect(text).not.toContain(secret);
  });

  test("goes on page by page where the last one ended, also among entries of one instant", async () => {
    const here = await install();
    const { jana, peter } = await people(here);
    for (let index = 0; index < 6; index++) await here.run(`key issue --email jana@firma.sk --name k${index}`);
    const whole = await read(here, jana, "?limit=100");
    expect(whole.items).toHaveLength(7);
    const seen: Json[] = [];
    let cursor: string | null = null;
    do {
      const page: Json = await read(here, jana, `?limit=3${cursor === null ? "" : `&cursor=${cursor}`}`);
      seen.push(...page.items);
      cursor = page.nextCursor;
    } while (cursor !== null);
    expect(seen).toEqual(whole.items);
    const { nextCursor } = await read(here, jana, "?limit=1");
    for (const [key, wrong] of [
      [peter, nextCursor],
      [jana, nearMiss(nextCursor)],
      [jana, "x"],
    ]) {
      const refused = await ask(here, key, `?cursor=${wrong}`);
      expect([refused.status, ((await refused.json()) as Json).field]).toEqual([400, "cursor"]);
    }
    for (const limit of [0, 101, "x", "1.5"]) expect((await ask(here, jana, `?limit=${limit}`)).status).toBe(400);
    expect((await read(here, jana)).items).toHaveLength(7);
  });

  test("needs a key in the header, is kept by no cache and is for no other site", async () => {
    const here = await install();
    const { jana } = await people(here);
    const good = await ask(here, jana);
    expect(good.headers.get("cache-control")).toBe("private, no-store");
    expect(good.headers.get("vary")).toContain("Authorization");
    expect(good.headers.get("etag")).toBeNull();
    const refused = await Promise.all([
      ask(here, undefined),
      ask(here, nearMiss(jana)),
      ask(here, undefined, `?apiKey=${jana}`),
      here.service.fetch("/api/v1/audit-log", { headers: { Cookie: `dosah_session=${jana}` } }),
      here.service.fetch("/api/v1/audit-log", { headers: { Authorization: `Basic ${jana}` } }),
    ]);
    const bodies = new Set<string>();
    for (const response of refused) {
      expect(response.status).toBe(401);
      expect(response.headers.get("www-authenticate")).toBe("Bearer");
      bodies.add(await response.text());
    }
    expect(bodies.size).toBe(1);
    for (const response of [good, ...refused, await ask(here, jana, "", { method: "OPTIONS" })]) {
      expect(response.headers.get("access-control-allow-origin")).toBeNull();
      expect(response.headers.get("cache-control")).toBe("private, no-store");
    }
    expect(here.service.logged.join("")).not.toContain(jana);
  });
});
