import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { inputJsonSchema } from "../../src/capabilities/calling/json-schema.ts";
import { capabilities } from "../../src/capabilities/index.ts";
import { LOCALES } from "../../src/core/locale.ts";
import { areaPath, firmPath, obligationPath, paths } from "../../src/faces/web/paths.ts";
import { registerFiles } from "./register-files.fixture.ts";
import { GENEROUS, type Json, mcpPost, startTestService, type TestService } from "./service.fixture.ts";

/** The whole service on a port, with real capabilities over real registers: what a stranger may send it. */
let dosah: TestService;

beforeAll(async () => {
  dosah = await startTestService({ files: registerFiles, limits: GENEROUS });
});

afterAll(() => dosah.close());

const { numRuns: RUNS = 0 } = fc.readConfigureGlobal();

/** Thousands of calls on a busy machine; a hang still fails by name, and a request that hangs fails by itself. */
const LONG_MS = 240_000;
const HANG_MS = 20_000;

/** What must never be in an answer: traces, places in the code, the names of what is below. */
const INSIDE = /\n\s+at |node_modules|\.tsx?:\d+|\[object |SQLITE_|ZodError|TypeError|undefined is not/;

/** What sorts of argument the schemas know. */
interface Sort {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly examples?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Sort>>;
  readonly items?: Sort;
}

const oddText = fc.oneof(
  fc.string({ unit: "binary", maxLength: 40 }),
  fc.constantFrom(
    "",
    " ",
    "\u0000",
    "\u202e",
    "__proto__",
    "constructor",
    "%",
    "'; --",
    "<svg onload=1>",
    "ž".repeat(300),
  ),
);
const odd = fc.oneof(
  oddText,
  fc.jsonValue(),
  fc.double(),
  fc.constantFrom(null, true, -1, 1e308, 2 ** 53, [], {}, [[[]]], "2026-02-30", "31322832", "99999999", "35.11"),
);

/** A value that fits the schema more often than not: what is nearly right gets furthest. */
function near({ type, enum: words, examples, properties, items }: Sort): fc.Arbitrary<unknown> {
  const fitting: fc.Arbitrary<unknown>[] = [];
  if (words !== undefined) fitting.push(fc.constantFrom(...words));
  if (examples !== undefined && examples.length > 0) fitting.push(fc.constantFrom(...examples));
  if (type === "boolean") fitting.push(fc.boolean());
  if (type === "integer" || type === "number") fitting.push(fc.integer({ min: -2, max: 120 }));
  if (type === "string" && words === undefined) {
    fitting.push(fc.constantFrom("31322832", "27082440", "slovnaft", "2026-11-21", "35.11", "čl. 21 ods. 2 NIS2"));
  }
  if (type === "array" && items !== undefined) fitting.push(fc.array(near(items), { maxLength: 4 }));
  if (properties !== undefined) fitting.push(nearObject(properties));
  return fitting.length === 0
    ? odd
    : fc.oneof({ weight: 4, arbitrary: fc.oneof(...fitting) }, { weight: 1, arbitrary: odd });
}

function nearObject(properties: Readonly<Record<string, Sort>>): fc.Arbitrary<object> {
  const known = fc.record(Object.fromEntries(Object.entries(properties).map(([name, sort]) => [name, near(sort)])), {
    requiredKeys: [],
  });
  const strange = fc.dictionary(fc.oneof(fc.constantFrom("contry", "__proto__", "constructor"), oddText), odd, {
    maxKeys: 1,
  });
  return fc.oneof(
    { weight: 5, arbitrary: known },
    { weight: 1, arbitrary: fc.tuple(known, strange).map(([right, wrong]) => ({ ...right, ...wrong })) },
  );
}

function sortsOf(capability: (typeof capabilities)[number]): Readonly<Record<string, Sort>> {
  return (inputJsonSchema(capability.input) as Sort).properties ?? {}; // JSON Schema of an object; only read as a hint
}

const tools = capabilities.filter(({ mcp }) => mcp !== undefined);
const endpoints = capabilities.flatMap((capability) =>
  (capability.rest ?? []).map((offer) => ({ ...offer, sorts: sortsOf(capability) })),
);

/** What was asked, by status: a test that only ever made refusals would prove little. */
type StatusCounts = Map<number, number>;

async function send(
  counts: StatusCounts,
  path: string,
  init: RequestInit = {},
): Promise<{ response: Response; text: string }> {
  const response = await dosah.fetch(path, { ...init, redirect: "manual", signal: AbortSignal.timeout(HANG_MS) });
  const text = await response.text();
  counts.set(response.status, (counts.get(response.status) ?? 0) + 1);
  expect(response.status).toBeLessThan(500);
  // A folded line of a calendar may begin with any word.
  expect(text.replaceAll("\r\n ", "")).not.toMatch(INSIDE);
  return { response, text };
}

const total = (counts: StatusCounts) => [...counts.values()].reduce((sum, count) => sum + count, 0);

/** A bug is logged as an error, whatever the caller was answered. */
const bugs = () => dosah.logged.filter((line) => line.includes("failed unexpectedly"));

test(
  "odd tool calls over HTTP get a result or an error in our words, and never a server error",
  async () => {
    const counts: StatusCounts = new Map();
    let answered = 0;
    const calls = fc.oneof(
      ...tools.map((tool) => fc.record({ name: fc.constant(tool.name), arguments: nearObject(sortsOf(tool)) })),
      fc.record({ name: fc.oneof(oddText, fc.constantFrom(...tools.map(({ name }) => name))), arguments: odd }),
    );
    await fc.assert(
      fc.asyncProperty(calls, async (params) => {
        const { response, text } = await send(
          counts,
          "/api/mcp",
          mcpPost({ jsonrpc: "2.0", id: 1, method: "tools/call", params }),
        );
        expect([200, 400]).toContain(response.status);
        const message: Json = JSON.parse(text);
        if (message.result === undefined) expect(message.error.code).toBeLessThan(0);
        else if (message.result.isError !== true) answered++;
        else expect(message.result.structuredContent.error.code).not.toBe("internal");
      }),
    );
    expect(total(counts)).toBe(RUNS);
    expect(answered).toBeGreaterThan(RUNS / 10);
    expect(bugs()).toEqual([]);
  },
  LONG_MS,
);

const oddBody = fc.oneof(
  odd.map((value) => JSON.stringify(value) ?? ""),
  oddText,
  fc.constantFrom("{", "[".repeat(50_000), '{"ico":'),
);

/** A REST request of the interface with values that nearly fit, in the query or in the body as its method wants. */
const restRequests = fc.oneof(
  ...endpoints.map(({ method, path, rename = {}, sorts }) =>
    fc.tuple(nearObject(sorts), oddBody, fc.nat(4)).map(([values, junk, dice]) => {
      const named = Object.entries(values).map(([name, value]) => {
        const outside = Object.keys(rename).find((key) => rename[key] === name) ?? name;
        return [outside, value] as const;
      });
      if (method === "POST")
        return { method, path, body: dice === 0 ? junk : JSON.stringify(Object.fromEntries(named)) };
      const query = new URLSearchParams(
        named.map(([name, value]): [string, string] => [
          name.toWellFormed(),
          (typeof value === "object" ? JSON.stringify(value) : String(value)).toWellFormed().slice(0, 3_000),
        ]),
      );
      return { method, path: `${path}?${query}`, body: undefined };
    }),
  ),
  fc
    .record({
      method: fc.constantFrom("GET", "POST", "PUT", "DELETE", "PATCH", "OPTIONS"),
      path: fc.oneof(
        fc.constantFrom(
          ...endpoints.map(({ path }) => path),
          "/api/openapi.json",
          "/api/mcp",
          "/api",
          "/api/v1/audit-log",
        ),
        fc.webPath().map((path) => `/api${path}`),
        oddText.map((text) => `/api/${encodeURIComponent(text.toWellFormed())}`),
      ),
      body: oddBody,
    })
    .map(({ method, path, body }) => ({ method, path, body: method === "GET" ? undefined : body })),
);

test(
  "odd REST requests over HTTP get an answer or a problem document, and never a server error",
  async () => {
    const counts: StatusCounts = new Map();
    await fc.assert(
      fc.asyncProperty(restRequests, async ({ method, path, body }) => {
        const { response, text } = await send(counts, path, {
          method,
          headers: { "Content-Type": "application/json" },
          ...(body === undefined ? {} : { body }),
        });
        if (response.status < 400 || path.startsWith("/api/mcp")) return;
        expect(response.headers.get("content-type")).toBe("application/problem+json");
        expect(JSON.parse(text)).toMatchObject({ status: response.status, code: expect.any(String) });
      }),
    );
    expect(total(counts)).toBe(RUNS);
    expect(counts.get(200)).toBeGreaterThan(RUNS / 10);
    expect(bugs()).toEqual([]);
  },
  LONG_MS,
);

/** The paths of all pages, those with a place in them filled in rightly and wrongly. */
const pagePaths = fc
  .tuple(
    fc.constantFrom(...LOCALES, "de", "SK"),
    fc.oneof(
      fc.constantFrom(...Object.values(paths)),
      fc
        .oneof(fc.constantFrom("31322832", "27082440", "1", "99999999"), oddText)
        .map((ico) => firmPath(encodeURIComponent(ico.toWellFormed()))),
      fc
        .constantFrom("sk", "cz", "pl")
        .chain((country) => fc.constantFrom("31322832", "27082440", "x").map((ico) => `/firma/${country}/${ico}`)),
      oddText.map((text) => obligationPath(text.toWellFormed())),
      fc
        .oneof(fc.constantFrom("governance", "crypto"), oddText)
        .map((area) => areaPath(encodeURIComponent(area.toWellFormed()))),
      fc.constantFrom("use", "content", "zzz").map((step) => `/ai-act/${step}`),
      fc.webPath(),
    ),
  )
  .map(([locale, path]) => `/${locale}${path}`);

const FIELDS = [
  "q",
  "country",
  "ico",
  "code",
  "rev",
  "employees",
  "turnover",
  "balance",
  "service",
  "asOf",
  "topic",
  "source",
  "page",
];

const pageQueries = fc
  .array(
    fc.tuple(
      fc.oneof(fc.constantFrom(...FIELDS, "annexIIIUse", "role", "otherProhibitedPractices", "governance-01"), oddText),
      fc.oneof(
        fc.constantFrom("SK", "35.11", "60", "yes", "dns", "slovnaft", "31322832", "2026-02-30", "-1", "1e9"),
        oddText,
      ),
    ),
    { maxLength: 6 },
  )
  .map((pairs) =>
    new URLSearchParams(
      pairs.map(([name, value]): [string, string] => [name.toWellFormed(), value.toWellFormed().slice(0, 2_000)]),
    ).toString(),
  );

test(
  "odd page addresses over HTTP get a page, a redirect or a page that says what is wrong, and never a server error",
  async () => {
    const counts: StatusCounts = new Map();
    await fc.assert(
      fc.asyncProperty(pagePaths, pageQueries, async (path, query) => {
        const { response, text } = await send(counts, `${path}?${query}`);
        if (response.status >= 300 && response.status < 400) return;
        const type = response.headers.get("content-type") ?? "";
        if (type.startsWith("text/html")) expect(text).toContain("</html>");
        else expect(response.status).toBe(200);
        // What the caller typed never comes back as markup.
        expect(text).not.toContain("<svg onload=1>");
      }),
    );
    expect(total(counts)).toBe(RUNS);
    expect(counts.get(200)).toBeGreaterThan(RUNS / 10);
    expect(bugs()).toEqual([]);
  },
  LONG_MS,
);
