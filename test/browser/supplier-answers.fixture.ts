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
  updatedAt: "2026-11-20T10:00:00.000Z",
  untrusted: { name: "Strojárne <script>alert(1)</script>, a. s.", note: NOTE },
} as const;

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
  untrusted: { name: null, note: "" },
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
    page: 1,
    pages: 2,
    counts: { all: 52, unjudged: 2, byState: { published: 1, stale: 1, withdrawn: 1, none: 49 } },
    ...INDICATIVE,
  }),
  supplier_show: () => ({
    organization: ORGANIZATION,
    mayChange: true,
    supplier: ROW,
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
        before: { judgement: null, untrusted: { note: "" } },
        after: { judgement: "conditions", untrusted: { note: NOTE } },
      },
    ],
    asks: [
      { at: "2026-11-19T10:00:00.000Z", by: BY, isRefused: true, untrusted: { email: "bezpecnost@firma.sk" } },
      {
        at: "2026-11-18T10:00:00.000Z",
        by: { id: "acc_1", untrusted: { name: null } },
        isRefused: false,
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
    untrusted: { name: ROW.untrusted.name },
  }),
  supplier_file: () => ({ content: "country,ico\r\n" }),
} satisfies PreparedAnswers;
