import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { describe, expect, onTestFinished, test } from "vitest";
import { publisher } from "../capabilities/feed/regulatory-feed.fixture.ts";
import { addFeedJobs, defineFeedJobs } from "../jobs/feed-jobs.ts";
import type { Jobs } from "../jobs/jobs.ts";
import { createJobs } from "../jobs/worker.ts";
import { loadTopicRules } from "../knowledge/feed-topics.ts";
import { loadKnowledge } from "../knowledge/knowledge.ts";
import { loadTimeline } from "../knowledge/timeline.ts";
import { createState, type State } from "../state/state.ts";
import { createTestDatabase, hasPostgres } from "../state/test-postgres.fixture.ts";
import { type OpenFeed, openFeed } from "./open-feed.ts";

const knowledge = loadKnowledge();
const sources = ["a", "b", "c", "d", "e", "f"];

/** An instance of the service as far as the feed goes, over a state that others share. */
interface Instance {
  readonly feed: OpenFeed;
  readonly jobs: Jobs;
  addMissing(): Promise<void>;
  close(): Promise<void>;
}

/** The network of all instances: it notes who was asked. */
function world() {
  const asked: string[] = [];
  const clock = { now: Date.parse("2026-11-21T12:00:00Z") };

  function openInstance(state: State): Instance {
    const feed = openFeed({
      state,
      feeds: sources.map((id) => publisher(id)),
      userAgent: "Dosah/test",
      random: () => 0.5,
      topicRules: loadTopicRules(knowledge.dir),
      timeline: loadTimeline(knowledge.dir, knowledge.acts),
      now: () => new Date(clock.now),
      log: pino({ level: "silent" }),
      fetch: async (url) => {
        asked.push(url.hostname);
        await new Promise((resolve) => setTimeout(resolve, 5));
        if (url.hostname === "f.example") return new Response("", { status: 500 });
        const item = `<item><title>${url.hostname} ${asked.length}</title><link>${url.origin}/${asked.length}</link></item>`;
        return new Response(`<rss><channel>${item}</channel></rss>`);
      },
    });
    const now = () => clock.now;
    const jobs = createJobs({
      state: { ...state, now: async () => clock.now },
      now,
      random: () => 0.5,
      instance: "test",
      pollMs: 10,
      firstMs: 0,
      onEvent: (event) => expect.fail(JSON.stringify(event)),
    });
    const options = { jobs, feed, state, now };
    defineFeedJobs(options);
    return {
      feed,
      jobs,
      addMissing: () => addFeedJobs(options),
      close: async () => {
        await jobs.stop(0);
        feed.close();
        await state.close();
      },
    };
  }
  return { asked, clock, openInstance };
}

async function examine(open: () => State): Promise<void> {
  const { asked, clock, openInstance } = world();
  const instances = [openInstance(open()), openInstance(open()), openInstance(open())];
  for (const each of instances) {
    await each.feed.reload();
    await each.addMissing();
    each.jobs.start();
  }
  const hosts = sources.map((id) => `${id}.example`);
  await expect.poll(() => asked.toSorted()).toEqual(hosts);
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(asked.toSorted()).toEqual(hosts);

  // All show one list, though each feed was asked by one of them.
  for (const { feed } of instances) await feed.reload();
  const [first, ...others] = instances.map(({ feed }) => feed.entries().map(({ url }) => url));
  expect(first).toHaveLength(5);
  for (const other of others) expect(other).toEqual(first);

  // A quarter of an hour later the one that failed is due again, an hour later the others: each once.
  clock.now += 16 * 60_000;
  await expect.poll(() => asked.length).toBe(7);
  expect(asked.at(-1)).toBe("f.example");
  clock.now += 46 * 60_000;
  await expect.poll(() => asked.slice(7).toSorted()).toEqual(hosts);
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(asked).toHaveLength(13);
  for (const each of instances) await each.close();
}

describe("three instances ask each feed once and show one list", () => {
  test("over one SQLite file", async () => {
    const dir = mkdtempSync(join(tmpdir(), "dosah-instances-"));
    onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
    await examine(() => createState({ dir, now: Date.now }));
  });

  test.skipIf(!hasPostgres)("over a PostgreSQL server at 127.0.0.1:5432", async () => {
    const database = await createTestDatabase();
    onTestFinished(() => database.drop());
    await examine(() => createState({ dir: "", databaseUrl: database.url, pool: 4, now: Date.now }));
  });
});
