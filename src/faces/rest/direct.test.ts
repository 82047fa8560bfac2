import type { IncomingMessage, ServerResponse } from "node:http";
import { describe, expect, test } from "vitest";
import {
  callFixtures,
  countingLimiter,
  fixtureCapabilities,
  keepingLog,
} from "../../../test/mcp/capabilities.fixture.ts";
import { createRest } from "./rest.ts";

const ADDRESS = "192.0.2.1";

/** A face of its own, so that two of them count the same calls. */
const createFace = () =>
  createRest({
    capabilities: fixtureCapabilities,
    call: callFixtures(countingLimiter(2)),
    clientAddress: () => ADDRESS,
    baseUrl: "https://dosah.test",
    version: "0.1.0",
    log: keepingLog(),
  });

/** A request as Node hands it over. */
const incoming = (
  url: string,
  { method = "GET", headers = {} }: { readonly method?: string; readonly headers?: Record<string, string> } = {},
) => ({ url, method, headers: { host: "dosah.test", ...headers } }) as unknown as IncomingMessage;

/** What is written for a request; `undefined` where it is left to the framework. */
async function written({ direct }: ReturnType<typeof createFace>, request: IncomingMessage) {
  const answer = direct(request, () => ADDRESS);
  if (answer === undefined) return undefined;
  const sent = { status: 0, headers: new Headers(), body: "" };
  const response = {
    writeHead: (status: number, head: readonly string[]) => {
      sent.status = status;
      for (let at = 0; at < head.length; at += 2) sent.headers.append(head[at] ?? "", head[at + 1] ?? "");
      return response;
    },
    end: (body?: string | Uint8Array, encoding?: BufferEncoding) => {
      sent.body = (typeof body === "string" ? Buffer.from(body, encoding) : Buffer.from(body ?? [])).toString("utf8");
    },
  };
  await answer(response as unknown as ServerResponse, { "Cache-Control": "no-store", "X-Default": "yes" });
  return sent;
}

describe("a plain GET of what is open to everybody is answered without the framework, and the same", () => {
  test.each<[string, string, Record<string, string>]>([
    ["an answer", "/api/greet?who=Anna&tags=a&tags=b&locale=cs", {}],
    ["one of a path", "/api/parts/one", {}],
    ["one in another language", "/api/parts/two?locale=en", {}],
    ["wrong arguments", "/api/greet?who=A", { "accept-language": "en" }],
    ["an argument given twice", "/api/greet?who=Anna&who=Eva&locale=en", {}],
    ["an unknown argument", "/api/parts/one?whom=Anna", {}],
    ["nothing found", "/api/fail?how=not_found&locale=en", {}],
    ["a bug", "/api/fail?how=bug", {}],
  ])("%s", async (_case, url, headers) => {
    const [one, other] = [createFace(), createFace()];
    for (let time = 0; time < 3; time++) {
      const response = await one.app.request(`http://dosah.test${url}`, { headers });
      const sent = await written(other, incoming(url, { headers }));
      const own = new Headers(sent?.headers);
      for (const name of ["content-length", "x-default"]) own.delete(name);
      expect([sent?.status, [...own], sent?.body]).toEqual([
        response.status,
        [...response.headers],
        await response.clone().text(),
      ]);
      expect(sent?.headers.get("content-length")).toBe(String(Buffer.byteLength(sent?.body ?? "")));
    }
  });

  test("also the 304 to a caller who has it", async () => {
    const face = createFace();
    const etag = (await face.app.request("/api/greet?who=Anna")).headers.get("etag") ?? "";
    const sent = await written(face, incoming("/api/greet?who=Anna", { headers: { "if-none-match": etag } }));
    expect([sent?.status, sent?.body, sent?.headers.get("content-length")]).toEqual([304, "", null]);
  });
});

test.each<[string, IncomingMessage]>([
  ["a HEAD", incoming("/api/parts/one", { method: "HEAD" })],
  ["a preflight", incoming("/api/parts/one", { method: "OPTIONS" })],
  ["a POST", incoming("/api/greet", { method: "POST" })],
  ["what is not open to everybody", incoming("/api/v1/mine")],
  ["another path", incoming("/api/nothing")],
  ["an escape in the path", incoming("/api/parts/%6fne")],
  ["an escape in the query", incoming("/api/greet?who=J%C3%A1n")],
  ["a blank in the query", incoming("/api/greet?who=Jan+Novak")],
  ["a path that leads up", incoming("/api/x/../parts/one")],
  ["a path with a slash too many", incoming("/api//parts/one")],
  ["a whole address", incoming("http://dosah.test/api/parts/one")],
  ["a fragment", incoming("/api/parts/one#two")],
  ["an odd host", incoming("/api/parts/one", { headers: { host: "dosah.test/x" } })],
])("is left to the framework: %s", async (_case, request) => {
  expect(createFace().direct(request, () => ADDRESS)).toBeUndefined();
});
