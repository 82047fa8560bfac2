import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { SourceFailure } from "../http/failure.ts";
import { createHttpClient, type HttpClient } from "../http/http-client.ts";
import type { SourceClient } from "../http/source-client.ts";
import type { SourcePolicy } from "../http/source-policy.ts";
import {
  json,
  KIND_OF_TROUBLE,
  type Script,
  type StandIn,
  startStandIn,
  TROUBLES,
  text,
} from "../http/stand-in.contract.ts";
import type { LiveSource } from "./live/live-source.ts";
import type { Lookup } from "./register.ts";

/** What a source answers at a path: a status and a JSON body. */
export type Routes = Readonly<Record<string, readonly [status: number, body: unknown]>>;

/** What every live register is examined with. */
export interface Examination {
  readonly policy: (baseUrl: string) => SourcePolicy;
  readonly register: (client: SourceClient, now: () => Date) => LiveSource;
  /** Recorded answers: a firm that is known by all of them, and one that is not. */
  readonly routes: Routes;
  readonly known: string;
  readonly unknown: string;
}

/** Plays recorded answers; what is not among them is a wrong route. */
export function routed(routes: Routes): Script {
  return (request, response) => {
    const [status, body] = routes[request.url ?? ""] ?? [404, { status: 404, error: "Not Found" }];
    json(body, status)(request, response);
  };
}

/** Patience for tests: the manners stay, the times shrink. */
export function impatient(policy: SourcePolicy): SourcePolicy {
  return { ...policy, spacingMs: 0, attemptMs: 250, totalMs: 700, maxBytes: 256 * 1024 };
}

/** The examination that every live register sits, against a server on this machine. */
export function describeRegister(name: string, exam: Examination): void {
  describe(`${name}: what every live register keeps`, () => {
    let standIn: StandIn;
    let http: HttpClient;
    let now: number;
    let register: LiveSource;

    beforeEach(async () => {
      now = Date.UTC(2026, 10, 21, 12);
      standIn = await startStandIn(routed(exam.routes));
      http = createHttpClient({ userAgent: "Dosah/0 (+http://localhost:3000)", now: () => new Date(now) });
      register = exam.register(http.source(impatient(exam.policy(standIn.url))), () => new Date(now));
    });
    afterEach(async () => {
      http.close();
      await standIn.close();
    });

    test("a known firm is found, and every fact has a source and the day of the answer", async () => {
      const company = foundIn(await register.find(exam.known));
      expect(company).toMatchObject({ ico: exam.known, country: register.country });
      expect(company.provenance.flatMap(({ facts }) => facts)).toContain("status");
      for (const { source, retrievedAt } of company.provenance) {
        expect(register.voices.map((voice) => voice.source)).toContain(source);
        expect(retrievedAt).toBe("2026-11-21");
      }
    });

    test("a firm that the register does not know is absent", async () => {
      expect(await register.find(exam.unknown)).toEqual({ kind: "absent" });
    });

    test("a firm that is absent says nothing about the health of the source", async () => {
      await register.find(exam.unknown);
      expect(http.status()[0]).toMatchObject({ breaker: "closed", failures: 0, lastFailure: null });
    });

    test.each(Object.entries(TROUBLES))("%s is an outage, not an absence", async (trouble, script) => {
      standIn.script = script;
      const lookup = await register.find(exam.known);
      expect(lookup).toMatchObject({ kind: "unavailable", retryAfter: expect.any(Number) });
      if (lookup.kind !== "unavailable") return;
      expect(lookup.retryAfter).toBeGreaterThanOrEqual(1);
      expect(lookup.cause).toBeInstanceOf(SourceFailure);
      expect(lookup.cause).toMatchObject({ kind: KIND_OF_TROUBLE[trouble] });
      expect(http.status()[0]).toMatchObject({
        failures: expect.any(Number),
        lastFailureAt: "2026-11-21T12:00:00.000Z",
      });

      standIn.script = routed(exam.routes);
      now += 3_600_000;
      expect(await register.find(exam.known)).toMatchObject({ kind: "found" });
      expect(http.status()[0]).toMatchObject({ breaker: "closed", lastAnswerAt: "2026-11-21T13:00:00.000Z" });
    });

    test("an answer about another firm is no answer", async () => {
      const other = exam.known.replace(/.$/, (digit) => String((Number(digit) + 1) % 10));
      standIn.script = routed(
        Object.fromEntries(
          Object.entries(exam.routes).map(([path, answer]) => [path.replace(exam.known, other), answer]),
        ),
      );
      expect(await register.find(other)).toMatchObject({ kind: "unavailable", cause: { kind: "not_understood" } });
    });

    test("a source that nobody runs is unavailable at once, and the next question does not try", async () => {
      await standIn.close();
      expect(await register.find(exam.known)).toMatchObject({ kind: "unavailable", cause: { kind: "connect" } });
      const lookup = await register.find(exam.known);
      expect(lookup).toMatchObject({ kind: "unavailable", cause: { kind: "resting" } });
      expect(http.status()[0]).toMatchObject({ breaker: "open", failures: 1 });
    });

    test("fields that nobody knows do no harm", async () => {
      standIn.script = routed(
        Object.fromEntries(
          Object.entries(exam.routes).map(([path, [status, body]]) => [path, [status, withStrangers(body)]]),
        ),
      );
      expect(await register.find(exam.known)).toMatchObject({ kind: "found" });
      expect(await register.find(exam.unknown)).toEqual({ kind: "absent" });
    });
  });
}

/** What every register that can be searched by name is examined with. */
export interface SearchExamination extends Pick<Examination, "policy" | "register" | "routes" | "known"> {
  /** A name that the recorded answers know, and the numbers of the firms that are to be shown for it. */
  readonly name: string;
  readonly shown: readonly string[];
  /** A name that no firm has. */
  readonly unknownName: string;
}

/** The examination that every search by name sits, against a server on this machine. */
export function describeSearch(name: string, exam: SearchExamination): void {
  describe(`${name}: what every search by name keeps`, () => {
    let standIn: StandIn;
    let http: HttpClient;
    let now: number;
    let register: LiveSource;
    const search = async (text: string) => {
      if (register.search === undefined) throw new Error(`${name} offers no search`);
      return register.search(text);
    };

    beforeEach(async () => {
      now = Date.UTC(2026, 10, 21, 12);
      standIn = await startStandIn(routed(exam.routes));
      http = createHttpClient({ userAgent: "Dosah/0 (+http://localhost:3000)", now: () => new Date(now) });
      register = exam.register(http.source(impatient(exam.policy(standIn.url))), () => new Date(now));
    });
    afterEach(async () => {
      http.close();
      await standIn.close();
    });

    test("firms are found by their name, whatever its case, diacritics and punctuation", async () => {
      const found = await search(exam.name);
      if (found.kind !== "found") throw found.cause;
      expect(found.hits.map(({ ico }) => ico)).toEqual(exam.shown);
      for (const hit of found.hits) expect(hit).toMatchObject({ country: register.country, name: expect.any(String) });
    });

    test("a name that no firm has finds nothing, and that is an answer", async () => {
      expect(await search(exam.unknownName)).toEqual({ kind: "found", hits: [], isWhole: true });
      expect(http.status()[0]).toMatchObject({ breaker: "closed", failures: 0 });
    });

    const outages = Object.entries(TROUBLES).filter(([trouble]) => KIND_OF_TROUBLE[trouble] !== "too_large");
    test.each(outages)("%s is an outage, not an empty result", async (trouble, script) => {
      standIn.script = script;
      expect(await search(exam.name)).toMatchObject({
        kind: "unavailable",
        cause: { kind: KIND_OF_TROUBLE[trouble] },
        retryAfter: expect.any(Number),
      });
      standIn.script = routed(exam.routes);
      now += 3_600_000;
      expect(await search(exam.name)).toMatchObject({ kind: "found" });
    });

    test("a list that is too long to be read is one of which firms are missing, not an outage", async () => {
      standIn.script = TROUBLES["a body of 100 MB"] ?? text("", 500);
      expect(await search(exam.name)).toEqual({ kind: "found", hits: [], isWhole: false });
      expect(http.status()[0]).toMatchObject({ breaker: "closed" });
    });

    test("what it showed a day ago is shown again while it is silent, and is not passed off as new", async () => {
      const remembered = new Map<string, { value: string; at: number }>();
      const cache = {
        get: (key: string) => remembered.get(key),
        put: (key: string, value: string, at: number) => void remembered.set(key, { value, at }),
        purge: () => undefined,
      };
      const user = createHttpClient({ userAgent: "Dosah/0", now: () => new Date(now), cache });
      register = exam.register(user.source(impatient(exam.policy(standIn.url))), () => new Date(now));
      expect(await search(exam.name)).not.toHaveProperty("retryAfter");
      standIn.script = text("", 500);
      expect(await search(exam.name)).not.toHaveProperty("retryAfter");
      now += 25 * 3_600_000;
      expect(await search(exam.name)).toMatchObject({ hits: { length: exam.shown.length }, retryAfter: 30 });
      user.close();
    });

    test("words over which the register stumbles do not switch off its look-ups by number", async () => {
      standIn.script = (request, response) => {
        const isLookUp = Object.keys(exam.routes).some((path) => path === request.url && path.includes(exam.known));
        (isLookUp ? routed(exam.routes) : text("", 500))(request, response);
      };
      for (const word of ["alfa", "beta", "gama", "delta"]) {
        expect(await search(word)).toMatchObject({ kind: "unavailable" });
      }
      expect(await search("epsilon")).toMatchObject({ cause: { kind: "resting" } });
      expect(http.status()[0]).toMatchObject({ breaker: "closed" });
      expect(await register.find(exam.known)).toMatchObject({ kind: "found" });
    });

    test("where nobody listens, searches and look-ups rest together", async () => {
      await standIn.close();
      expect(await search(exam.name)).toMatchObject({ cause: { kind: "connect" } });
      expect(await search(exam.name)).toMatchObject({ cause: { kind: "resting" } });
      expect(await register.find(exam.known)).toMatchObject({ cause: { kind: "resting" } });
    });

    test("fields that nobody knows do no harm, and an odd record costs only itself", async () => {
      standIn.script = routed(
        Object.fromEntries(
          Object.entries(exam.routes).map(([path, [status, body]]) => [path, [status, withStrangers(body)]]),
        ),
      );
      expect(await search(exam.name)).toMatchObject({ kind: "found", hits: { length: exam.shown.length } });
    });
  });
}

/** The firm of a look-up that found one. */
export function foundIn(lookup: Lookup) {
  if (lookup.kind !== "found") throw new Error(`expected a firm, got ${lookup.kind}`);
  return lookup.company;
}

/** Adds a field of every kind to each record. */
function withStrangers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withStrangers);
  if (typeof value !== "object" || value === null) return value;
  const own = Object.entries(value).map(([key, each]) => [key, withStrangers(each)]);
  return { ...Object.fromEntries(own), noveKoleno: { a: [1, null, "x"] }, nový: null };
}
