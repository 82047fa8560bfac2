import { afterEach, beforeEach } from "vitest";
import { listJobs } from "../state/job-table.ts";
import { sql } from "../state/sql.ts";
import type { State } from "../state/state.ts";
import type { JobEvent, JobHandler, JobRules, Jobs } from "./jobs.ts";
import { createJobs } from "./worker.ts";

const RULES: JobRules = { leaseMs: 60_000, retries: 2, backoffMs: 1_000 };

/** Something that a job writes: its key and a text. */
export const NOTE = sql("INSERT INTO feed_source (source, body) VALUES (?, ?)");
/** What jobs wrote, in the order of their keys. */
export const NOTES = sql("SELECT source, body FROM feed_source ORDER BY source");

interface JobDatabase {
  /** The same state each time, as another process sees it. */
  open(): State;
  remove(): Promise<void>;
}

/** Makes an empty database for one test. */
export type CreateJobDatabase = () => Promise<JobDatabase>;

/** An empty database for each test of the surrounding `describe`, and instances that do its jobs. */
export function jobInstances(create: CreateJobDatabase) {
  let database: JobDatabase;
  let state: State;
  let events: JobEvent[];
  let instances: { jobs: Jobs; state: State }[];
  let ahead: number;

  beforeEach(async () => {
    database = await create();
    events = [];
    instances = [];
    ahead = 0;
    state = database.open();
    await state.open();
  });
  afterEach(async () => {
    for (const each of instances) {
      await each.jobs.stop(0);
      await each.state.close();
    }
    await state.close();
    await database.remove();
  });

  const clock = () => Date.now() + ahead;

  /** An instance that looks every few milliseconds. */
  function instance(handler: JobHandler<"feed.source">, rules: Partial<JobRules> = {}): Jobs {
    const own = database.open();
    const jobs = createJobs({
      state: { ...own, now: async () => clock() },
      now: clock,
      random: () => 0.5,
      instance: `test-${instances.length}`,
      onEvent: (event) => events.push(event),
      pollMs: 10,
      firstMs: 0,
    });
    jobs.define("feed.source", handler, { ...RULES, ...rules });
    instances.push({ jobs, state: own });
    return jobs;
  }

  return {
    instance,
    /** The time of the database, in milliseconds since 1970. */
    clock,
    /** Puts a job on the list. @returns false when it is there already */
    add: async (key: string, runAt = 0) => {
      const jobs = instance(async () => undefined);
      return jobs.add(state, { kind: "feed.source", key, runAt });
    },
    /** Keys of the jobs that are still to be done. */
    left: async () => (await listJobs(state)).map(({ key }) => key).toSorted(),
    /** The one job that there is. */
    only: async () => (await listJobs(state))[0] ?? (await listJobs(state, { isFailed: true }))[0],
    get database() {
      return database;
    },
    get state() {
      return state;
    },
    get events() {
      return events;
    },
    /** Every instance that the test made. */
    get instances() {
      return instances;
    },
    /** How far the clock of the database is ahead of the real one. */
    set ahead(ms: number) {
      ahead = ms;
    },
  };
}
