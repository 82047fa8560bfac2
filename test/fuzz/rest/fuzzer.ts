import assert from "node:assert/strict";
import fc from "fast-check";
import { createRest } from "../../../src/faces/rest/rest.ts";
import { callFixtures, fixtureCapabilities, keepingLog } from "../../mcp/capabilities.fixture.ts";
import type { Fuzzer } from "../fuzzer.ts";
import { INSIDE, requestOf } from "../http-text.ts";

const log = keepingLog();
const { app } = createRest({
  capabilities: fixtureCapabilities,
  call: callFixtures(),
  clientAddress: () => "192.0.2.1",
  baseUrl: "https://dosah.test",
  version: "0.1.0",
  log,
});

const pairs = fc.array(
  fc.tuple(fc.constantFrom("name", "who", "times", "loud", "tags", "locale", "x"), fc.string({ maxLength: 8 })),
  { maxLength: 5 },
);

/** Requests to the REST interface: paths, query strings and bodies. */
export const fuzzer: Fuzzer = {
  words: [
    "GET",
    "POST",
    "/api/greet",
    "/api/parts/one",
    "who=Anna",
    "times=1",
    "tags=a&tags=b",
    "%ff",
    "%",
    "application/json",
    "+",
    "&&",
  ],
  arbitrary: fc.tuple(fc.boolean(), pairs).map(([isPost, list]) => {
    const query = list.map(([name, value]) => `${name}=${value}`).join("&");
    const body = JSON.stringify(Object.fromEntries(list));
    return isPost ? `POST /api/greet\ncontent-type: application/json\n\n${body}` : `GET /api/greet?${query}\n\n`;
  }),
  async check(input) {
    const { method, target, headers, body } = requestOf(input);
    const request = built(method, target, headers, body);
    // What the platform itself does not let through never reaches the interface.
    if (request === undefined) return;
    const response = await app.fetch(request);
    const text = await response.text();
    assert.doesNotMatch(text, INSIDE);
    const failures = log.lines.splice(0).filter(({ details }) => details.capability !== "fail");
    assert.deepEqual(failures, []);
    if (!new URL(request.url).pathname.startsWith("/api/fail"))
      assert.ok(response.status < 500, `status ${response.status}`);
    if (response.status < 400 || request.method === "HEAD") return;
    // Paths outside the interface belong to others.
    if (!/^\/api(?:\/|$)/.test(new URL(request.url).pathname)) return;
    assert.equal(response.headers.get("content-type"), "application/problem+json");
    assert.equal(JSON.parse(text).status, response.status);
  },
};

function built(
  method: string,
  target: string,
  headers: ReadonlyMap<string, string>,
  body: string,
): Request | undefined {
  try {
    const hasBody = method !== "GET" && method !== "HEAD" && body !== "";
    const path = target.startsWith("/") ? target : `/${target}`;
    const init = { method, headers: [...headers].filter(([name]) => name !== ""), ...(hasBody ? { body } : {}) };
    return new Request(`https://dosah.test${path}`, init);
  } catch {
    return undefined;
  }
}
