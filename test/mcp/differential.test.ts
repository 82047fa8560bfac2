import { createMcpHandler, ProtocolError, ProtocolErrorCode, Server } from "@modelcontextprotocol/server";
import { describe, expect, test } from "vitest";
import { CORPUS } from "./corpus.ts";
import { fixtureDispatch, legacy, type Posted, post, serverInfo } from "./messages.ts";

const { dispatch } = fixtureDispatch();

/** The official server over the same tools: it lists what we list, and answers a known tool with what we answer. */
const oracle = createMcpHandler(() => {
  const server = new Server(serverInfo, { capabilities: { tools: {} }, instructions: "Pozdravte." });
  server.setRequestHandler("tools/list", async () => (await post(dispatch, legacy("tools/list"))).message.result);
  server.setRequestHandler("tools/call", async ({ params }) => {
    const { message } = await post(dispatch, legacy("tools/call", params));
    if (message.error !== undefined) throw new ProtocolError(ProtocolErrorCode.InvalidParams, message.error.message);
    return message.result;
  });
  return server;
});

/** What two servers must agree on: status, code, id, and which fields a result has. */
interface Outcome {
  readonly status: number;
  readonly code: number | null;
  readonly id: unknown;
  readonly result: Readonly<Record<string, string>> | null;
}

function outcomeOf(status: number, message: Readonly<Record<string, unknown>> | null): Outcome {
  const error = message?.error as { code: number } | undefined; // both servers answer JSON-RPC
  const result = message?.result as Readonly<Record<string, unknown>> | undefined;
  return {
    status,
    code: error?.code ?? null,
    id: message?.id,
    result:
      result === undefined
        ? null
        : Object.fromEntries(
            Object.keys(result)
              .sort()
              .map((key) => [key, typeof result[key]]),
          ),
  };
}

async function ours(posted: Posted): Promise<Outcome> {
  const { status, message } = await post(dispatch, posted);
  return outcomeOf(status, message);
}

async function theirs({ body, headers }: Posted): Promise<Outcome> {
  const response = await oracle.fetch(
    new Request("http://localhost/api/mcp", {
      method: "POST",
      headers: { "Content-Type": "application/json", Accept: "application/json, text/event-stream", ...headers },
      body: typeof body === "string" ? body : JSON.stringify(body),
    }),
  );
  const text = await response.text();
  // Its handshake leg answers a stream of one event.
  const json = /^data: (.+)$/m.exec(text)?.[1] ?? text;
  return outcomeOf(response.status, json === "" ? null : JSON.parse(json));
}

/** Where we differ on purpose, and why. */
const DIFFERENCES: Readonly<Record<string, Difference>> = {
  "modern subscriptions/listen": {
    why: "It may be absent where no listChanged or subscribe capability is advertised, and none is.",
    ours: { status: 404, code: -32601, id: 1 },
    theirs: { status: 200, code: null },
  },
  "modern list, cursor": {
    why: "A cursor that was never issued is a wrong parameter. There, a cursor is the handler's own business.",
    ours: { status: 200, code: -32602, id: 1 },
    theirs: { status: 200, code: null },
  },
  "legacy list, cursor": {
    why: "A cursor that was never issued is a wrong parameter. There, a cursor is the handler's own business.",
    ours: { status: 200, code: -32602, id: 1 },
    theirs: { status: 200, code: null },
  },
  "modern, _meta of text": {
    why: "The required fields of _meta are missing, which the specification calls -32602.",
    ours: { status: 400, code: -32602, id: 1 },
    theirs: { status: 400, code: -32600 },
  },
  "modern, client info of text": {
    why: "clientInfo is optional and must never be required, so nothing about it refuses a request.",
    ours: { status: 200, code: null, id: 1 },
    theirs: { status: 400, code: -32602 },
  },
  "modern notification, other method header": {
    why: "The revision has no client notifications over HTTP: one that comes anyway is taken, unchecked.",
    ours: { status: 202, code: null },
    theirs: { status: 400, code: -32020 },
  },
  "modern response": {
    why: "-32000 to -32019 are not for new code; an id that could be read is echoed.",
    ours: { status: 400, code: -32600, id: 1 },
    theirs: { status: 400, code: -32000, id: null },
  },
  "id of a fraction": {
    why: "An id that is not allowed is not echoed.",
    ours: { status: 400, code: -32600, id: null },
    theirs: { status: 400, code: -32600, id: 1.5 },
  },
  "no method": {
    why: "An id that could be read is echoed.",
    ours: { status: 400, code: -32600, id: 1 },
    theirs: { status: 400, code: -32600, id: null },
  },
  "method of a number": {
    why: "An id that could be read is echoed.",
    ours: { status: 400, code: -32600, id: 1 },
    theirs: { status: 400, code: -32600, id: null },
  },
  "legacy initialize, modern version header": {
    why: "initialize without a version in _meta is a handshake, whatever its header says.",
    ours: { status: 200, code: null, id: 1 },
    theirs: { status: 400, code: -32020 },
  },
  "legacy initialize, unknown version header": {
    why: "The version of a handshake is negotiated in the body, so its header is not looked at.",
    ours: { status: 200, code: null, id: 1 },
    theirs: { status: 400, code: -32020 },
  },
  "legacy initialize, no params": {
    why: "A wrong parameter is not an internal error.",
    ours: { status: 200, code: -32602, id: 1 },
    theirs: { status: 200, code: -32603 },
  },
  "legacy initialize, version of a number": {
    why: "A wrong parameter is not an internal error.",
    ours: { status: 200, code: -32602, id: 1 },
    theirs: { status: 200, code: -32603 },
  },
  "legacy list, unknown version header": {
    why: "There, every later date counts as a sessionless revision. A header alone makes none for us but the one we serve.",
    ours: { status: 400, code: -32600, id: 1 },
    theirs: { status: 400, code: -32602 },
  },
  "legacy notification, unknown version header": {
    why: "A notification has no answer, so nobody would read the refusal.",
    ours: { status: 202, code: null },
    theirs: { status: 400, code: -32022 },
  },
  "legacy batch": {
    why: "Batches are not offered in any revision (service description, 4.1).",
    ours: { status: 400, code: -32600, id: null },
    theirs: { status: 200, code: null },
  },
};

interface Difference {
  readonly why: string;
  readonly ours: Partial<Outcome>;
  readonly theirs: Partial<Outcome>;
}

describe("beside the official server", () => {
  test.each(Object.entries(CORPUS))("%s", async (name, posted) => {
    const [own, other] = await Promise.all([ours(posted), theirs(posted)]);
    const difference = DIFFERENCES[name];
    if (difference === undefined) expect(own).toEqual(other);
    else {
      expect(own).toMatchObject(difference.ours);
      expect(other).toMatchObject(difference.theirs);
    }
  });

  test("every named difference is about a request of the corpus and is one", () => {
    for (const [name, { ours: own, theirs: other }] of Object.entries(DIFFERENCES)) {
      expect(CORPUS).toHaveProperty([name]);
      expect(own).not.toEqual(other);
    }
  });
});
