import type { Locale } from "../core/locale.ts";
import { keepShortWords, nonBreaking } from "../core/non-breaking.ts";
import type { Block, ReportDocument } from "./document.ts";

const SPACE = "\u00a0";

/** Inside a number, before what it counts, and inside a day: `500 000 eur`, `2 %`, `3. 11. 2026`. */
const NUMBER =
  /(?<=\d) (?=\d{3}(?!\d))|(?<=\d) (?=(?:%|€|eur|EUR)(?!\p{L}))|(?<=(?<!\d)\d{1,2}\.) (?=\d{1,2}\. ?\d{4})/gu;
const YEAR = /(?<=(?<!\d)\d{1,2}\.[ \u00a0]\d{1,2}\.) (?=\d{4})/g;

/** The same text with what is read as one kept on one line. No other character is changed. */
export function typesetText(text: string, locale: Locale): string {
  const numbers = nonBreaking(text).replace(NUMBER, SPACE).replace(YEAR, SPACE);
  return keepShortWords(numbers, locale);
}

/** The same report with its lines broken where a reader of its language expects it. */
export function typesetReport(report: ReportDocument): ReportDocument {
  const set = (text: string) => typesetText(text, report.locale);
  return {
    ...report,
    title: set(report.title),
    subtitle: set(report.subtitle),
    blocks: report.blocks.map((block) => typesetBlock(block, set)),
  };
}

function typesetBlock(block: Block, set: (text: string) => string): Block {
  switch (block.kind) {
    case "heading":
    case "paragraph":
      return { ...block, text: set(block.text) };
    case "list":
      return { ...block, items: block.items.map(set) };
    case "facts":
      return { ...block, rows: block.rows.map(([name, value]) => [set(name), set(value)] as const) };
    case "table": {
      const columns = block.columns.map(({ title, width }) => ({ title: set(title), width }));
      return { ...block, columns, rows: block.rows.map((row) => row.map(set)) };
    }
  }
}
