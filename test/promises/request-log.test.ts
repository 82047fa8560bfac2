import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { jsonPost, mcpPost, startTestService, type TestService, toolCall } from "./service.fixture.ts";

/** What no log line may hold. */
const QUERY = "Tajomná dopytovaná firma";
const ICO = "31322832";
const KEY = `dosah_${"k".repeat(40)}`;
const EMAIL = "jana.tajna@example.com";
const NAME = "SLOVNAFT";
/** A Czech tax number of a person holds a birth number. */
const BIRTH = "7801011234";
const ADDRESS = "203.0.113.77";

let dosah: TestService;

beforeAll(async () => {
  dosah = await startTestService({ env: { TRUST_PROXY: "loopback" } });
});
afterAll(() => dosah.close());

// biome-ignore lint/suspicious/noExplicitAny: a test looks into lines of every shape
type Line = any;

const requestLines = (): Line[] =>
  dosah.logged.map((line) => JSON.parse(line)).filter(({ msg }: Line) => msg === "request");

/** The line of one request, which its id tells from all others. */
async function lineOf(path: string, init: RequestInit = {}, from = ADDRESS): Promise<Line> {
  const response = await dosah.fetch(path, init, from);
  await response.arrayBuffer();
  const requestId = response.headers.get("x-request-id");
  const found = () => requestLines().filter((line) => line.requestId === requestId);
  await expect.poll(found).toHaveLength(1);
  return found()[0];
}

const authorized = (init: RequestInit = {}): RequestInit => {
  const headers = new Headers(init.headers);
  headers.set("Authorization", `Bearer ${KEY}`);
  return { ...init, headers };
};

/** One request a face, each with something that must not be logged. */
const REQUESTS: readonly [string, string, RequestInit, Line][] = [
  [
    "a tool of MCP",
    "/api/mcp",
    authorized(toolCall("nis2_scope_check", { ico: ICO, country: "SK" })),
    { face: "mcp", route: "/api/mcp", method: "POST", status: 200, capability: "nis2_scope_check", outcome: "ok" },
  ],
  [
    "a search by MCP that has no answer",
    "/api/mcp",
    toolCall("company_search", { query: EMAIL, country: "SK", limit: 99 }),
    { face: "mcp", route: "/api/mcp", status: 200, capability: "company_search", outcome: "invalid_arguments" },
  ],
  [
    "a REST path",
    `/api/scope-check?ico=${ICO}&country=SK`,
    authorized(),
    { face: "rest", route: "/api/scope-check", method: "GET", status: 200, outcome: "ok" },
  ],
  [
    "a REST body",
    "/api/scope-evaluate",
    jsonPost({ country: "SK", nace: ["35.11"], employees: 60, note: QUERY }),
    { face: "rest", route: "/api/scope-evaluate", method: "POST", status: 400, outcome: "invalid_arguments" },
  ],
  [
    "a page of a firm",
    `/sk/firma/sk/${ICO}`,
    {},
    { face: "web", route: "/{locale}/firma/{country}/{ico}", status: 200, capability: "nis2_scope_check" },
  ],
  [
    "a search page",
    `/sk/search?q=${encodeURIComponent(QUERY)}`,
    {},
    { face: "web", route: "/{locale}/search", status: 200, outcome: "ok" },
  ],
  [
    "a search page for a tax number of a person",
    `/cs/search?q=CZ${BIRTH}`,
    {},
    { face: "web", route: "/{locale}/search", status: 200, outcome: "ok" },
  ],
  [
    "a tool asked for a tax number of a person",
    "/api/mcp",
    toolCall("company_search", { query: `CZ${BIRTH}` }),
    { face: "mcp", route: "/api/mcp", status: 200, capability: "company_search", outcome: "ok" },
  ],
  [
    "a look-up by a tax number of a person",
    `/api/scope-check?ico=CZ${BIRTH}&country=CZ`,
    {},
    { face: "rest", route: "/api/scope-check", status: 400, outcome: "invalid_arguments" },
  ],
  [
    "a path that is none",
    `/${EMAIL}/${ICO}?q=${encodeURIComponent(QUERY)}`,
    { method: "PUT" },
    { face: "web", route: "other", method: "PUT", status: 404 },
  ],
];

describe("every request has one line in the log:", () => {
  test.each(REQUESTS)("%s", async (_name, path, init, expected) => {
    const line = await lineOf(path, init);
    expect(line).toMatchObject({ level: 30, ipPrefix: "203.0.113.0/24", ...expected });
    expect(line.ms).toBeGreaterThan(0);
    expect(line.bytes).toBeGreaterThan(200);
  });

  test("what the HTTP server refuses by itself", async () => {
    const { port } = new URL((await dosah.fetch("/healthz")).url);
    const before = requestLines().length;
    await new Promise<void>((resolve) => {
      const socket = connect(Number(port), "127.0.0.1", () => socket.end(`no http, ${EMAIL}\r\n\r\n`));
      socket.on("close", () => resolve()).resume();
    });
    await expect.poll(() => requestLines().length).toBe(before + 1);
    expect(requestLines().at(-1)).toMatchObject({
      face: "server",
      route: "unread",
      status: 400,
      ipPrefix: "127.0.0.0/24",
    });
  });

  test.each([
    ["stopped in the middle of its body", "end", 400],
    ["went away before the answer", "resetAndDestroy", null],
  ] as const)("also one whose client %s", async (_what, how, status) => {
    const { port } = new URL((await dosah.fetch("/healthz")).url);
    const before = requestLines().length;
    const head = ["POST /api/mcp HTTP/1.1", "Host: localhost", "Content-Type: application/json", "Content-Length: 9"];
    const socket = connect(Number(port), "127.0.0.1", () => {
      socket.write(`${head.join("\r\n")}\r\n\r\n{`);
      setTimeout(() => socket[how](), 50);
    });
    socket.on("error", () => undefined);
    await expect.poll(() => requestLines().length).toBe(before + 1);
    expect(requestLines().at(-1)).toMatchObject({ face: "mcp", route: "/api/mcp", status });
  });
});

test("no line holds a query, a number of a firm, a key, a name, a mail address or a whole address", () => {
  expect(requestLines().length).toBeGreaterThanOrEqual(REQUESTS.length + 2);
  for (const line of dosah.logged) {
    for (const secret of [QUERY, encodeURIComponent(QUERY), ICO, KEY, EMAIL, NAME, ADDRESS, BIRTH]) {
      expect(line).not.toContain(secret);
    }
  }
});

test("the line names what failed, in the words of the problem", async () => {
  const expected = { status: 503, capability: "nis2_scope_check", outcome: "source_unavailable" };
  expect(await lineOf("/api/scope-check?ico=00000019&country=SK")).toMatchObject(expected);
});

test("checks of a balancer that went well have no line", async () => {
  for (const path of ["/healthz", "/readyz"]) expect((await dosah.fetch(path)).status).toBe(200);
  await lineOf("/sk");
  expect(requestLines().filter(({ face }) => face === "health")).toEqual([]);
});

describe("the id of a request", () => {
  const own = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
  const headers = { "X-Request-Id": "from-the-proxy-1" };

  test("is taken over from a trusted proxy and sent back", async () => {
    expect(await lineOf("/sk", { headers })).toMatchObject({ requestId: "from-the-proxy-1" });
  });

  test.each([["short"], ["x".repeat(65)], ['{"quoted":"json"}'], ["two words of it"]])("but not %j", async (id) => {
    const { requestId } = await lineOf("/sk", { headers: { "X-Request-Id": id } });
    expect(requestId).toMatch(own);
  });

  test("and from nobody else; no body holds it", async () => {
    const direct = await startTestService();
    for (const [path, init] of [
      ["/sk", {}],
      ["/api/scope-check?ico=1", {}],
      ["/api/mcp", mcpPost([])],
    ] as const) {
      const response = await direct.fetch(path, {
        ...init,
        headers: { ...("headers" in init ? init.headers : {}), ...headers },
      });
      const requestId = response.headers.get("x-request-id") ?? "";
      expect(requestId).toMatch(own);
      expect(await response.text()).not.toContain(requestId);
    }
    await direct.close();
  });
});

test("the trace of another program stands in the line, and only one that is well formed", async () => {
  const trace = "4bf92f3577b34da6a3ce929d0e0e4736";
  const sent = async (traceparent: string) => (await lineOf("/sk", { headers: { traceparent } })).traceId;
  expect(await sent(`00-${trace}-00f067aa0ba902b7-01`)).toBe(trace);
  expect(await sent(`00-${"0".repeat(32)}-00f067aa0ba902b7-01`)).toBeUndefined();
  expect(await sent(`${trace}`)).toBeUndefined();
});
