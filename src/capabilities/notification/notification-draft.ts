import { z } from "zod";
import { COUNTRIES } from "../../core/country.ts";
import type { Locale, Localized } from "../../core/locale.ts";
import { ServiceError } from "../../core/problem.ts";
import { formatNumber } from "../../core/text.ts";
import type { RegulatedService } from "../../knowledge/services.ts";
import { DISCLAIMER } from "../answers/disclaimer.ts";
import { groundingFor } from "../answers/grounding.ts";
import { countryParameter, icoParameter, localeParameter } from "../calling/parameters.ts";
import { defineCapability } from "../capability.ts";
import type { Services } from "../contexts.ts";
import { nis2ScopeCheck } from "../scope/nis2-scope-check.ts";
import type { CommonVerdict, ScopeAnswer } from "../scope/scope-answer.ts";
import { scopeEvaluate } from "../scope/scope-evaluate.ts";

const field = z.object({
  id: z.string(),
  part: z.string().describe("Id in `parts`."),
  label: z.string().nullable(),
  state: z
    .enum(["known", "stated", "computed", "missing", "optional"])
    .describe(
      "known: from a register; stated: from the caller; computed: follows from the verdict; optional: only for whom it concerns.",
    ),
  value: z.string().nullable().describe("null: missing, or foreign text that stands in `untrusted`."),
  source: z.string().optional(),
  day: z.string().optional(),
  citation: z.string().nullable(),
  untrusted: z.object({ value: z.string() }).optional(),
});

const output = z.object({
  country: z.enum(COUNTRIES),
  place: z
    .object({
      name: z.string().nullable(),
      where: z.string().nullable(),
      url: z.string(),
    })
    .describe("Where it is sent; nothing is sent from here."),
  parts: z.array(z.object({ id: z.string(), title: z.string().nullable(), citation: z.string().nullable() })),
  fields: z.array(field).describe("In the order of the act; the forms themselves were not readable."),
  filled: z.number().int(),
  remarks: z.array(z.string()),
  conditional: z.boolean().describe("True while it is not known whether the firm is in scope."),
  dataAsOf: z.string(),
  indicative: z.literal(true),
  disclaimer: z.string(),
});

export type NotificationDraft = z.output<typeof output>;

const published = {
  title: "Prepared notification",
  description:
    "What a firm in scope states to NBÚ or NÚKIB, field by field in the order of the act, filled from its verdict as far as that is known. " +
    "A sheet to copy from: nothing is stored and nothing is sent.",
  output,
};

/** The prepared notification of a registered firm. */
export const notificationDraft = defineCapability({
  name: "notification_draft",
  access: "public",
  input: z.strictObject({ ico: icoParameter, country: countryParameter, locale: localeParameter }),
  published,
  rest: [{ method: "GET", path: "/api/notification", cost: { rows: ["notification", "rest_company_detail"] } }],
  web: { rows: ["web_lookup"] },
  run: async ({ ico, country, locale }, services) => {
    const asked = nis2ScopeCheck.input.parse({ ico, country, detail: "full", locale });
    const verdict = await nis2ScopeCheck.run(asked, services);
    return draftOf(verdict, { services, locale, firm: verdict, activities: [] });
  },
});

/** The same for facts that the caller states. */
export const statedNotification = defineCapability({
  name: "notification_stated",
  access: "public",
  input: scopeEvaluate.input,
  published,
  rest: [{ method: "POST", path: "/api/notification", cost: { rows: ["notification"] } }],
  web: { rows: ["web_lookup"] },
  check: (stated, services) => scopeEvaluate.check?.(stated, services),
  run: async (stated, services) => {
    const verdict = await scopeEvaluate.run(stated, services);
    return draftOf(verdict, { services, locale: stated.locale, firm: null, activities: stated.activities ?? [] });
  },
});

interface Draft {
  readonly services: Services;
  readonly locale: Locale;
  /** `null` for stated facts, which have no name and no number. */
  readonly firm: ScopeAnswer | null;
  /** Services that the caller states. */
  readonly activities: readonly string[];
}

/** @throws ServiceError `not_found` where the firm has nothing to notify */
function draftOf(verdict: CommonVerdict, draft: Draft): NotificationDraft {
  const { services, locale } = draft;
  const { country, nextSteps } = verdict;
  const { notification, nis2 } = services.knowledge;
  const has = (id: string) => nextSteps.some((step) => step.id === id);
  const parts = notification.parts.filter((part) => part.country === country && part.steps.some(has));
  const [first] = parts;
  const place = first === undefined ? undefined : nis2.placeById.get(country === "SK" ? "sk-notice" : "cz-report");
  if (place === undefined || verdict.category === "out_of_scope") throw new ServiceError(nothingToNotify);
  const grounding = groundingFor(services, locale);
  const isFinancial = has("skFinancialReports") || has("czFinancialRules");
  const { order, portalOnly, byDecision, financial } = notification.remarks;
  const remarks = [
    order,
    country === "CZ" ? portalOnly : undefined,
    country === "CZ" && !has("czReport") ? byDecision : undefined,
    isFinancial ? financial[country] : undefined,
  ];
  const fields = parts.flatMap((part) =>
    part.fields.map(({ id, from, optional, label }): z.output<typeof field> => {
      const filled = from === undefined ? undefined : FILLED[from](verdict, draft);
      return {
        id,
        part: part.id,
        label: grounding.text(label),
        state: optional ? "optional" : "missing",
        value: null,
        citation: grounding.citations(part.citations)?.join(", ") ?? null,
        ...filled,
      };
    }),
  );
  return {
    country,
    place: { name: grounding.text(place.name), where: grounding.text(place.where), url: place.url },
    parts: parts.map(({ id, title, citations }) => ({
      id,
      title: grounding.text(title),
      citation: grounding.citations(citations)?.join(", ") ?? null,
    })),
    fields,
    filled: fields.filter(({ state }) => state !== "missing" && state !== "optional").length,
    remarks: remarks.flatMap((remark) => (remark === undefined ? [] : (grounding.text(remark) ?? []))),
    conditional: nextSteps.every(({ conditional }) => conditional),
    dataAsOf: verdict.dataAsOf,
    indicative: true,
    disclaimer: DISCLAIMER[locale],
  };
}

type Filled = Partial<Pick<z.output<typeof field>, "state" | "value" | "source" | "day" | "untrusted">> | undefined;

type Source = NonNullable<Services["knowledge"]["notification"]["parts"][number]["fields"][number]["from"]>;

/** What fills a field; `undefined`: it is not known. */
const FILLED: Readonly<Record<Source, (verdict: CommonVerdict, draft: Draft) => Filled>> = {
  name: (_verdict, { firm }) => fromRegister(firm, firm?.untrusted.name ?? null),
  seat: (_verdict, { firm }) => fromRegister(firm, firm?.untrusted.address ?? null),
  ico: (_verdict, { firm }) => (firm === null ? undefined : { state: "known", value: firm.ico, ...originOf(firm) }),
  criticalService: ({ nationalRegime }, { locale }) => {
    const isCritical = nationalRegime?.id === "pkzs";
    if (!isCritical && nationalRegime?.id !== "pzs") return undefined;
    return { state: "computed", value: (isCritical ? text.critical : text.notCritical)[locale] };
  },
  annexPlace: ({ sector }) =>
    sector === null ? undefined : { state: "computed", value: [sector.annex, sector.name].join(", ") },
  services: (verdict, { services: { knowledge }, activities }) => {
    const listed = knowledge.activities.services.filter((service) => isProvided(service, verdict, activities));
    const value = listed.map(({ id, name }) => `${id} ${name.cs}`).join("; ");
    return value === "" ? undefined : { state: activities.length > 0 ? "stated" : "computed", value };
  },
  conditions: ({ size }, { locale }) => {
    if (size.category === null) return undefined;
    const staff = size.employees === null ? "" : `, ${text.staff[locale]}: ${rangeOf(size.employees, locale)}`;
    return { state: "computed", value: `${text.sizes[size.category][locale]}${staff}` };
  },
  group: (verdict, { locale }) => {
    const answered = "answered" in verdict && Array.isArray(verdict.answered) ? verdict.answered : [];
    const answer: unknown = answered.find(({ id }) => id === "linkedEnterprises")?.value;
    if (typeof answer !== "boolean") return undefined;
    return { state: "stated", value: (answer ? text.yes : text.no)[locale] };
  },
};

function fromRegister(firm: ScopeAnswer | null, value: string | null): Filled {
  return firm === null || value === null ? undefined : { state: "known", untrusted: { value }, ...originOf(firm) };
}

function originOf({ sources, dataAsOf }: ScopeAnswer): Pick<z.output<typeof field>, "source" | "day"> {
  const source = sources[0]?.name;
  return source === undefined ? { day: dataAsOf } : { source, day: dataAsOf };
}

/** A service of the Czech decree that was stated, or to which the deciding code of the firm belongs. */
function isProvided(
  { id, sector, nace, CZ }: RegulatedService,
  { decidingNace, sector: found }: CommonVerdict,
  activities: readonly string[],
): boolean {
  if (CZ === undefined) return false;
  if (activities.length > 0) return activities.includes(id);
  if (decidingNace === null || sector !== found?.id) return false;
  const digits = decidingNace.code.replaceAll(".", "");
  return nace[decidingNace.revision].some((code) => digits.startsWith(code.replaceAll(".", "")));
}

function rangeOf({ min, max }: { readonly min: number; readonly max: number | null }, locale: Locale): string {
  if (max === null) return `${formatNumber(min, locale)}+`;
  return min === max ? formatNumber(min, locale) : `${formatNumber(min, locale)} – ${formatNumber(max, locale)}`;
}

const text = {
  critical: { sk: "áno, podľa tejto odpovede", cs: "ano, podle této odpovědi", en: "yes, by this answer" },
  notCritical: { sk: "nie, podľa tejto odpovede", cs: "ne, podle této odpovědi", en: "no, by this answer" },
  staff: { sk: "zamestnanci", cs: "zaměstnanci", en: "staff" },
  yes: { sk: "áno", cs: "ano", en: "yes" },
  no: { sk: "nie", cs: "ne", en: "no" },
  sizes: {
    micro: { sk: "mikropodnik", cs: "mikropodnik", en: "micro enterprise" },
    small: { sk: "malý podnik", cs: "malý podnik", en: "small enterprise" },
    medium: { sk: "stredný podnik", cs: "střední podnik", en: "medium-sized enterprise" },
    large: { sk: "veľký podnik", cs: "velký podnik", en: "large enterprise" },
  },
} satisfies Record<string, Localized | Record<string, Localized>>;

const nothingToNotify = {
  code: "not_found",
  message: {
    sk: "Podľa známych údajov firma nemá čo oznamovať.",
    cs: "Podle známých údajů firma nemá co ohlašovat.",
    en: "From what is known, the firm has nothing to notify.",
  },
  nextStep: {
    sk: "Ak robí aj niečo iné alebo je väčšia, doplňte to v posúdení.",
    cs: "Pokud dělá i něco jiného nebo je větší, doplňte to v posouzení.",
    en: "If it also does something else, or is larger, add that to the verdict.",
  },
} as const;
