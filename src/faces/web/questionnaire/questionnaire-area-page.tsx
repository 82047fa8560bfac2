import { obligationCatalog } from "../../../capabilities/obligations/obligation-catalog.ts";
import { nis2Questionnaire } from "../../../capabilities/questionnaire/nis2-questionnaire.ts";
import type { Locale, Localized } from "../../../core/locale.ts";
import { Citations } from "../components/citations.tsx";
import { IncidentDoor } from "../incident/incident-door.tsx";
import { obligationName } from "../obligations/obligation-entry.tsx";
import type { PageAnswer, PageRequest } from "../page.ts";
import { areaPath, href, paths } from "../paths.ts";
import { problemPage } from "../problem/problem-page.tsx";
import { type AreaId, askSheet, type QuestionIds, type Sheet, sheetQuery } from "./answers.ts";
import { AnsweredOf, modeNames, QuestionnaireFrame, sheetHref } from "./progress-and-mode.tsx";
import { QuestionField } from "./question-field.tsx";
import { ReasonField } from "./reason-field.tsx";
import { askLegalBasis, regimeNames } from "./regime.tsx";

const text = {
  questionnaire: { sk: "Dotazník NIS2", cs: "Dotazník NIS2", en: "NIS2 questionnaire" },
  description: {
    sk: "Otázky dotazníka NIS2 s vysvetlením a právnym základom, oblasť",
    cs: "Otázky dotazníku NIS2 s vysvětlením a právním základem, oblast",
    en: "Questions of the NIS2 questionnaire with guidance and legal basis, area",
  },
  basis: { sk: "Právny základ oblasti", cs: "Právní základ oblasti", en: "Legal basis of the area" },
  next: { sk: "Ďalšia oblasť", cs: "Další oblast", en: "Next area" },
  previous: { sk: "Predchádzajúca oblasť", cs: "Předchozí oblast", en: "Previous area" },
  overview: { sk: "Prehľad oblastí", cs: "Přehled oblastí", en: "All areas" },
  result: { sk: "Zobraziť výsledok", cs: "Zobrazit výsledek", en: "Show the result" },
} satisfies Record<string, Localized>;

const areaOf: Record<Locale, (number: number, of: number) => string> = {
  sk: (number, of) => `oblasť ${number} z ${of}`,
  cs: (number, of) => `oblast ${number} z ${of}`,
  en: (number, of) => `area ${number} of ${of}`,
};

/** The questions of one area as a form. Without a script every button sends all answers along. */
export async function questionnaireAreaPage(request: PageRequest): Promise<PageAnswer | Response> {
  const { locale } = request;
  const { sheet, ids, redirect } = await askSheet(request);
  const areas = [...ids.keys()];
  const area = areas.find((id) => id === request.params.area);
  if (area === undefined) return problemPage(request, { code: "not_found" });
  if (redirect !== undefined) return redirect;
  const index = areas.indexOf(area);
  const answer = await request.ask(nis2Questionnaire, { mode: sheet.mode, area });
  if (!("questions" in answer)) return problemPage(request, { code: "not_found" });
  const catalog = await request.ask(obligationCatalog, {});
  const names = new Map(catalog.items.map(({ code, name }) => [code, obligationName(name, locale)]));
  const basis = await askLegalBasis(request, sheet);
  const title = answer.title ?? text.questionnaire[locale];
  return {
    title: `${title} · ${text.questionnaire[locale]}`,
    description: `${text.description[locale]}: ${title}.`,
    isIndexed: sheet.answers.size === 0,
    scripts: ["questionnaire"],
    body: (
      <QuestionnaireFrame ids={ids} sheet={sheet} locale={locale}>
        <section class="opening">
          <p class="meta">
            <a href={sheetHref(locale, paths.questionnaire, sheet, ids)}>{text.questionnaire[locale]}</a> ·{" "}
            {modeNames[sheet.mode][locale].toLowerCase()}
            {sheet.regime === undefined ? "" : ` · ${regimeNames[sheet.regime][locale]}`} ·{" "}
            {areaOf[locale](index + 1, areas.length)}
          </p>
          <h1>{title}</h1>
          {area === "incidents" ? <IncidentDoor locale={locale} /> : null}
          <AnsweredOf
            answered={answer.questions.filter(({ id }) => sheet.answers.has(id)).length}
            of={answer.questions.length}
            label={title}
            locale={locale}
            isLive
          />
          <details>
            <summary>{text.basis[locale]}</summary>
            <Citations citations={basis.area(area, answer.legalReferences)} locale={locale} />
          </details>
        </section>
        <form method="get" class="questions" action={href(locale, areaPath(areas[index + 1] ?? "result"))}>
          <Carried sheet={sheet} ids={ids} area={area} />
          {answer.questions.map((question, position) => (
            <QuestionField
              question={question}
              basis={basis.question(question.id, question.legalReferences)}
              number={position + 1}
              given={sheet.answers.get(question.id)}
              labels={answer.answers}
              names={names}
              locale={locale}
            >
              {question.obligations.length === 0 ? null : (
                <ReasonField id={question.id} given={sheet.reasons.get(question.id)} locale={locale} />
              )}
            </QuestionField>
          ))}
          <Ways previous={areas[index - 1]} hasNext={index + 1 < areas.length} locale={locale} />
        </form>
      </QuestionnaireFrame>
    ),
  };
}

/** All answers so far as hidden fields; what is answered in the form is newer and wins. */
function Carried({ sheet, ids, area }: { sheet: Sheet; ids: QuestionIds; area: AreaId }) {
  const here = ids.get(area) ?? [];
  const reasons = new Map([...sheet.reasons].filter(([id]) => !here.includes(id)));
  return (
    <>
      {Object.entries(sheetQuery({ ...sheet, reasons }, ids)).map(([name, value]) => (
        <input type="hidden" name={name} value={value} />
      ))}
    </>
  );
}

/** The buttons of the form. The first one is what Enter does. */
function Ways({ previous, hasNext, locale }: { previous: AreaId | undefined; hasNext: boolean; locale: Locale }) {
  const to = (path: string) => href(locale, path);
  return (
    <p class="buttons screen-only">
      <button type="submit" class="button">
        {(hasNext ? text.next : text.result)[locale]}
      </button>
      {previous === undefined ? null : (
        <button type="submit" class="button is-second" formaction={to(areaPath(previous))}>
          {text.previous[locale]}
        </button>
      )}
      <button type="submit" class="button is-second" formaction={to(paths.questionnaire)}>
        {text.overview[locale]}
      </button>
      {hasNext ? (
        <button type="submit" class="button is-second" formaction={to(paths.questionnaireResult)}>
          {text.result[locale]}
        </button>
      ) : null}
    </p>
  );
}
