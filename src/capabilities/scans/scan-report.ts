import { type Day, dayOf } from "../../core/day.ts";
import { foreignText } from "../../core/foreign-text.ts";
import type { Locale, Localized } from "../../core/locale.ts";
import type { ScanCheckId } from "../../core/scan-checks.ts";
import { formatDay, formatInstant } from "../../core/text.ts";
import type { Block, ReportDocument } from "../../documents/document.ts";
import { DISCLAIMER } from "../answers/disclaimer.ts";
import type { ScanResult } from "./scan-answer.ts";
import {
  areaLine,
  capSentence,
  effortNames,
  findingNames,
  findingsOf,
  headline,
  namesLine,
  noAudit,
  passedCount,
  profileNames,
  roleNames,
  unseenCount,
} from "./scan-words.ts";

const text = {
  title: { sk: "Sken domény", cs: "Sken domény", en: "Domain scan" },
  questionnaire: { sk: "Výsledok dotazníka", cs: "Výsledek dotazníku", en: "Result of the questionnaire" },
  questionnaireFoot: {
    sk: "Dosah. Odpovede organizácie; orientačné skóre, nie audit.",
    cs: "Dosah. Odpovědi organizace; orientační skóre, ne audit.",
    en: "Dosah. The answers of the organization; an indicative score, not an audit.",
  },
  foot: {
    sk: "Dosah. Pohľad na doménu zvonka, nie audit.",
    cs: "Dosah. Pohled na doménu zvenku, ne audit.",
    en: "Dosah. A look at a domain from outside, not an audit.",
  },
  score: { sk: "Technické skóre", cs: "Technické skóre", en: "Technical score" },
  questionnaireScore: { sk: "Skóre dotazníka", cs: "Skóre dotazníku", en: "Score of the questionnaire" },
  todo: { sk: "Čo urobiť", cs: "Co udělat", en: "What to do" },
  nothing: { sk: "Netreba robiť nič.", cs: "Není třeba dělat nic.", en: "There is nothing to do." },
  remedy: { sk: "Náprava", cs: "Náprava", en: "Remedy" },
  who: { sk: "Kto", cs: "Kdo", en: "Who" },
  effort: { sk: "Ako dlho", cs: "Jak dlouho", en: "How long" },
  touches: { sk: "Týka sa", cs: "Týká se", en: "Touches" },
  basis: { sk: "Právny základ", cs: "Právní základ", en: "Legal basis" },
  seen: { sk: "Čo sme videli", cs: "Co jsme viděli", en: "What was seen" },
  areas: { sk: "Dotazník po oblastiach", cs: "Dotazník po oblastech", en: "Questionnaire by area" },
  law: { sk: "Právny stav", cs: "Právní stav", en: "State of the law" },
  about: { sk: "O tomto výsledku", cs: "O tomto výsledku", en: "About this result" },
  answeredAt: { sk: "Dotazník uzavretý", cs: "Dotazník uzavřen", en: "Questionnaire completed" },
  questionnaireVersion: { sk: "Verzia dotazníka", cs: "Verze dotazníku", en: "Version of the questionnaire" },
  origin: { sk: "O tomto skene", cs: "O tomto skenu", en: "About this scan" },
  domain: { sk: "Doména", cs: "Doména", en: "Domain" },
  names: { sk: "Posudzované mená", cs: "Posuzovaná jména", en: "Names that were judged" },
  profile: { sk: "Rozsah", cs: "Rozsah", en: "Profile" },
  at: { sk: "Skenované", cs: "Skenováno", en: "Scanned" },
  rules: { sk: "Verzia pravidiel skenu", cs: "Verze pravidel skenu", en: "Version of the scan's rules" },
  address: { sk: "Výsledok na webe", cs: "Výsledek na webu", en: "The result on the site" },
} satisfies Record<string, Localized>;

/** What the law says beside a scan: confirmed texts in the language of the report. */
export interface ScanLaw {
  /** The provisions that a check touches. */
  citationsOf(check: ScanCheckId): readonly string[];
  /** Whom the implementing regulation binds. */
  readonly orientation: string | null;
  /** To which day the state of the law was checked. */
  readonly asOf: Day;
}

/**
 * A scan as a report: the sentence, the score, what to do under which law, what passed, what was not seen.
 * @param scan with all checks
 * @param address of the page on which it stands
 */
export function scanReport(
  scan: ScanResult,
  { locale, address, law }: { readonly locale: Locale; readonly address: string; readonly law: ScanLaw },
): ReportDocument {
  const words = (key: keyof typeof text) => text[key][locale];
  const heading = (key: keyof typeof text): Block => ({ kind: "heading", level: 2, text: words(key) });
  const { domain, scores, checks, areas, error } = scan;
  const title = domain === null ? words("questionnaire") : `${words("title")} ${domain}`;
  const cap = capSentence(scan, locale);
  const names = namesLine(scan, locale);
  const what = scan.status === "completed" && domain !== null ? headline(checks, locale) : (error?.message ?? title);
  return {
    locale,
    title,
    foot: words(domain === null ? "questionnaireFoot" : "foot"),
    day: dayOf(new Date(scan.createdAt)),
    subtitle: formatInstant(scan.createdAt, locale),
    blocks: [
      { kind: "paragraph", tone: "strong", text: what },
      ...(scores.technical === null
        ? []
        : [{ kind: "paragraph", text: `${words("score")}: ${scores.technical}/100.` } as const]),
      ...(domain !== null || scores.questionnaire === null
        ? []
        : [{ kind: "paragraph", text: `${words("questionnaireScore")}: ${scores.questionnaire}/100.` } as const]),
      ...(cap === null ? [] : [{ kind: "paragraph", text: cap } as const]),
      ...(domain === null ? [] : [noAudit[locale], law.orientation ?? ""])
        .filter((said) => said !== "")
        .map((said) => ({ kind: "paragraph", tone: "quiet", text: said }) as const),
      { kind: "paragraph", tone: "quiet", text: DISCLAIMER[locale] },
      ...(checks.length === 0 ? [] : [heading("todo"), ...findingBlocks(scan, law, locale, words)]),
      ...listOf(checks, "error", unseenCount[locale]),
      ...listOf(checks, "pass", passedCount[locale]),
      ...(areas.length === 0
        ? []
        : [
            heading("areas"),
            { kind: "facts", rows: areas.map((area) => [area.title, areaLine[locale](area)] as const) } as const,
          ]),
      heading(domain === null ? "about" : "origin"),
      {
        kind: "facts",
        rows: [
          ...(domain === null ? [] : [[words("domain"), domain] as const]),
          ...(names === null ? [] : [[words("names"), names] as const]),
          ...(scan.profile === null ? [] : [[words("profile"), profileNames[scan.profile][locale]] as const]),
          [words(domain === null ? "answeredAt" : "at"), formatInstant(scan.createdAt, locale)],
          ...(scan.ruleSetVersion === null
            ? []
            : [[words(domain === null ? "questionnaireVersion" : "rules"), scan.ruleSetVersion] as const]),
          [words("law"), formatDay(law.asOf, locale)],
          [words("address"), address],
        ],
      },
    ],
  };
}

function findingBlocks(
  { checks }: ScanResult,
  law: ScanLaw,
  locale: Locale,
  words: (key: keyof typeof text) => string,
): Block[] {
  const calling = findingsOf(checks);
  if (calling.length === 0) return [{ kind: "paragraph", text: words("nothing") }];
  return calling.flatMap(({ id, status, title, finding, remedy, who, effort, obligations, untrusted }): Block[] => {
    const seen = textsOf(untrusted);
    const basis = law.citationsOf(id);
    return [
      { kind: "heading", level: 3, text: `${findingNames[status === "fail" ? "fail" : "warn"][locale]}: ${title}` },
      { kind: "paragraph", text: finding },
      {
        kind: "facts",
        rows: [
          ...(remedy === null ? [] : [[words("remedy"), remedy] as const]),
          ...(who === null ? [] : [[words("who"), roleNames[who][locale]] as const]),
          ...(effort === null ? [] : [[words("effort"), effortNames[effort][locale]] as const]),
          [words("touches"), obligations.join(", ")],
          ...(basis.length === 0 ? [] : [[words("basis"), basis.join("; ")] as const]),
          ...(seen.length === 0 ? [] : [[words("seen"), seen.join("\n")] as const]),
        ],
      },
    ];
  });
}

/** Checks of one status, each with what was found; nothing where there is none. */
function listOf(checks: ScanResult["checks"], status: "error" | "pass", title: (count: number) => string): Block[] {
  const own = checks.filter((check) => check.status === status);
  if (own.length === 0) return [];
  const items = own.map((check) => `${check.title}: ${check.finding}`);
  return [
    { kind: "heading", level: 2, text: title(items.length) },
    { kind: "list", items },
  ];
}

/** What the target sent, as a reader may see it. */
export function textsOf(untrusted: ScanResult["checks"][number]["untrusted"]): string[] {
  return Object.values(untrusted)
    .flat()
    .flatMap((value) => (value === null ? [] : [foreignText(value)]))
    .filter((value) => value !== "");
}
