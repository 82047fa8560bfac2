import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { anyReply, keeps, reply } from "../../../outbound/arbitrary-reply.fixture.ts";
import { TROUBLES } from "../../../outbound/fake-server.fixture.ts";
import { liveFacts } from "../live/live-register.ts";
import { foundIn, type Routes, routed, useExaminationBench } from "../live-register.contract.ts";
import { rpo } from "./definition.ts";
import { readEntity, readHit, rpoHit } from "./live-read.ts";
import captured from "./recorded/entity-1003617.json" with { type: "json" };
import slovnaft from "./recorded/entity-with-statistical-codes.json" with { type: "json" };
import petrochemicals from "./recorded/live-entity-423700.constructed.json" with { type: "json" };
import search from "./recorded/live-search-31322832.json" with { type: "json" };
import searchEnded from "./recorded/live-search-35953039.json" with { type: "json" };
import searchEmpty from "./recorded/live-search-empty.json" with { type: "json" };

const ENTITY = "/entity/1003617?showHistoricalData=true&showOrganizationUnits=false";

const routes: Routes = {
  "/search?identifier=31322832": [200, search],
  [ENTITY]: [200, slovnaft],
  "/search?identifier=35953039": [200, searchEnded],
  "/entity/423700?showHistoricalData=true&showOrganizationUnits=false": [200, petrochemicals],
  "/search?identifier=00000019": [200, searchEmpty],
};

describe("search and entity together", () => {
  const bench = useExaminationBench(rpo, routes);
  const find = (ico: string) => bench.register.find(ico);

  test("the current entry of each history stands", async () => {
    expect(foundIn(await find("31322832"))).toMatchObject({
      name: "SLOVNAFT, a.s.",
      address: "Vlčie hrdlo 1, 82412 Bratislava",
      status: "active",
      foundedOn: "1992-05-01",
      legalForm: "121",
      nace: [{ code: "1920", revision: "2.1" }],
      sizeCode: null,
      provenance: [
        { source: "rpo", facts: ["name", "address", "status", "legalForm", "nace"], retrievedAt: "2026-11-21" },
      ],
    });
  });

  test("a firm that has ended is found with its last name and its day of end", async () => {
    expect(foundIn(await find("35953039"))).toMatchObject({
      name: "Slovnaft Petrochemicals, s.r.o.",
      status: "ceased",
      ceasedOn: "2013-01-01",
      legalForm: "112",
    });
  });

  test("an entity without statistical codes tells no activity, and claims none", async () => {
    bench.server.script = routed({ ...routes, [ENTITY]: [200, captured] });
    const company = foundIn(await find("31322832"));
    expect(company.nace).toEqual([]);
    expect(company.provenance[0]?.facts).not.toContain("nace");
  });

  test.each(Object.entries(TROUBLES))(
    "with %s for the entity, status stands and the rest is open",
    async (_t, trouble) => {
      bench.server.script = (request, response) => {
        const script = request.url?.startsWith("/entity/") ? trouble : routed(routes);
        script(request, response);
      };
      expect(await find("31322832")).toMatchObject({
        kind: "found",
        company: { name: null, status: "active", nace: [], provenance: [{ source: "rpo", facts: ["status"] }] },
        silent: [{ source: "rpo", facts: ["name", "address", "legalForm", "nace"] }],
      });
    },
  );
});

describe("the search", () => {
  test("results that are all other firms are no absence: the number was not answers", () => {
    expect(() => readHit(reply(search), "00000019")).toThrow("not_understood");
  });

  test("an empty list is an absence, also under the 404 that is rarely seen", () => {
    expect(readHit(reply(searchEmpty), "00000019")).toBeNull();
    expect(readHit(reply(searchEmpty, 404), "00000019")).toBeNull();
  });

  test("of two entities with one number the one that has not ended stands", () => {
    const [hit] = search.results;
    const ended = { ...hit, id: 7, termination: "2020-01-01" };
    expect(readHit(reply({ results: [ended, hit] }), "31322832")?.id).toBe(1003617);
    expect(readHit(reply({ results: [hit, ended] }), "31322832")?.id).toBe(1003617);
    const earlier = { ...ended, id: 8, termination: "2010-01-01" };
    expect(readHit(reply({ results: [earlier, ended] }), "31322832")).toMatchObject({ id: 7, status: "ceased" });
  });

  test("a number that is written short or with blanks is the same number", () => {
    const [hit] = search.results;
    const short = { ...hit, identifiers: [{ value: "1 77 041" }] };
    expect(readHit(reply({ results: [short] }), "00177041")?.id).toBe(1003617);
  });
});

describe("the entity", () => {
  test.each([
    ["four digits are Rev. 2.1", "1920", [{ code: "1920", revision: "2.1" }]],
    ["five digits are Rev. 2", "19200", [{ code: "19200", revision: "2" }]],
    ["zeros are no activity", "0000", []],
  ])("main activity: %s", (_case, code, nace) => {
    const entity = { ...slovnaft, statisticalCodes: { mainActivity: { code } } };
    expect(readEntity(reply(entity), "31322832", "2026-11-21").nace).toEqual(nace);
  });

  test("of a sole trader only name and town are kept, of one who has ceased only the days", () => {
    const trader = { ...slovnaft, legalForms: [{ value: { code: "101" } }] };
    expect(readEntity(reply(trader), "31322832", "2026-11-21")).toMatchObject({
      name: "SLOVNAFT, a.s.",
      address: "82412 Bratislava",
    });
    expect(readEntity(reply({ ...trader, termination: "2020-01-01" }), "31322832", "2026-11-21")).toMatchObject({
      name: null,
      address: null,
      ceasedOn: "2020-01-01",
    });
  });

  test("a former name and a name that begins later are not the name of today", () => {
    const names = (...fullNames: object[]) =>
      readEntity(reply({ ...slovnaft, fullNames }), "31322832", "2026-11-21").name;
    const former = { value: "Staré meno, s. r. o.", validFrom: "2001-01-02", validTo: "2020-05-01" };
    const today = { value: "Dnešné meno", validFrom: "2020-05-02", validTo: "2099-12-31" };
    const coming = { value: "Budúce meno", validFrom: "2100-01-01" };
    expect(names(former, today, coming)).toBe("Dnešné meno");
    expect(names(coming, today)).toBe("Dnešné meno");
    expect(names(coming, former)).toBe("Staré meno, s. r. o.");
    expect(names(coming)).toBe("Budúce meno");
  });

  test("persons in an entity are not read", () => {
    const entity = {
      ...slovnaft,
      statutoryBodies: [{ personName: { formatedName: "Osoba Skúšobná" } }],
      stakeholders: [{ personName: { formatedName: "Osoba Druhá" } }],
    };
    expect(JSON.stringify(readEntity(reply(entity), "31322832", "2026-11-21"))).not.toContain("Osoba");
  });

  test("a seat abroad names its country", () => {
    const [seat] = slovnaft.addresses;
    const abroad = { ...slovnaft, addresses: [{ ...seat, country: { value: "Rakúsko", code: "040" } }] };
    expect(readEntity(reply(abroad), "31322832", "2026-11-21").address).toBe(
      "Vlčie hrdlo 1, 82412 Bratislava, Rakúsko",
    );
  });
});

test("whatever RPO sends, the search gives a hit, an absence or a failure of our own", () => {
  fc.assert(fc.property(anyReply(search), (foreign) => keeps(() => readHit(foreign, "31322832"), rpoHit.nullable())));
});

test("whatever RPO sends, the entity gives facts or a failure of our own", () => {
  fc.assert(
    fc.property(anyReply(slovnaft), (foreign) => keeps(() => readEntity(foreign, "31322832", "2026-11-21"), liveFacts)),
  );
});
