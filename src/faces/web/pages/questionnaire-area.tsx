import type { z } from "zod";
import { nis2Obligations } from "../../../capabilities/nis2-obligations.ts";
import { nis2Questionnaire } from "../../../capabilities/nis2-questionnaire.ts";
import type { Locale, Localized } from "../../../core/locale.ts";
import type { PageAnswer, PageRequest } from "../page.ts";
import { Citations } from "../parts/citations.tsx";
import { obligationName } from "../parts/obligations/entry.tsx";
import {
  type AnswerId,
  type AreaId,
  askSheet,
  type QuestionIds,
  type Sheet,
  sheetQuery,
} from "../parts/questionnaire/answers.ts";
import { AnsweredOf, modeNames, QuestionnaireFrame, sheetHref } from "../parts/questionnaire/frame.tsx";
import { areaPath, href, obligationPath, paths } from "../paths.ts";
import { problemPage } from "./problem.tsx";

type AreaAnswer = Extract<z.output<typeof nis2Questionnaire.output>, { questions: unknown }>;
type Question = AreaAnswer["questions"][number];

const text = {
  questionnaire: { sk: "Dotazník NIS2", cs: "Dotazník NIS2", en: "NIS2 questionnaire" },
  description: {
    sk: "Otázky dotazníka NIS2 s vysvetlením a právnym základom, oblasť",
    cs: "Otázky dotazníku NIS2 s vysvětlením a právním základem, oblast",
    en: "Questions of the NIS2 questionnaire with guidance and legal basis, area",
  },
  basis: { sk: "Právny základ oblasti", cs: "Právní základ oblasti", en: "Legal basis of the area" },
  saves: { sk: "Povinnosti, ktorých sa týka", cs: "Povinnosti, kterých se týká", en: "Obligations it concerns" },
  next: { sk: "Ďalšia oblasť", cs: "Další oblast", en: "Next area" },
  previous: { sk: "Predchádzajúca oblasť", cs: "Předchozí oblast", en: "Previous area" },
  overview: { sk: "Prehľad oblastí", cs: "Přehled oblastí", en: "All areas" },
  result: { sk: "Zobraziť výsledok", cs: "Zobrazit výsledek", en: "Show the result" },
  withheld: {
    sk: "Znenie tejto otázky neukazujeme: citáciu v ňom sa nepodarilo overiť.",
    cs: "Znění této otázky neukazujeme: citaci v něm se nepodařilo ověřit.",
    en: "The words of this question are not shown: a citation in them could not be confirmed.",
  },
} satisfies Record<string, Localized>;

const areaOf: Record<Locale, (number: number, of: number) => string> = {
  sk: (number, of) => `oblasť ${number} z ${of}`,
  cs: (number, of) => `oblast ${number} z ${of}`,
  en: (number, of) => `area ${number} of ${of}`,
};

/** What a weight means, by its number. */
const weights: Readonly<Record<number, Localized>> = {
  3: {
    sk: "jadro zákona alebo častá príčina škôd",
    cs: "jádro zákona nebo častá příčina škod",
    en: "core of the law or a common cause of damage",
  },
  2: { sk: "štandardné opatrenie", cs: "standardní opatření", en: "standard measure" },
  1: { sk: "doplnkové opatrenie", cs: "doplňkové opatření", en: "supporting measure" },
};

/** The questions of one area as a form. Without a script every button carries all answers along. */
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
  const catalog = await request.ask(nis2Obligations, {});
  const names = new Map(catalog.items.map(({ code, name }) => [code, obligationName(name, locale)]));
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
            {modeNames[sheet.mode][locale].toLowerCase()} · {areaOf[locale](index + 1, areas.length)}
          </p>
          <h1>{title}</h1>
          <AnsweredOf
            answered={answer.questions.filter(({ id }) => sheet.answers.has(id)).length}
            of={answer.questions.length}
            label={title}
            locale={locale}
            isLive
          />
          <details>
            <summary>{text.basis[locale]}</summary>
            <Citations citations={answer.legalReferences.filter((reference) => reference !== null)} locale={locale} />
          </details>
        </section>
        <form method="get" class="questions" action={href(locale, areaPath(areas[index + 1] ?? "result"))}>
          <Carried sheet={sheet} ids={ids} />
          {answer.questions.map((question, position) => (
            <QuestionField
              question={question}
              number={position + 1}
              given={sheet.answers.get(question.id)}
              labels={answer.answers}
              names={names}
              locale={locale}
            />
          ))}
          <Ways previous={areas[index - 1]} hasNext={index + 1 < areas.length} locale={locale} />
        </form>
      </QuestionnaireFrame>
    ),
  };
}

/** All answers so far as hidden fields; what is answered in the form is newer and wins. */
function Carried({ sheet, ids }: { sheet: Sheet; ids: QuestionIds }) {
  return (
    <>
      {Object.entries(sheetQuery(sheet, ids)).map(([name, value]) => (
        <input type="hidden" name={name} value={value} />
      ))}
    </>
  );
}

function QuestionField({
  question,
  number,
  given,
  labels,
  names,
  locale,
}: {
  question: Question;
  number: number;
  given: AnswerId | undefined;
  labels: AreaAnswer["answers"];
  names: ReadonlyMap<string, string>;
  locale: Locale;
}) {
  const { id, weight, guidance, legalReferences, obligations } = question;
  const described = guidance === null ? undefined : `${id}-guidance`;
  return (
    <div class="question rung" id={id}>
      <fieldset class="choice" aria-describedby={described}>
        <legend>
          {number}. {question.text ?? text.withheld[locale]}
        </legend>
        {guidance === null ? null : (
          <p class="help" id={described}>
            {guidance}
          </p>
        )}
        {labels.map(({ id: answer, label }) => (
          <label for={`${id}-${answer}`}>
            <input type="radio" id={`${id}-${answer}`} name={id} value={answer} checked={given === answer} /> {label}
          </label>
        ))}
      </fieldset>
      <div class="question-notes">
        <p class="meta">{weights[weight]?.[locale]}</p>
        <Citations citations={legalReferences.filter((reference) => reference !== null)} locale={locale} />
        {obligations.length === 0 ? null : (
          <ul class="citations" aria-label={text.saves[locale]}>
            {obligations.map((code) => (
              <li>
                <a href={href(locale, obligationPath(code))}>{names.get(code) ?? code}</a>
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}

/** Where to go from here. The first button is what Enter does. */
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
