import { expect, test } from "vitest";
import { webOver } from "../../../../test/browser/web.fixture.ts";

const { app } = webOver();

const page = async (address: string) => (await app.request(address)).text();
const headOf = (html: string) => /<div class="dochead[^>]*data-dochead.*?<\/div><\/div>/s.exec(html)?.[0] ?? "";

test.each([
  ["a verdict", "/sk/firma/sk/31322832", "pravidlá ", "záväzne rozhoduje ", "Posúdil: "],
  [
    "typed facts",
    "/cs/what-if?country=CZ&code=61.10&rev=2&employees=20",
    "pravidla ",
    "závazně rozhoduje ",
    "Posoudil: ",
  ],
  ["a questionnaire", "/en/questionnaire/result?mode=quick&risk_mgmt=yyp", "rules ", "indicative", "Assessed by: "],
  ["an AI result", "/en/ai-act/result?deepfake=yes", "rules ", "indicative", "Assessed by: "],
])("the paper of %s has a head: rules, day, authority, address, code, signature", async (_, address, ...words) => {
  const head = headOf(await page(address));
  for (const each of words) expect(head).toContain(each);
  expect(head).toContain(`http://localhost:3000/${address.slice(1).split("?")[0]}`);
  expect(head).toMatch(/<time datetime="\d{4}-\d\d-\d\d">/);
  expect(head).toContain('<svg class="qr-code"');
});

test.each(["/sk/obligations", "/sk/incident", "/sk/what-if/notification?country=SK&code=35.11&rev=2&employees=60"])(
  "%s has one too, without a signature",
  async (address) => {
    const head = headOf(await page(address));
    expect(head).toContain("data-dochead-subject");
    expect(head).not.toContain("Posúdil");
  },
);

test("a label is the subject, escaped; without one there is none", async () => {
  const address = "/sk/what-if?country=SK&code=35.11&rev=2&employees=60";
  expect(headOf(await page(address))).toContain('<span data-dochead-subject="true">bez názvu</span>');
  const html = await page(`${address}&label=${encodeURIComponent("Závod <1>")}`);
  expect(headOf(html)).toContain('<span data-dochead-subject="true">Závod &lt;1&gt;</span>');
  expect(html).toContain("<title>Závod &lt;1&gt;: ");
  expect(html).toContain('<meta property="og:title" content="Závod &lt;1&gt;: ');
});

test("an address that a camera could not read has no code", async () => {
  const html = await page(
    `/sk/what-if?country=SK&code=35.11&rev=2&employees=60&label=${"x".repeat(80)}&find=${"y".repeat(100)}&a.x=${"z".repeat(40)}&a.y=${"z".repeat(40)}`,
  );
  expect(html).toContain("data-dochead");
  expect(html).not.toContain('class="qr-code"');
});
