import { Hono } from "hono";
import { expect, test } from "vitest";
import { FIRMS, webOver } from "../../../test/browser/web.fixture.ts";
import { publicCaching } from "../../core/cache-control.ts";
import { compress } from "./compress.ts";
import { entityTag } from "./entity-tag.ts";

const { app } = webOver();
const gzip = { "Accept-Encoding": "gzip, br" };
const get = (path: string, headers: Record<string, string> = {}, method = "GET") =>
  app.request(path, { method, headers });
const tagOf = async (path: string, headers?: Record<string, string>) =>
  (await get(path, headers)).headers.get("etag") ?? "";

test("each form of a page has a strong tag of its own, the same each time", async () => {
  const [plain, packed] = [await tagOf("/sk"), await tagOf("/sk", gzip)];
  expect(plain).toMatch(/^"[\w-]{22}"$/);
  expect(packed).toBe(plain.replace(/"$/, '-gzip"'));
  expect(await tagOf("/sk")).toBe(plain);
  expect(await tagOf("/cs")).not.toBe(plain);
  expect((await get("/sk", gzip, "HEAD")).headers.get("etag")).toBe(packed);
});

test.each([
  ["the compressed form", gzip, (tag: string) => tag, 304],
  ["the plain form", {}, (tag: string) => tag, 304],
  ["one of several", {}, (tag: string) => `"other", ${tag}`, 304],
  ["any", {}, () => "*", 304],
  ["the tag as a proxy made it weak", gzip, (tag: string) => `W/${tag}`, 304],
  ["another page", {}, () => '"other"', 200],
  ["the plain form, and takes the compressed one", gzip, (tag: string) => tag.replace("-gzip", ""), 200],
] as const)("a reader that has %s", async (_what, accepting, condition, status) => {
  const first = await get("/sk", accepting);
  const again = await get("/sk", { ...accepting, "If-None-Match": condition(first.headers.get("etag") ?? "") });
  expect(again.status).toBe(status);
  for (const name of ["etag", "cache-control", "vary", "content-security-policy"])
    expect(again.headers.get(name), name).toBe(first.headers.get(name));
  expect((await again.text()) === "").toBe(status === 304);
});

test("a page that everybody gets alike may be shared; what was counted, and a problem, may not", async () => {
  const caching = async (path: string) => (await get(path)).headers.get("cache-control");
  expect(await caching("/sk/obligations")).toBe(publicCaching());
  expect(await caching("/sk/changelog.rss")).toBe(publicCaching());
  expect(await caching(`/sk/firma/sk/${FIRMS.important}`)).toBe("private, no-cache");
  expect(await caching("/sk/search?q=tipos")).toBe("private, no-cache");
  expect(await caching("/sk/nothing")).toBe("private, no-cache");
});

test("what no cache may keep has no tag, and a tag of its own stays", async () => {
  const documents = new Hono()
    .use(compress)
    .use(entityTag)
    .get("/secret", (context) => context.text("x", 200, { "Cache-Control": "private, no-store" }))
    .get("/tagged", (context) => context.text("x", 200, { ETag: '"its own"' }));
  expect((await documents.request("/secret")).headers.get("etag")).toBeNull();
  expect((await documents.request("/tagged")).headers.get("etag")).toBe('"its own"');
});
