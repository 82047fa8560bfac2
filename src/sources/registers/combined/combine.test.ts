import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Company } from "../../../core/company.ts";
import { NO_CACHE } from "../../http/answer-cache.ts";
import { type Script, type StandIn, startStandIn, TROUBLES, text } from "../../http/stand-in.contract.ts";
import res from "../ares/recorded/res-45274649.constructed.json" with { type: "json" };
import subject from "../ares/recorded/subject-45274649.json" with { type: "json" };
import unknownFirm from "../ares/recorded/unknown-firm.json" with { type: "json" };
import firm from "../nis2-register/recorded/live-firm-00000019.json" with { type: "json" };
import notFound from "../nis2-register/recorded/live-not-found.json" with { type: "json" };
import { foundIn, type Routes, routed } from "../register.contract.ts";
import type { RegisterHolding } from "../register.ts";
import entity from "../rpo/recorded/entity-with-statistical-codes.json" with { type: "json" };
import search from "../rpo/recorded/live-search-31322832.json" with { type: "json" };
import searchEmpty from "../rpo/recorded/live-search-empty.json" with { type: "json" };
import unit from "../ruz/recorded/entity-449752.json" with { type: "json" };
import listEmpty from "../ruz/recorded/live-list-empty.json" with { type: "json" };
import { type CombinedRegisters, combine, type RegisterMode } from "./combine.ts";
import { holding, mirrored } from "./combined.contract.ts";
import { createLiveRegisters, type LiveRegisters } from "./create-live-registers.ts";
import { decisiveSilence } from "./live-register.ts";

const ICO = "31322832";
const RUZ_LIST = `/ruz/uctovne-jednotky?zmenene-od=2000-01-01&max-zaznamov=100&ico=`;

const routes: Routes = {
  "/ares/ekonomicke-subjekty/45274649": [200, subject],
  "/ares/ekonomicke-subjekty-res/45274649": [200, res],
  "/ares/ekonomicke-subjekty/00000019": [404, unknownFirm],
  [`/rpo/search?identifier=${ICO}`]: [200, search],
  "/rpo/entity/1003617?showHistoricalData=true&showOrganizationUnits=false": [200, entity],
  "/rpo/search?identifier=00000019": [200, searchEmpty],
  [`${RUZ_LIST}${ICO}`]: [200, { id: [449752], existujeDalsieId: false }],
  "/ruz/uctovna-jednotka?id=449752": [200, { ...unit, velkostOrganizacie: "31" }],
  [`${RUZ_LIST}00000019`]: [200, listEmpty],
  [`/open/v1/companies/SK/${ICO}`]: [200, { ...firm, data: { ...firm.data, ico: ICO } }],
  "/open/v1/companies/SK/00000019": [404, notFound],
};

let standIn: StandIn;
let live: LiveRegisters;
let now: number;
let firms: Company[];
let holdings: RegisterHolding[];

beforeEach(async () => {
  now = Date.UTC(2026, 10, 21, 12);
  firms = [];
  holdings = [];
  standIn = await startStandIn(routed(routes));
  connect();
});
afterEach(async () => {
  live.close();
  await standIn.close();
});

function connect(hasCategories = false): void {
  live = createLiveRegisters({
    settings: {
      aresUrl: `${standIn.url}/ares`,
      rpoUrl: `${standIn.url}/rpo`,
      ruzUrl: `${standIn.url}/ruz`,
      opendataUrl: hasCategories ? `${standIn.url}/open` : undefined,
    },
    userAgent: "Dosah/0 (+http://localhost:3000)",
    cache: NO_CACHE,
    now: () => new Date(now),
    sleep: async (ms) => {
      now += ms;
    },
  });
}

function registers(mode: RegisterMode): CombinedRegisters {
  const mirror = {
    find: (ico: string, country: string) => firms.find((each) => each.ico === ico && each.country === country),
    holdings: () => holdings,
  };
  return combine({ mode, mirror, live, now: () => new Date(now) });
}

/** The sources whose address begins so let us down, the others answer as recorded. */
function failing(script: Script, ...prefixes: readonly string[]): void {
  standIn.script = (request, response) => {
    const fails = prefixes.some((prefix) => request.url?.startsWith(prefix));
    (fails ? script : routed(routes))(request, response);
  };
}

const down = text("", 500);
const whole = { rpo: "2026-11-14", ruz: "2026-11-01" };

describe("the live registers of Slovakia together", () => {
  test("each fact comes from the register that is believed first, activities from both", async () => {
    const company = foundIn(await live.SK.find(ICO));
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
    connect(true);
    const company = foundIn(await live.SK.find(ICO));
    expect(company.registerVerdict).toMatchObject({ category: "essential" });
    expect(company.name).toBe("SLOVNAFT, a.s.");
    expect(company.provenance.at(-1)).toEqual({
      source: "nis2-register",
      facts: ["nace", "category"],
      retrievedAt: "2026-11-21",
    });
  });

  test.each(Object.entries(TROUBLES))("%s at RÚZ leaves the firm found and its size open", async (_trouble, script) => {
    failing(script, "/ruz");
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
      failing(script, "/rpo");
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

  test.each([
    ["RPO", "/rpo"],
    ["RÚZ", "/ruz"],
  ])("a firm that the others do not know is not absent while %s is silent", async (_name, prefix) => {
    failing(down, prefix);
    expect(await live.SK.find("00000019")).toMatchObject({ kind: "unavailable" });
    standIn.script = routed(routes);
    expect(await live.SK.find("00000019")).toEqual({ kind: "absent" });
  });

  test("the list of categories does not decide whether a firm exists", async () => {
    connect(true);
    failing(down, "/open");
    expect(await live.SK.find("00000019")).toEqual({ kind: "absent" });
  });

  test("when all are down the longest wait is named", async () => {
    standIn.script = (request, response) =>
      text("", 429, { "retry-after": request.url?.startsWith("/ruz") ? "300" : "90" })(request, response);
    expect(await live.SK.find(ICO)).toMatchObject({ kind: "unavailable", retryAfter: 300 });
  });

  test("a dead list of categories leaves the category open, which must not end in 'out of scope'", async () => {
    connect(true);
    failing(down, "/open");
    const lookup = await live.SK.find(ICO);
    expect(lookup).toMatchObject({ silent: [{ source: "nis2-register", facts: ["category"] }] });
    if (lookup.kind === "found") expect(decisiveSilence(lookup.silent)).toMatchObject({ source: "nis2-register" });
  });

  /** The same sources with little patience, for those that never answer. */
  function quick(): LiveRegisters {
    live.close();
    live = createLiveRegisters({
      settings: {
        aresUrl: `${standIn.url}/ares`,
        rpoUrl: `${standIn.url}/rpo`,
        ruzUrl: `${standIn.url}/ruz`,
        opendataUrl: undefined,
      },
      userAgent: "Dosah/0",
      cache: NO_CACHE,
      now: () => new Date(now),
      fetch: (url, init) =>
        fetch(url, {
          ...init,
          signal: AbortSignal.any([AbortSignal.timeout(400), ...(init.signal ? [init.signal] : [])]),
        }),
      sleep: async () => undefined,
    });
    return live;
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

describe("REGISTERS=mirror", () => {
  test("nothing leaves the machine: what the mirror does not hold is absent", async () => {
    firms = [mirrored({}, ["rpo", ["name", "status"], "2020-01-01"])];
    holdings = [holding("SK", { rpo: "2020-01-01" })];
    expect(foundIn(await registers("mirror").find(ICO, "SK")).name).toBe("Zrkadlová, a. s.");
    expect(await registers("mirror").find("45274649", "CZ")).toEqual({ kind: "absent" });
    expect(standIn.asked).toEqual([]);
  });
});

describe("REGISTERS=auto", () => {
  test("a whole and recent mirror answers alone", async () => {
    firms = [mirrored({}, ["rpo", ["name", "status", "nace"], "2026-03-01"])];
    holdings = [holding("SK", whole)];
    const company = foundIn(await registers("auto").find(ICO, "SK"));
    expect(company.provenance).toEqual([
      { source: "rpo", facts: ["name", "status", "nace"], retrievedAt: "2026-03-01" },
    ]);
    expect(standIn.asked).toEqual([]);
  });

  test("a firm that the mirror does not hold is asked live", async () => {
    holdings = [holding("SK", whole), holding("CZ", { res: "2026-11-15" })];
    expect(foundIn(await registers("auto").find("45274649", "CZ")).name).toBe("ČEZ, a. s.");
    expect(await registers("auto").find("00000019", "CZ")).toEqual({ kind: "absent" });
  });

  test.each([
    ["45 days old still answers alone", "2026-10-07", 0],
    ["46 days old is asked live as well", "2026-10-06", 2],
  ])("a publication %s", async (_case, asOf, questions) => {
    firms = [mirrored({ country: "CZ", ico: "45274649" }, ["res", ["name", "status"], asOf])];
    holdings = [holding("CZ", { res: asOf })];
    await registers("auto").find("45274649", "CZ");
    expect(standIn.asked).toHaveLength(questions);
  });

  test("only the source that is missing in the mirror is asked", async () => {
    firms = [
      mirrored({ nace: [{ code: "1920", revision: "2.1" }] }, [
        "rpo",
        ["name", "status", "legalForm", "nace"],
        "2026-11-14",
      ]),
    ];
    holdings = [holding("SK", { rpo: "2026-11-14" })];
    const company = foundIn(await registers("auto").find(ICO, "SK"));
    expect(company).toMatchObject({
      name: "Zrkadlová, a. s.",
      sizeCode: "31",
      address: expect.stringContaining("82107"),
    });
    expect(company.provenance).toEqual([
      { source: "rpo", facts: ["name", "status", "legalForm", "nace"], retrievedAt: "2026-11-14" },
      { source: "ruz", facts: ["address", "nace", "size"], retrievedAt: "2026-11-21" },
    ]);
    expect(company.nace).toEqual([
      { code: "1920", revision: "2.1" },
      { code: "19200", revision: "2" },
    ]);
    expect(standIn.asked.every((asked) => asked.includes("/ruz/"))).toBe(true);
  });

  test("a silent source leaves the mirror's answer with its date, and says that the size is open", async () => {
    firms = [
      mirrored({ nace: [{ code: "1920", revision: "2.1" }] }, ["rpo", ["name", "status", "nace"], "2026-11-14"]),
    ];
    holdings = [holding("SK", { rpo: "2026-11-14" })];
    failing(down, "/ruz");
    const lookup = await registers("auto").find(ICO, "SK");
    expect(lookup).toEqual({
      kind: "found",
      company: firms[0],
      silent: [{ source: "ruz", facts: ["address", "size"], retryAfter: 30 }],
    });
    if (lookup.kind === "found") expect(decisiveSilence(lookup.silent)).toBeUndefined();
  });

  test("an old mirror is renewed; where a source is silent its old word stands with its date", async () => {
    firms = [
      mirrored(
        {
          nace: [
            { code: "3511", revision: "2.1" },
            { code: "35110", revision: "2" },
          ],
          sizeCode: "12",
          legalForm: "121",
        },
        ["rpo", ["name", "status", "legalForm", "nace"], "2026-01-01"],
        ["ruz", ["nace", "size"], "2026-01-01"],
      ),
    ];
    holdings = [holding("SK", { rpo: "2026-01-01", ruz: "2026-01-01" })];
    failing(down, "/rpo");
    const company = foundIn(await registers("auto").find(ICO, "SK"));
    expect(company).toMatchObject({ name: "Zrkadlová, a. s.", sizeCode: "31", legalForm: "121" });
    // RPO is silent: the activity it once told may be the one that decides.
    expect(company.nace).toContainEqual({ code: "3511", revision: "2.1" });
    expect(company.nace).toContainEqual({ code: "19200", revision: "2" });
    expect(company.provenance).toContainEqual({
      source: "rpo",
      facts: ["name", "status", "legalForm", "nace"],
      retrievedAt: "2026-01-01",
    });

    now += 3_600_000;
    standIn.script = routed(routes);
    const renewed = foundIn(await registers("auto").find(ICO, "SK"));
    expect(renewed.nace).not.toContainEqual({ code: "3511", revision: "2.1" });
    expect(renewed.provenance.every(({ retrievedAt }) => retrievedAt === "2026-11-21")).toBe(true);
  });

  test("the list with categories keeps its word, but not the activities that it once copied", async () => {
    const verdict = { category: "important", sector: "energy", reason: null, updatedAt: "2026-10-01" } as const;
    firms = [
      mirrored({ nace: [{ code: "35110", revision: "2" }], registerVerdict: verdict }, [
        "nis2-register",
        ["nace", "category"],
        "2026-10-01",
      ]),
    ];
    holdings = [holding("SK", { "nis2-register": "2026-10-01" })];
    const company = foundIn(await registers("auto").find(ICO, "SK"));
    expect(company.registerVerdict).toEqual(verdict);
    expect(company.nace).not.toContainEqual({ code: "35110", revision: "2" });
    expect(company.provenance.at(-1)).toEqual({
      source: "nis2-register",
      facts: ["category"],
      retrievedAt: "2026-10-01",
    });
  });

  test("what a register no longer states, the mirror's copy of it does not state either", async () => {
    firms = [mirrored({ sizeCode: "12" }, ["rpo", ["name", "status"], "2026-01-01"], ["ruz", ["size"], "2026-01-01"])];
    holdings = [holding("SK", { rpo: "2026-01-01", ruz: "2026-01-01" })];
    standIn.script = routed({ ...routes, "/ruz/uctovna-jednotka?id=449752": [200, unit] });
    const company = foundIn(await registers("auto").find(ICO, "SK"));
    expect(company.sizeCode).toBeNull();
    expect(company.provenance.flatMap(({ facts }) => facts)).not.toContain("size");
  });

  test("a firm that the live registers do not show stays found in the mirror", async () => {
    firms = [mirrored({ country: "CZ", ico: "00000019" }, ["res", ["name", "status"], "2026-01-01"])];
    holdings = [holding("CZ", { res: "2026-01-01" })];
    expect(await registers("auto").find("00000019", "CZ")).toEqual({ kind: "found", company: firms[0] });
  });

  test("a dead list of categories is told of, though the rest of the mirror is whole", async () => {
    connect(true);
    firms = [mirrored({}, ["rpo", ["name", "status", "nace"], "2026-11-14"])];
    holdings = [holding("SK", whole)];
    failing(down, "/open");
    expect(await registers("auto").find(ICO, "SK")).toMatchObject({
      silent: [{ source: "nis2-register", facts: expect.arrayContaining(["category"]) }],
    });
  });

  describe("with nothing but the shipped sample", () => {
    beforeEach(() => {
      firms = [
        mirrored({ nace: [{ code: "35110", revision: "2" }], headcount: { min: 300, max: 300 } }, [
          "an annual report",
          ["name", "status", "nace", "size"],
          "2019-01-01",
        ]),
      ];
      holdings = [holding("SK", { sample: "2026-11-20" }, true), holding("CZ", { sample: "2026-11-20" }, true)];
    });

    test("the live registers replace what the sample says", async () => {
      const company = foundIn(await registers("auto").find(ICO, "SK"));
      expect(company).toMatchObject({ name: "SLOVNAFT, a.s.", headcount: null, sizeCode: "31" });
      expect(company.provenance.map(({ source }) => source)).toEqual(["rpo", "ruz"]);
    });

    test("offline, the sample's firm is answered with its date", async () => {
      await standIn.close();
      const lookup = await registers("auto").find(ICO, "SK");
      expect(lookup).toMatchObject({ kind: "found", company: firms[0] });
      if (lookup.kind === "found") expect(decisiveSilence(lookup.silent)).toBeUndefined();
    });

    test("offline, a firm that the sample does not hold is unavailable, with the time to wait", async () => {
      await standIn.close();
      expect(await registers("auto").find("45274649", "CZ")).toMatchObject({ kind: "unavailable", retryAfter: 30 });
      expect(await registers("mirror").find("45274649", "CZ")).toEqual({ kind: "absent" });
    });

    test("offline, the second question does not try to connect", async () => {
      await standIn.close();
      await registers("auto").find("45274649", "CZ");
      expect(await registers("auto").find("45317054", "CZ")).toMatchObject({
        kind: "unavailable",
        cause: { kind: "resting" },
      });
    });
  });
});

describe("REGISTERS=live", () => {
  beforeEach(() => {
    firms = [mirrored({}, ["rpo", ["name", "status"], "2026-11-14"])];
    holdings = [holding("SK", whole)];
  });

  test("the live registers are asked first, also where the mirror is whole", async () => {
    expect(foundIn(await registers("live").find(ICO, "SK")).name).toBe("SLOVNAFT, a.s.");
  });

  test("when they are down the mirror answers with its date", async () => {
    standIn.script = down;
    expect(await registers("live").find(ICO, "SK")).toMatchObject({
      kind: "found",
      company: { name: "Zrkadlová, a. s.", provenance: [{ retrievedAt: "2026-11-14" }] },
    });
    expect(await registers("live").find("00000019", "SK")).toMatchObject({ kind: "unavailable" });
  });
});

test("look-ups of the same firm at the same time are one", async () => {
  const all = registers("auto");
  const lookups = await Promise.all(Array.from({ length: 20 }, () => all.find("45274649", "CZ")));
  expect(new Set(lookups).size).toBe(1);
  expect(standIn.asked).toHaveLength(2);
  await all.find("45274649", "CZ");
  expect(standIn.asked).toHaveLength(4);
});
