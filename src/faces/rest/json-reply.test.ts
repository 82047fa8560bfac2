import { gunzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { publicCaching } from "../../core/cache-control.ts";
import { toResponse } from "../sending/reply.ts";
import { jsonReply } from "./json-reply.ts";

const long = { rows: Array.from({ length: 1_000 }, (_, row) => ({ row, name: "Železiarne, a. s." })) };
const respond = async (answer: object, headers: Record<string, string>, maxAge?: number) =>
  toResponse(
    await jsonReply(
      (name) => headers[name],
      () => answer,
      { maxAge },
      {},
      [],
    ),
  );

describe("a long answer", () => {
  test.each([300, undefined])("is compressed for callers that accept it (max-age %s)", async (maxAge) => {
    const response = await respond(long, { "accept-encoding": "gzip, deflate, br" }, maxAge);
    expect(response.headers.get("content-encoding")).toBe("gzip");
    expect(response.headers.get("vary")).toBe("Accept-Encoding");
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(JSON.parse(gunzipSync(bytes).toString("utf8"))).toEqual(long);
  });

  test("comes as it is to everybody else, and says to caches that there are two forms", async () => {
    for (const headers of [{}, { "accept-encoding": "identity" }, { "accept-encoding": "gzip;q=0" }]) {
      const response = await respond(long, headers, 300);
      expect(response.headers.get("content-encoding")).toBeNull();
      expect(response.headers.get("vary")).toBe("Accept-Encoding");
      expect(await response.json()).toEqual(long);
    }
  });

  test("has a strong tag for each form, and is not sent again to who has it", async () => {
    const compressed = await respond(long, { "accept-encoding": "gzip" }, 300);
    const plain = await respond(long, {}, 300);
    const etag = compressed.headers.get("etag") ?? "";
    expect(etag).toMatch(/^"[\w-]{22}-gzip"$/);
    expect(plain.headers.get("etag")).toBe(etag.replace("-gzip", ""));
    const again = await respond(long, { "accept-encoding": "gzip", "if-none-match": etag }, 300);
    expect([again.status, again.headers.get("vary"), again.headers.get("content-encoding")]).toEqual([
      304,
      "Accept-Encoding",
      null,
    ]);
  });
});

test("a short answer comes as it is: it would be here no sooner", async () => {
  const response = await respond({ rows: [] }, { "accept-encoding": "gzip" }, 300);
  expect([response.headers.get("content-encoding"), response.headers.get("vary")]).toEqual([null, null]);
  expect(await response.json()).toEqual({ rows: [] });
});

test("what shared caches may keep says nothing of the limit of the caller who asked first", async () => {
  const state = { name: "counted", quota: 3, windowSeconds: 60, remaining: 2, resetSeconds: 60 };
  const reply = async (maxAge?: number) => {
    const { headers } = await jsonReply(
      () => undefined,
      () => ({ rows: [] }),
      { maxAge },
      {},
      [state],
    );
    return [headers.RateLimit, headers["Cache-Control"]];
  };
  expect(await reply(300)).toEqual([undefined, publicCaching()]);
  expect(await reply()).toEqual(['"counted";r=2;t=60', "private, no-store"]);
});
