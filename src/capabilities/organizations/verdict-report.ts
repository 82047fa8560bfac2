import type { Locale, Localized } from "../../core/locale.ts";
import { formatDay } from "../../core/text.ts";
import type { Block, ReportDocument } from "../../documents/document.ts";
import { categoryNames } from "../scope/category-names.ts";
import type { EvaluationAnswer } from "../scope/scope-answer.ts";
import type { OrganizationVerdict } from "./organization-verdict.ts";

const text = {
  title: { sk: "Posúdenie podľa NIS2", cs: "Posouzení podle NIS2", en: "NIS2 verdict" },
  foot: {
    sk: "Dosah. Orientačný výsledok, nie právne stanovisko.",
    cs: "Dosah. Orientační výsledek, ne právní stanovisko.",
    en: "Dosah. An indicative result, not a legal opinion.",
  },
  said: { sk: "Z čoho sa vychádza", cs: "Z čeho se vychází", en: "What it rests on" },
  fact: { sk: "Údaj", cs: "Údaj", en: "Fact" },
  register: { sk: "Register uvádza", cs: "Rejstřík uvádí", en: "The register says" },
  own: { sk: "Organizácia uviedla", cs: "Organizace uvedla", en: "The organization said" },
  reasons: { sk: "Prečo", cs: "Proč", en: "Why" },
  citations: { sk: "Predpisy", cs: "Předpisy", en: "Provisions" },
  regime: {
    sk: "Režim podľa vnútroštátneho práva",
    cs: "Režim podle vnitrostátního práva",
    en: "Regime under national law",
  },
  open: { sk: "Čo by výsledok mohlo zmeniť", cs: "Co by výsledek mohlo změnit", en: "What could change the result" },
  steps: { sk: "Čo z toho vyplýva", cs: "Co z toho plyne", en: "What follows" },
  step: { sk: "Krok", cs: "Krok", en: "Step" },
  within: { sk: "Lehota", cs: "Lhůta", en: "Time limit" },
  day: { sk: "Deň", cs: "Den", en: "Day" },
  past: { sk: "uplynulo", cs: "uplynulo", en: "ran out" },
  origin: { sk: "O tomto posúdení", cs: "O tomto posouzení", en: "About this verdict" },
  authority: { sk: "Záväzne rozhoduje", cs: "Závazně rozhoduje", en: "The binding decision is made by" },
  asOf: { sk: "Posúdené ku dňu", cs: "Posouzeno ke dni", en: "Judged as of" },
  dataAsOf: { sk: "Stav údajov", cs: "Stav dat", en: "State of the data" },
  rules: { sk: "Verzia pravidiel", cs: "Verze pravidel", en: "Version of the rules" },
  address: { sk: "Aktuálne posúdenie", cs: "Aktuální posouzení", en: "The current verdict" },
  source: { sk: "Zdroj", cs: "Zdroj", en: "Source" },
  none: {
    sk: "Posúdenie teraz nie je možné: chýba krajina alebo register neodpovedá.",
    cs: "Posouzení teď není možné: chybí země nebo rejstřík neodpovídá.",
    en: "There is no verdict now: no country is stated, or the register does not answer.",
  },
} satisfies Record<string, Localized>;

/**
 * The verdict of an organization as a report: the answer, what it rests on, why, what follows and until when.
 * @param address of the page on which the verdict stands
 * @param asked the day, ISO 8601, for a report without a verdict
 */
export function verdictReport(
  answer: OrganizationVerdict,
  { locale, address, asked }: { readonly locale: Locale; readonly address: string; readonly asked: string },
): ReportDocument {
  const { verdict, untrusted, said, register, ruleSetVersion } = answer;
  const words = (key: keyof typeof text) => text[key][locale];
  const day = verdict?.asOf ?? asked;
  const heading = (key: keyof typeof text): Block => ({ kind: "heading", level: 2, text: words(key) });
  const head = verdict === null ? words("none") : (verdict.headline ?? categoryNames[verdict.category][locale]);
  return {
    locale,
    day,
    title: words("title"),
    foot: words("foot"),
    subtitle: `${untrusted.name} · ${formatDay(day, locale)}`,
    blocks: [
      { kind: "paragraph", tone: "strong", text: head },
      ...(verdict === null ? [] : [{ kind: "paragraph", tone: "quiet", text: verdict.disclaimer } as const]),
      ...saidBlocks(said, heading, words),
      ...(verdict === null ? [] : verdictBlocks(verdict, heading, words, locale)),
      heading("origin"),
      {
        kind: "facts",
        rows: [
          ...(verdict === null
            ? []
            : ([
                [words("authority"), `${verdict.authority.name}, ${verdict.authority.url}`],
                [words("asOf"), formatDay(verdict.asOf, locale)],
                [words("dataAsOf"), formatDay(verdict.dataAsOf.slice(0, 10), locale)],
              ] as const)),
          [words("rules"), ruleSetVersion],
          ...register.sources.map(
            ({ name, url, retrievedAt }) =>
              [words("source"), `${name}, ${formatDay(retrievedAt.slice(0, 10), locale)}, ${url}`] as const,
          ),
          [words("address"), address],
        ],
      },
    ],
  };
}

type Words = (key: keyof typeof text) => string;
type Heading = (key: keyof typeof text) => Block;

function saidBlocks(said: OrganizationVerdict["said"], heading: Heading, words: Words): Block[] {
  if (said.length === 0) return [];
  return [
    heading("said"),
    {
      kind: "table",
      columns: [
        { title: words("fact"), width: 36 },
        { title: words("register"), width: 32 },
        { title: words("own"), width: 32 },
      ],
      rows: said.map(({ label, register, own }) => [label, register ?? "–", own ?? "–"]),
    },
  ];
}

function verdictBlocks(verdict: EvaluationAnswer, heading: Heading, words: Words, locale: Locale): Block[] {
  const { trace, nationalRegime, missingFacts, nextSteps } = verdict;
  const reasons = trace.flatMap(({ text: reason }) => (reason === null ? [] : [reason]));
  const citations = [...new Set(trace.flatMap((step) => step.citations))];
  const questions = missingFacts.flatMap(({ question }) => (question === null ? [] : [question]));
  const rows = nextSteps.flatMap((step) => (step.step === null ? [] : [stepRow(step, words, locale)]));
  return [
    heading("reasons"),
    { kind: "list", items: reasons },
    ...(citations.length === 0
      ? []
      : [{ kind: "paragraph", tone: "quiet", text: `${words("citations")}: ${citations.join("; ")}` } as const]),
    ...(nationalRegime === null
      ? []
      : ([
          heading("regime"),
          { kind: "paragraph", tone: "strong", text: nationalRegime.name },
          ...(nationalRegime.explanation === null
            ? []
            : ([{ kind: "paragraph", text: nationalRegime.explanation }] as const)),
          ...(nationalRegime.citations.length === 0
            ? []
            : ([{ kind: "paragraph", tone: "quiet", text: nationalRegime.citations.join("; ") }] as const)),
        ] as const)),
    ...(questions.length === 0 ? [] : [heading("open"), { kind: "list", items: questions } as const]),
    ...(rows.length === 0
      ? []
      : [
          heading("steps"),
          {
            kind: "table",
            columns: [
              { title: words("step"), width: 50 },
              { title: words("within"), width: 28 },
              { title: words("day"), width: 22 },
            ],
            rows,
          } as const,
        ]),
  ];
}

/** A step with its provision, its period in words, and the days that follow from the stated ones. */
function stepRow(
  { step, citation, within, dates }: EvaluationAnswer["nextSteps"][number],
  words: Words,
  locale: Locale,
): string[] {
  const days = dates.flatMap(({ due, past, begins, title }) => {
    if (due === null) return [];
    const shown = "day" in due ? formatDay(due.day, locale) : due.at;
    const named = dates.length > 1 && title !== null ? `${title}: ${shown}` : shown;
    return [past && !begins ? `${named} (${words("past")})` : named];
  });
  return [[step ?? "", citation ?? ""].filter((line) => line !== "").join("\n"), within ?? "–", days.join("\n") || "–"];
}
