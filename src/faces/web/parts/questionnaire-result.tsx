import type { Locale, Localized } from "../../../core/locale.ts";
import { formatNumber, plural } from "../../../core/text.ts";
import { areaPath, href, obligationPath } from "../paths.ts";
import type { AnswerId, AreaId, QuestionnaireScore } from "../questionnaire-answers.ts";
import { Bars } from "./bars.tsx";
import { obligationName } from "./obligation-entry.tsx";
import { Citations } from "./trace-ladder.tsx";

type Status = NonNullable<QuestionnaireScore["obligations"][number]["status"]>;

const text = {
  areas: { sk: "Podľa oblastí", cs: "Podle oblastí", en: "By area" },
  areasCaption: {
    sk: "Skóre oblastí od najvyššieho, 100 je všetko splnené. Ťažšie otázky vážia viac.",
    cs: "Skóre oblastí od nejvyššího, 100 znamená vše splněno. Závažnější otázky váží víc.",
    en: "Scores of the areas, highest first; 100 is everything met. Heavier questions count for more.",
  },
  table: { sk: "To isté v tabuľke", cs: "Totéž v tabulce", en: "The same as a table" },
  area: { sk: "Oblasť", cs: "Oblast", en: "Area" },
  score: { sk: "Skóre", cs: "Skóre", en: "Score" },
  answered: { sk: "Zodpovedané", cs: "Zodpovězeno", en: "Answered" },
  noScore: { sk: "bez skóre", cs: "bez skóre", en: "no score" },
  next: { sk: "Čím začať", cs: "Čím začít", en: "What to do first" },
  nextIntro: {
    sk: "Najviac pridajú tieto kroky, od najväčšieho prínosu.",
    cs: "Nejvíc přidají tyto kroky, od největšího přínosu.",
    en: "These steps gain most, the largest gain first.",
  },
  nothing: {
    sk: "V tom, čo je zodpovedané, nechýba nič.",
    cs: "V tom, co je zodpovězeno, nic nechybí.",
    en: "Nothing is missing in what is answered.",
  },
  given: { sk: "Vaša odpoveď", cs: "Vaše odpověď", en: "Your answer" },
  toQuestion: { sk: "k otázke", cs: "k otázce", en: "to the question" },
  obligations: { sk: "Stav povinností", cs: "Stav povinností", en: "State of the obligations" },
  obligationsIntro: {
    sk: "Takto by odpovede predvyplnili evidenciu povinností. Sú to vaše tvrdenia, nie overenie.",
    cs: "Takto by odpovědi předvyplnily evidenci povinností. Jsou to vaše tvrzení, ne ověření.",
    en: "This is how the answers would pre-fill a register of obligations. They are your statements, not a verification.",
  },
  obligation: { sk: "Povinnosť", cs: "Povinnost", en: "Obligation" },
  status: { sk: "Stav", cs: "Stav", en: "State" },
  withheld: {
    sk: "Znenie neukazujeme: citáciu v ňom sa nepodarilo overiť.",
    cs: "Znění neukazujeme: citaci v něm se nepodařilo ověřit.",
    en: "The words are not shown: a citation in them could not be confirmed.",
  },
  open: { sk: "bez odpovede", cs: "bez odpovědi", en: "not answered" },
} satisfies Record<string, Localized>;

const statusNames = {
  met: { sk: "splnená", cs: "splněna", en: "met" },
  partial: { sk: "čiastočne splnená", cs: "částečně splněna", en: "partly met" },
  in_progress: { sk: "rozpracovaná", cs: "rozpracována", en: "in progress" },
  not_met: { sk: "nesplnená", cs: "nesplněna", en: "not met" },
  not_applicable: { sk: "netýka sa vás", cs: "netýká se vás", en: "does not apply" },
} satisfies Record<Status, Localized>;

const answerNames = {
  yes: { sk: "áno", cs: "ano", en: "yes" },
  partial: { sk: "čiastočne", cs: "částečně", en: "partly" },
  no: { sk: "nie", cs: "ne", en: "no" },
  not_applicable: { sk: "netýka sa nás", cs: "netýká se nás", en: "does not apply" },
} satisfies Record<AnswerId, Localized>;

const unasked: Record<Locale, (count: number) => string> = {
  sk: (count) =>
    `${count} ${plural(count, { one: "ďalšia povinnosť nemá", few: "ďalšie povinnosti nemajú", other: "ďalších povinností nemá" }, "sk")} zatiaľ zodpovedanú otázku.`,
  cs: (count) =>
    `${count} ${plural(count, { one: "další povinnost nemá", few: "další povinnosti nemají", other: "dalších povinností nemá" }, "cs")} zatím zodpovězenou otázku.`,
  en: (count) =>
    `${count} more ${plural(count, { one: "obligation has", other: "obligations have" }, "en")} no answered question yet.`,
};

/** The scores of the areas as bars, with the table behind them. */
export function AreaScores({ score, locale }: { score: QuestionnaireScore; locale: Locale }) {
  const shown = (value: number | null) => (value === null ? text.noScore[locale] : formatNumber(value, locale));
  return (
    <section class="section" aria-labelledby="areas-title">
      <h2 id="areas-title">{text.areas[locale]}</h2>
      <Bars
        id="areas"
        caption={text.areasCaption[locale]}
        most={100}
        bars={score.areas.map((area) => ({
          label: area.title ?? area.id,
          parts: [{ value: area.score ?? 0, tone: "plain" }],
          direct: shown(area.score),
        }))}
      />
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

/** At most five things to do, what gains most first. */
export function NextThings({
  score,
  locale,
  linkTo,
}: {
  score: QuestionnaireScore;
  locale: Locale;
  /** The address of an area with the answers in it. */
  linkTo: (path: string) => string;
}) {
  const titles = new Map<AreaId, string | null>(score.areas.map(({ id, title }) => [id, title]));
  return (
    <section class="section" aria-labelledby="next-title">
      <h2 id="next-title">{text.next[locale]}</h2>
      {score.nextSteps.length === 0 ? (
        <p class="prose">{text.nothing[locale]}</p>
      ) : (
        <>
          <p class="prose">{text.nextIntro[locale]}</p>
          <ol class="ladder things">
            {score.nextSteps.map(({ id, area, text: words, guidance, answer, legalReferences }) => (
              <li class="rung">
                <div class="rung-text">
                  <p>{words ?? text.withheld[locale]}</p>
                  {guidance === null ? null : <p class="help">{guidance}</p>}
                  <p class="meta">
                    {titles.get(area) ?? area} · {text.given[locale]}:{" "}
                    <b>{answer === null ? text.open[locale] : answerNames[answer][locale]}</b>
                    <span class="to-question">
                      {" · "}
                      <a href={`${linkTo(areaPath(area))}#${id}`}>
                        {text.toQuestion[locale]} <span class="visually-hidden">{id}</span>
                      </a>
                    </span>
                  </p>
                </div>
                <Citations citations={legalReferences.filter((reference) => reference !== null)} locale={locale} />
              </li>
            ))}
          </ol>
        </>
      )}
    </section>
  );
}

/** The statuses that the answers give the obligations; those without an answered question are only counted. */
export function PrefilledObligations({ score, locale }: { score: QuestionnaireScore; locale: Locale }) {
  const open = score.obligations.filter(({ status }) => status === null).length;
  return (
    <section class="section" aria-labelledby="obligations-title">
      <h2 id="obligations-title">{text.obligations[locale]}</h2>
      <p class="prose">{text.obligationsIntro[locale]}</p>
      <table class="statuses">
        <thead>
          <tr>
            <th scope="col">{text.obligation[locale]}</th>
            <th scope="col">{text.status[locale]}</th>
          </tr>
        </thead>
        <tbody>
          {score.obligations.map(({ code, name, status }) =>
            status === null ? null : (
              <tr>
                <th scope="row">
                  <a href={href(locale, obligationPath(code))}>{obligationName(name, locale)}</a>
                </th>
                <td>
                  <StatusMark status={status} /> {statusNames[status][locale]}
                </td>
              </tr>
            ),
          )}
        </tbody>
      </table>
      {open === 0 ? null : <p class="meta">{unasked[locale](open)}</p>}
      <p class="meta">{score.disclaimer}</p>
    </section>
  );
}

/** A square for each status: full, half, empty, crossed; never without its word. */
function StatusMark({ status }: { status: Status }) {
  return (
    <svg class="status-mark" viewBox="0 0 16 16" width="14" height="14" aria-hidden="true">
      <rect x="1.75" y="1.75" width="12.5" height="12.5" fill="none" stroke="currentColor" stroke-width="1.5" />
      {inside[status]}
    </svg>
  );
}

const inside = {
  met: <rect x="4" y="4" width="8" height="8" fill="currentColor" />,
  partial: <path d="M4 12V4l8 8z" fill="currentColor" />,
  in_progress: <path d="M4 12V8h8v4z" fill="currentColor" />,
  not_met: null,
  not_applicable: <path d="M2 14L14 2" stroke="currentColor" stroke-width="1.5" />,
} satisfies Record<Status, unknown>;
