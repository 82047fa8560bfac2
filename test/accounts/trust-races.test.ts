import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { verifyDocument } from "../../src/identity/profile-signature.ts";
import { composedSql } from "../../src/state/sql.ts";
import { describeOnBoth, type Installation } from "../promises/installation.fixture.ts";
import { NOW } from "../promises/service.fixture.ts";
import { organization, type PersonOfTest, person } from "./organization.fixture.ts";
import {
  FIELDS,
  fillIn,
  OPTIONS,
  proveDomain,
  proveFirm,
  publish,
  publishedProfile,
  readJson,
  sendTrust,
} from "./trust-profile.fixture.ts";

const AT = NOW.getTime();

describeOnBoth("two who change a trust profile at once", (install) => {
  /** A firm that is ready to publish. */
  const firm = async (
    here: Installation,
    country: "SK" | "CZ",
    ico: string,
    legalName: string,
  ): Promise<{ readonly owner: PersonOfTest; readonly org: string }> => {
    const owner = await person(here);
    const org = await organization(here, owner, { owner });
    const { state } = here.operator.opened;
    await state.run(composedSql("UPDATE organization SET country = ?, ico = ? WHERE id = ?"), country, ico, org);
    await proveDomain(here, org);
    await proveFirm(here, org);
    await fillIn(owner, org, { legalName, country });
    return { owner, org };
  };

  test("two documents signed before there is a key are signed by keys that are published", {
    timeout: 60_000,
  }, async () => {
    const { operator } = await install(OPTIONS);
    const { services, state } = operator.opened;
    const documents = [{ firm: "first" }, { firm: "second" }];
    const signed = await Promise.all(
      documents.map((document) =>
        state.transaction(async (tx) => {
          const made = await services.trust.sign(tx, document, AT);
          // The other one begins before this one ends.
          await sleep(200);
          return { document, ...made };
        }),
      ),
    );
    const keys = await services.trust.keys();
    for (const { document, jws, keyId } of signed) {
      const key = keys.find(({ kid }) => kid === keyId);
      expect(key && (await verifyDocument(document, jws, key))).toBe(true);
    }
    const rotated = await Promise.all(
      [1, 2].map(() => state.transaction((tx) => services.trust.rotateKey(tx, AT + 1_000))),
    );
    expect(new Set(rotated).size).toBe(2);
    const open = (await services.trust.keys()).filter(({ exp }) => exp === undefined);
    expect(open.map(({ kid }) => rotated.includes(kid))).toEqual([true]);
  });

  test("two firms of one name that publish at once get an address each, and one number is published once", {
    timeout: 120_000,
  }, async () => {
    const here = await install(OPTIONS);
    const alike = [
      await firm(here, "SK", "31322832", "Made Up Name"),
      await firm(here, "CZ", "49240901", "Made Up Name"),
    ];
    const published = await Promise.all(alike.map(({ owner, org }) => publish(owner, org)));
    expect(published.map(({ status, errors }) => [status, errors])).toEqual([
      [303, []],
      [303, []],
    ]);
    const shown = ["made-up-name", "made-up-name-2"].map((slug) => readJson(here, `/trust/${slug}.json`));
    expect((await Promise.all(shown)).map(({ status }) => status)).toEqual([200, 200]);
    for (const { owner, org } of alike) expect((await sendTrust(owner, org, "/delete", {})).status).toBe(303);
    const claimants = [
      await firm(here, "SK", "36631124", "Claim One"),
      await firm(here, "SK", "36631124", "Claim Two"),
    ];
    const claimed = await Promise.all(claimants.map(({ owner, org }) => publish(owner, org)));
    expect(claimed.map(({ status, errors }) => [status, ...errors]).sort()).toEqual([[303], [409, "ico_taken"]]);
  });

  test("what was withdrawn while its address was changed says so at its last address, and nobody else gets that", {
    timeout: 60_000,
  }, async () => {
    const { here, owner, org } = await publishedProfile(install);
    const { state } = here.operator.opened;
    for (let round = 1; round <= 4; round++) {
      const results = await Promise.all([
        sendTrust(owner, org, "/slug", { slug: `made-up-${round}` }, ""),
        sendTrust(owner, org, "/withdraw", {}),
      ]);
      expect(results.map(({ status }) => status).filter((status) => status !== 303 && status !== 404)).toEqual([]);
      const profile = await state.get<{ slug: string; state: string }>(
        composedSql("SELECT slug, state FROM trust_profile WHERE org_id = ?"),
        org,
      );
      expect(profile?.state).toBe("withdrawn");
      expect((await here.service.fetch(`/en/trust/${profile?.slug}`, { redirect: "manual" })).status).toBe(410);
      expect((await publish(owner, org)).errors).toEqual([]);
    }
  });

  test("evidence that came or went while the page of the publication was open: what was not shown is not published", {
    timeout: 60_000,
  }, async () => {
    const { here, owner, org } = await publishedProfile(install);
    const page = `/en/organizations/${org}/trust-profile/publish`;
    const open = async () => {
      const { html } = await owner.browser.get(page);
      const hidden = html.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g);
      return Object.fromEntries([...hidden].map(([, name = "", value = ""]) => [name, value]));
    };
    const links = async () => JSON.parse((await readJson(here, "/trust/slovnaft.json")).text).untrusted.links;
    const shown = await open();
    const evidence = { fieldId: "legalName", title: "late", url: "https://example.org/late" };
    expect((await sendTrust(owner, org, "/evidence", evidence)).status).toBe(303);
    const late = await owner.browser.submit(page, { ...shown, confirm: "1" }, page);
    expect([late.status, late.errors, await links()]).toEqual([409, ["changed_meanwhile"], []]);
    const again = await owner.browser.submit(page, { ...(await open()), confirm: "1" }, page);
    expect([again.status, (await links()).length]).toEqual([303, 1]);
    const before = await open();
    const editor = (await owner.browser.get(`/en/organizations/${org}/trust-profile/evidence`)).html;
    const id = /evidence\/(evd_[0-9a-z]+)\/remove/.exec(editor)?.[1] ?? "";
    expect((await sendTrust(owner, org, `/evidence/${id}/remove`, {})).status).toBe(303);
    const gone = await owner.browser.submit(page, { ...before, confirm: "1" }, page);
    expect([gone.status, gone.errors]).toEqual([409, ["changed_meanwhile"]]);
  });

  test("what was stated of the address for incidents is not stated of another address", {
    timeout: 60_000,
  }, async () => {
    const { here, owner, org } = await publishedProfile(install);
    const stated = () =>
      here.operator.opened.state.get<{ at: number | null; by: string | null }>(
        composedSql("SELECT contact_agreed_at AS at, contact_agreed_by AS by FROM trust_profile WHERE org_id = ?"),
        org,
      );
    expect(await stated()).toEqual({ at: AT, by: owner.id });
    const issued = await here.run(`key issue --email ${owner.email} --scope read --scope trust:write`);
    const path = `/api/v1/trust-profile?organizationId=${org}`;
    const headers = { Authorization: `Bearer ${issued.out.trim()}` };
    const put = async (change: object) => {
      const got = await here.service.fetch(path, { headers });
      const { answers } = await got.json();
      const ifMatch = { "If-Match": got.headers.get("ETag") ?? "", "Content-Type": "application/json" };
      const body = JSON.stringify({ answers: { ...answers, ...change } });
      return (await here.service.fetch(path, { method: "PUT", headers: { ...headers, ...ifMatch }, body })).status;
    };
    expect(await put({ legalName: "SLOVNAFT" })).toBe(200);
    expect(await stated()).toEqual({ at: AT, by: owner.id });
    expect(await put({ incidentContactEmail: "jana.nova@slovnaft.sk" })).toBe(200);
    expect(await stated()).toEqual({ at: null, by: null });
    // With the form it is stated anew, by whom and when it was.
    here.service.pass(60);
    await sendTrust(owner, org, "/profile", { ...FIELDS, contactAgreed: "1" });
    expect(await stated()).toEqual({ at: AT + 60_000, by: owner.id });
  });
});
