import { beforeEach, describe, expect, test } from "vitest";
import { json } from "../../../outbound/fake-server.fixture.ts";
import searchCez from "../ares/recorded/search-cez.json" with { type: "json" };
import tooMany from "../ares/recorded/search-too-many.json" with { type: "json" };
import type { NameSearch } from "../live/live-register.ts";
import { routed } from "../live-register.contract.ts";
import slovnaft from "../rpo/recorded/live-search-31322832.json" with { type: "json" };
import empty from "../rpo/recorded/live-search-empty.json" with { type: "json" };
import { down, holding, ICO, mirrored, routes, useRegisterBench } from "./combined.fixture.ts";
import { searchRegisters } from "./search-registers.ts";

const bench = useRegisterBench();

const cez = { ...searchCez, pocetCelkem: searchCez.ekonomickeSubjekty.length };

const sample = [
  holding("SK", { "sample:annual report": "2026-11-20" }, true),
  holding("CZ", { "sample:page": "2026-11-20" }, true),
];
const whole = [holding("SK", { rpo: "2026-11-14" }), holding("CZ", { res: "2026-11-15" })];

const named = {
  ...routes,
  "/ares/ekonomicke-subjekty/vyhledat": [200, cez],
  "/ares/ekonomicke-subjekty-res/vyhledat": [200, { pocetCelkem: 0, ekonomickeSubjekty: [] }],
  "/rpo/search?fullName=slovnaft": [200, slovnaft],
  "/rpo/search?fullName=%C4%8Dez": [200, empty],
} as const;

beforeEach(() => {
  bench.server.script = routed(named);
  bench.holdings = sample;
});

const search = (mode: "auto" | "mirror" | "live", query: string, country?: "SK" | "CZ", limit = 10) =>
  bench.registers(mode).search(query, country, limit);
const icos = async (...args: Parameters<typeof search>) => (await search(...args)).hits.map(({ ico }) => ico);

describe("where the whole registers are in the mirror", () => {
  test.each(["auto", "live", "mirror"] as const)("a search stays in the process (REGISTERS=%s)", async (mode) => {
    bench.holdings = whole;
    bench.firms = [mirrored({ name: "Slovnaft zo zrkadla" })];
    expect(await search(mode, "slovnaft")).toMatchObject({ hits: [{ name: "Slovnaft zo zrkadla" }], gaps: [] });
    expect(bench.server.asked).toEqual([]);
  });

  test("of one country, only the other one is asked live", async () => {
    bench.holdings = [holding("SK", { rpo: "2026-11-14" }), sample[1] ?? holding("CZ", {}, true)];
    await search("auto", "čez");
    expect(bench.server.asked.every((asked) => asked.includes("/ares/"))).toBe(true);
    expect(bench.server.asked.length).toBeGreaterThan(0);
  });
});

describe("where the sample takes the place of a register", () => {
  test("the live registers are asked, and what the sample knows stands among their firms", async () => {
    bench.firms = [mirrored({ country: "CZ", ico: "45274649", name: "ČEZ, a. s." })];
    const outcome = await search("auto", "čez");
    expect(outcome.gaps).toEqual([]);
    expect(outcome.hits.map(({ name }) => name)).toEqual([
      "ČEZ, a. s.",
      "ČEZ Cyklo Team Tábor, spolek",
      "ČEZ Distribuce, a. s.",
      "ČEZ Energetické produkty, s.r.o.",
    ]);
  });

  test("a firm that both know is shown once, by the register's name, with the activity that the sample knows", async () => {
    bench.firms = [mirrored({ name: "Slovnaft", nace: [{ code: "19200", revision: "2" }] })];
    expect(await search("auto", "slovnaft", "SK")).toEqual({
      hits: [
        {
          match: "exact",
          country: "SK",
          ico: ICO,
          name: "SLOVNAFT, a.s.",
          address: "82412 Bratislava",
          active: true,
          nace: { code: "19200", revision: "2" },
        },
      ],
      gaps: [],
    });
  });

  test("a category is shown where a look-up would give it, and left out where a register would have to be asked", async () => {
    const firm = mirrored({ name: "Slovnaft", nace: [{ code: "19200", revision: "2" }] });
    bench.firms = [firm];
    const registers = bench.registers("auto");
    const categories = async (all = registers) =>
      (await all.search("slovnaft", "SK", 10)).hits.map(({ ico, category }) => [ico, category]);
    expect(await categories()).toEqual([[ICO, undefined]]);
    // The mirror alone decides, or nobody who is asked answers: the category of a look-up is known.
    expect(await categories(bench.registers("mirror"))).toEqual([[ICO, "important"]]);
    bench.server.script = down;
    for (let time = 0; time < 10; time++) await registers.find(ICO, "SK");
    expect(await categories()).toEqual([[ICO, "essential"]]);
  });

  test("firms of a country whose whole register is here keep the order of their register", async () => {
    const own = ["36000003", "36000001", "36000002"].map((ico) => ({
      ...mirrored({ ico, name: "Čez SK" }),
      active: true,
    }));
    const { hits } = await searchRegisters({
      mode: "auto",
      mirror: {
        searchWhole: () => ({ hits: own.map((firm) => ({ ...firm, match: "exact", nace: null })), isCut: false }),
        holdings: () => [...whole.slice(0, 1)],
      },
      live: bench.live,
      find: async () => ({ kind: "absent" }),
    })("čez", undefined, 10);
    expect(hits.filter(({ country }) => country === "SK").map(({ ico }) => ico)).toEqual(own.map(({ ico }) => ico));
    expect(hits.slice(0, 3).map(({ country }) => country)).toEqual(["CZ", "CZ", "CZ"]);
  });

  test("a country that was not asked for is not asked", async () => {
    await search("auto", "slovnaft", "SK");
    expect(bench.server.asked.every((asked) => asked.includes("/rpo/"))).toBe(true);
  });

  test("a whole number is looked up, with its activity", async () => {
    expect(await search("auto", "452 746 49")).toMatchObject({
      hits: [{ country: "CZ", ico: "45274649", name: "ČEZ, a. s.", nace: { code: "35110" } }],
    });
    expect(bench.server.asked.some((asked) => asked.includes("vyhledat"))).toBe(false);
  });

  test.each(["...", "- - -", "(((((("])("%j is no name: nobody is asked", async (query) => {
    expect(await search("auto", query)).toEqual({ hits: [], gaps: [] });
    expect(bench.server.asked).toEqual([]);
  });

  test("4,000 characters are asked for by their beginning and found by nobody", async () => {
    bench.server.script = json({ results: [], pocetCelkem: 0, ekonomickeSubjekty: [] });
    expect(await search("auto", "x".repeat(4_000))).toEqual({ hits: [], gaps: [] });
    expect(bench.server.asked.every((asked) => asked.length < 300)).toBe(true);
  });

  test("numbers that are searched never fill the line for look-ups", async () => {
    const sleeping: (() => void)[] = [];
    bench.live.close();
    bench.connect(false, (_ms, signal) => {
      return new Promise((resolve, reject) => {
        sleeping.push(resolve);
        signal.addEventListener("abort", () => reject(signal.reason));
      });
    });
    const registers = bench.registers("auto");
    const searches = Array.from({ length: 100 }, (_each, at) => registers.search(String(10_000_000 + at), "SK", 10));
    const lookUp = registers.find(ICO, "SK");
    await expect.poll(() => sleeping.length).toBeGreaterThan(2);
    expect(bench.live.status().every(({ failures }) => failures === 0)).toBe(true);
    bench.live.close();
    expect(await lookUp).toMatchObject({ kind: "unavailable", cause: { kind: "closed" } });
    for (const outcome of await Promise.all(searches)) expect(outcome.gaps).toHaveLength(1);
  });

  test("half a character, which JSON can carry, breaks nothing", async () => {
    bench.server.script = json({ results: [], pocetCelkem: 0, ekonomickeSubjekty: [] });
    expect(await search("auto", "a\ud800bc")).toEqual({ hits: [], gaps: [] });
  });

  test("a legal form is found however it is written: the register is asked without it", async () => {
    expect(await icos("auto", "slovnaft a. s.", "SK")).toEqual([ICO]);
    // Another form does not hide the firm.
    expect(await icos("auto", "slovnaft s.r.o.", "SK")).toEqual([ICO]);
  });

  test("equal searches at the same time are one question", async () => {
    const registers = bench.registers("auto");
    const [first, second] = await Promise.all([1, 2].map(() => registers.search("slovnaft", "SK", 10)));
    expect(second).toEqual(first);
    expect(bench.server.asked).toHaveLength(1);
  });

  test("equal searches one after the other are two: nothing of one is kept for the next", async () => {
    const registers = bench.registers("auto");
    await registers.search("slovnaft", "SK", 10);
    bench.server.script = json(empty);
    expect(await registers.search("slovnaft", "SK", 10)).toEqual({ hits: [], gaps: [] });
    expect(bench.server.asked).toHaveLength(2);
  });

  test("the number of hits is the caller's, and never more than ten", async () => {
    expect(await icos("auto", "čez", "CZ", 1)).toHaveLength(1);
  });
});

describe("what a search could not see is said", () => {
  test("with REGISTERS=mirror that only the sample was searched, and nobody is asked", async () => {
    bench.firms = [mirrored({ name: "Slovnaft" })];
    expect(await search("mirror", "slovnaft")).toMatchObject({
      hits: [{ ico: ICO }],
      gaps: [
        { country: "CZ", reason: "sample_only" },
        { country: "SK", reason: "sample_only" },
      ],
    });
    expect(bench.server.asked).toEqual([]);
  });

  test("a register that is silent leaves the sample's firms and its country among the gaps, and harms no other", async () => {
    bench.firms = [mirrored({ name: "ČEZ Slovensko" })];
    bench.server.script = (request, response) =>
      (request.url?.startsWith("/rpo") ? down : routed(named))(request, response);
    const outcome = await search("auto", "čez");
    expect(outcome.gaps).toEqual([{ country: "SK", reason: "source_unavailable", retryAfter: expect.any(Number) }]);
    expect(outcome.hits.map(({ country }) => country)).toEqual(["CZ", "CZ", "CZ", "SK"]);
  });

  test("a number that a silent register may hold is a gap, not an absence", async () => {
    bench.server.script = down;
    expect(await search("auto", "00000019", "CZ")).toMatchObject({
      hits: [],
      gaps: [{ country: "CZ", reason: "source_unavailable" }],
    });
    bench.server.script = routed(named);
    bench.now += 3_600_000;
    expect(await search("auto", "00000019", "CZ")).toEqual({ hits: [], gaps: [] });
  });

  test("what a register showed before it fell silent is shown, and the silence is said", async () => {
    bench.server.script = routed(named);
    const silent: NameSearch = { kind: "found", hits: [], isWhole: true, retryAfter: 7 };
    const [rpo] = bench.live.SK.registers;
    if (rpo === undefined) throw new Error("RPO is the first of the Slovak registers");
    const { gaps } = await searchRegisters({
      mode: "auto",
      mirror: { searchWhole: () => ({ hits: [], isCut: false }), holdings: () => sample },
      live: { CZ: bench.live.CZ, SK: { ...bench.live.SK, registers: [{ ...rpo, search: async () => silent }] } },
      find: async () => ({ kind: "absent" }),
    })("slovnaft", "SK", 10);
    expect(gaps).toEqual([{ country: "SK", reason: "source_unavailable", retryAfter: 7 }]);
  });

  test.each(["3132", "313 228", "3132283"])(
    "that live registers are not asked for numbers beginning with %s",
    async (query) => {
      bench.server.script = json({ results: [], pocetCelkem: 0, ekonomickeSubjekty: [] });
      const { gaps } = await searchRegisters({
        mode: "auto",
        mirror: { searchWhole: () => ({ hits: [], isCut: false }), holdings: () => sample },
        live: bench.live,
        find: async () => ({ kind: "absent" }),
      })(query, undefined, 10);
      expect(gaps).toEqual([
        { country: "CZ", reason: "too_many_hits" },
        { country: "SK", reason: "too_many_hits" },
      ]);
    },
  );

  test.each([
    ["shows none", [400, tooMany]],
    ["shows a part of them", [200, searchCez]],
  ] as const)("a register that knows too many firms and %s is named", async (_case, answer) => {
    bench.server.script = routed({ ...named, "/ares/ekonomicke-subjekty/vyhledat": answer });
    expect((await search("auto", "čez", "CZ")).gaps).toEqual([{ country: "CZ", reason: "too_many_hits" }]);
  });
});
