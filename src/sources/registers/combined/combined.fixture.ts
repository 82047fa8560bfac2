import { afterEach, beforeEach } from "vitest";
import type { Company, Fact } from "../../../core/company.ts";
import { NO_CACHE } from "../../../outbound/answer-cache.ts";
import { type FakeServer, type Script, startFakeServer, text } from "../../../outbound/fake-server.fixture.ts";
import res from "../ares/recorded/res-45274649.constructed.json" with { type: "json" };
import subject from "../ares/recorded/subject-45274649.json" with { type: "json" };
import unknownFirm from "../ares/recorded/unknown-firm.json" with { type: "json" };
import { rankHits } from "../live/rank-hits.ts";
import { type Routes, routed } from "../live-register.contract.ts";
import firm from "../nis2-register/recorded/live-firm-00000019.json" with { type: "json" };
import notFound from "../nis2-register/recorded/live-not-found.json" with { type: "json" };
import { readQuery } from "../query.ts";
import type { RegisterHolding, SearchHit } from "../register.ts";
import entity from "../rpo/recorded/entity-with-statistical-codes.json" with { type: "json" };
import search from "../rpo/recorded/live-search-31322832.json" with { type: "json" };
import searchEmpty from "../rpo/recorded/live-search-empty.json" with { type: "json" };
import unit from "../ruz/recorded/entity-449752.json" with { type: "json" };
import listEmpty from "../ruz/recorded/live-list-empty.json" with { type: "json" };
import { combine } from "./combine.ts";
import type { CombinedRegisters, RegisterMode } from "./combined-registers.ts";
import { createLiveRegisters, type LiveRegisters } from "./create-live-registers.ts";

/** The Slovak firm that all recorded sources know. */
export const ICO = "31322832";
const RUZ_LIST = "/ruz/uctovne-jednotky?zmenene-od=2000-01-01&max-zaznamov=100&ico=";

/** The recorded answers of all sources, each under its own path. */
export const routes: Routes = {
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

/** A server that is down. */
export const down: Script = text("", 500);

/** All sources on one server of this machine, a mirror of a few firms, and a clock. */
export interface RegisterBench {
  readonly server: FakeServer;
  live: LiveRegisters;
  now: number;
  maxAgeDays: number;
  firms: Company[];
  holdings: RegisterHolding[];
  /** Makes the live registers anew, with the list of categories or without. */
  connect(hasCategories?: boolean, sleep?: (ms: number, signal: AbortSignal) => Promise<void>): void;
  registers(mode: RegisterMode): CombinedRegisters;
  /** The sources whose path begins so let us down, the others answer as recorded. */
  failing(script: Script, ...prefixes: readonly string[]): void;
}

/** Sets the bench up before each test of the file and takes it down after it. */
export function useRegisterBench(): RegisterBench {
  let server: FakeServer;
  let live: LiveRegisters;
  const bench: RegisterBench = {
    get server() {
      return server;
    },
    get live() {
      return live;
    },
    set live(other) {
      live = other;
    },
    now: 0,
    maxAgeDays: 45,
    firms: [],
    holdings: [],
    connect(
      hasCategories = false,
      sleep = async (ms) => {
        bench.now += ms;
      },
    ) {
      live = createLiveRegisters({
        settings: {
          aresUrl: `${server.url}/ares`,
          rpoUrl: `${server.url}/rpo`,
          ruzUrl: `${server.url}/ruz`,
          opendataUrl: hasCategories ? `${server.url}/open` : undefined,
        },
        userAgent: "Dosah/0 (+http://localhost:3000)",
        cache: NO_CACHE,
        now: () => new Date(bench.now),
        sleep,
      });
    },
    registers(mode) {
      const mirror = {
        find: (ico: string, country: string) =>
          bench.firms.find((each) => each.ico === ico && each.country === country),
        searchWhole: (query: string, country: string | undefined, limit: number) => ({
          hits: rankHits(
            bench.firms.filter((each) => (country ?? each.country) === each.country).map(cardOf),
            readQuery(query),
            limit,
          ),
          isCut: false,
        }),
        holdings: () => bench.holdings,
      };
      return combine({
        mode,
        mirror,
        live,
        now: () => new Date(bench.now),
        maxAgeDays: bench.maxAgeDays,
        classify: () => ({ category: "essential", sector: null, reason: null }),
      });
    },
    failing(script, ...prefixes) {
      server.script = (request, response) => {
        const fails = prefixes.some((prefix) => request.url?.startsWith(prefix));
        (fails ? script : routed(routes))(request, response);
      };
    },
  };
  beforeEach(async () => {
    bench.now = Date.UTC(2026, 10, 21, 12);
    bench.maxAgeDays = 45;
    bench.firms = [];
    bench.holdings = [];
    server = await startFakeServer(routed(routes));
    bench.connect();
  });
  afterEach(async () => {
    live.close();
    await server.close();
  });
  return bench;
}

/** A firm as the mirror holds it; the facts of each source with its day. */
export function mirrored(
  facts: Partial<Company>,
  ...stated: readonly (readonly [source: string, facts: readonly Fact[], day: string])[]
): Company {
  return {
    country: "SK",
    ico: "31322832",
    name: "Zrkadlová, a. s.",
    address: null,
    status: "active",
    foundedOn: null,
    ceasedOn: null,
    legalForm: null,
    nace: [],
    sizeCode: null,
    headcount: null,
    registerVerdict: null,
    provenance: stated.map(([source, each, retrievedAt]) => ({ source, facts: each, retrievedAt })),
    ...facts,
  };
}

/** What the mirror holds of a country: source and day of publication of each. */
export function holding(
  country: "SK" | "CZ",
  sources: Readonly<Record<string, string>>,
  isSample = false,
): RegisterHolding {
  return {
    country,
    isSample,
    sources: Object.entries(sources).map(([id, asOf]) => ({ id, asOf, importedAt: `${asOf}T00:00:00.000Z`, rows: 1 })),
    companies: 1,
    active: 1,
    dataAsOf: Object.values(sources).sort()[0] ?? "2026-01-01",
  };
}

function cardOf({ country, ico, name, address, nace, status }: Company): Omit<SearchHit, "match"> {
  return { country, ico, name, address, nace: nace[0] ?? null, active: status !== "ceased", category: "important" };
}
