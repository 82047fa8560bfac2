import fc from "fast-check";
import { expect, test } from "vitest";
import { servicesOver } from "../../../../test/browser/services.fixture.ts";
import { FIRMS, webOver } from "../../../../test/browser/web.fixture.ts";
import { scopeEvaluate } from "../../../capabilities/scope/scope-evaluate.ts";
import { ServiceError } from "../../../core/problem.ts";
import { readWhatIf } from "./what-if-query.ts";

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
    "country=CZ&code=28.22&rev=2.1&code=46620&rev=2&employees=1%20060&turnover=12%20000%20000,5&service=dns";
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

test("amounts in crowns are converted at the rate that is stated, else at the stored one", async () => {
  const firm =
    "/cs/what-if?country=CZ&code=28.22&rev=2&employees=40&turnover=260%20000%20000%20K%C4%8D&balance=11000000";
  expect((await app.request(`${firm}&rate=25`)).status).toBe(200);
  expect(asked.findLast(({ name }) => name === "scope_evaluate")?.args).toMatchObject({
    turnoverEur: 10_400_000,
    balanceSheetEur: 11_000_000,
  });
  const stored = await app.request(firm);
  expect(stored.status).toBe(200);
  expect(await stored.text()).toMatch(/id="rate"[^>]*value="25,185"/);
  expect(asked.findLast(({ name }) => name === "scope_evaluate")?.args).toMatchObject({ turnoverEur: 10_323_605.32 });
});

test("without a rate the verdict stands where it is the same at 22 and at 28 crowns, and waits for the rate elsewhere", async () => {
  const services = { ...servicesOver(), today: () => "2050-01-01" };
  const { app } = webOver(
    { scope_evaluate: (args) => scopeEvaluate.run(scopeEvaluate.input.parse(args), services) },
    services,
  );
  const at = (turnover: string, balance: string) =>
    app.request(
      `/en/what-if?country=CZ&code=28.22&rev=2&employees=40&turnover=${encodeURIComponent(turnover)}&balance=${encodeURIComponent(balance)}`,
    );
  for (const [turnover, balance, size] of [
    ["100 mil. Kč", "100 mil. Kč", "Small enterprise"],
    ["600 mil. Kč", "500 mil. Kč", "Medium-sized enterprise"],
    // One ceiling decides, whatever the amount in crowns is.
    ["250 mil. Kč", "1000000", "Small enterprise"],
  ] as const) {
    const response = await at(turnover, balance);
    expect(response.status).toBe(200);
    const html = await response.text();
    expect(html).toContain(size);
    expect(html).toContain("the same at 22 and at 28 CZK");
    expect(html).toContain(`value="${turnover}"`);
    expect(html).toMatch(/id="rate"[^>]*value=""/);
  }
  const open = await at("250 mil. Kč", "250 mil. Kč");
  expect(open.status).toBe(400);
  const html = await open.text();
  expect(html).toContain('href="#rate"');
  expect(html).toContain('value="250 mil. Kč"');
  expect(html).not.toContain("the same at 22");
});

test("a firm keeps its name on its what-if and in the title; without one its number stands there", async () => {
  const address = "/en/what-if?country=SK&code=28.22&rev=2.1&employees=60&ico=36045047";
  const html = await (await app.request(address)).text();
  expect(html).toMatch(/<title>Strojárne &lt;script&gt;alert\(1\)&lt;\/script&gt;, a\. s\., by the facts given: /);
  expect(html).toMatch(/class="firm-name">Strojárne &lt;script&gt;.*<\/bdi> 36.045.047<\/a>/);
  const nameless = webOver({
    company_name: () => {
      throw new ServiceError({ code: "source_unavailable", message: AWAY, nextStep: AWAY });
    },
  });
  expect(await (await nameless.app.request(address)).text()).toMatch(/Firm with IČO 36.045.047/);
});

const AWAY = { sk: "Register neodpovedá.", cs: "Rejstřík neodpovídá.", en: "The register does not answer." };

test("a fraction of staff is taken with a comma, and stands in words", async () => {
  const response = await app.request(
    "/sk/what-if?country=SK&code=35.11&rev=2&employees=49%2C6&turnover=12%20mil.%20%E2%82%AC",
  );
  expect(response.status).toBe(200);
  expect(asked.findLast(({ name }) => name === "scope_evaluate")?.args).toMatchObject({
    employees: 49.6,
    turnoverEur: 12_000_000,
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
  expect(await (await app.request("/sk/what-if")).text()).toContain("korunách");
});

test("a service whatever the size needs no code", () => {
  const { args, errors } = readWhatIf(new URLSearchParams("country=SK&service=dns"), new Map(), "sk");
  expect(errors).toEqual([]);
  expect(args).toEqual({ country: "SK", nace: [], sizeIndependentService: "dns" });
});

test("a thousand codes are cut to what a call may take", () => {
  const query = new URLSearchParams([["country", "SK"], ...Array.from({ length: 1_000 }, () => ["code", "28"])]);
  expect(readWhatIf(query, new Map(), "sk").args?.nace).toHaveLength(200);
});

test("whatever the address says, it is either asked rightly or refused with a reason", () => {
  const names = fc.constantFrom("country", "code", "rev", "employees", "turnover", "balance", "service", "ico", "x");
  const values = fc.oneof(fc.string(), fc.constantFrom("SK", "CZ", "28.22", "2.1", "60", "dns", "36045047"));
  fc.assert(
    fc.property(fc.array(fc.tuple(names, values)), (pairs) => {
      const { args, errors, values: typed } = readWhatIf(new URLSearchParams(pairs), new Map(), "en");
      const isAsked = pairs.some(([name]) => ["country", "code", "does", "employees", "service"].includes(name));
      expect(isAsked).toBe(args !== undefined || errors.length > 0);
      expect(typed.employees.length).toBeLessThanOrEqual(30);
    }),
  );
});

test("a firm that goes on under another number leads to the search for its successor", async () => {
  const ceased = "/sk/what-if?country=SK&code=28.22&rev=2&employees=60&r.status=ceased";
  const html = await (await app.request(`${ceased}&a.status=successor`)).text();
  expect(html).toMatch(/id="successor"[\s\S]*?action="\/sk\/search"/);
  expect(await (await app.request(`${ceased}&a.status=ended`)).text()).not.toContain('id="successor"');
});

test("what is not asked is said, with what the authority may decide by itself", async () => {
  for (const country of ["SK", "CZ"] as const) {
    const html = await (await app.request(`/en/what-if?country=${country}&code=28.22&rev=2&employees=60`)).text();
    expect(html).toMatch(/<details class="not-asked"><summary>What we did not ask/);
    expect(html).toMatch(country === "SK" ? /Whether NBÚ enters you/ : /Whether NÚKIB registers you/);
  }
});

test("what the shipped sample published is not called the register's word, and an old figure has its year", async () => {
  const firm = "/en/what-if?country=SK&code=28.22&rev=2&ico=36045047&r.staff=3600-3600&employees=60";
  const registered = await (await app.request(firm)).text();
  expect(registered).toContain("The register says, you say");
  const published = await (await app.request(`${firm}&r.by=published&r.since=2012-10-01`)).text();
  expect(published).not.toContain("The register says");
  expect(published).toContain("What was published, what you say");
  expect(published).toMatch(/A source of 2012 says: 3,600/);
  expect(published).toMatch(/3,600[^<]*\(2012\)/);
});
