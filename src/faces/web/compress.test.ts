import { gunzipSync } from "node:zlib";
import { Hono } from "hono";
import { expect, test } from "vitest";
import { webOver } from "../../../test/browser/web.fixture.ts";
import { compress } from "./compress.ts";

const { app } = webOver();
const get = (path: string, headers: Record<string, string> = {}, method = "GET") =>
  app.request(path, { method, headers });
const gzip = { "Accept-Encoding": "gzip, deflate, br" };

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
  const documents = new Hono()
    .use(compress)
    .get("/short", (context) => context.text("x".repeat(1_399)))
    .get("/picture", (context) => context.body("x".repeat(9_000), 200, { "Content-Type": "image/png" }));
  for (const path of ["/short", "/picture"]) {
    const response = await documents.request(path, { headers: gzip });
    expect(response.headers.get("content-encoding"), path).toBeNull();
  }
});
