import { unlimited } from "../../src/capabilities/bare-services.fixture.ts";
import { invalidArguments } from "../../src/capabilities/calling/arguments.ts";
import type { Call } from "../../src/capabilities/calling/call.ts";
import { rowCounting } from "../../src/capabilities/calling/count-rows.ts";
import { type BrowserSession, type Identify, NOBODY } from "../../src/capabilities/calling/principal.ts";
import type { Services } from "../../src/capabilities/contexts.ts";
import { capabilities } from "../../src/capabilities/index.ts";
import { createLawLinking } from "../../src/capabilities/law/law-linking.ts";
import { ruleSetOf } from "../../src/capabilities/law/rule-set.ts";
import type { FirmRow } from "../../src/capabilities/scope/firm-row.ts";
import type { ScopeAnswer } from "../../src/capabilities/scope/scope-answer.ts";
import { operatorOf } from "../../src/config/operator.ts";
import { readConfig } from "../../src/config.ts";
import { readCompanyNumber } from "../../src/core/company-number.ts";
import { foreignText } from "../../src/core/foreign-text.ts";
import { isLocale, type Locale } from "../../src/core/locale.ts";
import { type ProblemCode, ServiceError } from "../../src/core/problem.ts";
import { createWeb } from "../../src/faces/web/web.ts";
import { createSealing } from "../../src/identity/sealing.ts";
import { evaluation, firmStates } from "./firm-answers.fixture.ts";
import { listAnswers } from "./firm-list-answers.fixture.ts";
import { firmPage, hits, radarChartOf, scanMap, searchAnswer, sourceStatus, stats } from "./list-answers.fixture.ts";
import { organizationAnswers } from "./organization-answers.fixture.ts";
import type { Arguments, PreparedAnswers } from "./prepared-answers.fixture.ts";
import { scanAnswers } from "./scan-answers.fixture.ts";
import { servicesOver, TODAY } from "./services.fixture.ts";
import { supplierAnswers } from "./supplier-answers.fixture.ts";
import { trustAnswers } from "./trust-answers.fixture.ts";

/** What the fixture answers by capability: a value, or a problem that it throws. */
export type Answers = Readonly<Record<string, (args: Arguments, locale: Locale) => unknown>>;

/** The firms of the fixture by number: one for every state of a verdict. */
export const FIRMS = {
  important: "36045047",
  essential: "31322832",
  outOfScope: "31333532",
  unknown: "36421928",
  noNace: "10000000",
  disagree: "20000000",
  ceased: "35953039",
  hostile: "30000000",
  twice: "47165367",
} as const;

/** The verdict of a firm of the fixture, under its own number. */
function firmOf(ico: string, locale: Locale): ScopeAnswer | undefined {
  const state = Object.entries(FIRMS).find(([, number]) => number === ico)?.[0] ?? "";
  const firm = firmStates(locale)[state];
  return firm === undefined ? undefined : { ...firm, ico };
}

const usual = {
  ...trustAnswers,
  ...supplierAnswers,
  ...listAnswers,
  ...scanAnswers,
  nis2_scope_check: ({ ico }, locale) => firmOf(String(ico), locale) ?? problem("not_found")(),
  firm_row: ({ entry }, locale) => {
    const number = readCompanyNumber(String(entry));
    const ico = number?.kind === "ico" ? number.ico : undefined;
    if (ico === undefined) return { firm: null, candidates: hits(String(entry)).results };
    const firm = firmOf(ico, locale);
    return firm === undefined ? problem("not_found")() : { firm: rowOf(firm, locale), candidates: [] };
  },
  company_search: ({ query }) => (query === "nobody" ? searchAnswer("nobody", []) : hits(String(query))),
  search_list: ({ query }) => {
    const text = String(query);
    if (text.length < 2) return problem("invalid_arguments", undefined, "query")();
    return firmPage(text.startsWith("nobody") ? [] : hits(text).results);
  },
  notification_draft: () => ({
    country: "SK" as const,
    place: { name: "Ústredný portál verejnej správy", where: "Formulár NBÚ", url: "https://www.slovensko.sk" },
    parts: [{ id: "sk-notice", title: "V oznámení", citation: "§ 17 ods. 2 písm. a) zákona č. 69/2018 Z. z." }],
    fields: [
      {
        id: "name",
        part: "sk-notice",
        label: "názov",
        state: "known" as const,
        value: null,
        source: "RPO",
        day: "2026-05-01",
        citation: null,
        untrusted: { value: "Strojárne <script>alert(1)</script>, a. s." },
      },
      {
        id: "email",
        part: "sk-notice",
        label: "elektronické adresy",
        state: "missing" as const,
        value: null,
        citation: null,
      },
    ],
    filled: 1,
    remarks: ["Poradie údajov je podľa zákona."],
    conditional: false,
    dataAsOf: "2026-11-20",
    indicative: true as const,
    disclaimer: "Orientačné.",
  }),
  scope_evaluate: ({ country }, locale) => ({ ...evaluation(locale), country }),
  nis2_stats: ({ country }, locale) => stats(country === "SK" || country === "CZ" ? country : undefined, locale),
  radar_chart: ({ chart }, locale) => radarChartOf(chart, locale),
  nis2_map: () => scanMap,
  source_status: () => sourceStatus,
  company_name: () => ({ untrusted: { name: "Strojárne <script>alert(1)</script>, a. s." } }),
  ...organizationAnswers,
  account_overview: (_args, locale) => ({
    locale,
    hasPassword: true,
    twoFactor: { isOn: true, backupCodesLeft: 9 },
    passkeys: 0,
    isLinked: false,
    appSince: "2026-02-03T09:00:00.000Z",
    ways: [
      {
        id: "key:key_1",
        kind: "key" as const,
        tail: "k7Qd",
        addedAt: "2026-11-02T09:00:00.000Z",
        lastUsedAt: null,
        untrusted: { name: foreignText("script <b>") },
      },
    ],
    sessions: [1, 2].map((number) => ({
      number,
      isThis: number === 1,
      startedAt: "2026-11-20T10:00:00.000Z",
      seenAt: "2026-11-21T10:00:00.000Z",
      ipPrefix: "192.0.2.0/24",
      agent: number === 1 ? "Firefox, Linux" : "",
    })),
    untrusted: { name: "Jana <script>alert(1)</script>", email: "jana@firma.sk" },
  }),
  reset_ways: () => ({
    passwordSetAt: "2026-05-03T09:00:00.000Z",
    appSince: "2026-02-03T09:00:00.000Z",
    ways: [
      {
        id: "passkey:a",
        kind: "passkey",
        tail: null,
        addedAt: "2026-11-02T09:00:00.000Z",
        lastUsedAt: "2026-11-03T09:00:00.000Z",
        isTicked: true,
        untrusted: { name: foreignText("Telefón <b>") },
      },
      {
        id: "calendar:b",
        kind: "calendar",
        tail: null,
        addedAt: "2026-02-03T09:00:00.000Z",
        lastUsedAt: null,
        isTicked: false,
        untrusted: { name: foreignText("Alfa ".repeat(24)) },
      },
    ],
  }),
  second_factor_ways: () => ({ hasCode: true, passkey: { options: "{}", challenge: "sealed" } }),
  identity_waiting: () => ({ untrusted: { identity: foreignText("Jana <b>Nová</b>") } }),
  passkey_challenge: () => ({ options: "{}", challenge: "sealed" }),
  organization_choices: () => ({
    plan: "p",
    firms: [
      {
        row: 1,
        state: "new",
        organizationId: null,
        country: "SK",
        ico: "31322832",
        category: "essential",
        regime: null,
        untrusted: { name: foreignText("Alfa <script>alert(1)</script>") },
      },
    ],
  }),
  subscription_list: () => ({
    items: [
      {
        id: "0",
        kind: "feed",
        organizationId: null,
        listId: null,
        createdAt: "2026-11-20T10:00:00.000Z",
        untrusted: { organization: null, list: null },
      },
    ],
    nextCursor: null,
  }),
  passkey_list: () => ({
    passkeys: [
      {
        id: "0",
        createdAt: "2026-11-20T10:00:00.000Z",
        lastUsedAt: null,
        untrusted: { name: "Phone <script>alert(1)</script>" },
      },
    ],
    options: "{}",
    challenge: "sealed",
  }),
  two_factor_status: () => ({
    isOn: false,
    backupCodesLeft: 0,
    starting: { secret: "JBSWY3DPEHPK3PXP", address: "otpauth://totp/Dosah:jana?secret=JBSWY3DPEHPK3PXP" },
  }),
  account_delete_preview: () => ({
    deleted: [{ id: "org_1", untrusted: { name: "Alfa <script>alert(1)</script> s.r.o." } }],
    needOwner: [{ id: "org_2", untrusted: { name: "Beta a.s." } }],
  }),
} satisfies PreparedAnswers;

const usualServices = servicesOver();

/** What needs nothing but knowledge answers for itself: there is nothing outside to replace. */
const fromKnowledge = new Set([
  "obligation_catalog",
  "nis2_questionnaire",
  "questionnaire_references",
  "questionnaire_score",
  "ai_act_questions",
  "ai_act_classify",
  "regulatory_feed_browse",
  "regulatory_feed_calendar",
  "regulatory_feed_sources",
  "opendata_index",
  "rule_changelog",
  "size_thresholds",
  "start_facts",
  "sector_guide",
  "regime_comparison",
  "deadline_calendar",
  "verdict_road",
  "notification_stated",
  "incident_clock",
  "incident_calendar",
  "incident_guide",
  "scope_questions",
  "activity_options",
  "activity_search",
  "activity_list",
  "supplier_questionnaire",
]);

/**
 * The pages over given answers: nothing behind them is asked. Arguments and published answers are checked against the
 * schemas of the capabilities, the usual answers by the compiler: none can say what the real capability would not. What needs knowledge
 * and the feed alone is answered by the capabilities themselves, over `services`.
 */
export function webOver(
  answers: Answers = {},
  services: Services = usualServices,
  more: Pick<Parameters<typeof createWeb>[0], "authorize"> = {},
) {
  const asked: { readonly name: string; readonly args: unknown; readonly limits: readonly string[] }[] = [];
  const logged: unknown[] = [];
  const call: Call = async (capability, args, limits) => {
    const input = capability.input.safeParse(args);
    if (!input.success) throw new ServiceError(invalidArguments(capability.input, input.error, args));
    const read: Arguments = { ...Object(input.data) };
    asked.push({ name: capability.name, args: read, limits });
    const prepared: Answers = { ...usual, ...answers };
    const answer = prepared[capability.name];
    if (answer === undefined && !fromKnowledge.has(capability.name)) {
      throw new Error(`no answer is prepared for ${capability.name}`);
    }
    const locale = isLocale(read.locale) ? read.locale : "sk";
    const given = await (answer === undefined ? capability.run(input.data, services) : answer(read, locale));
    const { published } = capability;
    return {
      answer: published === undefined ? (given as never) : published.output.parse(given),
      args: input.data,
      limits: [],
    };
  };
  const app = createWeb({
    call,
    identify: identifyByToken,
    counting: rowCounting(unlimited),
    now: () => SIGNED_IN_AT,
    passkeyQuestion: () => ({ options: "{}", challenge: "sealed" }),
    sealing: createSealing(Buffer.alloc(32)),
    signIn: { password: true, registration: "open", provider: "Firma ID" },
    isMailSet: true,
    capabilities,
    limits: [
      { name: "mcp_endpoint", perMinute: 60, counts: ["POST /api/mcp"] },
      { name: "shared", perDay: 1_000, subject: "shared", counts: ["tool nis2_scope_check", "tool company_search"] },
      { name: "web_lookup", perMinute: 60, counts: ["pages"] },
    ],
    openapi: () => openapi,
    lawLinking: createLawLinking(services.knowledge),
    rules: ruleSetOf(services.knowledge),
    operator: operatorOf(readConfig({})),
    auditDays: 730,
    clientAddress: () => "192.0.2.1",
    baseUrl: "http://localhost:3000",
    version: "0.1.0",
    ...more,
    log: { error: (details) => logged.push(details), warn: () => undefined },
  });
  return { app, asked, logged };
}

const SIGNED_IN_AT = Date.parse(`${TODAY}T10:00:00Z`);

/** The cookies of visitors of the fixture: signed in, with the notice of a reset of the password, without a second factor so far. */
export const COOKIES = {
  signed_in: `dosah_session=${"s".repeat(43)}`,
  afterReset: `dosah_session=${"t".repeat(43)}`,
  challenged: `dosah_session=${"c".repeat(43)}`,
} as const;

const WAYS_LEFT = {
  ended: { passkey: 1, identity: 0, calendar: 2, key: [{ tail: "k7Qd", day: "2026-11-02" }] },
  stays: { passkey: 2, identity: 1, calendar: 0, key: [] },
};

const identifyByToken: Identify = async ({ sessionToken: token }) => {
  if (token === undefined) return NOBODY;
  const accountId = `acc_${"0".repeat(26)}`;
  const session: BrowserSession = {
    token,
    accountId,
    hash: token,
    isRenewed: false,
    locale: "sk",
    startedAt: SIGNED_IN_AT,
    authenticatedAt: SIGNED_IN_AT,
    expiresAt: SIGNED_IN_AT + 1,
    email: "jana@firma.sk",
    hasPasskey: false,
    hasApp: true,
    stage: token.startsWith("c") ? "second_factor" : "full",
    entry: token.startsWith("c") ? "challenge" : "full",
    agent: "Firefox",
    waysLeft: token.startsWith("t") ? JSON.stringify(WAYS_LEFT) : null,
    name: "Jana <script>alert(1)</script>",
    activeOrganizationId: `org_${"0".repeat(26)}`,
    activeOrganizationName: "Alfa <script>alert(1)</script> s.r.o.",
  };
  if (token.startsWith("c")) return { kind: "challenged", accountId, session };
  return { kind: "person", accountId, scopes: null, session };
};

/** A verdict as a line of a table shows it. */
export function rowOf({ alternatives, untrusted, ...verdict }: ScopeAnswer, locale: Locale): FirmRow {
  return {
    ...verdict,
    alsoIn: alternatives.map(({ country }) => country),
    verdictUrl: `http://localhost:3000/${locale}/firma/${verdict.country.toLowerCase()}/${verdict.ico}`,
    untrusted: { name: untrusted.name },
  };
}

/** A problem as a capability throws it. */
export function problem(code: ProblemCode, retryAfter?: number, field?: string): () => never {
  const words = {
    sk: "Firma v registri nie je.",
    cs: "Firma v rejstříku není.",
    en: "The register does not hold the firm.",
  };
  return () => {
    throw new ServiceError({
      code,
      message: words,
      nextStep: words,
      ...(retryAfter === undefined ? {} : { retryAfter }),
      ...(field === undefined ? {} : { field }),
    });
  };
}

/** A small document with what the real one uses: a reference, a list, a choice, a problem response. */
const openapi = {
  openapi: "3.1.0",
  info: { title: "Dosah", version: "0.1.0" },
  paths: {
    "/api/company-search": {
      get: {
        summary: "Company search",
        description: "Finds firms.",
        parameters: [{ name: "q", in: "query", required: true, schema: { type: "string", minLength: 3 } }],
        responses: {
          "200": {
            description: "The answer.",
            content: { "application/json": { schema: { $ref: "#/components/schemas/Hits" } } },
          },
          "400": { $ref: "#/components/responses/Problem" },
        },
      },
      post: {
        summary: "Company detail",
        requestBody: {
          content: {
            "application/json": {
              schema: { type: "object", properties: { ico: { type: "string" } }, required: ["ico"] },
            },
          },
        },
        responses: { "200": { description: "The answer." } },
      },
    },
  },
  components: {
    schemas: {
      Problem: { type: "object", properties: { code: { type: "string", enum: ["not_found", "rate_limited"] } } },
      Hits: {
        type: "object",
        properties: {
          count: { type: "integer", minimum: 0, maximum: 9_007_199_254_740_991 },
          results: {
            type: "array",
            items: {
              type: "object",
              properties: {
                country: { enum: ["SK", "CZ"], type: "string", description: "Country of the register." },
                nace: { anyOf: [{ type: "object", properties: { code: { type: "string" } } }, { type: "null" }] },
              },
            },
          },
        },
        required: ["count"],
      },
    },
    responses: { Problem: { description: "Invalid arguments." } },
  },
};
