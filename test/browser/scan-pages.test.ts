import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { LOCALES } from "../../src/core/locale.ts";
import { newId } from "../../src/core/random-id.ts";
import { addDomain, noteProof } from "../../src/state/domains.ts";
import type { Scan } from "../../src/state/scans.ts";
import { composedSql } from "../../src/state/sql.ts";
import { organization, type PersonOfTest, person } from "../accounts/organization.fixture.ts";
import { type Laboratory, laboratorySettings } from "../lab/laboratory.ts";
import { openTrustedLaboratory } from "../lab/scan-service.fixture.ts";
import { GENEROUS, NOW, openTestServices, startTestService, type TestServices } from "../promises/service.fixture.ts";
import { launchBrowser, look, openPage } from "./look.fixture.ts";
import { hasBrowser } from "./running-service.fixture.ts";
import { SCANS } from "./scan-answers.fixture.ts";

const LONG_DOMAIN = `${"velmi-dlhe-meno-".repeat(3)}bez-konca.${"a".repeat(60)}.sk`;
const DAY = 86_400_000;

describe.skipIf(!hasBrowser)("pages of scans in a browser", () => {
  let browser: Browser;
  let baseUrl: string;
  let lab: Laboratory;
  let close: () => Promise<void>;
  let owner: PersonOfTest;
  let org: string;
  const addresses = new Map<string, readonly [who: () => PersonOfTest | null, path: string]>();

  /** Writes a scan of the fixture under an id of its own. */
  async function scanLike({ opened }: TestServices, like: Scan | undefined, more: Partial<Scan> = {}): Promise<string> {
    if (like === undefined) throw new Error("no such scan");
    const row = { ...like, ...more, id: newId("scan") };
    const names = [
      "domain",
      "profile",
      "status",
      "created_at",
      "started_at",
      "finished_at",
      "technical",
      "questionnaire",
      "overall",
      "rule_set_version",
      "error",
      "detail",
    ] as const;
    const marks = ["?", "?", ...names.map(() => "?")].join(", ");
    const add = composedSql(`INSERT INTO scan (org_id, id, ${names.join(", ")}) VALUES (${marks})`);
    await opened.state.run(add, org, row.id, ...names.map((name) => row[name as keyof Scan] as string | number | null));
    return row.id;
  }

  beforeAll(async () => {
    const trusted = await openTrustedLaboratory();
    lab = trusted.lab;
    const operator = await openTestServices({});
    // The quick check looks at the laboratory; what stands in the rows below stays as it is.
    const env = { ...laboratorySettings(lab), DATA_DIR: `${operator.dir}/data` };
    const service = await startTestService({ limits: GENEROUS, env });
    baseUrl = service.url;
    const here = { operator, service };
    owner = await person(here, { name: "Jana Nová" });
    const viewer = await person(here, { name: "Viera" });
    org = await organization(here, owner, { viewer });
    const bare = await organization(here, owner, {}, "Bez skenov, s. r. o.");
    const { state } = operator.opened;
    for (const [domain, at] of [
      ["firma.sk", 1],
      [LONG_DOMAIN, 2],
    ] as const) {
      await addDomain({ db: state, orgId: org }, { domain, token: "t".repeat(43), added_by: owner.id }, at);
    }
    await noteProof({ db: state, orgId: org }, LONG_DOMAIN, "dns", NOW.getTime());
    for (const [weeks, technical] of [
      [5, 40],
      [4, 55],
      [3, 52],
      [2, 71],
    ] as const) {
      const at = NOW.getTime() - weeks * 7 * DAY;
      await scanLike(operator, SCANS.scn_good, { created_at: at, technical, overall: technical });
    }
    const before = { created_at: NOW.getTime() - 7 * DAY };
    const good = await scanLike(operator, SCANS.scn_good, before);
    const bad = await scanLike(operator, SCANS.scn_1, { created_at: NOW.getTime() });
    const running = await scanLike(operator, SCANS.scn_running, { domain: "bezi.sk" });
    const queued = await scanLike(operator, SCANS.scn_queued, { domain: LONG_DOMAIN });
    const failed = await scanLike(operator, SCANS.scn_failed, { domain: "nie-je.sk" });
    const questionnaire = await scanLike(operator, SCANS.scn_good, {
      domain: null,
      profile: null,
      technical: null,
      questionnaire: 64,
      overall: 64,
      rule_set_version: null,
      detail: JSON.stringify({ areas: [{ id: "incidents", score: 58, answered: 9, questions: 11 }] }),
    });
    const signedIn = () => owner;
    const at = (part: string) => `/organizations/${org}${part}`;
    addresses.set("scan-bad", [signedIn, at(`/scans/${bad}`)]);
    addresses.set("scan-good", [signedIn, at(`/scans/${good}`)]);
    addresses.set("scan-running", [signedIn, at(`/scans/${running}`)]);
    addresses.set("scan-queued", [signedIn, at(`/scans/${queued}`)]);
    addresses.set("scan-failed", [signedIn, at(`/scans/${failed}`)]);
    addresses.set("scan-questionnaire", [signedIn, at(`/scans/${questionnaire}`)]);
    addresses.set("scan-viewer", [() => viewer, at(`/scans/${bad}`)]);
    addresses.set("scans", [signedIn, at("/scans")]);
    addresses.set("scans-viewer", [() => viewer, at("/scans")]);
    addresses.set("scans-empty", [signedIn, `/organizations/${bare}/scans`]);
    addresses.set("scan-compare", [signedIn, at(`/scans/compare?a=${good}&b=${bad}`)]);
    addresses.set("domains", [signedIn, at("/domains")]);
    addresses.set("domains-viewer", [() => viewer, at("/domains")]);
    addresses.set("domains-empty", [signedIn, `/organizations/${bare}/domains`]);
    addresses.set("quick-check", [() => null, "/scan"]);
    browser = await launchBrowser();
    close = async () => {
      await browser.close();
      await service.close();
      await operator.close();
      await trusted.close();
    };
  });
  afterAll(() => close?.());

  test.each(LOCALES)(
    "are accessible in both themes and fit every screen: good, bad, under way, failed, with nothing, in %s",
    async (locale) => {
      for (const [name, [who, path]] of addresses) {
        const { context, page } = await openPage(browser, baseUrl, who());
        // A page under way loads itself again by its header: not while it is judged.
        await page.route(`**${path}`, async (route) => {
          const response = await route.fetch();
          const { refresh: _refresh, ...headers } = response.headers();
          await route.fulfill({ response, headers });
        });
        await page.goto(`${baseUrl}/${locale}${path}`);
        await page.evaluate("document.querySelectorAll('details').forEach((details) => { details.open = true; })");
        await look(page, name, locale);
        await context.close();
      }
    },
    300_000,
  );

  test("from the form to the result without a script: queued, under way, findings; the quick check too", async () => {
    const { domain } = await lab.site((site) => {
      delete site.records[`_dmarc.${site.domain}`];
    });
    const { context, page } = await openPage(browser, baseUrl, owner, false);
    await page.goto(`${baseUrl}/sk/organizations/${org}/scans`);
    await page.fill("#domain", domain);
    await page.click("#new-scan ~ form button[type=submit]");
    expect(page.url()).toMatch(/\/scans\/scn_[0-9a-z]{26}\?done=created$/);
    // The page loads itself again until the scan has ended.
    await page.waitForSelector("text=/DMARC/", { timeout: 60_000 });
    expect(await page.textContent("h2.page-title")).toMatch(/\S/);
    await context.close();

    const visitor = await openPage(browser, baseUrl, null, false);
    const second = await lab.site();
    await visitor.page.goto(`${baseUrl}/en/scan`);
    await visitor.page.fill("#domain", second.domain);
    await visitor.page.click("main form button[type=submit]");
    await visitor.page.waitForSelector("text=/passed/i", { timeout: 60_000 });
    await visitor.context.close();
  });

  test("the result of a quick check is accessible and fits every screen", async () => {
    const { domain } = await lab.site((site) => {
      delete site.records[`_dmarc.${site.domain}`];
      site.https = { "/": { body: "<p>Lab" } };
    });
    for (const locale of LOCALES) {
      const { context, page } = await openPage(browser, baseUrl, null);
      await page.goto(`${baseUrl}/${locale}/scan`);
      await page.fill("#domain", domain);
      await page.click("main form button[type=submit]");
      await page.waitForSelector("text=/DMARC/", { timeout: 60_000 });
      await look(page, "quick-check-result", locale);
      await context.close();
    }
  });
});
