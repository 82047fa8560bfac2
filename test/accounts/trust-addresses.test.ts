import { expect, test } from "vitest";
import { MIGRATIONS } from "../../src/state/migrations/list.ts";
import { composedSql } from "../../src/state/sql.ts";
import { removeEnded } from "../../src/state/table-ends.ts";
import { endSlugs } from "../../src/state/trust-slugs.ts";
import { describeOnBoth, type Installation } from "../promises/installation.fixture.ts";
import { NOW } from "../promises/service.fixture.ts";
import { organization, type PersonOfTest, person } from "./organization.fixture.ts";
import {
  fillIn,
  OPTIONS,
  PRACTICES,
  proveDomain,
  proveFirm,
  publish,
  publishedProfile,
  readJson,
  sendTrust,
} from "./trust-profile.fixture.ts";

const DAY = 86_400_000;

describeOnBoth("the address of a trust profile", (install) => {
  /** Another organization of the same firm or of another one, ready to publish. */
  const another = async (
    here: Installation,
    firm: { readonly country: "SK" | "CZ"; readonly ico: string } = { country: "SK", ico: "31322832" },
  ): Promise<{ readonly owner: PersonOfTest; readonly org: string }> => {
    const owner = await person(here);
    const org = await organization(here, owner, { owner });
    const { state } = here.operator.opened;
    await state.run(
      composedSql("UPDATE organization SET country = ?, ico = ? WHERE id = ?"),
      firm.country,
      firm.ico,
      org,
    );
    await proveDomain(here, org);
    await proveFirm(here, org);
    await fillIn(owner, org, { country: firm.country });
    return { owner, org };
  };
  const statusOf = async (here: Installation, path: string) =>
    (await here.service.fetch(path, { redirect: "manual" })).status;
  /** What the night does to addresses, and to nothing else. */
  const night = async ({ operator: { opened } }: Installation, at: number) => {
    await endSlugs(opened.state, at);
    const tables = MIGRATIONS.filter(({ name }) => name === "trust-profile" || name === "slug");
    await removeEnded(opened.state, tables, at);
  };
  /** Milliseconds, so many days after the clock of the tests. */
  const later = (days: number) => NOW.getTime() + days * DAY;

  test("a changed one leads to the new one on pages alone, and nobody else gets it", async () => {
    const { here, owner, org, json } = await publishedProfile(install);
    expect((await sendTrust(owner, org, "/slug", { slug: "slovnaft-bratislava" }, "")).status).toBe(303);
    const moved = await here.service.fetch("/en/trust/slovnaft?a=b", { redirect: "manual" });
    expect([moved.status, moved.headers.get("Location")]).toEqual([308, "/en/trust/slovnaft-bratislava?a=b"]);
    expect(await json("/trust/slovnaft.json")).toEqual(await json("/trust/nobody-at-all.json"));
    expect(JSON.parse((await json("/trust/slovnaft-bratislava.json")).text).slug).toBe("slovnaft-bratislava");
    const other = await another(here, { country: "CZ", ico: "49240901" });
    expect((await publish(other.owner, other.org, { slug: "slovnaft" })).errors[0]).toBe("slug_reserved");
    expect((await publish(other.owner, other.org, { slug: "slovnaft-bratislava" })).errors[0]).toBe("slug_taken");
    // After a year it leads nowhere, after two it is free.
    here.service.pass(366 * 86_400);
    expect(await statusOf(here, "/en/trust/slovnaft")).toBe(404);
    expect((await sendTrust(owner, org, "/slug", { slug: "slovnaft" }, "")).status).not.toBe(500);
  });

  test("one that was withdrawn says so and is not given to others for 24 months; then it is free", {
    timeout: 60_000,
  }, async () => {
    const { here, owner, org } = await publishedProfile(install, { legalName: "Made Up Cleaning" });
    expect((await sendTrust(owner, org, "/slug", { slug: "made-up" }, "")).status).toBe(303);
    expect((await sendTrust(owner, org, "/withdraw", {})).status).toBe(303);
    expect(await statusOf(here, "/en/trust/made-up")).toBe(410);
    const other = await another(here);
    const late = await publish(other.owner, other.org, { slug: "made-up" });
    expect([late.status, late.errors[0]]).toEqual([409, "slug_taken"]);
    await night(here, later(729));
    expect((await publish(other.owner, other.org, { slug: "made-up" })).errors[0]).toBe("slug_taken");
    await night(here, later(731));
    expect((await publish(other.owner, other.org, { slug: "made-up" })).errors).toEqual([]);
    expect(await statusOf(here, "/en/trust/made-up")).toBe(200);
  });

  test("once a withdrawn profile is old enough, revisions are gone and who withdrew is kept; the number of a revision never comes back", {
    timeout: 60_000,
  }, async () => {
    const { here, owner, org, json } = await publishedProfile(install);
    const first = JSON.parse((await json("/trust/slovnaft.json")).text);
    await sendTrust(owner, org, "/withdraw", {});
    const { state } = here.operator.opened;
    const rows = () => state.all(composedSql("SELECT revision FROM trust_revision WHERE org_id = ?"), org);
    // People stay signed in.
    const ofProfiles = MIGRATIONS.filter(({ name }) => name === "trust-profile");
    await removeEnded(state, ofProfiles, later(30) - 1);
    expect(await rows()).toHaveLength(1);
    await removeEnded(state, ofProfiles, later(30));
    expect(await rows()).toEqual([]);
    const entries = await state.all<{ action: string }>(
      composedSql("SELECT action FROM audit_entry WHERE org_id = ? AND action LIKE 'trust.%' ORDER BY seq"),
      org,
    );
    expect(entries.map(({ action }) => action)).toEqual(expect.arrayContaining(["trust.published", "trust.withdrawn"]));
    await sendTrust(owner, org, "/security_practices", { ...PRACTICES, acceptRightToAudit: "yes" });
    expect((await publish(owner, org)).status).toBe(303);
    const second = JSON.parse((await json("/trust/slovnaft.json")).text);
    expect([first.revision, second.revision]).toEqual([1, 2]);
    expect((await json("/trust/slovnaft.jws.json?revision=1")).status).toBe(404);
  });

  test("a withdrawn revision that was read before is not shown again after the next publication", {
    timeout: 60_000,
  }, async () => {
    const { owner, org, json } = await publishedProfile(install);
    expect((await json("/trust/slovnaft.jws.json?revision=1")).status).toBe(200);
    await sendTrust(owner, org, "/withdraw", {});
    expect((await publish(owner, org)).status).toBe(303);
    expect(JSON.parse((await json("/trust/slovnaft.jws.json")).text).document.revision).toBe(2);
    expect((await json("/trust/slovnaft.jws.json?revision=1")).status).toBe(404);
  });

  test("a deleted profile is gone with its draft, and a new one shows what is new", async () => {
    const { here, owner, org, json } = await publishedProfile(install);
    expect((await json("/trust/slovnaft.json")).text).toContain("SLOVNAFT, a.s.");
    expect((await sendTrust(owner, org, "/delete", {})).status).toBe(303);
    expect(await statusOf(here, "/en/trust/slovnaft")).toBe(410);
    await fillIn(owner, org, { legalName: "SLOVNAFT again" });
    expect((await publish(owner, org, { slug: "slovnaft" })).errors).toEqual([]);
    const again = (await json("/trust/slovnaft.json")).text;
    expect(again).toContain("SLOVNAFT again");
    expect(JSON.parse(again).untrusted.answers.map(({ value }: { value: unknown }) => value)).not.toContain(
      "SLOVNAFT, a.s.",
    );
  });

  test("deleting the organization withdraws at once", async () => {
    const { here, owner, org, json } = await publishedProfile(install);
    const path = `/en/organizations/${org}`;
    const deleted = await owner.browser.submit(`${path}/settings`, { confirm: "Alfa s.r.o." }, `${path}/delete`);
    expect([deleted.status, deleted.errors]).toEqual([303, []]);
    expect(await json("/trust/slovnaft.json")).toEqual(await json("/trust/nobody-at-all.json"));
    expect(await statusOf(here, "/en/trust/slovnaft")).toBe(410);
    const other = await another(here);
    expect((await publish(other.owner, other.org, { slug: "slovnaft" })).errors[0]).toBe("slug_taken");
  });

  test("an address whose organization is gone in any other way is kept for 24 months from the next night", {
    timeout: 60_000,
  }, async () => {
    const { here, owner, org } = await publishedProfile(install, { legalName: "Made Up Cleaning" });
    expect((await sendTrust(owner, org, "/slug", { slug: "made-up" }, "")).status).toBe(303);
    await here.operator.opened.state.run(composedSql("DELETE FROM organization WHERE id = ?"), org);
    const other = await another(here);
    const isTaken = async () => (await publish(other.owner, other.org, { slug: "made-up" })).errors[0] === "slug_taken";
    expect(await isTaken()).toBe(true);
    await night(here, later(1));
    await night(here, later(730));
    expect(await isTaken()).toBe(true);
    await night(here, later(732));
    expect(await isTaken()).toBe(false);
  });

  test("of two organizations that claim an address at the same time one gets it", async () => {
    const { here, owner, org } = await publishedProfile(install);
    const other = await another(here, { country: "CZ", ico: "49240901" });
    expect((await publish(other.owner, other.org, { slug: "of-the-other" })).errors).toEqual([]);
    const answers = await Promise.all([
      sendTrust(owner, org, "/slug", { slug: "wanted-by-two" }, ""),
      sendTrust(other.owner, other.org, "/slug", { slug: "wanted-by-two" }, ""),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([303, 409]);
    expect(answers.find(({ status }) => status === 409)?.errors[0]).toBe("slug_taken");
  });

  test("a number is published once: a second claimant is sent to the operator; in both countries Czechia comes first", {
    timeout: 60_000,
  }, async () => {
    const { here } = await publishedProfile(install);
    const second = await another(here);
    const taken = await publish(second.owner, second.org, { slug: "another-address" });
    expect([taken.status, taken.errors]).toEqual([409, ["ico_taken"]]);
    const { state } = here.operator.opened;
    // The same digits in the other country; the register of the sample has no such firm.
    const bank = await another(here, { country: "CZ", ico: "49240901" });
    expect((await publish(bank.owner, bank.org, { slug: "made-up-bank" })).errors).toEqual([]);
    await state.run(composedSql("UPDATE trust_profile SET ico = '31322832' WHERE slug = 'made-up-bank'"));
    const found = await here.service.tool("supplier_trust_profile", { ico: "31322832" });
    expect(found.structuredContent).toMatchObject({
      slug: "made-up-bank",
      alternatives: [{ slug: "slovnaft", country: "SK" }],
    });
    const both = await here.service.tool("supplier_trust_profile", { ico: "31322832", slug: "slovnaft" });
    expect(both.structuredContent.slug).toBe("slovnaft");
    expect(both.structuredContent.alternatives).toBeUndefined();
  });

  test("an address of words of programs, of digits, of another firm or against the rules is refused", {
    timeout: 60_000,
  }, async () => {
    const { owner, org } = await publishedProfile(install);
    const change = async (slug: string) => (await sendTrust(owner, org, "/slug", { slug }, "")).errors[0];
    for (const slug of ["new", "well-known", "45274649", "raiffeisenbank"]) {
      expect([slug, await change(slug)]).toEqual([slug, "slug_reserved"]);
    }
    const evil = [
      "ab",
      "12",
      "-abc",
      "abc-",
      "a--b",
      "A-Firm",
      "x".repeat(61),
      "</script>",
      "a\u202eb",
      "../admin",
      "ž-firma",
      "",
    ];
    for (const slug of evil) expect([slug, await change(slug)]).toEqual([slug, "slug_invalid"]);
  });

  test("the name of another firm is not proposed as an address either", async () => {
    const here = await install(OPTIONS);
    const owner = await person(here);
    const org = await organization(here, owner, { owner });
    await proveDomain(here, org);
    await fillIn(owner, org, { legalName: "Raiffeisenbank a.s." });
    expect((await publish(owner, org)).errors).toEqual([]);
    expect((await readJson(here, "/trust/raiffeisenbank.json")).status).toBe(404);
    expect((await readJson(here, "/trust/raiffeisenbank-2.json")).status).toBe(200);
  });

  test("files follow a changed address", async () => {
    const { here, owner, org, json } = await publishedProfile(install);
    const path = `/en/organizations/${org}/trust-profile/evidence`;
    const csrf = /name="csrf" value="([^"]+)"/.exec((await owner.browser.get(path)).html)?.[1] ?? "";
    const form = new FormData();
    const dates = { issuedOn: "", expiresOn: "" };
    const fields = { csrf, fieldId: "legalName", title: "t", url: "", ...dates, visibility: "public" };
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    form.set("file", new Blob(["%PDF-1.7 made up"], { type: "application/pdf" }), "a.pdf");
    const headers = { Cookie: `dosah_session=${owner.browser.cookie}`, "Sec-Fetch-Site": "same-origin" };
    await here.service.fetch(path, { method: "POST", body: form, headers, redirect: "manual" });
    expect((await publish(owner, org)).errors).toEqual([]);
    const signed = (await json("/trust/slovnaft.jws.json")).text;
    expect((await sendTrust(owner, org, "/slug", { slug: "made-up-address" }, "")).status).toBe(303);
    const [link] = JSON.parse((await json("/trust/made-up-address.json")).text).untrusted.links;
    const { pathname } = new URL(link.url);
    expect(pathname).toMatch(/^\/trust\/made-up-address\/evidence\/evd_/);
    expect((await here.service.fetch(pathname, {})).status).toBe(200);
    expect(await (await here.service.fetch("/en/trust/made-up-address", {})).text()).toContain(`href="${link.url}"`);
    // What was signed stays as it was signed.
    expect((await json("/trust/made-up-address.jws.json")).text).toBe(signed);
  });

  test("what the operator confirmed of one firm does not hold for another, and a published number stays", {
    timeout: 60_000,
  }, async () => {
    const here = await install(OPTIONS);
    const owner = await person(here);
    const org = await organization(here, owner, { owner });
    await fillIn(owner, org);
    const confirm = (firm: string) => here.run(`trust confirm --organization ${org} ${firm} --note "extract"`);
    expect((await confirm("")).code).toBe(2);
    expect((await confirm("--country SK")).code).toBe(2);
    const other = await confirm("--country CZ --ico 49240901");
    expect([other.code, other.err]).toEqual([
      1,
      expect.stringContaining("the organization names SK 31322832, not CZ 49240901"),
    ]);
    expect((await publish(owner, org)).errors).toEqual(["identity_missing"]);
    const confirmed = await confirm("--country SK --ico 31322832");
    expect([confirmed.code, confirmed.out]).toEqual([0, `confirmed: SK 31322832 (${org})`]);
    const settings = `/en/organizations/${org}/settings`;
    const name = (fields: Readonly<Record<string, string>>) =>
      owner.browser.submit(settings, { name: "Alfa", country: "SK", ico: "31322832", ...fields }, settings);
    expect((await name({})).status).toBe(303);
    expect((await publish(owner, org, { slug: "made-up-firm" })).errors).toEqual([]);
    const refused = await name({ country: "CZ", ico: "49240901" });
    expect([refused.status, refused.errors]).toEqual([409, ["profile_published"]]);
    expect((await name({ ico: "" })).errors).toEqual(["profile_published"]);
    expect((await name({ name: "Alfa again" })).status).toBe(303);
    await sendTrust(owner, org, "/withdraw", {});
    const choose = (firm: string) =>
      owner.browser.submit(`/en/organizations/${org}/firm?to=${firm}`, {
        facts: "keep",
        dates: "keep",
        domains: "keep",
      });
    expect((await choose("CZ-49240901")).done).toBe("firm_changed");
    // The word of the operator does not come back with the number.
    expect((await choose("SK-31322832")).status).toBe(303);
    expect((await publish(owner, org)).errors).toEqual(["identity_missing"]);
    expect((await confirm("--country SK --ico 31322832")).code).toBe(0);
    expect((await choose("none")).status).toBe(303);
    expect((await choose("SK-31322832")).status).toBe(303);
    expect((await publish(owner, org)).errors).toEqual(["identity_missing"]);
  });
});
