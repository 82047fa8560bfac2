import type { Locale, Localized } from "../../../core/locale.ts";
import { formatNumber } from "../../../core/text.ts";
import { Bars } from "../components/bar-chart.tsx";
import type { QuestionnaireScore } from "./answers.ts";

const text = {
  areas: { sk: "Podľa oblastí", cs: "Podle oblastí", en: "By area" },
  areasCaption: {
    sk: "Skóre oblastí od najvyššieho, 100 znamená všetko splnené. Závažnejšie otázky majú väčšiu váhu.",
    cs: "Skóre oblastí od nejvyššího, 100 znamená vše splněno. Závažnější otázky mají větší váhu.",
    en: "Scores by area, highest first; 100 means everything is met. Weightier questions count for more.",
  },
  table: { sk: "To isté v tabuľke", cs: "Totéž v tabulce", en: "The same as a table" },
  area: { sk: "Oblasť", cs: "Oblast", en: "Area" },
  score: { sk: "Skóre", cs: "Skóre", en: "Score" },
  answered: { sk: "Zodpovedané", cs: "Zodpovězeno", en: "Answered" },
  without: { sk: "Zatiaľ bez skóre", cs: "Zatím bez skóre", en: "No score yet" },
  noScore: { sk: "bez skóre", cs: "bez skóre", en: "no score" },
} satisfies Record<string, Localized>;

/** The scores of the areas as bars, with the table behind them; an area without a score has no bar to be misread. */
export function AreaScores({ score, locale }: { score: QuestionnaireScore; locale: Locale }) {
  const shown = (value: number | null) => (value === null ? text.noScore[locale] : formatNumber(value, locale));
  const scored = score.areas.filter((area) => area.score !== null);
  const others = score.areas.filter((area) => area.score === null);
  return (
    <section class="section" aria-labelledby="areas-title">
      <h2 id="areas-title">{text.areas[locale]}</h2>
      {scored.length === 0 ? null : (
        <Bars
          id="areas"
          caption={text.areasCaption[locale]}
          most={100}
          bars={scored.map((area) => ({
            label: area.title ?? area.id,
            segments: [{ value: area.score ?? 0, tone: "plain" }],
            direct: shown(area.score),
          }))}
        />
      )}
      {others.length === 0 ? null : (
        <p class="meta no-score">
          {text.without[locale]}: {others.map((area) => area.title ?? area.id).join(" · ")}
        </p>
      )}
      <details class="behind">
        <summary>{text.table[locale]}</summary>
        <table>
          <caption>{text.areas[locale]}</caption>
          <thead>
            <tr>
              <th scope="col">{text.area[locale]}</th>
              <th scope="col" class="number">
                {text.score[locale]}
              </th>
              <th scope="col" class="number">
                {text.answered[locale]}
              </th>
            </tr>
          </thead>
          <tbody>
            {score.areas.map((area) => (
              <tr>
                <th scope="row">{area.title ?? area.id}</th>
                <td class="number">{shown(area.score)}</td>
                <td class="number">
                  {formatNumber(area.answered, locale)} / {formatNumber(area.questionCount, locale)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </section>
  );
}
