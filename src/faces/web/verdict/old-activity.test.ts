import { expect, test } from "vitest";
import { servicesOver } from "../../../../test/browser/services.fixture.ts";
import { webOver } from "../../../../test/browser/web.fixture.ts";
import { scopeEvaluate } from "../../../capabilities/scope/scope-evaluate.ts";

const services = servicesOver();

const { app } = webOver({ scope_evaluate: (args) => scopeEvaluate.run(scopeEvaluate.input.parse(args), services) });

test("an old activity is asked about by its year, and after a no the page asks what the firm does today", async () => {
  const firm = "/en/what-if?country=SK&code=1920&rev=2&ico=36045047&r.nace=1920%402%402015-01-01&employees=300";
  const asked = await (await app.request(firm)).text();
  expect(asked).toContain("According to data of 2015");
  expect(asked).toMatch(/\(19\.20\) is of 2015\. Does it still hold\?/);
  expect(asked).toContain('name="r.nace" value="1920@2@2015-01-01"');
  const yes = await (await app.request(`${firm}&a.currentActivity=yes`)).text();
  expect(yes).not.toContain("According to data of 2015");
  const no = await (await app.request(`${firm}&a.currentActivity=no`)).text();
  expect(no).toContain('id="find"');
  expect(no).not.toContain('value="1920@2"');
  // The same digits once more are the visitor's own statement.
  const again = await (await app.request(`${firm}&a.currentActivity=no&code=1920&rev=2`)).text();
  expect(again).toMatch(/<h1[^>]*>[^<]*essential/);
});
