import { STATUS_TEXTS } from "../../../capabilities/obligations/status-texts.ts";
import type { Locale, Localized } from "../../../core/locale.ts";
import { plural } from "../../../core/text.ts";
import { obligationName } from "../obligations/obligation-entry.tsx";
import { href, obligationPath } from "../paths.ts";
import type { QuestionnaireScore } from "./answers.ts";

type Status = NonNullable<QuestionnaireScore["obligations"][number]["status"]>;

const text = {
  obligations: { sk: "Stav povinností", cs: "Stav povinností", en: "State of the obligations" },
  obligationsIntro: {
    sk: "Takto by odpovede predvyplnili evidenciu povinností. Sú to vaše tvrdenia, nie overenie.",
    cs: "Takto by odpovědi předvyplnily evidenci povinností. Jsou to vaše tvrzení, ne ověření.",
    en: "This is how the answers would pre-fill a register of obligations. They are your statements, not a verification.",
  },
  answered: { sk: "Otázky", cs: "Otázky", en: "Questions" },
  obligation: { sk: "Povinnosť", cs: "Povinnost", en: "Obligation" },
  status: { sk: "Stav podľa odpovedí", cs: "Stav podle odpovědí", en: "State by the answers" },
} satisfies Record<string, Localized>;

const unasked: Record<Locale, (count: number) => string> = {
  sk: (count) =>
    `${count} ${plural(count, { one: "ďalšia povinnosť nemá", few: "ďalšie povinnosti nemajú", other: "ďalších povinností nemá" }, "sk")} zatiaľ zodpovedanú ani jednu otázku.`,
  cs: (count) =>
    `${count} ${plural(count, { one: "další povinnost nemá", few: "další povinnosti nemají", other: "dalších povinností nemá" }, "cs")} zatím zodpovězenou ani jednu otázku.`,
  en: (count) =>
    `${count} more ${plural(count, { one: "obligation has", other: "obligations have" }, "en")} no answered question yet.`,
};

/** How many of the questions on an obligation are answered. */
const answeredOf: Record<Locale, (answered: number, of: number) => string> = {
  sk: (answered, of) => `${answered} z ${of}`,
  cs: (answered, of) => `${answered} z ${of}`,
  en: (answered, of) => `${answered} of ${of}`,
};

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
            <th scope="col" class="number">
              {text.answered[locale]}
            </th>
          </tr>
        </thead>
        <tbody>
          {score.obligations.map(({ code, name, status, basis, words }) =>
            status === null ? null : (
              <tr data-code={code} data-status={status} data-answered={basis.answered} data-asked={basis.asked}>
                <th scope="row">
                  <a href={href(locale, obligationPath(code))}>{obligationName(name, locale)}</a>
                </th>
                <td>
                  <StatusMark status={status} /> {STATUS_TEXTS[status][locale]}
                  {words === null ? null : `, ${words}`}
                </td>
                <td class="number">{answeredOf[locale](basis.answered, basis.asked)}</td>
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

/** A square for each status: full, half, empty, crossed; never shown without its word. */
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
  not_met: null,
  not_applicable: <path d="M2 14L14 2" stroke="currentColor" stroke-width="1.5" />,
} satisfies Record<Status, unknown>;
