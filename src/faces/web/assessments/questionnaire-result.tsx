import type { assessmentList } from "../../../capabilities/assessments/assessment-list.ts";
import type { AnswerOf } from "../../../capabilities/capability.ts";
import type { Locale, Localized } from "../../../core/locale.ts";
import { typesetTexts } from "../../../core/non-breaking.ts";
import { formatNumber } from "../../../core/text.ts";
import { registerPath } from "../obligation-register/register-paths.ts";
import { href } from "../paths.ts";
import { assessmentPath, assessmentsPath } from "./assessment-paths.ts";

const text = typesetTexts({
  answers: { sk: "Odpovede", cs: "Odpovědi", en: "Answers" },
  compare: { sk: "Porovnať s predošlým", cs: "Porovnat s předchozím", en: "Compare with the one before" },
  register: { sk: "Evidencia povinností", cs: "Evidence povinností", en: "Obligation register" },
} satisfies Record<string, Localized>);

const reached: Record<Locale, (score: string) => string> = {
  sk: (score) => `Skóre ${score} zo 100`,
  cs: (score) => `Skóre ${score} ze 100`,
  en: (score) => `Score ${score} out of 100`,
};

/** The score of a completed questionnaire, and the ways to its answers, to the one before it and to the register. */
export function QuestionnaireResult({
  scanId,
  score,
  list: { organization, questionnaires },
  locale,
}: {
  scanId: string;
  score: number | null;
  list: AnswerOf<typeof assessmentList>;
  locale: Locale;
}) {
  const index = questionnaires.findIndex((each) => each.scanId === scanId);
  const own = questionnaires[index];
  const older = questionnaires.slice(index + 1).find(({ state }) => state === "completed");
  return (
    <>
      {score === null ? null : <p class="prose lead">{reached[locale](formatNumber(score, locale))}</p>}
      <div class="buttons screen-only">
        {own === undefined ? null : (
          <a class="button is-quiet" href={href(locale, assessmentPath(organization.id, own.id))}>
            {text.answers[locale]}
          </a>
        )}
        {own === undefined || older === undefined ? null : (
          <a
            class="button is-quiet"
            href={href(locale, `${assessmentsPath(organization.id)}/compare`, { a: older.id, b: own.id })}
          >
            {text.compare[locale]}
          </a>
        )}
        <a class="button is-quiet" href={href(locale, registerPath(organization.id))}>
          {text.register[locale]}
        </a>
      </div>
    </>
  );
}
