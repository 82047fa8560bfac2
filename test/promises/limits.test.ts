import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { LimitReached } from "../../src/capabilities/calling/limit-reached.ts";
import type { Capability } from "../../src/capabilities/capability.ts";
import { companyDetail } from "../../src/capabilities/companies/company-detail.ts";
import { companySearch } from "../../src/capabilities/companies/company-search.ts";
import { regulatoryFeed } from "../../src/capabilities/feed/regulatory-feed.ts";
import { nis2Stats } from "../../src/capabilities/registers/nis2-stats.ts";
import { nis2ScopeCheck } from "../../src/capabilities/scope/nis2-scope-check.ts";
import { type Cost, rowsOf } from "../../src/core/cost.ts";
import {
  jsonPost,
  mcpPost,
  startTestService,
  type TestService,
  type TestServiceOptions,
  toolCall,
} from "./service.fixture.ts";

/** A firm of the shipped sample. */
const ICO = "31322832";
const MINUTE = 60;
const DAY = 86_400;

const TRUSTING = { TRUST_PROXY: "loopback" };
const UNBOUND = ["external_sources", "external_sources_shared"].map((name) => `${name}: { perDay: 1000000 }`);

const rowsIn = (offer: { readonly cost: Cost } | undefined) => (offer === undefined ? [] : rowsOf(offer.cost));

let next = 0;
/** An address that nobody has called from. */
const caller = () => `198.51.${Math.floor(next / 250)}.${(next++ % 250) + 1}`;

async function start(options: TestServiceOptions) {
  const dosah = await startTestService(options);
  onTestFinished(dosah.close);
  return dosah;
}

describe("the numbers of the limits table", () => {
  let dosah: TestService;

  beforeAll(async () => {
    dosah = await startTestService({ limits: UNBOUND });
  });

  afterAll(() => dosah.close());

  const rest = ({ rest: offers = [] }: Capability, path: string) => rowsIn(offers.find((offer) => offer.path === path));

  const stats = () => dosah.service.call(nis2Stats, {}, rowsIn(nis2Stats.mcp), { address: CALLER });
  const CALLER = "203.0.113.7";
  const as = { address: CALLER };
  const rows: readonly [string, number | null, number | null, () => Promise<unknown>][] = [
    [
      "nis2_scope_check",
      10,
      100,
      () => dosah.service.call(nis2ScopeCheck, { ico: ICO }, rowsIn(nis2ScopeCheck.mcp), as),
    ],
    [
      "company_search",
      null,
      500,
      () => dosah.service.call(companySearch, { query: "abc" }, rowsIn(companySearch.mcp), as),
    ],
    [
      "regulatory_feed",
      null,
      200,
      () => dosah.service.call(regulatoryFeed, { limit: 1 }, rowsIn(regulatoryFeed.mcp), as),
    ],
    ["nis2_stats", null, 200, stats],
    [
      "GET /api/scope-check",
      3,
      30,
      () => dosah.service.call(nis2ScopeCheck, { ico: ICO }, rest(nis2ScopeCheck, "/api/scope-check"), as),
    ],
    [
      "GET /api/company-search",
      120,
      5000,
      () => dosah.service.call(companySearch, { query: "abc" }, rest(companySearch, "/api/company-search"), as),
    ],
    [
      "POST /api/company-search",
      20,
      500,
      () =>
        dosah.service.call(companyDetail, { ico: ICO, country: "SK" }, rest(companyDetail, "/api/company-search"), as),
    ],
    [
      "GET /api/opendata/nis2-stats",
      120,
      null,
      () => dosah.service.call(nis2Stats, {}, rest(nis2Stats, "/api/opendata/nis2-stats"), as),
    ],
    [
      "GET /api/opendata/nis2-radar",
      60,
      null,
      () => dosah.service.call(nis2Stats, {}, rest(nis2Stats, "/api/opendata/nis2-radar"), as),
    ],
  ];

  test.each(rows)(
    "%s: %s a minute, %s a day, then a refusal with the true wait",
    async (_name, perMinute, perDay, ask) => {
      let waited = 0;
      if (perMinute !== null) {
        for (let call = 0; call < perMinute; call++) await ask();
        await expect(ask()).rejects.toMatchObject({ problem: { code: "rate_limited", retryAfter: MINUTE } });
        dosah.pass(MINUTE);
        waited += MINUTE;
      }
      if (perDay === null) return;
      for (let call = perMinute ?? 0; call < perDay; call++) {
        if (perMinute !== null && call > perMinute && call % perMinute === 0) {
          dosah.pass(MINUTE);
          waited += MINUTE;
        }
        await ask();
      }
      dosah.pass(MINUTE);
      waited += MINUTE;
      const refused: unknown = await ask().catch((thrown: unknown) => thrown);
      expect(refused).toBeInstanceOf(LimitReached);
      expect(refused).toMatchObject({ problem: { retryAfter: DAY - waited } });
      dosah.pass(DAY - waited);
      await ask();
    },
  );
});

describe("tools with an external source", () => {
  test("all together: 250 a day and address, and a shared 1000 a day for all callers", async () => {
    const generous = ["nis2_scope_check", "company_search", "nis2_stats"].map((name) => `${name}: { perDay: 100000 }`);
    const { service } = await start({ limits: generous });
    const tools: readonly [Capability, object][] = [
      [nis2ScopeCheck, { ico: ICO }],
      [companySearch, { query: "slovnaft" }],
      [nis2Stats, { includeSectors: false }],
    ];
    const ask = async (call: number, address: string): Promise<unknown> => {
      const [capability, args] = tools[call % tools.length] ?? [];
      if (capability === undefined) throw new Error("there are tools");
      return service.call(capability, args, rowsIn(capability.mcp), { address });
    };
    for (const address of ["192.0.2.1", "192.0.2.2", "192.0.2.3", "192.0.2.4"]) {
      for (let call = 0; call < 250; call++) await ask(call, address);
      for (const call of [0, 1, 2]) {
        await expect(ask(call, address)).rejects.toMatchObject({ problem: { code: "rate_limited", retryAfter: DAY } });
      }
    }
    for (const call of [0, 1, 2]) {
      await expect(ask(call, "192.0.2.5")).rejects.toMatchObject({
        problem: { code: "rate_limited", retryAfter: DAY },
      });
    }
    const { limits } = await service.call(companySearch, { query: "abc" }, ["rest_company_search"], {
      address: "192.0.2.5",
    });
    expect(limits.length).toBeGreaterThan(0);
  });
});

describe("over HTTP", () => {
  let dosah: TestService;

  beforeAll(async () => {
    dosah = await startTestService({ env: TRUSTING });
  });

  afterAll(() => dosah.close());

  const list = () => mcpPost({ jsonrpc: "2.0", id: 1, method: "tools/list" });
  const scope = (from: string, args: object = { ico: ICO }) => dosah.tool("nis2_scope_check", args, from);
  const restScope = (from: string, path = "/api/scope-check") => dosah.fetch(`${path}?ico=${ICO}&locale=en`, {}, from);

  test("the MCP endpoint takes 60 requests a minute of any kind from one address, then gives 429 with Retry-After", async () => {
    const from = caller();
    for (let call = 0; call < 60; call++) {
      const message = call % 2 === 0 ? list() : mcpPost({ jsonrpc: "2.0", id: call, method: "ping" });
      expect((await dosah.fetch("/api/mcp", message, from)).status).toBe(200);
    }
    const refused = await dosah.fetch("/api/mcp", list(), from);
    expect(refused.status).toBe(429);
    expect(refused.headers.get("retry-after")).toBe("60");
    expect((await dosah.fetch("/api/mcp", list(), caller())).status).toBe(200);
    dosah.pass(59);
    expect((await dosah.fetch("/api/mcp", list(), from)).headers.get("retry-after")).toBe("1");
    dosah.pass(1);
    expect((await dosah.fetch("/api/mcp", list(), from)).status).toBe(200);
  });

  test("an exhausted tool limit is a result with isError and retryAfter, in both places and in the JSON block", async () => {
    const from = caller();
    for (let call = 0; call < 10; call++) expect((await scope(from)).isError).not.toBe(true);
    const refused = await scope(from, { ico: ICO, locale: "en" });
    expect(refused).toMatchObject({
      isError: true,
      structuredContent: {
        retryAfter: 60,
        error: { code: "rate_limited", retryAfter: 60, nextStep: "Try again in 60 s." },
      },
    });
    expect(JSON.parse(refused.content[1].text)).toEqual(refused.structuredContent);
    expect((await dosah.tool("company_search", { query: "slovnaft" }, from)).isError).not.toBe(true);
    expect((await scope(caller())).isError).not.toBe(true);
  });

  test("an invalid call consumes nothing of the tool's limit, and of the endpoint's it does", async () => {
    const from = caller();
    for (let call = 0; call < 20; call++) expect((await scope(from, { ico: "12" })).isError).toBe(true);
    for (let call = 0; call < 10; call++) expect((await scope(from)).isError).not.toBe(true);
    for (let call = 0; call < 30; call++) {
      expect((await scope(from)).structuredContent.error.code).toBe("rate_limited");
    }
    expect((await dosah.fetch("/api/mcp", toolCall("nis2_scope_check", { ico: "12" }), from)).status).toBe(429);
  });

  test("REST refuses with 429, a problem, Retry-After and what is left; its twin shares the count", async () => {
    const from = caller();
    const first = await restScope(from);
    expect(first.headers.get("ratelimit-policy")).toBe(
      '"rest_scope_check";q=3;w=60, "rest_scope_check_day";q=30;w=86400',
    );
    expect(first.headers.get("ratelimit")).toBe('"rest_scope_check";r=2;t=60, "rest_scope_check_day";r=29;t=86400');
    expect((await restScope(from, "/api/embed/scope-check")).status).toBe(200);
    expect((await restScope(from)).status).toBe(200);
    for (const path of ["/api/scope-check", "/api/embed/scope-check"]) {
      const refused = await restScope(from, path);
      expect(refused.status).toBe(429);
      expect(refused.headers.get("content-type")).toBe("application/problem+json");
      expect(refused.headers.get("retry-after")).toBe("60");
      expect(refused.headers.get("ratelimit")).toContain('"rest_scope_check";r=0;t=60');
      expect(await refused.json()).toMatchObject({ status: 429, code: "rate_limited", retryAfter: 60 });
    }
    dosah.pass(60);
    expect((await restScope(from)).status).toBe(200);
  });

  test("a firm that only the sample lacks was asked for all the same, and the answer says what is left", async () => {
    const unknown = await dosah.fetch("/api/scope-check?ico=35763460", {}, caller());
    expect(unknown.status).toBe(503);
    expect(await unknown.clone().json()).toMatchObject({ code: "source_unavailable" });
    expect(unknown.headers.get("ratelimit")).toContain('"rest_scope_check";r=2;t=60');
    const tool = await dosah.fetch("/api/mcp", toolCall("nis2_scope_check", { ico: "35763460" }), caller());
    expect(tool.headers.get("ratelimit")).toContain('"nis2_scope_check";r=9;t=60');
  });

  test("a stated code that does not exist consumes nothing", async () => {
    const from = caller();
    const asked = (code: string) =>
      dosah.fetch("/api/scope-evaluate", jsonPost({ country: "SK", nace: [{ code }] }), from);
    expect((await asked("99.98")).status).toBe(400);
    expect((await asked("35.11")).headers.get("ratelimit")).toBe('"scope_evaluate";r=59;t=60');
  });

  test("an invalid REST call consumes nothing", async () => {
    const from = caller();
    for (let call = 0; call < 10; call++) {
      expect((await dosah.fetch("/api/scope-check?ico=12", {}, from)).status).toBe(400);
    }
    for (let call = 0; call < 3; call++) expect((await restScope(from)).status).toBe(200);
  });

  test("REST and MCP count apart, and so do GET and POST of one path", async () => {
    const from = caller();
    for (let call = 0; call < 4; call++) await restScope(from);
    expect((await scope(from)).isError).not.toBe(true);
    for (let call = 0; call < 21; call++) {
      await dosah.fetch("/api/company-search", jsonPost({ ico: ICO, country: "SK" }), from);
    }
    expect((await dosah.fetch("/api/company-search", jsonPost({ ico: ICO, country: "SK" }), from)).status).toBe(429);
    expect((await dosah.fetch("/api/company-search?q=slovnaft", {}, from)).status).toBe(200);
  });

  test("IPv6 callers count by /64", async () => {
    for (let call = 0; call < 3; call++) expect((await restScope(`2001:db8:0:1::${call}`)).status).toBe(200);
    expect((await restScope("2001:db8:0:1:ffff::9")).status).toBe(429);
    expect((await restScope("2001:db8:0:2::1")).status).toBe(200);
  });
});

test("X-Forwarded-For is believed from TRUST_PROXY only", async () => {
  const dosah = await start({});
  for (let call = 0; call < 3; call++) {
    expect((await dosah.fetch(`/api/scope-check?ico=${ICO}`, {}, caller())).status).toBe(200);
  }
  expect((await dosah.fetch(`/api/scope-check?ico=${ICO}`, {}, caller())).status).toBe(429);
});

test("LIMITS_FILE replaces a row, and EXEMPT_CLIENTS share one larger bucket", async () => {
  const dosah = await start({
    limits: ["rest_scope_check: { perMinute: 1 }"],
    env: { ...TRUSTING, EXEMPT_CLIENTS: "198.18.0.0/24*2" },
  });
  const status = async (from: string) => (await dosah.fetch(`/api/scope-check?ico=${ICO}`, {}, from)).status;
  expect([await status("203.0.113.1"), await status("203.0.113.1")]).toEqual([200, 429]);
  expect([await status("198.18.0.1"), await status("198.18.0.2"), await status("198.18.0.3")]).toEqual([200, 200, 429]);
});
