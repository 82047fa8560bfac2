import { expect, test } from "vitest";
import { webOver } from "../../../../test/browser/web.fixture.ts";

const { app, asked } = webOver();

const textOf = async (address: string) => (await app.request(address)).text();
const verdict = () => asked.findLast(({ name }) => name === "scope_evaluate")?.args;

test("without a country the form comes with that of the language, in English with none", async () => {
  const ticked = async (address: string) =>
    [...(await textOf(address)).matchAll(/name="country" value="(SK|CZ)" checked/g)].map(([, country]) => country);
  expect(await ticked("/sk/what-if")).toEqual(["SK"]);
  expect(await ticked("/cs/what-if")).toEqual(["CZ"]);
  expect(await ticked("/en/what-if")).toEqual([]);
  expect(await ticked("/cs/what-if?country=SK&edit=1")).toEqual(["SK"]);
});

test("an address without a country is answered by the form and not guessed", async () => {
  const response = await app.request("/cs/what-if?code=35.11&rev=2&employees=60");
  expect(response.status).toBe(400);
  expect(await response.text()).toContain('href="#country-SK"');
});

test("words that mean one activity count as chosen: with country and headcount the verdict stands at once", async () => {
  const html = await textOf("/sk/what-if?find=kadern%C3%ADctvo&country=SK&employees=12");
  expect(verdict()).toMatchObject({ country: "SK", employees: 12, nace: [{ code: "9602", revision: "2" }] });
  expect(html).toMatch(/data-from-words[^>]*>Činnosť podľa vašich slov: [^<]*\(NACE 96\.02\)/);
  expect(html).toMatch(/data-from-words.*?href="\/sk\/what-if\?find=kadern[^"]*&amp;edit=1"/s);
});

test("the way to change it leads back to the list and the words", async () => {
  const html = await textOf("/sk/what-if?find=kadern%C3%ADctvo&country=SK&employees=12&edit=1");
  expect(html).toMatch(/id="hits-title"/);
  expect(html).toMatch(/name="find"[^>]*value="kaderníctvo"/);
});

test("without a headcount the form holds the activity and asks for the rest", async () => {
  const html = await textOf("/sk/what-if?find=kadern%C3%ADctvo&country=SK");
  expect(html).toContain("data-from-words");
  expect(html).toMatch(/id="code-1"[^>]*value="96\.02"/);
  expect(html).not.toContain('class="verdict"');
});

test("words that mean several are a list, whose links keep headcount and country", async () => {
  const html = await textOf("/cs/what-if?find=v%C3%BDroba&country=CZ&employees=60");
  const links = [...html.matchAll(/<li class="hit">\s*<a href="([^"]*)"/g)].map(([, link]) => link);
  expect(links.length).toBeGreaterThan(2);
  for (const link of links) expect(link).toMatch(/country=CZ&amp;employees=60/);
});

test("a link of the list names the country of the language where none was chosen, in English one link for each", async () => {
  expect(await textOf("/cs/what-if?find=v%C3%BDroba")).toMatch(
    /<li class="hit">\s*<a href="\/cs\/what-if\?country=CZ&amp;code=/,
  );
  const english = await textOf("/en/what-if?find=production");
  for (const country of ["SK", "CZ"]) expect(english).toContain(`href="/en/what-if?country=${country}&amp;`);
});

test("words that are not known stay in the field", async () => {
  for (const rest of ["", "&country=SK&employees=60"]) {
    const html = await textOf(`/sk/what-if?find=qwxzvq${rest}`);
    expect(html).toContain("Takú činnosť nepoznáme");
    expect(html).toMatch(/name="find"[^>]*value="qwxzvq"/);
  }
});
