import { SUPPLIER_LETTERS } from "../../src/knowledge/supplier-questionnaire-ids.ts";
import type { PreparedAnswers } from "./prepared-answers.fixture.ts";

const ORGANIZATION = {
  id: "org_0",
  role: "owner",
  untrusted: { name: "Alfa <script>alert(1)</script> s.r.o." },
} as const;

const INDICATIVE = { indicative: true, disclaimer: "Výsledok je orientačný.", dataAsOf: "2026-11-21" } as const;

const NOTE = "Zmluva z 3. 2. 2026.\n</textarea><script>alert(1)</script>";

const NO_PROFILE = {
  state: "none",
  slug: null,
  url: null,
  revision: null,
  questionnaireVersion: null,
  statedOn: null,
  validUntil: null,
  visibleFields: null,
  answeredFields: null,
  coverage: [],
  isNew: false,
} as const;

const PROFILE = {
  state: "published",
  slug: "zilinske-strojarne",
  url: "https://dosah.test/trust/zilinske-strojarne",
  revision: 2,
  questionnaireVersion: "4.0.0",
  statedOn: "2026-11-02",
  validUntil: "2027-11-02",
  visibleFields: 42,
  answeredFields: 40,
  coverage: SUPPLIER_LETTERS.map((letter, index) => ({
    letter,
    answered: index % 3,
    total: 2,
    percent: 50 * (index % 3),
    positive: index % 3,
    negative: 0,
    state: (["none", "partial", "full"] as const)[index % 3] ?? "none",
  })),
  isNew: true,
} as const;

const ROW = {
  supplier: "SK-31322832",
  country: "SK",
  ico: "31322832",
  register: "found",
  status: "active",
  category: "essential",
  regime: { id: "pkzs", name: "prevádzkovateľ kritickej základnej služby" },
  profile: PROFILE,
  judgement: "conditions",
  criticality: "critical",
  nextReviewAt: "2027-02-01",
  contractUntil: "2027-12-31",
  responsibleId: "acc_0",
  ask: "opened",
  askedAt: "2026-11-19T10:00:00.000Z",
  updatedAt: "2026-11-20T10:00:00.000Z",
  untrusted: {
    name: "Strojárne <script>alert(1)</script>, a. s.",
    note: NOTE,
    contactName: "Eva <b>Malá</b>",
    contactEmail: "bezpecnost@firma.sk",
    responsible: "Jana <script>alert(1)</script>",
  },
} as const;

const MEMBERS = [{ id: "acc_0", untrusted: { name: "Jana <script>alert(1)</script>" } }] as const;

const NOTED = {
  criticality: "high",
  nextReviewAt: null,
  contractUntil: null,
  responsibleId: null,
} as const;

const NO_CONTACT = { contactName: null, contactEmail: null, responsible: null } as const;

const UNKNOWN = {
  ...ROW,
  supplier: "CZ-12345679",
  country: "CZ",
  ico: "12345679",
  register: "absent",
  status: null,
  category: null,
  regime: null,
  profile: NO_PROFILE,
  judgement: null,
  criticality: null,
  nextReviewAt: null,
  contractUntil: null,
  responsibleId: null,
  ask: "none",
  askedAt: null,
  untrusted: { name: null, note: "", contactName: null, contactEmail: null, responsible: null },
} as const;

const BY = { id: "acc_0", untrusted: { name: "Jana <script>alert(1)</script>" } } as const;

/** Answers about the suppliers of an organization: one with everything, one that nobody knows. */
export const supplierAnswers = {
  supplier_list: () => ({
    organization: ORGANIZATION,
    mayChange: true,
    suppliers: [
      ROW,
      UNKNOWN,
      { ...ROW, supplier: "SK-36045047", ico: "36045047", profile: { ...PROFILE, state: "stale", isNew: false } },
      { ...UNKNOWN, supplier: "CZ-12345687", ico: "12345687", profile: { ...NO_PROFILE, state: "withdrawn" } },
    ],
    members: MEMBERS,
    page: 1,
    pages: 2,
    counts: {
      all: 52,
      unjudged: 2,
      due: 1,
      byState: { published: 1, stale: 1, withdrawn: 1, none: 49 },
      byCriticality: { critical: 2, high: 0, medium: 0, low: 0, none: 50 },
      byAsk: { none: 50, asked: 0, opened: 2, started: 0, published: 0, declined: 0, expired: 0, stopped: 0 },
    },
    ...INDICATIVE,
  }),
  supplier_show: () => ({
    organization: ORGANIZATION,
    mayChange: true,
    supplier: ROW,
    members: MEMBERS,
    version: 2,
    headline: "Firma je kľúčovým subjektom.",
    seenRevision: 1,
    changes: {
      from: 1,
      to: 2,
      fromDay: "2026-02-03",
      coverage: [
        {
          letter: "d",
          before: { answered: 1, total: 2, positive: 1 },
          after: { answered: 2, total: 2, positive: 2 },
        },
      ],
      untrusted: {
        answers: [
          { id: "serviceDescription", kind: "changed", before: "Predtým", after: "<script>alert(1)</script>" },
          { id: "isSaas", kind: "added", before: null, after: true },
        ],
      },
    },
    history: [
      {
        version: 2,
        at: "2026-11-20T10:00:00.000Z",
        by: BY,
        before: { judgement: null, ...NOTED, untrusted: { note: "", ...NO_CONTACT } },
        after: { judgement: "conditions", ...NOTED, untrusted: { note: NOTE, ...NO_CONTACT } },
      },
    ],
    asks: [
      {
        at: "2026-11-19T10:00:00.000Z",
        by: BY,
        state: "declined",
        declinedWhy: "other",
        remindedAt: "2026-11-20T10:00:00.000Z",
        profile: "zilinske-strojarne",
        untrusted: { email: "bezpecnost@firma.sk" },
      },
      {
        at: "2026-11-18T10:00:00.000Z",
        by: { id: "acc_1", untrusted: { name: null } },
        state: "opened",
        declinedWhy: null,
        remindedAt: null,
        profile: null,
        untrusted: { email: "info@firma.sk" },
      },
    ],
    ...INDICATIVE,
  }),
  supplier_ask_preview: () => ({
    organization: ORGANIZATION,
    supplier: ROW.supplier,
    ico: ROW.ico,
    hasProfile: true,
    lastAskedAt: "2026-11-18T10:00:00.000Z",
    mail: { subject: "Žiadosť", text: "Dobrý deň,\n\nprosíme o profil.\n" },
    untrusted: { name: ROW.untrusted.name, contactEmail: "bezpecnost@firma.sk" },
  }),
  supplier_ask_choices: () => ({
    organization: ORGANIZATION,
    left: 18,
    isCut: true,
    suppliers: ([null, "no_contact", "lately", "refused"] as const).map((hindrance, at) => ({
      supplier: `SK-3132283${at}`,
      country: "SK",
      ico: ROW.ico,
      criticality: "high",
      ask: at === 0 ? "expired" : "none",
      hindrance,
      untrusted: { name: ROW.untrusted.name, contactEmail: at === 1 ? null : "bezpecnost@firma.sk" },
    })),
    mail: { subject: "Žiadosť", text: "Dobrý deň,\n\nprosíme o profil.\n" },
  }),
  supplier_places: () => ({
    firms: [ROW.supplier],
    organizations: ["org_0", "org_2"].map((id) => ({ id, colour: 3, untrusted: ORGANIZATION.untrusted })),
  }),
  supplier_choices: () => ({
    firms: [true, false].map((isListed) => ({
      firm: ROW.supplier,
      country: "SK",
      ico: ROW.ico,
      category: "essential",
      isListed,
      untrusted: { name: ROW.untrusted.name },
    })),
  }),
  supplier_request_show: () => ({
    supplier: ROW.supplier,
    country: "SK",
    ico: ROW.ico,
    askedOn: "2026-11-24",
    validUntil: "2027-01-23",
    asker: { country: "SK", ico: "36536776" },
    parts: [{ id: "profile", title: "Firma a služby", least: 10, most: 12, example: "Dodávate softvér?" }],
    stop: "x.y",
    untrusted: {
      name: ROW.untrusted.name,
      seat: "Košice <b>1</b>",
      asker: "Kuriér <script>alert(1)</script>, s. r. o.",
      askerSeat: "Žilina",
      by: "nova@kurier-zlty.sk",
    },
  }),
  supplier_file: () => ({ content: "country,ico\r\n", name: "alfa-2026-11-27" }),
} satisfies PreparedAnswers;
