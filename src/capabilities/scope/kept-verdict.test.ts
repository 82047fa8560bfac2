import { describe, expect, test } from "vitest";
import type { Company } from "../../core/company.ts";
import { knowledge } from "../../knowledge/shipped.fixture.ts";
import { createMemoryLimiter } from "../../limits/memory-limiter.ts";
import type { Lookup } from "../../sources/registers/register.ts";
import { bareServices, unlimited } from "../bare-services.fixture.ts";
import { createCall } from "../calling/call.ts";
import { nis2ScopeCheck } from "./nis2-scope-check.ts";

const PLANT: Company = {
  country: "CZ",
  ico: "27082440",
  name: "Elektrárna, a.s.",
  address: "Dlouhá 1, Praha",
  status: "active",
  foundedOn: "2010-05-01",
  ceasedOn: null,
  legalForm: "121",
  nace: [{ code: "35110", revision: "2" }],
  sizeCode: "330",
  headcount: null,
  registerVerdict: null,
  provenance: [{ source: "res", facts: ["name", "nace", "size", "legalForm", "status"], retrievedAt: "2026-10-31" }],
};

/** A service whose register and clock can be set. */
function service() {
  const set = {
    firms: { CZ: PLANT, SK: undefined } as Record<"CZ" | "SK", Company | undefined>,
    instant: "2026-11-20T10:00:00Z",
    ground: knowledge,
  };
  const base = bareServices(knowledge);
  const services = {
    ...base,
    get knowledge() {
      return set.ground;
    },
    today: () => set.instant.slice(0, 10),
    now: () => new Date(set.instant),
    registers: {
      ...base.registers,
      asksLive: true,
      find: async (_ico: string, country: "CZ" | "SK"): Promise<Lookup> => {
        const company = set.firms[country];
        return company === undefined ? { kind: "absent" } : { kind: "found", company };
      },
    },
  };
  const call = createCall(services, unlimited);
  const once = async (args: object) =>
    (await call(nis2ScopeCheck, { ico: PLANT.ico, ...args }, [], { address: null })).answer;
  // An answer is kept when it is asked for twice.
  const ask = async (args: object = {}) => {
    await once(args);
    return once(args);
  };
  return { set, ask, services };
}

describe("a verdict that was given before is given again", () => {
  test("for the same firm and the same arguments", async () => {
    const { ask } = service();
    expect(await ask()).toBe(await ask());
    expect(await ask({ locale: "cs" })).not.toBe(await ask());
  });

  test("until the register says something else of the firm", async () => {
    const { ask, set } = service();
    expect(await ask()).toMatchObject({ category: "essential", untrusted: { name: "Elektrárna, a.s." } });
    set.firms.CZ = { ...PLANT, name: "Nová elektrárna", sizeCode: "110" };
    expect(await ask()).toMatchObject({ category: "out_of_scope", untrusted: { name: "Nová elektrárna" } });
    set.firms.CZ = PLANT;
    expect(await ask()).toMatchObject({ category: "essential", untrusted: { name: "Elektrárna, a.s." } });
    set.firms.CZ = undefined;
    await expect(ask()).rejects.toMatchObject({ problem: { code: "not_found" } });
  });

  test("until the register of the other country knows a firm of that number", async () => {
    const { ask, set } = service();
    expect((await ask()).alternatives).toEqual([]);
    set.firms.SK = { ...PLANT, country: "SK", name: "Iná, a.s." };
    expect((await ask()).alternatives).toMatchObject([{ country: "SK", untrusted: { name: "Iná, a.s." } }]);
    set.firms.SK = { ...PLANT, country: "SK", name: "Ešte iná, a.s." };
    expect((await ask()).alternatives).toMatchObject([{ country: "SK", untrusted: { name: "Ešte iná, a.s." } }]);
    set.firms.SK = undefined;
    expect((await ask()).alternatives).toEqual([]);
  });

  test("until midnight, and a firm whose end has come by then has ceased", async () => {
    const { ask, set } = service();
    set.firms.CZ = { ...PLANT, ceasedOn: "2026-11-21", status: "ceased" };
    expect(await ask()).toMatchObject({ asOf: "2026-11-20", status: "active", category: "essential" });
    set.instant = "2026-11-21T00:00:00Z";
    expect(await ask()).toMatchObject({ asOf: "2026-11-21", status: "ceased", category: "out_of_scope" });
  });

  test("until the authority's midnight, by which dates are past", async () => {
    const { ask, set } = service();
    set.instant = "2026-11-20T22:30:00Z";
    const before = await ask();
    expect(await ask()).toBe(before);
    set.instant = "2026-11-20T23:30:00Z";
    expect(await ask()).not.toBe(before);
  });

  test("until the knowledge is another one", async () => {
    const { ask, set } = service();
    const before = await ask();
    set.ground = { ...knowledge };
    expect(await ask()).not.toBe(before);
  });

  test("as long as every source answers: what is silent is asked for and named each time", async () => {
    const { ask, services } = service();
    const silent = [{ source: "ruz", facts: ["financials"], retryAfter: 30 }] as const;
    const whole = await ask({ country: "CZ" });
    services.registers.find = async () => ({ kind: "found", company: PLANT, silent });
    const gap = await ask({ country: "CZ" });
    expect([whole.silentSources.length, gap.silentSources.length]).toEqual([0, 1]);
    expect(await ask({ country: "CZ" })).not.toBe(gap);
  });

  test("and days that the firm states are counted for it alone", async () => {
    const { ask } = service();
    const stated = await ask({ days: { conditionsMet: "2026-11-02" } });
    expect(stated.daysToAsk.some(({ given }) => given.includes("2026-11-02"))).toBe(true);
    expect((await ask()).daysToAsk.some(({ given }) => given.length > 0)).toBe(false);
  });
});

test("every question is counted, whether its answer was given before or not", async () => {
  const { services } = service();
  const rules = [{ name: "nis2_scope_check", perMinute: 2, shared: false, counts: [], note: "" }];
  const call = createCall(services, createMemoryLimiter({ rules, now: () => 0 }));
  const left = async (address: string) =>
    (await call(nis2ScopeCheck, { ico: PLANT.ico }, ["nis2_scope_check"], { address })).limits[0]?.remaining;
  expect([await left("192.0.2.1"), await left("192.0.2.2"), await left("192.0.2.1")]).toEqual([1, 1, 0]);
  await expect(left("192.0.2.1")).rejects.toMatchObject({ problem: { code: "rate_limited" } });
});
