import { expect, test } from "vitest";
import { servicesOver } from "../../../../test/browser/services.fixture.ts";
import { webOver } from "../../../../test/browser/web.fixture.ts";
import { scopeEvaluate } from "../../../capabilities/scope/scope-evaluate.ts";

const services = servicesOver();

const { app } = webOver({
  scope_evaluate: (args) => scopeEvaluate.run(scopeEvaluate.input.parse(args), services),
});

test("the sheet of a firm escapes what a register says, sends nothing and is kept nowhere", async () => {
  const response = await app.request("/sk/firma/sk/31322832/notification");
  const html = await response.text();
  expect(response.headers.get("Cache-Control")).toBe("no-store");
  expect(html).toContain('name="robots" content="noindex"');
  expect(html).toContain('data-filled="1" data-of="2"');
  expect(html).toMatch(/data-field="email" data-state="missing".*chýba.*<input/s);
  const main = html.slice(html.indexOf("<main"), html.indexOf("</main>"));
  expect(main).not.toMatch(/<form|<script>|<(?:input|textarea|select)[^>]* name=/);
  expect(main).toContain("&lt;script&gt;");
});

test("typed facts give the same sheet without a name; out of scope and without facts it is a page that says so", async () => {
  const facts = "country=CZ&code=35.11&rev=2&employees=300";
  const html = await (await app.request(`/cs/what-if/notification?${facts}`)).text();
  expect(html).toContain("Podklad ohlášení pro NÚKIB");
  expect(html).toMatch(/data-field="conditions" data-state="computed"/);
  expect((await app.request("/cs/what-if/notification")).status).toBe(404);
  const small = facts.replace("35.11", "47.11").replace("300", "3");
  expect((await app.request(`/cs/what-if/notification?${small}`)).status).toBe(404);
});
