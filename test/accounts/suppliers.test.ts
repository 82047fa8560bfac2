import { expect, test } from "vitest";
import { newId } from "../../src/core/random-id.ts";
import { addSupplier } from "../../src/state/suppliers.ts";
import { describeOnBoth, type Installation } from "../promises/installation.fixture.ts";
import { CZ, FOREIGN_MARK, registerFiles } from "../promises/register-files.fixture.ts";
import { GENEROUS, NOW } from "../promises/service.fixture.ts";
import { organization, type PersonOfTest, person, signIn } from "./organization.fixture.ts";
import { FIELDS, fillIn, PRACTICES, proveDomain, proveFirm, publish, sendTrust } from "./trust-profile.fixture.ts";
import { hiddenOf, mailsTo, outboxOf, visit, withoutCsrf } from "./visitor.fixture.ts";

const OPTIONS = { limits: GENEROUS, env: { TRUST_PROXY: "loopback" } } as const;

/** A supplier of the shipped sample, and a number that is in no register here. */
const SLOVNAFT = "SK-31322832";
const NOBODY = "SK-12345679";

const suppliersOf = (org: string, part = "") => `/en/organizations/${org}/suppliers${part}`;

describeOnBoth("the suppliers of an organization", (install) => {
  const opened = async (options: Parameters<typeof install>[0] = OPTIONS) => {
    const here = await install(options);
    const [owner, member] = [await person(here, { name: "Jana Nová" }), await person(here, { name: "Peter Malý" })];
    const org = await organization(here, owner, { owner, member }, "Customer <b>Alfa</b>");
    return { here, owner, member, org };
  };
  const add = ({ browser }: PersonOfTest, org: string, supplier: string) => {
    const [country = "", ico = ""] = supplier.split("-");
    return browser.submit(suppliersOf(org), { country, ico });
  };
  const judge = ({ browser }: PersonOfTest, org: string, fields: Readonly<Record<string, string>>) =>
    browser.submit(suppliersOf(org, `/${SLOVNAFT}`), fields);
  const ask = ({ browser }: PersonOfTest, org: string, fields: Readonly<Record<string, string>>, who = SLOVNAFT) =>
    browser.submit(suppliersOf(org, `/${who}/ask`), fields);
  const listOf = async ({ browser }: PersonOfTest, org: string) =>
    JSON.parse((await browser.get(suppliersOf(org, ".json"))).html).suppliers;

  /** The supplier publishes its profile from an organization of its own. */
  const supplierOf = async (here: Installation) => {
    const supplier = await person(here, { name: "Eva" });
    const org = await organization(here, supplier, { owner: supplier }, "SLOVNAFT");
    await proveDomain(here, org);
    await proveFirm(here, org);
    expect(await fillIn(supplier, org)).toEqual([303, 303]);
    expect((await publish(supplier, org)).status).toBe(303);
    return { supplier, supplierOrg: org };
  };

  test("stand side by side with category, profile, coverage, validity and judgement; whom no register knows is not known", async () => {
    const { here, owner, org } = await opened();
    await supplierOf(here);
    const added = await add(owner, org, SLOVNAFT);
    expect([added.status, added.location]).toEqual([303, suppliersOf(org)]);
    expect((await add(owner, org, NOBODY)).status).toBe(303);
    const again = await add(owner, org, SLOVNAFT);
    expect([again.status, again.location]).toEqual([303, suppliersOf(org, `/${SLOVNAFT}`)]);
    for (const ico of ["abc", "", "00000000", "123456789"]) {
      const wrong = await owner.browser.submit(suppliersOf(org), { country: "SK", ico });
      expect([wrong.status, wrong.errors]).toEqual([400, ["ico_invalid"]]);
    }
    const [known, unknown] = await listOf(owner, org);
    expect(unknown).toMatchObject({ supplier: NOBODY, category: null, regime: null, profile: { state: "none" } });
    expect(unknown.register).not.toBe("found");
    expect(known).toMatchObject({
      supplier: SLOVNAFT,
      register: "found",
      category: "essential",
      judgement: null,
      profile: { state: "published", slug: "slovnaft", revision: 1, visibleFields: 21, validUntil: "2027-11-21" },
    });
    expect(known.profile.coverage).toHaveLength(11);
    const { html } = await owner.browser.get(suppliersOf(org));
    expect(html).toContain("Not known");
    expect(html).not.toContain("Out of scope");
    const csv = (await owner.browser.get(suppliersOf(org, ".csv"))).html.split("\r\n");
    expect(csv[0]).toContain("country,ico,name,register,status,category,categoryText");
    expect(csv[2]).toContain("SK,12345679,,");
    expect(csv[1]).toContain(",essential,essential entity,");
    const xlsx = await owner.browser.get(suppliersOf(org, ".xlsx"));
    expect([xlsx.status, xlsx.html.slice(0, 2)]).toEqual([200, "PK"]);
    const shown = async (query: string) => {
      const page = await owner.browser.get(suppliersOf(org, query));
      return [...page.html.matchAll(/<tr id="([^"]+)"/g)].map(([, id]) => id);
    };
    expect(await shown("?state=published")).toEqual([SLOVNAFT]);
    expect(await shown("?state=none")).toEqual([NOBODY]);
    expect(await shown("?q=slovn")).toEqual([SLOVNAFT]);
    expect(await shown("?q=1234")).toEqual([NOBODY]);
    expect(await shown("?q=nobody&page=7&state=x")).toEqual([]);
    expect((await owner.browser.submit(suppliersOf(org, `/${NOBODY}/remove`), {})).status).toBe(303);
    expect(await shown("")).toEqual([SLOVNAFT]);
  });

  test("stand fifty on a page, newest first; the file holds all of them", async () => {
    const { here, owner, org } = await opened();
    for (let number = 0; number < 51; number++) {
      const firm = { country: "CZ", ico: String(70_000_000 + number) } as const;
      await addSupplier(
        { db: here.operator.opened.state, accountId: owner.id, orgId: org },
        firm,
        NOW.getTime() + number,
      );
    }
    const idsOf = async (query: string) => {
      const { html } = await owner.browser.get(suppliersOf(org, query));
      return [...html.matchAll(/<tr id="([^"]+)"/g)].map(([, id]) => id);
    };
    const [first, second] = [await idsOf(""), await idsOf("?page=2")];
    expect([first.length, first[0], second]).toEqual([50, "CZ-70000050", ["CZ-70000000"]]);
    expect(await idsOf("?page=9")).toEqual(second);
    expect(await listOf(owner, org)).toHaveLength(51);
  });

  test("two editors never lose words: the second one sees both, and the history keeps both", async () => {
    const { here, owner, member, org } = await opened();
    await add(owner, org, SLOVNAFT);
    const path = suppliersOf(org, `/${SLOVNAFT}`);
    const form = hiddenOf((await member.browser.get(path)).html, path);
    expect((await judge(owner, org, { judgement: "suitable", note: "first words" })).status).toBe(303);
    const late = await member.browser.post(path, { ...form, judgement: "unsuitable", note: "second words" });
    expect([late.status, late.errors]).toEqual([409, ["changed_meanwhile"]]);
    expect(late.html).toContain("first words");
    expect(late.html).toContain("second words");
    expect((await judge(member, org, { judgement: "conditions", note: "second words" })).status).toBe(303);
    const { html } = await owner.browser.get(path);
    for (const words of ["first words", "second words", "Jana Nová", "Peter Malý"]) expect(html).toContain(words);
    const long = await judge(owner, org, { judgement: "", note: "x".repeat(4001) });
    expect([long.status, long.errors]).toEqual([400, ["note_long"]]);
    const none = await judge(owner, org, { judgement: "splendid", note: "" });
    expect(none.status).toBe(400);
    const audit = (await here.run(`audit export --organization ${org} --format json`)).out;
    const actions = JSON.parse(audit).entries.map(({ action }: { action: string }) => action);
    expect(actions.slice(-3)).toEqual(["supplier.added", "supplier.judged", "supplier.judged"]);
    expect(audit).not.toMatch(/first words|second words|Jana|Peter/);
    expect((await here.run("audit verify")).code).toBe(0);
    const own = JSON.parse((await member.browser.get("/en/account/export")).html);
    expect(own.supplierChanges).toMatchObject([{ judgement: "conditions", untrusted: { note: "second words" } }]);
  });

  test("a new revision is shown against the one that was judged; what is stale or withdrawn says so", async () => {
    const { here, owner, org } = await opened();
    await add(owner, org, SLOVNAFT);
    const { supplier, supplierOrg } = await supplierOf(here);
    const page = async () => (await owner.browser.get(suppliersOf(org, `/${SLOVNAFT}`))).html;
    expect(await page()).not.toContain("has changed since");
    expect((await judge(owner, org, { judgement: "suitable", note: "" })).status).toBe(303);
    await sendTrust(supplier, supplierOrg, "/profile", {
      ...FIELDS,
      serviceDescription: "Umývanie okien",
      contactAgreed: "1",
    });
    await sendTrust(supplier, supplierOrg, "/security_practices", { ...PRACTICES, acceptRightToAudit: "yes" });
    expect((await publish(supplier, supplierOrg)).status).toBe(303);
    const [row] = await listOf(owner, org);
    expect(row.profile).toMatchObject({ revision: 2, isNew: true });
    const changed = await page();
    for (const words of ["has changed since", "Umývanie okien", FIELDS.serviceDescription ?? ""]) {
      expect(changed).toContain(words);
    }
    expect((await judge(owner, org, { judgement: "suitable", note: "seen" })).status).toBe(303);
    expect(await page()).not.toContain("has changed since");
    await later(here, owner, 370);
    expect((await listOf(owner, org))[0].profile.state).toBe("stale");
    const stale = (await owner.browser.get(suppliersOf(org))).html;
    expect(stale).toContain("No longer valid");
    expect(stale).not.toContain("all in place");
    expect((await here.run(`trust withdraw --organization ${supplierOrg} --reason "gone"`)).code).toBe(0);
    expect((await listOf(owner, org))[0].profile).toMatchObject({ state: "withdrawn", slug: null, coverage: [] });
  });

  test("a request goes out once, after a person has seen and approved it, word for word as it was shown", async () => {
    const { here, owner, org } = await opened();
    await add(owner, org, SLOVNAFT);
    const to = "bezpecnost@slovnaft.sk";
    const path = suppliersOf(org, `/${SLOVNAFT}/ask`);
    const shown = (await owner.browser.get(path)).html;
    const refused = async (fields: Readonly<Record<string, string>>) => {
      const { status, errors } = await ask(owner, org, fields);
      return [status, errors[0]];
    };
    expect(await refused({ email: to })).toEqual([400, "confirm_missing"]);
    expect(await refused({ email: "a@b.cz\r\nBcc: x@y.z", confirm: "1" })).toEqual([400, "email_invalid"]);
    expect(outboxOf(here.service.dataDir)).toEqual([]);
    const sent = await Promise.all([1, 2].map(() => ask(owner, org, { email: to, confirm: "1" })));
    expect(sent.map(({ status }) => status).toSorted()).toEqual([303, 429]);
    expect(await refused({ email: to.toUpperCase(), confirm: "1" })).toEqual([429, "ask_limit"]);
    const [mail, ...others] = await mailsTo(here.service, to);
    expect(others).toEqual([]);
    const text = mail?.text ?? "";
    const readable = shown.replaceAll("&#39;", "'");
    expect(shown.includes(mail?.subject ?? "?")).toBe(true);
    const isLink = (line: string) => line.includes("?token=") || /\/supplier-requests\/[0-9a-f]{64}$/.test(line.trim());
    for (const line of text.split("\n").filter((each) => each.trim() !== "" && !isLink(each))) {
      expect(readable.includes(line.trim()), line).toBe(true);
    }
    expect(text).toContain(owner.email);
    expect(text).toContain("IČO 31322832");
    expect(text).not.toMatch(/Alfa|Jana/);
    await later(here, owner, 7);
    expect(await refused({ email: to, confirm: "1" })).toEqual([303, undefined]);
    expect(await mailsTo(here.service, to, 2)).toHaveLength(2);
  });

  test("an organization sends at most twenty requests a day", async () => {
    const { here, owner, org } = await opened();
    await add(owner, org, SLOVNAFT);
    const statuses: number[] = [];
    for (let number = 0; number < 21; number++) {
      statuses.push((await ask(owner, org, { email: `a${number}@firma.sk`, confirm: "1" })).status);
    }
    expect(statuses).toEqual([...Array.from({ length: 20 }, () => 303), 429]);
    await later(here, owner, 1);
    expect((await ask(owner, org, { email: "a20@firma.sk", confirm: "1" })).status).toBe(303);
  });

  test("the link in the mail ends further requests of that organization to that address, and of no other", async () => {
    const { here, owner, org } = await opened();
    const other = await organization(here, owner, { owner }, "Beta");
    await add(owner, org, SLOVNAFT);
    await add(owner, other, SLOVNAFT);
    const to = "bezpecnost@slovnaft.sk";
    expect((await ask(owner, org, { email: to, confirm: "1" })).status).toBe(303);
    const [mail] = await mailsTo(here.service, to);
    const link = /https?:\/\/[^/\s]+(\/en\/supplier-requests\/stop\?token=\S+)/.exec(mail?.text ?? "")?.[1] ?? "";
    const addressee = visit(here.service);
    expect((await addressee.get(link)).html).toContain("nothing more");
    const broken = await addressee.submit("/en/supplier-requests/stop?token=x", {});
    expect([broken.status, broken.errors]).toEqual([400, ["token_invalid"]]);
    const done = await addressee.submit(link, {});
    expect([done.status, done.location]).toEqual([303, "/en/supplier-requests/stop"]);
    expect((await addressee.submit(link, {})).status).toBe(303);
    await later(here, owner, 800);
    const late = await ask(owner, org, { email: to, confirm: "1" });
    expect([late.status, late.errors]).toEqual([400, ["ask_refused"]]);
    expect((await ask(owner, other, { email: to, confirm: "1" })).status).toBe(303);
    expect(here.service.logged.join("")).not.toContain(link.split("token=")[1]);
    const audit = JSON.parse((await here.run(`audit export --organization ${org} --format json`)).out).entries;
    expect(audit.filter(({ action }: { action: string }) => action === "supplier.ask_refused")).toHaveLength(1);
  });

  test("a foreign, a missing and an unlisted one get the same bytes, whatever is asked and sent", async () => {
    const { here, owner, org } = await opened();
    await add(owner, org, SLOVNAFT);
    const stranger = await person(here);
    const csrf = /name="csrf" value="([^"]+)"/.exec((await stranger.browser.get("/en/account")).html)?.[1] ?? "";
    for (const part of ["", ".csv", ".xlsx", ".json", `/${SLOVNAFT}`, `/${SLOVNAFT}/ask`]) {
      const seen = new Set<string>();
      for (const id of [org, newId("organization"), "not-an-id"]) {
        const got = await stranger.browser.get(suppliersOf(id, part));
        expect(got.status, part).toBe(404);
        seen.add(withoutCsrf(got.html).replaceAll(id, "ID"));
      }
      expect(seen.size, part).toBe(1);
    }
    for (const part of ["", `/${SLOVNAFT}`, `/${SLOVNAFT}/ask`, `/${SLOVNAFT}/remove`]) {
      expect((await stranger.browser.post(suppliersOf(org, part), { csrf })).status, part).toBe(404);
    }
    const seen = new Set<string>();
    for (const supplier of [NOBODY, "SK-1", "XX-31322832", "sk-31322832", "CZ-31322832", "%27"]) {
      const got = await owner.browser.get(suppliersOf(org, `/${supplier}`));
      expect(got.status, supplier).toBe(404);
      seen.add(withoutCsrf(got.html).replaceAll(supplier, "ID").replaceAll("&#39;", "ID"));
    }
    expect(seen.size).toBe(1);
    expect(outboxOf(here.service.dataDir)).toEqual([]);
  });

  test("a name that gives orders and a note that is a formula are text: escaped on pages, under untrusted, harmless in files", async () => {
    const { here, owner, org } = await opened({ ...OPTIONS, files: registerFiles });
    const hostile = `CZ-${CZ.hostile}`;
    await add(owner, org, hostile);
    const note = "=1+1\n</textarea><script>alert(1)</script>\u202e";
    const path = suppliersOf(org, `/${hostile}`);
    expect((await owner.browser.submit(path, { judgement: "unsuitable", note })).status).toBe(303);
    for (const part of ["", `/${hostile}`, `/${hostile}/ask`]) {
      const { status, html } = await owner.browser.get(suppliersOf(org, part));
      expect(status).toBe(200);
      expect(html, part).toContain(FOREIGN_MARK);
      expect(html, part).not.toMatch(/<script>alert|\u202e/);
      expect(html, part).not.toContain("<b>Alfa");
    }
    const { suppliers } = JSON.parse((await owner.browser.get(suppliersOf(org, ".json"))).html);
    const { untrusted, ...rest } = suppliers[0];
    expect(untrusted.name).toContain(FOREIGN_MARK);
    expect(JSON.stringify(rest)).not.toMatch(/Cudzitext|IGNORE|script/);
    expect((await owner.browser.get(suppliersOf(org, ".csv"))).html).toContain(`"'=1+1`);
    expect((await ask(owner, org, { email: "a@firma.cz", confirm: "1" }, hostile)).status).toBe(303);
    const [mail] = await mailsTo(here.service, "a@firma.cz");
    // The register's name of the supplier is a line of plain text; what members typed is nowhere.
    expect(mail?.text).toContain(FOREIGN_MARK);
    expect(mail?.subject).not.toContain(FOREIGN_MARK);
    expect(`${mail?.subject} ${mail?.text}`).not.toMatch(/Alfa|=1\+1|[<>\u202e]/);
    expect(here.service.logged.join("")).not.toMatch(/IGNORE|alert\(1\)/);
  });
});

/** Lets days go by: sessions are over then, and the person signs in again. */
async function later({ service, operator }: Installation, someone: PersonOfTest, days: number): Promise<void> {
  service.pass(days * 86_400);
  await signIn({ operator }, someone, NOW.getTime() + days * 86_400_000);
}
