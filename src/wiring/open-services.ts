import type { Logger } from "pino";
import { openAnswerCache } from "../cache/answer-cache.ts";
import type { OperatorServices, Services } from "../capabilities/capability.ts";
import type { Config } from "../config.ts";
import { dayOf } from "../core/day.ts";
import { createPasswordHasher } from "../identity/password-hash.ts";
import { loadFeeds } from "../knowledge/feeds.ts";
import { loadKnowledge } from "../knowledge/knowledge.ts";
import { createLimiter } from "../limits/create-limiter.ts";
import type { LimiterEvent, LimitRule, ObservableLimiter } from "../limits/limiter.ts";
import { confirmText } from "../rules/citations/check.ts";
import { combine } from "../sources/registers/combined/combine.ts";
import { createLiveRegisters, type LiveRegisters } from "../sources/registers/combined/create-live-registers.ts";
import type { State } from "../state/state.ts";
import { VERSION } from "../version.ts";
import { type OpenFeed, openFeed } from "./open-feed.ts";
import { createRegisterFetch } from "./open-register-fetch.ts";
import { buildOptions, type OpenRegisters, openRegisters, type RegisterOptions } from "./open-registers.ts";
import { openState } from "./open-state.ts";
import { openStateOperations } from "./open-state-operations.ts";

/** The clock and the log, which tests replace. */
export interface Environment {
  readonly now: () => Date;
  readonly log: Logger;
  /** Names of the settings that are set; a backup notes them. */
  readonly settings?: readonly string[];
}

/** Everything below the faces, opened: what the command line needs to answer, without listening on a port. */
export interface OpenServices {
  readonly services: Services;
  readonly operator: OperatorServices;
  readonly registers: OpenRegisters;
  readonly feed: OpenFeed;
  /** Opened by its first use. */
  readonly state: State;
  /** Texts withheld since the start because a citation was not confirmed. */
  citationsFailed(): number;
  close(): Promise<void>;
}

/** Opens knowledge and registers; a fresh `DATA_DIR` is filled from the shipped sample. */
export async function openServices(
  config: Config,
  { now, log, settings = [] }: Environment,
  onProgress?: RegisterOptions["onProgress"],
): Promise<OpenServices> {
  const knowledge = loadKnowledge();
  const today = () => dayOf(now());
  const { dataDir: dir } = config;
  const registers = await openRegisters({
    dir,
    knowledge,
    now,
    log,
    publisher:
      config.snapshotUrl === undefined
        ? undefined
        : { url: new URL(config.snapshotUrl), userAgent: userAgentOf(config) },
    ...(onProgress === undefined ? {} : { onProgress }),
  });
  const live = openLive(config, { now, log });
  const state = openState(config, { now, log });
  const feed = openFeed({
    state,
    feeds: config.feedSources === undefined ? knowledge.feeds : loadFeeds(knowledge.dir, config.feedSources),
    topicRules: knowledge.feedTopics,
    timeline: knowledge.timeline,
    userAgent: userAgentOf(config),
    now,
    log,
  });
  const passwords = createPasswordHasher();
  let failed = 0;
  return {
    registers,
    feed,
    state,
    services: {
      knowledge,
      registers: {
        stats: registers.stats,
        holdings: registers.holdings,
        snapshot: registers.snapshot,
        ...combine({
          mode: config.registers,
          mirror: registers.mirror,
          live: live.registers,
          now,
          maxAgeDays: config.registersMaxAgeDays,
        }),
        asksLive: config.registers !== "mirror",
        liveSources: () => (config.registers === "mirror" ? [] : live.registers.status()),
      },
      feed,
      baseUrl: config.baseUrl,
      today,
      confirm: (text) => {
        const confirmed = confirmText(text, knowledge.acts);
        if (confirmed === null) {
          failed++;
          log.error({ text }, "a text was withheld: its citation is not confirmed");
        }
        return confirmed;
      },
    },
    operator: {
      importRegister: registers.importFile,
      // Also with REGISTERS=mirror: that speaks of what Dosah does by itself, and here the operator asks.
      fetchRegisters: createRegisterFetch({
        build: () => buildOptions({ dir, knowledge, now }),
        files: knowledge.registerFiles,
        knowledgeDir: knowledge.dir,
        opendataUrl: config.opendataUrl,
        userAgent: userAgentOf(config),
        isFetchedWhole: config.snapshotUrl !== undefined,
        ...(onProgress === undefined ? {} : { onProgress }),
      }),
      state: openStateOperations(config, state, { now, settings }),
      accounts: {
        state,
        hashPassword: passwords.hash,
        isBreached: async () => false,
        now: () => now().getTime(),
      },
    },
    citationsFailed: () => failed,
    close: async () => {
      feed.close();
      live.close();
      registers.close();
      await state.close();
    },
  };
}

/** The live registers with the cache of their answers; nobody is asked until a firm is looked up. */
function openLive(config: Config, { now, log }: Environment): { readonly registers: LiveRegisters; close(): void } {
  const cache = openAnswerCache({
    dir: config.dataDir,
    now: () => now().getTime(),
    report: ({ kind, cause }) => log.warn({ err: cause }, `the cache of register answers: failure ${kind}`),
  });
  const registers = createLiveRegisters({
    settings: config,
    userAgent: userAgentOf(config),
    cache,
    now,
    onFailure: (source, { kind, status }) => log.warn({ source, kind, status }, "a register gave no answer"),
  });
  return {
    registers,
    close: () => {
      registers.close();
      cache.close();
    },
  };
}

/** Who asks, for those who are asked. */
function userAgentOf({ baseUrl }: Config): string {
  return `Dosah/${VERSION} (+${baseUrl})`;
}

/** Counts in Redis where `REDIS_URL` says so, else in this process with the daily counts in a file. */
export function openLimiter(
  { exemptClients, dataDir, redisUrl }: Config,
  { now, log }: Environment,
  rules: readonly LimitRule[],
): Promise<ObservableLimiter> {
  const report = ({ kind, trouble, cause }: LimiterEvent) =>
    log.warn({ err: cause, trouble }, kind === "began" ? "call counts are degraded" : "call counts are whole again");
  return createLimiter({ rules, exempt: exemptClients, dataDir, redisUrl, now: () => now().getTime(), report });
}
