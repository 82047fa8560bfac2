import { randomUUID } from "node:crypto";
import { join } from "node:path";
import type { Logger } from "pino";
import { type CacheEvent, openAnswerCache } from "../cache/answer-cache.ts";
import { hashPlace } from "../capabilities/accounts/password-hashing.ts";
import type { PrivateHalf } from "../capabilities/calling/context.ts";
import { identifyNobody, oncePerCaller } from "../capabilities/calling/principal.ts";
import type { OperatorServices, Services } from "../capabilities/contexts.ts";
import type { Installation } from "../capabilities/operation/operations.ts";
import { formerSecretsKey, readSecretsKey } from "../config/secrets-key.ts";
import type { Config } from "../config.ts";
import { dayOf } from "../core/day.ts";
import { createPdfMaker } from "../documents/pdf/pdf-maker.ts";
import { createSealing, type Sealing } from "../identity/sealing.ts";
import { loadFeeds } from "../knowledge/feeds.ts";
import { type Knowledge, loadKnowledge } from "../knowledge/knowledge.ts";
import { createLimiter } from "../limits/create-limiter.ts";
import { UNCOUNTED } from "../limits/first-count.ts";
import type { LimiterEvent, LimitRule, ObservableLimiter } from "../limits/limiter.ts";
import { openOutbox } from "../mail/outbox.ts";
import { createMailSender, OUTBOX_DIR } from "../mail/send-mail.ts";
import { confirmText } from "../rules/citations/check.ts";
import { classifyCompany } from "../rules/nis2-scope/classify.ts";
import { combine } from "../sources/registers/combined/combine.ts";
import { createLiveRegisters, type LiveRegisters } from "../sources/registers/combined/create-live-registers.ts";
import { suppress } from "../sources/registers/combined/suppress.ts";
import type { State, StateOptions } from "../state/state.ts";
import { COMMIT, VERSION } from "../version.ts";
import { examine } from "./doctor/examine.ts";
import { mailSettings, openAccounts } from "./open-accounts.ts";
import { type OpenFeed, openFeed } from "./open-feed.ts";
import { createRegisterFetch } from "./open-register-fetch.ts";
import { buildOptions, type OpenRegisters, openRegisters, type RegisterOptions } from "./open-registers.ts";
import { type OpenScans, openScans } from "./open-scans.ts";
import { openState } from "./open-state.ts";
import { openStateOperations } from "./open-state-operations.ts";
import { openTrust, readKeyFile } from "./open-trust.ts";
import { openWatch } from "./open-watch.ts";
import { readStatus } from "./status.ts";
import { openSuppressList } from "./suppress-list.ts";

/** The clock and the log, which tests replace. */
export interface Environment {
  readonly now: () => Date;
  readonly log: Logger;
  /** The law as data; default: what is shipped, read at each opening. */
  readonly knowledge?: Knowledge;
  /** Names of the settings that are set; a backup notes them. */
  readonly settings?: readonly string[];
  /** The environment variables, for an examination of the installation. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** A state that was never begun is refused. */
  readonly isStateExpected?: boolean;
  /** A folder for the shipped registers and their answers, where nothing may be made in `DATA_DIR`. */
  readonly scratch?: string;
  /** What a command line belongs to. */
  readonly installation?: () => Installation;
  /** Called after each call of the state. */
  readonly onStateCall?: StateOptions["onCall"];
  /** How often jobs are looked for, in milliseconds, for tests. */
  readonly jobPollMs?: number;
}

/** `failing`: answers are not remembered; `begun_anew`: the file was damaged and put aside. */
export type CacheHealth = "ok" | "failing" | "begun_anew";

/** Everything below the faces, opened: what the command line needs to answer, without listening on a port. */
export interface OpenServices {
  readonly services: Services;
  readonly operator: OperatorServices;
  /** For commands; the service has one that knows keys, sessions and limits. */
  readonly privateHalf: PrivateHalf;
  readonly registers: OpenRegisters;
  readonly feed: OpenFeed;
  /** The jobs that run scans. */
  readonly scanJobs: OpenScans["jobs"] & Pick<OpenScans, "addMissing">;
  /** Opened by its first use. */
  readonly state: State;
  /** How the file of remembered register answers fares; `begun_anew` until the next start. */
  cacheHealth(): CacheHealth;
  /** Texts withheld since the start because a citation was not confirmed. */
  citationsFailed(): number;
  close(): Promise<void>;
}

/** Opens knowledge and registers; a fresh `DATA_DIR` is filled from the shipped sample. */
export async function openServices(
  config: Config,
  environment: Environment,
  onProgress?: RegisterOptions["onProgress"],
): Promise<OpenServices> {
  // A wrong one stops the start.
  if (config.trustSigningKeyFile !== undefined) readKeyFile(config.trustSigningKeyFile);
  const { now, log, knowledge = loadKnowledge(), settings = [], onStateCall, env = {} } = environment;
  const today = () => dayOf(now());
  const { dataDir } = config;
  const dir = environment.scratch ?? dataDir;
  const registers = await openRegisters({
    dir,
    knowledge,
    now,
    log,
    publisher:
      config.snapshotUrl === undefined
        ? undefined
        : { url: new URL(config.snapshotUrl), userAgent: userAgentOf(config), key: config.snapshotKey },
    ...(onProgress === undefined ? {} : { onProgress }),
  });
  const live = openLive({ ...config, dataDir: dir }, { now, log });
  const state = openState(config, { now, log, onStateCall, isExpected: environment.isStateExpected });
  const feed = openFeed({
    state,
    feeds: config.feedSources === undefined ? knowledge.feeds : loadFeeds(knowledge.dir, config.feedSources),
    topicRules: knowledge.feedTopics,
    timeline: knowledge.timeline,
    userAgent: userAgentOf(config),
    now,
    log,
  });
  const scans = openScans(config, { now, log }, state);
  // A command has no address, so nothing counts what it does.
  const accounts = openAccounts(config, { now, log }, state, sealingOfUse(config), UNCOUNTING);
  const pdf = createPdfMaker((ms) => log.debug({ ms: Math.round(ms) }, "a report was made"));
  const isSuppressed = openSuppressList({ dir: dataDir, log });
  const combined = (mode: Config["registers"]) =>
    suppress(
      combine({
        mode,
        mirror: registers.mirror,
        live: live.registers,
        now,
        classify: (company) => classifyCompany(company, knowledge.nis2, today()),
        maxAgeDays: config.registersMaxAgeDays,
      }),
      isSuppressed,
    );
  let failed = 0;
  const opened: OpenServices = {
    registers,
    feed,
    state,
    scanJobs: { ...scans.jobs, addMissing: scans.addMissing },
    services: {
      knowledge,
      registers: {
        stats: registers.stats,
        sizes: registers.sizes,
        holdings: registers.holdings,
        snapshot: registers.snapshot,
        ...combined(config.registers),
        findStored: combined("mirror").find,
        searchStored: combined("mirror").search,
        asksLive: config.registers !== "mirror",
        liveSources: () => (config.registers === "mirror" ? [] : live.registers.status()),
      },
      feed,
      scans: scans.scans,
      trust: openTrust(config, () => now().getTime(), state),
      pdf,
      baseUrl: config.baseUrl,
      today,
      now,
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
      publishRegisters: registers.publish,
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
      examine: () => examine(env, { now }),
      status: () => readStatus(config, { state, holdings: registers.holdings, snapshot: registers.snapshot, now }),
      version: () => ({ version: VERSION, commit: COMMIT, ruleSet: knowledge.changelog.newest.version }),
      installation: () => {
        if (environment.installation === undefined) throw new Error("only a command belongs to an installation");
        return environment.installation();
      },
      state: openStateOperations(config, state, { now, settings }),
      outbox: openOutbox(join(dataDir, OUTBOX_DIR)),
      sendTestMail: async (to, locale) => {
        const mail = { to, locale, kind: "test", link: null, isReset: false } as const;
        await createMailSender(mailSettings(config))(`test-${randomUUID()}`, mail, now());
        return config.mailUrl === undefined ? "outbox" : "server";
      },
      accounts: {
        state,
        hashPassword: (password) => accounts.passwords.hash(password, hashPlace(null, true)),
        isBreached: accounts.isBreached,
        sealing: accounts.sealing,
        appSchemes: config.oauthAppSchemes,
        now: accounts.now,
      },
      watch: openWatch({ state, services: () => opened.services, massChange: config.watchMassChange, now }),
      scans: {
        look: (target, profile, onProgress) =>
          scans.look({ target, profile, ...(onProgress === undefined ? {} : { onProgress }) }),
        runNow: async (scanId) => void (await scans.jobs.runNow("scan.run", scanId)),
      },
    },
    privateHalf: { state, identify: oncePerCaller(identifyNobody), accounts, now: accounts.now },
    cacheHealth: live.cacheHealth,
    citationsFailed: () => failed,
    close: async () => {
      await scans.jobs.stop(0);
      await pdf.close();
      feed.close();
      live.close();
      registers.close();
      await state.close();
    },
  };
  return opened;
}

/** Reads the key of secrets at the first use: most commands seal nothing. */
function sealingOfUse(config: Config): Sealing {
  let opened: Sealing | undefined;
  const sealing = () => {
    opened ??= createSealing(readSecretsKey(config), formerSecretsKey(config));
    return opened;
  };
  return {
    seal: (...args) => sealing().seal(...args),
    open: (...args) => sealing().open(...args),
    isOld: (sealed) => sealing().isOld(sealed),
    keyedHash: (...args) => sealing().keyedHash(...args),
  };
}

const UNCOUNTING = {
  take: () => UNCOUNTED,
  giveBack: () => {},
} as const;

const CACHE_EVENTS: Readonly<Record<CacheEvent["kind"], string>> = {
  began: "register answers are not remembered: their file cannot be used",
  ended: "register answers are remembered again",
  begun_anew: "the file of remembered register answers was damaged: it was put aside and begun anew",
};

/** The live registers with the cache of their answers; nobody is asked until a firm is looked up. */
function openLive(
  config: Config,
  { now, log }: Environment,
): { readonly registers: LiveRegisters; cacheHealth(): CacheHealth; close(): void } {
  const cache = openAnswerCache({
    dir: config.dataDir,
    now: () => now().getTime(),
    report: ({ kind, cause }) => log.warn({ err: cause }, CACHE_EVENTS[kind]),
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
    cacheHealth: () => {
      if (cache.isFailing) return "failing";
      return cache.isBegunAnew ? "begun_anew" : "ok";
    },
    close: () => {
      registers.close();
      cache.close();
    },
  };
}

/** Who asks, for those who are asked. */
function userAgentOf({ baseUrl }: Pick<Config, "baseUrl">): string {
  return `Dosah/${VERSION} (+${baseUrl})`;
}

/** Counts in Redis where `REDIS_URL` says so, else in this process with the daily counts in a file. */
export function openLimiter(
  { exemptClients, dataDir, redisUrl, redisPrefix }: Config,
  { now, log }: Environment,
  rules: readonly LimitRule[],
): Promise<ObservableLimiter> {
  const report = (event: LimiterEvent) => {
    if (event.kind === "restored") return log.warn(`call counts were lost, restored from ${event.windows} windows`);
    const { kind, trouble, cause } = event;
    log.warn({ err: cause, trouble }, kind === "began" ? "call counts are degraded" : "call counts are whole again");
  };
  return createLimiter({
    rules,
    exempt: exemptClients,
    dataDir,
    redisUrl,
    redisPrefix,
    now: () => now().getTime(),
    report,
  });
}
