import { describe, expect, test, vi } from "vitest";
import type { MailOptions } from "../capabilities/accounts/mail-account.ts";
import { checkProofs } from "../capabilities/scans/note-proof.ts";
import { nextScanAt, queueScheduledScans } from "../capabilities/scans/scheduled-scans.ts";
import { tellOfWorseScan } from "../capabilities/scans/tell-of-domains.ts";
import { newId } from "../core/random-id.ts";
import { readHostName } from "../outbound/guarded/host-name.ts";
import type { ProofLook } from "../scanner/collect/collect-proof.ts";
import { addDomain, domainOf, noteProof, removeDomain } from "../state/domains.ts";
import { type ScanSchedule, scheduleOf, setSchedule } from "../state/scan-schedules.ts";
import type { Scan, ScanOutcome } from "../state/scans.ts";
import { composedSql } from "../state/sql.ts";
import { type CreateQueueState, emptyRecord, useScanQueue } from "./scan-queue.fixture.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Mails are stored unsealed, so that a test can read them. */
const MAILS: MailOptions = {
  sealing: () => ({ seal: (text) => text }),
  baseUrl: "https://dosah.sk",
};

type Status = "pass" | "warn" | "fail" | "error";

const detailOf = (statuses: Readonly<Record<string, Status>>) =>
  JSON.stringify({
    checks: Object.entries(statuses).map(([id, status]) => ({
      id,
      status,
      reason: "x",
      weight: 2,
      article: [],
      untrusted: {},
    })),
  });

/** What comes by itself every night, on both databases. */
export function describeScheduledScans(name: string, create: CreateQueueState): void {
  describe(name, () => {
    const here = useScanQueue(create);
    const { clock, ended, instance, queued, scan } = here;

    const mails = async () => {
      const rows = await here.state.all<{ sealed: string }>(composedSql("SELECT sealed FROM mail ORDER BY created_at"));
      return rows.map(({ sealed }) => JSON.parse(sealed));
    };
    const events = () => here.state.all(composedSql("SELECT org_id, type, severity, detail FROM event ORDER BY place"));
    const ownerOf = async (orgId: string) => {
      const row = await here.state.get<{ account_id: string }>(
        composedSql("SELECT account_id FROM membership WHERE org_id = ?"),
        orgId,
      );
      return row?.account_id ?? "";
    };
    const schedule = async (more: Partial<ScanSchedule> = {}) => {
      const made: ScanSchedule = {
        org_id: here.orgId,
        domain: "firma.sk",
        every: "week",
        profile: "public",
        next_at: clock(),
        created_by: await ownerOf(here.orgId),
        ...more,
      };
      const owned = { domain: made.domain, token: "token", added_by: made.created_by };
      await addDomain({ db: here.state, orgId: made.org_id }, owned, clock());
      await setSchedule({ db: here.state, orgId: made.org_id }, made);
      return made;
    };
    const queueing = (isOptedOut = false) => ({
      state: here.state,
      readTarget: (text: string) => readHostName(text),
      isOptedOut: () => isOptedOut,
    });
    const completed = (technical: number | null, statuses: Readonly<Record<string, Status>>): ScanOutcome => ({
      status: "completed",
      technical,
      questionnaire: null,
      overall: technical,
      web_host: null,
      rule_set_version: "1.0.0",
      error: null,
      detail: detailOf(statuses),
    });
    /** Writes a scan that ended as given, `ago` milliseconds before now. */
    const past = async (outcome: ScanOutcome, ago: number, more: Partial<Scan> = {}) => {
      const add = composedSql(
        "INSERT INTO scan (org_id, id, domain, profile, status, created_at, technical, detail) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
      );
      const { domain = "firma.sk", profile = "public" } = more;
      const values = [outcome.status, clock() - ago, outcome.technical, outcome.detail] as const;
      await here.state.run(add, here.orgId, newId("scan"), domain, profile, ...values);
    };

    test("a domain that is removed takes its schedule with it: nothing is queued for it again", async () => {
      const night = Math.floor(clock() / DAY) * DAY + DAY;
      const inOrganization = { db: here.state, orgId: here.orgId };
      const domain = "removed.sk";
      const added_by = await ownerOf(here.orgId);
      await addDomain(inOrganization, { domain, token: "token", added_by }, clock());
      await schedule({ domain, next_at: nextScanAt(domain, "week", night - 7 * DAY) });
      expect(await removeDomain(inOrganization, domain)).toBe(true);
      expect(await scheduleOf(here.state, here.orgId, domain)).toBeUndefined();
      expect(await queueScheduledScans(queueing(), night)).toBe(0);
    });

    test("schedules of the night are queued, each for its own place in it, and come again a week or a month later", async () => {
      const night = Math.floor(clock() / DAY) * DAY + DAY;
      const domains = Array.from({ length: 12 }, (_, at) => `firma${at}.sk`);
      for (const domain of domains) {
        // Set up a week before the night.
        await schedule({ domain, next_at: nextScanAt(domain, "week", night - 7 * DAY) });
      }
      await schedule({ domain: "later.sk", next_at: night + DAY });
      expect(await queueScheduledScans(queueing(), night)).toBe(12);
      expect(await queueScheduledScans(queueing(), night)).toBe(0);
      const jobs = await here.state.all<{ run_at: number; payload: string }>(
        composedSql("SELECT run_at, payload FROM job ORDER BY run_at"),
      );
      expect(jobs.every(({ run_at }) => run_at >= night && run_at < night + 5 * HOUR)).toBe(true);
      expect(new Set(jobs.map(({ run_at }) => Math.floor((run_at - night) / HOUR))).size).toBeGreaterThan(2);
      expect(jobs.map(({ payload }) => JSON.parse(payload).isScheduled)).toEqual(Array(12).fill(true));
      const next = await scheduleOf(here.state, here.orgId, "firma0.sk");
      expect(next?.next_at).toBe(nextScanAt("firma0.sk", "week", night - 7 * DAY) + 7 * DAY);
      const audit = await here.state.all<{ actor_id: string | null; via: string }>(
        composedSql("SELECT actor_id, via FROM audit_entry WHERE action = 'scan.started'"),
      );
      expect(audit).toEqual(Array(12).fill({ actor_id: null, via: "system" }));
    });

    test("the places of a thousand domains are spread over five hours of the night, always the same for a domain", () => {
      const places = Array.from({ length: 1_000 }, (_, at) => nextScanAt(`firma${at}.sk`, "week", 0) - 7 * DAY);
      const hours = Map.groupBy(places, (place) => Math.floor(place / HOUR));
      expect([...hours.keys()].toSorted()).toEqual([0, 1, 2, 3, 4]);
      for (const each of hours.values()) expect(each.length).toBeGreaterThan(150);
      const next = Date.parse("2026-02-28T00:00:00Z") + (places[7] ?? 0);
      expect(nextScanAt("firma7.sk", "month", Date.parse("2026-01-31T02:00:00Z"))).toBe(next);
    });

    test("a full scan whose proof has ended runs as public; a domain of the deny list is left out, and its schedule goes on", async () => {
      const { next_at } = await schedule({ profile: "full" });
      expect(await queueScheduledScans(queueing(true), clock())).toBe(0);
      const moved = await scheduleOf(here.state, here.orgId, "firma.sk");
      expect(moved?.next_at).toBeGreaterThan(next_at);
      await schedule({ profile: "full" });
      expect(await queueScheduledScans(queueing(), clock())).toBe(1);
      const profiles = await here.state.all(composedSql("SELECT profile FROM scan"));
      expect(profiles).toEqual([{ profile: "public" }]);
    });

    test("a scheduled scan that is worse becomes an event; one that somebody asked for becomes none", async () => {
      const worse = (domain: string) => ({
        ...emptyRecord(domain, "public"),
        webHost: domain,
        tls: { outcome: "closed" as const, protocol: null, cipher: null, certificate: null },
      });
      const running = instance(async ({ target }) => worse(target.host), {
        onScheduledEnd: tellOfWorseScan,
      });
      await past(completed(100, { "tls.available": "pass" }), DAY);
      await past(completed(100, { "tls.available": "pass" }), DAY, { domain: "druha.sk" });
      running.jobs.start();
      await ended(await queued("druha.sk"));
      expect(await events()).toEqual([]);
      await schedule();
      await queueScheduledScans(queueing(), clock());
      await vi.waitFor(async () => expect(await events()).toHaveLength(1), 60_000);
      const rows = await here.state.all<{ id: string }>(
        composedSql("SELECT id FROM scan WHERE domain = 'firma.sk' ORDER BY created_at DESC"),
      );
      const id = rows[0]?.id ?? "";
      expect((await scan(id))?.status).toBe("completed");
      const detail = JSON.stringify({ lists: [], name: null, domain: "firma.sk", scan: id });
      expect(await events()).toEqual([{ org_id: here.orgId, type: "scan.worsened", severity: "warning", detail }]);
      expect(await mails()).toEqual([]);
    });

    test("worse is a check that got worse, or five points fewer, against the newest completed scan of the same profile", async () => {
      const cases: readonly [what: string, before: ScanOutcome | null, after: ScanOutcome, isTold: boolean][] = [
        ["the first scan", null, completed(10, { "mail.spf": "fail" }), false],
        ["four points fewer", completed(80, {}), completed(76, {}), false],
        ["five points fewer", completed(80, {}), completed(75, {}), true],
        [
          "a check from pass to warn",
          completed(80, { "mail.spf": "pass" }),
          completed(80, { "mail.spf": "warn" }),
          true,
        ],
        [
          "a check from warn to fail",
          completed(80, { "mail.spf": "warn" }),
          completed(90, { "mail.spf": "fail" }),
          true,
        ],
        [
          "a check that was not seen",
          completed(80, { "mail.spf": "pass" }),
          completed(80, { "mail.spf": "error" }),
          false,
        ],
        [
          "a check that got better",
          completed(80, { "mail.spf": "fail" }),
          completed(80, { "mail.spf": "pass" }),
          false,
        ],
        ["nothing new", completed(80, { "mail.spf": "fail" }), completed(80, { "mail.spf": "fail" }), false],
        ["no score any more", completed(80, {}), completed(null, {}), false],
      ];
      for (const [at, [what, before, after, isTold]] of cases.entries()) {
        const domain = `firma${at}.sk`;
        // Older, of the other profile, or without an end: nobody compares with these.
        await past(completed(100, { "mail.spf": "pass" }), 9 * DAY, { domain, profile: "full" });
        if (before !== null) await past(completed(100, { "mail.spf": "pass" }), 5 * DAY, { domain });
        if (before !== null) await past(before, DAY, { domain });
        const found = await scan(await queued(domain));
        const told = (await events()).length;
        if (found === undefined) throw new Error("the scan is not there");
        await here.state.transaction((tx) => tellOfWorseScan(tx, here.orgId, found, after, clock()));
        expect((await events()).length - told, what).toBe(isTold ? 1 : 0);
      }
    });

    test("a proof is looked up again after 30 days, a missing one every night; the third night ends it and the owners get a mail", async () => {
      let found: ProofLook = "dns";
      const asked: string[] = [];
      const check = () =>
        checkProofs(
          {
            ...MAILS,
            state: here.state,
            readTarget: (text: string) => readHostName(text),
            lookUpProof: async ({ host }) => {
              asked.push(host);
              return found;
            },
          },
          clock,
          new AbortController().signal,
        );
      await addDomain({ db: here.state, orgId: here.orgId }, { domain: "firma.sk", token: "t", added_by: "acc_x" }, 1);
      await addDomain(
        { db: here.state, orgId: here.orgId },
        { domain: "unproved.sk", token: "t", added_by: "acc_x" },
        1,
      );
      await noteProof({ db: here.state, orgId: here.orgId }, "firma.sk", "dns", clock());
      const failures = async () => (await domainOf(here.state, here.orgId, "firma.sk"))?.failures;
      here.pass(29 * DAY);
      await check();
      expect(asked).toEqual([]);
      here.pass(2 * DAY);
      await check();
      expect(asked).toEqual(["firma.sk"]);
      here.pass(31 * DAY);
      // The DNS is silent: that says nothing of the proof.
      found = "unknown";
      await check();
      expect(await failures()).toBe(0);
      found = "absent";
      for (const night of [1, 2]) {
        await check();
        expect(await failures()).toBe(night);
        expect(await mails()).toEqual([]);
        here.pass(DAY);
      }
      await check();
      expect((await domainOf(here.state, here.orgId, "firma.sk"))?.verified_at).toBeNull();
      expect(await mails()).toMatchObject([
        { kind: "domain_lost", link: `https://dosah.sk/sk/organizations/${here.orgId}/domains` },
      ]);
      const audit = await here.state.all(composedSql("SELECT action, target_id FROM audit_entry"));
      expect(audit).toEqual([{ action: "domain.lost", target_id: "firma.sk" }]);
      expect(await events()).toMatchObject([{ org_id: here.orgId, type: "domain.lost" }]);
      const times = asked.length;
      here.pass(40 * DAY);
      await check();
      expect(asked).toHaveLength(times);
    });
  });
}
