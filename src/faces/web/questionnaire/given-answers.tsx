import { writeSpreadsheetCsv } from "../../../capabilities/opendata/csv.ts";
import { nis2Questionnaire } from "../../../capabilities/questionnaire/nis2-questionnaire.ts";
import { questionnaireScore } from "../../../capabilities/questionnaire/questionnaire-score.ts";
import type { Locale, Localized } from "../../../core/locale.ts";
import { LawText } from "../components/law-text.tsx";
import { fileResponse } from "../file-response.ts";
import type { PageRequest } from "../page.ts";
import { areaPath, href, paths } from "../paths.ts";
import {
  type AnswerId,
  type AreaId,
  askSheet,
  type GivenReason,
  type QuestionIds,
  type Sheet,
  sheetQuery,
} from "./answers.ts";
import { answerNames } from "./next-steps.tsx";
import { sheetHref } from "./progress-and-mode.tsx";
import { reasonText } from "./reason-field.tsx";
import { askLegalBasis, regimeNames } from "./regime.tsx";

const text = {
  title: { sk: "Vaše odpovede", cs: "Vaše odpovědi", en: "Your answers" },
  question: { sk: "Otázka", cs: "Otázka", en: "Question" },
  answer: { sk: "Odpoveď", cs: "Odpověď", en: "Answer" },
  area: { sk: "Oblasť", cs: "Oblast", en: "Area" },
  reason: { sk: "Dôvod", cs: "Důvod", en: "Reason" },
  weight: { sk: "Váha", cs: "Váha", en: "Weight" },
  basis: { sk: "Právny základ", cs: "Právní základ", en: "Legal basis" },
  regime: { sk: "Režim", cs: "Režim", en: "Regime" },
  withheld: {
    sk: "Znenie nezobrazujeme: citáciu v ňom sa nepodarilo overiť.",
    cs: "Znění nezobrazujeme: citaci v něm se nepodařilo ověřit.",
    en: "The words are not shown: a citation in them could not be confirmed.",
  },
  download: { sk: "Stiahnuť odpovede", cs: "Stáhnout odpovědi", en: "Download the answers" },
} satisfies Record<string, Localized>;

/** An answer with the question that it answers. */
export interface GivenAnswer {
  readonly id: string;
  readonly area: AreaId;
  readonly areaTitle: string | null;
  readonly text: string | null;
  readonly answer: AnswerId;
  readonly weight: number;
  readonly obligations: readonly string[];
  readonly legalReferences: readonly string[];
  /** Why the question does not concern the visitor; `null` where they gave no reason. */
  readonly reason: GivenReason["code"] | null;
  /** In their own words; foreign text. */
  readonly untrusted: { readonly reason: string | null };
}

/** The questions that a sheet answers, in the order of the questionnaire. */
export async function askGivenAnswers(request: PageRequest, sheet: Sheet, ids: QuestionIds): Promise<GivenAnswer[]> {
  const basis = await askLegalBasis(request, sheet);
  const areas = await Promise.all(
    [...ids.keys()].map((area) => request.ask(nis2Questionnaire, { mode: sheet.mode, area })),
  );
  return areas.flatMap((area) => {
    if (!("questions" in area)) return [];
    return area.questions.flatMap(({ id, text: words, weight, obligations, legalReferences }) => {
      const answer = sheet.answers.get(id);
      if (answer === undefined) return [];
      const reason = sheet.reasons.get(id);
      const references = basis.question(id, legalReferences);
      return {
        id,
        area: area.area,
        areaTitle: area.title,
        text: words,
        answer,
        weight,
        obligations,
        legalReferences: references,
        reason: reason?.code ?? null,
        untrusted: { reason: reason === undefined || reason.words === "" ? null : reason.words },
      };
    });
  });
}

/** All answers, area by area, with a link to each question, and as files. */
export function GivenAnswers({
  given,
  sheet,
  ids,
  locale,
}: {
  given: readonly GivenAnswer[];
  sheet: Sheet;
  ids: QuestionIds;
  locale: Locale;
}) {
  const byArea = [...Map.groupBy(given, ({ area }) => area)];
  return (
    <section class="section" aria-labelledby="given-title">
      <h2 id="given-title">{text.title[locale]}</h2>
      {byArea.map(([area, answers]) => (
        <details>
          <summary>
            {answers[0]?.areaTitle ?? area} ({answers.length})
          </summary>
          <table>
            <thead>
              <tr>
                <th scope="col">{text.question[locale]}</th>
                <th scope="col">{text.answer[locale]}</th>
              </tr>
            </thead>
            <tbody>
              {answers.map(({ id, text: words, answer }) => (
                <tr>
                  <th scope="row">
                    <LawText text={words ?? text.withheld[locale]} />{" "}
                    <a class="screen-only" href={`${sheetHref(locale, areaPath(area), sheet, ids)}#${id}`}>
                      {id}
                    </a>
                  </th>
                  <td>{answerNames[answer][locale]}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </details>
      ))}
      <p class="links screen-only">
        {text.download[locale]}:{" "}
        <a href={href(locale, paths.questionnaireCsv, sheetQuery(sheet, ids))} download>
          CSV
        </a>
        <a href={href(locale, paths.questionnaireJson, sheetQuery(sheet, ids))}>JSON</a>
      </p>
    </section>
  );
}

function reasonOf({ id }: GivenAnswer, { reasons }: Sheet, locale: Locale): string {
  const given = reasons.get(id);
  return given === undefined ? "" : reasonText(given, locale);
}

/** The answers of an address as a table for a spreadsheet. */
export async function questionnaireCsv(request: PageRequest): Promise<Response> {
  const { locale } = request;
  const { sheet, ids } = await askSheet(request);
  const given = await askGivenAnswers(request, sheet, ids);
  const head = [
    text.area,
    text.question,
    text.question,
    text.answer,
    text.answer,
    text.weight,
    text.basis,
    text.regime,
    text.reason,
  ];
  const regime = sheet.regime === undefined ? "" : regimeNames[sheet.regime][locale];
  const rows = [
    head.map((name, at) => (at === 1 || at === 3 ? `${name[locale]} (id)` : name[locale])),
    ...given.map((each) => [
      each.areaTitle ?? each.area,
      each.id,
      each.text ?? "",
      each.answer,
      answerNames[each.answer][locale],
      String(each.weight),
      each.legalReferences.join("; "),
      regime,
      reasonOf(each, sheet, locale),
    ]),
  ];
  return fileResponse(writeSpreadsheetCsv(rows, locale), "nis2-questionnaire", "csv");
}

/** The answers of an address with their score, for programs. */
export async function questionnaireJson(request: PageRequest): Promise<Response> {
  const { sheet, ids } = await askSheet(request);
  const { mode, answers, regime = null } = sheet;
  const given = await askGivenAnswers(request, sheet, ids);
  const score = await request.ask(questionnaireScore, {
    mode,
    answers: Object.fromEntries(answers),
    reasons: [...sheet.reasons.keys()],
  });
  const { version, overall, areas, obligations, disclaimer } = score;
  const document = { mode, regime, version, answers: given, overall, areas, obligations, indicative: true, disclaimer };
  return new Response(`${JSON.stringify(document, null, 2)}\n`, {
    headers: { "Content-Type": "application/json; charset=utf-8" },
  });
}
