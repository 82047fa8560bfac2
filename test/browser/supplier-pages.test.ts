import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { LOCALES } from "../../src/core/locale.ts";
import { organization, type PersonOfTest, person } from "../accounts/organization.fixture.ts";
import { FIELDS, fillIn, proveDomain, proveFirm, publish, sendTrust } from "../accounts/trust-profile.fixture.ts";
import { GENEROUS, openTestServices, startTestService } from "../promises/service.fixture.ts";
import { launchBrowser, look, openPage } from "./look.fixture.ts";
import { hasBrowser } from "./running-service.fixture.ts";

const PUBLISHES = "SK-31322832";

/** With a profile, without one, of the other country, and one that no register knows. */
const SUPPLIERS = [PUBLISHES, "SK-36631124", "CZ-49240901", "SK-31340822", "CZ-12345679"];

const NOTE = `${"Zmluva z 3. 2. 2026, príloha č. 2: hlásenie incidentov do 24 hodín. ".repeat(12)}\nDruhý riadok.`;

describe.skipIf(!hasBrowser)("pages of suppliers in a browser", () => {
  let browser: Browser;
  let baseUrl: string;
  let close: () => Promise<void>;
  let customer: PersonOfTest;
  let stop: string;
  const addresses = new Map<string, string>();

  beforeAll(async () => {
    const operator = await openTestServices({});
    const service = await startTestService({ limits: GENEROUS, env: { DATA_DIR: `${operator.dir}/data` } });
    const here = { operator, service };
    baseUrl = service.url;
    customer = await person(here, { name: "Jana Nová" });
    const supplier = await person(here, { name: "Eva" });
    const its = await organization(here, supplier, { owner: supplier }, "SLOVNAFT");
    const mine = await organization(here, customer, {}, "Združenie výrobcov strojov a náhradných dielov, a. s.");
    const fresh = await organization(here, customer, {}, "Nová s. r. o.");
    await proveDomain(here, its);
    await proveFirm(here, its);
    await fillIn(supplier, its);
    await publish(supplier, its);
    const list = `/sk/organizations/${mine}/suppliers`;
    const send = (part: string, fields: Readonly<Record<string, string>>) =>
      customer.browser.submit(`${list}${part}`, fields);
    for (const each of SUPPLIERS) {
      const [country = "", ico = ""] = each.split("-");
      expect((await send("", { country, ico })).status).toBe(303);
    }
    await send(`/${PUBLISHES}`, { judgement: "suitable", note: "Prvé hodnotenie." });
    await send(`/${PUBLISHES}`, { judgement: "conditions", note: NOTE });
    await send("/CZ-49240901", { judgement: "unsuitable", note: "" });
    await send(`/${PUBLISHES}/ask`, { email: "bezpecnost@slovnaft.sk", confirm: "1" });
    await sendTrust(supplier, its, "/profile", {
      ...FIELDS,
      serviceDescription: "Upratovanie kancelárií a umývanie okien",
      contactAgreed: "1",
    });
    await publish(supplier, its);
    const part = (rest = "") => `/organizations/${mine}/suppliers${rest}`;
    addresses.set("suppliers", part());
    addresses.set("suppliers-empty", `/organizations/${fresh}/suppliers`);
    addresses.set("suppliers-narrowed", part("?state=stale&q=nobody"));
    addresses.set("supplier", part(`/${PUBLISHES}`));
    addresses.set("supplier-without-profile", part("/CZ-49240901"));
    addresses.set("supplier-not-known", part("/CZ-12345679"));
    addresses.set("supplier-ask", part(`/${PUBLISHES}/ask`));
    stop = "/supplier-requests/stop?token=x";
    browser = await launchBrowser();
    close = async () => {
      await browser.close();
      await service.close();
      await operator.close();
    };
  });
  afterAll(() => close?.());

  test.each(LOCALES)(
    "are accessible in both themes and fit every screen, in %s",
    async (locale) => {
      for (const [name, path] of [...addresses, ["supplier-stop", stop] as const]) {
        const { context, page } = await openPage(browser, baseUrl, name === "supplier-stop" ? null : customer);
        await page.goto(`${baseUrl}/${locale}${path}`);
        await page.evaluate("document.querySelectorAll('details').forEach((details) => { details.open = true; })");
        await look(page, name, locale);
        await context.close();
      }
    },
    300_000,
  );

  test("a supplier is added, judged and asked without a script, and what is wrong stands at its field", async () => {
    const { context, page } = await openPage(browser, baseUrl, customer, false);
    await page.goto(`${baseUrl}/sk${addresses.get("suppliers")}`);
    await page.click("#add summary");
    await page.fill("#ico", "12");
    await page.click("#add form button[type=submit]");
    expect(await page.locator("#ico-error").textContent()).toContain("6 až 8 číslic");
    await page.fill("#ico", "35757442");
    await page.click("#add form button[type=submit]");
    await page.click("#SK-35757442 a");
    await page.check("#judgement-suitable");
    await page.fill("#note", "V poriadku");
    await page.click("form .form-end button[type=submit]");
    expect(await page.locator("#history ~ ol").textContent()).toContain("V poriadku");
    await page.click(".button.is-quiet[href$='/ask']");
    await page.fill("#email", "info@firma.sk");
    await page.locator("main form button[type=submit]").click();
    expect(await page.locator(".field-error").textContent()).toContain("zaškrtnutím");
    await page.check("#confirm");
    await page.locator("main form button[type=submit]").click();
    expect(await page.locator("#asks ~ ul").textContent()).toContain("info@firma.sk");
    await context.close();
  });
});
