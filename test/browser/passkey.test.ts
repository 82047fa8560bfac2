import type { CDPSession, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { userAdd } from "../../src/capabilities/accounts/user-add.ts";
import { hasBrowser, type Running, startAll } from "./running-service.fixture.ts";

const EMAIL = "jana@firma.sk";
const PASSWORD = "seven green tables on a roof";

describe.skipIf(!hasBrowser)("a passkey in a browser", () => {
  let running: Running;

  beforeAll(async () => {
    running = await startAll();
    await running.call(userAdd, { email: EMAIL, password: PASSWORD, name: "Jana" });
  });
  afterAll(async () => running.close());

  /** A device with a sensor that the person touches, as Chromium plays it; its keys stay while the page stands. */
  async function addAuthenticator(page: Page): Promise<{ client: CDPSession; authenticatorId: string }> {
    const client = await page.context().newCDPSession(page);
    await client.send("WebAuthn.enable");
    const { authenticatorId } = await client.send("WebAuthn.addVirtualAuthenticator", {
      options: {
        protocol: "ctap2",
        transport: "internal",
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    return { client, authenticatorId };
  }

  const visit = (page: Page, path: string) => page.goto(`${running.baseUrl}${path}`, { waitUntil: "load" });
  const pathOf = (page: Page) => new URL(page.url()).pathname;
  /** Of the path alone: the address of the sign-in page names the page that follows in its query. */
  const arriveAt = (page: Page, path: string) => page.waitForURL(({ pathname }) => pathname === path);

  async function signIn(page: Page): Promise<void> {
    await visit(page, "/en/sign-in");
    await page.fill("#email", EMAIL);
    await page.fill("#password", PASSWORD);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await arriveAt(page, "/en/organizations");
  }

  test("is made on its page, signs in without a password, and does so no more once it is removed", async () => {
    const context = await running.browser.newContext();
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on("pageerror", (error) => complaints.push(error.message));
    page.on("console", (message) => {
      if (message.type() === "error") complaints.push(message.text());
    });
    const { client, authenticatorId } = await addAuthenticator(page);
    await signIn(page);
    await visit(page, "/en/account/passkeys");
    await page.fill("#name", "Laptop");
    await page.getByRole("button", { name: "Add a passkey" }).click();
    await page.getByRole("link", { name: "Remove Laptop" }).waitFor();
    const { credentials } = await client.send("WebAuthn.getCredentials", { authenticatorId });
    expect(credentials).toHaveLength(1);
    expect(credentials[0]).toMatchObject({ isResidentCredential: true, rpId: "localhost" });
    await page.getByRole("button", { name: "Sign out" }).click();
    await arriveAt(page, "/en");

    await visit(page, "/en/sign-in?next=/en/account/keys");
    await page.getByRole("button", { name: /passkey/i }).click();
    await arriveAt(page, "/en/account/keys");
    await visit(page, "/en/account/passkeys");
    expect(await page.textContent("main")).toContain("last used");

    await page.getByRole("link", { name: "Remove Laptop" }).click();
    await page.locator("main form button[type=submit]").click();
    await page.getByText("You have none yet.").waitFor();
    await page.getByRole("button", { name: "Sign out" }).click();
    await arriveAt(page, "/en");
    await visit(page, "/en/sign-in");
    await page.getByRole("button", { name: /passkey/i }).click();
    await page.locator('[data-error="passkey_refused"]').waitFor();
    expect(pathOf(page)).toBe("/en/sign-in");
    expect(complaints.filter((text) => !text.includes("400"))).toEqual([]);
    await context.close();
  });

  test("that the person does not confirm leaves the page as it is, and the password works", async () => {
    const context = await running.browser.newContext();
    const page = await context.newPage();
    const { client, authenticatorId } = await addAuthenticator(page);
    await client.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified: false });
    await signIn(page);
    await visit(page, "/en/account/passkeys");
    await page.fill("#name", "Phone");
    await page.getByRole("button", { name: "Add a passkey" }).click();
    await page.waitForTimeout(500);
    expect(pathOf(page)).toBe("/en/account/passkeys");
    expect(await page.inputValue("#name")).toBe("Phone");
    await visit(page, "/en/account/passkeys");
    expect(await page.textContent("main")).toContain("You have none yet.");
    await context.close();
  });

  test("is not offered where there is no script", async () => {
    const context = await running.browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await visit(page, "/en/sign-in");
    expect(await page.getByRole("button", { name: /passkey/i }).count()).toBe(0);
    await signIn(page);
    await visit(page, "/en/account/passkeys");
    expect(await page.textContent("main")).toContain("you need JavaScript");
    await context.close();
  });
});
