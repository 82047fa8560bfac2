import { afterAll, expect, test } from "vitest";
import { privatePages } from "../../src/faces/web/private-pages.ts";
import { startProvider } from "../../src/identity/provider.fixture.ts";
import { addIdentity } from "../../src/state/identities.ts";
import { describeOnBoth, type Installation } from "../promises/installation.fixture.ts";
import { GENEROUS, NOW } from "../promises/service.fixture.ts";
import { newAddress } from "./account-service.fixture.ts";
import { codeAt } from "./authenticator-app.fixture.ts";
import { organization, type PersonOfTest, person } from "./organization.fixture.ts";
import { hiddenOf, type VisitorOfTest, visit } from "./visitor.fixture.ts";
import { byPasskey, byPassword, giveApp, givePasskey, givePassword, settingsOf, through } from "./ways-in.fixture.ts";

const AT = NOW.getTime();
const provider = await startProvider({ sub: "nobody" });
const BASE_URL = new URL(provider.redirectUri).origin;
afterAll(() => provider.stop());

type Entry = "full" | "challenge" | "set_up";

/** Makes a person of the tests sign in one way. */
type Way = (here: Installation, who: PersonOfTest) => Promise<VisitorOfTest>;

async function byProvider(here: Installation, { id }: PersonOfTest): Promise<VisitorOfTest> {
  const identity = { issuer: provider.issuer, subject: id, account_id: id, created_at: AT };
  await addIdentity(here.operator.opened.state, identity);
  provider.become({ sub: id });
  const browser = visit(here.service, { from: newAddress() });
  await through(provider, browser);
  return browser;
}

const ONE = { optional: "full", asked: "set_up" } as const;

/** The ways to sign in, and what they open to people whom the operator does not and does ask for a second factor. */
const WAYS: readonly (readonly [name: string, way: Way, opens: { readonly optional: Entry; readonly asked: Entry }])[] =
  [
    ["a password alone", byPassword, ONE],
    [
      "a password, with a passkey in the account",
      async (here, who) => {
        await givePasskey(here, who, AT, BASE_URL);
        return byPassword(here, who);
      },
      { optional: "full", asked: "challenge" },
    ],
    [
      "a password, with an app in the account",
      async (here, who) => {
        await giveApp(here, who, AT);
        return byPassword(here, who);
      },
      { optional: "challenge", asked: "challenge" },
    ],
    [
      "a password and a code of the app",
      async (here, who) => {
        const secret = await giveApp(here, who, AT);
        const browser = await byPassword(here, who);
        await browser.submit("/en/sign-in/code", { code: codeAt(secret, AT) });
        return browser;
      },
      { optional: "full", asked: "full" },
    ],
    [
      "a passkey",
      async (here, who) => byPasskey(here, await givePasskey(here, who, AT, BASE_URL)),
      { optional: "full", asked: "full" },
    ],
    ["an identity provider that proves one factor", byProvider, ONE],
    ["an identity provider that proves two", byProvider, { optional: "full", asked: "full" }],
  ];

describeOnBoth("what a sign-in proved decides what it opens:", (install) => {
  for (const policy of ["optional", "owners", "required"] as const) {
    for (const isOwner of [false, true]) {
      const isAsked = policy === "required" || (policy === "owners" && isOwner);
      test(`SECOND_FACTOR=${policy}, ${isOwner ? "an owner" : "a person who owns nothing"}: seven ways`, async () => {
        for (const assurance of ["one", "two"]) {
          const env = {
            SECOND_FACTOR: policy,
            OIDC_ASSURANCE: assurance,
            TRUST_PROXY: "loopback",
            ...settingsOf(provider),
          };
          const here = await install({ limits: GENEROUS, env });
          for (const [name, way, opens] of WAYS) {
            if (name.endsWith("proves two") !== (assurance === "two")) continue;
            const who = await person(here);
            await givePassword(here, who, AT);
            const orgId = await organization(here, isOwner ? who : await person(here), isOwner ? {} : { admin: who });
            const browser = await way(here, who);
            const entry = isAsked ? opens.asked : opens.optional;
            await expectEntry(browser, entry, orgId, name);
          }
        }
      });
    }
  }
});

const LEADS_TO = { challenge: "/en/sign-in/code", set_up: "/en/account/two-factor" } as const;

/** Asks for every private page, file and form: each is open, or leads to the way to the second factor. */
async function expectEntry(browser: VisitorOfTest, entry: Entry, orgId: string, name: string): Promise<void> {
  if (entry === "full") {
    for (const path of ["/en/account", "/en/organizations", `/en/organizations/${orgId}`, "/en/account/export"]) {
      expect([name, path, (await browser.get(path)).status]).toEqual([name, path, 200]);
    }
    return;
  }
  const way = LEADS_TO[entry];
  const { csrf = "" } = hiddenOf((await browser.get(way)).html, entry === "challenge" ? way : "/en/sign-out");
  expect(csrf, name).not.toBe("");
  for (const { path, who, example = path, page, form, isWithoutLanguage } of privatePages) {
    const isOpen = entry === "challenge" ? who === "challenged" : /^\/account\/(two-factor|passkeys)/.test(path);
    const isGuarded = who === "signed_in" || who === "challenged" || path === "/auth/oidc";
    if (!isGuarded) continue;
    const address = isWithoutLanguage ? example : `/en${example}`;
    if (page !== undefined) {
      const { status, location } = await browser.get(address, { "Accept-Language": "en" });
      expect([name, address, status, location]).toEqual([name, address, isOpen ? 200 : 303, isOpen ? null : way]);
    }
    if (form !== undefined && !isOpen) {
      const { status, location } = await browser.post(address, { csrf });
      expect([name, `POST ${address}`, status, location]).toEqual([name, `POST ${address}`, 303, way]);
    }
  }
  // Nothing was left open, and the one way out is.
  await browser.post("/en/sign-out", { csrf });
  expect(browser.cookie).toBeUndefined();
}
