import { expect, onTestFinished, test } from "vitest";
import { auditOfStream } from "../../src/state/audit-log.ts";
import { composedSql } from "../../src/state/sql.ts";
import { describeOnBoth, type Installation } from "../promises/installation.fixture.ts";
import { GENEROUS, type Json, NOW, startTestService } from "../promises/service.fixture.ts";
import { callTool, organization, person, signIn } from "./organization.fixture.ts";
import { mailsTo, visit } from "./visitor.fixture.ts";

const HOSTILE = '=1+1 <script>alert(1)</script> "Alfa" & syn';

describeOnBoth("organizations", (install, kind) => {
  const open = () => install({ limits: GENEROUS, env: { TRUST_PROXY: "loopback" } });

  const actions = async ({ operator }: Installation, stream: string) =>
    (await auditOfStream(operator.opened.state, stream, 0, 1000)).map(({ action }) => action);

  test("a person founds an organization, sees it in the list, and its name is text wherever it stands", async () => {
    const here = await open();
    const { browser, id } = await person(here);
    expect((await browser.get("/sk/organizations")).html).toContain("Zatiaľ nie ste členom");
    const founded = await browser.submit("/sk/organizations", {
      name: ` ${HOSTILE} `,
      country: "SK",
      ico: "31 322 832",
    });
    expect(founded.status).toBe(303);
    const org = /^\/sk\/organizations\/(org_[0-9a-z]{26})$/.exec(founded.location ?? "")?.[1] ?? "";
    const list = await browser.get("/sk/organizations");
    const page = await browser.get(`/sk/organizations/${org}`);
    for (const { html, headers } of [list, page]) {
      expect(html).toContain("=1+1 &lt;script&gt;");
      expect(html).not.toContain("<script>alert");
      expect(headers.get("cache-control")).toBe("no-store");
    }
    expect(list.html).toContain('data-active="true"');
    expect(page.html).toContain("/sk/firma/sk/31322832");
    expect(await actions(here, `org:${org}`)).toEqual(["organization.created"]);

    for (const [fields, errors] of [
      [{ name: "", country: "", ico: "" }, ["name_invalid"]],
      [{ name: "\u202e\u200b\u00ad", country: "", ico: "" }, ["name_invalid"]],
      [{ name: "x".repeat(121), country: "", ico: "12" }, ["name_invalid", "ico_invalid"]],
      [{ name: "Beta", country: "DE", ico: "" }, ["invalid_arguments"]],
    ] as const) {
      const refused = await browser.submit("/sk/organizations", fields);
      expect([refused.status, refused.errors]).toEqual([400, [...errors]]);
      if (fields.name !== "") expect(refused.html).toContain(`value="${fields.name}"`);
    }
    expect((await browser.submit("/sk/organizations", { name: "A", role: "owner" })).status).toBe(400);

    const changed = await browser.submit(`/sk/organizations/${org}/settings`, {
      name: "Alfa",
      country: "SK",
      ico: "31322832",
      colour: "5",
      inMap: "1",
    });
    expect([changed.status, changed.location]).toEqual([303, `/sk/organizations/${org}/settings`]);
    const entries = await auditOfStream(here.operator.opened.state, `org:${org}`, 0, 10);
    expect(entries.at(-1)).toMatchObject({ action: "organization.changed", actor_id: id, via: "web" });
    expect(entries.at(-1)?.details).toBe('{"fields":["name","colour"]}');
    // The same again is no change.
    const same = { name: "Alfa", country: "SK", ico: "31322832" };
    await browser.submit(`/sk/organizations/${org}/settings`, { ...same, inMap: "1" });
    expect(await actions(here, `org:${org}`)).toHaveLength(2);
    // A box that is not ticked is not sent: the organization leaves the map.
    expect((await browser.get(`/sk/organizations/${org}/settings`)).html).toMatch(/name="inMap" value="1" checked/);
    await browser.submit(`/sk/organizations/${org}/settings`, same);
    expect((await browser.get(`/sk/organizations/${org}/settings`)).html).not.toMatch(/name="inMap" value="1" checked/);
    const left = await auditOfStream(here.operator.opened.state, `org:${org}`, 2, 10);
    expect(left.at(-1)?.details).toBe('{"fields":["in_map"]}');
  });

  test("the active organization is the first one until another is chosen, and is what the tools of a key read", async () => {
    const here = await open();
    const jana = await person(here);
    const first = await jana.browser.submit("/sk/organizations", { name: "Prvá", country: "", ico: "" });
    const second = await organization(here, jana, {}, "Druhá");
    const key = (await here.run(`key issue --email ${jana.email}`)).out;
    const active = async () =>
      (await callTool(here, key, "my_organizations")).structuredContent.organizations.find((each: Json) => each.active)
        .id;
    expect(first.location).toContain(await active());
    const chosen = await jana.browser.submit("/sk/organizations", {}, `/sk/organizations/${second}/activate`);
    expect([chosen.status, chosen.location]).toEqual([303, "/sk/organizations"]);
    expect(await active()).toBe(second);
    // Outside an organization no page names one but the list.
    expect((await jana.browser.get("/sk/account")).html).not.toContain("Druhá");
    expect(await actions(here, `acc:${jana.id}`)).toContain("account.profile_changed");
  });

  test("6.4: an invitation is shown once, goes by mail, and makes the invited person a member, once", async () => {
    const here = await open();
    const [owner, invited, other] = [
      await person(here, { name: "Vlastník" }),
      await person(here, { email: "peter@firma.sk" }),
      await person(here),
    ];
    const org = await organization(here, owner, {}, HOSTILE);
    const members = `/sk/organizations/${org}/members`;
    const invite = (email: string, role = "member") =>
      owner.browser.submit(members, { email, role }, `/sk/organizations/${org}/invitations`);
    const sent = await invite("Peter@firma.sk");
    expect([sent.status, sent.headers.get("cache-control")]).toEqual([200, "no-store"]);
    const link = /data-invitation="http:\/\/localhost:3000(\/sk\/invitations\/[\w-]{43})"/.exec(sent.html)?.[1] ?? "";
    expect(link).not.toBe("");
    expect((await owner.browser.get(members)).html).not.toContain(link);
    const [mail] = await mailsTo(here.service, "peter@firma.sk");
    // The mailed link proves the address besides; the one that is shown to the inviter does not.
    expect(mail?.link?.startsWith(`${link}?proof=`)).toBe(true);
    expect(mail?.text).not.toContain("Alfa");
    // On PostgreSQL the service of this test has a folder of its own.
    if (here.service.dataDir === `${here.operator.dir}/data`) {
      const listed = await here.run("mail list");
      expect(listed.out).toContain("Peter@firma.sk");
      const shown = await here.run(`mail show ${listed.out.split(" ")[0]}`);
      expect([shown.code, shown.out.includes(`http://localhost:3000${link}`)]).toEqual([0, true]);
      expect((await here.run("mail show nothing")).code).toBe(1);
    }

    const nobody = await visit(here.service).get(link);
    expect([nobody.status, nobody.html.includes("&lt;script&gt;")]).toEqual([200, true]);
    expect(nobody.html).toContain(`/sk/sign-in?next=${encodeURIComponent(link).replaceAll("%2F", "%2F")}`);
    const wrong = await other.browser.submit(link, {});
    expect([wrong.status, wrong.errors]).toEqual([400, ["invitation_other_email"]]);
    const [one, two] = await Promise.all([invited.browser.submit(link, {}), invited.browser.submit(link, {})]);
    expect([one?.status, two?.status].toSorted()).toEqual([303, 404]);
    expect((await invited.browser.get(`/sk/organizations/${org}`)).status).toBe(200);
    expect(await actions(here, `org:${org}`)).toEqual(
      ["organization.created", "invitation.created", "invitation.accepted", "member.joined"].slice(1),
    );

    // Used, withdrawn, replaced, too old and unknown: all alike.
    const first = /invitations\/([\w-]{43})"/.exec((await invite("later@firma.sk")).html)?.[1] ?? "";
    const again = /invitations\/([\w-]{43})"/.exec((await invite("later@firma.sk")).html)?.[1] ?? "";
    const shown = (await owner.browser.get(members)).html;
    const id = /invitations\/(inv_[0-9a-z]{26})\/withdraw/.exec(shown)?.[1] ?? "";
    expect((await visit(here.service).get(`/sk/invitations/${again}`)).status).toBe(200);
    const withdrawn = await owner.browser.submit(`/sk/organizations/${org}/invitations/${id}/withdraw`, {});
    expect([withdrawn.status, withdrawn.location]).toEqual([303, members]);
    const old = /invitations\/([\w-]{43})"/.exec((await invite("old@firma.sk")).html)?.[1] ?? "";
    here.service.pass(7 * 86_400);
    const tokens = [link.split("/").at(-1) ?? "", first, again, old, "unknown"];
    const pages = new Set<string>();
    for (const token of tokens) {
      const got = await visit(here.service).get(`/sk/invitations/${token}`);
      expect(got.status).toBe(404);
      pages.add(got.html.replaceAll(token, "TOKEN"));
    }
    expect(pages.size).toBe(1);
    const logged = here.service.logged.join("");
    for (const token of tokens.slice(0, -1)) expect(logged).not.toContain(token);
  });

  test("8.3.2: who is removed or leaves is refused at the next call, on pages and with a key", async () => {
    const here = await open();
    const [owner, member] = [await person(here), await person(here)];
    const org = await organization(here, owner, { member });
    const key = (await here.run(`key issue --email ${member.email}`)).out;
    expect((await callTool(here, key, "my_scans", { organizationId: org })).isError).not.toBe(true);
    const removed = await owner.browser.submit(`/sk/organizations/${org}/members/${member.id}/remove`, {});
    expect(removed.status).toBe(303);
    expect((await member.browser.get(`/sk/organizations/${org}`)).status).toBe(404);
    expect((await callTool(here, key, "my_scans", { organizationId: org })).structuredContent.error.code).toBe(
      "not_found",
    );
  });

  test.skipIf(kind === "sqlite")("who leaves on one instance is refused by another one at the next call", async () => {
    const here = await open();
    const other = await startTestService({ limits: GENEROUS, env: { ...here.env } });
    onTestFinished(other.close);
    const [owner, member] = [await person(here), await person(here)];
    const org = await organization(here, owner, { member });
    const key = (await here.run(`key issue --email ${member.email}`)).out;
    const elsewhere = { ...here, service: other };
    const browser = visit(other);
    browser.cookie = member.browser.cookie;
    expect((await callTool(elsewhere, key, "my_scans", { organizationId: org })).isError).not.toBe(true);
    expect((await browser.get(`/sk/organizations/${org}`)).status).toBe(200);
    const left = await member.browser.submit(`/sk/organizations/${org}/leave`, {});
    expect(left.status).toBe(303);
    expect((await callTool(elsewhere, key, "my_scans", { organizationId: org })).structuredContent.error.code).toBe(
      "not_found",
    );
    expect((await browser.get(`/sk/organizations/${org}`)).status).toBe(404);
  });

  test("an owner deletes an organization only with its name and a recent sign-in", async () => {
    const here = await open();
    const owner = await person(here, { signedInAgo: 16 * 60_000 });
    const recent = await person(here);
    const [mine, theirs] = [await organization(here, owner), await organization(here, recent)];
    const remove = (who: typeof owner, org: string, confirm: string) =>
      who.browser.submit(`/sk/organizations/${org}/settings`, { confirm }, `/sk/organizations/${org}/delete`);
    expect((await remove(recent, theirs, "Beta")).errors).toEqual(["confirm_wrong"]);
    // Without a password and a second factor only a new sign-in will do.
    expect((await remove(owner, mine, "Alfa s.r.o.")).errors).toEqual(["sign_in_again"]);
    const done = await remove(recent, theirs, "Alfa s.r.o.");
    expect([done.status, done.location]).toEqual([303, "/sk/organizations"]);
    expect((await recent.browser.get(`/sk/organizations/${theirs}`)).status).toBe(404);
    const [mail] = await mailsTo(here.service, recent.email);
    expect(mail?.text).toContain("Organizácia, ktorej ste boli členom, je zmazaná.");
    expect((await owner.browser.get(`/sk/organizations/${mine}`)).status).toBe(200);
    expect((await actions(here, `org:${theirs}`)).at(-1)).toBe("organization.deleted");
    const orphans = await here.operator.opened.state.all(
      composedSql("SELECT * FROM membership WHERE org_id = ?"),
      theirs,
    );
    expect(orphans).toEqual([]);
  });

  test("the page of the audit log narrows, goes on, and exports what it shows with the hashes", async () => {
    const here = await open();
    const [owner, viewer] = [await person(here, { name: "Vlastník" }), await person(here, { name: "Čitateľ" })];
    const org = await organization(here, owner, { viewer });
    for (let index = 0; index < 60; index++) {
      await here.run(
        `register set --organization ${org} --email ${owner.email} --code NIS2-20-1 --status ${index % 2 === 0 ? "met" : "partial"}`,
      );
    }
    const page = `/sk/organizations/${org}/audit-log`;
    const shown = await owner.browser.get(page);
    const count = (html: string) => [...html.matchAll(/data-action="/g)].length;
    expect([shown.status, count(shown.html)]).toEqual([200, 50]);
    const next = /href="([^"]*cursor=[^"]*)"/.exec(shown.html)?.[1]?.replaceAll("&amp;", "&") ?? "";
    expect(count((await owner.browser.get(next)).html)).toBe(10);
    expect((await owner.browser.get(`${page}?cursor=broken`)).status).toBe(400);
    expect(count((await owner.browser.get(`${page}?action=organization.changed`)).html)).toBe(0);
    expect(count((await owner.browser.get(`${page}?actor=${viewer.id}`)).html)).toBe(0);
    expect(count((await owner.browser.get(`${page}?from=2026-11-21&to=2026-11-21`)).html)).toBe(50);
    expect(count((await owner.browser.get(`${page}?from=2026-11-22`)).html)).toBe(0);
    expect((await owner.browser.get(`${page}?from=2026-02-30`)).status).toBe(400);

    const json = await owner.browser.get(`${page}.json`);
    const { entries, previousHash, stream } = JSON.parse(json.html);
    expect([entries.length, previousHash, stream]).toEqual([60, "", `org:${org}`]);
    expect(json.headers.get("content-disposition")).toContain("attachment");
    expect(json.headers.get("cache-control")).toBe("no-store");
    const csv = await owner.browser.get(`${page}.csv?action=audit.exported`);
    expect(csv.html.split("\r\n")).toHaveLength(3);
    expect((await actions(here, `org:${org}`)).slice(-2)).toEqual(["audit.exported", "audit.exported"]);
    expect(json.html + csv.html).not.toContain("Vlastník");
  });
});

describeOnBoth("keys on pages", (install) => {
  const open = () => install({ limits: GENEROUS, env: { TRUST_PROXY: "loopback" } });
  const FORM = { name: "Claude", expires: "" };

  test("a key is shown once, tells its person by mail, and the same form again issues no second one", async () => {
    const here = await open();
    const { browser, email, id } = await person(here);
    expect((await browser.get("/sk/account/keys")).html).toContain("Zatiaľ nemáte žiadny kľúč");
    const shown = await browser.get("/sk/account/keys");
    const hidden = Object.fromEntries(
      [...shown.html.matchAll(/<input type="hidden" name="(csrf|once)" value="([^"]+)"/g)].map(([, name, value]) => [
        name,
        value,
      ]),
    ) as Record<string, string>;
    const issued = await browser.post("/sk/account/keys", { ...hidden, ...FORM, scopes: ["read", "scan:write"] });
    expect([issued.status, issued.headers.get("cache-control")]).toEqual([200, "no-store"]);
    const key = /data-api-key[^>]*>\s*(dosah_[0-9A-Za-z]{49})\s*</.exec(issued.html)?.[1] ?? "";
    expect(key).not.toBe("");
    const again = await browser.post("/sk/account/keys", { ...hidden, ...FORM });
    expect([again.status, again.location]).toEqual([303, "/sk/account/keys"]);
    const list = (await browser.get("/sk/account/keys")).html;
    expect(list).not.toContain(key);
    expect(list).toContain(`…${key.slice(-4)}`);
    expect([...list.matchAll(/id="key_[0-9a-z]{26}"/g)]).toHaveLength(1);
    expect((await mailsTo(here.service, email)).map(({ text }) => text).join()).not.toContain(key);

    const entries = await auditOfStream(here.operator.opened.state, `acc:${id}`, 0, 10);
    expect(entries.map(({ action, details }) => [action, details])).toEqual([
      ["key.issued", '{"expires":"2027-11-21","scopes":["read","scan:write"],"reach":"all","organizations":null}'],
    ]);
    const works = () => here.service.fetch("/api/v1/audit-log", { headers: { Authorization: `Bearer ${key}` } });
    expect((await works()).status).toBe(200);
    const keyId = /id="(key_[0-9a-z]{26})"/.exec(list)?.[1];
    const revoked = await browser.submit(`/sk/account/keys/${keyId}/revoke`, {});
    expect([revoked.status, revoked.location]).toEqual([303, "/sk/account/keys"]);
    expect((await works()).status).toBe(401);
    for (const other of ["key_00000000000000000000000000", keyId, "x"]) {
      expect((await browser.post(`/sk/account/keys/${other}/revoke`, { csrf: hidden.csrf ?? "" })).status).toBe(404);
    }
  });

  test("what is wrong with a key is said at its field, and the twenty-first is refused", async () => {
    const here = await open();
    const someone = await person(here);
    const { browser, email } = someone;
    const issue = (fields: Readonly<Record<string, string>>) =>
      browser.submit("/sk/account/keys", { ...FORM, ...fields });
    expect((await issue({ name: "" })).errors).toEqual(["key_name_invalid"]);
    expect((await issue({ name: "A\u0000b" })).errors).toEqual(["key_name_invalid"]);
    expect((await issue({ name: "\u200b" })).errors).toEqual(["key_name_invalid"]);
    expect((await issue({ name: "x".repeat(61), expires: "2026-11-20" })).errors).toEqual([
      "key_name_invalid",
      "expires_past",
    ]);
    expect((await issue({ scopes: "admin" })).errors).toEqual(["invalid_arguments"]);
    expect((await issue({ expires: "2026-11-21" })).status).toBe(200);
    expect((await issue({})).errors).toEqual(["name_taken"]);
    // Once it has expired, its name is free again.
    here.service.pass(14 * 3_600);
    await signIn(here, someone, NOW.getTime() + 14 * 3_600_000);
    expect((await issue({})).status).toBe(200);
    for (let index = 1; index < 20; index++) await here.run(`key issue --email ${email} --name k${index}`);
    const refused = await issue({ name: "one more" });
    expect([refused.status, refused.errors]).toEqual([400, ["key_limit"]]);
  });

  test("a key is issued only after a recent sign-in, and no key issues or revokes keys", async () => {
    const here = await open();
    const old = await person(here, { signedInAgo: 16 * 60_000 });
    expect((await old.browser.submit("/sk/account/keys", FORM)).errors).toEqual(["sign_in_again"]);
    const key = (await here.run(`key issue --email ${old.email}`)).out;
    for (const path of ["/sk/account/keys", "/sk/organizations", "/sk/account"]) {
      const got = await here.service.fetch(path, {
        redirect: "manual",
        headers: { Authorization: `Bearer ${key}`, Cookie: `dosah_session=${key}` },
      });
      expect([got.status, got.headers.get("location")?.startsWith("/sk/sign-in")]).toEqual([303, true]);
    }
  });
});
