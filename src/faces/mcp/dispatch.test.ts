import { describe, expect, test } from "vitest";
import { VALID_KEY } from "../../../test/mcp/capabilities.fixture.ts";
import {
  fixtureDispatch,
  legacy,
  modern,
  modernMeta,
  type Posted,
  post,
  serverInfo,
  withHeaders,
} from "../../../test/mcp/messages.ts";
import { META, MODERN_VERSION } from "./protocol.ts";

const { dispatch } = fixtureDispatch();

function modernWithMeta(meta: unknown): Posted {
  const posted = modern("tools/list");
  return { ...posted, body: { jsonrpc: "2.0", id: 1, method: "tools/list", params: { _meta: meta } } };
}

const call = (params: Readonly<Record<string, unknown>>) => modern("tools/call", params);
const greet = call({ name: "greet", arguments: { name: "Anna" } });

describe("the sessionless era refuses", () => {
  test.each<[string, Posted, number, number, unknown]>([
    ["a body that is not JSON", { ...greet, body: "{" }, 400, -32700, null],
    ["an empty body", { ...greet, body: "" }, 400, -32700, null],
    ["a batch", { ...greet, body: [greet.body] }, 400, -32600, null],
    ["an empty batch", { ...greet, body: [] }, 400, -32600, null],
    ["a body that is no object", { ...greet, body: "7" }, 400, -32600, null],
    ["null", { ...greet, body: "null" }, 400, -32600, null],
    ["another jsonrpc version", { ...greet, body: { jsonrpc: "1.0", id: 9, method: "ping" } }, 400, -32600, 9],
    ["no jsonrpc version", { ...greet, body: { id: "x", method: "ping" } }, 400, -32600, "x"],
    ["an id of null", modern("tools/list", {}, null), 400, -32600, null],
    ["an id that is an object", modern("tools/list", {}, {}), 400, -32600, null],
    ["an id with a fraction", modern("tools/list", {}, 1.5), 400, -32600, null],
    ["an id that cannot be echoed exactly", modern("tools/list", {}, 2 ** 53), 400, -32600, null],
    ["a method that is no string", { ...greet, body: { jsonrpc: "2.0", id: 3, method: 7 } }, 400, -32600, 3],
    ["no method", { ...greet, body: { jsonrpc: "2.0", id: 3 } }, 400, -32600, 3],
    [
      "params that are an array",
      { ...greet, body: { jsonrpc: "2.0", id: 3, method: "tools/list", params: [] } },
      400,
      -32600,
      3,
    ],
    ["no _meta", { ...greet, body: { jsonrpc: "2.0", id: 1, method: "tools/list", params: {} } }, 400, -32602, 1],
    ["no params", { ...greet, body: { jsonrpc: "2.0", id: 1, method: "tools/list" } }, 400, -32602, 1],
    ["a _meta that is no object", modernWithMeta("x"), 400, -32602, 1],
    ["no protocol version", modernWithMeta({ [META.clientCapabilities]: {} }), 400, -32602, 1],
    [
      "a protocol version that is no string",
      modernWithMeta({ ...modernMeta, [META.protocolVersion]: 1 }),
      400,
      -32602,
      1,
    ],
    ["no client capabilities", modernWithMeta({ [META.protocolVersion]: MODERN_VERSION }), 400, -32602, 1],
    [
      "client capabilities that are no object",
      modernWithMeta({ ...modernMeta, [META.clientCapabilities]: [] }),
      400,
      -32602,
      1,
    ],
    ["a version header that differs", withHeaders(greet, { "mcp-protocol-version": "2025-11-25" }), 400, -32020, 1],
    ["a missing version header", withHeaders(greet, { "mcp-protocol-version": undefined }), 400, -32020, 1],
    ["a missing method header", withHeaders(greet, { "mcp-method": undefined }), 400, -32020, 1],
    ["a method header that differs", withHeaders(greet, { "mcp-method": "tools/list" }), 400, -32020, 1],
    ["a method header in another case", withHeaders(greet, { "mcp-method": "TOOLS/CALL" }), 400, -32020, 1],
    ["a missing name header", withHeaders(greet, { "mcp-name": undefined }), 400, -32020, 1],
    ["a name header that differs", withHeaders(greet, { "mcp-name": "fail" }), 400, -32020, 1],
    ["a name header in another case", withHeaders(greet, { "mcp-name": "Greet" }), 400, -32020, 1],
    ["a name header with broken Base64", withHeaders(greet, { "mcp-name": "=?base64?Z3J!lZXQ=?=" }), 400, -32020, 1],
    ["initialize with _meta", modern("initialize", { protocolVersion: "2025-11-25" }), 404, -32601, 1],
    ["ping", modern("ping"), 404, -32601, 1],
    ["resources/list", modern("resources/list"), 404, -32601, 1],
    ["prompts/get", modern("prompts/get", { name: "x" }), 404, -32601, 1],
    ["subscriptions/listen", modern("subscriptions/listen"), 404, -32601, 1],
    ["a method of Object.prototype", modern("constructor"), 404, -32601, 1],
    ["an unknown tool", call({ name: "nope" }), 200, -32602, 1],
    ["a tool called like a method of Object.prototype", call({ name: "toString" }), 200, -32602, 1],
    ["a tool name that is no string", call({ name: 7 }), 200, -32602, 1],
    ["no tool name", call({}), 200, -32602, 1],
    ["arguments that are an array", call({ name: "greet", arguments: [] }), 200, -32602, 1],
    ["a cursor that was never issued", modern("tools/list", { cursor: "next" }), 200, -32602, 1],
  ])("%s", async (_case, posted, status, code, id) => {
    const answer = await post(dispatch, posted);
    expect(answer.status).toBe(status);
    expect(answer.message).toEqual({ jsonrpc: "2.0", id, error: expect.objectContaining({ code }) });
    expect(Object.keys(answer.message.error).sort()).toEqual(["code", "message"]);
  });

  test.each([["2025-11-25"], ["2099-01-01"], [""]])("version %j and names the one it serves", async (version) => {
    const posted = modernWithMeta({ ...modernMeta, [META.protocolVersion]: version });
    const answer = await post(dispatch, withHeaders(posted, { "mcp-protocol-version": version }));
    expect(answer.status).toBe(400);
    expect(answer.message.error).toMatchObject({
      code: -32022,
      data: { supported: [MODERN_VERSION], requested: version },
    });
  });

  test("the earliest failure first: version, then headers, then method", async () => {
    const wrong = modernWithMeta({ ...modernMeta, [META.protocolVersion]: "2099-01-01" });
    const everything = withHeaders(wrong, { "mcp-protocol-version": "2099-01-01", "mcp-method": "x" });
    expect((await post(dispatch, everything)).message.error.code).toBe(-32022);
    const noMethod = withHeaders(modern("nope"), { "mcp-method": undefined });
    expect((await post(dispatch, noMethod)).message.error.code).toBe(-32020);
  });
});

describe("the sessionless era answers", () => {
  test("server/discover with what anybody may keep for an hour", async () => {
    const { status, message } = await post(dispatch, modern("server/discover", {}, "a-1"));
    expect(status).toBe(200);
    expect(message).toEqual({
      jsonrpc: "2.0",
      id: "a-1",
      result: {
        resultType: "complete",
        supportedVersions: [MODERN_VERSION],
        capabilities: { tools: {} },
        instructions: "Pozdravte.",
        ttlMs: 3_600_000,
        cacheScope: "public",
        _meta: { [META.serverInfo]: serverInfo },
      },
    });
  });

  test("tools/list sorted, private, without the key tools", async () => {
    const { message } = await post(dispatch, modern("tools/list"));
    const { tools, ...rest } = message.result;
    expect(tools.map(({ name }: { name: string }) => name)).toEqual(["an_overview", "fail", "greet"]);
    expect(rest).toEqual({
      resultType: "complete",
      ttlMs: 300_000,
      cacheScope: "private",
      _meta: { [META.serverInfo]: serverInfo },
    });
  });

  test("tools/call with the line, the JSON and the structured content", async () => {
    const { status, message, limits } = await post(dispatch, greet);
    expect(status).toBe(200);
    const { content, structuredContent, ...rest } = message.result;
    expect(structuredContent).toEqual({
      greeting: "Dobrý deň",
      times: 1,
      loud: false,
      tags: [],
      untrusted: { name: "Anna" },
    });
    expect(content).toEqual([
      { type: "text", text: "Pozdrav (sk): 1×" },
      { type: "text", text: JSON.stringify(structuredContent) },
    ]);
    expect(rest).toEqual({ resultType: "complete", _meta: { [META.serverInfo]: serverInfo } });
    expect(limits?.map(({ name }) => name)).toEqual(["company_search"]);
  });

  test.each([
    ["blanks around header values", { "mcp-name": "  greet\t", "mcp-method": " tools/call " }],
    ["a Base64 name", { "mcp-name": "=?base64?Z3JlZXQ=?=" }],
    ["a session id and an event id, which it ignores", { "mcp-session-id": "s", "last-event-id": "e" }],
  ])("%s", async (_case, headers) => {
    expect((await post(dispatch, withHeaders(greet, headers))).message.result.isError).toBeUndefined();
  });

  test("a notification with 202 and no body", async () => {
    const body = { jsonrpc: "2.0", method: "notifications/cancelled", params: {} };
    expect(await post(dispatch, { ...greet, body })).toMatchObject({ status: 202, message: null });
  });
});

describe("the era with a handshake", () => {
  test.each(["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"])("speaks %s", async (protocolVersion) => {
    const { status, message } = await post(dispatch, legacy("initialize", { protocolVersion, capabilities: {} }));
    expect(status).toBe(200);
    expect(message.result).toEqual({
      protocolVersion,
      capabilities: { tools: {} },
      serverInfo,
      instructions: "Pozdravte.",
    });
  });

  test.each(["2026-07-28", "1999-01-01", "", "toString"])(
    "offers its newest version to a client of %j",
    async (protocolVersion) => {
      const { message } = await post(dispatch, legacy("initialize", { protocolVersion }));
      expect(message.result.protocolVersion).toBe("2025-11-25");
    },
  );

  test.each([
    ["resources/list", { resources: [] }],
    ["resources/templates/list", { resourceTemplates: [] }],
    ["prompts/list", { prompts: [] }],
  ])("has an empty list for %s, which it does not offer", async (method, result) => {
    expect((await post(dispatch, legacy(method))).message.result).toEqual(result);
    expect((await post(dispatch, modern(method))).status).toBe(404);
  });

  test.each([
    ["params", { jsonrpc: "2.0", id: 3, method: "tools/list", params: null }, "tools"],
    ["a cursor", { jsonrpc: "2.0", id: 3, method: "tools/list", params: { cursor: null } }, "tools"],
    ["an empty cursor", { jsonrpc: "2.0", id: 3, method: "tools/list", params: { cursor: "" } }, "tools"],
    [
      "arguments",
      { jsonrpc: "2.0", id: 3, method: "tools/call", params: { name: "an_overview", arguments: null } },
      "content",
    ],
  ])("takes %s that are null or empty as absent", async (_case, body, member) => {
    const { message } = await post(dispatch, { ...legacy("ping"), body });
    expect(message.result).toHaveProperty(member);
  });

  test("initialize is always legacy, whatever its header says", async () => {
    const posted = withHeaders(legacy("initialize", { protocolVersion: "2025-06-18" }), {
      "mcp-protocol-version": "2099-01-01",
    });
    expect((await post(dispatch, posted)).message.result.protocolVersion).toBe("2025-06-18");
    const modernHeader = withHeaders(posted, { "mcp-protocol-version": MODERN_VERSION });
    expect((await post(dispatch, modernHeader)).message.result.protocolVersion).toBe("2025-06-18");
  });

  test.each<[string, Posted, number, number, unknown]>([
    ["initialize without a version", legacy("initialize", {}), 200, -32602, 1],
    ["initialize with a version that is no string", legacy("initialize", { protocolVersion: 1 }), 200, -32602, 1],
    ["an unknown method", legacy("resources/subscribe"), 200, -32601, 1],
    ["server/discover", legacy("server/discover"), 200, -32601, 1],
    ["an unknown tool", legacy("tools/call", { name: "nope" }), 200, -32602, 1],
    ["arguments that are text", legacy("tools/call", { name: "greet", arguments: "x" }), 200, -32602, 1],
    ["a cursor", legacy("tools/list", { cursor: "x" }), 200, -32602, 1],
    [
      "an unknown version header",
      withHeaders(legacy("ping"), { "mcp-protocol-version": "2099-01-01" }),
      400,
      -32600,
      1,
    ],
    ["a batch", { ...legacy("ping"), body: [legacy("ping").body] }, 400, -32600, null],
    ["a body that is not JSON", { ...legacy("ping"), body: "nope" }, 400, -32700, null],
  ])("refuses %s", async (_case, posted, status, code, id) => {
    const answer = await post(dispatch, posted);
    expect(answer.status).toBe(status);
    expect(answer.message).toEqual({ jsonrpc: "2.0", id, error: expect.objectContaining({ code }) });
  });

  test.each<[string, unknown]>([
    ["a notification", { jsonrpc: "2.0", method: "notifications/initialized" }],
    ["a request without an id, which is a notification", { jsonrpc: "2.0", method: "tools/list" }],
    ["a response", { jsonrpc: "2.0", id: 4, result: {} }],
    ["an error response", { jsonrpc: "2.0", id: null, error: { code: 1, message: "x" } }],
  ])("takes %s with 202 and no body", async (_case, body) => {
    expect(await post(dispatch, { body, headers: {} })).toMatchObject({ status: 202, message: null });
  });

  test("ping, tools/list and tools/call need no handshake and no version header", async () => {
    const bare = (method: string, params?: unknown) => ({ ...legacy(method, params, "id"), headers: {} });
    expect((await post(dispatch, bare("ping"))).message).toEqual({ jsonrpc: "2.0", id: "id", result: {} });
    const list = (await post(dispatch, bare("tools/list"))).message.result;
    expect(Object.keys(list)).toEqual(["tools"]);
    expect(list.tools).toHaveLength(3);
    const called = (await post(dispatch, bare("tools/call", { name: "greet", arguments: { name: "Anna" } }))).message
      .result;
    expect(Object.keys(called).sort()).toEqual(["content", "structuredContent"]);
  });
});

test("nothing of one request shows in another: equal requests get equal answers", async () => {
  const first = await post(dispatch, modern("tools/list"));
  await post(dispatch, withHeaders(modern("tools/list"), { authorization: VALID_KEY }));
  await post(dispatch, legacy("initialize", { protocolVersion: "2024-11-05" }));
  expect(await post(dispatch, modern("tools/list"))).toEqual(first);
});
