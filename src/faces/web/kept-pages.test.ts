import { expect, test } from "vitest";
import type { Capability } from "../../capabilities/capability.ts";
import { pack } from "../sending/packed.ts";
import type { Document } from "./document.ts";
import { createKeptPages } from "./kept-pages.ts";

const named = (name: string) => ({ name }) as unknown as Capability;
const [feed, stats, live] = [named("feed"), named("stats"), named("live")];

/** Kept pages over a world of which each part can be changed. */
function keeping(capacity = 1_000_000) {
  const world = { knowledge: {}, day: "2026-11-27", feed: {}, snapshot: {} };
  const pages = createKeptPages({
    capacity,
    edition: () => [world.knowledge, world.day],
    dependsOn: (capability) => {
      if (capability === feed) return [world.feed];
      return capability === stats ? [world.snapshot] : undefined;
    },
    count: () => true,
  });
  const make = (address: string, uses: readonly Capability[] = [feed, stats], meanwhile = () => {}) => {
    const grounds = pages.begin();
    for (const capability of uses) grounds.uses(capability);
    meanwhile();
    grounds.keep(address, page(address), []);
  };
  return { world, pages, make, has: (address: string) => pages.find(address) !== undefined };
}

const page = (text: string): Document => ({ status: 200, headers: {}, body: pack(Buffer.from(text)) });

test.each([
  ["the knowledge", { knowledge: {} }],
  ["the day", { day: "2026-11-28" }],
  ["the feed", { feed: {} }],
  ["the register snapshot", { snapshot: {} }],
])("a page is given again until %s changes", (_what, change) => {
  const { world, make, has } = keeping();
  make("/sk");
  expect([has("/sk"), has("/sk"), has("/cs")]).toEqual([true, true, false]);
  Object.assign(world, change);
  expect(has("/sk")).toBe(false);
});

test("a page rests on nothing that it did not ask for", () => {
  const { world, make, has } = keeping();
  make("/sk", [feed]);
  world.snapshot = {};
  expect(has("/sk")).toBe(true);
});

test("what changes while a page is made leaves it unkept", () => {
  const { world, make, has } = keeping();
  make("/sk", [feed], () => {
    world.feed = {};
  });
  make("/cs", [feed], () => {
    world.day = "2026-11-28";
  });
  expect([has("/sk"), has("/cs")]).toEqual([false, false]);
});

test("a page with an answer that must be asked for each time is not kept", () => {
  const { make, has } = keeping();
  make("/sk", [feed, live]);
  expect(has("/sk")).toBe(false);
});

test("an address with a query is kept from the second time on", () => {
  const { make, has } = keeping();
  make("/sk?page=2");
  expect(has("/sk?page=2")).toBe(false);
  make("/sk?page=2");
  expect(has("/sk?page=2")).toBe(true);
});

test("the compressed forms count, and what was used least recently goes first", async () => {
  const { pages, make, has } = keeping(7_000);
  for (const address of ["/a", "/b", "/c"]) make(address);
  expect(has("/a")).toBe(true);
  const text = Array.from({ length: 900 }, (_, index) => ((index * index * 7919) % 251).toString(36)).join("");
  const kept = pages.begin().keep("/d", page(text.slice(0, 900)), []);
  expect(["/a", "/c", "/b", "/d"].map(has)).toEqual([true, true, false, true]);
  await kept.body.form("gzip");
  expect(["/a", "/c", "/d"].map(has)).toEqual([false, true, true]);
});
