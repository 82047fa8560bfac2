import type { AnswerOf } from "../../../capabilities/capability.ts";
import type { sourceStatus } from "../../../capabilities/registers/source-status.ts";
import type { Locale, Localized } from "../../../core/locale.ts";
import { formatDay, formatNumber } from "../../../core/text.ts";

type Live = AnswerOf<typeof sourceStatus>["live"];

const text = {
  liveTitle: {
    sk: "Registre, ktorých sa pýtame priamo",
    cs: "Rejstříky, kterých se ptáme přímo",
    en: "Live registers",
  },
  live: {
    sk: "Pýtame sa ich na firmy, ktoré v kópii nie sú alebo sú v nej pristaré. Počty sú od spustenia tejto inštancie.",
    cs: "Ptáme se jich na firmy, které v kopii nejsou nebo jsou v ní příliš staré. Počty jsou od spuštění této instance.",
    en: "They are asked about firms that are missing from the copy or too old in it. Counts are since this instance was started.",
  },
  source: { sk: "Zdroj", cs: "Zdroj", en: "Source" },
  lastAnswer: { sk: "Posledná odpoveď", cs: "Poslední odpověď", en: "Last answer" },
  answers: { sk: "Odpovede", cs: "Odpovědi", en: "Answers" },
  failures: { sk: "Zlyhania", cs: "Selhání", en: "Failures" },
  fromCache: { sk: "Z vyrovnávacej pamäte", cs: "Z vyrovnávací paměti", en: "From the cache" },
  state: { sk: "Stav", cs: "Stav", en: "State" },
  never: { sk: "zatiaľ žiadna", cs: "zatím žádná", en: "none so far" },
  asked: { sk: "pýtame sa", cs: "ptáme se", en: "in use" },
  rests: { sk: "neodpovedá, čakáme", cs: "neodpovídá, čekáme", en: "not answering, waiting" },
} satisfies Record<string, Localized>;

/** The registers that are asked for each look-up, and their state; nothing where there are none. */
export function LiveRegisters({ live, locale }: { live: Live; locale: Locale }) {
  if (live.length === 0) return null;
  return (
    <section class="section" aria-labelledby="sources-live">
      <h2 id="sources-live">{text.liveTitle[locale]}</h2>
      <p class="prose">{text.live[locale]}</p>
      <table class="is-stacked">
        <thead>
          <tr>
            <th scope="col">{text.source[locale]}</th>
            <th scope="col">{text.lastAnswer[locale]}</th>
            <th scope="col" class="number">
              {text.answers[locale]}
            </th>
            <th scope="col" class="number">
              {text.failures[locale]}
            </th>
            <th scope="col" class="number">
              {text.fromCache[locale]}
            </th>
            <th scope="col">{text.state[locale]}</th>
          </tr>
        </thead>
        <tbody>
          {live.map((source) => (
            <tr>
              <th scope="row">{source.name}</th>
              <td data-label={text.lastAnswer[locale]}>
                {source.lastAnswerAt === null ? (
                  text.never[locale]
                ) : (
                  <time datetime={source.lastAnswerAt}>{formatDay(source.lastAnswerAt.slice(0, 10), locale)}</time>
                )}
              </td>
              <td data-label={text.answers[locale]} class="number">
                {formatNumber(source.answers, locale)}
              </td>
              <td data-label={text.failures[locale]} class="number">
                {formatNumber(source.failures, locale)}
              </td>
              <td data-label={text.fromCache[locale]} class="number">
                {formatNumber(source.cacheHits, locale)}
              </td>
              <td data-label={text.state[locale]}>{(source.breaker === "open" ? text.rests : text.asked)[locale]}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
