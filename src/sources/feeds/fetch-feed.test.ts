import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createConnectFetch } from "../../outbound/connect-fetch.ts";
import { type FakeServer, startFakeServer, text } from "../../outbound/fake-server.fixture.ts";
import type { Fetch } from "../../outbound/request-json.ts";
import { fetchFeed, MOST_BYTES } from "./fetch-feed.ts";

let server: FakeServer;
const closing = new AbortController();
const environment = {
  fetch: createConnectFetch(),
  userAgent: "Dosah/test",
  now: () => new Date(0),
  closing: closing.signal,
};
const fresh = { etag: null, lastModified: null };
const plain = { redirectHosts: [] };

beforeEach(async () => {
  server = await startFakeServer(text("<rss/>"));
});

afterEach(() => server.close());

test("a feed arrives with its type and its validators", async () => {
  server.script = text("<rss/>", 200, {
    "content-type": "text/xml",
    etag: '"a"',
    "last-modified": "Sat, 21 Nov 2026 12:00:00 GMT",
  });
  const fetched = await fetchFeed(`${server.url}/rss`, plain, fresh, environment);
  expect(fetched).toMatchObject({ kind: "feed", contentType: "text/xml", etag: '"a"', url: `${server.url}/rss` });
  expect(server.requests[0]?.headers).toMatchObject({ "user-agent": "Dosah/test" });
  expect(server.requests[0]?.headers["if-none-match"]).toBeUndefined();
});

test("an unchanged feed is not sent again", async () => {
  server.script = text("", 304);
  const known = { etag: '"a"', lastModified: "Sat, 21 Nov 2026 12:00:00 GMT" };
  expect(await fetchFeed(server.url, plain, known, environment)).toEqual({ kind: "unchanged" });
  expect(server.requests[0]?.headers).toMatchObject({
    "if-none-match": '"a"',
    "if-modified-since": known.lastModified,
  });
});

test("a packed feed is unpacked", async () => {
  server.script = (_request, response) =>
    response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync("<rss/>"));
  const fetched = await fetchFeed(server.url, plain, fresh, environment);
  expect(fetched.kind === "feed" && new TextDecoder().decode(fetched.bytes)).toBe("<rss/>");
});

test("a feed of 50 MB is given up at the cap, packed or not, announced or not", async () => {
  const block = Buffer.alloc(1024 * 1024, "x");
  let sent = 0;
  server.script = (_request, response) => {
    const more = () => {
      while (sent++ < 50 && response.write(block));
      if (sent < 50) response.once("drain", more);
      else response.end();
    };
    more();
  };
  await expect(fetchFeed(server.url, plain, fresh, environment)).rejects.toMatchObject({ kind: "too_large" });
  expect(sent).toBeLessThan(50);
  server.script = (_request, response) =>
    response.writeHead(200, { "content-length": String(MOST_BYTES + 1) }).write("<");
  await expect(fetchFeed(server.url, plain, fresh, environment)).rejects.toMatchObject({ kind: "too_large" });
  server.script = (_request, response) =>
    response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync(Buffer.alloc(50 * 1024 * 1024)));
  await expect(fetchFeed(server.url, plain, fresh, environment)).rejects.toMatchObject({ kind: "too_large" });
});

test.each([
  ["a 404", 404, {}, { kind: "http_status", status: 404 }],
  ["a 500", 500, {}, { kind: "http_status", status: 500 }],
  ["a 204, which is no feed", 204, {}, { kind: "http_status", status: 204 }],
  ["a 429 with its wait", 429, { "retry-after": "120" }, { kind: "rate_limited", waitMs: 120_000 }],
])("%s is a failure in our words", async (_case, status, headers, failure) => {
  server.script = text("", status, headers);
  await expect(fetchFeed(server.url, plain, fresh, environment)).rejects.toMatchObject(failure);
});

test("a source that never answers is given up in time", async () => {
  server.script = () => undefined;
  await expect(fetchFeed(server.url, plain, fresh, { ...environment, wholeMs: 80 })).rejects.toMatchObject({
    kind: "timeout",
  });
  server.script = (_request, response) => response.writeHead(200).write("<rss>");
  await expect(fetchFeed(server.url, plain, fresh, { ...environment, wholeMs: 80 })).rejects.toMatchObject({
    kind: "timeout",
  });
});

test("a connection that breaks off is a failure, and so is none at all", async () => {
  server.script = (_request, response) =>
    response.writeHead(200, { "content-length": "99" }).write("<", () => response.destroy());
  await expect(fetchFeed(server.url, plain, fresh, environment)).rejects.toMatchObject({ kind: "broken_off" });
  await expect(fetchFeed("http://127.0.0.1:1/", plain, fresh, environment)).rejects.toMatchObject({ kind: "connect" });
});

test("a redirect on the same server is followed; one that goes round is not for long", async () => {
  server.script = (request, response) =>
    request.url === "/new" ? response.end("<rss/>") : response.writeHead(301, { location: "/new" }).end();
  expect(await fetchFeed(`${server.url}/old`, plain, fresh, environment)).toMatchObject({ url: `${server.url}/new` });
  server.script = text("", 302, { location: "/again" });
  await expect(fetchFeed(server.url, plain, fresh, environment)).rejects.toMatchObject({ kind: "redirect" });
  expect(server.asked.length).toBeLessThan(10);
});

/** A web of hosts in which every address redirects as the table says, else gives a feed. */
function web(redirects: Readonly<Record<string, string>>): { fetch: Fetch; asked: string[] } {
  const asked: string[] = [];
  const fetch: Fetch = async (url) => {
    asked.push(url.href);
    const location = redirects[url.href];
    return location === undefined ? new Response("<rss/>") : new Response(null, { status: 301, headers: { location } });
  };
  return { fetch, asked };
}

test.each([
  ["to https on the same host", "http://urad.example/rss", "https://urad.example/rss", []],
  ["to the host with www", "https://urad.example/rss", "https://www.urad.example/rss", []],
  ["to a host that the source names", "https://urad.example/rss", "https://feeds.example/rss", ["feeds.example"]],
])("a redirect %s is followed", async (_case, from, to, redirectHosts) => {
  const { fetch } = web({ [from]: to });
  expect(await fetchFeed(from, { redirectHosts }, fresh, { ...environment, fetch })).toMatchObject({ url: to });
});

test.each([
  ["to another host", "https://urad.example/rss", "https://evil.example/rss", []],
  ["to a host that only ends like it", "https://urad.example/rss", "https://evilurad.example/rss", []],
  ["away from https", "https://urad.example/rss", "http://urad.example/rss", []],
  ["away from https, to a named host", "https://urad.example/rss", "http://feeds.example/rss", ["feeds.example"]],
  ["to another port", "https://urad.example/rss", "https://urad.example:8443/rss", []],
  ["to the machine itself", "https://urad.example/rss", "http://127.0.0.1/", []],
  ["with a password", "https://urad.example/rss", "https://a:b@urad.example/", []],
  ["to a file", "https://urad.example/rss", "file:///etc/passwd", []],
  ["to nowhere", "https://urad.example/rss", "", []],
])("a redirect %s is not followed", async (_case, from, to, redirectHosts) => {
  const { fetch, asked } = web({ [from]: to });
  const outcome = fetchFeed(from, { redirectHosts }, fresh, { ...environment, fetch });
  await expect(outcome).rejects.toMatchObject({ kind: "redirect" });
  expect(new Set(asked)).toEqual(new Set([from]));
});

test("closing breaks off what is under way", async () => {
  const shutdown = new AbortController();
  server.script = () => shutdown.abort();
  const outcome = fetchFeed(server.url, plain, fresh, { ...environment, closing: shutdown.signal });
  await expect(outcome).rejects.toMatchObject({ kind: "closed" });
});
