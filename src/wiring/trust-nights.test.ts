import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { addDays } from "../core/calendar.ts";
import { noteNoProof, noteProof, removeDomain } from "../state/domains.ts";
import { firmProofsOf, noteNoImprint } from "../state/firm-proofs.ts";
import { deleteOrganization } from "../state/organizations.ts";
import { composedSql } from "../state/sql.ts";
import { createState, type State } from "../state/state.ts";
import { addSupplier } from "../state/suppliers.ts";
import { createTestDatabase, hasPostgres } from "../state/test-postgres.fixture.ts";
import { publishedByIco, trustProfileOf, trustRevision, withdrawTrustProfile } from "../state/trust-profiles.ts";
import { addTrustShare, trustShareByToken } from "../state/trust-shares.ts";
import {
  DOMAIN,
  datedMailsOf,
  lookAgain,
  lookOnce,
  mailsIn,
  morningOf,
  nameFirm,
  night,
  nights,
  organizationWithMembers,
  proveFirm,
  publishOn,
} from "./trust-nights.fixture.ts";

const FIRM = { country: "SK", ico: "31322832" } as const;

function describeNights(where: string, create: () => Promise<{ open(): State; remove(): Promise<void> }>): void {
  describe(`published profiles, night after night, in ${where}`, () => {
    let database: Awaited<ReturnType<typeof create>>;
    let state: State;
    let orgId: string;

    beforeEach(async () => {
      database = await create();
      state = database.open();
      await state.open();
      orgId = await organizationWithMembers(state, "supplier");
      await publishOn(state, orgId, "2026-11-02", { until: "2027-11-02" });
    });
    afterEach(async () => {
      await state.close();
      await database.remove();
    });

    test("owners and administrators get a mail 30 and 7 days before the end and on the day; nobody else, and nothing more", async () => {
      await nights(state, "2026-11-03", "2026-11-04");
      await nights(state, "2027-10-02", "2027-10-05");
      await nights(state, "2027-10-25", "2027-10-27");
      await nights(state, "2027-11-01", "2027-11-04");
      expect(await datedMailsOf(state, "supplier")).toEqual([
        "2027-10-03 profile_expiring days 30",
        "2027-10-26 profile_expiring days 7",
        "2027-11-02 profile_ends",
      ]);
      const mails = await mailsIn(state);
      expect(mails.map(({ to }) => to).toSorted()).toEqual([
        ...Array(3).fill("admin@supplier.sk"),
        ...Array(3).fill("owner@supplier.sk"),
      ]);
      expect(mails[0]?.link).toBe(`https://dosah.sk/sk/organizations/${orgId}/trust-profile`);
      expect(JSON.stringify(mails)).not.toMatch(/31322832|firma\.sk"/);
    });

    test("nights without the service are made up for with one mail, which names the days that are left", async () => {
      await night(state, "2027-10-30");
      await night(state, "2027-11-05");
      expect(await datedMailsOf(state, "supplier")).toEqual([
        "2027-10-30 profile_expiring days 3",
        "2027-11-05 profile_stale",
      ]);
    });

    test("a new revision begins anew; one with a short validity is not warned of on the day it is made", async () => {
      await night(state, "2027-10-03");
      await publishOn(state, orgId, "2027-10-04", { until: "2027-10-09" });
      await nights(state, "2027-10-05", "2027-10-10");
      expect(await datedMailsOf(state, "supplier")).toEqual([
        "2027-10-03 profile_expiring days 30",
        "2027-10-09 profile_ends",
      ]);
    });

    test("two instances on the same night, and a night done twice, tell each of them once", async () => {
      const other = database.open();
      await Promise.all([night(state, "2027-10-03"), night(other, "2027-10-03")]);
      await night(other, "2027-10-03");
      await other.close();
      expect((await mailsIn(state)).map(({ to }) => to).toSorted()).toEqual(["admin@supplier.sk", "owner@supplier.sk"]);
    });

    test("a night that breaks off among many profiles goes on where it stopped", async () => {
      const further = [];
      for (let number = 1; number <= 4; number++) {
        further.push(await organizationWithMembers(state, `further${number}`));
        await publishOn(state, further.at(-1) ?? "", "2026-11-02", {
          ico: `3132283${number + 2}`,
          until: "2027-11-02",
        });
      }
      let mails = 0;
      const broken = night(state, "2027-10-03", () => {
        if (++mails === 6) throw new Error("the process ends here");
      });
      await expect(broken).rejects.toThrow("ends here");
      // Two organizations are done; of the third, one mail was made and its transaction is gone.
      expect(await mailsIn(state)).toHaveLength(4);
      await night(state, "2027-10-03");
      const mailed = (await mailsIn(state)).map(({ to }) => to);
      expect([mailed.length, new Set(mailed).size]).toEqual([10, 10]);
    });

    test("without a new revision it is withdrawn after 24 months, with its links, its audit entry and a mail", async () => {
      const share = { id: "shr_x", tokenHash: "hash", label: "x", expires_at: morningOf("2030-01-01") };
      await addTrustShare({ db: state, orgId }, { ...share, created_by: "test", created_at: 1 });
      await night(state, "2028-11-01");
      expect(await publishedByIco(state, FIRM.ico)).toHaveLength(1);
      await nights(state, "2028-11-02", "2028-11-03");
      expect(await publishedByIco(state, FIRM.ico)).toEqual([]);
      expect(await trustProfileOf(state, orgId)).toMatchObject({ state: "withdrawn", withdrawn_reason: "too_old" });
      expect(await trustShareByToken(state, orgId, "hash", 1)).toBeUndefined();
      expect((await datedMailsOf(state, "supplier")).filter((each) => each.includes("withdrawn"))).toEqual([
        "2028-11-02 profile_withdrawn",
      ]);
      const entries = await state.all(
        composedSql("SELECT actor_id, via, details FROM audit_entry WHERE action = 'trust.withdrawn'"),
      );
      expect(entries).toEqual([{ actor_id: null, via: "system", details: '{"revision":1,"by":"too_old"}' }]);
    });

    test("a domain that is no longer proved is shown as lost, and mended within 30 days it is as before", async () => {
      const fail = async (day: string) => noteNoProof({ db: state, orgId }, DOMAIN, morningOf(day));
      await fail("2026-12-01");
      await fail("2026-12-02");
      await night(state, "2026-12-02");
      expect((await trustProfileOf(state, orgId))?.identity_lost_at).toBeNull();
      await fail("2026-12-03");
      await nights(state, "2026-12-03", "2026-12-05");
      await night(state, "2027-01-01");
      expect(await trustProfileOf(state, orgId)).toMatchObject({
        state: "published",
        identity_lost_at: morningOf("2026-12-03"),
      });
      await noteProof({ db: state, orgId }, DOMAIN, "dns", morningOf("2027-01-01"));
      await nights(state, "2027-01-02", "2027-01-04");
      expect(await trustProfileOf(state, orgId)).toMatchObject({
        state: "published",
        identity_lost_at: null,
        identity_checked_at: morningOf("2027-01-01"),
      });
      expect(await datedMailsOf(state, "supplier")).toEqual(["2026-12-03 profile_identity_lost"]);
    });

    test("30 days without the proof withdraw it, also where the domain was taken out of the organization", async () => {
      await removeDomain({ db: state, orgId }, DOMAIN);
      await night(state, "2026-12-03");
      await nights(state, "2026-12-31", "2027-01-01");
      expect((await trustProfileOf(state, orgId))?.state).toBe("published");
      await night(state, "2027-01-02");
      expect(await trustProfileOf(state, orgId)).toMatchObject({
        state: "withdrawn",
        withdrawn_reason: "identity_lost",
      });
      expect(await datedMailsOf(state, "supplier")).toEqual([
        "2026-12-03 profile_identity_lost",
        "2027-01-02 profile_withdrawn",
      ]);
    });

    test("where the operator confirmed the firm, its word takes the place of the lost domain", async () => {
      await proveFirm(state, orgId, "2026-11-20", "operator");
      await removeDomain({ db: state, orgId }, DOMAIN);
      await night(state, "2026-12-03");
      expect(await trustProfileOf(state, orgId)).toMatchObject({
        identity_method: "operator",
        identity_checked_at: morningOf("2026-11-20"),
        identity_lost_at: null,
        ico: "31322832",
      });
    });

    test("a number that the website states no more is shown as lost, and after 30 days the profile stands for its domain alone", async () => {
      await proveFirm(state, orgId, "2026-11-02", "imprint");
      await night(state, "2026-11-03");
      expect(await trustProfileOf(state, orgId)).toMatchObject({
        identity_method: "imprint",
        ico: FIRM.ico,
        published_revision: 2,
      });
      // The document of the former type named the same number: it stays.
      expect(await trustRevision(state, orgId, 1)).toMatchObject({ withdrawn_at: null });
      const miss = (day: string) => noteNoImprint({ db: state, orgId }, FIRM, morningOf(day));
      await miss("2026-12-02");
      await miss("2026-12-03");
      await night(state, "2026-12-03");
      expect((await trustProfileOf(state, orgId))?.identity_lost_at).toBeNull();
      await miss("2026-12-04");
      await nights(state, "2026-12-04", "2027-01-02");
      expect(await trustProfileOf(state, orgId)).toMatchObject({ ico: FIRM.ico, identity_method: "imprint" });
      await night(state, "2027-01-03");
      expect(await trustProfileOf(state, orgId)).toMatchObject({
        state: "published",
        ico: null,
        country: null,
        identity_method: "domain",
        identity_lost_at: null,
        published_revision: 3,
      });
      const made = await trustRevision(state, orgId, 3);
      expect(made).toMatchObject({ published_by: null, valid_until: "2027-11-02" });
      const { document } = JSON.parse(made?.snapshot ?? "{}");
      expect(document).toMatchObject({
        type: "dosah-trust-profile/2",
        country: null,
        ico: null,
        identity: { method: "domain", firmChecked: false },
        nameDiffers: null,
        untrusted: { statedFirm: FIRM, registerName: null },
      });
      expect((await trustRevision(state, orgId, 1))?.withdrawn_at).toBe(morningOf("2027-01-03"));
      expect((await trustRevision(state, orgId, 2))?.withdrawn_at).toBe(morningOf("2027-01-03"));
      expect(await publishedByIco(state, FIRM.ico)).toEqual([]);
      expect(await datedMailsOf(state, "supplier")).toEqual(["2026-12-04 profile_firm_lost"]);
      const entries = await state.all(
        composedSql("SELECT via, details FROM audit_entry WHERE action = 'trust.republished' ORDER BY at"),
      );
      expect(entries).toEqual([
        { via: "system", details: '{"revision":2,"why":"firm_proved"}' },
        { via: "system", details: '{"revision":3,"why":"firm_lost"}' },
      ]);
    });

    test("the word of the operator takes a number over from an imprint; of two imprints the first keeps it", async () => {
      await proveFirm(state, orgId, "2026-11-02", "imprint");
      await night(state, "2026-11-03");
      const other = await organizationWithMembers(state, "other");
      await publishOn(state, other, "2026-11-04", { ico: "36631124", until: "2027-11-04" });
      await proveFirm(state, other, "2026-11-05", "imprint");
      await night(state, "2026-11-05");
      expect((await publishedByIco(state, FIRM.ico)).map(({ org_id }) => org_id)).toEqual([orgId]);
      await proveFirm(state, other, "2026-11-06", "operator");
      await nights(state, "2026-11-06", "2026-11-07");
      expect((await publishedByIco(state, FIRM.ico)).map(({ org_id }) => org_id)).toEqual([other]);
      expect(await trustProfileOf(state, orgId)).toMatchObject({
        state: "published",
        ico: null,
        identity_method: "domain",
      });
      expect(await datedMailsOf(state, "supplier")).toEqual(["2026-11-06 profile_domain_only"]);
      // Its own imprint still stands, and the number is not free.
      await night(state, "2026-11-08");
      expect((await trustProfileOf(state, orgId))?.ico).toBeNull();
    });

    test("profiles that were published by a domain before are looked at once: found, nothing changes; else they stand for the domain", async () => {
      const other = await organizationWithMembers(state, "other");
      await publishOn(state, other, "2026-11-02", { ico: "36631124", until: "2027-11-02" });
      await nameFirm(state, orgId, FIRM.ico);
      await nameFirm(state, other, "36631124");
      const asked: string[] = [];
      await lookOnce(state, "2026-11-21", (ico) => {
        asked.push(ico);
        return ico === FIRM.ico;
      });
      expect(asked.toSorted()).toEqual(["31322832", "36631124"]);
      expect(await trustProfileOf(state, orgId)).toMatchObject({
        ico: FIRM.ico,
        identity_method: "imprint",
        published_revision: 1,
      });
      expect(await trustProfileOf(state, other)).toMatchObject({
        state: "published",
        ico: null,
        identity_method: "domain",
        published_revision: 2,
      });
      expect(await datedMailsOf(state, "supplier")).toEqual([]);
      expect(await datedMailsOf(state, "other")).toEqual(["2026-11-21 profile_domain_only"]);
      // Once: nothing is left to look at.
      await lookOnce(state, "2026-11-22", () => {
        throw new Error("looked again");
      });
    });

    test("a number on a website is looked for again after 30 days, then every night while it is missing", async () => {
      await proveFirm(state, orgId, "2026-11-02", "imprint");
      const found = new Set(["2026-12-03"]);
      const looks: string[] = [];
      for (let day = "2026-11-29"; day <= "2027-01-06"; day = addDays(day, 1)) {
        await lookAgain(state, day, () => {
          looks.push(day);
          return found.has(day);
        });
      }
      expect(looks).toEqual(["2026-12-03", "2027-01-03", "2027-01-04", "2027-01-05", "2027-01-06"]);
      const [proof] = await firmProofsOf(state, orgId);
      expect(proof).toMatchObject({ failures: 4, lost_at: morningOf("2027-01-05") });
      const entries = await state.all(composedSql("SELECT action FROM audit_entry WHERE action LIKE 'trust.firm%'"));
      expect(entries).toEqual([{ action: "trust.firm_lost" }]);
    });

    test("customers are told of revisions, the end of validity and the withdrawal, each once; a new one in the list of nothing", async () => {
      const customer = await organizationWithMembers(state, "customer");
      await addSupplier({ db: state, accountId: "test", orgId: customer }, FIRM, morningOf("2026-11-05"));
      await nights(state, "2026-11-05", "2026-11-07");
      expect(await toldTo(customer)).toEqual([]);
      await publishOn(state, orgId, "2026-11-10", { until: "2026-11-12" });
      await nights(state, "2026-11-10", "2026-11-15");
      await state.transaction((tx) => withdrawTrustProfile({ db: tx, orgId }, "supplier", morningOf("2026-11-16")));
      await nights(state, "2026-11-16", "2026-11-18");
      await publishOn(state, orgId, "2026-11-20");
      await nights(state, "2026-11-20", "2026-11-22");
      expect(await toldTo(customer)).toEqual([
        "2026-11-10 profile.revised info SK31322832",
        "2026-11-13 profile.stale warning SK31322832",
        "2026-11-16 profile.withdrawn warning SK31322832",
        "2026-11-20 profile.published info SK31322832",
      ]);
      expect(await datedMailsOf(state, "customer")).toEqual([]);
    });

    test("a customer that listed a firm before it published anything is told when it does, and when its organization goes", async () => {
      const customer = await organizationWithMembers(state, "customer");
      const listed = { country: "SK", ico: "36631124" } as const;
      await addSupplier({ db: state, accountId: "test", orgId: customer }, listed, morningOf("2026-11-05"));
      await night(state, "2026-11-06");
      const late = await organizationWithMembers(state, "late");
      await publishOn(state, late, "2026-11-07", { ico: "36631124" });
      await Promise.all([night(state, "2026-11-08"), night(state, "2026-11-08")]);
      await deleteOrganization({ db: state, orgId: late }, morningOf("2026-11-09"));
      await nights(state, "2026-11-09", "2026-11-10");
      expect(await toldTo(customer)).toEqual([
        "2026-11-08 profile.published info SK36631124",
        "2026-11-09 profile.withdrawn warning SK36631124",
      ]);
    });

    /** The events of a customer, in their order. */
    async function toldTo(customer: string): Promise<readonly string[]> {
      type Row = { day: string; type: string; severity: string; country: string; ico: string };
      const rows = await state.all<Row>(
        composedSql("SELECT day, type, severity, country, ico FROM event WHERE org_id = ? ORDER BY place"),
        customer,
      );
      return rows.map(({ day, type, severity, country, ico }) => `${day} ${type} ${severity} ${country}${ico}`);
    }
  });
}

describeNights("SQLite", async () => {
  const dir = mkdtempSync(join(tmpdir(), "dosah-trust-"));
  return {
    open: () => createState({ dir, now: Date.now }),
    remove: async () => rmSync(dir, { recursive: true, force: true }),
  };
});

describe.skipIf(!hasPostgres)("with a PostgreSQL server at 127.0.0.1:5432", () => {
  describeNights("PostgreSQL", async () => {
    const database = await createTestDatabase();
    return {
      open: () => createState({ dir: "", databaseUrl: database.url, pool: 4, now: Date.now }),
      remove: database.drop,
    };
  });
});
