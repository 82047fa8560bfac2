import { expect, test } from "vitest";
import { webOver } from "../../../../test/browser/web.fixture.ts";

const { app } = webOver();

const page = async (address: string) => (await app.request(address)).text();
const actionsOf = (html: string) => [...html.matchAll(/data-action="([a-z]+)"/g)].map(([, id]) => id);

test.each([
  ["in scope", "/sk/firma/sk/31322832", ["prepare", "calendar", "memo", "organization", "supplier", "incident"]],
  [
    "typed facts in scope",
    "/sk/what-if?country=SK&code=35.11&rev=2&employees=60",
    ["prepare", "calendar", "memo", "incident"],
  ],
])("%s: every action that makes sense, in one order", async (_, address, actions) => {
  const html = await page(address);
  expect(actionsOf(html)).toEqual(actions);
  expect(html.match(/class="button is-quiet" data-action/g)?.length).toBe(Math.min(actions.length, 3));
});

test("an organization is made of the firm of the verdict; its incident page knows country and regime", async () => {
  const html = await page("/sk/firma/sk/31322832");
  expect(html).toContain('href="/sk/organizations/new?firm=SK-31322832"');
  expect(html).toContain('href="/sk/suppliers/add?firms=SK-31322832"');
  expect(html).toMatch(/data-incident-door="true" href="\/sk\/incident\?country=SK&amp;regime=[a-z_]+"/);
});

test("without a contact of the operator an error is reported by the page about the service", async () => {
  expect(await page("/sk/firma/sk/31322832")).toContain('data-report-error="true" href="/sk/about"');
});
