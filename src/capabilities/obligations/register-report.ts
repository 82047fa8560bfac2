import { COUNTRIES, type Country } from "../../core/country.ts";
import type { Day } from "../../core/day.ts";
import { foreignText } from "../../core/foreign-text.ts";
import type { Locale, Localized } from "../../core/locale.ts";
import { formatDay } from "../../core/text.ts";
import type { Block, ReportDocument } from "../../documents/document.ts";
import { basisWords } from "./basis-texts.ts";
import type { RegisterRow } from "./register-rows.ts";
import { STATUS_TEXTS } from "./status-texts.ts";

const text = {
  title: { sk: "Evidencia povinností NIS2", cs: "Evidence povinností NIS2", en: "NIS2 obligation register" },
  foot: {
    sk: "Dosah. Evidencia povinností, podľa údajov organizácie.",
    cs: "Dosah. Evidence povinností, podle údajů organizace.",
    en: "Dosah. Obligation register, as the organization keeps it.",
  },
  completion: { sk: "Splnené", cs: "Splněno", en: "Complete" },
  tracked: { sk: "Sledované povinnosti", cs: "Sledované povinnosti", en: "Tracked obligations" },
  overdue: { sk: "Po termíne preskúmania", cs: "Po termínu přezkoumání", en: "Overdue reviews" },
  late: { sk: "po termíne", cs: "po termínu", en: "overdue" },
  list: { sk: "Prehľad", cs: "Přehled", en: "Overview" },
  entries: { sk: "Záznamy", cs: "Záznamy", en: "Entries" },
  code: { sk: "Kód", cs: "Kód", en: "Code" },
  obligation: { sk: "Povinnosť", cs: "Povinnost", en: "Obligation" },
  status: { sk: "Stav", cs: "Stav", en: "Status" },
  last: { sk: "Preskúmané", cs: "Přezkoumáno", en: "Reviewed" },
  next: { sk: "Ďalšie preskúmanie", cs: "Příští přezkoumání", en: "Next review" },
  person: { sk: "Zodpovedná osoba", cs: "Odpovědná osoba", en: "Responsible person" },
  work: { sk: "Hotové do", cs: "Hotovo do", en: "Done by" },
  approved: { sk: "Schválil", cs: "Schválil", en: "Approved by" },
  firm: { sk: "Firma", cs: "Firma", en: "Firm" },
  state: { sk: "Stav ku dňu", cs: "Stav ke dni", en: "State on" },
  approver: { sk: "Meno", cs: "Jméno", en: "Name" },
  role: { sk: "Funkcia", cs: "Funkce", en: "Function" },
  day: { sk: "Deň", cs: "Den", en: "Day" },
  signature: { sk: "Podpis", cs: "Podpis", en: "Signature" },
  evidence: { sk: "Čím je to doložené", cs: "Čím je to doloženo", en: "Evidence" },
  basis: { sk: "Právny základ", cs: "Právní základ", en: "Legal basis" },
  questionnaire: { sk: "z dotazníka", cs: "z dotazníku", en: "from the questionnaire" },
  of: { sk: "z", cs: "z", en: "of" },
  law: { sk: "Právny stav", cs: "Právní stav", en: "State of the law" },
  version: { sk: "Verzia katalógu", cs: "Verze katalogu", en: "Version of the catalog" },
  address: { sk: "Aktuálna evidencia", cs: "Aktuální evidence", en: "The current register" },
} satisfies Record<string, Localized>;

/** What a report of a register says besides its entries. */
export interface RegisterReport {
  readonly locale: Locale;
  /** The day of the report, by which reviews are overdue. */
  readonly day: Day;
  /** Name of the organization, foreign text. */
  readonly organization: string;
  /** The firm as the register names it, foreign text; `null`: no firm is known. */
  readonly firm: { readonly name: string | null; readonly ico: string } | null;
  /** Whose law is cited beside that of the Union; `null`: that of both countries. */
  readonly country: Country | null;
  readonly completion: number;
  readonly disclaimer: string;
  readonly dataAsOf: Day;
  readonly catalogVersion: string;
  /** Of the page on which the register stands. */
  readonly address: string;
}

/** A register as a report: how far it is, every obligation in a table, and what was entered for the tracked ones. */
export function registerReport(rows: readonly RegisterRow[], about: RegisterReport): ReportDocument {
  const { locale, day, organization, firm, country, completion, disclaimer, dataAsOf, catalogVersion, address } = about;
  const words = (key: keyof typeof text) => text[key][locale];
  const tracked = rows.filter(({ status }) => status !== null);
  const entered = rows.filter(
    ({ status, untrusted }) =>
      status !== null || untrusted.evidenceNote !== null || untrusted.responsiblePerson !== null,
  );
  return {
    locale,
    day,
    title: words("title"),
    foot: words("foot"),
    subtitle: `${organization} · ${formatDay(day, locale)}`,
    blocks: [
      { kind: "paragraph", tone: "strong", text: `${words("completion")}: ${completion} %` },
      {
        kind: "facts",
        rows: [
          [words("tracked"), `${tracked.length} ${words("of")} ${rows.length}`],
          [words("overdue"), String(rows.filter(({ overdue }) => overdue).length)],
          [words("version"), catalogVersion],
          [words("law"), formatDay(dataAsOf, locale)],
          [words("address"), address],
        ],
      },
      { kind: "paragraph", tone: "quiet", text: disclaimer },
      { kind: "heading", level: 2, text: words("list") },
      {
        kind: "table",
        columns: [
          { title: words("code"), width: 15 },
          { title: words("obligation"), width: 25 },
          { title: words("status"), width: 19 },
          { title: words("person"), width: 15 },
          { title: words("work"), width: 12 },
          { title: words("next"), width: 14 },
        ],
        rows: rows.map((row) => [
          row.code,
          row.name ?? "",
          statusText(row, locale),
          row.untrusted.responsiblePerson ?? "–",
          workText(row, locale),
          nextText(row, locale),
        ]),
      },
      { kind: "heading", level: 2, text: words("approved") },
      {
        kind: "facts",
        rows: [
          ...(firm === null ? [] : [[words("firm"), firmText(firm)] as const]),
          [words("state"), formatDay(day, locale)],
          [words("approver"), BLANK],
          [words("role"), BLANK],
          [words("day"), BLANK],
          [words("signature"), BLANK],
        ],
      },
      ...(entered.length === 0 ? [] : [{ kind: "heading", level: 2, text: words("entries") } as const]),
      ...entered.flatMap((row) => entryBlocks(row, country, locale)),
    ],
  };
}

/** A line to write on. */
const BLANK = "……………………………………………";

function firmText({ name, ico }: NonNullable<RegisterReport["firm"]>): string {
  return name === null ? `IČO ${ico}` : `${foreignText(name)}, IČO ${ico}`;
}

function workText({ workDueAt, workOverdue }: RegisterRow, locale: Locale): string {
  if (workDueAt === null) return "–";
  const day = formatDay(workDueAt, locale);
  return workOverdue ? `${day} (${text.late[locale]})` : day;
}

function entryBlocks(row: RegisterRow, country: Country | null, locale: Locale): Block[] {
  const national = COUNTRIES.filter((each) => country === null || each === country);
  // Each law begins a line of its own.
  const basis = [...national, "EU" as const]
    .map((each) => row.legalBasis[each].filter((citation) => citation !== null).join("; "))
    .filter((line) => line !== "")
    .join("\n");
  const { evidenceNote, responsiblePerson } = row.untrusted;
  const facts: readonly (readonly [string, string | null])[] = [
    [text.status[locale], statusText(row, locale)],
    [text.last[locale], row.lastReviewedAt === null ? null : formatDay(row.lastReviewedAt, locale)],
    [text.next[locale], row.nextReviewAt === null ? null : nextText(row, locale)],
    [text.person[locale], responsiblePerson],
    [text.work[locale], row.workDueAt === null ? null : workText(row, locale)],
    [text.evidence[locale], evidenceNote],
    [text.basis[locale], basis === "" ? null : basis],
  ];
  return [
    { kind: "heading", level: 3, text: [row.code, row.name ?? ""].join(" ").trim() },
    { kind: "facts", rows: facts.flatMap(([name, value]) => (value === null ? [] : [[name, value] as const])) },
  ];
}

function statusText({ status, statusSource, basis }: RegisterRow, locale: Locale): string {
  const said = basisWords(status, basis, locale);
  const words = [STATUS_TEXTS[status ?? "untracked"][locale], said].filter((part) => part !== null).join(", ");
  return statusSource === "questionnaire" ? `${words} (${text.questionnaire[locale]})` : words;
}

function nextText({ nextReviewAt, overdue }: RegisterRow, locale: Locale): string {
  if (nextReviewAt === null) return "–";
  const day = formatDay(nextReviewAt, locale);
  return overdue ? `${day} (${text.late[locale]})` : day;
}
