import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { hashToken, newToken } from "../../src/identity/token.ts";
import { accountById, lockAccount, setPassword } from "../../src/state/accounts.ts";
import { addApiKey, apiKeysOf } from "../../src/state/api-keys.ts";
import { auditOfActor } from "../../src/state/audit-log.ts";
import { calendarsOf, setCalendar } from "../../src/state/calendars.ts";
import { addIdentity, identitiesOf } from "../../src/state/identities.ts";
import { addMailToken } from "../../src/state/mail-tokens.ts";
import { addPasskey, passkeysOf } from "../../src/state/passkeys.ts";
import { endSessionsOf } from "../../src/state/sessions.ts";
import { composedSql } from "../../src/state/sql.ts";
import { describeOnBoth, type Installation, PASSWORD } from "../promises/installation.fixture.ts";
import { GENEROUS, NOW } from "../promises/service.fixture.ts";
import { newAddress } from "./account-service.fixture.ts";
import { organization, type PersonOfTest, person } from "./organization.fixture.ts";
import { hiddenOf, mailsTo, visit } from "./visitor.fixture.ts";
import { giveApp, givePassword } from "./ways-in.fixture.ts";

const AT = NOW.getTime();
const DAY = 24 * 60 * 60_000;
const OTHER = "nine blue chairs in the cellar";

describeOnBoth("after a reset of the password", (install) => {
  const open = () => install({ limits: GENEROUS, env: { TRUST_PROXY: "loopback" } });

  /** Adds one of each kind that opens an account. */
  async function addWays(
    { operator }: Installation,
    { id }: PersonOfTest,
    orgId: string,
    name: string,
    at: number,
    no = at === AT - DAY ? 2 : 1,
  ) {
    const { state } = operator.opened;
    const passkey = { id: `passkey-${id}-${no}`, account_id: id, public_key: "k", counter: 0, name, created_at: at };
    await addPasskey(state, passkey);
    const key = { accountId: id, name, scopes: ["read"], tail: "k7Qd", expiresAt: null, once: null } as const;
    await addApiKey(state, { ...key, id: `key_${id}${no}`, hash: `${id}${no}` }, at);
    await addIdentity(state, { issuer: "https://id.example", subject: `${id}${no}`, account_id: id, created_at: at });
    await setCalendar({ db: state, accountId: id, orgId }, `${no}-${id}-calendar-of-the-member`, at);
  }

  /** A person with a password of ten days ago, and with what opens the account from before and since. */
  async function victim() {
    const here = await open();
    const eva = await person(here);
    const [before, since] = [await organization(here, eva), await organization(here, eva)];
    await givePassword(here, eva, AT - 10 * DAY);
    await addWays(here, eva, before, "mine", AT - 20 * DAY);
    await addWays(here, eva, since, "<b>thief</b>", AT - DAY);
    await giveApp(here, eva, AT - 20 * DAY);
    const token = newToken();
    const mailed = { hash: hashToken(token), accountId: eva.id, purpose: "reset", email: eva.email } as const;
    await addMailToken(here.operator.opened.state, { ...mailed, expiresAt: AT + 3_600_000 }, AT);
    return { here, eva, token, browser: visit(here.service, { from: newAddress() }) };
  }

  /** How many of each kind open the account. */
  async function left({ operator }: Installation, { id }: PersonOfTest) {
    const { state } = operator.opened;
    const of = (rows: readonly unknown[]) => rows.length;
    return {
      passkeys: of(await passkeysOf(state, id)),
      keys: of(await apiKeysOf(state, id, AT)),
      identities: of(await identitiesOf(state, id)),
      calendars: of(await calendarsOf(state, id)),
    };
  }

  const idsIn = (html: string) => [...html.matchAll(/data-way="([^"]+)"/g)].map(([, id = ""]) => id);
  const tickedIn = (html: string) =>
    [...html.matchAll(/<input type="checkbox"[^>]*name="end" value="([^"]+)" checked/g)].map(([, id = ""]) => id);

  test("its page lists what opens the account, ticked to end where it was added since the former password", async () => {
    const { here, eva, token, browser } = await victim();
    const { html } = await browser.get(`/en/reset?token=${token}`);
    const ids = idsIn(html);
    expect(ids.map((id) => id.split(":")[0])).toEqual([
      "passkey",
      "passkey",
      "key",
      "key",
      "identity",
      "identity",
      "calendar",
      "calendar",
    ]);
    const ticked = tickedIn(html);
    expect(ticked.map((id) => id.split(":")[0])).toEqual(["passkey", "key", "identity", "calendar"]);
    for (const id of ticked.slice(0, 2)) expect(id.endsWith("2")).toBe(true);
    expect(html).toContain("&lt;b&gt;thief&lt;/b&gt;");
    expect(html).toContain("Not yours? The operator removes it.");
    // The same list stands in the settings; a wrong link shows nothing.
    await here.operator.opened.state.run(composedSql("DELETE FROM totp WHERE account_id = ?"), eva.id);
    const account = (await eva.browser.get("/en/account")).html;
    expect(idsIn(account)).toEqual(ids);
    expect(idsIn((await browser.get(`/en/reset?token=${newToken()}`)).html)).toEqual([]);
    expect(await left(here, eva)).toEqual({ passkeys: 2, keys: 2, identities: 2, calendars: 2 });
  });

  test("what was ticked ends with an entry each, in the change itself, and the mail counts it", async () => {
    const { here, eva, token, browser } = await victim();
    const page = (await browser.get(`/en/reset?token=${token}`)).html;
    // A thief adds another one while the page is read.
    const { state } = here.operator.opened;
    const late = { id: "passkey-late", account_id: eva.id, public_key: "k", counter: 0, name: "late", created_at: AT };
    await addPasskey(state, late);
    // The person unticks the new passkey, and ticks the old key.
    const [, newPasskey = "", oldKey = ""] = idsIn(page);
    const end = [...tickedIn(page).filter((id) => id !== newPasskey), oldKey];
    const weak = await browser.post("/en/reset", { ...hiddenOf(page, "/en/reset"), password: "short", end });
    expect([weak.status, weak.errors]).toEqual([400, ["password_short"]]);
    // What was chosen stays, and what is new since is ticked.
    expect(tickedIn(weak.html).toSorted()).toEqual([...end, "passkey:passkey-late"].toSorted());
    const set = await browser.post("/en/reset", { ...hiddenOf(page, "/en/reset"), password: OTHER, end });
    expect([set.status, set.location]).toEqual([303, "/en/sign-in"]);
    expect(await left(here, eva)).toEqual({ passkeys: 2, keys: 0, identities: 1, calendars: 1 });
    expect((await passkeysOf(state, eva.id)).map(({ id }) => id)).not.toContain("passkey-late");
    const entries = await auditOfActor(state, eva.id, 50);
    const because = entries.filter(({ details }) => JSON.stringify(details).includes("reset"));
    expect(because.map(({ action }) => action).toSorted()).toEqual([
      "calendar.revoked",
      "identity.unlinked",
      "key.revoked",
      "key.revoked",
      "passkey.removed",
    ]);

    const [mail] = await mailsTo(here.service, eva.email);
    expect(mail?.text).toMatch(/Skončilo: 1 prístupový kľúč, 2 kľúče API \(…k7Qd, .*, …k7Qd, .*\)/);
    expect(mail?.text).toMatch(/Účet ďalej otvára: 2 prístupové kľúče/);
    expect(mail?.text).not.toMatch(/mine|thief/);
    expect(mail?.link).toBe("/sk/account");
    expect((await accountById(state, eva.id))?.password_set_at).toBe(AT);
  });

  test("without a list what was added since the former password ends; where nobody knows since when, everything", async () => {
    const { here, eva, token, browser } = await victim();
    expect((await browser.post("/en/reset", { token, password: OTHER })).status).toBe(303);
    expect(await left(here, eva)).toEqual({ passkeys: 1, keys: 1, identities: 1, calendars: 1 });

    const other = await victim();
    const { state } = other.here.operator.opened;
    await state.run(composedSql("UPDATE account SET password_set_at = NULL WHERE id = ?"), other.eva.id);
    expect((await other.browser.post("/en/reset", { token: other.token, password: OTHER })).status).toBe(303);
    expect(await left(other.here, other.eva)).toEqual({ passkeys: 0, keys: 0, identities: 0, calendars: 0 });
  });

  test("the pages say what ended and what stays until it is put away, and not before the second factor", async () => {
    const { here, eva, token, browser } = await victim();
    await here.operator.opened.state.run(composedSql("DELETE FROM totp WHERE account_id = ?"), eva.id);
    await browser.post("/en/reset", { token, password: OTHER });
    await browser.submit("/en/sign-in", { email: eva.email, password: OTHER });
    const shown = (await browser.get("/en/organizations")).html;
    expect(shown).toContain('data-notice="ways-left"');
    expect(shown).toMatch(/Ended: 1 passkey, 1 API key \(…k7Qd, [^)]*\), 1 linked identity, 1 calendar address\./);
    expect((await browser.get("/en/account")).html).toContain('data-notice="ways-left"');
    const away = await browser.submit("/en/account", {}, "/en/account/ways-left/dismiss");
    expect([away.status, away.location]).toEqual([303, "/en/account"]);
    expect((await browser.get("/en/organizations")).html).not.toContain("ways-left");
    // Where nothing but the password opens the account there is nothing to say.
    const jana = await person(here);
    await setPassword(here.operator.opened.state, jana.id, "x", AT);
    const another = newToken();
    const mailed = { hash: hashToken(another), accountId: jana.id, purpose: "reset", email: jana.email } as const;
    await addMailToken(here.operator.opened.state, { ...mailed, expiresAt: AT + 3_600_000 }, AT);
    await browser.post("/en/reset", { token: another, password: PASSWORD });
    await browser.submit("/en/sign-in", { email: jana.email, password: PASSWORD });
    expect((await browser.get("/en/organizations")).html).not.toContain("ways-left");
  });

  test("nothing that its former sessions add at the same moment is left", async () => {
    const here = await open();
    const { state } = here.operator.opened;
    const eva = await person(here);
    await givePassword(here, eva, AT - DAY);
    const fields = hiddenOf((await eva.browser.get("/en/account/keys")).html, "/en/account/keys");
    // What a reset does, held up before its end: the thief's form is under way by then.
    const adding = await state.transaction(async (tx) => {
      await lockAccount(tx, eva.id);
      await endSessionsOf(tx, eva.id);
      const sent = eva.browser.post("/en/account/keys", { ...fields, name: "script", scopes: "read", expires: "" });
      await sleep(500);
      return { sent };
    });
    expect((await adding.sent).status).not.toBe(200);
    expect(await apiKeysOf(state, eva.id, AT)).toEqual([]);
  });
});
