import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { LOCALES } from "../../src/core/locale.ts";
import { newId } from "../../src/core/random-id.ts";
import { hashToken, newToken } from "../../src/identity/token.ts";
import { addInvitation } from "../../src/state/invitations.ts";
import { organization, type PersonOfTest, person } from "../accounts/organization.fixture.ts";
import { runDosah } from "../promises/run-command.fixture.ts";
import { GENEROUS, NOW, openTestServices, startTestService } from "../promises/service.fixture.ts";
import { launchBrowser, look, openPage } from "./look.fixture.ts";
import { hasBrowser } from "./running-service.fixture.ts";

const LONG_NAME = "Š".repeat(120);
const LONG_WORDS =
  "Združenie výrobcov a dodávateľov strojov, zariadení a náhradných dielov pre potravinársky priemysel, a. s.";

describe.skipIf(!hasBrowser)("pages of organizations and keys in a browser", () => {
  let browser: Browser;
  let baseUrl: string;
  let close: () => Promise<void>;
  let busy: PersonOfTest;
  let empty: PersonOfTest;
  const addresses = new Map<string, readonly [who: () => PersonOfTest | null, path: string]>();

  beforeAll(async () => {
    const operator = await openTestServices({});
    const service = await startTestService({ limits: GENEROUS, env: { DATA_DIR: `${operator.dir}/data` } });
    const here = { operator, service };
    baseUrl = service.url;
    busy = await person(here, { name: "Jana Nová" });
    empty = await person(here, { name: "Peter Prázdny" });
    const others = {
      admin: await person(here, {
        name: LONG_WORDS,
        email: `${"very.long.address.of.somebody".repeat(2)}@example-company.sk`,
      }),
      member: await person(here, { name: "M".repeat(120) }),
      viewer: await person(here, { name: "Viera" }),
    };
    const big = await organization(here, busy, others, LONG_NAME);
    const bare = await organization(here, busy, {}, LONG_WORDS);
    const fresh = await organization(here, busy, {}, "Nová s. r. o.");
    for (let index = 4; index <= 40; index++) await organization(here, busy, {}, `Klient ${index} s. r. o.`);
    const run = (words: readonly string[]) => runDosah(operator.call, words);
    for (const [code, status] of [
      ["NIS2-20-1", "met"],
      ["NIS2-21-1", "partial"],
      ["NIS2-23-1", "not_met"],
    ]) {
      await run([
        "register",
        "set",
        "--organization",
        big,
        "--email",
        busy.email,
        "--code",
        code ?? "",
        "--status",
        status ?? "",
        "--note",
        `${"Zápisnica z porady vedenia, bod 3. ".repeat(110)}\nDruhý riadok`,
      ]);
    }
    for (const name of ["Claude na notebooku", "K".repeat(60)])
      await run(["key", "issue", "--email", busy.email, "--name", name]);
    const token = newToken();
    for (const [index, email] of [empty.email, `${"x".repeat(60)}@${"y".repeat(60)}.sk`].entries()) {
      await addInvitation(operator.opened.state, {
        id: newId("invitation"),
        org_id: big,
        email_key: email,
        role: "member",
        invited_by: busy.id,
        created_at: NOW.getTime(),
        expires_at: NOW.getTime() + 86_400_000,
        tokenHash: hashToken(index === 0 ? token : `${token}-2`),
      });
    }
    const [signedIn, newcomer, nobody] = [() => busy, () => empty, () => null];
    addresses.set("organizations", [signedIn, "/organizations"]);
    addresses.set("organizations-empty", [newcomer, "/organizations"]);
    addresses.set("organization", [signedIn, `/organizations/${big}`]);
    addresses.set("register", [signedIn, `/organizations/${big}/obligations`]);
    addresses.set("register-empty", [signedIn, `/organizations/${fresh}/obligations`]);
    addresses.set("register-narrowed", [signedIn, `/organizations/${big}/obligations?status=met&q=nothing`]);
    addresses.set("entry", [signedIn, `/organizations/${big}/obligations/NIS2-21-1`]);
    const csrf = /name="csrf" value="([^"]+)"/.exec((await busy.browser.get("/sk/account")).html)?.[1] ?? "";
    const begin = async (org: string) => {
      const sent = await busy.browser.post(`/sk/organizations/${org}/questionnaires`, { csrf, mode: "quick" });
      return (sent.location ?? "").replace("/sk", "").replace(/\/risk_mgmt.*$/, "");
    };
    const draft = await begin(big);
    const answered = { "bcm-01": "yes", "bcm-02": "partial", "bcm-03": "no" };
    await busy.browser.post(`/sk${draft}/bcm`, { csrf, ...answered });
    const done = await begin(bare);
    await busy.browser.post(`/sk${done}/bcm`, { csrf, ...answered });
    await busy.browser.post(`/sk${done}/complete`, { csrf, prefill: "1" });
    const both = `a=${done.split("/").at(-1)}&b=${done.split("/").at(-1)}`;
    addresses.set("questionnaires", [signedIn, `/organizations/${big}/questionnaires`]);
    addresses.set("questionnaires-empty", [signedIn, `/organizations/${fresh}/questionnaires`]);
    addresses.set("questionnaire", [signedIn, draft]);
    addresses.set("questionnaire-area", [signedIn, `${draft}/bcm`]);
    addresses.set("questionnaire-preview", [signedIn, `${draft}/complete`]);
    addresses.set("questionnaire-discard", [signedIn, `${draft}/discard`]);
    addresses.set("questionnaire-closed", [signedIn, `${done}/bcm`]);
    addresses.set("questionnaire-compare", [signedIn, `/organizations/${bare}/questionnaires/compare?${both}`]);
    addresses.set("questionnaire-import", [signedIn, `/organizations/${big}/questionnaires/import`]);
    addresses.set("take-over", [newcomer, "/questionnaires/import?mode=quick&bcm=yyp"]);
    addresses.set("register-filled", [signedIn, `/organizations/${bare}/obligations`]);
    addresses.set("entry-untouched", [signedIn, `/organizations/${big}/obligations/NIS2-20-2`]);
    addresses.set("organization-empty", [signedIn, `/organizations/${bare}`]);
    addresses.set("members", [signedIn, `/organizations/${big}/members`]);
    addresses.set("members-alone", [signedIn, `/organizations/${bare}/members`]);
    addresses.set("settings", [signedIn, `/organizations/${big}/settings`]);
    addresses.set("audit-log", [signedIn, `/organizations/${big}/audit-log`]);
    addresses.set("audit-log-empty", [signedIn, `/organizations/${bare}/audit-log?action=member.left`]);
    addresses.set("keys", [signedIn, "/account/keys"]);
    addresses.set("keys-empty", [newcomer, "/account/keys"]);
    addresses.set("invitation", [newcomer, `/invitations/${token}`]);
    addresses.set("invitation-signed-out", [nobody, `/invitations/${token}`]);
    addresses.set("not-mine", [newcomer, `/organizations/${big}`]);
    browser = await launchBrowser();
    close = async () => {
      await browser.close();
      await service.close();
      await operator.close();
    };
  });
  afterAll(() => close?.());

  const open = (who: PersonOfTest | null, isScripted = true) => openPage(browser, baseUrl, who, isScripted);

  test.each(LOCALES)(
    "are accessible in both themes and fit every screen, with long names and with nothing, in %s",
    async (locale) => {
      for (const [name, [who, path]] of addresses) {
        const { context, page } = await open(who());
        await page.goto(`${baseUrl}/${locale}${path}`);
        await page.evaluate("document.querySelectorAll('details').forEach((details) => { details.open = true; })");
        await look(page, name, locale);
        await context.close();
      }
    },
    300_000,
  );

  test("a key and an invitation are made without a script, and are shown where they can be selected", async () => {
    const { context, page } = await open(busy, false);
    await page.goto(`${baseUrl}/sk/account/keys`);
    await page.fill("#name", "Bez skriptu");
    await page.click("main form.stacked-form button[type=submit]");
    expect(await page.locator("[data-api-key]").textContent()).toMatch(/^dosah_[0-9A-Za-z]{49}$/);
    await page.goto(`${baseUrl}/sk${addresses.get("members")?.[1]}`);
    await page.fill("#email", "novy@firma.sk");
    await page.selectOption("#role", "viewer");
    await page.click("#invite ~ form button[type=submit]");
    expect(await page.locator("[data-invitation]").textContent()).toMatch(/\/sk\/invitations\/[\w-]{43}$/);
    await context.close();
  });

  test("on a phone no field that has the focus lies below the button that stays at the bottom", async () => {
    const { context, page } = await open(busy, false);
    await page.setViewportSize({ width: 360, height: 640 });
    await page.goto(`${baseUrl}/sk${addresses.get("entry")?.[1]}`);
    expect(await page.locator(".form-end").evaluate((end) => getComputedStyle(end).position)).toBe("sticky");
    await page.focus("[name=status]:checked");
    const seen: string[] = [];
    for (let step = 0; step < 12; step++) {
      await page.keyboard.press("Tab");
      const { name, hidden } = await page.evaluate(() => {
        const [field, end] = [document.activeElement, document.querySelector(".form-end")];
        const isBeside =
          field === null || end === null || end.contains(field) || field.closest("form") !== end.closest("form");
        const over = isBeside ? 0 : field.getBoundingClientRect().bottom - end.getBoundingClientRect().top;
        return { name: field?.getAttribute("name") ?? "", hidden: over };
      });
      seen.push(name);
      expect(hidden, name).toBeLessThanOrEqual(0);
    }
    expect(seen).toEqual(
      expect.arrayContaining(["evidenceNote", "responsiblePerson", "lastReviewedAt", "nextReviewAt"]),
    );
    await page.setViewportSize({ width: 640, height: 360 });
    expect(await page.locator(".form-end").evaluate((end) => getComputedStyle(end).position)).toBe("static");
    await context.close();
  });

  test("on paper the register holds notes, completion and date, and nothing to click", async () => {
    const { context, page } = await open(busy, false);
    await page.goto(`${baseUrl}/sk${addresses.get("register")?.[1]}`);
    await page.emulateMedia({ media: "print" });
    for (const shown of ["[data-completion]", ".print-only time", ".register-entries .note-text"]) {
      expect(await page.locator(shown).first().isVisible(), shown).toBe(true);
    }
    for (const hidden of ["nav", "button", "details", "input", "select"]) {
      expect(await page.locator(hidden).filter({ visible: true }).count(), hidden).toBe(0);
    }
    await context.close();
  });

  test("what is shown once is accessible too, and what is wrong stands at its field", async () => {
    const { context, page } = await open(busy);
    await page.goto(`${baseUrl}/en/account/keys`);
    await page.fill("#name", "Seen once");
    await page.click("main form.stacked-form button[type=submit]");
    await look(page, "key-issued", "en");
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto(`${baseUrl}/sk/organizations`);
    await page.locator("details:has(#name) > summary").click();
    await page.fill("#name", " ");
    await page.fill("#ico", "12");
    await page.click("form:has(#name) button[type=submit]");
    await look(page, "organizations-refused", "sk");
    expect(await page.locator("#ico-error").textContent()).toContain("6 až 8 číslic");
    await context.close();
  });
});
