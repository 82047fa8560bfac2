import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type BuiltDosah, buildDosah } from "../../promises/built-dosah.fixture.ts";
import { FOREIGN_MARK } from "../../promises/register-files.fixture.ts";
import { createRandom } from "../random.ts";
import { type FuzzedCall, nextCall, type Offers } from "./calls.ts";
import { judge } from "./judge.ts";
import { isFlat, quarters } from "./report.ts";
import { runCalls } from "./run-calls.ts";

/** A short form of `npm run fuzz:calls`. */
const CALLS = 6_000;
const SEED = 20261123;

/** On a busy machine; a call that hangs fails by itself. */
const LONG_MS = 300_000;

let built: BuiltDosah;

beforeAll(() => {
  built = buildDosah();
});

afterAll(() => built.remove());

test(
  `${CALLS} fuzzed calls of all faces, in process and over a port: no server error, no hang, nothing foreign outside untrusted`,
  async () => {
    const report = await runCalls({ built, calls: CALLS, seed: SEED });
    expect(report.findings).toEqual([]);
    expect(report.failuresLogged).toEqual([]);
    expect(report.made).toBe(CALLS);
    expect(report.overPort).toBeGreaterThan(CALLS / 10);
    // A run that only ever made refusals would prove little.
    for (const answered of ["mcp 200", "rest 200", "page 200", "bytes 400"]) {
      expect(report.statuses[answered], answered).toBeGreaterThan(CALLS / 100);
    }
    expect(report.statuses["with foreign text"]).toBeGreaterThan(CALLS / 200);
  },
  LONG_MS,
);

describe("the judge of answers", () => {
  const call = (face: FuzzedCall["face"]): FuzzedCall => ({
    face,
    method: "GET",
    path: "/",
    headers: {},
    body: undefined,
  });
  const json = (value: unknown, status = 200) => ({
    status,
    contentType: status < 400 ? "application/json" : "application/problem+json",
    text: JSON.stringify(value),
  });
  const page = (text: string) => ({ status: 200, contentType: "text/html; charset=UTF-8", text });

  test("finds a server error, on MCP also behind a 200", () => {
    expect(judge(call("rest"), json({ code: "internal" }, 500))).toContain("server_error");
    expect(judge(call("mcp"), json({ error: { code: -32603 } }))).toEqual(["server_error"]);
    expect(judge(call("mcp"), json({ result: { error: { code: "not_found" } } }))).toEqual([]);
  });

  test("finds foreign text outside untrusted, in the JSON block of an MCP answer too", () => {
    const block = (value: unknown) => ({ content: [{ type: "text", text: JSON.stringify(value) }] });
    expect(judge(call("rest"), json({ untrusted: { name: FOREIGN_MARK } }))).toEqual([]);
    expect(judge(call("rest"), json({ name: FOREIGN_MARK }))).toEqual(["foreign_text"]);
    expect(judge(call("rest"), json({ [FOREIGN_MARK]: 1 }))).toEqual(["foreign_text"]);
    expect(judge(call("mcp"), json(block({ untrusted: { name: FOREIGN_MARK } })))).toEqual([]);
    expect(judge(call("mcp"), json(block({ name: FOREIGN_MARK })))).toEqual(["foreign_text"]);
    expect(judge(call("rest"), { status: 200, contentType: "text/csv", text: FOREIGN_MARK })).toEqual(["foreign_text"]);
  });

  test("finds foreign text of a page that is not set apart", () => {
    expect(judge(call("page"), page(`<p><bdi class="firm-name">${FOREIGN_MARK}</bdi></p>`))).toEqual([]);
    expect(judge(call("page"), page(`<p>${FOREIGN_MARK}</p>`))).toEqual(["foreign_text"]);
    expect(judge(call("page"), page(`<bdi>${FOREIGN_MARK}<script>alert(1)</script></bdi>`))).toEqual(["foreign_text"]);
  });

  test("finds traces of the inside, and a refusal that is no problem document", () => {
    expect(judge(call("rest"), json({ detail: "TypeError: x" }))).toEqual(["tells_of_inside"]);
    expect(judge(call("rest"), { status: 400, contentType: "text/plain", text: "no" })).toEqual([
      "no_answer_of_the_face",
    ]);
  });
});

test("memory is flat when the last quarter needs what the third needed, and not when it grows", () => {
  const samples = (grow: number) =>
    Array.from({ length: 20 }, (_, index) => ({
      made: (index + 1) * 50,
      heap: 100 * 2 ** 20 + index * grow,
      rss: 1,
    }));
  expect(isFlat(samples(0))).toBe(true);
  expect(isFlat(samples(8 * 2 ** 20))).toBe(false);
  expect(isFlat([])).toBe(false);
  expect(quarters(samples(0))).toHaveLength(4);
});

test("the same seed makes the same calls", () => {
  const offers: Offers = {
    tools: [{ name: "tool", sorts: { ico: { type: "string" } } }],
    endpoints: [{ method: "GET", path: "/api/x/{id}", sorts: {} }],
    pages: ["/firma/:ico"],
    icos: ["31322832"],
  };
  const calls = (seed: number) => {
    const random = createRandom(seed);
    return Array.from({ length: 50 }, () => nextCall(random, offers));
  };
  expect(calls(1)).toEqual(calls(1));
  expect(calls(1)).not.toEqual(calls(2));
});
