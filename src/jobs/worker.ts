import { randomBytes } from "node:crypto";
import { ServiceError } from "../core/problem.ts";
import {
  addJob,
  type ClaimedJob,
  claimJob,
  claimJobOf,
  claimStatement,
  giveBackJob,
  giveUpJob,
  type Lane,
  removeJob,
  renewLease,
  repeatJob,
  retryJob,
} from "../state/job-table.ts";
import type { Sql } from "../state/sql.ts";
import type { State } from "../state/state.ts";
import type { StateDatabase } from "../state/state-database.ts";
import { setMark } from "../state/state-marks.ts";
import { type JobEvent, type JobHandler, type JobRules, type JobRun, type Jobs, LeaseLostError } from "./jobs.ts";

/** So often the clock of the database is asked. */
const ASK_MS = 60_000;

/**
 * The clock that all instances agree on, so that one whose own clock is wrong takes no lease too early. The database is
 * asked once a minute; in between the own clock goes on from there.
 * @param shared the clock of the database, milliseconds since 1970.
 * @param own the clock of this machine.
 */
export function createJobClock(shared: () => Promise<number>, own: () => number) {
  let ahead = 0;
  let askedAt: number | undefined;
  return {
    /** The time as far as known. */
    now: () => own() + ahead,
    /** Asks where it is due. @throws StateError */
    adjust: async (): Promise<void> => {
      if (askedAt !== undefined && Math.abs(own() - askedAt) < ASK_MS) return;
      ahead = (await shared()) - own();
      askedAt = own();
    },
  };
}

/** An instance does so many jobs at the same time. */
const AT_ONCE = 4;
const POLL_MS = 1_000;
/** No job but the urgent ones before this, up to twice as long: a restart must not ask every publisher at once. */
const FIRST_MS = 10_000;
const LATE_MS = 60_000;
const LONGEST_PAUSE_MS = 3_600_000;

/** What the jobs of an instance need. */
export interface WorkerOptions {
  readonly state: Pick<State, "get" | "run" | "transaction" | "now"> & StateDatabase;
  /** The clock of this machine, milliseconds since 1970. */
  readonly now: () => number;
  /** A number from 0 up to 1. */
  readonly random: () => number;
  /** Label of this instance, for people who look into the table. */
  readonly instance: string;
  readonly onEvent: (event: JobEvent) => void;
  /** Called when a job was done, with its kind. */
  readonly onDone?: (kind: string) => void;
  /** Times in milliseconds, for tests. */
  readonly pollMs?: number;
  readonly firstMs?: number;
  /** So many jobs at the same time. */
  readonly atOnce?: number;
  /** The places are shared out: few to strangers, and not most of them to one account while others wait. */
  readonly isShared?: boolean;
}

interface Definition {
  readonly handler: JobHandler<never>;
  readonly rules: JobRules;
}

/** A job that is being done here. */
interface Running {
  readonly job: ClaimedJob;
  readonly abort: AbortController;
  /** Somebody else has it by now, or it was given back. */
  isLost: boolean;
}

/**
 * So many attempts more than a job may fail its processes may be gone without a word. Beyond that it is what ends them,
 * and would end every instance in turn.
 */
const MOST_UNFINISHED = 10;

/** Makes the jobs of one instance: nothing is claimed before `start`. */
export function createJobs(options: WorkerOptions): Jobs {
  const { state, now, random, instance, onEvent, onDone, pollMs = POLL_MS, firstMs = FIRST_MS } = options;
  const { atOnce = AT_ONCE, isShared = false } = options;
  const clock = createJobClock(() => state.now(), now);
  const definitions = new Map<string, Definition>();
  const running = new Map<Running, Promise<void>>();
  let isStarted = false;
  let isStopped = false;
  /** Somebody said that there is something new, and it was not looked for yet. */
  let isAsked = false;
  let lookedAt = 0;
  let wake: () => void = () => undefined;
  let loop: Promise<void> = Promise.resolve();

  return {
    add: (tx, job) => addJob(tx, job, clock.now()),
    define: (kind, handler, rules) => {
      definitions.set(kind, { handler, rules });
    },
    start: () => {
      if (isStarted || definitions.size === 0) return;
      isStarted = true;
      lookedAt = performance.now();
      loop = poll();
    },
    wake: () => {
      isAsked = true;
      wake();
    },
    runNow: async (kind, key) => {
      const definition = definitions.get(kind);
      if (definition === undefined) throw new Error(`this instance does no jobs of the kind ${kind}`);
      await clock.adjust();
      const at = clock.now();
      const lease = { by: newClaim(), now: at, until: at + definition.rules.leaseMs };
      const job = await claimJobOf(state, kind, key, lease);
      if (job === undefined) return false;
      await begin(job);
      return true;
    },
    stop: async (graceMs) => {
      isStopped = true;
      breakOff();
      wake();
      await loop;
      // One that was claimed meanwhile.
      breakOff();
      await Promise.race([Promise.all(running.values()), pause(graceMs)]);
      const left = [...running.keys()];
      for (const each of left) each.isLost = true;
      // A lease that cannot be given back runs out.
      await Promise.all(left.map(({ job }) => giveBackJob(state, job).catch(() => undefined)));
    },
    health: () => {
      if (!isStarted) return "off";
      return performance.now() - lookedAt > LATE_MS ? "late" : "ok";
    },
  };

  function breakOff(): void {
    for (const { abort } of running.keys()) abort.abort(new Error("the instance stops"));
  }

  async function poll(): Promise<void> {
    const all = [...definitions.keys()];
    const urgent = all.filter((kind) => definitions.get(kind)?.rules.isUrgent === true);
    const shortest = Math.min(...[...definitions.values()].map(({ rules }) => rules.leaseMs));
    const allFrom = performance.now() + firstMs * (1 + random());
    const claims = { all: claimStatement(all.length), urgent: claimStatement(urgent.length) };
    if (urgent.length === 0) await wait(allFrom - performance.now());
    while (!isStopped) {
      isAsked = false;
      const isEarly = performance.now() < allFrom && urgent.length > 0;
      const [kinds, claim] = isEarly ? [urgent, claims.urgent] : [all, claims.all];
      try {
        await clock.adjust();
        while (!isStopped && running.size < atOnce) {
          const job = await claimNext(kinds, claim, shortest);
          if (job === undefined) break;
          void begin(job);
        }
        lookedAt = performance.now();
      } catch (cause) {
        onEvent({ kind: "cannot_look", cause });
      }
      await wait(pollMs * (0.8 + random() * 0.4));
    }
  }

  async function claimNext(kinds: readonly string[], claim: Sql, leaseMs: number): Promise<ClaimedJob | undefined> {
    const at = clock.now();
    const lease = () => ({ by: newClaim(), now: at, until: at + leaseMs });
    if (!isShared) return claimJob(state, claim, kinds, lease());
    for (const { lanes, without } of turnsOf(
      [...running.keys()].map(({ job }) => job),
      atOnce,
    )) {
      const narrowed = claimStatement(kinds.length, { lanes: lanes.length, without: without.length });
      const job = await claimJob(state, narrowed, [...kinds, ...lanes, ...without], lease());
      if (job !== undefined) return job;
    }
    return undefined;
  }

  function newClaim(): string {
    return `${instance}/${randomBytes(12).toString("hex")}`;
  }

  /** Waits, but not longer than until a job is done, something new is there or the instance stops. */
  async function wait(ms: number): Promise<void> {
    if (isStopped || isAsked) return;
    await Promise.race([
      pause(ms),
      new Promise<void>((resolve) => {
        wake = resolve;
      }),
    ]);
  }

  function begin(job: ClaimedJob): Promise<void> {
    const definition = definitions.get(job.kind);
    if (definition === undefined) return Promise.resolve();
    const one: Running = { job, abort: new AbortController(), isLost: false };
    const done = attempt(one, definition).finally(() => {
      running.delete(one);
      wake();
    });
    running.set(one, done);
    return done;
  }

  async function attempt(one: Running, { handler, rules }: Definition): Promise<void> {
    const { job, abort } = one;
    const renewal = setInterval(() => void renew(one, rules), rules.leaseMs / 3).unref();
    let isOver = false;
    const run: JobRun = {
      key: job.key,
      attempt: job.attempts,
      runAt: job.runAt,
      now: clock.now,
      complete: async (work, again) => {
        await complete(one, rules, work, again);
        isOver = true;
      },
    };
    try {
      if (job.attempts > rules.retries + MOST_UNFINISHED) throw new NeverEndedError();
      // The claim was for the shortest lease of all kinds.
      await renew(one, rules);
      await handler(JSON.parse(job.payload) as never, abort.signal, run);
      if (!isOver) await run.complete();
      onDone?.(job.kind);
    } catch (cause) {
      if (cause instanceof LeaseLostError || one.isLost) onEvent({ kind: "lease_lost", job: job.kind, key: job.key });
      else await fail(one, rules, cause);
    } finally {
      clearInterval(renewal);
    }
  }

  async function renew(one: Running, { leaseMs }: JobRules): Promise<void> {
    try {
      if (await renewLease(state, one.job, clock.now() + leaseMs)) return;
      one.isLost = true;
      one.abort.abort(new LeaseLostError());
    } catch {
      // The next third tries again; when all fail, somebody else takes the job.
    }
  }

  async function complete(
    { job, isLost }: Running,
    { every }: JobRules,
    work?: (tx: StateDatabase) => Promise<void>,
    again?: number,
  ): Promise<void> {
    if (isLost) throw new LeaseLostError();
    const next = again ?? (every === undefined ? undefined : nextOf(job.runAt, every));
    await state.transaction(async (tx) => {
      const isOurs = next === undefined ? await removeJob(tx, job) : await repeatJob(tx, job, next, null);
      if (!isOurs) throw new LeaseLostError();
      if (next !== undefined) await setMark(tx, `ran ${job.kind}`, clock.now());
      await work?.(tx);
    });
  }

  async function fail(one: Running, rules: JobRules, cause: unknown): Promise<void> {
    const { job } = one;
    try {
      // That we are stopping is no failure of the job.
      if (isStopped) return void (await giveBackJob(state, job));
      const isLast = job.attempts > rules.retries;
      onEvent({ kind: isLast ? "given_up" : "failed", job: job.kind, key: job.key, cause });
      const word = wordFor(cause);
      if (!isLast) return void (await retryJob(state, job, clock.now() + pauseAfter(job.attempts, rules), word));
      if (rules.every === undefined) await giveUpJob(state, job, word, clock.now());
      else await repeatJob(state, job, nextOf(job.runAt, rules.every), word);
    } catch {
      // The lease runs out, and the job is done again.
    }
  }

  function pauseAfter(attempts: number, { backoffMs }: JobRules): number {
    return Math.round(Math.min(backoffMs * 2 ** (attempts - 1), LONGEST_PAUSE_MS) * (0.8 + random() * 0.4));
  }

  /** The next time of a schedule that is not over yet: what was missed is not made up for. */
  function nextOf(runAt: number, { ms, jitter }: { ms: number; jitter: number }): number {
    const missed = Math.max(0, Math.floor((clock.now() - runAt) / ms));
    return Math.round(runAt + (missed + 1) * ms + random() * jitter);
  }
}

/** Of which lanes the next job may be, and whose it may not be. */
interface Turn {
  readonly lanes: readonly Lane[];
  readonly without: readonly string[];
}

/**
 * How the next place is given, one turn after the other until one finds a job. Strangers have at most a fifth of the places
 * and at least one, also while nobody else waits, so that an order begins at once; where there is one place, they wait for
 * everybody. One account has at most half of the places, rounded up, while others wait.
 */
export function turnsOf(running: readonly Pick<ClaimedJob, "lane" | "account">[], places: number): readonly Turn[] {
  const strangers = running.filter(({ lane }) => lane === "stranger").length;
  const mayBeStranger = strangers < Math.max(1, Math.floor(places / 5));
  const accounts = Map.groupBy(running, ({ account }) => account ?? "");
  accounts.delete("");
  const without = [...accounts].filter(([, jobs]) => jobs.length >= Math.ceil(places / 2)).map(([account]) => account);
  const lanes: readonly Lane[] = ["system", "organization"];
  const turns: Turn[] = [{ lanes: mayBeStranger && places > 1 ? [...lanes, "stranger"] : lanes, without }];
  if (without.length > 0) turns.push({ lanes, without: [] });
  if (mayBeStranger && places === 1) turns.push({ lanes: ["stranger"], without: [] });
  return turns;
}

/** A job is given up that no process lived to fail. */
class NeverEndedError extends Error {
  override readonly name = "NeverEnded";
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    // A time that has passed meanwhile counts as now; Node warns of a negative one.
    setTimeout(resolve, Math.max(0, ms)).unref();
  });
}

/** Why a job failed, in a word of ours: the text of an error may be foreign. */
function wordFor(cause: unknown): string {
  if (cause instanceof ServiceError) return cause.problem.code;
  if (cause instanceof Error && /^[A-Za-z]{1,40}$/.test(cause.name)) return cause.name;
  return "unknown";
}
