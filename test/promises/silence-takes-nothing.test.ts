import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bareOperator, bareServices, unlimited } from "../../src/capabilities/bare-services.fixture.ts";
import { type Call, createCall } from "../../src/capabilities/calling/call.ts";
import { companySearch } from "../../src/capabilities/companies/company-search.ts";
import { firmRow } from "../../src/capabilities/scope/firm-row.ts";
import { nis2ScopeCheck } from "../../src/capabilities/scope/nis2-scope-check.ts";
import type { Category, Company } from "../../src/core/company.ts";
import { dayOf } from "../../src/core/day.ts";
import { hasValidCheckDigit } from "../../src/core/ico.ts";
import { ServiceError } from "../../src/core/problem.ts";
import { KNOWLEDGE_DIR } from "../../src/knowledge/load.ts";
import { loadSample } from "../../src/knowledge/sample.ts";
import { knowledge } from "../../src/knowledge/shipped.fixture.ts";
import { classifyCompany } from "../../src/rules/nis2-scope/classify.ts";
import { combine } from "../../src/sources/registers/combined/combine.ts";
import { createLiveRegisters, type LiveRegisters } from "../../src/sources/registers/combined/create-live-registers.ts";
import { openPublished, type PublishedRegisters } from "../../src/sources/registers/snapshot/published.ts";
import { buildOptions } from "../../src/wiring/open-registers.ts";

/** `FIRMS=10000` is the long form. */
const GENERATED = Number(process.env.FIRMS ?? 100);
const NOW = new Date("2026-11-27T10:00:00Z");

/** How a live source behaves: it states what is true, it knows the firm and states nothing of it, or it does not answer. */
const MOODS = ["silent", "empty", "answering"] as const;
type Mood = (typeof MOODS)[number];

/** What is true of a firm; each source states a part of it. */
type Truth = Pick<Company, "country" | "ico" | "name" | "legalForm" | "nace" | "sizeCode">;

const CODES = ["35110", "19200", "86100", "10510", "96020", "62010", "84110", "01110"];
const SIZES = { SK: ["11", "21", "24", "31"], CZ: ["120", "230", "330", "410"] } as const;

function generated(count: number): Truth[] {
  const firms: Truth[] = [];
  for (let number = 5_100_000; firms.length < count; number++) {
    const ico = Array.from({ length: 10 }, (_one, last) => `${number}${last}`).find((text) => hasValidCheckDigit(text));
    if (ico === undefined) continue;
    const at = firms.length;
    const country = at % 2 === 0 ? "SK" : "CZ";
    firms.push({
      country,
      ico,
      name: `Skúšobná ${ico}`,
      legalForm: "121",
      nace: [{ code: CODES[at % CODES.length] ?? "35110", revision: "2" }],
      sizeCode: SIZES[country][Math.floor(at / CODES.length) % 4] ?? null,
    });
  }
  return firms;
}

const bySample = loadSample(join(KNOWLEDGE_DIR, "sample")).companies;
const truths = generated(GENERATED);

/** A generated firm as the sample would hold it: with all facts, without its size, or by its name alone. */
function inMirror(truth: Truth, at: number): Company {
  const stated =
    at % 3 === 0
      ? (["name", "nace", "size"] as const)
      : at % 3 === 1
        ? (["name", "nace"] as const)
        : (["name"] as const);
  const has = (fact: "nace" | "size") => (stated as readonly string[]).includes(fact);
  return {
    ...truth,
    address: null,
    status: "active",
    foundedOn: null,
    ceasedOn: null,
    nace: has("nace") ? truth.nace : [],
    sizeCode: has("size") ? truth.sizeCode : null,
    headcount: null,
    registerVerdict: null,
    provenance: [{ source: "sample:a made up page", facts: [...stated], retrievedAt: "2026-10-01" }],
  };
}

let dir: string;
let published: PublishedRegisters;
const known = new Map<string, Truth>([...bySample, ...truths].map((firm) => [firm.country + firm.ico, firm]));

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), "dosah-silence-"));
  const options = buildOptions({ dir, knowledge, now: () => NOW });
  const companies = [...bySample, ...truths.map(inMirror)];
  const log = pino({ level: "silent" });
  published = await openPublished(dir, {
    ...options,
    seed: { ...options.seed, companies },
    onProblem: (message, err) => log.error({ err }, message),
  });
});

afterAll(() => {
  published.close();
  rmSync(dir, { recursive: true });
});

/** Answers of the shape that the registers send, by how each is in the mood to answer. */
function network(moods: Readonly<Record<string, Mood>>) {
  const json = (body: unknown) =>
    new Response(JSON.stringify(body), { headers: { "content-type": "application/json" } });
  return async (url: URL): Promise<Response> => {
    const [, source = "", path = ""] = url.pathname.split("/");
    const mood = moods[source === "ares" && path === "ekonomicke-subjekty-res" ? "res" : source];
    if (mood === "silent") return new Response("", { status: 500 });
    // RPO and RÚZ give a record an id of their own: here it is the number itself.
    const ico =
      /\d{3,8}/.exec((url.pathname + url.search).replace(/\d{4}-\d\d-\d\d|=100&/g, ""))?.[0].padStart(8, "0") ?? "";
    const firm = known.get((source === "ares" ? "CZ" : "SK") + ico);
    const says = mood === "answering" ? firm : undefined;
    const code = says?.nace.find(({ revision }) => revision === "2")?.code;
    if (source === "rpo") {
      const entity = { id: Number(ico), identifiers: [{ value: ico }], establishment: "2001-01-02" };
      if (path === "search") return json({ results: [entity] });
      const main = code?.length === 5 ? { mainActivity: { code } } : null;
      return json({ ...entity, fullNames: [{ value: firm?.name }], statisticalCodes: main });
    }
    if (source === "ruz") {
      if (path === "uctovne-jednotky") return json({ id: [Number(ico)], existujeDalsieId: false });
      return json({
        id: Number(ico),
        ico,
        nazovUJ: firm?.name,
        skNace: code,
        velkostOrganizacie: says?.sizeCode ?? "00",
      });
    }
    if (path === "ekonomicke-subjekty") return json({ ico, obchodniJmeno: firm?.name, datumVzniku: "2001-01-02" });
    const statistics = { czNace2008: code === undefined ? [] : [code], czNacePrevazujici2008: code };
    const staff = { kategoriePoctuPracovniku: says?.sizeCode ?? null };
    return json({ icoId: ico, zaznamy: [{ ico, ...statistics, statistickeUdaje: staff }] });
  };
}

function dosah(moods: Readonly<Record<string, Mood>>): { call: Call; live: LiveRegisters } {
  const live = createLiveRegisters({
    settings: {
      aresUrl: "http://registers.test/ares",
      rpoUrl: "http://registers.test/rpo",
      ruzUrl: "http://registers.test/ruz",
      opendataUrl: undefined,
    },
    userAgent: "Dosah/0 (+http://localhost:3000)",
    cache: memory(),
    now: () => NOW,
    sleep: async () => undefined,
    fetch: network(moods),
  });
  const registers = combine({
    mode: "auto",
    mirror: published,
    live,
    now: () => NOW,
    classify: (company) => classifyCompany(company, knowledge.nis2, dayOf(NOW)),
    maxAgeDays: 45,
  });
  const bare = bareServices(knowledge, { today: () => dayOf(NOW), now: () => NOW });
  const holdings = published.holdings;
  const services = { ...bare, registers: { ...bare.registers, ...registers, holdings, asksLive: true } };
  return { call: createCall({ services, operator: bareOperator }, unlimited), live };
}

function memory() {
  const kept = new Map<string, { value: string; at: number }>();
  return {
    get: (key: string) => kept.get(key),
    put: (key: string, value: string, at: number) => void kept.set(key, { value, at }),
    purge: () => undefined,
  };
}

/** The category on every road; `refused` where a register that could change it is silent. */
async function judge(call: Call, { ico, country }: Truth): Promise<Category | "refused"> {
  const person = { address: null };
  try {
    const { answer } = await call(nis2ScopeCheck, { ico, country, locale: "en" }, [], person);
    const row = (await call(firmRow, { entry: ico, country, locale: "en" }, [], person)).answer.firm;
    const found = (await call(companySearch, { query: ico, country, locale: "en" }, [], person)).answer.results;
    const hit = found.find((each) => each.ico === ico);
    expect([ico, row?.category]).toEqual([ico, answer.category]);
    if (hit?.category !== undefined) expect([ico, hit.category]).toEqual([ico, answer.category]);
    return answer.category;
  } catch (error) {
    if (error instanceof ServiceError && error.problem.code === "source_unavailable") return "refused";
    throw error;
  }
}

const isDetermined = (category: Category | "refused") => category !== "unknown" && category !== "refused";

/** Every mood of two sources; a later one of `MOODS` states at least as much. */
const combinations = MOODS.flatMap((first) => MOODS.map((second) => [first, second] as const));

describe.each([
  ["SK", "rpo", "ruz"],
  ["CZ", "ares", "res"],
] as const)("firms of %s, with %s and %s answering, silent and empty", (country, one, other) => {
  test("have one category on every road, and lose none to a source that answers", { timeout: 3_600_000 }, async () => {
    const firms = [...known.values()].filter((firm) => firm.country === country);
    const categories = new Map<string, (Category | "refused")[]>();
    for (const [first, second] of combinations) {
      const { call, live } = dosah({ [one]: first, [other]: second });
      const judged: (Category | "refused")[] = [];
      for (const firm of firms) judged.push(await judge(call, firm));
      categories.set(`${first} ${second}`, judged);
      live.close();
    }
    const full = categories.get("answering answering") ?? [];
    for (const [first, second] of combinations) {
      const before = categories.get(`${first} ${second}`) ?? [];
      for (const [more, most] of combinations) {
        if (MOODS.indexOf(more) < MOODS.indexOf(first) || MOODS.indexOf(most) < MOODS.indexOf(second)) continue;
        const after = categories.get(`${more} ${most}`) ?? [];
        const lost = firms.filter(
          (_firm, at) => isDetermined(before[at] ?? "unknown") && !isDetermined(after[at] ?? "unknown"),
        );
        expect([first, second, more, most, lost.map(({ ico }) => ico)]).toEqual([first, second, more, most, []]);
      }
      const denied = firms.filter((_firm, at) => before[at] === "out_of_scope" && isInScope(full[at]));
      expect([first, second, denied.map(({ ico }) => ico)]).toEqual([first, second, []]);
    }
    expect(full.filter(isDetermined).length).toBeGreaterThan(firms.length / 4);
  });
});

const isInScope = (category: string | undefined) => category === "essential" || category === "important";
