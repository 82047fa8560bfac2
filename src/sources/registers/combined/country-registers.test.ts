import { describe, expect, test } from "vitest";
import { NO_CACHE } from "../../../outbound/answer-cache.ts";
import { TROUBLES, text } from "../../../outbound/fake-server.fixture.ts";
import { foundIn, routed } from "../live-register.contract.ts";
import entity from "../rpo/recorded/entity-with-statistical-codes.json" with { type: "json" };
import { down, ICO, routes, useRegisterBench } from "./combined.fixture.ts";
import { decisiveSilence } from "./country-registers.ts";
import { createLiveRegisters, type LiveRegisters } from "./create-live-registers.ts";

const bench = useRegisterBench();

describe("the live registers of Slovakia together", () => {
  test("each fact comes from the register of the highest rank, activities from both", async () => {
    const company = foundIn(await bench.live.SK.find(ICO));
    expect(company).toMatchObject({
      name: "SLOVNAFT, a.s.",
      address: "Vlčie hrdlo 1, 82412 Bratislava",
      sizeCode: "31",
      nace: [
        { code: "1920", revision: "2.1" },
        { code: "19200", revision: "2" },
      ],
      provenance: [
        { source: "rpo", facts: ["name", "address", "status", "legalForm", "nace"], retrievedAt: "2026-11-21" },
        { source: "ruz", facts: ["nace", "size"], retrievedAt: "2026-11-21" },
      ],
    });
  });

  test("the category of the open-data register stands beside them", async () => {
    bench.connect(true);
    const company = foundIn(await bench.live.SK.find(ICO));
    expect(company.registerVerdict).toMatchObject({ category: "essential" });
    expect(company.name).toBe("SLOVNAFT, a.s.");
    expect(company.provenance.at(-1)).toEqual({
      source: "nis2-register",
      facts: ["nace", "category"],
      retrievedAt: "2026-11-21",
    });
  });

  test.each(Object.entries(TROUBLES))("%s at RÚZ leaves the firm found and its size open", async (_trouble, script) => {
    bench.failing(script, "/ruz");
    const lookup = await quick().SK.find(ICO);
    expect(lookup).toMatchObject({
      kind: "found",
      company: { name: "SLOVNAFT, a.s.", sizeCode: null },
      silent: [{ source: "ruz", facts: ["size"], retryAfter: expect.any(Number) }],
    });
    expect(foundIn(lookup).provenance.flatMap(({ facts }) => facts)).not.toContain("size");
  });

  test.each(Object.entries(TROUBLES))(
    "%s at RPO leaves the firm to RÚZ, and ARES unharmed",
    async (_trouble, script) => {
      bench.failing(script, "/rpo");
      const registersNow = quick();
      expect(await registersNow.SK.find(ICO)).toMatchObject({
        kind: "found",
        company: { sizeCode: "31", status: "active" },
      });
      expect(await registersNow.CZ.find("45274649")).toMatchObject({ kind: "found", company: { name: "ČEZ, a. s." } });
      expect(registersNow.status().map(({ id, failures }) => [id, failures > 0])).toEqual([
        ["ares", false],
        ["rpo", true],
        ["ruz", false],
      ]);
    },
  );

  test("what RÚZ copies of activities does not stand for RPO, which may state another", async () => {
    bench.failing(down, "/rpo");
    const lookup = await bench.live.SK.find(ICO);
    expect(lookup).toMatchObject({ company: { nace: [{ code: "19200" }] }, silent: [{ source: "rpo" }] });
    if (lookup.kind !== "found") throw lookup;
    expect(lookup.silent?.[0]?.facts).toContain("nace");
    expect(decisiveSilence(lookup.silent)).toMatchObject({ source: "rpo" });

    bench.now += 3_600_000;
    bench.failing(down, "/ruz");
    const other = await bench.live.SK.find(ICO);
    expect(other).toMatchObject({ silent: [{ source: "ruz", facts: ["size"] }] });
    if (other.kind === "found") expect(decisiveSilence(other.silent)).toBeUndefined();
  });

  test.each([
    ["RPO", "/rpo"],
    ["RÚZ", "/ruz"],
  ])("a firm that the others do not know is not absent while %s is silent", async (_name, prefix) => {
    bench.failing(down, prefix);
    expect(await bench.live.SK.find("00000019")).toMatchObject({ kind: "unavailable" });
    bench.server.script = routed(routes);
    expect(await bench.live.SK.find("00000019")).toEqual({ kind: "absent" });
  });

  test("a sole trader who has ceased by one register is not named by another", async () => {
    const ended = { legalForms: [{ value: { code: "101" } }], termination: "2020-01-01" };
    bench.server.script = routed({
      ...routes,
      "/rpo/entity/1003617?showHistoricalData=true&showOrganizationUnits=false": [200, { ...entity, ...ended }],
    });
    const company = foundIn(await bench.live.SK.find(ICO));
    expect(company).toMatchObject({ status: "ceased", name: null, address: null });
    expect(company.provenance.flatMap(({ facts }) => facts)).not.toContain("name");
  });

  test("the list of categories does not decide whether a firm exists", async () => {
    bench.connect(true);
    bench.failing(down, "/open");
    expect(await bench.live.SK.find("00000019")).toEqual({ kind: "absent" });
  });

  test("when all are down the longest wait is named", async () => {
    bench.server.script = (request, response) =>
      text("", 429, { "retry-after": request.url?.startsWith("/ruz") ? "300" : "90" })(request, response);
    expect(await bench.live.SK.find(ICO)).toMatchObject({ kind: "unavailable", retryAfter: 300 });
  });

  test("a dead list of categories leaves the category open, which must not end in 'out of scope'", async () => {
    bench.connect(true);
    bench.failing(down, "/open");
    const lookup = await bench.live.SK.find(ICO);
    expect(lookup).toMatchObject({ silent: [{ source: "nis2-register", facts: ["category"] }] });
    if (lookup.kind === "found") expect(decisiveSilence(lookup.silent)).toMatchObject({ source: "nis2-register" });
  });

  /** The same sources with little patience, for those that never answer. */
  function quick(): LiveRegisters {
    bench.live.close();
    bench.live = createLiveRegisters({
      settings: {
        aresUrl: `${bench.server.url}/ares`,
        rpoUrl: `${bench.server.url}/rpo`,
        ruzUrl: `${bench.server.url}/ruz`,
        opendataUrl: undefined,
      },
      userAgent: "Dosah/0",
      cache: NO_CACHE,
      now: () => new Date(bench.now),
      fetch: (url, init) =>
        fetch(url, {
          ...init,
          signal: AbortSignal.any([AbortSignal.timeout(400), ...(init.signal ? [init.signal] : [])]),
        }),
      sleep: async () => undefined,
    });
    return bench.live;
  }
});

describe("a silence that decides", () => {
  test.each([
    ["nobody was silent", undefined, false],
    ["only the size is open", ["size"], false],
    ["only name and address are open", ["name", "address"], false],
    ["the activity is open", ["nace", "size"], true],
    ["the legal form is open: it may be a public body", ["legalForm"], true],
    ["the category is open", ["category"], true],
  ] as const)("%s", (_case, facts, decides) => {
    const silent = facts === undefined ? undefined : [{ source: "rpo", facts, retryAfter: 30 }];
    expect(decisiveSilence(silent) !== undefined).toBe(decides);
  });
});
