import { describe, expect, test } from "vitest";
import { KIND_OF_TROUBLE, TROUBLES, text } from "../../outbound/fake-server.fixture.ts";
import { createHttpClient } from "../../outbound/http-client.ts";
import { connectRegister } from "./live/live-register.ts";
import {
  impatient,
  type LiveExamples,
  type LiveRegisterDefinition,
  routed,
  useExaminationBench,
  withUnknownMembers,
} from "./live-register.contract.ts";

/** What every register that can be searched by name is examined with. */
export interface LiveSearchExamples extends Omit<LiveExamples, "unknown"> {
  /** A name that the recorded answers know, and the numbers of the firms that are to be shown for it. */
  readonly name: string;
  readonly shown: readonly string[];
  /** A name that no firm has. */
  readonly unknownName: string;
}

/** The examination that every search by name sits, against a server on this machine. */
export function describeLiveSearch(definition: LiveRegisterDefinition, exam: LiveSearchExamples): void {
  describe(`${definition.id}: what every search by name keeps`, () => {
    const bench = useExaminationBench(definition, exam.routes);
    const search = async (text: string) => {
      if (bench.register.search === undefined) throw new Error(`${definition.id} offers no search`);
      return bench.register.search(text);
    };

    test("firms are found by their name, whatever its case, diacritics and punctuation", async () => {
      const found = await search(exam.name);
      if (found.kind !== "found") throw found.cause;
      expect(found.hits.map(({ ico }) => ico)).toEqual(exam.shown);
      for (const hit of found.hits)
        expect(hit).toMatchObject({ country: bench.register.country, name: expect.any(String) });
    });

    test("a name that no firm has finds nothing, and that is an answer", async () => {
      expect(await search(exam.unknownName)).toEqual({ kind: "found", hits: [], isWhole: true });
      expect(bench.http.status()[0]).toMatchObject({ breaker: "closed", failures: 0 });
    });

    const outages = Object.entries(TROUBLES).filter(([trouble]) => KIND_OF_TROUBLE[trouble] !== "too_large");
    test.each(outages)("%s is an outage, not an empty result", async (trouble, script) => {
      bench.server.script = script;
      expect(await search(exam.name)).toMatchObject({
        kind: "unavailable",
        cause: { kind: KIND_OF_TROUBLE[trouble] },
        retryAfter: expect.any(Number),
      });
      bench.server.script = routed(exam.routes);
      bench.now += 3_600_000;
      expect(await search(exam.name)).toMatchObject({ kind: "found" });
    });

    test("a list that is too long to be read is one of which firms are missing, not an outage", async () => {
      bench.server.script = TROUBLES["a body of 100 MB"] ?? text("", 500);
      expect(await search(exam.name)).toEqual({ kind: "found", hits: [], isWhole: false });
      expect(bench.http.status()[0]).toMatchObject({ breaker: "closed" });
    });

    test("what it showed a day ago is shown again while it is silent, and is not passed off as new", async () => {
      const remembered = new Map<string, { value: string; at: number }>();
      const cache = {
        get: (key: string) => remembered.get(key),
        put: (key: string, value: string, at: number) => void remembered.set(key, { value, at }),
        purge: () => undefined,
      };
      const user = createHttpClient({ userAgent: "Dosah/0", now: () => new Date(bench.now), cache });
      const client = user.source(impatient(definition.live.policy(bench.server.url)));
      bench.register = connectRegister(definition, client, () => new Date(bench.now));
      expect(await search(exam.name)).not.toHaveProperty("retryAfter");
      bench.server.script = text("", 500);
      expect(await search(exam.name)).not.toHaveProperty("retryAfter");
      bench.now += 25 * 3_600_000;
      expect(await search(exam.name)).toMatchObject({ hits: { length: exam.shown.length }, retryAfter: 30 });
      user.close();
    });

    test("words over which the register stumbles do not switch off its look-ups by number", async () => {
      bench.server.script = (request, response) => {
        const isLookUp = Object.keys(exam.routes).some((path) => path === request.url && path.includes(exam.known));
        (isLookUp ? routed(exam.routes) : text("", 500))(request, response);
      };
      for (const word of ["alfa", "beta", "gama", "delta"]) {
        expect(await search(word)).toMatchObject({ kind: "unavailable" });
      }
      expect(await search("epsilon")).toMatchObject({ cause: { kind: "resting" } });
      expect(bench.http.status()[0]).toMatchObject({ breaker: "closed" });
      expect(await bench.register.find(exam.known)).toMatchObject({ kind: "found" });
    });

    test("where nobody listens, searches and look-ups rest together", async () => {
      await bench.server.close();
      expect(await search(exam.name)).toMatchObject({ cause: { kind: "connect" } });
      expect(await search(exam.name)).toMatchObject({ cause: { kind: "resting" } });
      expect(await bench.register.find(exam.known)).toMatchObject({ cause: { kind: "resting" } });
    });

    test("fields that nobody knows do no harm, and an odd record costs only itself", async () => {
      bench.server.script = routed(
        Object.fromEntries(
          Object.entries(exam.routes).map(([path, [status, body]]) => [path, [status, withUnknownMembers(body)]]),
        ),
      );
      expect(await search(exam.name)).toMatchObject({ kind: "found", hits: { length: exam.shown.length } });
    });
  });
}
