import { SUPPLIER_LETTERS } from "../../src/knowledge/supplier-questionnaire-ids.ts";
import type { PreparedAnswers } from "./prepared-answers.fixture.ts";

const ORGANIZATION = { id: "org_0", role: "owner", untrusted: { name: "Alfa s.r.o." } } as const;

const answers = {
  legalName: "Žilinské strojárne, a. s.",
  country: "SK",
  serviceDescription: "Zvárané konštrukcie a ich údržba u zákazníka",
  incidentContactEmail: "bezpecnost@firma.sk",
  isSaas: false,
  staffSecurityTraining: true,
} as const;

const published = {
  slug: "zilinske-strojarne",
  country: "SK",
  ico: "31322832",
  profileUrl: "https://dosah.test/trust/zilinske-strojarne",
  selfDeclared: true,
  verifiedByService: false,
  identity: { method: "imprint", firmChecked: true, checkedAt: "2026-11-01T03:00:00.000Z" },
  revision: 1,
  publishedAt: "2026-11-02T09:00:00.000Z",
  updatedAt: "2026-11-02T09:00:00.000Z",
  validUntil: "2027-11-02",
  stale: false,
  questionnaireVersion: "4.0.0",
  visibleFields: 21,
  answeredFields: 6,
  coverage: SUPPLIER_LETTERS.map((letter) => ({
    letter,
    answered: 1,
    total: 2,
    percent: 50,
    positive: 1,
    negative: 0,
    state: "partial" as const,
  })),
  attribution: {
    title: "NIS2 Supplier Questionnaire",
    version: "4.0.0",
    creator: "Simon Orzel / nisd2.eu",
    source: "https://github.com/NISD2/nis2-supply-chain-questionnaire-schema",
    license: "CC-BY-4.0",
    licenseUrl: "https://creativecommons.org/licenses/by/4.0/",
    changes: "…",
  },
  nameDiffers: true,
  indicative: true,
  disclaimer: "…",
  dataAsOf: "2026-11-02",
  untrusted: {
    name: answers.legalName,
    registerName: "ŽILINSKÉ STROJÁRNE, akciová spoločnosť",
    statedFirm: { country: "SK", ico: "31322832" },
    primaryDomain: "firma.sk",
    links: [{ field: "legalName", title: "ISO 27001", url: "https://firma.sk/iso", expiresOn: "2027-05-01" }],
    answers: Object.entries(answers).map(([id, value]) => ({ id, question: id, value, letters: ["d" as const] })),
  },
} as const;

const visible = [
  "legalName",
  "country",
  "serviceDescription",
  "incidentContactEmail",
  "isSaas",
  "staffSecurityTraining",
];

/** Answers of the editor of a supplier's profile. */
export const trustAnswers = {
  trust_overview: () => ({
    organization: ORGANIZATION,
    mayChange: true,
    mayManage: true,
    version: 3,
    today: "2026-11-20",
    known: { registeredAddress: { from: "register", value: "Žilina <b>1</b>" } },
    firmProof: {
      method: "imprint",
      checkedAt: "2026-11-01T03:00:00.000Z",
      isMissing: false,
      country: "SK",
      ico: "31322832",
      untrusted: { domain: "firma.sk", url: "https://firma.sk/kontakt" },
    },
    address: published.profileUrl,
    isIndexed: true,
    showsScan: false,
    isStale: false,
    withdrawnOn: null,
    contactAgreed: true,
    withdrawnReason: null,
    draft: {
      questionnaireVersion: "4.0.0",
      state: "published",
      slug: published.slug,
      answers,
      visibility: {},
      evidence: [
        {
          id: "0",
          fieldId: "legalName",
          kind: "link",
          title: "ISO 27001",
          url: "https://firma.sk/iso",
          mediaType: null,
          size: null,
          issuedOn: null,
          expiresOn: "2027-05-01",
          visibility: "public",
        },
      ],
    },
    areas: [
      { id: "profile", title: "Firma a služby", visible: 13, answered: 5, missing: 6 },
      { id: "security_practices", title: "Bezpečnostná prax", visible: 6, answered: 1, missing: 5 },
      { id: "saas_technical", title: "Softvér ako služba", visible: 0, answered: 0, missing: 0 },
      { id: "on_prem_technical", title: "Softvér u zákazníka", visible: 0, answered: 0, missing: 0 },
    ],
    fields: visible.map((id) => ({ id, visibility: "public", mayHide: id !== "legalName" && id !== "country" })),
    revisions: [
      {
        revision: 1,
        publishedAt: published.publishedAt,
        validUntil: "2027-11-02",
        isShown: true,
        withdrawnAt: null,
      },
    ],
  }),
  trust_preview: () => ({
    version: 3,
    evidence: "mark-of-the-evidence",
    firm: "SK-31322832",
    isPublished: true,
    missing: ["answers_missing"],
    missingAnswers: ["registeredAddress"],
    lastValidDay: "2027-11-02",
    onRequest: ["securityContactName"],
    left: [],
    published,
  }),
  trust_requestable: () => ({
    fields: [{ id: "securityContactName", label: "Kontakt pre bezpečnosť" }],
  }),
  trust_request_show: () => ({ isConfirmed: false }),
  trust_requests: () => ({
    organization: { id: "org_0", role: "owner", untrusted: { name: "Alfa <script>alert(1)</script> s.r.o." } },
    requests: [
      {
        id: `req_${"0".repeat(26)}`,
        state: "waiting",
        confirmedAt: "2026-11-22T10:00:00.000Z",
        country: "SK",
        ico: "36536776",
        fields: [{ id: "securityContactName", label: "Kontakt pre bezpečnosť" }],
        untrusted: {
          name: "Eva <script>alert(1)</script>",
          email: "eva@zakaznik.sk",
          company: "Zákazník <b>x</b>",
          purpose: "Posudzujeme dodávateľov.",
        },
      },
    ],
  }),
  trust_shares: () => ({
    shares: [
      {
        id: "0",
        state: "valid",
        expiresAt: "2026-12-01T09:00:00.000Z",
        lastUsedAt: null,
        untrusted: { label: "Zákazník" },
      },
    ],
  }),
  trust_export: () => ({ content: "{}\n", name: "alfa-2026-11-27" }),
  trust_page: () => ({
    kind: "published",
    isIndexed: true,
    observed: null,
    imprintPage: "https://firma.sk/kontakt",
    today: "2026-11-20",
    published: {
      ...published,
      signature: { url: `${published.profileUrl}.jws.json`, keyId: "2026-a", sha256: "0".repeat(64) },
    },
  }),
} satisfies PreparedAnswers;
