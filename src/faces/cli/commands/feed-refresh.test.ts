import { afterEach, expect, test } from "vitest";
import { runDosah } from "../../../../test/promises/run-command.fixture.ts";
import { bareOperator, unlimited } from "../../../capabilities/bare-services.fixture.ts";
import { createCall } from "../../../capabilities/calling/call.ts";
import {
  type FeedFixture,
  offline,
  openFeedFixture,
  publisher,
} from "../../../capabilities/feed/regulatory-feed.fixture.ts";

let world: FeedFixture;

afterEach(() => world.close());

async function run(...words: string[]) {
  const call = createCall({ services: world.services, operator: bareOperator }, unlimited);
  const { code, out, err } = await runDosah(call, ["feed", "refresh", ...words]);
  return { code, out: out === "" ? [] : out.split("\n"), err: err === "" ? [] : err.split("\n") };
}

function open(): void {
  const document =
    "<rss><channel><item><title>FOREIGNMARK</title><link>https://a.example/1</link></item></channel></rss>";
  world = openFeedFixture({
    feeds: [publisher("good"), publisher("dead")],
    fetch: async (url, init) => (url.hostname === "good.example" ? new Response(document) : offline(url, init)),
  });
}

test("every source has its line, a dead one on stderr, and foreign text is on neither", async () => {
  open();
  const { code, out, err } = await run("--locale", "en");
  expect(code).toBe(0);
  expect(out[0]).toMatch(/^good\s+\+1\s+good$/);
  expect(err).toHaveLength(1);
  expect(err[0]).toMatch(/^dead\s+failed: connect\s+dead$/);
  expect(out.at(-1)).toBe("New items: 1. Sources without an answer: 1.");
  expect([...out, ...err].join()).not.toContain("FOREIGNMARK");
});

test("--due asks only the sources whose time has come, and --json prints the answer", async () => {
  open();
  await run();
  const { out } = await run("--due", "--json");
  expect(JSON.parse(out.join(""))).toMatchObject({ sources: [], added: 0, failed: 0 });
});

test("a word too many is refused", async () => {
  open();
  expect((await run("everything")).code).toBe(2);
});
