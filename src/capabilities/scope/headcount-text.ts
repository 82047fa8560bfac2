import type { Locale } from "../../core/locale.ts";
import { formatNumber, plural } from "../../core/text.ts";

/** A headcount in words: `61–99 zamestnancov`, `301 zamestnancov a viac`. */
export function headcountText({ min, max }: { min: number; max: number | null }, locale: Locale): string {
  const noun = (count: number) =>
    ({
      sk: plural(count, { one: "zamestnanec", few: "zamestnanci", many: "zamestnanca", other: "zamestnancov" }, "sk"),
      cs: plural(count, { one: "zaměstnanec", few: "zaměstnanci", many: "zaměstnance", other: "zaměstnanců" }, "cs"),
      en: plural(count, { one: "employee", other: "employees" }, "en"),
    })[locale];
  const from = formatNumber(min, locale);
  if (max === null) {
    return {
      sk: `${from} a viac zamestnancov`,
      cs: `${from} a více zaměstnanců`,
      en: `${from} employees or more`,
    }[locale];
  }
  return min === max ? `${from} ${noun(min)}` : `${from}–${formatNumber(max, locale)} ${noun(max)}`;
}
