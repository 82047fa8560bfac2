import { type Category, SIZE_CATEGORIES, type SizeCategory } from "../../../core/company.ts";
import type { Locale, Localized } from "../../../core/locale.ts";
import { formatNace } from "../../../core/nace.ts";
import type { SizeThresholds } from "./thresholds.tsx";
import { sizeNames, type Verdict } from "./verdict-names.ts";

type Step = Verdict["trace"][number];

/** A question of the rules on the way to a verdict: the answer that was given, and where another would have led. */
export interface PathStep {
  readonly question: string;
  readonly taken: string;
  /** Answers that were not given, each with the category to which it leads; without one, other questions follow. */
  readonly others: readonly { readonly answer: string; readonly category?: Category }[];
}

const questions = {
  status: { sk: "Existuje firma?", cs: "Existuje firma?", en: "Does the firm exist?" },
  stated_service: {
    sk: "Služba, pri ktorej veľkosť nerozhoduje?",
    cs: "Služba, u které velikost nerozhoduje?",
    en: "A service for which size does not matter?",
  },
  public_administration: {
    sk: "Je to verejná správa?",
    cs: "Je to veřejná správa?",
    en: "Is it public administration?",
  },
  activity: {
    sk: "Patrí činnosť do sektora NIS2?",
    cs: "Patří činnost do odvětví NIS2?",
    en: "Is the activity in a NIS2 sector?",
  },
  weak_activity: {
    sk: "Môže byť pod kódom činnosť, ktorá tam patrí?",
    cs: "Může pod kódem být činnost, která tam patří?",
    en: "Can the code hide an activity that is?",
  },
  waste: {
    sk: "Sú odpady hlavnou činnosťou?",
    cs: "Jsou odpady hlavní činností?",
    en: "Is waste the main activity?",
  },
  size: { sk: "Aká veľká je firma?", cs: "Jak velká je firma?", en: "How large is the firm?" },
  answer: { sk: "Čo ste odpovedali?", cs: "Co jste odpověděli?", en: "What did you answer?" },
  public_body: {
    sk: "Stačí to pri verejnej inštitúcii?",
    cs: "Stačí to u veřejné instituce?",
    en: "Is that enough for a public body?",
  },
  sources: {
    sk: "Súhlasí otvorený register?",
    cs: "Souhlasí otevřený registr?",
    en: "Does the open-data register agree?",
  },
} satisfies Record<string, Localized>;

const words = {
  yes: { sk: "áno", cs: "ano", en: "yes" },
  no: { sk: "nie", cs: "ne", en: "no" },
  ceased: { sk: "nie, zanikla", cs: "ne, zanikla", en: "no, it has ceased" },
  unreadable: { sk: "nedá sa prečítať", cs: "nelze přečíst", en: "cannot be read" },
  publicBody: { sk: "verejná inštitúcia", cs: "veřejná instituce", en: "a public body" },
  noCode: { sk: "kód nie je známy", cs: "kód není znám", en: "no code is known" },
  unusable: { sk: "taký kód neexistuje", cs: "takový kód neexistuje", en: "no such code exists" },
  perhaps: { sk: "možno, kód", cs: "možná, kód", en: "perhaps, code" },
  unless: { sk: "áno, s výnimkou, kód", cs: "ano, s výjimkou, kód", en: "yes, with an exception, code" },
  notKnown: { sk: "nevieme", cs: "nevíme", en: "not known" },
  atLeastMedium: { sk: "najmenej stredný podnik", cs: "nejméně střední podnik", en: "at least medium-sized" },
  decides: { sk: "odpoveď rozhodla", cs: "odpověď rozhodla", en: "the answer decided" },
  counts: { sk: "odpoveď sa započítala", cs: "odpověď se započetla", en: "the answer was counted" },
  silent: { sk: "neodpovedá", cs: "neodpovídá", en: "no reply" },
  outdated: { sk: "údaj je staršií než zánik", cs: "údaj je starší než zánik", en: "older than the end of the firm" },
} satisfies Record<string, Localized>;

/**
 * The questions that led to a verdict, in their order; a rule that played no part asks none.
 * `thresholds` say where the firm would have come out at another size.
 */
export function pathOf(verdict: Verdict, thresholds: SizeThresholds, locale: Locale): PathStep[] {
  return verdict.trace.flatMap((step) => {
    const found = answerOf(step, verdict, thresholds, locale);
    const question = Object.hasOwn(questions, step.rule) ? questions[step.rule as keyof typeof questions] : undefined;
    return found === undefined || question === undefined ? [] : [{ question: question[locale], ...found }];
  });
}

type Found = Omit<PathStep, "question">;

const OUT = "out_of_scope" as const;

/** Answers of rules that say the same in every verdict, by rule and outcome. */
const fixed: Readonly<Record<string, { taken: Localized; other?: { answer: Localized; category?: Category } }>> = {
  "status active": { taken: words.yes, other: { answer: words.no, category: OUT } },
  "status ceased": { taken: words.ceased },
  "status unreadable": { taken: words.unreadable },
  "public_administration not_public": { taken: words.no, other: { answer: words.yes } },
  "public_administration public_body": { taken: words.publicBody },
  "public_administration legal_form": { taken: words.yes, other: { answer: words.no } },
  "public_administration main_activity": { taken: words.yes, other: { answer: words.no } },
  "public_administration university": { taken: words.yes, other: { answer: words.no } },
  "public_administration answered": { taken: words.yes },
  "activity no_code": { taken: words.noCode },
  "activity unusable": { taken: words.unusable },
  "activity no_sector": { taken: words.no, other: { answer: words.yes } },
  "waste not_principal": { taken: words.no },
  "waste principal_unknown": { taken: words.notKnown },
  "size undetermined": { taken: words.notKnown },
  "size one_ceiling_exceeded": { taken: words.notKnown },
  "size at_least_by_accounts": { taken: words.atLeastMedium },
  "answer decides": { taken: words.decides },
  "answer decides_nationally": { taken: words.decides },
  "answer counts": { taken: words.counts },
  "public_body not_out_of_scope": { taken: words.no },
  "public_body listed_activity": { taken: words.no },
  "sources agree": { taken: words.yes },
  "sources silent": { taken: words.silent },
  "sources register_outdated": { taken: words.outdated },
};

function answerOf(step: Step, verdict: Verdict, thresholds: SizeThresholds, locale: Locale): Found | undefined {
  const known = fixed[`${step.rule} ${step.outcome}`];
  const others = (step.rule === "size" ? otherSizes(verdict, thresholds, locale) : undefined) ?? [];
  if (known !== undefined) {
    const { taken, other } = known;
    return {
      taken: taken[locale],
      others: other === undefined ? others : [{ ...other, answer: other.answer[locale] }],
    };
  }
  switch (step.rule) {
    case "stated_service":
      return { taken: words.yes[locale], others: [{ answer: words.no[locale] }] };
    case "activity":
      return {
        taken: `${words.yes[locale]}: ${verdict.sector?.name ?? ""}`,
        others: [{ answer: words.no[locale], category: OUT }],
      };
    case "weak_activity": {
      const word = step.outcome === "unless" ? words.unless : words.perhaps;
      return { taken: `${word[locale]} ${formatNace(String(step.facts.code))}`, others: [] };
    }
    case "size": {
      const size = SIZE_CATEGORIES.find((each) => each === step.facts.size);
      return size === undefined || step.outcome === "not_needed"
        ? undefined
        : { taken: sizeNames[size][locale].toLowerCase(), others };
    }
    case "sources":
      return { taken: words.no[locale], others: [] };
    default:
      return undefined;
  }
}

const sizeWords = {
  micro: { sk: "mikro", cs: "mikro", en: "micro" },
  small: { sk: "malá", cs: "malá", en: "small" },
  medium: { sk: "stredná", cs: "střední", en: "medium" },
  large: { sk: "veľká", cs: "velká", en: "large" },
} satisfies Record<SizeCategory, Localized>;

/**
 * What each size means for the firm, by annex: undefined where the verdict does not rest on it, since a number of the
 * firm's field, an answer or a register decided otherwise.
 */
export function categoriesBySize(
  { sector, size, category, trace }: Verdict,
  { matrix }: SizeThresholds,
): SizeThresholds["matrix"][number]["categories"] | undefined {
  if (sector === null) return undefined;
  const anySize = trace.some(({ rule, outcome }) => rule === "category" && outcome.startsWith("telecom"));
  const row = matrix.find((each) => each.annex === sector.annex && each.anySize === anySize);
  if (row === undefined) return undefined;
  const expected = size.category === null ? "unknown" : row.categories[size.category];
  return expected === category ? row.categories : undefined;
}

/** The sizes that lead to another category, those with the same one together. */
function otherSizes(verdict: Verdict, thresholds: SizeThresholds, locale: Locale): Found["others"] {
  const categories = categoriesBySize(verdict, thresholds);
  if (categories === undefined) return [];
  const leading = new Map<Category, SizeCategory[]>();
  for (const size of SIZE_CATEGORIES) {
    if (categories[size] === verdict.category) continue;
    leading.set(categories[size], [...(leading.get(categories[size]) ?? []), size]);
  }
  return [...leading].map(([category, sizes]) => ({
    answer: sizes.map((size) => sizeWords[size][locale]).join(", "),
    category,
  }));
}
