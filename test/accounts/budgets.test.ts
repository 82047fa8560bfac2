import { expect, test } from "vitest";
import { addToBudget, countStoredAnew, STOCK } from "../../src/state/budgets.ts";
import { addDomain, noteProof } from "../../src/state/domains.ts";
import { changeMembership } from "../../src/state/organizations.ts";
import { storedBytes } from "../../src/state/stored-bytes.ts";
import { freePort } from "../promises/free-port.fixture.ts";
import { describeOnBoth, type Installation } from "../promises/installation.fixture.ts";
import { GENEROUS, NOW } from "../promises/service.fixture.ts";
import { organization, type PersonOfTest, person, signIn } from "./organization.fixture.ts";

const DAY_SECONDS = 86_400;

const budgetIn = (html: string) => /data-budget="([a-z_]+)"/.exec(html)?.[1];

describeOnBoth("budgets", (install) => {
  const open = (env: Readonly<Record<string, string>> = {}) =>
    install({ limits: GENEROUS, env: { TRUST_PROXY: "loopback", SCAN_WORKER: "off", ...env } });

  const found = ({ browser }: PersonOfTest, name: string) =>
    browser.submit("/en/organizations", { name, country: "", ico: "" });
  const idOf = (location: string | null) => location?.split("/").at(-1) ?? "";
  const invite = ({ browser }: PersonOfTest, org: string, email: string) =>
    browser.submit(
      `/en/organizations/${org}/members`,
      { email, role: "member" },
      `/en/organizations/${org}/invitations`,
    );
  const scan = ({ browser }: PersonOfTest, org: string, domain: string) =>
    browser.submit(`/en/organizations/${org}/scans`, { domain, profile: "public" });
  const set = ({ run }: Installation, { email }: PersonOfTest, name: string, value: number | "default") =>
    run(`budget set --email ${email} --name ${name} --value ${value}`);
  const shown = async ({ run }: Installation, { email }: PersonOfTest) => {
    const { budgets } = JSON.parse((await run(`budget show --email ${email} --json`)).out);
    return Object.fromEntries(
      budgets.map(({ name, used, limit }: { name: string; used: number; limit: number }) => [name, [used, limit]]),
    );
  };

  test("an account founds as many organizations as it has room for, and a deleted one makes room", async () => {
    const metricsPort = await freePort();
    const here = await open({ METRICS_PORT: String(metricsPort) });
    const jana = await person(here);
    expect(await shown(here, jana)).toMatchObject({ organizations: [0, 200], mail_out: [0, 100], looks: [0, 200] });
    expect(await set(here, jana, "organizations", 1)).toMatchObject({ code: 0, out: "1" });
    const first = await found(jana, "Alfa");
    expect(first.status).toBe(303);
    const refused = await found(jana, "Beta");
    expect([refused.status, refused.errors, budgetIn(refused.html)]).toEqual([409, ["budget_full"], "organizations"]);
    expect(refused.html).toContain("organizations (1 of 1)");
    const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
    expect(metrics).toContain('dosah_budget_refused_total{budget="organizations"} 1');
    const org = idOf(first.location);
    await jana.browser.submit(
      `/en/organizations/${org}/settings`,
      { confirm: "Alfa" },
      `/en/organizations/${org}/delete`,
    );
    expect((await found(jana, "Beta")).status).toBe(303);
    expect(await set(here, jana, "organizations", "default")).toMatchObject({ out: "200" });
    expect((await here.run("budget set --email nobody@firma.sk --name looks --value 1")).code).toBe(1);
    expect((await here.run(`budget set --email ${jana.email} --name looks --value many`)).code).toBe(2);
  });

  test("of two organizations founded at once where one fits, one is founded", async () => {
    const here = await open();
    const jana = await person(here);
    await set(here, jana, "organizations", 1);
    const answers = await Promise.all([found(jana, "Alfa"), found(jana, "Beta")]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([303, 409]);
    expect((await shown(here, jana)).organizations).toEqual([1, 1]);
  });

  test("invitations of all organizations of an account share a day, and the next day they go on", async () => {
    const here = await open();
    const jana = await person(here);
    const [alfa, beta] = [idOf((await found(jana, "Alfa")).location), idOf((await found(jana, "Beta")).location)];
    await set(here, jana, "mail_out", 2);
    expect((await invite(jana, alfa, "a@firma.sk")).status).toBe(200);
    expect((await invite(jana, beta, "b@firma.sk")).status).toBe(200);
    const refused = await invite(jana, beta, "c@firma.sk");
    expect([refused.status, refused.errors, budgetIn(refused.html)]).toEqual([429, ["budget_used"], "mail_out"]);
    expect(Number(refused.headers.get("retry-after"))).toBe(
      DAY_SECONDS - (Math.floor(NOW.getTime() / 1000) % DAY_SECONDS),
    );
    const usage = await jana.browser.get("/en/account/usage");
    expect(usage.html).toContain('data-budget="mail_out" data-used="2" data-limit="2"');
    expect(usage.html).toContain("Used up; again tomorrow.");
    here.service.pass(DAY_SECONDS);
    await signIn(here, jana, NOW.getTime() + DAY_SECONDS * 1000);
    expect((await invite(jana, beta, "c@firma.sk")).status).toBe(200);
  });

  test("scans and domains of others share a day over all organizations of an account", async () => {
    const here = await open();
    const jana = await person(here);
    const [alfa, beta] = [idOf((await found(jana, "Alfa")).location), idOf((await found(jana, "Beta")).location)];
    await set(here, jana, "strange_domains", 1);
    expect((await scan(jana, alfa, "firma-alfa.sk")).status).toBe(303);
    const strange = await scan(jana, beta, "firma-beta.sk");
    expect([strange.status, budgetIn(strange.html)]).toEqual([429, "strange_domains"]);
    // The same domain once more is no further one.
    expect((await scan(jana, beta, "firma-alfa.sk")).status).toBe(303);
    await set(here, jana, "strange_domains", "default");
    await set(here, jana, "looks", 2);
    const looks = await scan(jana, beta, "firma-beta.sk");
    expect([looks.status, budgetIn(looks.html)]).toEqual([429, "looks"]);
    const key = (await here.run(`key issue --email ${jana.email} --scope scan:write`)).out;
    const asked = await here.service.fetch("/api/v1/scan?locale=en", {
      method: "POST",
      headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json" },
      body: JSON.stringify({ domain: "firma-beta.sk", organizationId: beta }),
    });
    expect([asked.status, await asked.json()]).toEqual([
      429,
      expect.objectContaining({ code: "budget_used", budget: "looks", limit: 2, used: 2, subject: "account" }),
    ]);
    // The operator is charged, and never refused.
    await here.run(`org add --name Gama --owner ${jana.email}`);
    expect((await shown(here, jana)).organizations).toEqual([3, 200]);
  });

  test("of a domain that is not proved an account scans five host names a day, the domain itself and www besides", async () => {
    const here = await open();
    const jana = await person(here);
    const [alfa, beta] = [idOf((await found(jana, "Alfa")).location), idOf((await found(jana, "Beta")).location)];
    for (const host of ["a", "b", "c"]) expect((await scan(jana, alfa, `${host}.firma-alfa.sk`)).status).toBe(303);
    for (const host of ["d", "e", "www"]) expect((await scan(jana, beta, `${host}.firma-alfa.sk`)).status).toBe(303);
    const sixth = await scan(jana, beta, "f.firma-alfa.sk");
    expect([sixth.status, Number(sixth.headers.get("retry-after")) > 0]).toEqual([429, true]);
    expect((await scan(jana, alfa, "f.firma-alfa.sk")).status).toBe(429);
    expect((await scan(jana, alfa, "firma-alfa.sk")).status).toBe(303);
    expect((await scan(jana, beta, "a.firma-alfa.sk")).status).toBe(303);
    expect((await scan(jana, beta, "f.firma-beta.sk")).status).toBe(303);
    expect((await shown(here, jana)).strange_domains).toEqual([2, 60]);
  });

  test("texts and files are charged by their bytes, whatever stores them, and what goes makes room", async () => {
    const here = await open();
    const jana = await person(here);
    const org = idOf((await found(jana, "Alfa")).location);
    const page = `/en/organizations/${org}`;
    const { state } = here.operator.opened;
    const used = async () => (await shown(here, jana)).stored_bytes?.[0];
    const note = (text: string) =>
      jana.browser.submit(`${page}/obligations/NIS2-20-1`, {
        status: "met",
        evidenceNote: text,
        responsiblePerson: "",
      });
    expect((await shown(here, jana)).stored_bytes).toEqual([0, 25 * 1_048_576]);
    expect((await note("č".repeat(500))).status).toBe(303);
    const first = Number(await used());
    // The note of 1,000 bytes, and the same in its history.
    expect(first).toBeGreaterThan(2_000);
    expect(first).toBe(await storedBytes(state, org));
    await jana.browser.submit(`${page}/suppliers`, { country: "SK", ico: "36631124" });
    const supplier = `${page}/suppliers/SK-36631124`;
    expect((await jana.browser.submit(supplier, { note: "x".repeat(300) })).status).toBe(303);
    expect(await used()).toBeGreaterThan(first + 600);
    expect(await used()).toBe(await storedBytes(state, org));
    expect((await jana.browser.submit(`${supplier}/remove`, {})).status).toBe(303);
    expect(await used()).toBe(first);
    await set(here, jana, "stored_bytes", first + 100);
    const refused = await note("č".repeat(501));
    expect([refused.status, refused.errors, budgetIn(refused.html)]).toEqual([409, ["budget_full"], "stored_bytes"]);
    expect(refused.html).toContain("stored texts and files (0.1 MB of 0.1 MB)");
    expect(await used()).toBe(first);
    expect((await jana.browser.get("/en/account/usage")).html).toContain(
      `data-budget="stored_bytes" data-used="${first}" data-limit="${first + 100}"`,
    );
    // The operator is charged, and never refused.
    const register = `register set --organization ${org} --code NIS2-20-2 --status met --email ${jana.email}`;
    expect((await here.run(`${register} --note "${"y".repeat(200)}"`)).code).toBe(0);
    expect(await used()).toBeGreaterThan(first + 400);
    // An earlier program counts nothing: the night counts anew.
    const counted = await used();
    await addToBudget(state, jana.id, "stored_bytes", STOCK, 12_345);
    await countStoredAnew(state);
    expect(await used()).toBe(counted);
    await jana.browser.submit(`${page}/settings`, { confirm: "Alfa" }, `${page}/delete`);
    expect(await used()).toBe(0);
  });

  test("a proved domain gives more, and counts once whatever host of it is proved", async () => {
    const here = await open();
    const jana = await person(here);
    const org = idOf((await found(jana, "Alfa")).location);
    const { state } = here.operator.opened;
    const at = NOW.getTime();
    for (const domain of ["firma.sk", "mail.firma.sk"]) {
      const scope = { db: state, orgId: org };
      await addDomain(scope, { domain, token: domain, added_by: jana.id }, at);
      await noteProof(scope, domain, "dns", at);
    }
    expect(await shown(here, jana)).toMatchObject({ mail_out: [0, 150], looks: [0, 250], strange_domains: [0, 80] });
    expect((await shown(here, jana)).stored_bytes).toEqual([0, 125 * 1_048_576]);
  });

  test("who ceases to own an organization is charged for it no longer, the owner who joined first is", async () => {
    const here = await open();
    const [jana, peter] = [await person(here), await person(here)];
    const org = idOf((await found(jana, "Alfa")).location);
    const { state } = here.operator.opened;
    expect((await here.run(`member add --organization ${org} --email ${peter.email} --role owner`)).code).toBe(0);
    const settings = await peter.browser.get(`/en/organizations/${org}/settings`);
    expect(settings.html).toContain("data-charged");
    await state.transaction((tx) => changeMembership(tx, jana.id, org, "admin", { at: NOW.getTime(), why: "role" }));
    expect((await shown(here, jana)).organizations).toEqual([0, 200]);
    expect((await shown(here, peter)).organizations).toEqual([1, 200]);
  });

  test("settings that somebody else changed meanwhile are not overwritten", async () => {
    const here = await open();
    const [jana, peter] = [await person(here), await person(here)];
    const org = await organization(here, jana, { owner: peter });
    const page = `/en/organizations/${org}/settings`;
    const mine = /name="version" value="(\d+)"/.exec((await jana.browser.get(page)).html)?.[1] ?? "";
    expect((await peter.browser.submit(page, { name: "Peter's", country: "SK", ico: "31322832" })).status).toBe(303);
    const late = await jana.browser.submit(page, { name: "Jana's", country: "SK", ico: "31322832", version: mine });
    expect([late.status, late.errors]).toEqual([409, ["changed_meanwhile"]]);
    expect(late.html).toContain("data-stored");
    expect([late.html.includes("Jana&#39;s"), late.html.includes("Peter&#39;s")]).toEqual([true, true]);
    expect((await jana.browser.submit(page, { name: "Jana's", country: "SK", ico: "31322832" })).status).toBe(303);
  });
});
