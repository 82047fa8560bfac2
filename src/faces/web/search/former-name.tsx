import type { Day } from "../../../core/day.ts";
import { foreignText } from "../../../core/foreign-text.ts";
import type { Locale, Localized } from "../../../core/locale.ts";
import { formatDay } from "../../../core/text.ts";

const text = {
  formerly: { sk: "predtým", cs: "dříve", en: "formerly" },
  until: { sk: "do", cs: "do", en: "until" },
} satisfies Record<string, Localized>;

/** The former name by which a firm is found, with its last day where that is known; nothing without a name. */
export function FormerName({
  name,
  until,
  locale,
}: {
  name: string | undefined;
  until: Day | undefined;
  locale: Locale;
}) {
  if (name === undefined) return null;
  return (
    <span class="meta former" data-former>
      {text.formerly[locale]} <bdi>{foreignText(name)}</bdi>
      {until === undefined ? null : `, ${text.until[locale]} ${formatDay(until, locale)}`}
    </span>
  );
}
