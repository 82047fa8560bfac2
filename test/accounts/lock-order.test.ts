import pg from "pg";
import { expect, onTestFinished, test, vi } from "vitest";
import { hasPostgres } from "../../src/state/test-postgres.fixture.ts";
import { describeOnBoth, type Installation, PASSWORD } from "../promises/installation.fixture.ts";
import { GENEROUS } from "../promises/service.fixture.ts";
import { organization, type PersonOfTest, person } from "./organization.fixture.ts";
import { fillIn, PRACTICES, proveDomain, proveFirm, publish, sendTrust } from "./trust-profile.fixture.ts";
import { hiddenOf, mailsTo, visit } from "./visitor.fixture.ts";

/** In which order every transaction locks rows; those of one place among each other as their statements say. */
const ORDER = [
  /\baccount\b/,
  /\borganization\b/,
  /\btrust_profile\b/,
  /\b(?:domain|scan)\b/,
  /\b(?:assessment|register_entry|supplier_entry|organization_facts|trust_share|trust_key|invitation|job_history)\b/,
  /\bbudget_use\b/,
  /\baudit_head\b/,
];

interface Lock {
  readonly place: number;
  readonly text: string;
}

/** The locks of each transaction that PostgreSQL was asked for while `work` was under way. */
async function locksOf(work: () => Promise<unknown>): Promise<readonly (readonly Lock[])[]> {
  const transactions: Lock[][] = [];
  const open = new Map<unknown, Lock[]>();
  const spy = vi.spyOn(pg.Client.prototype, "query");
  onTestFinished(() => spy.mockRestore());
  await work();
  for (const [index, [asked]] of spy.mock.calls.entries()) {
    const client = spy.mock.contexts[index];
    const text = typeof asked === "string" ? asked : String(Reflect.get(Object(asked), "text"));
    if (/^BEGIN/.test(text)) open.set(client, []);
    else if (/^(?:COMMIT|ROLLBACK)$/.test(text)) {
      transactions.push(open.get(client) ?? []);
      open.delete(client);
    } else if (/ FOR (?:NO KEY )?(?:UPDATE|SHARE)|^UPDATE \S*budget_use/.test(text)) {
      const table = /(?:FROM|UPDATE) (?:dosah\.)?(\w+)/.exec(text)?.[1] ?? "";
      open.get(client)?.push({ place: ORDER.findIndex((each) => each.test(table)), text });
    }
  }
  return transactions;
}

describeOnBoth("rows are locked in one order,", (install, kind) => {
  test.skipIf(kind === "sqlite" || !hasPostgres)("whatever is changed", { timeout: 300_000 }, async () => {
    const here = await install({ limits: GENEROUS, env: { TRUST_PROXY: "loopback" } });
    const transactions = await locksOf(() => changeEverything(here));
    const locks = transactions.flat();
    expect([...new Set(locks.filter(({ place }) => place === -1).map(({ text }) => text))]).toEqual([]);
    // The order is one of something: each place but that of jobs was locked, and several of them together.
    for (const place of [0, 1, 2, 5, 6]) expect(locks.some((lock) => lock.place === place)).toBe(true);
    const wrong = transactions.filter((each) => each.some(({ place }, index) => place < (each[index - 1]?.place ?? 0)));
    expect(wrong.map((each) => each.map(({ text }) => text.slice(0, 110)))).toEqual([]);
  });
});

/** What people and the operator change, from the first account to the last. */
async function changeEverything(here: Installation): Promise<void> {
  const [owner, second, member] = [await person(here), await person(here), await person(here)];
  const org = await organization(here, owner, { owner, member });
  const path = `/en/organizations/${org}`;
  const send = (of: PersonOfTest, page: string, fields: Readonly<Record<string, string>>, action?: string) =>
    of.browser.submit(page, fields, action);
  await send(owner, "/en/organizations", { name: "Beta", country: "", ico: "" });
  await send(owner, `${path}/settings`, { name: "Alfa", country: "SK", ico: "31322832" });
  await send(owner, `${path}/members`, { email: second.email, role: "admin" }, `${path}/invitations`);
  const [mail] = await mailsTo(here.service, second.email);
  await send(second, mail?.link ?? "", {});
  const changed = `${path}/members/${second.id}/role`;
  await send(owner, `${path}/members`, { role: "member" }, changed);
  await send(owner, `${path}/calendar`, {});
  await send(owner, `${path}/domains`, { domain: "slovnaft.sk" });
  await proveDomain(here, org);
  await proveFirm(here, org);
  await send(owner, `${path}/scans`, { domain: "slovnaft.sk", profile: "public" });
  await send(owner, `${path}/questionnaires`, { mode: "quick" });
  await send(owner, `${path}/obligations/NIS2-20-1`, { status: "met", evidenceNote: "x", responsiblePerson: "" });
  await send(owner, `${path}/suppliers`, { country: "SK", ico: "36631124" });
  await fillIn(owner, org);
  await publish(owner, org);
  await sendTrust(owner, org, "/slug", { slug: "other-address" }, "");
  await sendTrust(owner, org, "/shares", { label: "Beta", days: "30" });
  await sendTrust(owner, org, "/security_practices", PRACTICES);
  await sendTrust(owner, org, "/withdraw", {});
  await sendTrust(owner, org, "/delete", {});
  await send(owner, "/en/account/keys", { name: "key", expires: "" });
  await send(owner, "/en/account", { name: "Jana", locale: "en" }, "/en/account/profile");
  await send(owner, "/en/account/two-factor", {}, "/en/account/two-factor/start");
  await visit(here.service).submit("/en/sign-up", { name: "Eva", email: "eva@firma.sk", password: PASSWORD });
  const [verify] = await mailsTo(here.service, "eva@firma.sk");
  await visit(here.service).submit(verify?.link ?? "", {});
  await visit(here.service).submit("/en/sign-in", { email: "eva@firma.sk", password: PASSWORD });
  await visit(here.service).submit("/en/forgot", { email: "eva@firma.sk" });
  const [, reset] = await mailsTo(here.service, "eva@firma.sk", 2);
  await visit(here.service).submit(reset?.link ?? "", { password: `${PASSWORD} now` });
  for (const command of [
    `member add --organization ${org} --email eva@firma.sk --role member`,
    `member remove --organization ${org} --email eva@firma.sk`,
    "user disable --email eva@firma.sk",
    "user delete --email eva@firma.sk --yes",
  ]) {
    await here.run(command);
  }
  const leave = hiddenOf((await member.browser.get(`${path}/leave`)).html, `${path}/leave`);
  await member.browser.post(`${path}/leave`, leave);
  await send(owner, `${path}/settings`, { confirm: "Alfa" }, `${path}/delete`);
  await send(owner, "/en/account/delete", { confirm: owner.email });
}
