import type { Locale } from "../../src/core/locale.ts";
import { evaluation } from "./firm-answers.fixture.ts";
import type { PreparedAnswers } from "./prepared-answers.fixture.ts";

const HOSTILE = "Alfa <script>alert(1)</script> s.r.o.";
const ORG = `org_${"0".repeat(26)}`;
const JANA = `acc_${"0".repeat(26)}`;
const PETER = `acc_${"1".repeat(26)}`;
const AT = "2026-11-20T09:12:44.120Z";

const shown = { id: ORG, role: "owner", country: "SK", ico: "31322832", untrusted: { name: HOSTILE } } as const;
const far = { completion: 37, overdue: 2 };
const judged = {
  category: "important",
  regime: { id: "pzs", name: "Prevádzkovateľ základnej služby" },
  nextReview: "2026-12-24",
  lastScan: "2026-11-20",
  scores: { technical: 71, questionnaire: 64, overall: 68 },
} as const;
const notJudged = {
  category: null,
  regime: null,
  nextReview: null,
  lastScan: null,
  scores: { technical: null, questionnaire: null, overall: null },
} as const;

const organization = { id: ORG, role: "owner", untrusted: { name: HOSTILE } } as const;
const untracked = {
  status: null,
  statusSource: null,
  lastReviewedAt: null,
  nextReviewAt: null,
  overdue: false,
  version: 0,
  reviewIntervalMonths: 12,
  laterThanRecommended: false,
  openSpecials: [],
  legalBasis: { SK: [], CZ: [], EU: [] },
  untrusted: { evidenceNote: null, responsiblePerson: null },
} as const;
const tracked = {
  ...untracked,
  code: "NIS2-21-1",
  name: "Opatrenia",
  status: "met",
  statusSource: "questionnaire",
  scanId: `scn_${"0".repeat(26)}`,
  lastReviewedAt: "2024-11-20",
  nextReviewAt: "2026-01-20",
  overdue: true,
  laterThanRecommended: true,
  version: 2,
  openSpecials: ["NIS2-21-2-A"],
  untrusted: { evidenceNote: HOSTILE, responsiblePerson: HOSTILE },
} as const;
const stored = {
  status: "met",
  statusSource: "questionnaire",
  scanId: tracked.scanId,
  lastReviewedAt: "2024-11-20",
  nextReviewAt: "2026-01-20",
  untrusted: { evidenceNote: HOSTILE, responsiblePerson: HOSTILE },
} as const;

const draft = {
  id: `asm_${"0".repeat(26)}`,
  mode: "quick",
  createdAt: AT,
  answeredAt: AT,
  answered: 20,
  questionCount: 32,
  untrusted: { createdBy: HOSTILE },
} as const;
const planned = {
  name: "Opatrenia",
  before: null,
  after: "met",
  nextReviewAt: "2027-11-22",
  openSpecials: [],
} as const;

/** What the capabilities of organizations and keys answer on the pages of the tests. */
/** What hangs on somebody who is removed or leaves. */
const LOSS = {
  ends: [
    {
      id: `inv_${"0".repeat(26)}`,
      kind: "invitation",
      role: "viewer",
      expiresAt: AT,
      lastUsedAt: null,
      mayKeep: true,
      untrusted: { label: "eva@firma.sk" },
    },
    {
      id: `shr_${"0".repeat(26)}`,
      kind: "share",
      role: null,
      expiresAt: AT,
      lastUsedAt: AT,
      mayKeep: true,
      untrusted: { label: HOSTILE },
    },
  ],
  schedules: 3,
  endsCalendar: true,
} as const;

export const organizationAnswers = {
  organizations_overview: () => ({
    organizations: [
      { ...shown, ...far, ...judged, active: true },
      { ...shown, ...far, ...notJudged, id: `org_${"1".repeat(26)}`, role: "viewer", active: false, overdue: 0 },
    ],
  }),
  organization_show: () => ({ ...shown, ...far, createdAt: AT, members: 2, tracked: 12, obligations: 30 }),
  obligation_register: () => ({
    organization,
    mayChange: true,
    completion: 37,
    revisedAt: AT,
    indicative: true,
    disclaimer: "…",
    items: [{ ...untracked, code: "NIS2-20-1", name: "Vedenie" }, tracked],
    counts: {
      all: 2,
      overdue: 1,
      byStatus: { met: 1, partial: 0, in_progress: 0, not_met: 0, not_applicable: 0, none: 1 },
    },
    withdrawn: [
      {
        code: "NIS2-99-9",
        status: "partial",
        lastReviewedAt: null,
        untrusted: { evidenceNote: HOSTILE, responsiblePerson: null },
      },
    ],
    dataAsOf: "2026-11-22",
  }),
  obligation_entry: () => ({
    organization,
    mayChange: true,
    code: "NIS2-21-1",
    entry: tracked,
    stored: { ...stored, version: 2 },
    history: [
      {
        version: 1,
        at: AT,
        by: { id: JANA, untrusted: { name: HOSTILE } },
        fields: ["status", "evidenceNote"],
        before: null,
        after: stored,
      },
    ],
  }),
  assessment_list: () => ({
    organization,
    mayChange: true,
    questionnaires: [
      { ...draft, id: `asm_${"1".repeat(26)}`, state: "draft", scanId: null, score: null, completedAt: null },
      { ...draft, state: "completed", scanId: tracked.scanId, score: 64, completedAt: AT },
      { ...draft, id: `asm_${"2".repeat(26)}`, state: "completed", scanId: tracked.scanId, score: 50, completedAt: AT },
    ],
  }),
  assessment_show: () => ({
    organization,
    mayChange: true,
    stand: "stand",
    id: draft.id,
    mode: "quick",
    state: "draft",
    scanId: null,
    createdAt: AT,
    regime: "pzs",
    overall: { answered: 1, questionCount: 32, score: 50 },
    areas: [
      { id: "risk_mgmt", title: "Riadenie rizík", legalReferences: [], answered: 0, questionCount: 3, score: null },
      { id: "incidents", title: "Incidenty", legalReferences: [], answered: 1, questionCount: 3, score: 50 },
    ],
    questions: [],
    answers: [
      {
        id: "incidents-01",
        answer: "yes",
        at: AT,
        by: { isSelf: true, untrusted: { name: HOSTILE } },
        replaced: { answer: "no", by: { isSelf: false, untrusted: { name: HOSTILE } } },
      },
    ],
  }),
  assessment_preview: () => ({
    organization,
    mayComplete: true,
    id: draft.id,
    mode: "quick",
    state: "draft",
    scanId: null,
    answered: 20,
    questionCount: 32,
    score: 58,
    seen: "seen",
    entries: [
      { ...planned, code: "NIS2-21-1", outcome: "filled", answered: "met", openSpecials: ["NIS2-21-2-A"] },
      { ...planned, code: "NIS2-21-2-A", outcome: "kept", before: "not_met", answered: "met", after: "not_met" },
      { ...planned, code: "NIS2-21-2-B", outcome: "unanswered", answered: null, after: null, nextReviewAt: null },
    ],
  }),
  assessment_compare: () => ({
    organization,
    a: { id: draft.id, createdAt: AT, completedAt: AT, score: 50 },
    b: { id: draft.id, createdAt: AT, completedAt: null, score: 64 },
    areas: [{ id: "bcm", title: "Kontinuita", a: null, b: 67 }],
    questions: [
      { id: "bcm-01", area: "bcm", text: "Zálohujete?", a: "no", b: "yes", change: "better" },
      { id: "bcm-02", area: "bcm", text: null, a: "yes", b: "yes", change: "same" },
    ],
  }),
  organization_verdict: (_args: unknown, locale: Locale) => ({
    id: ORG,
    role: "owner",
    version: 2,
    updatedAt: AT,
    ruleSetVersion: "1.4.0",
    untrusted: { name: HOSTILE },
    stated: { country: "SK", ico: "31322832", employees: 60, activities: ["16.13"], answers: { skThirdParty: false } },
    dates: { days: { conditionsMet: "2026-10-01" } },
    register: { outcome: "found", facts: {}, sources: [], untrusted: { name: HOSTILE } },
    said: [
      { id: "employees", label: "Zamestnanci", register: "50–99", own: "60" },
      { id: "nace", label: "Kódy činností", register: "35.11 (Rev. 2)", own: null },
      { id: "answers.skThirdParty", label: "Otázka?", register: null, own: "nie" },
    ],
    verdict: evaluation(locale),
    obligations: [{ code: "NIS2-20-1", dates: [{ title: "Oznámiť", day: "2026-11-30", past: false }] }],
  }),
  reminder_show: () => ({ reviews: true, scans: false }),
  calendar_show: () => ({ createdAt: AT }),
  calendar_file: () => ({ content: "BEGIN:VCALENDAR" }),
  register_file: () => ({ content: "%PDF-1.7" }),
  assessment_file: () => ({ content: "%PDF-1.7" }),
  organization_verdict_file: () => ({ content: "%PDF-1.7" }),
  organization_settings: () => ({
    ...shown,
    inMap: true,
    version: 1,
    untrusted: { ...shown.untrusted, charged: "Jana <b>Nová</b>" },
  }),
  account_usage: () => ({
    day: "2026-11-21",
    budgets: [
      { name: "organizations", label: "organizácie", perDay: false, used: 12, limit: 200 },
      { name: "mail_out", label: "maily iným", perDay: true, used: 250, limit: 250 },
    ],
    organizations: [{ id: shown.id, untrusted: { name: shown.untrusted.name } }],
  }),
  organization_members: () => ({
    role: "owner",
    mayInvite: ["owner", "admin", "member", "viewer"],
    members: [
      {
        accountId: JANA,
        role: "owner",
        since: AT,
        isSelf: true,
        mayManage: true,
        grants: 0,
        untrusted: { name: HOSTILE, email: "jana@firma.sk" },
      },
      {
        accountId: PETER,
        role: "viewer",
        since: AT,
        isSelf: false,
        mayManage: true,
        grants: 3,
        untrusted: { name: HOSTILE, email: null },
      },
    ],
    invitations: [
      {
        id: `inv_${"0".repeat(26)}`,
        role: "member",
        expiresAt: AT,
        mayManage: true,
        untrusted: { email: "new@firma.sk" },
      },
    ],
  }),
  organization_member_grants: () => ({
    held: "admin",
    isOwnership: false,
    ...LOSS,
    untrusted: { name: HOSTILE, email: "peter@firma.sk" },
  }),
  organization_leave_preview: () => ({ ...LOSS, untrusted: { owner: HOSTILE } }),
  organization_audit_log: () => ({
    items: [
      {
        id: "evt_2",
        at: AT,
        action: "member.role_changed",
        via: "web",
        ipPrefix: "203.0.113.0/24",
        actor: { id: JANA, untrusted: { name: HOSTILE } },
        target: { type: "account", id: PETER },
        details: { before: "member", after: "viewer" },
      },
      {
        id: "evt_1",
        at: AT,
        action: "obligation.changed",
        via: "cli",
        ipPrefix: null,
        actor: null,
        target: { type: "obligation", id: "NIS2-20-1" },
        details: { before: null, after: "met", fields: ["status"] },
      },
    ],
    nextCursor: "cursor",
    people: [{ id: JANA, untrusted: { name: HOSTILE } }],
  }),
  own_keys: () => ({
    keys: [
      {
        id: `key_${"0".repeat(26)}`,
        tail: "a1B2",
        scopes: ["read", "scan:write"],
        createdAt: AT,
        expiresAt: "2027-01-01T00:00:00.000Z",
        lastUsedAt: null,
        untrusted: { name: HOSTILE },
      },
    ],
  }),
  invitation_show: () => ({
    role: "member",
    expiresAt: AT,
    untrusted: { organization: HOSTILE, invitedBy: HOSTILE },
  }),
} satisfies PreparedAnswers;
