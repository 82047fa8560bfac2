import { bareOperator, bareServices, unlimited } from "../../../src/capabilities/bare-services.fixture.ts";
import { createCall } from "../../../src/capabilities/calling/call.ts";
import { nis2ScopeCheck } from "../../../src/capabilities/scope/nis2-scope-check.ts";
import type { Company, Fact } from "../../../src/core/company.ts";
import { COUNTRIES, type Country } from "../../../src/core/country.ts";
import { dayOf } from "../../../src/core/day.ts";
import { ServiceError } from "../../../src/core/problem.ts";
import type { Knowledge } from "../../../src/knowledge/knowledge.ts";
import { json, type Script, startFakeServer } from "../../../src/outbound/fake-server.fixture.ts";
import { createHttpClient } from "../../../src/outbound/http-client.ts";
import { classifyCompany } from "../../../src/rules/nis2-scope/classify.ts";
import res from "../../../src/sources/registers/ares/recorded/res-45274649.constructed.json" with { type: "json" };
import subject from "../../../src/sources/registers/ares/recorded/subject-45274649.json" with { type: "json" };
import { combine } from "../../../src/sources/registers/combined/combine.ts";
import type { RegisterMode } from "../../../src/sources/registers/combined/combined-registers.ts";
import { type CountryRegisters, joinRegisters } from "../../../src/sources/registers/combined/country-registers.ts";
import type { RegisterDefinition } from "../../../src/sources/registers/definition.ts";
import { connectRegister } from "../../../src/sources/registers/live/live-register.ts";
import firm from "../../../src/sources/registers/nis2-register/recorded/live-firm-00000019.json" with { type: "json" };
import type { RegisterHolding } from "../../../src/sources/registers/register.ts";
import { REGISTERS } from "../../../src/sources/registers/registers.ts";
import entity from "../../../src/sources/registers/rpo/recorded/entity-with-statistical-codes.json" with {
  type: "json",
};
import search from "../../../src/sources/registers/rpo/recorded/live-search-31322832.json" with { type: "json" };
import unit from "../../../src/sources/registers/ruz/recorded/entity-449752.json" with { type: "json" };
import { CONNECTION_TROUBLES, contentTroubles, type Trouble } from "./troubles.fixture.ts";

const NOW = new Date("2026-11-21T12:00:00Z");

/** One kind of answer of a live source: where it is asked, and what it says of a firm when it is well. */
interface Source {
  readonly id: string;
  readonly country: Country;
  readonly path: string;
  readonly well: unknown;
}

/** The firms, both essential by every source: a large power company and a large refinery. */
export const FIRMS: Readonly<Record<Country, string>> = { CZ: "45274649", SK: "31322832" };

/** Every question that a look-up puts to a live source. */
export const SOURCES: readonly Source[] = [
  { id: "ares", country: "CZ", path: "/ares/ekonomicke-subjekty/45274649", well: subject },
  { id: "ares-res", country: "CZ", path: "/ares/ekonomicke-subjekty-res/45274649", well: res },
  { id: "rpo search", country: "SK", path: "/rpo/search?", well: search },
  { id: "rpo entity", country: "SK", path: "/rpo/entity/", well: entity },
  { id: "ruz list", country: "SK", path: "/ruz/uctovne-jednotky?", well: { id: [449752], existujeDalsieId: false } },
  { id: "ruz unit", country: "SK", path: "/ruz/uctovna-jednotka?", well: { ...unit, velkostOrganizacie: "31" } },
  {
    id: "nis2-register",
    country: "SK",
    path: "/nis2-register/v1/companies/",
    well: { ...firm, data: { ...firm.data, ico: "31322832" } },
  },
];

/** What the mirror holds beside the live sources: nothing, or the firm from files that are too old. */
const MIRRORS = ["nothing", "old files"] as const;

type Mirror = (typeof MIRRORS)[number];

/** How the registers are asked, and beside what. A mirror asks nobody, so it must hold the firm. */
export const MODES: readonly (readonly [RegisterMode, Mirror])[] = [
  ["live", "nothing"],
  ["live", "old files"],
  ["auto", "nothing"],
  ["auto", "old files"],
  ["mirror", "old files"],
];

/** One case of the run, and what came of it. */
export interface Outcome {
  readonly name: string;
  readonly result: string;
  /** Refused by name, unknown with a reason, or the right verdict. */
  readonly isGood: boolean;
  readonly isOutOfScope: boolean;
}

/** A machine on which every source can be let down in turn. */
export interface TroubleBench {
  /** Asks for a firm while the sources named fail in this way; every case begins without memory of the one before. */
  ask(mode: RegisterMode, mirror: Mirror, sources: readonly Source[], trouble: Trouble | undefined): Promise<Outcome>;
  close(): Promise<void>;
}

/** How long a source that answers may take on a busy machine, and how long one is waited for that never does. */
const PATIENCE_MS = 10_000;
const IMPATIENCE_MS = 200;

/** Starts the bench. */
export async function openTroubleBench(knowledge: Knowledge): Promise<TroubleBench> {
  const server = await startFakeServer(() => undefined);
  return { ask, close: () => server.close() };

  async function ask(
    mode: RegisterMode,
    mirror: Mirror,
    failing: readonly Source[],
    trouble: Trouble | undefined,
  ): Promise<Outcome> {
    server.script = scriptOf(failing, trouble);
    const country = failing[0]?.country ?? "CZ";
    const http = createHttpClient({
      userAgent: "Dosah/0 (+http://localhost:3000)",
      now: () => NOW,
      sleep: async () => undefined,
    });
    const definitions: readonly RegisterDefinition[] = REGISTERS;
    const joined = COUNTRIES.map((where): [Country, CountryRegisters] => {
      const own = definitions.flatMap((register) => {
        const { live, id } = register;
        if (live === undefined || register.country !== where) return [];
        const isEndless = trouble?.isEndless === true && failing.some((source) => source.path.startsWith(`/${id}/`));
        const attemptMs = isEndless ? IMPATIENCE_MS : PATIENCE_MS;
        const policy = { ...live.policy(`${server.url}/${id}`), spacingMs: 0, attemptMs };
        const client = http.source({ ...policy, totalMs: attemptMs, maxBytes: 256 * 1024 });
        return [connectRegister({ country: where, live }, client, () => NOW)];
      });
      return [where, joinRegisters(where, own)];
    });
    const live = Object.fromEntries(joined) as Record<Country, CountryRegisters>; // one for each of COUNTRIES
    const registers = combine({
      mode,
      mirror: mirrorOf(mirror),
      live: { ...live, searches: live, remembered: live },
      now: () => NOW,
      maxAgeDays: 45,
      classify: (company) => classifyCompany(company, knowledge.nis2, dayOf(NOW)),
    });
    const bare = bareServices(knowledge);
    const services = { ...bare, registers: { ...bare.registers, ...registers, asksLive: mode !== "mirror" } };
    const call = createCall({ services, operator: bareOperator }, unlimited);
    const name = `${mode} beside ${mirror}: ${failing.map(({ id }) => id).join(", ")}: ${trouble?.name ?? "well"}`;
    try {
      const args = { ico: FIRMS[country], country, locale: "en" };
      const { answer } = await call(nis2ScopeCheck, args, [], { address: null });
      const { category, unknownReason } = answer;
      const isReasoned = category === "unknown" && unknownReason !== undefined;
      return {
        name,
        result: isReasoned ? `unknown: ${unknownReason}` : category,
        isGood: isReasoned || category === "essential",
        isOutOfScope: category === "out_of_scope" || answer.status === "ceased",
      };
    } catch (error) {
      const result = error instanceof ServiceError ? error.problem.code : String(error);
      return { name, result, isGood: result === "source_unavailable", isOutOfScope: false };
    } finally {
      http.close();
    }
  }
}

/** The failing sources answer as the trouble says, all others well. */
function scriptOf(failing: readonly Source[], trouble: Trouble | undefined): Script {
  return (request, response) => {
    const source = SOURCES.find(({ path }) => request.url?.startsWith(path));
    if (source === undefined) return json({ status: 404, error: "Not Found" }, 404)(request, response);
    const script = failing.includes(source) ? trouble?.script([200, source.well]) : undefined;
    (script ?? json(source.well))(request, response);
  };
}

function mirrorOf(mirror: Mirror): Parameters<typeof combine>[0]["mirror"] {
  const day = "2026-01-01";
  const sources = { CZ: ["res"], SK: ["rpo", "ruz"] } as const;
  const facts: readonly Fact[] = ["name", "status", "legalForm", "nace", "size"];
  const held = (country: Country): Company => ({
    country,
    ico: FIRMS[country],
    name: "Firma",
    address: null,
    status: "active",
    foundedOn: null,
    ceasedOn: null,
    legalForm: "121",
    nace: [{ code: country === "CZ" ? "35110" : "19200", revision: "2" }],
    sizeCode: country === "CZ" ? "510" : "31",
    headcount: null,
    registerVerdict: null,
    provenance: sources[country].map((source) => ({ source, facts, retrievedAt: day })),
  });
  return {
    find: (_ico, country) => (mirror === "nothing" ? undefined : held(country)),
    searchWhole: () => ({ hits: [], isCut: false }),
    holdings: () =>
      COUNTRIES.map(
        (country): RegisterHolding => ({
          country,
          isSample: mirror === "nothing",
          sources: sources[country].map((id) => ({ id, asOf: day, importedAt: `${day}T00:00:00.000Z`, rows: 1 })),
          companies: 1,
          active: 1,
          dataAsOf: day,
        }),
      ),
  };
}

/** Every source alone, and all sources of its country together. */
export function sourceGroups(): (readonly Source[])[] {
  const together = COUNTRIES.map((country) => SOURCES.filter((source) => source.country === country));
  return [...SOURCES.map((source) => [source]), ...together];
}

/** The troubles of a group: all of the connection, and those of the content of each of its answers. */
export function troublesOf(group: readonly Source[], values?: readonly unknown[]): Trouble[] {
  const [only, ...others] = group;
  const content = only === undefined || others.length > 0 ? [] : contentTroubles(only.well, values);
  return [...CONNECTION_TROUBLES, ...content];
}
