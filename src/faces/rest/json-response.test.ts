import { gunzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { jsonResponse } from "./json-response.ts";

const long = { rows: Array.from({ length: 1_000 }, (_, row) => ({ row, name: "Železiarne, a. s." })) };
const asked = (headers: Record<string, string>) => new Request("http://localhost/api/rows", { headers });
const respond = (answer: object, headers: Record<string, string>, maxAge?: number) =>
  jsonResponse(asked(headers), answer, maxAge, {}, []);

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

  test("has one weak tag for both forms, and is not sent again to who has either", async () => {
    const compressed = await respond(long, { "accept-encoding": "gzip" }, 300);
    const plain = await respond(long, {}, 300);
    const etag = compressed.headers.get("etag") ?? "";
    expect(etag).toMatch(/^W\/"/);
    expect(plain.headers.get("etag")).toBe(etag);
    const again = await respond(long, { "accept-encoding": "gzip", "if-none-match": etag }, 300);
    expect([again.status, again.headers.get("vary"), again.headers.get("content-encoding")]).toEqual([
      ...[304, "Accept-Encoding", null],
    ]);
  });
});

test("a short answer comes as it is: it would be here no sooner", async () => {
  const response = await respond({ rows: [] }, { "accept-encoding": "gzip" }, 300);
  expect([response.headers.get("content-encoding"), response.headers.get("vary")]).toEqual([null, null]);
  expect(await response.json()).toEqual({ rows: [] });
});
