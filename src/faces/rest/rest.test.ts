import { describe, expect, test } from "vitest";
import {
  callFixtures,
  countingLimiter,
  fixtureCapabilities,
  keepingLog,
  VALID_KEY,
} from "../../../test/mcp/capabilities.fixture.ts";
import { publicCaching } from "../../core/cache-control.ts";
import { createRest } from "./rest.ts";
import { BODY_LIMIT } from "./transport-problems.ts";

function fixtureRest(quota = 1_000_000) {
  const log = keepingLog();
  const limiter = countingLimiter(quota);
  const { app } = createRest({
    capabilities: fixtureCapabilities,
    call: callFixtures(limiter),
    clientAddress: () => "192.0.2.1",
    baseUrl: "https://dosah.test",
    version: "0.1.0",
    log,
  });
  return { app, log, limiter };
}

const { app, log } = fixtureRest();
const json = { "Content-Type": "application/json" };
const post = (body: BodyInit, headers: Readonly<Record<string, string>> = json, query = "") =>
  app.request(`/api/greet${query}`, { method: "POST", body, headers });

describe("every answer", () => {
  test.each<[string, string, RequestInit, string | null]>([
    ["one in Slovak", "/api/greet?who=Anna", {}, "sk"],
    ["one in the language that was asked for", "/api/greet?who=Anna&locale=en", {}, "en"],
    ["one to a body", "/api/greet", { method: "POST", headers: json, body: '{"name":"Anna","locale":"cs"}' }, "cs"],
    ["a problem", "/api/greet?locale=en", {}, "en"],
    ["an unknown address", "/api/nothing?locale=cs", {}, "cs"],
    ["the description of the API, which is in one language", "/api/openapi.json", {}, null],
    ["one without texts of ours", "/api/v1/mine", { headers: { Authorization: VALID_KEY } }, null],
  ])("says its language and where it is described: %s", async (_case, path, init, language) => {
    const { headers } = await app.request(path, init);
    expect(headers.get("content-language")).toBe(language);
    expect(headers.get("link")).toBe('</api/openapi.json>; rel="service-desc"');
  });
});

describe("a GET", () => {
  test("turns its query into arguments under the public names and gives the shortened answer", async () => {
    const response = await app.request("/api/greet?who=Anna&times=2&loud=true&tags=a&tags=b&locale=en");
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("application/json");
    expect(await response.json()).toEqual({ greeting: "Good day", tags: ["a", "b"] });
  });

  test("answers in Slovak unless asked otherwise, whatever the browser prefers", async () => {
    const response = await app.request("/api/greet?who=Anna", { headers: { "Accept-Language": "en" } });
    expect(await response.json()).toMatchObject({ greeting: "Dobrý deň" });
  });

  test.each<[string, string, string]>([
    ["a missing parameter", "", "who"],
    ["a parameter that is too short", "who=A", "who"],
    ["a number that is none", "who=Anna&times=two", "times"],
    ["a number in hexadecimal", "who=Anna&times=0x2", "times"],
    ["a boolean that is none", "who=Anna&loud=yes", "loud"],
    ["a list with an unknown value", "who=Anna&tags=a&tags=x", "tags.1"],
    ["bytes that are no text", "who=%8ela", "who"],
    ["a parameter given twice", "who=Anna&who=Eva", "who"],
    ["the inner name of a parameter", "name=Anna", "who"],
    ["an unknown locale", "who=Anna&locale=de", "locale"],
    ["a mistyped parameter", "who=Anna&tiems=1", "times"],
  ])("refuses %s and names the field", async (_case, query, field) => {
    const response = await app.request(`/api/greet?${query}`);
    expect(response.status).toBe(400);
    const problem = (await response.json()) as { field?: string; detail: string }; // the shape is tested below
    if (field === "who" && query.startsWith("name=")) expect(problem.detail).toContain("who");
    else expect(problem.field).toBe(field);
    expect(problem.detail).not.toContain(" name");
  });

  test("says which parameters it knows when one is unknown, without repeating it", async () => {
    const response = await app.request("/api/greet?who=Anna&zzz=<script>&locale=en");
    const { detail } = (await response.json()) as { detail: string }; // the shape is tested below
    expect(detail).toContain("who, times, loud, tags, locale");
    expect(detail).not.toContain("zzz");
  });

  test.each(["__proto__", "constructor", "toString", "hasOwnProperty"])(
    "refuses a parameter called %s",
    async (name) => {
      expect((await app.request(`/api/greet?who=Anna&${name}=1`)).status).toBe(400);
    },
  );

  test("reads a parameter of its path, which the query cannot change", async () => {
    expect(await (await app.request("/api/parts/two")).json()).toMatchObject({ mode: "part", part: "two" });
    expect((await app.request("/api/parts/three")).status).toBe(400);
    expect((await app.request("/api/parts/two?part=one")).status).toBe(400);
  });

  test("reads a name that is repeated 300,000 times: each value is read once, not copied with all before it", async () => {
    const response = await app.request(`/api/greet?who=Anna${"&tags=a".repeat(300_000)}`);
    const { tags } = (await response.json()) as { tags: readonly string[] }; // the shape is tested above
    expect(tags).toHaveLength(300_000);
  });

  test("answers HEAD with the same headers and no body", async () => {
    const head = await app.request("/api/greet?who=Anna", { method: "HEAD" });
    const get = await app.request("/api/greet?who=Anna");
    expect(head.status).toBe(200);
    expect(await head.text()).toBe("");
    expect(head.headers.get("etag")).toBe(get.headers.get("etag"));
  });

  test("may be kept where the offer says so, and is not sent again unchanged", async () => {
    const first = await app.request("/api/greet?who=Anna");
    const etag = first.headers.get("etag") ?? "";
    expect(first.headers.get("cache-control")).toBe(publicCaching(60));
    for (const tag of [etag, etag.replace("W/", ""), `"other", ${etag}`, "*"]) {
      const again = await app.request("/api/greet?who=Anna", { headers: { "If-None-Match": tag } });
      expect(again.status).toBe(304);
      expect(await again.text()).toBe("");
      expect(again.headers.get("etag")).toBe(etag);
    }
    const other = await app.request("/api/greet?who=Anna&locale=en", { headers: { "If-None-Match": etag } });
    expect(other.status).toBe(200);
    expect((await app.request("/api/parts/one")).headers.get("cache-control")).toBe("no-store");
  });
});

describe("a POST", () => {
  test("takes one JSON object and gives the whole answer", async () => {
    const response = await post(JSON.stringify({ name: "Anna", times: 2 }));
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ times: 2, untrusted: { name: "Anna" } });
  });

  test("takes the language from its query or its body, not from both", async () => {
    expect(await (await post('{"name":"Anna"}', json, "?locale=en")).json()).toMatchObject({ greeting: "Good day" });
    const body = '{"name":"Anna","locale":"cs"}';
    expect(await (await post(body)).json()).toMatchObject({ greeting: "Dobrý den" });
    expect(await (await post(body, json, "?locale=en")).json()).toMatchObject({ field: "locale", status: 400 });
  });

  test.each<[string, BodyInit, Readonly<Record<string, string>>, number]>([
    ["no content type", "{}", {}, 415],
    ["a form", "name=Anna", { "Content-Type": "application/x-www-form-urlencoded" }, 415],
    ["another character set", "{}", { "Content-Type": "application/json; charset=latin2" }, 415],
    ["a compressed body", "{}", { ...json, "Content-Encoding": "gzip" }, 415],
    ["no JSON", "{", json, 400],
    ["an empty body", "", json, 400],
    ["no UTF-8", new Uint8Array([0x22, 0xff, 0x22]), json, 400],
    ["an array", "[]", json, 400],
    ["null", "null", json, 400],
    ["an unknown field", '{"name":"Anna","zzz":1}', json, 400],
    ["a field called __proto__", '{"name":"Anna","__proto__":{"times":2}}', json, 400],
    ["a body over the limit", `"${"x".repeat(BODY_LIMIT)}"`, json, 413],
  ])("refuses %s", async (_case, body, headers, status) => {
    const response = await post(body, headers);
    expect(response.status).toBe(status);
    expect(response.headers.get("content-type")).toBe("application/problem+json");
  });

  test("refuses anything but the language in its query", async () => {
    const response = await post('{"name":"Anna"}', json, "?times=2");
    expect(response.status).toBe(400);
  });

  test("does not read on when a body grows over the limit", async () => {
    let pulled = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        pulled++;
        controller.enqueue(new Uint8Array(64 * 1024));
      },
    });
    const init: RequestInit & { duplex: "half" } = { method: "POST", body: endless, headers: json, duplex: "half" };
    expect((await app.request("/api/greet", init)).status).toBe(413);
    expect(pulled).toBeLessThan(10);
  });
});

describe("a problem", () => {
  test("has the members of RFC 9457 and ours, in the language asked for", async () => {
    const response = await app.request("/api/fail?how=not_found&locale=cs");
    expect(response.status).toBe(404);
    expect(response.headers.get("content-type")).toBe("application/problem+json");
    expect(response.headers.get("content-language")).toBe("cs");
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(await response.json()).toEqual({
      type: "https://dosah.test/docs/api#problem-not_found",
      title: "Nenalezeno",
      status: 404,
      detail: "Nic tu není.",
      code: "not_found",
      nextStep: "Hledejte jinde.",
      field: "how",
    });
  });

  test("speaks the language that the browser prefers when none is asked for", async () => {
    const response = await app.request("/api/fail?how=not_found", {
      headers: { "Accept-Language": "de, en;q=0.7, cs;q=0.3" },
    });
    expect(await response.json()).toMatchObject({ detail: "Nothing is there." });
    expect(response.headers.get("vary")).toBe("Accept-Language");
  });

  test("of a failing source is 503 with the time to wait", async () => {
    const response = await app.request("/api/fail?how=source_unavailable");
    expect(response.status).toBe(503);
    expect(response.headers.get("retry-after")).toBe("60");
    expect(await response.json()).toMatchObject({ code: "source_unavailable", retryAfter: 60 });
  });

  test("of a bug says nothing of its cause, which is logged", async () => {
    const response = await app.request("/api/fail?how=bug");
    expect(response.status).toBe(500);
    expect(await response.text()).not.toContain("secret");
    expect(log.lines.at(-1)?.details.err).toMatchObject({ message: "the secret cause" });
  });

  test.each(["/api/nope", "/api/", "/api", "/api/greet/more", "/api/%00", "/api/greet%2f"])(
    "at %s is 404",
    async (path) => {
      const response = await app.request(path);
      expect(response.status).toBe(404);
      expect(response.headers.get("content-type")).toBe("application/problem+json");
    },
  );

  test.each(["PUT", "DELETE", "PATCH"])("%s is 405 and says what is allowed", async (method) => {
    const response = await app.request("/api/greet", { method });
    expect(response.status).toBe(405);
    expect(response.headers.get("allow")).toBe("GET, HEAD, POST, OPTIONS");
    expect(await response.json()).toMatchObject({ code: "method_not_allowed" });
    const onlyGet = await app.request("/api/fail", { method: "POST", body: "{}", headers: json });
    expect(onlyGet.headers.get("allow")).toBe("GET, HEAD, OPTIONS");
  });
});

describe("limits", () => {
  test("stand in the headers of counted answers, but not of those that shared caches may keep", async () => {
    const response = await app.request("/api/greet?who=Anna");
    expect([response.headers.get("ratelimit-policy"), response.headers.get("ratelimit")]).toEqual([null, null]);
    expect((await app.request("/api/parts/one")).headers.get("ratelimit")).toBeNull();
  });

  test("used up are 429 with the time to wait; an invalid call consumes nothing", async () => {
    const { app: limited, limiter } = fixtureRest(1);
    expect((await limited.request("/api/greet?who=A")).status).toBe(400);
    expect(limiter.used()).toBe(0);
    expect((await limited.request("/api/greet?who=Anna")).status).toBe(200);
    const refused = await limited.request("/api/greet?who=Anna");
    expect(refused.status).toBe(429);
    expect(refused.headers.get("retry-after")).toBe("30");
    expect(refused.headers.get("ratelimit")).toBe('"activity_search";r=0;t=30');
    expect(await refused.json()).toMatchObject({ code: "rate_limited", retryAfter: 30 });
  });
});

describe("keys", () => {
  test("an endpoint that needs one answers 401 without, before anything else is checked", async () => {
    for (const headers of [new Headers(), new Headers({ Authorization: "Bearer wrong" })]) {
      const response = await app.request("/api/v1/mine?zzz=1", { headers });
      expect(response.status).toBe(401);
      expect(response.headers.get("www-authenticate")).toBe("Bearer");
      expect(await response.json()).toMatchObject({ code: "unauthorized" });
    }
  });

  test("a valid one opens it, and takes the language of errors although it has no texts", async () => {
    const headers = { Authorization: VALID_KEY };
    const response = await app.request("/api/v1/mine?locale=en", { headers });
    expect(await response.json()).toEqual({ secret: "yours" });
    expect(await (await app.request("/api/v1/mine?locale=de", { headers })).json()).toMatchObject({ field: "locale" });
  });
});

describe("browsers", () => {
  test("may ask public endpoints from any page, also before a POST, and read failures", async () => {
    for (const path of ["/api/greet?who=Anna", "/api/greet", "/api/nope"]) {
      expect((await app.request(path)).headers.get("access-control-allow-origin")).toBe("*");
    }
    const preflight = await app.request("/api/greet", { method: "OPTIONS" });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get("access-control-allow-methods")).toBe("GET, HEAD, POST, OPTIONS");
    expect(preflight.headers.get("access-control-allow-credentials")).toBeNull();
  });

  test("may not send keys from foreign pages", async () => {
    const response = await app.request("/api/v1/mine", { headers: { Authorization: VALID_KEY } });
    expect(response.headers.get("access-control-allow-origin")).toBeNull();
    expect((await app.request("/api/v1/mine", { method: "OPTIONS" })).status).toBe(405);
  });
});
