import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { FIRMS, webOver } from "../../../test/browser/web.fixture.ts";
import { publicCaching } from "../../core/cache-control.ts";
import { CODINGS } from "../../core/content-coding.ts";
import { pack } from "../sending/packed.ts";
import { type Document, documentReply } from "./document.ts";

const { app } = webOver();
const gzip = { "Accept-Encoding": "gzip, deflate, br" };
const get = (path: string, headers: Record<string, string> = {}, method = "GET") =>
  app.request(path, { method, headers });
const tagOf = async (path: string, headers?: Record<string, string>) =>
  (await get(path, headers)).headers.get("etag") ?? "";

const document = (text: string, headers: Record<string, string>): Document => ({
  status: 200,
  headers,
  body: pack(Buffer.from(text)),
});
const accepting = (value: string) => (name: string) => (name === "accept-encoding" ? value : undefined);

test.each(["/sk", "/sk/changelog.rss", "/sk/changelog.json", "/sk/nis2-radar.csv"])(
  "%s is compressed for readers that accept it, and is the same",
  async (path) => {
    const [small, plain] = [await get(path, gzip), await get(path)];
    const whole = Buffer.from(await plain.arrayBuffer());
    const isLong = whole.length >= 1_400;
    expect(small.headers.get("content-encoding")).toBe(isLong ? "gzip" : null);
    expect(plain.headers.get("content-encoding")).toBeNull();
    for (const response of [small, plain]) expect(response.headers.get("vary")).toContain("Accept-Encoding");
    const bytes = Buffer.from(await small.arrayBuffer());
    expect((isLong ? gunzipSync(bytes) : bytes).equals(whole)).toBe(true);
  },
);

test("a reader that asks for the head alone gets no body", async () => {
  const head = await get("/sk", gzip, "HEAD");
  expect([head.status, await head.text()]).toEqual([200, ""]);
});

test("what is short, and what is no text, comes as it is", async () => {
  const all = [
    document("x".repeat(1_399), { "Content-Type": "text/plain" }),
    document("x".repeat(9_000), { "Content-Type": "image/png" }),
  ];
  for (const each of all) {
    const { headers } = await documentReply(each, accepting("gzip"));
    expect(headers["Content-Encoding"]).toBeUndefined();
  }
});

test("what is sent many times is packed with Brotli too, each form under a tag of its own", async () => {
  const text = "<p>Zákon o kybernetickej bezpečnosti</p>".repeat(100);
  const page = document(text, { "Content-Type": "text/html", "Cache-Control": publicCaching() });
  const sent = async (value: string) => documentReply(page, accepting(value), { codings: CODINGS });
  const [plain, small, smallest] = [await sent(""), await sent("gzip"), await sent("gzip, br")];
  expect(small.headers["Content-Encoding"]).toBe("gzip");
  expect(smallest.headers["Content-Encoding"]).toBe("br");
  expect(gunzipSync(Buffer.from(small.body ?? "")).toString()).toBe(text);
  expect(brotliDecompressSync(Buffer.from(smallest.body ?? "")).toString()).toBe(text);
  const tags = [plain, small, smallest].map(({ headers }) => headers.ETag);
  expect(tags).toEqual([tags[0], tags[0]?.replace(/"$/, '-gzip"'), tags[0]?.replace(/"$/, '-br"')]);
});

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
] as const)("a reader that has %s", async (_what, encoding, condition, status) => {
  const first = await get("/sk", encoding);
  const again = await get("/sk", { ...encoding, "If-None-Match": condition(first.headers.get("etag") ?? "") });
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
  const secret = document("x", { "Content-Type": "text/plain", "Cache-Control": "private, no-store" });
  const tagged = document("x", { "Content-Type": "text/plain", ETag: '"its own"' });
  expect((await documentReply(secret, accepting(""))).headers.ETag).toBeUndefined();
  expect((await documentReply(tagged, accepting(""))).headers.ETag).toBe('"its own"');
});
