import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { anyReply, keeps, reply } from "../../../outbound/arbitrary-reply.fixture.ts";
import { type FakeServer, startFakeServer, TROUBLES } from "../../../outbound/fake-server.fixture.ts";
import { createHttpClient, type HttpClient } from "../../../outbound/http-client.ts";
import { foundIn, impatient, type Routes, routed } from "../live-register.contract.ts";
import { examples } from "./examples.fixture.ts";
import { readUnit, readUnitIds, ruzUnit, unitIds } from "./live-read.ts";
import { connectRuz, ruzPolicy } from "./live-ruz.ts";
import slovnaft from "./recorded/entity-449752.json" with { type: "json" };
import uol from "./recorded/entity-1689373-2018.json" with { type: "json" };
import nonpublic from "./recorded/entity-nonpublic.json" with { type: "json" };
import list from "./recorded/live-list-31322832.json" with { type: "json" };
import listEmpty from "./recorded/live-list-empty.json" with { type: "json" };
import listEmpty2018 from "./recorded/live-list-empty-2018.json" with { type: "json" };

const LIST = "/uctovne-jednotky?zmenene-od=2000-01-01&max-zaznamov=100&ico=31322832";
const DELETED = "/uctovna-jednotka?id=1051838";

const routes: Routes = { ...examples.live?.routes };

describe("list and units together", () => {
  let server: FakeServer;
  let http: HttpClient;
  const now = new Date("2026-11-21T12:00:00Z");

  beforeEach(async () => {
    server = await startFakeServer(routed(routes));
    http = createHttpClient({ userAgent: "Dosah/0 (+http://localhost:3000)", now: () => now });
  });
  afterEach(async () => {
    http.close();
    await server.close();
  });
  const find = () => connectRuz(http.source(impatient(ruzPolicy(server.url)))).find("31322832");

  test("the public unit stands, the deleted one is passed over", async () => {
    expect(foundIn(await find())).toMatchObject({
      name: "SLOVNAFT, a.s.",
      address: "Vlčie hrdlo 1, 82107 Bratislava - mestská časť Ružinov",
      status: "active",
      legalForm: "121",
      nace: [{ code: "19200", revision: "2" }],
      sizeCode: "31",
      provenance: [{ source: "ruz", facts: ["name", "address", "status", "legalForm", "nace", "size"] }],
    });
  });

  test("a firm all of whose units are deleted or not public is not known to the register", async () => {
    server.script = routed({ ...routes, "/uctovna-jednotka?id=449752": [200, nonpublic] });
    expect(await find()).toEqual({ kind: "absent" });
  });

  test("a unit without a size claims none", async () => {
    server.script = routed({ ...routes, "/uctovna-jednotka?id=449752": [200, slovnaft] });
    const company = foundIn(await find());
    expect(company.sizeCode).toBeNull();
    expect(company.provenance[0]?.facts).not.toContain("size");
  });

  test("of several units the open one that changed last stands, and a size it lacks comes from another", async () => {
    const older = { ...slovnaft, id: 1051838, nazovUJ: "Stará", datumPoslednejUpravy: "2020-01-01", skNace: "35110" };
    server.script = routed({
      ...routes,
      "/uctovna-jednotka?id=449752": [200, { ...slovnaft, velkostOrganizacie: "00" }],
      [DELETED]: [200, { ...older, velkostOrganizacie: "24" }],
    });
    expect(foundIn(await find())).toMatchObject({
      name: "SLOVNAFT, a.s.",
      sizeCode: "24",
      nace: [
        { code: "19200", revision: "2" },
        { code: "35110", revision: "2" },
      ],
    });
  });

  test.each(Object.entries(TROUBLES))(
    "with %s for one unit the other stands, and it is said that one was silent",
    async (_t, trouble) => {
      server.script = (request, response) => {
        const script = request.url === DELETED ? trouble : routed(routes);
        script(request, response);
      };
      const lookup = await find();
      expect(lookup).toMatchObject({ kind: "found", company: { sizeCode: "31" }, silent: [{ source: "ruz" }] });
    },
  );

  test("a unit that the list names and that gives a 404 is an outage", async () => {
    server.script = routed({ [LIST]: [200, list] });
    expect(await find()).toMatchObject({ kind: "unavailable", cause: { kind: "not_understood" } });
  });

  test("a unit that has ended does not make the firm ceased while another unit is silent", async () => {
    const ended = { ...slovnaft, datumZrusenia: "2020-01-01" };
    server.script = routed({ ...routes, "/uctovna-jednotka?id=449752": [200, ended], [DELETED]: [500, {}] });
    expect(await find()).toMatchObject({ kind: "unavailable", retryAfter: 30 });
    server.script = routed({ ...routes, "/uctovna-jednotka?id=449752": [200, ended] });
    expect(foundIn(await find()).status).toBe("ceased");
  });
});

describe("the list", () => {
  test.each([
    ["the ids of the recorded answer", list, [449752, 1051838]],
    ["an empty list is an absence", listEmpty, null],
    ["so is a list whose ids are left out", listEmpty2018, null],
  ])("%s", (_case, body, ids) => {
    expect(readUnitIds(reply(body))).toEqual(ids);
  });

  test.each([
    [
      "more units than a firm can have are of others: the number was not answers",
      { id: Array.from({ length: 11 }, (_, id) => id) },
    ],
    ["so are units with more to come", { id: [1], existujeDalsieId: true }],
    ["the same in the older form", { id: [1], pocetZostavajucichId: 3 }],
    ["an empty record is another answer than none", {}],
  ])("%s", (_case, body) => {
    expect(() => readUnitIds(reply(body))).toThrow("not_understood");
  });
});

describe("a unit", () => {
  test("a size code of zeros is kept as the register states it", () => {
    expect(readUnit(reply(uol), "50826042").facts).toMatchObject({
      sizeCode: "00",
      nace: [{ code: "69200", revision: "2" }],
    });
  });

  test("a day of dissolution makes the firm ceased", () => {
    expect(readUnit(reply({ ...uol, datumZrusenia: "2025-06-30" }), "50826042").facts).toMatchObject({
      status: "ceased",
      ceasedOn: "2025-06-30",
    });
  });

  test("of a sole trader only name and town are kept, of one who has ceased only the days", () => {
    const trader = { ...uol, pravnaForma: "101" };
    expect(readUnit(reply(trader), "50826042").facts).toMatchObject({
      name: uol.nazovUJ,
      address: "83106 Bratislava - mestská časť Rača",
    });
    expect(readUnit(reply({ ...trader, datumZrusenia: "2025-06-30" }), "50826042").facts).toMatchObject({
      name: null,
      address: null,
    });
  });
});

test("whatever RÚZ sends, the list gives ids, an absence or a failure of our own", () => {
  fc.assert(fc.property(anyReply(list), (foreign) => keeps(() => readUnitIds(foreign), unitIds.nullable())));
});

test("whatever RÚZ sends, a unit gives facts or a failure of our own", () => {
  fc.assert(fc.property(anyReply(uol), (foreign) => keeps(() => readUnit(foreign, "50826042"), ruzUnit)));
});
