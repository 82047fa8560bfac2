import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { loadRegisterFiles } from "../../knowledge/register-files.ts";
import { loadSources } from "../../knowledge/sources.ts";
import { NO_CACHE } from "../../outbound/answer-cache.ts";
import { type FakeServer, startFakeServer, text } from "../../outbound/fake-server.fixture.ts";
import { createHttpClient } from "../../outbound/http-client.ts";
import { combine } from "./combined/combine.ts";
import { DECISIVE, decisiveSilence } from "./combined/country-registers.ts";
import { createLiveRegisters, type LiveRegisterSettings } from "./combined/create-live-registers.ts";
import type { RegisterDefinition } from "./definition.ts";
import { describeLiveRegister, routed } from "./live-register.contract.ts";
import { describeLiveSearch } from "./live-search.contract.ts";
import type { RegisterExamples } from "./register-examples.fixture.ts";
import { REGISTERS, RETIRED_SLOTS } from "./registers.ts";
import { importing, opened, temporaryFolder, writtenFile } from "./snapshot/importing/register-files.fixture.ts";
import { MOST_SLOTS } from "./snapshot/records/file-register.ts";

const KNOWLEDGE = fileURLToPath(new URL("../../../knowledge", import.meta.url));
const registers: readonly RegisterDefinition[] = REGISTERS;
const sources = loadSources(KNOWLEDGE).all;

const examplesOf = new Map<string, RegisterExamples>();
for (const { id } of registers) {
  const file = new URL(`./${id}/examples.fixture.ts`, import.meta.url);
  if (existsSync(file)) examplesOf.set(id, (await import(file.href)).examples);
}

describe("the list of registers", () => {
  test("names each register once", () => {
    expect(new Set(registers.map(({ id }) => id)).size).toBe(registers.length);
  });

  test("gives each register with files a slot of its own, and none that is retired", () => {
    const slots = registers.flatMap(({ file }) => (file === undefined ? [] : [file.slot]));
    expect(new Set([...slots, ...RETIRED_SLOTS]).size).toBe(slots.length + RETIRED_SLOTS.length);
    for (const slot of slots) expect(slot > 0 && slot <= MOST_SLOTS).toBe(true);
  });

  test("keeps the slots by which files in use name their registers", () => {
    const slots = Object.fromEntries(registers.map(({ id, file }) => [id, file?.slot]));
    expect(slots).toMatchObject({ res: 1, rpo: 2, ruz: 3, "nis2-register": 4 });
  });

  test.each(["file", "live"] as const)("ranks the registers of a country with a %s one after the other", (part) => {
    for (const country of ["CZ", "SK"]) {
      const ranks = registers.filter((each) => each.country === country && each[part]).map(({ rank }) => rank);
      expect(new Set(ranks).size).toBe(ranks.length);
      for (const rank of ranks) expect(rank).toBeGreaterThan(0);
    }
  });

  test.each(["file", "live"] as const)("has one register of each country with a %s that is its own", (part) => {
    const national = registers.filter((each) => each.isNational && each[part]).map(({ country }) => country);
    expect(national.toSorted()).toEqual(["CZ", "SK"]);
  });
});

describe.each(registers)("the register $id", ({ id, country, isNational, file, live }) => {
  test("has a folder with a README and recorded examples of all that it offers", () => {
    expect(existsSync(new URL(`./${id}/README.md`, import.meta.url)), `${id}/README.md`).toBe(true);
    const examples = examplesOf.get(id);
    expect(examples, `${id}/examples.fixture.ts`).toBeDefined();
    expect(examples?.file !== undefined, "a recorded file").toBe(file !== undefined);
    expect(examples?.live !== undefined, "recorded answers").toBe(live !== undefined);
  });

  test("and each of its live records have an entry in knowledge/sources.yaml, which states the same facts", () => {
    const own = file === undefined ? [] : [{ source: id, facts: [] }];
    for (const { source, facts } of [...own, ...(live?.records ?? [])]) {
      const entry = sources.find((each) => each.id === source);
      expect(entry, `the entry ${source}`).toMatchObject({ country });
      expect(entry?.facts).toEqual(expect.arrayContaining([...facts]));
    }
  });

  test("offers a file, live answers or both, and keeps activities open while the country's own is silent", () => {
    expect(file !== undefined || live !== undefined).toBe(true);
    if (!isNational || live === undefined) return;
    expect(live.decidesAbsence).toBe(true);
    expect(live.records.flatMap(({ openWhileSilent }) => openWhileSilent)).toContain("nace");
  });
});

test.each(registers.filter(({ download }) => download !== undefined))(
  "the register $id is downloaded from an address that is listed or set",
  ({ id, download }) => {
    const listed: Readonly<Record<string, unknown>> = { ...loadRegisterFiles(KNOWLEDGE) };
    expect(download?.base !== undefined || listed[id] !== undefined, "knowledge/register-files.yaml").toBe(true);
  },
);

const withFiles = registers.filter(({ file }) => file !== undefined);

/** The recorded file of a register, ready to be imported. */
function recordedFile({ id, country }: RegisterDefinition, dir: string) {
  const example = examplesOf.get(id)?.file;
  return {
    country,
    format: id,
    file: writtenFile(dir, example?.text() ?? ""),
    ...(example?.activities === undefined ? {} : { activities: writtenFile(dir, example.activities()) }),
  };
}

describe.each(withFiles)("the files of $id", (register) => {
  const { id, country } = register;
  const example = examplesOf.get(id)?.file;
  const recorded = (dir: string) => recordedFile(register, dir);

  test("are imported: a recorded firm is found with facts of this register alone", async () => {
    const dir = temporaryFolder();
    const report = await importing(dir, recorded(dir));
    expect(report.skipped).toBe(0);
    const company = opened(dir).find(example?.ico ?? "", country);
    expect(company).toMatchObject({ country, ico: example?.ico });
    expect(company?.provenance.map(({ source }) => source)).toEqual([id]);
    const stated = sources.find((each) => each.id === id)?.facts;
    for (const fact of company?.provenance[0]?.facts ?? []) expect(stated).toContain(fact);
    expect(opened(dir).holdings()).toMatchObject([{ country, sources: [{ id }] }]);
  });

  test("imported again change nothing but the day", async () => {
    const dir = temporaryFolder();
    await importing(dir, recorded(dir));
    const before = opened(dir).find(example?.ico ?? "", country);
    await importing(dir, recorded(dir));
    expect(opened(dir).find(example?.ico ?? "", country)).toEqual(before);
  });
});

test.each(withFiles.filter(({ file }) => file?.isWhole))(
  "a whole publication of $id takes a firm away by leaving it out",
  async (register) => {
    const { id, country } = register;
    const { text: textOf = () => "", ico = "" } = examplesOf.get(id)?.file ?? {};
    const dir = temporaryFolder();
    await importing(dir, recordedFile(register, dir));
    const rest = textOf()
      .split("\n")
      .filter((line, index) => index === 0 || !line.includes(ico));
    const shorter = rest
      .join("\n")
      .replace(/("count": ?)(\d+)/, (_all, key: string, count: string) => key + (Number(count) - 1));
    const file = { ...recordedFile(register, dir), file: writtenFile(dir, shorter) };
    await importing(dir, file, { maxLostShare: 1 });
    expect(opened(dir).find(ico, country)).toBeUndefined();
  },
);

describe("while one register is silent, nobody says that a firm is out of scope or does not exist:", () => {
  let server: FakeServer;
  const asked = registers.flatMap((register) =>
    register.live === undefined ? [] : [{ ...register, live: register.live }],
  );

  beforeEach(async () => {
    server = await startFakeServer(text("", 500));
  });
  afterEach(() => server.close());

  /** All live registers on one server; the one of this id is down, the others answer as recorded. */
  async function lookUp(silentId: string, ico: string) {
    const routes = asked.flatMap(({ id }) =>
      Object.entries(examplesOf.get(id)?.live?.routes ?? {}).map(
        ([path, answer]) => [`/${id}${path}`, answer] as const,
      ),
    );
    server.script = (request, response) => {
      const isSilent = request.url?.startsWith(`/${silentId}/`) === true;
      (isSilent ? text("", 500) : routed(Object.fromEntries(routes)))(request, response);
    };
    const live = createLiveRegisters({
      settings: Object.fromEntries(
        asked.map(({ id, live: { setting } }) => [setting, `${server.url}/${id}`]),
      ) as LiveRegisterSettings, // one for each register of the list
      userAgent: "Dosah/0 (+http://localhost:3000)",
      cache: NO_CACHE,
      now: () => new Date("2026-11-21T12:00:00Z"),
      sleep: async () => {},
    });
    const mirror = { find: () => undefined, searchWhole: () => ({ hits: [], isCut: false }), holdings: () => [] };
    const all = combine({
      mode: "auto",
      mirror,
      live,
      now: () => new Date("2026-11-21T12:00:00Z"),
      maxAgeDays: 45,
      classify: () => ({ category: "essential", sector: null, reason: null }),
    });
    const country = asked.find(({ id }) => id === silentId)?.country ?? "CZ";
    return all.find(ico, country).finally(() => live.close());
  }

  test.each(asked)("$id", async ({ id, live, isNational }) => {
    const { known = "", unknown = "" } = examplesOf.get(id)?.live ?? {};
    const decisive = live.records.flatMap(({ facts }) => facts).filter((fact) => DECISIVE.includes(fact));
    for (const ico of [known, unknown]) {
      const answer = await lookUp(id, ico);
      if (answer.kind === "found") {
        const stated = answer.company.provenance.flatMap(({ facts }) => facts);
        const isCovered = !isNational && decisive.every((fact) => stated.includes(fact));
        if (!isCovered) expect(decisiveSilence(answer.silent)).toBeDefined();
      } else expect(live.decidesAbsence ? ["unavailable"] : ["unavailable", "absent"]).toContain(answer.kind);
    }
  });
});

for (const { live, ...register } of registers) {
  const examples = examplesOf.get(register.id);
  if (live === undefined || examples?.live === undefined) continue;
  describeLiveRegister({ ...register, live }, examples.live);
  if (examples.search !== undefined) describeLiveSearch({ ...register, live }, examples.search);
}

test("every live register that can be searched by name has recorded searches", () => {
  const http = createHttpClient({ userAgent: "Dosah/0", now: () => new Date(0) });
  for (const { id, live } of registers) {
    const client = live && http.source(live.policy("http://127.0.0.1:9"));
    const canSearch = client && live.connect(client, () => new Date(0)).search !== undefined;
    expect(examplesOf.get(id)?.search !== undefined, id).toBe(canSearch ?? false);
  }
  http.close();
});
