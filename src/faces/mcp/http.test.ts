import { connect } from "node:net";
import { afterAll, describe, expect, test } from "vitest";
import { legacy, modern } from "../../../test/mcp/messages.ts";
import { startFixtureServer } from "../../../test/mcp/server.fixture.ts";
import type { LimitDecision } from "../../capabilities/calling/rate-limit-headers.ts";
import { firstCount } from "../../limits/first-count.ts";
import { BODY_LIMIT } from "./http.ts";

const state = { name: "mcp_endpoint", quota: 60, windowSeconds: 60, remaining: 59, resetSeconds: 30 };
let decision: LimitDecision = { allowed: true, states: [state] };
let taken = 0;
const server = await startFixtureServer({
  take: () => {
    taken++;
    return firstCount(() => decision, [], "");
  },
  bodyTimeoutMs: 150,
});
afterAll(server.close);

const json = { "Content-Type": "application/json" };
const ping = JSON.stringify(legacy("ping").body);

const send = (init: RequestInit) => fetch(server.url, { method: "POST", headers: json, ...init });

/** Writes bytes to the endpoint and gives all that comes back until it closes, or until `until` was seen. */
function raw(bytes: string | Buffer, until?: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(server.port, "127.0.0.1", () => socket.write(bytes));
    let answer = "";
    socket.on("data", (chunk) => {
      answer += chunk.toString("latin1");
      if (until !== undefined && answer.includes(until)) socket.destroy();
    });
    socket.on("close", () => resolve(answer));
    socket.on("error", reject);
  });
}

function head(headers: Readonly<Record<string, string>>): string {
  const lines = Object.entries({ Host: "127.0.0.1", ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  return `POST /api/mcp HTTP/1.1\r\n${lines.join("")}\r\n`;
}

describe("methods", () => {
  test.each(["GET", "DELETE", "PUT", "PATCH", "HEAD"])(
    "%s is refused at once with Allow: POST and counts nothing",
    async (method) => {
      const before = taken;
      const response = await fetch(server.url, { method });
      expect(response.status).toBe(405);
      expect(response.headers.get("allow")).toBe("POST");
      expect(await response.text()).toBe("");
      expect(taken).toBe(before);
    },
  );

  test("OPTIONS lets every page ask, before any key is looked at", async () => {
    const headers = { Origin: "https://page.example", "Access-Control-Request-Headers": "authorization" };
    const response = await fetch(server.url, { method: "OPTIONS", headers });
    expect(response.status).toBe(204);
    expect(response.headers.get("access-control-allow-origin")).toBe("*");
    expect(response.headers.get("access-control-allow-methods")).toBe("POST, OPTIONS");
    expect(response.headers.get("access-control-allow-headers")).toContain("Authorization, MCP-Protocol-Version");
    expect(response.headers.get("access-control-allow-credentials")).toBeNull();
  });
});

describe("an answer", () => {
  test.each([undefined, "application/json", "text/event-stream", "*/*", "application/json, text/event-stream"])(
    "is JSON whatever Accept says: %s",
    async (accept) => {
      const response = await send({ body: ping, headers: accept === undefined ? json : { ...json, Accept: accept } });
      expect(response.status).toBe(200);
      expect(response.headers.get("content-type")).toBe("application/json");
      expect(response.headers.get("mcp-session-id")).toBeNull();
      expect(await response.json()).toEqual({ jsonrpc: "2.0", id: 1, result: {} });
    },
  );

  test("shows the endpoint's limit and the tool's, and lets pages read them", async () => {
    const { body, headers } = modern("tools/call", { name: "greet", arguments: { name: "Žofia" } });
    const response = await send({ body: JSON.stringify(body), headers: { ...json, ...headers } });
    expect(response.headers.get("ratelimit")).toMatch(/^"mcp_endpoint";r=59;t=30, "company_search";r=\d+;t=30$/);
    expect(response.headers.get("ratelimit-policy")).toMatch(/^"mcp_endpoint";q=60;w=60, "company_search";q=\d+;w=60$/);
    expect(response.headers.get("access-control-expose-headers")).toContain("RateLimit");
    expect(await response.json()).toMatchObject({ result: { structuredContent: { untrusted: { name: "Žofia" } } } });
  });

  test("to a notification is 202 without a body", async () => {
    const response = await send({ body: JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" }) });
    expect(response.status).toBe(202);
    expect(await response.text()).toBe("");
  });
});

test.each([10, 9_000, 100_000])("an answer with %i letters of several bytes arrives whole", async (length) => {
  const id = "ž€".repeat(length / 2);
  const response = await send({ body: JSON.stringify({ jsonrpc: "2.0", id, method: "ping" }) });
  const bytes = Buffer.from(await response.arrayBuffer());
  expect(response.headers.get("content-length")).toBe(String(bytes.length));
  expect(JSON.parse(bytes.toString("utf8"))).toMatchObject({ id });
});

describe("the body", () => {
  test.each(["text/plain", "application/json-patch+json", "application/json; charset=latin1", ""])(
    "of type %j is refused",
    async (type) => {
      const response = await send({ body: ping, headers: { "Content-Type": type } });
      expect(response.status).toBe(415);
      expect(await response.json()).toMatchObject({ jsonrpc: "2.0", id: null, error: { code: -32600 } });
    },
  );

  test.each(["application/json; charset=utf-8", "Application/JSON", 'application/json;charset="UTF-8"'])(
    "of type %j is read",
    async (type) => {
      expect((await send({ body: ping, headers: { "Content-Type": type } })).status).toBe(200);
    },
  );

  test("that is compressed is refused", async () => {
    expect((await send({ body: ping, headers: { ...json, "Content-Encoding": "gzip" } })).status).toBe(415);
  });

  test("of exactly the limit is read, one byte more is not", async () => {
    const padded = (length: number) => ping + " ".repeat(length - ping.length);
    expect((await send({ body: padded(BODY_LIMIT) })).status).toBe(200);
    const response = await send({ body: padded(BODY_LIMIT + 1) });
    expect(response.status).toBe(413);
    expect(await response.json()).toMatchObject({ error: { code: expect.any(Number) } });
  });

  test("that is announced too large is refused before it arrives", async () => {
    const answer = await raw(head({ ...json, "Content-Length": "999999999" }), '"id":null');
    expect(answer).toContain("HTTP/1.1 413");
    expect(answer).toContain("Connection: close");
  });

  test("that grows too large without an announcement is refused, and the connection ends", async () => {
    const chunk = `10000\r\n${"x".repeat(0x10000)}\r\n`;
    const answer = await raw(`${head({ ...json, "Transfer-Encoding": "chunked" })}${chunk.repeat(5)}0\r\n\r\n`);
    expect(answer).toContain("HTTP/1.1 413");
  });

  test("that never ends is given up", async () => {
    expect(await raw(`${head({ ...json, "Content-Length": "100" })}{"jsonrpc"`)).toContain("HTTP/1.1 408");
    const endless = `${head({ ...json, "Transfer-Encoding": "chunked" })}5\r\nhello\r\n`;
    expect(await raw(endless)).toContain("HTTP/1.1 408");
  });

  test("that is not UTF-8 is no JSON", async () => {
    const response = await send({ body: new Uint8Array([0x22, 0xff, 0x22]) });
    expect(response.status).toBe(400);
    const { id, error } = await response.json();
    expect([id, error.code]).toEqual([null, -32700]);
    expect(error.message).toContain("line 1, byte 2");
  });

  test("that is not UTF-8 and came in pieces is answered without a wait", async () => {
    const bytes = Buffer.concat([
      Buffer.from(head({ ...json, "Transfer-Encoding": "chunked" })),
      Buffer.from('3\r\n"\xff"\r\n0\r\n\r\n', "latin1"),
    ]);
    expect(await raw(bytes, "-32700")).toContain("HTTP/1.1 400");
  });

  test("that breaks off leaves no answer and no harm", async () => {
    const socket = connect(server.port, "127.0.0.1");
    await new Promise((resolve) => socket.write(`${head({ ...json, "Content-Length": "100" })}{`, resolve));
    socket.destroy();
    expect((await send({ body: ping })).status).toBe(200);
  });
});

describe("where a request comes from", () => {
  const overHost = (headers: Readonly<Record<string, string>>) =>
    raw(head({ ...json, ...headers, "Content-Length": String(ping.length) }) + ping, "}");

  test("a foreign host is refused without an id", async () => {
    const answer = await overHost({ Host: "evil.example.com" });
    expect(answer).toContain("HTTP/1.1 403");
    expect(answer).not.toContain('"id"');
  });

  test("a foreign page may ask the public tools, but not with a key", async () => {
    expect(await overHost({ Origin: "https://evil.example" })).toContain("HTTP/1.1 200");
    expect(await overHost({ Origin: "https://evil.example", Authorization: "Bearer x" })).toContain("HTTP/1.1 403");
    expect(await overHost({ Origin: "http://localhost:3000", Authorization: "Bearer x" })).toContain("HTTP/1.1 200");
  });
});

test("over the endpoint's limit the body is not read and the answer says when to come back", async () => {
  decision = { allowed: false, refusedBy: "mcp_endpoint", retryAfter: 17, states: [{ ...state, remaining: 0 }] };
  try {
    const response = await send({ body: ping });
    expect(response.status).toBe(429);
    expect(response.headers.get("retry-after")).toBe("17");
    expect(response.headers.get("ratelimit")).toBe('"mcp_endpoint";r=0;t=30');
    expect(await response.json()).toMatchObject({
      jsonrpc: "2.0",
      error: { message: expect.stringContaining("17 s") },
    });
    const unread = await raw(head({ ...json, "Content-Length": "1000" }), "}");
    expect(unread).toContain("HTTP/1.1 429");
  } finally {
    decision = { allowed: true, states: [state] };
  }
});

test("a refusal with a small body keeps the connection for the next request", async () => {
  const get = "GET /api/mcp HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n{}";
  const next = `${head({ ...json, "Content-Length": String(ping.length) })}${ping}`;
  const answer = await raw(get + next, '"result":{}');
  expect(answer).toContain("HTTP/1.1 405");
  expect(answer).toContain("HTTP/1.1 200");
});

test("a limiter that fails is an internal error without details, not a server error", async () => {
  const fail = () => Promise.reject(new Error("the secret cause"));
  const broken = await startFixtureServer({ take: () => firstCount(fail, [], "") });
  const response = await fetch(broken.url, { method: "POST", headers: json, body: ping });
  expect(response.status).toBe(200);
  const text = await response.text();
  expect(JSON.parse(text)).toMatchObject({ error: { code: -32603 } });
  expect(text).not.toContain("secret");
  expect(broken.log.lines).toHaveLength(1);
  await broken.close();
});

describe("where another server keeps the counts", () => {
  /** The decision comes as late as a test wants; what a tool counts is noted, and follows that decision. */
  async function startCounted() {
    const answered = Promise.withResolvers<LimitDecision>();
    const further: (readonly string[])[] = [];
    const counted = await startFixtureServer({
      take: () => ({
        decision: answered.promise,
        further: async (names) => {
          further.push(names);
          const first = await answered.promise;
          return first.allowed ? { allowed: true, states: [{ ...state, name: "of the tool" }] } : first;
        },
      }),
    });
    return { ...counted, answered, further };
  }
  const call = JSON.stringify(legacy("tools/call", { name: "greet", arguments: { name: "Anna" } }).body);
  const refusal: LimitDecision = { allowed: false, refusedBy: "mcp_endpoint", retryAfter: 7, states: [state] };

  test("a message that came with its head counts for itself and for its tool at once", async () => {
    const { url, answered, further, close } = await startCounted();
    const asked = fetch(url, { method: "POST", headers: json, body: call });
    await expect.poll(() => further.length).toBe(1);
    answered.resolve({ allowed: true, states: [state] });
    const response = await asked;
    expect(response.status).toBe(200);
    expect(response.headers.get("ratelimit")).toBe('"mcp_endpoint";r=59;t=30, "of the tool";r=59;t=30');
    await close();
  });

  test("who asks too often gets 429, whatever was made of the message meanwhile", async () => {
    const { url, answered, close } = await startCounted();
    answered.resolve(refusal);
    for (const body of [call, ping, "{", "[]"]) {
      const response = await fetch(url, { method: "POST", headers: json, body });
      expect([response.status, response.headers.get("retry-after")]).toEqual([429, "7"]);
      expect(await response.json()).toMatchObject({ error: { code: -31429 } });
    }
    await close();
  });

  test("a message that is still on its way waits for the decision, and a refused one is not read", async () => {
    const { port, answered, close } = await startCounted();
    answered.resolve(refusal);
    const socket = connect(port, "127.0.0.1", () => socket.write(head({ ...json, "Content-Length": "1000" })));
    const answer = await new Promise<string>((resolve) => socket.once("data", (data) => resolve(data.toString())));
    expect(answer).toContain("HTTP/1.1 429");
    socket.destroy();
    await close();
  });
});
