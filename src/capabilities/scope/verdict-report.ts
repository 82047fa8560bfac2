import type { Day } from "../../core/day.ts";
import type { Locale, Localized } from "../../core/locale.ts";
import { formatDay } from "../../core/text.ts";
import type { Block, ReportDocument } from "../../documents/document.ts";
import type { AnswerOf } from "../capability.ts";
import type { verdictRoad } from "../deadlines/verdict-road.ts";
import { categoryNames } from "./category-names.ts";
import type { CommonVerdict } from "./scope-answer.ts";

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
  road: { sk: "Čo vás čaká", cs: "Co vás čeká", en: "The road ahead" },
  estimate: { sk: "odhad", cs: "odhad", en: "estimate" },
  openDay: { sk: "deň nepoznáme", cs: "den neznáme", en: "day not known" },
  law: { sk: "Právny stav", cs: "Právní stav", en: "State of the law" },
  signature: {
    sk: "Posúdil: ______________________________   Dátum: ______________",
    cs: "Posoudil: ______________________________   Datum: ______________",
    en: "Assessed by: ______________________________   Date: ______________",
  },
  none: {
    sk: "Posúdenie teraz nie je možné: chýba krajina alebo register neodpovedá.",
    cs: "Posouzení teď není možné: chybí země nebo rejstřík neodpovídá.",
    en: "There is no verdict now: no country is stated, or the register does not answer.",
  },
} satisfies Record<string, Localized>;

/** A verdict with what a report says beside it. */
export interface ReportedVerdict {
  /** `null`: there is none now. */
  readonly verdict: Omit<CommonVerdict, "untrusted"> | null;
  /** The firm, or what somebody calls the verdict; foreign text. */
  readonly name: string;
  /** What the register and the organization say of each fact, where both may. */
  readonly said?: readonly { readonly label: string; readonly register: string | null; readonly own: string | null }[];
  readonly sources: readonly { readonly name: string; readonly url: string; readonly retrievedAt: string }[];
  readonly ruleSetVersion: string;
  /** The latest day on which an act was compared with its official text, for a report that is filed alone. */
  readonly lawDay?: Day;
  /** The dates in the order of time; absent: the steps say them. */
  readonly road?: AnswerOf<typeof verdictRoad>["items"];
  /** With a line for whoever assessed. */
  readonly isSigned?: boolean;
}

/**
 * A verdict as a report: the answer, what it rests on, why, what follows and until when.
 * @param address of the page on which the verdict stands
 * @param asked the day, ISO 8601, for a report without a verdict
 */
export function verdictReport(
  reported: ReportedVerdict,
  { locale, address, asked }: { readonly locale: Locale; readonly address: string; readonly asked: string },
): ReportDocument {
  const { verdict, name, said = [], sources, ruleSetVersion, lawDay, road, isSigned = false } = reported;
  const words = (key: keyof typeof text) => text[key][locale];
  const day = verdict?.asOf ?? asked;
  const heading = (key: keyof typeof text): Block => ({ kind: "heading", level: 2, text: words(key) });
  const head = verdict === null ? words("none") : (verdict.headline ?? categoryNames[verdict.category][locale]);
  return {
    locale,
    day,
    title: words("title"),
    foot: words("foot"),
    subtitle: `${name} · ${formatDay(day, locale)}`,
    blocks: [
      { kind: "paragraph", tone: "strong", text: head },
      ...(verdict === null ? [] : [{ kind: "paragraph", tone: "quiet", text: verdict.disclaimer } as const]),
      ...(road === undefined || road.length === 0 ? [] : [heading("road"), roadTable(road, words, locale)]),
      ...saidBlocks(said, heading, words),
      ...(verdict === null
        ? []
        : [
            ...reasonBlocks(verdict, heading, words),
            // The road says what follows; with it, the steps would be said twice.
            ...(road === undefined ? regimeBlocks(verdict, heading) : []),
            ...openBlocks(verdict, heading),
            ...(road === undefined ? stepBlocks(verdict, heading, words, locale) : []),
          ]),
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
          ...(lawDay === undefined ? [] : ([[words("law"), formatDay(lawDay, locale)]] as const)),
          ...sources.map(
            ({ name, url, retrievedAt }) =>
              [words("source"), `${name}, ${formatDay(retrievedAt.slice(0, 10), locale)}, ${url}`] as const,
          ),
          [words("address"), address],
        ],
      },
      ...(isSigned ? [{ kind: "paragraph", text: words("signature") } as const] : []),
    ],
  };
}

/** When, what, and by which provision; an open day is said to be one. */
function roadTable(road: NonNullable<ReportedVerdict["road"]>, words: Words, locale: Locale): Block {
  return {
    kind: "table",
    columns: [
      { title: words("day"), width: 26 },
      { title: words("step"), width: 44 },
      { title: words("citations"), width: 30 },
    ],
    rows: road.flatMap(({ kind, day, title, counted, citation }) => {
      if (title === null) return [];
      const shown = day === null ? words("openDay") : formatDay(day, locale);
      const tag = kind === "estimate" ? words("estimate") : kind === "past" ? words("past") : "";
      const when = tag === "" ? shown : `${shown} (${tag})`;
      return [[when, [title, counted ?? ""].filter((line) => line !== "").join("\n"), citation ?? ""]];
    }),
  };
}

type Words = (key: keyof typeof text) => string;
type Heading = (key: keyof typeof text) => Block;

function saidBlocks(said: NonNullable<ReportedVerdict["said"]>, heading: Heading, words: Words): Block[] {
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

type Reported = NonNullable<ReportedVerdict["verdict"]>;

function reasonBlocks({ trace }: Reported, heading: Heading, words: Words): Block[] {
  const reasons = trace.flatMap(({ text: reason }) => (reason === null ? [] : [reason]));
  const citations = [...new Set(trace.flatMap((step) => step.citations))];
  return [
    heading("reasons"),
    { kind: "list", items: reasons },
    ...(citations.length === 0
      ? []
      : [{ kind: "paragraph", tone: "quiet", text: `${words("citations")}: ${citations.join("; ")}` } as const]),
  ];
}

function regimeBlocks({ nationalRegime }: Reported, heading: Heading): Block[] {
  if (nationalRegime === null) return [];
  const { name, explanation, citations } = nationalRegime;
  return [
    heading("regime"),
    { kind: "paragraph", tone: "strong", text: name },
    ...(explanation === null ? [] : ([{ kind: "paragraph", text: explanation }] as const)),
    ...(citations.length === 0 ? [] : ([{ kind: "paragraph", tone: "quiet", text: citations.join("; ") }] as const)),
  ];
}

function openBlocks({ missingFacts }: Reported, heading: Heading): Block[] {
  const questions = missingFacts.flatMap(({ question }) => (question === null ? [] : [question]));
  return questions.length === 0 ? [] : [heading("open"), { kind: "list", items: questions }];
}

function stepBlocks({ nextSteps }: Reported, heading: Heading, words: Words, locale: Locale): Block[] {
  const rows = nextSteps.flatMap((step) => (step.step === null ? [] : [stepRow(step, words, locale)]));
  if (rows.length === 0) return [];
  return [
    heading("steps"),
    {
      kind: "table",
      columns: [
        { title: words("step"), width: 50 },
        { title: words("within"), width: 28 },
        { title: words("day"), width: 22 },
      ],
      rows,
    },
  ];
}

/** A step with its provision, its period in words, and the days that follow from the stated ones. */
function stepRow(
  { step, citation, within, dates }: CommonVerdict["nextSteps"][number],
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
