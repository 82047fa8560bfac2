import type { z } from "zod";
import { nis2Obligations } from "../../../capabilities/obligations/nis2-obligations.ts";
import type { Locale, Localized } from "../../../core/locale.ts";
import { plural } from "../../../core/text.ts";
import { type Command, given, OPERATOR, textOption } from "../command.ts";

const text = {
  review: { sk: "Odporúčané preskúmanie", cs: "Doporučené přezkoumání", en: "Recommended review" },
  basis: { sk: "Právny základ", cs: "Právní základ", en: "Legal basis" },
  without: {
    sk: "Bez nájdeného ustanovenia tejto krajiny:",
    cs: "Bez nalezeného ustanovení této země:",
    en: "Without a provision of this country that was found:",
  },
} satisfies Record<string, Localized>;

/** `dosah obligations`: what NIS2 asks of a firm; one obligation with its law by `--code`. */
export const obligations: Command = {
  words: "obligations",
  usage: "obligations [--country SK|CZ] [--code CODE] [--detail full|concise] [--json]",
  help: "what NIS2 asks of a firm: all obligations, or one with its law",
  options: { country: { type: "string" }, code: { type: "string" }, detail: { type: "string" } },
  run: async (input, { call, terminal }) => {
    const { locale } = input;
    const args = given({
      country: textOption(input, "country"),
      code: textOption(input, "code"),
      detail: textOption(input, "detail"),
      locale,
    });
    const { answer } = await call(nis2Obligations, args, [], OPERATOR);
    if (input.json) {
      terminal.out(JSON.stringify(answer, null, 2));
      return;
    }
    const isWhole = textOption(input, "code") !== undefined && textOption(input, "detail") !== "concise";
    for (const item of answer.items) {
      terminal.out(`${item.code}  ${item.name ?? "–"}`);
      if (!isWhole) continue;
      for (const line of wholeLines(item, locale)) terminal.out(line);
    }
    const left = answer.withoutNationalLaw ?? [];
    if (left.length > 0) terminal.out(`${text.without[locale]} ${left.join(", ")}`);
    terminal.out("");
    terminal.out(answer.disclaimer);
  },
};

type Item = z.output<typeof nis2Obligations.output>["items"][number];

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
