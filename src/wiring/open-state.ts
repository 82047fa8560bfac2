import { accessSync, constants } from "node:fs";
import type { Logger } from "pino";
import { type Config, ConfigError } from "../config.ts";
import { createState, type State, type StateOptions } from "../state/state.ts";
import { StateVersionError } from "../state/state-error.ts";

/** A start waits this long for the state; then it goes on without it. In milliseconds. */
const PATIENCE_MS = 3_000;

/**
 * The state where the settings say, opened by its first use.
 * @throws ConfigError when the file of `DATABASE_CA` cannot be read.
 */
export function openState(
  { dataDir: dir, databaseUrl, databasePool: pool, databaseCa: ca }: Config,
  {
    now,
    log,
    onStateCall,
    isExpected,
  }: {
    readonly now: () => Date;
    readonly log: Logger;
    readonly onStateCall?: StateOptions["onCall"];
    readonly isExpected?: boolean | undefined;
  },
): State {
  if (ca !== undefined) {
    try {
      accessSync(ca, constants.R_OK);
    } catch {
      throw new ConfigError([`DATABASE_CA: ${ca} cannot be read.`]);
    }
  }
  return createState({
    dir,
    databaseUrl,
    pool,
    ca,
    now: () => now().getTime(),
    isExpected,
    ...(onStateCall === undefined ? {} : { onCall: onStateCall }),
    onHealth: (health, cause) => {
      // A start that it stops says it in one line; one that went on without the state logs it there.
      if (health === "newer") return;
      if (health === "ok") log.info({ state: health }, "the state is whole again");
      else log.warn({ state: health, err: cause }, "the state database is not as it should be");
    },
  });
}

/**
 * Opens the state at the start and carries out its migrations. One that cannot be had stops nothing: the public half
 * serves, and later calls try again.
 * @throws StateVersionError where this program must not use the database.
 */
export async function startState(state: State, log: Logger): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), PATIENCE_MS);
  });
  try {
    const opening = state.open();
    let isLate = false;
    void late.then(() => {
      isLate = true;
    });
    opening.catch((cause: unknown) => {
      if (isLate && cause instanceof StateVersionError) log.error(cause.message);
    });
    const done = await Promise.race([opening, late]);
    for (const { version, name, counted } of done ?? [])
      log.info({ version, name, ...counted }, "the layout of the state was brought up to date");
  } catch (cause) {
    if (cause instanceof StateVersionError) throw cause;
    // Its health says it, and the log has it from there.
  } finally {
    clearTimeout(timer);
  }
}
