import { expect, test } from "vitest";
import { webOver } from "../../../../test/browser/web.fixture.ts";
import { readBefore } from "./changed-line.tsx";

const { app } = webOver();
const WHAT_IF = "/sk/what-if?country=SK&code=35.11&rev=2&employees=60";
const page = async (address: string) => (await app.request(address)).text();

test.each([
  ["unknown.9", { category: "unknown", open: 9 }],
  ["important.0", { category: "important", open: 0 }],
  ["nothing.3", undefined],
  ["unknown", undefined],
  ["unknown.9999", undefined],
  [null, undefined],
])("%s is read as what stood before", (text, before) => {
  expect(readBefore(text)).toEqual(before);
});

test("the effect of an answer is shown at the block that was sent, with the category and the open answers before and after", async () => {
  const html = await page(`${WHAT_IF}&was=unknown.9&b=size`);
  const line = /<p role="status"[^>]*data-changed.*?<\/p>/s.exec(html)?.[0] ?? "";
  expect(line).toContain('data-from="unknown" data-to="important"');
  expect(line).toContain("z „neurčené“ na „dôležitý subjekt“. Otvorených odpovedí bolo 9, teraz ");
  expect(html.indexOf('id="b-size"')).toBeGreaterThan(0);
  expect(html.indexOf('id="b-size"')).toBeLessThan(html.indexOf("data-changed"));
});

test("an answer that changes nothing says so", async () => {
  const html = await page(`${WHAT_IF}&was=important.4&b=size`);
  expect(html).toContain('data-changed="false"');
  expect(html).toContain("Nezmenilo sa nič");
});

test("without a form that was sent no effect is shown; the former state is in no lasting address", async () => {
  expect(await page(WHAT_IF)).not.toContain("data-changed");
  const html = await page(`${WHAT_IF}&was=unknown.9&b=size`);
  for (const [, address = ""] of html.matchAll(/(?:href|content|data-copy-value)="([^"]*)"/g)) {
    expect(address).not.toContain("was=");
    expect(address).not.toMatch(/[?&;]b=/);
  }
});

test("an address with empty parameters leads to the short one", async () => {
  const response = await app.request(`${WHAT_IF}&turnover=&balance=&was=unknown.9&b=size`);
  expect(response.status).toBe(303);
  expect(response.headers.get("location")).toBe(`${WHAT_IF}&was=unknown.9&b=size`);
});
