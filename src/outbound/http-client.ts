import { setTimeout as wait } from "node:timers/promises";
import { type AnswerCache, NO_CACHE } from "./answer-cache.ts";
import { createConnectFetch } from "./connect-fetch.ts";
import { SourceFailure } from "./failure.ts";
import type { Fetch } from "./request-json.ts";
import { createSourceClient, type SourceClient } from "./source-client.ts";
import type { SourceStatus } from "./source-counters.ts";
import type { SourcePolicy } from "./source-policy.ts";

/** What the one client of all sources is given; the defaults are those of production. */
export interface HttpClientOptions {
  /** `Dosah/<version> (+<public address>)`. */
  readonly userAgent: string;
  readonly now: () => Date;
  readonly cache?: AnswerCache;
  readonly fetch?: Fetch;
  readonly sleep?: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly random?: () => number;
  /** Called with every failure, for the log; the failure's texts are our own. Default: nothing is called. */
  readonly onFailure?: (source: string, failure: SourceFailure) => void;
}

/** The one client through which every source is asked. */
export interface HttpClient {
  /** The client of one source. Sources share nothing but the cache: one that fails does no harm to another. */
  source(policy: SourcePolicy): SourceClient;
  /** How all sources fare, in the order in which they were named. */
  status(): readonly SourceStatus[];
  /** Breaks off what is under way; later questions are refused. */
  close(): void;
}

/** Makes the client of all sources; it asks nobody until a source is asked. */
export function createHttpClient(options: HttpClientOptions): HttpClient {
  const closing = new AbortController();
  const sources: SourceClient[] = [];
  const environment = {
    fetch: options.fetch ?? createConnectFetch(),
    userAgent: options.userAgent,
    cache: options.cache ?? NO_CACHE,
    now: options.now,
    sleep: options.sleep ?? ((ms: number, signal: AbortSignal) => wait(ms, undefined, { signal })),
    random: options.random ?? Math.random,
    closing: closing.signal,
    onFailure: options.onFailure ?? (() => undefined),
  };
  return {
    source(policy) {
      const client = createSourceClient(policy, environment);
      sources.push(client);
      return client;
    },
    status: () => sources.map((source) => source.status()),
    close: () => closing.abort(new SourceFailure("closed")),
  };
}
