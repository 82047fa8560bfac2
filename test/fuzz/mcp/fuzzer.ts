import assert from "node:assert/strict";
import fc from "fast-check";
import { fixtureDispatch, textOf } from "../../mcp/messages.ts";
import type { Fuzzer } from "../fuzzer.ts";
import { INSIDE, requestOf } from "../http-text.ts";

const { dispatch, log } = fixtureDispatch({ testTools: true });

const message = fc.record(
  {
    jsonrpc: fc.constantFrom("2.0", "1.0"),
    id: fc.oneof(fc.integer(), fc.string(), fc.jsonValue({ maxDepth: 1 })),
    method: fc.oneof(fc.constantFrom("tools/call", "tools/list", "initialize", "server/discover"), fc.string()),
    params: fc.oneof(
      fc.record({ name: fc.constantFrom("greet", "fail", "nope"), arguments: fc.jsonValue({ maxDepth: 2 }) }),
      fc.jsonValue({ maxDepth: 3 }),
    ),
  },
  { requiredKeys: [] },
);

/** Messages to the MCP endpoint with their headers, of both eras. */
export const fuzzer: Fuzzer = {
  words: [
    "greet",
    "fail",
    "tools/call",
    "tools/list",
    "_meta",
    "arguments",
    "mcp-name: greet",
    "2026-07-28",
    "2025-11-25",
    "=?base64?Z3JlZXQ=?=",
  ],
  arbitrary: message.map((value) => `POST /api/mcp\nmcp-protocol-version: 2025-11-25\n\n${JSON.stringify(value)}`),
  async check(input) {
    const { headers, body } = requestOf(input);
    const authorization = headers.get("authorization");
    const caller = { address: "192.0.2.1", via: "mcp", authorization } as const;
    const reply = await dispatch({ header: (name) => headers.get(name), body, caller });
    assert.ok([200, 202, 400, 404].includes(reply.status), `status ${reply.status}`);
    assert.equal(reply.body === null, reply.status === 202);
    assert.deepEqual(
      log.lines.splice(0).filter(({ message: line }) => line.includes("MCP request failed")),
      [],
    );
    if (reply.body === null) return;
    const text = textOf(reply);
    assert.doesNotMatch(text, INSIDE);
    const answer: Readonly<Record<string, unknown>> = JSON.parse(text);
    assert.equal(answer.jsonrpc, "2.0");
    assert.notEqual(Object.hasOwn(answer, "result"), Object.hasOwn(answer, "error"));
  },
};
