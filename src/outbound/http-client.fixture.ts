import { afterEach, beforeEach } from "vitest";
import { z } from "zod";
import type { AnswerCache } from "./answer-cache.ts";
import { SourceFailure } from "./failure.ts";
import { type FakeServer, json, type Script, startFakeServer } from "./fake-server.fixture.ts";
import { createHttpClient, type HttpClient } from "./http-client.ts";
import type { Answer } from "./question.ts";
import type { Reply } from "./request-json.ts";
import type { SourceClient } from "./source-client.ts";
import type { SourcePolicy } from "./source-policy.ts";

export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;

/** A source on this machine, a clock and a client that sleeps without waiting. */
export interface ClientFixture {
  readonly fakeServer: FakeServer;
  http: HttpClient;
  /** Milliseconds since 1970; sleeping moves it. */
  now: number;
  slept: number[];
  /** What the cache holds. */
  rows: Map<string, { value: string; at: number }>;
  client(): HttpClient;
  policy(changes?: Partial<SourcePolicy>): SourcePolicy;
}

/** Sets the fixture up before each test of the file and takes it down after it. The fake server answers `{"n":1}`. */
export function useClientFixture(): ClientFixture {
  let fakeServer: FakeServer;
  let http: HttpClient;
  const fixture: ClientFixture = {
    get fakeServer() {
      return fakeServer;
    },
    get http() {
      return http;
    },
    set http(other) {
      http = other;
    },
    now: 0,
    slept: [],
    rows: new Map(),
    client: () =>
      createHttpClient({
        userAgent: "Dosah/0 (+http://localhost:3000)",
        now: () => new Date(fixture.now),
        cache,
        sleep: async (ms) => {
          fixture.slept.push(ms);
          fixture.now += ms;
        },
        random: () => 0.5,
      }),
    policy: (changes = {}) => ({
      id: "test",
      baseUrl: `${fixture.fakeServer.url}/base`,
      spacingMs: 0,
      attemptMs: 5_000,
      totalMs: 20_000,
      maxBytes: 10_000,
      freshMs: DAY,
      ...changes,
    }),
  };
  const cache: AnswerCache = {
    get: (key) => fixture.rows.get(key),
    put: (key, value, at) => void fixture.rows.set(key, { value, at }),
    purge: (before) => {
      for (const [key, { at }] of fixture.rows) if (at < before) fixture.rows.delete(key);
    },
  };
  beforeEach(async () => {
    fixture.now = Date.UTC(2026, 10, 21, 12);
    fixture.slept = [];
    fixture.rows = new Map();
    fakeServer = await startFakeServer(json({ n: 1 }));
    http = fixture.client();
  });
  afterEach(async () => {
    http.close();
    await fakeServer.close();
  });
  return fixture;
}

function read({ status, json: body }: Reply): number | null {
  if (status === 404) return null;
  const parsed = z.object({ n: z.number() }).safeParse(body);
  if (!parsed.success) throw new SourceFailure("not_understood");
  return parsed.data.n;
}

/** Asks for the `n` of an answer; a 404 means that the source does not know it. */
export function ask(source: SourceClient, path = "/a", body?: unknown): Promise<Answer<number | null>> {
  return source.ask({ path, read, shape: z.number().nullable(), ...(body === undefined ? {} : { body }) });
}

/** Answers in the order of the list, the last one for ever. */
export function inTurn(...scripts: readonly Script[]): Script {
  let turn = 0;
  return (request, response) => scripts[Math.min(turn++, scripts.length - 1)]?.(request, response);
}
