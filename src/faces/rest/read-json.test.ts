import { expect, test } from "vitest";
import { readJson } from "./read-json.ts";
import { BODY_LIMIT } from "./transport-problems.ts";

function requestOf(body: BodyInit, headers: Readonly<Record<string, string>> = {}): Request {
  const init: RequestInit & { duplex: "half" } = {
    method: "POST",
    body,
    headers: { "Content-Type": "application/json", ...headers },
    duplex: "half",
  };
  return new Request("http://localhost/", init);
}

test("a body in pieces is one JSON value, also where a piece ends inside a character", async () => {
  const bytes = new TextEncoder().encode('{"name":"Žofia"}');
  const pieces = new ReadableStream<Uint8Array>({
    start: (controller) => {
      for (const byte of bytes) controller.enqueue(new Uint8Array([byte]));
      controller.close();
    },
  });
  expect(await readJson(requestOf(pieces))).toEqual({ kind: "json", value: { name: "Žofia" } });
});

test("a body that never ends is given up", async () => {
  const silent = new ReadableStream<Uint8Array>({ start: (controller) => controller.enqueue(new Uint8Array([0x7b])) });
  expect(await readJson(requestOf(silent), 20)).toMatchObject({ kind: "refused", problem: { code: "body_timeout" } });
});

test("a body that fails on the way is refused like one that breaks off", async () => {
  const broken = new ReadableStream<Uint8Array>({ pull: (controller) => controller.error(new Error("reset")) });
  expect(await readJson(requestOf(broken))).toMatchObject({ kind: "refused", problem: { code: "invalid_arguments" } });
});

test("a body of exactly the limit is read, one byte more is not", async () => {
  const padded = (length: number) => `{}${" ".repeat(length - 2)}`;
  expect(await readJson(requestOf(padded(BODY_LIMIT)))).toEqual({ kind: "json", value: {} });
  const refused = { kind: "refused", problem: { code: "body_too_large" } };
  expect(await readJson(requestOf(padded(BODY_LIMIT + 1)))).toMatchObject(refused);
  expect(await readJson(requestOf("{}", { "Content-Length": "999999999" }))).toMatchObject(refused);
});

test("a body that is no UTF-8 is refused with its place", async () => {
  const body = Buffer.from('{"name":\n"\x8elt\xfd"}', "latin1");
  expect(await readJson(requestOf(body))).toMatchObject({
    kind: "refused",
    problem: { code: "invalid_arguments", message: { en: expect.stringContaining("(line 2, byte 11)") } },
  });
});
