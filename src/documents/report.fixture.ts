import type { Locale } from "../core/locale.ts";
import type { ReportDocument } from "./document.ts";

/** Texts that are something else to a spreadsheet, to markup or to a program that looks for links. */
export const ODD_TEXTS = [
  "=1+1",
  '=HYPERLINK("https://example.com","x")',
  "<w:p>&amp; ]]>",
  "_x0041_",
  "https://example.com/a",
  "@SUM(A1)",
] as const;

const letters: Readonly<Record<Locale, string>> = {
  sk: "Kŕdeľ šťastných ďatľov učí pri ústí Váhu mĺkveho koňa obhrýzať kôru a žrať čerstvé mäso, § 20 ods. 4 „áno“ – 5 €",
  cs: "Nechť již hříšné saxofony ďáblů rozezvučí síň úděsnými tóny waltzu, tanga a quickstepu, § 6 „ano“ – 5 €",
  en: "The quick brown fox jumps over the lazy dog, Article 21 “yes” – €5",
};

/** A report with every kind of block and odd texts in each. */
export function exampleReport(locale: Locale, rows = 3): ReportDocument {
  return {
    locale,
    title: letters[locale],
    subtitle: ODD_TEXTS[1],
    day: "2026-11-23",
    foot: ODD_TEXTS[2],
    blocks: [
      { kind: "heading", level: 2, text: letters[locale] },
      { kind: "paragraph", tone: "strong", text: letters[locale] },
      { kind: "paragraph", text: `${letters[locale]}\nsecond line` },
      { kind: "paragraph", tone: "quiet", text: ODD_TEXTS[4] },
      { kind: "list", items: ODD_TEXTS },
      { kind: "heading", level: 3, text: "facts" },
      { kind: "facts", rows: ODD_TEXTS.map((text, at) => [`name ${at}`, text] as const) },
      {
        kind: "table",
        columns: [
          { title: "code", width: 1 },
          { title: "text", width: 3 },
        ],
        rows: Array.from({ length: rows }, (_, at) => [`NIS2-${at}`, ODD_TEXTS[at % ODD_TEXTS.length] ?? ""]),
      },
    ],
  };
}
