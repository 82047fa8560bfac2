import type { Logger } from "pino";
import type { Services } from "./capabilities/capability.ts";
import type { Config } from "./config.ts";
import { dayOf } from "./core/day.ts";
import { loadKnowledge } from "./knowledge/knowledge.ts";
import { createLimiter } from "./limits/create-limiter.ts";
import type { LimiterEvent, LimitRule, ObservableLimiter } from "./limits/limiter.ts";
import { type OpenRegisters, openRegisters, type RegisterParts } from "./open-registers.ts";
import { confirmText } from "./rules/citations/check.ts";

/** What the outside replaces in tests: the clock and the log. */
export interface Surroundings {
  readonly now: () => Date;
  readonly log: Logger;
}

/** Everything below the faces: what the command line needs to answer, without listening to anybody. */
export interface Parts {
  readonly services: Services;
  readonly registers: OpenRegisters;
  /** Texts withheld since the start because a citation was not confirmed. */
  citationsFailed(): number;
  close(): void;
}

/** Opens knowledge and registers; a fresh `DATA_DIR` is filled from the shipped sample. */
export async function openParts(
  config: Config,
  { now, log }: Surroundings,
  onProgress?: RegisterParts["onProgress"],
): Promise<Parts> {
  const knowledge = loadKnowledge();
  const today = () => dayOf(now());
  const { dataDir: dir } = config;
  const registers = await openRegisters({
    dir,
    knowledge,
    now,
    log,
    ...(onProgress === undefined ? {} : { onProgress }),
  });
  let failed = 0;
  return {
    registers,
    services: {
      knowledge,
      registers,
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
      importRegister: registers.importFile,
    },
    citationsFailed: () => failed,
    close: registers.close,
  };
}

/** Counts in Redis where `REDIS_URL` says so, else in this process with the daily counts in a file. */
export function openLimiter(
  { exemptClients, dataDir, redisUrl }: Config,
  { now, log }: Surroundings,
  rules: readonly LimitRule[],
): Promise<ObservableLimiter> {
  const report = ({ kind, trouble, cause }: LimiterEvent) =>
    log.warn({ err: cause, trouble }, kind === "began" ? "call counts are degraded" : "call counts are whole again");
  return createLimiter({ rules, exempt: exemptClients, dataDir, redisUrl, now: () => now().getTime(), report });
}
