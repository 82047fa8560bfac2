import { afterAll, beforeAll, expect, test } from "vitest";
import { GENEROUS, startTestService, type TestService } from "../promises/service.fixture.ts";

let dosah: TestService;

beforeAll(async () => {
  dosah = await startTestService({ limits: GENEROUS });
});

afterAll(() => dosah.close());

const get = async (path: string) => {
  const response = await dosah.fetch(path, {});
  return { response, bytes: Buffer.from(await response.arrayBuffer()) };
};

const WHAT_IF = "country=SK&code=35.11&rev=2&employees=60";

test.each([
  ["a firm", "/sk/firma/sk/31322832/memo.pdf"],
  ["a Czech firm in Czech", "/cs/firma/cz/49240901/memo.pdf"],
  ["typed facts", `/en/what-if/memo.pdf?${WHAT_IF}`],
])(
  "the memo of %s is a PDF of at most two sheets, the same bytes on the same day",
  async (_, path) => {
    const [once, again] = [await get(path), await get(path)];
    expect(once.response.status).toBe(200);
    expect(once.response.headers.get("content-type")).toBe("application/pdf");
    expect(once.response.headers.get("content-disposition")).toBe('attachment; filename="dosah-nis2.pdf"');
    expect(once.response.headers.get("cache-control")).toBe("private, no-cache");
    expect(once.bytes.subarray(0, 5).toString()).toBe("%PDF-");
    expect(once.bytes.equals(again.bytes)).toBe(true);
    expect(once.bytes.length).toBeLessThan(120_000);
    expect(once.bytes.toString("latin1").match(/\/Type\s*\/Page\b/g)?.length).toBeLessThanOrEqual(2);
  },
  120_000,
);

test("a hostile label stands in the file alone: its name and headers stay as they are", async () => {
  const label = encodeURIComponent('"; filename="x.exe"\r\nX-Evil: 1');
  const { response } = await get(`/sk/what-if/memo.pdf?${WHAT_IF}&label=${label}`);
  expect(response.status).toBe(200);
  expect(response.headers.get("content-disposition")).toBe('attachment; filename="dosah-nis2.pdf"');
  expect(response.headers.get("x-evil")).toBeNull();
});

test.each([
  ["a number that is none", "/sk/firma/sk/12345/memo.pdf", 404],
  ["an address without facts", "/sk/what-if/memo.pdf", 404],
])("%s has no memo", async (_, path, status) => {
  expect((await get(path)).response.status).toBe(status);
});

test.each([
  ["out of scope", "/sk/what-if?country=SK&code=47.11&rev=2&employees=5&a.linkedEnterprises=no", /^memo/],
  ["not regulated in Czechia", "/cs/what-if?country=CZ&code=56.10&rev=2&employees=300&a.linkedEnterprises=no", /^memo/],
])("a firm that is %s has nothing to prepare, but a memo to keep", async (_, path, first) => {
  const html = await (await dosah.fetch(path, {})).text();
  expect(html).toContain('data-category="out_of_scope"');
  expect([...html.matchAll(/data-action="([a-z]+)"/g)].map(([, id]) => id).join()).toMatch(first);
});
