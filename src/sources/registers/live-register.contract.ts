import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { SourceFailure } from "../../outbound/failure.ts";
import {
  type FakeServer,
  json,
  KIND_OF_TROUBLE,
  type Script,
  startFakeServer,
  TROUBLES,
} from "../../outbound/fake-server.fixture.ts";
import { createHttpClient, type HttpClient } from "../../outbound/http-client.ts";
import type { SourcePolicy } from "../../outbound/source-policy.ts";
import type { RegisterDefinition } from "./definition.ts";
import { connectRegister, type LiveDefinition, type LiveRegister } from "./live/live-register.ts";
import type { Lookup } from "./register.ts";

/** What a source answers at a path: a status and a JSON body. */
export type Routes = Readonly<Record<string, readonly [status: number, body: unknown]>>;

/** A register that is asked live. */
export type LiveRegisterDefinition = Pick<RegisterDefinition, "id" | "country"> & { readonly live: LiveDefinition };

/** What every live register is examined with. */
export interface LiveExamples {
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

/** Patience for tests: the order of requests stays, the times shrink. */
export function impatient(policy: SourcePolicy): SourcePolicy {
  return { ...policy, spacingMs: 0, attemptMs: 1_000, totalMs: 3_000, maxBytes: 256 * 1024 };
}

/** One source on this machine under examination, with a clock. */
interface ExaminationBench {
  readonly server: FakeServer;
  readonly http: HttpClient;
  register: LiveRegister;
  /** Milliseconds since 1970. */
  now: number;
}

/** Sets the bench up before each test and takes it down after it. */
export function useExaminationBench(definition: LiveRegisterDefinition, routes: Routes): ExaminationBench {
  const bench = { now: 0 } as { -readonly [Key in keyof ExaminationBench]: ExaminationBench[Key] }; // filled before each test
  beforeEach(async () => {
    bench.now = Date.UTC(2026, 10, 21, 12);
    bench.server = await startFakeServer(routed(routes));
    bench.http = createHttpClient({ userAgent: "Dosah/0 (+http://localhost:3000)", now: () => new Date(bench.now) });
    const client = bench.http.source(impatient(definition.live.policy(bench.server.url)));
    bench.register = connectRegister(definition, client, () => new Date(bench.now));
  });
  afterEach(async () => {
    bench.http.close();
    await bench.server.close();
  });
  return bench;
}

/** The examination that every live register sits, against a server on this machine. */
export function describeLiveRegister(definition: LiveRegisterDefinition, exam: LiveExamples): void {
  describe(`${definition.id}: what every live register keeps`, () => {
    const bench = useExaminationBench(definition, exam.routes);

    test("a known firm is found, and every fact has a source and the day of the answer", async () => {
      const company = foundIn(await bench.register.find(exam.known));
      expect(company).toMatchObject({ ico: exam.known, country: bench.register.country });
      expect(company.provenance.flatMap(({ facts }) => facts)).toContain("status");
      for (const { source, retrievedAt } of company.provenance) {
        expect(bench.register.records.map((source) => source.source)).toContain(source);
        expect(retrievedAt).toBe("2026-11-21");
      }
    });

    test("a firm that the register does not know is absent", async () => {
      expect(await bench.register.find(exam.unknown)).toEqual({ kind: "absent" });
    });

    test("a firm that is absent says nothing about the health of the source", async () => {
      await bench.register.find(exam.unknown);
      expect(bench.http.status()[0]).toMatchObject({ breaker: "closed", failures: 0, lastFailure: null });
    });

    test.each(Object.entries(TROUBLES))("%s is an outage, not an absence", async (trouble, script) => {
      bench.server.script = script;
      const lookup = await bench.register.find(exam.known);
      expect(lookup).toMatchObject({ kind: "unavailable", retryAfter: expect.any(Number) });
      if (lookup.kind !== "unavailable") return;
      expect(lookup.retryAfter).toBeGreaterThanOrEqual(1);
      expect(lookup.cause).toBeInstanceOf(SourceFailure);
      expect(lookup.cause).toMatchObject({ kind: KIND_OF_TROUBLE[trouble] });
      expect(bench.http.status()[0]).toMatchObject({
        failures: expect.any(Number),
        lastFailureAt: "2026-11-21T12:00:00.000Z",
      });

      bench.server.script = routed(exam.routes);
      bench.now += 3_600_000;
      expect(await bench.register.find(exam.known)).toMatchObject({ kind: "found" });
      expect(bench.http.status()[0]).toMatchObject({ breaker: "closed", lastAnswerAt: "2026-11-21T13:00:00.000Z" });
    });

    test("an answer about another firm is no answer", async () => {
      const other = exam.known.replace(/.$/, (digit) => String((Number(digit) + 1) % 10));
      bench.server.script = routed(
        Object.fromEntries(
          Object.entries(exam.routes).map(([path, answer]) => [path.replace(exam.known, other), answer]),
        ),
      );
      expect(await bench.register.find(other)).toMatchObject({
        kind: "unavailable",
        cause: { kind: "not_understood" },
      });
    });

    test("a source that nobody runs is unavailable at once, and the next question does not try", async () => {
      await bench.server.close();
      expect(await bench.register.find(exam.known)).toMatchObject({ kind: "unavailable", cause: { kind: "connect" } });
      const lookup = await bench.register.find(exam.known);
      expect(lookup).toMatchObject({ kind: "unavailable", cause: { kind: "resting" } });
      expect(bench.http.status()[0]).toMatchObject({ breaker: "open", failures: 1 });
    });

    test("fields that nobody knows do no harm", async () => {
      bench.server.script = routed(
        Object.fromEntries(
          Object.entries(exam.routes).map(([path, [status, body]]) => [path, [status, withUnknownMembers(body)]]),
        ),
      );
      expect(await bench.register.find(exam.known)).toMatchObject({ kind: "found" });
      expect(await bench.register.find(exam.unknown)).toEqual({ kind: "absent" });
    });
  });
}

/** The firm of a look-up that found one. */
export function foundIn(lookup: Lookup) {
  if (lookup.kind !== "found") throw new Error(`expected a firm, got ${lookup.kind}`);
  return lookup.company;
}

/** Adds a field of every kind to each record. */
export function withUnknownMembers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withUnknownMembers);
  if (typeof value !== "object" || value === null) return value;
  const own = Object.entries(value).map(([key, each]) => [key, withUnknownMembers(each)]);
  return { ...Object.fromEntries(own), noveKoleno: { a: [1, null, "x"] }, nový: null };
}
