import { regimeComparison } from "../../../capabilities/scope/regime-comparison.ts";
import type { Locale, Localized } from "../../../core/locale.ts";
import { Citations } from "../components/citations.tsx";
import { LawText } from "../components/law-text.tsx";
import type { PageRequest } from "../page.ts";
import type { Verdict } from "./verdict-names.ts";

const text = {
  title: { sk: "Dva režimy vedľa seba", cs: "Dva režimy vedle sebe", en: "The two regimes side by side" },
  difference: { sk: "V čom sa líšia", cs: "V čem se liší", en: "What differs" },
  yours: { sk: "tento výsledok", cs: "tento výsledek", en: "this result" },
  exceptions: {
    sk: "Podrobnosti uvádzajú kroky nižšie.",
    cs: "Podrobnosti uvádějí kroky níže.",
    en: "The steps below say more.",
  },
  law: { sk: "Právny základ", cs: "Právní základ", en: "Legal basis" },
} satisfies Record<string, Localized>;

export type ComparedRegimes = Awaited<ReturnType<typeof askRegimes>>;

/** The two regimes of a country, for `RegimesCompared`. */
export function askRegimes({ ask }: PageRequest, country: Verdict["country"]) {
  return ask(regimeComparison, { country });
}

/** The two regimes of a country as a table, the one of the verdict marked in words and by its ground. */
export function RegimesCompared({
  regimes: { regimes, lines: all },
  verdict,
  locale,
}: {
  regimes: ComparedRegimes;
  verdict: Pick<Verdict, "nationalRegime" | "nextSteps">;
  locale: Locale;
}) {
  const ids = verdict.nextSteps.map(({ id }) => id);
  const lines = all.filter(
    ({ steps }) => steps.length === 0 || ids.length === 0 || steps.some((id) => ids.includes(id)),
  );
  if (lines.length === 0) return null;
  const here = regimes.findIndex(({ id }) => id === verdict.nationalRegime?.id);
  const citations = [...new Set(lines.flatMap((line) => line.citations))];
  return (
    <details class="screen-only">
      <summary>{text.title[locale]}</summary>
      <table class="regimes is-stacked">
        <caption>{text.exceptions[locale]}</caption>
        <thead>
          <tr>
            <th scope="col">{text.difference[locale]}</th>
            {regimes.map(({ name }, at) => (
              <th scope="col" class={at === here ? "is-here" : undefined}>
                {name}
                {at === here ? " " : ""}
                {at === here ? <span class="tag">{text.yours[locale]}</span> : null}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map(({ title, cells }) => (
            <tr>
              <th scope="row">{title}</th>
              {cells.map((cell, at) => (
                <td
                  class={at === here ? "is-here" : undefined}
                  data-label={`${regimes[at]?.name ?? ""}${at === here ? ` (${text.yours[locale]})` : ""}`}
                >
                  <span>
                    <LawText text={cell} />
                  </span>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <details class="step-data">
        <summary>
          {text.law[locale]} ({citations.length})
        </summary>
        <Citations citations={citations} locale={locale} />
      </details>
    </details>
  );
}
