import type { Locale, Localized } from "../../core/locale.ts";
import { plural } from "../../core/text.ts";

const text = {
  review: { sk: "Odporúčané preskúmanie", cs: "Doporučené přezkoumání", en: "Recommended review" },
  basis: { sk: "Právny základ", cs: "Právní základ", en: "Legal basis" },
  without: {
    sk: "Bez nájdeného ustanovenia tejto krajiny:",
    cs: "Bez nalezeného ustanovení této země:",
    en: "Without a provision of this country that was found:",
  },
} satisfies Record<string, Localized>;

interface Item {
  readonly code: string;
  readonly name: string | null;
  readonly article: string | null;
  readonly description?: string | null | undefined;
  readonly reviewIntervalMonths: number;
  readonly legalBasis?: Readonly<Record<string, readonly (string | null)[] | undefined>> | undefined;
}

interface Answer {
  readonly items: readonly Item[];
  readonly withoutNationalLaw?: readonly string[] | undefined;
  readonly disclaimer: string;
}

/** The obligations on a terminal: one that is asked for by its code is printed whole. */
export function obligationLines(
  { items, withoutNationalLaw = [], disclaimer }: Answer,
  locale: Locale,
  { code, detail }: { readonly code?: string | undefined; readonly detail: "full" | "concise" },
): readonly string[] {
  const isWhole = code !== undefined && detail !== "concise";
  return [
    ...items.flatMap((item) => [`${item.code}  ${item.name ?? "–"}`, ...(isWhole ? wholeLines(item, locale) : [])]),
    ...(withoutNationalLaw.length === 0 ? [] : [`${text.without[locale]} ${withoutNationalLaw.join(", ")}`]),
    "",
    disclaimer,
  ];
}

/** What one obligation asks, how often to look at it again, and the provisions behind it. */
function wholeLines({ article, description, reviewIntervalMonths, legalBasis }: Item, locale: Locale): string[] {
  const laws = Object.entries(legalBasis ?? {}).map(
    ([law, references = []]) =>
      `  ${law}: ${references.length === 0 ? "–" : references.map((each) => each ?? "–").join("; ")}`,
  );
  return [
    ...(article === null ? [] : [article]),
    ...(description === null || description === undefined ? [] : [description]),
    `${text.review[locale]}: ${months(reviewIntervalMonths, locale)}`,
    `${text.basis[locale]}:`,
    ...laws,
  ];
}

function months(count: number, locale: Locale): string {
  const forms = {
    sk: { one: "mesiac", few: "mesiace", other: "mesiacov" },
    cs: { one: "měsíc", few: "měsíce", other: "měsíců" },
    en: { one: "month", other: "months" },
  };
  return `${count} ${plural(count, forms[locale], locale)}`;
}
