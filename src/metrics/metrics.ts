import { statfsSync } from "node:fs";
import { createServer } from "node:http";
import { Counter, collectDefaultMetrics, Gauge, Registry } from "prom-client";
import type { Call } from "../capabilities/calling/call.ts";
import type { LiveSource, SnapshotStatus } from "../capabilities/contexts.ts";
import type { FeedSourceState } from "../capabilities/feed/feed.ts";
import { ServiceError } from "../core/problem.ts";
import { type Listening, listen } from "../http/http-server.ts";
import { outcomeOf } from "../http/request-notes.ts";
import { defaultHeaders } from "../http/response-headers.ts";
import type { LimitDecision, Limiter } from "../limits/limiter.ts";
import type { RegisterHolding } from "../sources/registers/register.ts";
import { VERSION } from "../version.ts";
import { type CounterCell, counterCells, type HistogramCell, histogramCells } from "./cells.ts";
import { createOauthMetrics, type OauthMetrics } from "./oauth.ts";
import { createRequestMetrics, type RequestMetrics } from "./request.ts";
import { FACES } from "./route-names.ts";
import { createStateMetrics, inTime, type StateGauges, type StateMetrics } from "./state.ts";

/** What an operator watches; served on `METRICS_PORT`, never on the public port. */
export interface Metrics extends StateMetrics, OauthMetrics {
  /** Counts and times every call of a capability by its outcome. */
  observe(call: Call): Call;
  /** Counts refusals of a limit, by the exhausted row of the limits table. */
  observeLimits(limiter: Limiter): Limiter;
  /** Counts an answered request. */
  readonly countRequest: RequestMetrics["count"];
  render(): Promise<{ contentType: string; body: string }>;
}

/** Counts the calls of one capability. */
interface CallCells {
  /** @param outcome `ok`, or the code of a problem: there are few of them */
  count(outcome: string): void;
  readonly seconds: HistogramCell;
}

/** Bytes that are left on the disk of a folder; `undefined` where it is not known: the folder may not exist yet. */
export function freeBytes(folder: string): number | undefined {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return undefined;
  }
}

/** Gauges of the library that are named like counters; `dosah_nodejs_active_resources` tells the same by type. */
const FALSE_TOTALS = ["resources", "handles", "requests"].map((what) => `dosah_nodejs_active_${what}_total`);

/** `gauges` are read at each scrape. */
export function createMetrics(gauges: {
  holdings(): readonly RegisterHolding[];
  liveSources(): readonly LiveSource[];
  feeds(): readonly Pick<FeedSourceState, "id" | "items" | "withoutDate">[];
  snapshot(): SnapshotStatus;
  citationsFailed(): number;
  countsAlone(): boolean;
  /** State, jobs and backup. */
  readonly private: StateGauges;
  countsMerged(): number;
  isDraining(): boolean;
  /** Bytes that are left where `DATA_DIR` is; `undefined` where that is not known. */
  freeBytes(): number | undefined;
}): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: "dosah_" });
  for (const name of FALSE_TOTALS) registry.removeSingleMetric(name);
  const calls = counterCells({
    name: "dosah_calls_total",
    help: "Calls of capabilities by outcome: ok or a problem code.",
    labelNames: ["capability", "outcome"],
    registers: [registry],
  });
  const seconds = histogramCells({
    name: "dosah_call_seconds",
    help: "Time from accepted arguments to the answer.",
    labelNames: ["capability"],
    buckets: [0.0001, 0.0005, 0.001, 0.005, 0.025, 0.1, 0.5, 2, 10],
    registers: [registry],
  });
  const called = new Map<string, CallCells>();
  const requests = createRequestMetrics(registry, FACES);
  const state = createStateMetrics(registry, gauges.private);
  const oauth = createOauthMetrics(registry, gauges.private.state, inTime);
  new Gauge({
    name: "dosah_build_info",
    help: "1, with the version of this Dosah.",
    labelNames: ["version"],
    registers: [registry],
  }).set({ version: VERSION }, 1);
  new Counter({
    name: "dosah_citations_failed_total",
    help: "Texts withheld since the start because a citation was not confirmed; 0 with the shipped knowledge.",
    registers: [registry],
    collect() {
      this.reset();
      this.inc(gauges.citationsFailed());
    },
  });
  new Gauge({
    name: "dosah_register_companies",
    help: "Firms in the snapshot.",
    labelNames: ["country", "sample"],
    registers: [registry],
    collect() {
      this.reset();
      for (const { country, isSample, companies } of gauges.holdings()) {
        this.set({ country, sample: String(isSample) }, companies);
      }
    },
  });
  new Gauge({
    name: "dosah_register_data_timestamp_seconds",
    help: "Day of the oldest deciding register data.",
    labelNames: ["country"],
    registers: [registry],
    collect() {
      this.reset();
      for (const { country, dataAsOf } of gauges.holdings()) this.set({ country }, Date.parse(dataAsOf) / 1000);
    },
  });
  new Gauge({
    name: "dosah_feed_undated_ratio",
    help: "Share of the items of a source of the feed whose date could not be read.",
    labelNames: ["source"],
    registers: [registry],
    collect() {
      this.reset();
      for (const { id, items, withoutDate } of gauges.feeds()) {
        if (items > 0) this.set({ source: id }, withoutDate / items);
      }
    },
  });
  new Gauge({
    name: "dosah_source_up",
    help: "1 while a live register is asked, 0 while it rests after failures.",
    labelNames: ["source"],
    registers: [registry],
    collect() {
      this.reset();
      for (const { id, breaker } of gauges.liveSources()) this.set({ source: id }, breaker === "open" ? 0 : 1);
    },
  });
  new Counter({
    name: "dosah_source_events_total",
    help: "Answers, failures, cache hits and cache misses of a live register since the start.",
    labelNames: ["source", "event"],
    registers: [registry],
    collect() {
      this.reset();
      for (const { id, answers, failures, cacheHits, cacheMisses } of gauges.liveSources()) {
        for (const [event, count] of Object.entries({ answers, failures, cacheHits, cacheMisses })) {
          this.inc({ source: id, event }, count);
        }
      }
    },
  });
  const snapshotGauge = (name: string, help: string, read: (status: SnapshotStatus) => number | null) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      // An unknown instant has no line: 0 would be the year 1970.
      collect() {
        const value = read(gauges.snapshot());
        if (value === null) this.remove();
        else this.set(value);
      },
    });
  new Gauge({
    name: "dosah_snapshot_health",
    help: "1 for how the register file fares: ok, damaged (parts are refused), unusable (the sample is in its place).",
    labelNames: ["health"],
    registers: [registry],
    collect() {
      const { health } = gauges.snapshot();
      for (const each of ["ok", "damaged", "unusable"] as const) this.set({ health: each }, each === health ? 1 : 0);
    },
  });
  snapshotGauge("dosah_snapshot_built_timestamp_seconds", "When the register file in use was built.", ({ builtAt }) =>
    secondsOf(builtAt),
  );
  snapshotGauge(
    "dosah_snapshot_fetch_success_timestamp_seconds",
    "When the register file was last known to be that of SNAPSHOT_URL; absent before the first time.",
    ({ fetching }) => secondsOf(fetching?.lastSuccessAt ?? null),
  );
  new Counter({
    name: "dosah_snapshot_fetch_failures_total",
    help: "Looks at SNAPSHOT_URL that failed since the start; absent where it is not set.",
    registers: [registry],
    collect() {
      const { fetching } = gauges.snapshot();
      if (fetching === null) return this.remove();
      this.reset();
      this.inc(fetching.failures);
    },
  });
  new Gauge({
    name: "dosah_snapshot_fetch_failing",
    help: "1 with the reason while the last look at SNAPSHOT_URL failed or was refused; absent otherwise.",
    labelNames: ["reason"],
    registers: [registry],
    collect() {
      this.reset();
      const reason = gauges.snapshot().fetching?.lastFailure ?? null;
      if (reason !== null) this.set({ reason }, 1);
    },
  });
  new Gauge({
    name: "dosah_limits_alone",
    help: "1 while the shared count store is down and this instance counts for itself.",
    registers: [registry],
    collect() {
      this.set(gauges.countsAlone() ? 1 : 0);
    },
  });
  new Gauge({
    name: "dosah_snapshot_info",
    help: "1, with the instant at which the register file in use was built: the same where two instances use the same file.",
    labelNames: ["version"],
    registers: [registry],
    collect() {
      this.reset();
      this.set({ version: gauges.snapshot().builtAt }, 1);
    },
  });
  new Gauge({
    name: "dosah_data_dir_free_bytes",
    help: "Bytes that are left on the disk of DATA_DIR.",
    registers: [registry],
    collect() {
      this.reset();
      const free = gauges.freeBytes();
      if (free !== undefined) this.set(free);
    },
  });
  new Gauge({
    name: "dosah_draining",
    help: "1 while this instance is stopping: it answers, and asks to be left alone.",
    registers: [registry],
    collect() {
      this.set(gauges.isDraining() ? 1 : 0);
    },
  });
  new Counter({
    name: "dosah_limits_merged_total",
    help: "Windows that were counted here alone and added to the shared counts afterwards.",
    registers: [registry],
    collect() {
      this.reset();
      this.inc(gauges.countsMerged());
    },
  });

  /** Calls that are counted already. */
  const refusals = new WeakSet<LimitDecision>();

  return {
    observe: (call) => async (capability, args, limits, caller, names) => {
      const cells = called.get(capability.name) ?? cellsOf(capability.name);
      const startedAt = performance.now();
      try {
        const answered = await call(capability, args, limits, caller, names);
        cells.count("ok");
        return answered;
      } catch (error) {
        cells.count(outcomeOf(error));
        const used = error instanceof ServiceError ? error.problem.budget : undefined;
        if (used !== undefined && "used" in used) requests.countBudget(used.budget);
        throw error;
      } finally {
        cells.seconds.observe((performance.now() - startedAt) / 1000);
      }
    },
    observeLimits: (limiter) => ({
      take: (names, address, amount) => observed(limiter.take(names, address, amount)),
      takeFirst: (names, address) => {
        const { decision, further } = limiter.takeFirst(names, address);
        return { decision: observed(decision), further: (more) => observed(further(more)) };
      },
      giveBack: (names, address) => limiter.giveBack(names, address),
      close: () => limiter.close(),
    }),
    countRequest: requests.count,
    ...state,
    ...oauth,
    render: async () => ({ contentType: registry.contentType, body: await registry.metrics() }),
  };

  /** The lines of a capability, made with its first call. */
  function cellsOf(capability: string): CallCells {
    const outcomes = new Map<string, CounterCell>();
    const lineOf = (outcome: string): CounterCell => {
      const line = calls({ capability, outcome });
      outcomes.set(outcome, line);
      return line;
    };
    // From its first call on: a line that comes with the first error is no rise, and an alert would miss that one.
    lineOf("internal");
    const cells: CallCells = {
      count: (outcome) => (outcomes.get(outcome) ?? lineOf(outcome)).add(),
      seconds: seconds({ capability }),
    };
    called.set(capability, cells);
    return cells;
  }

  function observed(decision: LimitDecision | Promise<LimitDecision>): LimitDecision | Promise<LimitDecision> {
    return decision instanceof Promise ? decision.then(countRefusal) : countRefusal(decision);
  }

  function countRefusal(decision: LimitDecision): LimitDecision {
    // The refusal of a first count is that of the further ones too.
    if (!decision.allowed && !refusals.has(decision)) {
      refusals.add(decision);
      requests.countLimit(decision.refusedBy);
    }
    return decision;
  }
}

function secondsOf(instant: string | null): number | null {
  return instant === null ? null : Date.parse(instant) / 1000;
}

/** Serves the metrics on their own port, and how the installation fares: as JSON where that is asked for, else as text. */
export function listenForMetrics(
  metrics: Metrics,
  port: number,
  host: string,
  status: () => Promise<{ readonly json: object; readonly lines: readonly string[] }>,
): Promise<Listening> {
  const headers = Object.entries(defaultHeaders(""));
  const server = createServer(async (request, response) => {
    for (const [name, value] of headers) response.setHeader(name, value);
    if (request.url === "/status") {
      const { json, lines } = await status();
      const isJson = /^application\/json\b/.test(request.headers.accept ?? "");
      const contentType = isJson ? "application/json" : "text/plain; charset=utf-8";
      response.writeHead(200, { "Content-Type": contentType });
      return void response.end(isJson ? JSON.stringify(json) : `${lines.join("\n")}\n`);
    }
    if (request.url !== "/metrics") {
      response.writeHead(404).end();
      return;
    }
    const { contentType, body } = await metrics.render();
    response.writeHead(200, { "Content-Type": contentType }).end(body);
  });
  return listen(server, port, host);
}
