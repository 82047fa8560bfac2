import fc from "fast-check";
import { expect, test } from "vitest";
import { FIRMS, webOver } from "../../../../test/browser/web.fixture.ts";
import { ServiceError } from "../../../core/problem.ts";
import { readWhatIf } from "./query.ts";

const { app, asked } = webOver();

test("a form that was not sent asks, and shows the thresholds", async () => {
  const response = await app.request("/sk/what-if");
  expect(response.status).toBe(200);
  const html = await response.text();
  expect(html).toContain("&lt; 250");
  expect(html).not.toContain("error-summary");
});

test("typed facts become the question, codes with their revisions in order", async () => {
  const query =
    "country=CZ&code=28.22&rev=2.1&code=&rev=2.1&code=46620&rev=2&employees=1%20060&turnover=12%20000%20000,5&balance=&service=dns";
  expect((await app.request(`/cs/what-if?${query}`)).status).toBe(200);
  expect(asked.findLast(({ name }) => name === "scope_evaluate")).toMatchObject({
    name: "scope_evaluate",
    limits: ["web_lookup"],
    args: {
      country: "CZ",
      nace: [
        { code: "2822", revision: "2.1" },
        { code: "46620", revision: "2" },
      ],
      employees: 1060,
      turnoverEur: 12_000_000.5,
      sizeIndependentService: "dns",
      locale: "cs",
    },
  });
});

test("the answer has its own address and leads back to the firm it came from", async () => {
  const html = await (await app.request("/en/what-if?country=SK&code=28.22&rev=2.1&employees=60&ico=36045047")).text();
  expect(html).toContain('href="/en/firma/sk/36045047"');
  expect(html).toContain(
    "http://localhost:3000/en/what-if?country=SK&amp;code=28.22&amp;rev=2.1&amp;employees=60&amp;ico=36045047",
  );
  expect(html).toMatch(/id="employees"[^>]*value="60"/);
});

test.each([
  ["no country", "code=28.22&rev=2", "country-SK"],
  ["a code that is none", "country=SK&code=28x&rev=2", "code-1"],
  ["neither code nor service", "country=SK&code=&employees=60", "code-1"],
  ["a headcount in words", "country=SK&code=28&rev=2&employees=many", "employees"],
  ["an ambiguous amount", "country=SK&code=28&rev=2&turnover=1.500", "turnover"],
  ["a negative amount", "country=SK&code=28&rev=2&balance=-1", "balance"],
])("%s is refused beside its field and in the summary, and no verdict is asked", async (_case, query, field) => {
  const verdicts = () => asked.filter(({ name }) => name === "scope_evaluate").length;
  const before = verdicts();
  const response = await app.request(`/sk/what-if?${query}`);
  expect(response.status).toBe(400);
  const html = await response.text();
  expect(html).toContain(`<a href="#${field}">`);
  expect(html).toMatch(new RegExp(`id="${field}"`));
  expect(html).toContain("<title>Chyba: ");
  expect(verdicts()).toBe(before);
});

test.each([
  ["sk", "Taký kód NACE neexistuje"],
  ["cs", "Takový kód NACE neexistuje"],
  ["en", "There is no such NACE code"],
])("a code that does not exist is refused beside its own field (%s)", async (locale, words) => {
  const wrong = webOver({
    scope_evaluate: () => {
      throw new ServiceError({
        code: "invalid_arguments",
        field: "nace.1.code",
        message: { sk: "x", cs: "x", en: "x" },
        nextStep: { sk: "x", cs: "x", en: "x" },
      });
    },
  });
  const response = await wrong.app.request(
    `/${locale}/what-if?country=SK&code=28.22&rev=2&code=99.99&rev=2&employees=60`,
  );
  expect(response.status).toBe(400);
  const html = await response.text();
  expect(html).toContain('<a href="#code-2">');
  expect(html).toContain(words);
  expect(html).toMatch(/id="employees"[^>]*value="60"/);
});

test("crowns are spoken of where accounts may be in crowns, not under a Slovak firm", async () => {
  const slovak = await (await app.request(`/sk/firma/sk/${FIRMS.important}`)).text();
  expect(slovak).toContain("Z poslednej schválenej účtovnej závierky.");
  expect(slovak).not.toContain("kurzom ČNB");
  expect(await (await app.request("/sk/what-if")).text()).toContain("kurzom ČNB");
});

test("a service whatever the size needs no code", () => {
  const { args, errors } = readWhatIf(new URLSearchParams("country=SK&service=dns"), "sk");
  expect(errors).toEqual([]);
  expect(args).toEqual({ country: "SK", nace: [], sizeIndependentService: "dns" });
});

test("a thousand codes are cut to what a call may take", () => {
  const query = new URLSearchParams([["country", "SK"], ...Array.from({ length: 1_000 }, () => ["code", "28"])]);
  expect(readWhatIf(query, "sk").args?.nace).toHaveLength(200);
});

test("whatever the address says, it is either asked rightly or refused with a reason", () => {
  const names = fc.constantFrom("country", "code", "rev", "employees", "turnover", "balance", "service", "ico", "x");
  const values = fc.oneof(fc.string(), fc.constantFrom("SK", "CZ", "28.22", "2.1", "60", "dns", "36045047"));
  fc.assert(
    fc.property(fc.array(fc.tuple(names, values)), (pairs) => {
      const { args, errors, values: typed } = readWhatIf(new URLSearchParams(pairs), "en");
      const isAsked = pairs.some(([name]) => ["country", "code", "employees", "service"].includes(name));
      expect(isAsked).toBe(args !== undefined || errors.length > 0);
      expect(typed.employees.length).toBeLessThanOrEqual(30);
    }),
  );
});
