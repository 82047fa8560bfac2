import { afterAll, expect, test } from "vitest";
import { privatePages } from "../../src/faces/web/private-pages.ts";
import { startProvider } from "../../src/identity/provider.fixture.ts";
import { auditOfActor } from "../../src/state/audit-log.ts";
import { addIdentity } from "../../src/state/identities.ts";
import { sessionsOf } from "../../src/state/sessions.ts";
import { describeOnBoth, type Installation, PASSWORD } from "../promises/installation.fixture.ts";
import { GENEROUS, NOW } from "../promises/service.fixture.ts";
import { newAddress } from "./account-service.fixture.ts";
import { codeAt, wrongCodeAt } from "./authenticator-app.fixture.ts";
import { organization, type PersonOfTest, person } from "./organization.fixture.ts";
import { hiddenOf, type VisitorOfTest, visit } from "./visitor.fixture.ts";
import {
  byPasskey,
  byPassword,
  confirmedBy,
  giveApp,
  givePasskey,
  givePassword,
  passkeyFields,
  settingsOf,
  through,
} from "./ways-in.fixture.ts";

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
  const cases = (["optional", "owners", "required"] as const).flatMap((policy) =>
    (["an owner", "a person who owns nothing"] as const).map((kind) => [policy, kind] as const),
  );

  test.each(cases)("SECOND_FACTOR=%s, %s: seven ways", async (policy, kind) => {
    const isOwner = kind === "an owner";
    const isAsked = policy === "required" || (policy === "owners" && isOwner);
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
        await expectEntry(browser, isAsked ? opens.asked : opens.optional, orgId, name);
      }
    }
  });
});

describeOnBoth("a sign-in that proved one factor", (install) => {
  const open = (policy: string) =>
    install({ limits: GENEROUS, env: { SECOND_FACTOR: policy, TRUST_PROXY: "loopback", BASE_URL } });

  test("is challenged at the next request where its person becomes an owner, and keeps its end", async () => {
    const here = await open("owners");
    const { state } = here.operator.opened;
    const eva = await person(here);
    await givePassword(here, eva, AT);
    const authenticator = await givePasskey(here, eva, AT, BASE_URL);
    const browser = await byPassword(here, eva);
    expect((await browser.get("/en/organizations")).status).toBe(200);
    const started = (await sessionsOf(state, eva.id, AT)).map(({ expires_at }) => expires_at);
    here.service.pass(3600);
    await organization(here, eva);
    expect((await browser.get("/en/organizations")).location).toBe("/en/sign-in/code");
    const page = (await browser.get("/en/sign-in/code")).html;
    expect(page).toContain('data-second-ways="passkey"');
    expect(page).toContain("Confirm the sign-in with your passkey.");
    expect(page).not.toContain('name="code"');
    const before = browser.cookie;
    const raised = await browser.post("/en/sign-in/code", passkeyFields(page, "/en/sign-in/code", authenticator));
    expect([raised.status, raised.location]).toEqual([303, "/en/organizations"]);
    expect(browser.cookie).not.toBe(before);
    expect((await browser.get("/en/organizations")).status).toBe(200);
    const sessions = await sessionsOf(state, eva.id, AT);
    expect(sessions.map(({ expires_at }) => expires_at).toSorted()).toEqual(started.toSorted());
    expect(await actionsOf(here, eva)).toEqual(
      expect.arrayContaining([
        ["session.started", expect.objectContaining({ method: "password", assurance: "one" })],
        ["session.raised", { method: "passkey" }],
      ]),
    );
  });

  test("is asked for what the account has, and takes five answers of both kinds together", async () => {
    const here = await open("optional");
    const eva = await person(here);
    await givePassword(here, eva, AT);
    const secret = await giveApp(here, eva, AT);
    const authenticator = await givePasskey(here, eva, AT, BASE_URL);
    const browser = await byPassword(here, eva);
    const page = (await browser.get("/en/sign-in/code")).html;
    expect(page).toContain('data-second-ways="code passkey"');
    const fields = passkeyFields(page, "/en/sign-in/code", authenticator);
    // An answer to the challenge of the page where one signs in, and another person's.
    const strange = passkeyFields((await visit(here.service).get("/en/sign-in")).html, "/en/sign-in", authenticator);
    const wrong = [
      { ...fields, credential: "{}" },
      { ...fields, credential: strange.credential ?? "", challenge: strange.challenge ?? "" },
      { ...fields, credential: "", code: wrongCodeAt(secret, AT) },
      { ...fields, credential: "", code: "" },
      { ...fields, challenge: "x" },
    ];
    const answers = [];
    for (const answer of wrong) answers.push((await browser.post("/en/sign-in/code", answer)).errors);
    expect(answers.flat()).toEqual([
      "passkey_refused",
      "passkey_refused",
      "code_wrong",
      "code_wrong",
      "passkey_refused",
    ]);
    const late = await browser.post("/en/sign-in/code", { ...fields, credential: "", code: codeAt(secret, AT) });
    expect([late.status, late.errors]).toEqual([429, ["too_many_attempts"]]);
    // A new sign-in is a new challenge, and the session says what raised it.
    const again = await byPassword(here, eva);
    expect((await again.submit("/en/sign-in/code", { code: codeAt(secret, AT) })).status).toBe(303);
    expect(await actionsOf(here, eva)).toEqual(
      expect.arrayContaining([
        ["session.failed", { reason: "passkey" }],
        ["session.started", { method: "password", secondFactor: true, assurance: "two" }],
        ["session.raised", { method: "code" }],
      ]),
    );
  });

  test("raised by what was just set up, is not asked again; the last second factor stays where it is demanded", async () => {
    const here = await open("required");
    const eva = await person(here);
    await givePassword(here, eva, AT);
    const browser = await byPassword(here, eva);
    await browser.submit("/en/account/two-factor", { current: PASSWORD }, "/en/account/two-factor/start");
    const { html } = await browser.get("/en/account/two-factor");
    const secret = /data-totp-secret="">([A-Z2-7]+)</.exec(html)?.[1] ?? "";
    const on = await browser.submit("/en/account/two-factor", { code: codeAt(secret, AT), current: PASSWORD });
    expect(on.status).toBe(200);
    expect((await browser.get("/en/organizations")).status).toBe(200);
    expect(await actionsOf(here, eva)).toContainEqual(["session.raised", { method: "code" }]);
    const off = () => browser.submit("/en/account/two-factor/off", { current: PASSWORD });
    expect([(await off()).status, (await off()).errors]).toEqual([400, ["second_factor_needed"]]);
    await givePasskey(here, eva, AT, BASE_URL);
    expect((await off()).status).toBe(303);
    const id = /passkeys\/([\w-]+)\/remove/.exec((await browser.get("/en/account/passkeys")).html)?.[1];
    const removed = await browser.submit(`/en/account/passkeys/${id}/remove`, {});
    expect([removed.status, removed.errors]).toEqual([400, ["second_factor_needed"]]);
    // Who lost everything is helped by the operator, and sets one up anew.
    await giveApp(here, eva, AT);
    const done = await here.run(`user reset-second-factor --email ${eva.email} --json`);
    expect(JSON.parse(done.out)).toMatchObject({ id: eva.id, app: true, backupCodes: 0, passkeys: 1 });
    expect((await browser.get("/en/account")).location).toContain("/en/sign-in?");
    expect((await (await byPassword(here, eva)).get("/en/organizations")).location).toBe("/en/account/two-factor");
    const { accounts } = JSON.parse((await here.run("user list --json")).out);
    expect(accounts).toMatchObject([{ id: eva.id, secondFactor: false }]);
    expect((await here.run("user list")).out).toContain("(no second factor)");
    expect((await here.run(`user reset-second-factor --email ${eva.email}`)).code).toBe(1);
  });

  test("lets its person confirm a change with a passkey, once for each challenge", async () => {
    const here = await open("optional");
    const eva = await person(here);
    await givePassword(here, eva, AT);
    const authenticator = await givePasskey(here, eva, AT, BASE_URL);
    const browser = await byPassword(here, eva);
    const action = "/en/account/delete";
    const page = (await browser.get(action)).html;
    const fields = hiddenOf(page, action);
    const current = confirmedBy(page, action, authenticator);
    // The confirmation counts, the address does not: nothing is deleted, and the answer is used up.
    const start = "/en/account/two-factor/start";
    expect((await browser.post(start, { ...fields, current })).status).toBe(303);
    const again = await browser.post(start, { ...fields, current });
    expect([again.status, again.errors]).toEqual([400, ["password_or_code_wrong"]]);
    // One that was asked of another person does not count.
    const jana = await person(here);
    await givePassword(here, jana, AT);
    await givePasskey(here, jana, AT, BASE_URL);
    const hers = (await (await byPassword(here, jana)).get(action)).html;
    const foreign = await browser.post(start, { ...fields, current: confirmedBy(hers, action, authenticator) });
    expect(foreign.errors).toEqual(["password_or_code_wrong"]);
  });
});

/** What the log of an account says, newest first, with its details. */
async function actionsOf(
  { operator }: Installation,
  { id }: PersonOfTest,
): Promise<readonly (readonly [string, unknown])[]> {
  const entries = await auditOfActor(operator.opened.state, id, 50);
  return entries.map(({ action, details }) => [action, typeof details === "string" ? JSON.parse(details) : details]);
}

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
      // An example names a passkey that this person does not have.
      const open = address.endsWith("/passkeys/0/remove") ? 404 : 200;
      expect([name, address, status, location]).toEqual([name, address, isOpen ? open : 303, isOpen ? null : way]);
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
