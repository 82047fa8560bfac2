import { proofPlaces } from "../../src/capabilities/scans/ownership.ts";
import { scanResultOf } from "../../src/capabilities/scans/scan-answer.ts";
import type { Locale } from "../../src/core/locale.ts";
import type { ScanCheckId } from "../../src/core/scan-checks.ts";
import { knowledge } from "../../src/knowledge/shipped.fixture.ts";
import { statusOf, type Untrusted } from "../../src/scanner/checks/check.ts";
import { CHECKS } from "../../src/scanner/checks/index.ts";
import type { JudgedCheck } from "../../src/scanner/judge.ts";
import { technicalScore } from "../../src/scanner/score.ts";
import type { Scan } from "../../src/state/scans.ts";

const AT = Date.parse("2026-11-20T09:12:44Z");
const DAY = 86_400_000;

/** What is wrong with the bad site: a reason for each check, and what the site itself sent. */
const FAULTS: Partial<Record<ScanCheckId, readonly [reason: string, untrusted?: Untrusted]>> = {
  "mail.dmarc": ["missing", { record: null }],
  "mail.spf": ["neutral_all", { record: "v=spf1 include:<script>alert(1)</script> ?all" }],
  "tls.expiry": ["expired"],
  "web.csp": ["missing"],
  "web.versionLeak": ["shown", { found: ["Apache/2.4.1 <img src=x onerror=alert(1)>"] }],
  "web.securityTxt": ["missing"],
  "dns.dnssec": ["unsigned"],
  "mail.starttls": ["timeout"],
};

/** The checks of a site: every one passes, but for the faults. */
function checksWith(faults: typeof FAULTS): JudgedCheck[] {
  return CHECKS.map((check) => {
    const { id, weight, article, outcomes } = check;
    const usual = Object.entries(outcomes).find(([, status]) => status === "pass" || status === "info")?.[0] ?? "";
    const [reason, untrusted = {}] = faults[id] ?? [usual];
    return { id, status: statusOf(check, reason), reason, weight, article, untrusted };
  });
}

function row(id: string, state: Partial<Scan>, faults: typeof FAULTS = {}): Scan {
  const checks = checksWith(faults);
  const { technical, cap } = technicalScore(checks);
  return {
    id,
    domain: "firma.sk",
    profile: "full",
    status: "completed",
    created_at: AT,
    created_by: null,
    started_at: AT,
    finished_at: AT,
    technical,
    questionnaire: null,
    overall: technical,
    web_host: "www.firma.sk",
    rule_set_version: "1.0.0",
    error: null,
    detail: JSON.stringify({
      checks,
      cap,
      refused: faults === FAULTS ? [{ host: "inner.firma.sk", address: "10.0.0.5", reason: "blocked_address" }] : [],
    }),
    ...state,
  };
}

const without = { technical: null, overall: null, rule_set_version: null, finished_at: null } as const;

/** A scan in every state, by its id. */
export const SCANS: Readonly<Record<string, Scan>> = {
  scn_1: row("scn_1", {}, FAULTS),
  scn_good: row("scn_good", {}),
  scn_running: row("scn_running", {
    ...without,
    status: "running",
    detail: JSON.stringify({ progress: { step: "web", done: 2, of: 5 } }),
  }),
  scn_queued: row("scn_queued", { ...without, status: "queued", started_at: null, detail: "{}" }),
  scn_failed: row("scn_failed", { ...without, status: "failed", error: "domain_not_found", detail: "{}" }),
};

/** The organization has proved the domain of its scans. */
const OWNED = [
  {
    domain: "firma.sk",
    token: "t",
    method: "dns",
    added_at: AT,
    added_by: "acc_0",
    verified_at: AT,
    checked_at: AT,
    failures: 0,
  },
] as const;

type Arguments = Readonly<Record<string, unknown>>;

function result(id: string, locale: Locale) {
  return { ...scanResultOf(SCANS[id] ?? row("scn_1", {}, FAULTS), OWNED, knowledge, locale, "all"), nextScanAt: null };
}

const proof = proofPlaces("firma.sk", "t".repeat(43));

/** What the capabilities of scans answer to the pages of the tests. */
export const scanAnswers: Readonly<Record<string, (args: Arguments, locale: Locale) => unknown>> = {
  scan_terms: () => ({ isPublic: true, contact: "mailto:scans@example.org", userAgent: "Dosah-scan/0.1.0" }),
  domain_quick_check: ({ domain }, locale) => {
    const state = domain === "running.sk" ? "running" : "done";
    const { checks, counts, cap } = result(domain === "dobra.sk" ? "scn_good" : "scn_1", locale);
    const seen = { seenAt: new Date(AT).toISOString(), ruleSetVersion: "1.0.0", error: null };
    return {
      domain,
      state,
      progress: state === "running" ? { step: "tls", done: 1, of: 5 } : null,
      result: state === "running" ? null : { ...seen, technical: cap?.at ?? 100, cap, counts, checks },
    };
  },
  scan_list: () => ({
    scans: Object.values(SCANS).map(
      ({ id, domain, web_host, status, created_at, technical, questionnaire, overall }) => ({
        id,
        domain,
        webHost: web_host,
        status,
        createdAt: new Date(created_at).toISOString(),
        scores: { technical, questionnaire, overall },
      }),
    ),
    nextCursor: null,
  }),
  finding_list: () => ({
    mayChange: true,
    mayAccept: true,
    members: [{ id: `acc_${"0".repeat(26)}`, untrusted: { name: "Alfa <script>alert(1)</script>" } }],
    findings: [],
  }),
  scan_detail: ({ scanId }, locale) => result(String(scanId), locale),
  scan_file: () => ({ content: "%PDF-1.7" }),
  scan_disagreements: (_args, locale) => ({
    disagreements: result("scn_1", locale)
      .checks.filter(({ status, weight }) => status === "fail" && weight > 1)
      .flatMap(({ id, title, obligations }) =>
        obligations.map((code) => ({ code, scanId: "scn_1", domain: "firma.sk", checkId: id, title })),
      ),
  }),
  scan_history: ({ domain }) => ({
    scans: [40, 55, 52, 71, 49].map((technical, at) => ({
      id: at === 4 ? "scn_1" : `scn_${domain}_${at}`,
      createdAt: new Date(AT - (4 - at) * 7 * DAY).toISOString(),
      technical,
    })),
  }),
  scan_compare: (_args, locale) => {
    const { checks } = result("scn_1", locale);
    const change = (id: ScanCheckId, before: string, after: string) =>
      checks.filter((check) => check.id === id).map(({ title, finding }) => ({ id, title, finding, before, after }));
    const side = { domain: "firma.sk", profile: "full" };
    return {
      a: { ...side, id: "scn_0", createdAt: new Date(AT - 7 * DAY).toISOString(), technical: 71 },
      b: { ...side, id: "scn_1", createdAt: new Date(AT).toISOString(), technical: 49 },
      worse: change("tls.expiry", "pass", "fail"),
      better: change("web.hsts", "fail", "pass"),
      added: [],
      gone: change("mail.starttls", "pass", "error"),
      same: change("mail.dmarc", "fail", "fail"),
    };
  },
  domain_list: () => ({
    domains: [
      { domain: "firma.sk", verified: false, method: null, verifiedAt: null, checkedAt: null, proof },
      {
        domain: "overena-firma-s-velmi-dlhym-menom-ktore-sa-nezmesti.sk",
        verified: true,
        method: "dns",
        proof,
        verifiedAt: new Date(AT).toISOString(),
        checkedAt: new Date(AT).toISOString(),
      },
    ],
  }),
  schedule_list: () => ({
    schedules: [{ domain: "firma.sk", every: "week", profile: "public", nextAt: new Date(AT + 7 * DAY).toISOString() }],
  }),
};
