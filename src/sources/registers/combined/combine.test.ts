import { beforeEach, describe, expect, test } from "vitest";
import { foundIn, routed } from "../live-register.contract.ts";
import unit from "../ruz/recorded/entity-449752.json" with { type: "json" };
import { down, holding, ICO, mirrored, routes, useRegisterBench } from "./combined.fixture.ts";
import { decisiveSilence } from "./country-registers.ts";

const bench = useRegisterBench();

const whole = { rpo: "2026-11-14", ruz: "2026-11-01" };

describe("REGISTERS=mirror", () => {
  test("nothing leaves the machine: what the mirror does not hold is absent", async () => {
    bench.firms = [mirrored({}, ["rpo", ["name", "status"], "2020-01-01"])];
    bench.holdings = [holding("SK", { rpo: "2020-01-01" })];
    expect(foundIn(await bench.registers("mirror").find(ICO, "SK")).name).toBe("Zrkadlová, a. s.");
    expect(await bench.registers("mirror").find("45274649", "CZ")).toEqual({ kind: "absent" });
    expect(bench.server.asked).toEqual([]);
  });
});

describe("REGISTERS=auto", () => {
  test("a whole and recent mirror answers alone", async () => {
    bench.firms = [mirrored({}, ["rpo", ["name", "status", "nace"], "2026-03-01"])];
    bench.holdings = [holding("SK", whole)];
    const company = foundIn(await bench.registers("auto").find(ICO, "SK"));
    expect(company.provenance).toEqual([
      { source: "rpo", facts: ["name", "status", "nace"], retrievedAt: "2026-03-01" },
    ]);
    expect(bench.server.asked).toEqual([]);
  });

  test("a firm that the mirror does not hold is asked live", async () => {
    bench.holdings = [holding("SK", whole), holding("CZ", { res: "2026-11-15" })];
    expect(foundIn(await bench.registers("auto").find("45274649", "CZ")).name).toBe("ČEZ, a. s.");
    expect(await bench.registers("auto").find("00000019", "CZ")).toEqual({ kind: "absent" });
  });

  test.each([
    ["45 days old still answers alone", "2026-10-07", 0],
    ["46 days old is asked live as well", "2026-10-06", 2],
  ])("a publication %s", async (_case, asOf, questions) => {
    bench.firms = [mirrored({ country: "CZ", ico: "45274649" }, ["res", ["name", "status"], asOf])];
    bench.holdings = [holding("CZ", { res: asOf })];
    await bench.registers("auto").find("45274649", "CZ");
    expect(bench.server.asked).toHaveLength(questions);
  });

  test.each([
    ["7 days old still answers alone where the operator says so", "2026-11-14", 0],
    ["8 days old is asked live as well", "2026-11-13", 2],
  ])("REGISTERS_MAX_AGE_DAYS=7: a publication %s", async (_case, asOf, questions) => {
    bench.maxAgeDays = 7;
    bench.firms = [mirrored({ country: "CZ", ico: "45274649" }, ["res", ["name", "status"], asOf])];
    bench.holdings = [holding("CZ", { res: asOf })];
    await bench.registers("auto").find("45274649", "CZ");
    expect(bench.server.asked).toHaveLength(questions);
  });

  test("only the source that is missing in the mirror is asked", async () => {
    bench.firms = [
      mirrored({ nace: [{ code: "1920", revision: "2.1" }] }, [
        "rpo",
        ["name", "status", "legalForm", "nace"],
        "2026-11-14",
      ]),
    ];
    bench.holdings = [holding("SK", { rpo: "2026-11-14" })];
    const company = foundIn(await bench.registers("auto").find(ICO, "SK"));
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
    expect(bench.server.asked.every((asked) => asked.includes("/ruz/"))).toBe(true);
  });

  test("a silent source leaves the mirror's answer with its date, and says that the size is open", async () => {
    bench.firms = [
      mirrored({ nace: [{ code: "1920", revision: "2.1" }] }, ["rpo", ["name", "status", "nace"], "2026-11-14"]),
    ];
    bench.holdings = [holding("SK", { rpo: "2026-11-14" })];
    bench.failing(down, "/ruz");
    const lookup = await bench.registers("auto").find(ICO, "SK");
    expect(lookup).toEqual({
      kind: "found",
      company: bench.firms[0],
      silent: [{ source: "ruz", facts: ["address", "size"], retryAfter: 30 }],
    });
    if (lookup.kind === "found") expect(decisiveSilence(lookup.silent)).toBeUndefined();
  });

  test("an activity that the mirror holds stands for a silent RPO, also one of the sample", async () => {
    bench.firms = [
      mirrored({ nace: [{ code: "69200", revision: "2" }] }, ["an export", ["name", "nace"], "2026-01-01"]),
    ];
    bench.holdings = [holding("SK", { sample: "2026-11-20" }, true)];
    bench.failing(down, "/rpo");
    const lookup = await bench.registers("auto").find(ICO, "SK");
    if (lookup.kind !== "found") throw lookup;
    expect(decisiveSilence(lookup.silent)).toBeUndefined();
  });

  test("an old mirror is renewed; where a source is silent its old word stands with its date", async () => {
    bench.firms = [
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
    bench.holdings = [holding("SK", { rpo: "2026-01-01", ruz: "2026-01-01" })];
    bench.failing(down, "/rpo");
    const company = foundIn(await bench.registers("auto").find(ICO, "SK"));
    expect(company).toMatchObject({ name: "Zrkadlová, a. s.", sizeCode: "31", legalForm: "121" });
    // RPO is silent: the activity it once stated may be the one that decides.
    expect(company.nace).toContainEqual({ code: "3511", revision: "2.1" });
    expect(company.nace).toContainEqual({ code: "19200", revision: "2" });
    expect(company.provenance).toContainEqual({
      source: "rpo",
      facts: ["name", "status", "legalForm", "nace"],
      retrievedAt: "2026-01-01",
    });

    bench.now += 3_600_000;
    bench.server.script = routed(routes);
    const renewed = foundIn(await bench.registers("auto").find(ICO, "SK"));
    expect(renewed.nace).not.toContainEqual({ code: "3511", revision: "2.1" });
    expect(renewed.provenance.every(({ retrievedAt }) => retrievedAt === "2026-11-21")).toBe(true);
  });

  test("the list with categories keeps its word, but not the activities that it once copied", async () => {
    const verdict = { category: "important", sector: "energy", reason: null, updatedAt: "2026-10-01" } as const;
    bench.firms = [
      mirrored({ nace: [{ code: "35110", revision: "2" }], registerVerdict: verdict }, [
        "nis2-register",
        ["nace", "category"],
        "2026-10-01",
      ]),
    ];
    bench.holdings = [holding("SK", { "nis2-register": "2026-10-01" })];
    const company = foundIn(await bench.registers("auto").find(ICO, "SK"));
    expect(company.registerVerdict).toEqual(verdict);
    expect(company.nace).not.toContainEqual({ code: "35110", revision: "2" });
    expect(company.provenance.at(-1)).toEqual({
      source: "nis2-register",
      facts: ["category"],
      retrievedAt: "2026-10-01",
    });
  });

  test("a register that leaves a fact out takes nothing away from what the mirror has of it", async () => {
    bench.firms = [
      mirrored({ sizeCode: "12" }, ["rpo", ["name", "status"], "2026-01-01"], ["ruz", ["size"], "2026-01-01"]),
    ];
    bench.holdings = [holding("SK", { rpo: "2026-01-01", ruz: "2026-01-01" })];
    bench.server.script = routed({ ...routes, "/ruz/uctovna-jednotka?id=449752": [200, unit] });
    const company = foundIn(await bench.registers("auto").find(ICO, "SK"));
    expect(company.sizeCode).toBe("12");
    expect(company.provenance).toContainEqual({ source: "ruz", facts: ["size"], retrievedAt: "2026-01-01" });
  });

  test("what a newer statement of the same register replaced still stands in the answer, as a statement", async () => {
    bench.firms = [
      mirrored({ sizeCode: "12" }, ["rpo", ["name", "status"], "2026-01-01"], ["ruz", ["size"], "2026-01-01"]),
    ];
    bench.holdings = [holding("SK", { rpo: "2026-01-01", ruz: "2026-01-01" })];
    const { sizeCode, statements } = foundIn(await bench.registers("auto").find(ICO, "SK"));
    expect(sizeCode).toBe("31");
    const sizes = statements?.filter(({ fact }) => fact === "size") ?? [];
    expect(sizes.map(({ source, retrievedAt, of }) => [source, retrievedAt, of.sizeCode])).toEqual([
      ["ruz", "2026-11-21", "31"],
      ["ruz", "2026-01-01", "12"],
    ]);
  });

  test("a firm that the live registers do not show stays found in the mirror", async () => {
    bench.firms = [mirrored({ country: "CZ", ico: "00000019" }, ["res", ["name", "status"], "2026-01-01"])];
    bench.holdings = [holding("CZ", { res: "2026-01-01" })];
    expect(await bench.registers("auto").find("00000019", "CZ")).toEqual({ kind: "found", company: bench.firms[0] });
  });

  test("a dead list of categories is reported, though the rest of the mirror is whole", async () => {
    bench.connect(true);
    bench.firms = [mirrored({}, ["rpo", ["name", "status", "nace"], "2026-11-14"])];
    bench.holdings = [holding("SK", whole)];
    bench.failing(down, "/open");
    expect(await bench.registers("auto").find(ICO, "SK")).toMatchObject({
      silent: [{ source: "nis2-register", facts: expect.arrayContaining(["category"]) }],
    });
  });

  describe("with nothing but the shipped sample", () => {
    beforeEach(() => {
      bench.firms = [
        mirrored({ nace: [{ code: "35110", revision: "2" }], headcount: { min: 300, max: 300 } }, [
          "an annual report",
          ["name", "status", "nace", "size"],
          "2019-01-01",
        ]),
      ];
      bench.holdings = [holding("SK", { sample: "2026-11-20" }, true), holding("CZ", { sample: "2026-11-20" }, true)];
    });

    test("the live registers replace what the sample says", async () => {
      const company = foundIn(await bench.registers("auto").find(ICO, "SK"));
      expect(company).toMatchObject({ name: "SLOVNAFT, a.s.", headcount: null, sizeCode: "31" });
      expect(company.provenance.map(({ source }) => source)).toEqual(["rpo", "ruz"]);
    });

    test("the sample's size and accounts stand while no register states one, also one that answers", async () => {
      bench.firms = bench.firms.map((firm) => ({
        ...firm,
        turnoverEur: 2_664_751_000,
        balanceSheetEur: 2_420_765_000,
        provenance: [...firm.provenance, { source: "accounts", facts: ["financials"], retrievedAt: "2020-01-01" }],
      }));
      const sums = { turnoverEur: 2_664_751_000, balanceSheetEur: 2_420_765_000 };
      expect(foundIn(await bench.registers("auto").find(ICO, "SK"))).toMatchObject({ sizeCode: "31", ...sums });
      bench.server.script = routed({ ...routes, "/ruz/uctovna-jednotka?id=449752": [200, unit] });
      const answered = foundIn(await bench.registers("auto").find(ICO, "SK"));
      bench.failing(down, "/ruz");
      const silent = foundIn(await bench.registers("auto").find(ICO, "SK"));
      for (const company of [answered, silent]) {
        expect(company).toMatchObject({ headcount: { min: 300, max: 300 }, ...sums });
        expect(company.provenance).toContainEqual({
          source: "an annual report",
          facts: ["size"],
          retrievedAt: "2019-01-01",
        });
      }
    });

    test("a register that was imported beside the sample is not asked, the missing one is", async () => {
      bench.holdings = [holding("SK", { sample: "2026-11-20", ruz: "2026-11-01" }, true)];
      await bench.registers("auto").find(ICO, "SK");
      expect(bench.server.asked.map((asked) => asked.split("/")[1])).toEqual(["rpo", "rpo"]);
    });

    test("a daily batch beside the sample is a part: RPO is asked all the same", async () => {
      bench.holdings = [holding("SK", { sample: "2026-11-20", rpo: "2026-11-20" }, true)];
      await bench.registers("auto").find(ICO, "SK");
      expect(bench.server.asked.some((asked) => asked.includes("/rpo/"))).toBe(true);
    });

    test("offline, the sample's firm is answered with its date", async () => {
      await bench.server.close();
      const lookup = await bench.registers("auto").find(ICO, "SK");
      expect(lookup).toMatchObject({ kind: "found", company: bench.firms[0] });
      if (lookup.kind === "found") expect(decisiveSilence(lookup.silent)).toBeUndefined();
    });

    test("offline, a firm that the sample does not hold is unavailable, with the time to wait", async () => {
      await bench.server.close();
      expect(await bench.registers("auto").find("45274649", "CZ")).toMatchObject({
        kind: "unavailable",
        retryAfter: 30,
      });
      expect(await bench.registers("mirror").find("45274649", "CZ")).toEqual({ kind: "absent" });
    });

    test("offline, the second question does not try to connect", async () => {
      await bench.server.close();
      await bench.registers("auto").find("45274649", "CZ");
      expect(await bench.registers("auto").find("45317054", "CZ")).toMatchObject({
        kind: "unavailable",
        cause: { kind: "resting" },
      });
    });
  });
});

describe("REGISTERS=live", () => {
  beforeEach(() => {
    bench.firms = [mirrored({}, ["rpo", ["name", "status"], "2026-11-14"])];
    bench.holdings = [holding("SK", whole)];
  });

  test("the live registers are asked first, also where the mirror is whole", async () => {
    expect(foundIn(await bench.registers("live").find(ICO, "SK")).name).toBe("SLOVNAFT, a.s.");
  });

  test("when they are down the mirror answers with its date", async () => {
    bench.server.script = down;
    expect(await bench.registers("live").find(ICO, "SK")).toMatchObject({
      kind: "found",
      company: { name: "Zrkadlová, a. s.", provenance: [{ retrievedAt: "2026-11-14" }] },
    });
    expect(await bench.registers("live").find("00000019", "SK")).toMatchObject({ kind: "unavailable" });
  });
});

test("look-ups of the same firm at the same time are one", async () => {
  const all = bench.registers("auto");
  const lookups = await Promise.all(Array.from({ length: 20 }, () => all.find("45274649", "CZ")));
  expect(new Set(lookups).size).toBe(1);
  expect(bench.server.asked).toHaveLength(2);
  await all.find("45274649", "CZ");
  expect(bench.server.asked).toHaveLength(4);
});
