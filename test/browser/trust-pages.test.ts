import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { LOCALES } from "../../src/core/locale.ts";
import { composedSql } from "../../src/state/sql.ts";
import { organization, type PersonOfTest, person } from "../accounts/organization.fixture.ts";
import {
  FIELDS,
  fillIn,
  PRACTICES,
  proveDomain,
  proveFirm,
  publish,
  sendTrust,
} from "../accounts/trust-profile.fixture.ts";
import { GENEROUS, NOW, openTestServices, startTestService } from "../promises/service.fixture.ts";
import { launchBrowser, look, openPage } from "./look.fixture.ts";
import { hasBrowser } from "./running-service.fixture.ts";

/** As long as a text may be without a blank, and a list as long as one of subcontractors. */
const LONG = `Upratovanie kancelárií trikrát týždenne. ${"x".repeat(600)}\nDruhý riadok.`;

/** What a scan of the domain saw. */
const CHECKS = [
  { id: "tls.available", status: "pass", reason: "available", weight: 3, article: [], untrusted: {} },
  { id: "tls.expiry", status: "pass", reason: "valid", weight: 3, article: [], untrusted: {} },
];

describe.skipIf(!hasBrowser)("pages of a trust profile in a browser", () => {
  let browser: Browser;
  let baseUrl: string;
  let close: () => Promise<void>;
  let supplier: PersonOfTest;
  const own = new Map<string, string>();
  const open = new Map<string, string>();

  beforeAll(async () => {
    const operator = await openTestServices({});
    const service = await startTestService({ limits: GENEROUS, env: { DATA_DIR: `${operator.dir}/data` } });
    const here = { operator, service };
    const { state } = operator.opened;
    baseUrl = service.url;
    supplier = await person(here, { name: "Eva" });
    /** An organization with a published profile of its own firm. */
    const published = async (slug: string, ico: string, more: Readonly<Record<string, string>> = {}) => {
      const org = await organization(here, supplier, { owner: supplier }, "Združenie výrobcov strojov, a. s.");
      await state.run(composedSql("UPDATE organization SET ico = ? WHERE id = ?"), ico, org);
      await proveDomain(here, org);
      await proveFirm(here, org);
      await fillIn(supplier, org, more);
      expect((await publish(supplier, org, { slug })).errors).toEqual([]);
      return org;
    };
    const fresh = await published("fresh-firm", "31322832");
    const full = { ...FIELDS, contactAgreed: "1", serviceDescription: LONG, processesCustomerData: "yes" };
    for (const _time of [1, 2])
      await sendTrust(supplier, fresh, "/profile", { ...full, dataProcessingLocations: "SK" });
    const answered = ["confidentialityCommitted", "backgroundChecks", "dataReturnOnTermination", "encryptionInTransit"];
    for (const _time of [1, 2]) {
      await sendTrust(supplier, fresh, "/security_practices", {
        ...PRACTICES,
        ...Object.fromEntries(answered.map((id) => [id, "yes"])),
        encryptionAtRest: "no",
        dataProcessingAgreement: "available",
        hasIsms: "no",
        hasIso27001OrEquivalent: "yes",
        certificationDetails: "ISO/IEC 27001:2022, platný do 1. 5. 2027, celá spoločnosť",
        vulnerabilityHandling: "yes",
        hasIncidentResponsePlan: "yes",
        hasBusinessContinuityPlan: "no",
        mfaEnforcedInternal: "yes",
      });
    }
    for (const [title, expiresOn] of [
      ["ISO/IEC 27001:2022", "2027-05-01"],
      [`Pentest ${"dlhynazov".repeat(12)}`, "2026-01-01"],
    ] as const) {
      const evidence = { fieldId: "certificationDetails", title, url: "https://example.org/a", expiresOn };
      await sendTrust(supplier, fresh, "/evidence", evidence);
    }
    await sendTrust(supplier, fresh, "/choices", { isIndexed: "1", showsScan: "1" }, "");
    await state.run(
      composedSql(
        "INSERT INTO scan (org_id, id, domain, profile, status, created_at, finished_at, detail) " +
          "VALUES (?, 'scn_x', 'slovnaft.sk', 'public', 'completed', ?, ?, ?)",
      ),
      fresh,
      NOW.getTime() - 1,
      NOW.getTime(),
      JSON.stringify({ checks: CHECKS }),
    );
    const again = await publish(supplier, fresh);
    expect([again.errors, again.html.slice(0, again.status === 303 ? 0 : 3_000)]).toEqual([[], ""]);
    await sendTrust(supplier, fresh, "/shares", { label: "Zákazník, a. s.", days: "30" });
    const stale = await published("stale-firm", "31333532", { serviceDescription: "Oprava tlačiarní" });
    await state.run(composedSql("UPDATE trust_revision SET valid_until = '2026-11-01' WHERE org_id = ?"), stale);
    const snapshot = await state.get<{ snapshot: string }>(
      composedSql("SELECT snapshot FROM trust_revision WHERE org_id = ?"),
      stale,
    );
    const past = (snapshot?.snapshot ?? "").replace(/"validUntil":"[^"]+"/, '"validUntil":"2026-11-01"');
    await state.run(composedSql("UPDATE trust_revision SET snapshot = ? WHERE org_id = ?"), past, stale);
    await state.run(
      composedSql("UPDATE trust_profile SET identity_lost_at = ? WHERE org_id = ?"),
      NOW.getTime(),
      stale,
    );
    const gone = await published("gone-firm", "31340822");
    await sendTrust(supplier, gone, "/withdraw", {});
    const empty = await organization(here, supplier, { owner: supplier }, "Nová s. r. o.");
    const editor = (org: string, part = "") => `/organizations/${org}/trust-profile${part}`;
    for (const part of [
      "",
      "/profile",
      "/security_practices",
      "/evidence",
      "/preview",
      "/publish",
      "/shares",
      "/import",
    ]) {
      own.set(`trust-editor${part.replace("/", "-")}`, editor(fresh, part));
    }
    own.set("trust-editor-empty", editor(empty));
    own.set("trust-preview-empty", editor(empty, "/preview"));
    own.set("trust-editor-stale", editor(stale));
    own.set("trust-editor-withdrawn", editor(gone));
    open.set("trust-fresh", "/trust/fresh-firm");
    open.set("trust-stale", "/trust/stale-firm");
    open.set("trust-withdrawn", "/trust/gone-firm");
    open.set("trust-report", "/trust/fresh-firm/report");
    browser = await launchBrowser();
    close = async () => {
      await browser.close();
      await service.close();
      await operator.close();
    };
  });

  afterAll(() => close());

  test.each(LOCALES)(
    "the editor, its parts and the public page, fresh, stale and withdrawn, are accessible in %s and nothing stands out",
    { timeout: 300_000 },
    async (locale) => {
      for (const [who, pages] of [
        [supplier, own],
        [null, open],
      ] as const) {
        const { context, page } = await openPage(browser, baseUrl, who);
        for (const [name, path] of pages) {
          await page.emulateMedia({ colorScheme: "light" });
          await page.setViewportSize({ width: 1280, height: 800 });
          await page.goto(`${baseUrl}/${locale}${path}`);
          await look(page, name, locale);
        }
        await context.close();
      }
    },
  );
});
