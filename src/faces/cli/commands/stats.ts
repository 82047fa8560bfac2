import { nis2Stats } from "../../../capabilities/registers/nis2-stats.ts";
import { CATEGORIES } from "../../../core/company.ts";
import type { Localized } from "../../../core/locale.ts";
import { formatDay, formatNumber } from "../../../core/text.ts";
import { type Command, given, OPERATOR, textOption } from "../command.ts";

const text = {
  essential: { sk: "kľúčové", cs: "základní", en: "essential" },
  important: { sk: "dôležité", cs: "důležité", en: "important" },
  out_of_scope: { sk: "mimo pôsobnosti", cs: "mimo působnost", en: "out of scope" },
  unknown: { sk: "neurčené", cs: "neurčeno", en: "not determined" },
  dataAsOf: { sk: "Stav údajov", cs: "Stav dat", en: "State of the data" },
  sample: {
    sk: "Počítaná je priložená vzorka skutočných firiem, nie celý register.",
    cs: "Počítán je přiložený vzorek skutečných firem, ne celý rejstřík.",
    en: "The shipped sample was counted, not a whole register.",
  },
} satisfies Record<string, Localized>;

/** `dosah stats`: how many firms by category and sector. */
export const stats: Command = {
  words: "stats",
  usage: "stats [--country SK|CZ] [--json]",
  help: "how many active firms by NIS2 category and sector",
  options: { country: { type: "string" } },
  run: async (input, { call, terminal }) => {
    const { locale } = input;
    const { answer } = await call(nis2Stats, given({ country: textOption(input, "country"), locale }), [], OPERATOR);
    if (input.json) {
      terminal.out(JSON.stringify(answer, null, 2));
      return;
    }
    const counts = (row: typeof answer.totals) =>
      CATEGORIES.map((category) => `${text[category][locale]} ${formatNumber(row[category], locale)}`).join(", ");
    terminal.out(counts(answer.totals));
    for (const sector of answer.sectors ?? []) terminal.out(`${sector.id}  ${sector.name}: ${counts(sector)}`);
    if (answer.isSample) terminal.out(text.sample[locale]);
    terminal.out(`${text.dataAsOf[locale]}: ${formatDay(answer.dataAsOf, locale)}`);
    terminal.out(answer.disclaimer);
  },
};
