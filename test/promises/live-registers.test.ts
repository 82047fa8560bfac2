import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { unlimited } from "../../src/capabilities/bare-services.fixture.ts";
import { createCall } from "../../src/capabilities/calling/call.ts";
import { sourceStatus } from "../../src/capabilities/registers/source-status.ts";
import { nis2ScopeCheck } from "../../src/capabilities/scope/nis2-scope-check.ts";
import { readConfig } from "../../src/config.ts";
import { ServiceError } from "../../src/core/problem.ts";
import { type FakeServer, json, type Script, startFakeServer, text } from "../../src/outbound/fake-server.fixture.ts";
import cez from "../../src/sources/registers/ares/recorded/res-45274649.constructed.json" with { type: "json" };
import searchCez from "../../src/sources/registers/ares/recorded/search-cez.json" with { type: "json" };
import tooMany from "../../src/sources/registers/ares/recorded/search-too-many.json" with { type: "json" };
import subject from "../../src/sources/registers/ares/recorded/subject-45274649.json" with { type: "json" };
import unknownFirm from "../../src/sources/registers/ares/recorded/unknown-firm.json" with { type: "json" };
import { type OpenServices, openServices } from "../../src/wiring/open-services.ts";
import { runDosah } from "./run-command.fixture.ts";

/** A firm that the fake server of ARES knows. The shipped sample knows it too, with an older size. */
const CEZ = "45274649";
/** A number that is right and that nobody has. */
const NOBODY = "00000019";

const ares: Script = (request, response) => {
  const path = request.url ?? "";
  if (path.endsWith(`/ekonomicke-subjekty/${CEZ}`)) json(subject)(request, response);
  else if (path.endsWith(`/ekonomicke-subjekty-res/${CEZ}`)) json(cez)(request, response);
  else json(unknownFirm, 404)(request, response);
};

let fakeServer: FakeServer;
let dir: string;
let opened: OpenServices;

beforeAll(async () => {
  fakeServer = await startFakeServer(ares);
});

afterAll(() => fakeServer.close());

/** Opens a Dosah of its own whose registers are the fake server, and closes it again. */
async function withRegisters(work: (opened: OpenServices) => Promise<void>): Promise<void> {
  dir = await mkdtemp(join(tmpdir(), "dosah-live-"));
  const { url } = fakeServer;
  const config = readConfig({ DATA_DIR: dir, ARES_URL: url, RPO_URL: url, RUZ_URL: url });
  opened = await openServices(config, { now: () => new Date("2026-11-21T10:00:00Z"), log: pino({ level: "silent" }) });
  try {
    await work(opened);
  } finally {
    opened.close();
    await rm(dir, { recursive: true, force: true });
  }
}

const callOf = ({ services }: OpenServices) => createCall(services, unlimited);

describe("with a live register", () => {
  beforeEach(() => {
    fakeServer.script = ares;
  });

  test("a firm that the sample knows without a size gets its size live, and every fact has its source and day", () =>
    withRegisters(async (opened) => {
      const { code, out } = await runDosah(callOf(opened), ["scope", CEZ, "--country", "CZ", "--json"]);
      const answer = JSON.parse(out);
      expect(code).toBe(0);
      expect(answer.category).toBe("essential");
      expect(answer.isSample).toBe(false);
      const facts = answer.sources.flatMap((source: { facts: string[] }) => source.facts);
      expect(facts).toEqual(expect.arrayContaining(["name", "address", "status", "legalForm", "nace", "size"]));
      for (const { name, url, retrievedAt } of answer.sources) {
        expect(name.length).toBeGreaterThan(2);
        expect(url).toMatch(/^https:\/\//);
        expect(retrievedAt).toBe("2026-11-21");
      }
    }));

  test("a number that the register answers for with nothing is not found, and the words do not speak of a sample", () =>
    withRegisters(async (opened) => {
      const asked = callOf(opened)(nis2ScopeCheck, { ico: NOBODY, country: "CZ", locale: "en" }, [], { address: null });
      const problem = await asked.catch((error: unknown) => (error instanceof ServiceError ? error.problem : error));
      expect(problem).toMatchObject({
        code: "not_found",
        message: { en: "There is no company with this number in the register." },
      });
    }));

  test("the status of sources tells who answered", () =>
    withRegisters(async (opened) => {
      const call = callOf(opened);
      await call(nis2ScopeCheck, { ico: CEZ, country: "CZ" }, [], { address: null });
      const { answer } = await call(sourceStatus, {}, [], { address: null });
      const asked = answer.live.find(({ id }) => id === "ares");
      expect(asked).toMatchObject({ breaker: "closed", failures: 0 });
      expect(asked?.answers).toBeGreaterThan(0);
      expect(asked?.lastAnswerAt).toMatch(/^2026-11-21T/);
    }));
});

describe("a search on a first start with internet", () => {
  const found = { ...searchCez, pocetCelkem: searchCez.ekonomickeSubjekty.length };
  const register: Script = (request, response) => {
    const path = request.url ?? "";
    if (path.endsWith("/ekonomicke-subjekty/vyhledat")) json(found)(request, response);
    else if (path.endsWith("-res/vyhledat")) json({ pocetCelkem: 0, ekonomickeSubjekty: [] })(request, response);
    else if (path.startsWith("/search?fullName=")) json({ results: [] })(request, response);
    else ares(request, response);
  };
  const searched = async (from: OpenServices, words: readonly string[]) => {
    const { code, out } = await runDosah(callOf(from), ["search", ...words, "--json"]);
    expect(code).toBe(0);
    return JSON.parse(out);
  };

  test("finds firms that the sample does not hold, beside those that it does", () =>
    withRegisters(async (opened) => {
      fakeServer.script = register;
      const { results, incomplete } = await searched(opened, ["ČEZ"]);
      expect(results.map(({ ico }: { ico: string }) => ico)).toEqual(expect.arrayContaining([CEZ, "24729035"]));
      expect(incomplete).toEqual([]);
    }));

  test("names the registers that were silent or knew too many, and shows the sample's firms", () =>
    withRegisters(async (opened) => {
      fakeServer.script = (request, response) => {
        const path = request.url ?? "";
        (path.includes("fullName") ? text("", 500) : json(tooMany, 400))(request, response);
      };
      const { results, incomplete } = await searched(opened, ["ČEZ"]);
      expect(results.map(({ ico }: { ico: string }) => ico)).toContain(CEZ);
      expect(incomplete).toEqual([
        { country: "CZ", reason: "too_many_hits" },
        { country: "SK", reason: "source_unavailable", retryAfter: expect.any(Number) },
      ]);
    }));
});

describe("with a live register that is down", () => {
  beforeEach(() => {
    fakeServer.script = text("<html>Údržba</html>", 500);
  });

  test("a firm of the mirror is answered from there, with the day of the mirror", () =>
    withRegisters(async (opened) => {
      const { answer } = await callOf(opened)(nis2ScopeCheck, { ico: CEZ, country: "CZ" }, [], { address: null });
      expect(answer.category).toBe("essential");
      expect(answer.isSample).toBe(true);
      expect(answer.dataAsOf < "2026-11-21").toBe(true);
    }));

  test.each([
    ["a firm that the mirror does not hold is a source that is down, never a firm that does not exist", NOBODY, false],
    ["a number with a wrong check digit is a source that is down as well", "00000018", true],
  ])("%s", (_case, ico, hasTypingError) =>
    withRegisters(async (opened) => {
      const asked = callOf(opened)(nis2ScopeCheck, { ico, country: "CZ" }, [], { address: null });
      const problem = await asked.catch((error: unknown) => (error instanceof ServiceError ? error.problem : error));
      expect(problem).toMatchObject({ code: "source_unavailable" });
      if (!(problem && typeof problem === "object" && "retryAfter" in problem && "message" in problem)) throw problem;
      expect(problem.retryAfter).toBeGreaterThanOrEqual(1);
      expect(JSON.stringify(problem.message).includes("check digit")).toBe(hasTypingError);
    }),
  );
});
