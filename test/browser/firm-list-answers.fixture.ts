import type { PreparedAnswers } from "./prepared-answers.fixture.ts";

const ORGANIZATION = {
  id: "org_0",
  role: "owner",
  untrusted: { name: "Alfa <script>alert(1)</script> s.r.o." },
} as const;

const LIST = {
  id: "0",
  organizationId: "org_0",
  country: null,
  rows: 312,
  byCategory: { essential: 19, important: 64, out_of_scope: 216, unknown: 12 },
  pending: 1,
  createdAt: "2026-11-20T10:00:00.000Z",
  version: 3,
  untrusted: { name: "Dodávatelia <b>materiálu</b>" },
} as const;

const ROW = {
  country: "SK",
  ico: "31322832",
  category: "essential",
  sector: { id: "energy", name: "Energetika" },
  size: "large",
  unknownReason: null,
  regime: "pkzs",
  openFact: null,
  judgedOn: "2026-11-20",
  nextReviewAt: "2027-01-15",
  addedAt: "2026-11-20T10:00:00.000Z",
  version: 1,
  verdictUrl: "https://dosah.example.org/sk/firma/sk/31322832",
  untrusted: { name: "SLOVNAFT, a.s.", label: "<i>kritický</i>", tags: ["plyn", "energia"], note: "poznámka" },
} as const;

const PENDING = {
  ...ROW,
  ico: "12345678",
  category: null,
  sector: null,
  size: null,
  regime: null,
  judgedOn: null,
  nextReviewAt: null,
  untrusted: { name: null, label: "", tags: [], note: "" },
} as const;

const BEFORE = {
  category: "important",
  sector: "energy",
  sectorName: "Energetika",
  regime: "pzs",
  regimeName: "Prevádzkovateľ základnej služby",
  size: "medium",
} as const;

/** A comparison in which one firm changed by the register and one by new rules. */
export const COMPARISON = {
  from: { day: "2026-10-01", ruleSetVersion: "1.0", dataAsOf: {} },
  to: { day: "2026-11-22", ruleSetVersion: "1.1", dataAsOf: { SK: "2026-11-20" } },
  counts: { rows: 312, unchanged: 308, changed: 2, added: 2, removed: 0, notComparable: 2 },
  byCause: { register: 1, source: 0, law: 1, calendar: 0, stated: 0, both: 0 },
  matrix: [
    { from: "important", to: "essential", n: 1 },
    { from: "unknown", to: "out_of_scope", n: 1 },
  ],
  rows: [
    {
      ico: "31322832",
      country: "SK",
      organizationId: null,
      from: BEFORE,
      to: { ...BEFORE, category: "essential", size: "large" },
      cause: "register",
      why: "Veľkosť v registri: 50-249 → 250-499 zamestnancov.",
      facts: [{ fact: "size", from: "50-249", to: "250-499", source: "rpo", day: "2026-11-18" }],
      rules: [],
      steps: 2,
      untrusted: { name: "SLOVNAFT <b>a.s.</b>", label: "<i>kritický</i>" },
    },
    {
      ico: "36631124",
      country: "SK",
      organizationId: null,
      from: { ...BEFORE, category: "unknown", regime: null, regimeName: null },
      to: { ...BEFORE, category: "out_of_scope", regime: null, regimeName: null },
      cause: "law",
      why: "Nové pravidlá 1.1.",
      facts: [],
      rules: [{ version: "1.1", part: "scope", change: "Poštové služby.", citation: null }],
      steps: 1,
      untrusted: { name: null, label: "" },
    },
  ],
  indicative: true,
  disclaimer: "Výsledok je orientačný.",
  organization: ORGANIZATION,
} as const;

/** Answers about the lists of an organization: one with everything, one row that nobody has judged yet. */
export const listAnswers = {
  organization_lists: () => ({ organization: ORGANIZATION, mayChange: true, lists: [LIST] }),
  list_show: () => ({
    organization: ORGANIZATION,
    list: LIST,
    mayChange: true,
    mayDelete: true,
    found: 312,
    page: 1,
    pages: 4,
    rows: [ROW, PENDING],
    untrusted: { tags: ["energia", "plyn"] },
    disclaimer: "Výsledok je orientačný.",
    dataAsOf: "2026-11-21",
  }),
  list_row_show: () => ({
    organization: ORGANIZATION,
    list: { id: "0", untrusted: { name: LIST.untrusted.name } },
    mayChange: true,
    row: ROW,
  }),
  week: () => ({
    items: [
      {
        key: "deadline:skRegistration",
        kind: "deadline",
        band: "now",
        title: "Oznámenie NBÚ",
        why: "",
        citation: null,
        dueAt: "2026-11-20",
        overdue: true,
        weight: 3,
        minutes: null,
        assignee: null,
        state: "open",
        snoozedUntil: null,
        url: "https://dosah.example.org/sk/organizations/org_0",
        version: 0,
        organizationId: "org_0",
        listId: null,
        count: 3,
        untrusted: { assignee: null, subject: null, organization: ORGANIZATION.untrusted.name, name: null },
      },
    ],
    nextDay: null,
    organizations: 2,
  }),
  organizations_compare: () => {
    const { organization: _organization, ...answer } = structuredClone(COMPARISON);
    return answer;
  },
  organizations_compare_file: () => ({ content: "ico\r\n" }),
  list_compare: () => ({ ...structuredClone(COMPARISON), list: LIST }),
  list_compare_file: () => ({ content: "ico\r\n" }),
  supplier_compare: () => structuredClone(COMPARISON),
  supplier_compare_file: () => ({ content: "ico\r\n" }),
  list_file: () => ({ content: "ico\r\n" }),
} satisfies PreparedAnswers;
