import { z } from "zod";
import { CATEGORIES, SIZE_CATEGORIES } from "../../core/company.ts";
import { COUNTRIES } from "../../core/country.ts";
import { type Day, isDay, localDayOf } from "../../core/day.ts";
import { foreignText } from "../../core/foreign-text.ts";
import type { Locale, Localized } from "../../core/locale.ts";
import { ROLES } from "../../core/role.ts";
import { CAUSES, type Cause } from "../../rules/verdict-change/cause.ts";
import type { VerdictChange } from "../../state/watch.ts";
import { DISCLAIMER } from "../answers/disclaimer.ts";
import { Refused } from "../calling/refusal.ts";
import type { OrganizationContext, Services } from "../contexts.ts";
import { type ChangedRow, type ComparedRow, comparedKey, compareList, type StandingOn } from "./compare-list.ts";

/** So many days back firms can be compared. */
const FURTHEST = 400;

/** The two days of a comparison. */
export const comparedDays = {
  from: z.string().default("").describe("YYYY-MM-DD, at most 400 days back; default: 30 days ago."),
  to: z.string().default("").describe("YYYY-MM-DD; default: today."),
};

const standing = z.object({
  category: z.enum(CATEGORIES),
  sector: z.string().nullable(),
  sectorName: z.string().nullable(),
  regime: z.string().nullable(),
  regimeName: z.string().nullable(),
  size: z.enum(SIZE_CATEGORIES).nullable(),
});

/** The organization whose firms are compared. */
export const comparedOrganization = z.object({
  id: z.string(),
  role: z.enum(ROLES),
  untrusted: z.object({ name: z.string() }),
});

export function organizationOf({
  organization: { id, name },
  role,
}: Pick<OrganizationContext, "organization" | "role">) {
  return { id, role, untrusted: { name: foreignText(name) } };
}

/** What changed of several firms between two days. */
export const comparisonShape = z.object({
  from: z.object({
    day: z.string(),
    ruleSetVersion: z.string(),
    dataAsOf: z.partialRecord(z.enum(COUNTRIES), z.string()).describe("Of registers whose data are no younger now."),
  }),
  to: z.object({
    day: z.string(),
    ruleSetVersion: z.string(),
    dataAsOf: z.partialRecord(z.enum(COUNTRIES), z.string()),
  }),
  counts: z.object({
    rows: z.number().int(),
    unchanged: z.number().int(),
    changed: z.number().int(),
    added: z.number().int().describe("Rows that came after the first day."),
    removed: z.number().int(),
    notComparable: z.number().int().describe("Firms that were first looked at after the first day."),
  }),
  byCause: z.object(
    Object.fromEntries(CAUSES.map((cause) => [cause, z.number().int()])) as Record<(typeof CAUSES)[number], z.ZodInt>,
  ),
  matrix: z.array(z.object({ from: z.enum(CATEGORIES), to: z.enum(CATEGORIES), n: z.number().int() })),
  rows: z.array(
    z.object({
      ico: z.string(),
      country: z.enum(COUNTRIES),
      organizationId: z.string().nullable().describe("Whose own firm it is; null: of a list or of suppliers."),
      from: standing,
      to: standing,
      cause: z.enum(CAUSES),
      why: z.string().describe("The cause in one sentence."),
      facts: z.array(
        z.object({
          fact: z.string(),
          from: z.string().nullable(),
          to: z.string().nullable(),
          source: z.string().nullable(),
          day: z.string().nullable(),
        }),
      ),
      rules: z.array(
        z.object({ version: z.string(), part: z.string(), change: z.string(), citation: z.string().nullable() }),
      ),
      steps: z.number().int(),
      untrusted: z.object({ name: z.string().nullable(), label: z.string() }),
    }),
  ),
  indicative: z.literal(true),
  disclaimer: z.string(),
});

export type ComparisonAnswer = z.output<typeof comparisonShape>;

/** The days of a comparison as they are used. */
export interface ReadDays {
  readonly from: Day;
  readonly to: Day;
  /** The last instant of the first day, milliseconds since 1970. */
  readonly fromEnd: number;
}

/** @throws Refused `date_invalid` for what is no day, lies ahead or too far back */
export function readDays(typed: { readonly from: string; readonly to: string }, { now }: Services): ReadDays {
  const today = localDayOf(now());
  const from = readDay(typed.from === "" ? daysBefore(today, 30) : typed.from, "from", today);
  const to = readDay(typed.to === "" ? today : typed.to, "to", today);
  if (from > to) throw new Refused([{ code: "date_invalid", field: "from", why: afterTo }]);
  // The day ends at midnight in Bratislava: an hour or two before that of UTC.
  return { from, to, fromEnd: Date.parse(`${from}T22:59:59.999Z`) };
}

/** What changed of firms between two days, in words. @param changes after the first day, firm by firm, oldest first */
export function comparisonOf(
  rows: readonly ComparedRow[],
  changes: readonly VerdictChange[],
  seen: readonly Parameters<typeof comparedKey>[0][],
  { from, to, fromEnd }: ReadDays,
  services: Services,
  locale: Locale,
): ComparisonAnswer {
  const { knowledge, registers } = services;
  const firstSeen = new Set(seen.map(comparedKey));
  const { counts, byCause, matrix, rows: changed } = compareList(rows, changes, firstSeen, { fromEnd, to });
  const dataAsOf = Object.fromEntries(registers.holdings().map(({ country, dataAsOf: day }) => [country, day]));
  return comparisonShape.parse({
    from: {
      day: from,
      ruleSetVersion: ruleSetOn(from, services),
      dataAsOf: Object.fromEntries(Object.entries(dataAsOf).filter(([, day]) => day <= from)),
    },
    to: { day: to, ruleSetVersion: ruleSetOn(to, services), dataAsOf },
    counts,
    byCause,
    matrix,
    rows: changed.map((row) => rowAnswer(row, knowledge, locale)),
    indicative: true,
    disclaimer: DISCLAIMER[locale],
  });
}

/** The version of the rules by which firms were judged on a day. */
function ruleSetOn(day: Day, { knowledge: { changelog } }: Services): string {
  const judging = changelog.versions.filter(({ changes }) => changes.some(({ part }) => part === "scope"));
  const then = judging.find(({ date }) => date <= day) ?? judging.at(-1);
  return then?.version ?? changelog.byPart.scope.version;
}

function rowAnswer(row: ChangedRow, { changelog, nis2 }: Services["knowledge"], locale: Locale) {
  const { ico, country, organizationId, cause, steps, untrusted } = row;
  const named = (standingOn: StandingOn) => ({
    ...standingOn,
    sectorName: nis2.sectorById.get(standingOn.sector as never)?.name[locale] ?? null,
    regimeName: nis2.regimes[country].get(standingOn.regime as never)?.name[locale] ?? null,
  });
  const rules = changelog.versions
    .filter(({ version }) => row.ruleSets.includes(version))
    .flatMap(({ version, changes }) =>
      changes
        .filter(({ part }) => part === "scope" || part === "nace" || part === "acts")
        .map(({ part, text, citations }) => ({ version, part, change: text[locale], citation: citations[0] ?? null })),
    );
  const facts = row.facts.map(({ fact, from: was, to: is, source, day }) => {
    const clean = (text: string | null) => (text === null ? null : foreignText(text));
    const band = (text: string | null) => {
      const known = fact === "size" && text !== null ? nis2.sizeCodes[country].get(text) : undefined;
      return known === undefined || known === null ? clean(text) : `${known.min}-${known.max ?? ""}`;
    };
    return { fact, from: band(was), to: band(is), source, day };
  });
  const shown = facts.filter(({ fact }) => fact !== "name" && fact !== "address");
  return {
    ico,
    country,
    organizationId,
    from: named(row.from),
    to: named(row.to),
    cause,
    why: whyOf(cause, shown, row, locale),
    facts: shown,
    rules,
    steps,
    untrusted,
  };
}

/** The cause in one sentence, of our own words, codes and numbers. */
function whyOf(
  cause: Cause,
  facts: readonly { readonly fact: string; readonly from: string | null; readonly to: string | null }[],
  { days, ruleSets }: ChangedRow,
  locale: Locale,
): string {
  const [first] = facts;
  const unit = first?.fact === "size" ? ` ${employees[locale]}` : "";
  const change =
    first === undefined
      ? registerWord[locale]
      : `${factNames[first.fact]?.[locale] ?? first.fact}: ${first.from ?? "–"} → ${first.to ?? "–"}${unit}`;
  const day = days.at(-1) ?? "";
  const version = ruleSets.at(-1) ?? "";
  return causeTexts[cause][locale].replace("{change}", change).replace("{day}", day).replace("{version}", version);
}

const employees: Localized = { sk: "zamestnancov", cs: "zaměstnanců", en: "employees" };

const registerWord: Localized = { sk: "Údaje v registri", cs: "Údaje v rejstříku", en: "Facts in the register" };

const causeTexts: Readonly<Record<Cause, Localized>> = {
  register: { sk: "{change}.", cs: "{change}.", en: "{change}." },
  source: {
    sk: "Iný zdroj, nie iná firma. {change}.",
    cs: "Jiný zdroj, ne jiná firma. {change}.",
    en: "Another source, not another firm. {change}.",
  },
  law: { sk: "Nové pravidlá {version}.", cs: "Nová pravidla {version}.", en: "New rules {version}." },
  calendar: {
    sk: "Uplynul deň, ktorý určuje zákon ({day}).",
    cs: "Uplynul den, který určuje zákon ({day}).",
    en: "A day that the law names has passed ({day}).",
  },
  stated: {
    sk: "Zmenilo sa, čo o sebe organizácia uvádza.",
    cs: "Změnilo se, co o sobě organizace uvádí.",
    en: "What the organization says of itself changed.",
  },
  both: {
    sk: "Viac príčin po sebe, údaje aj pravidlá. {change}.",
    cs: "Více příčin po sobě, údaje i pravidla. {change}.",
    en: "Several causes, one after the other: facts and rules. {change}.",
  },
};

const factNames: Readonly<Record<string, Localized>> = {
  status: { sk: "Stav v registri", cs: "Stav v rejstříku", en: "Status in the register" },
  nace: { sk: "Činnosti v registri", cs: "Činnosti v rejstříku", en: "Activities in the register" },
  size: { sk: "Veľkosť v registri", cs: "Velikost v rejstříku", en: "Size in the register" },
  legalForm: { sk: "Právna forma v registri", cs: "Právní forma v rejstříku", en: "Legal form in the register" },
  category: {
    sk: "Kategória v otvorených údajoch",
    cs: "Kategorie v otevřených datech",
    en: "Category in the open data",
  },
  financials: {
    sk: "Obrat a bilancia v registri",
    cs: "Obrat a bilance v rejstříku",
    en: "Turnover and balance sheet",
  },
};

function readDay(text: string, field: string, today: Day): Day {
  if (!isDay(text) || text > today || text < daysBefore(today, FURTHEST)) {
    throw new Refused([{ code: "date_invalid", field, why: inReach }]);
  }
  return text;
}

function daysBefore(day: Day, count: number): Day {
  return new Date(Date.parse(day) - count * 86_400_000).toISOString().slice(0, 10);
}

const inReach: Localized = {
  sk: `má to byť deň RRRR-MM-DD, najviac ${FURTHEST} dní dozadu`,
  cs: `má to být den RRRR-MM-DD, nejvýše ${FURTHEST} dní zpět`,
  en: `it must be a day YYYY-MM-DD, at most ${FURTHEST} days back`,
};

const afterTo: Localized = {
  sk: "prvý deň je po druhom",
  cs: "první den je po druhém",
  en: "the first day is after the second",
};
