import { assessmentAnswer } from "../../../capabilities/assessments/assessment-answer.ts";
import { Refused } from "../../../capabilities/calling/refusal.ts";
import type { SignedIn } from "../page.ts";
import { href, redirectTo } from "../paths.ts";
import type { FormRoute } from "../private-page.ts";
import { assessmentPage } from "./assessment-page.tsx";
import { assessmentPath } from "./assessment-paths.ts";

/** Saves one answer as soon as it is chosen; a script sends it, and reads what is stored now. */
export const autosaveForm: FormRoute<SignedIn> = {
  cost: { rows: ["person_write"] },
  capability: assessmentAnswer,
  fields: ["question", "answer", "note", "seen"],
  submit: async (request) => {
    const { locale, params, form, ask } = request;
    const [organizationId, questionnaireId] = [params.organizationId ?? "", params.questionnaireId ?? ""];
    const question = form.get("question");
    const isScript = request.readHeader("Accept")?.includes("application/json") === true;
    try {
      const saved = await ask(assessmentAnswer, {
        organizationId,
        questionnaireId,
        answers: form.has("answer") ? { [question]: form.get("answer") } : {},
        ...(form.has("seen") ? { shown: { [question]: form.get("seen") } } : {}),
        ...(form.has("note") ? { notes: { [question]: form.get("note") } } : {}),
      });
      if (!isScript) {
        const area = question.replace(/-\d{2}$/, "");
        return redirectTo(
          `${href(locale, assessmentPath(organizationId, questionnaireId, `/${area}`))}#${question}`,
          303,
        );
      }
      const [clash] = saved.clashes;
      if (clash !== undefined) return json(409, { saved: false, question, stored: clash.stored });
      if (saved.longNotes.length > 0) return json(400, { saved: false, question, code: "text_length" });
      const { at, answered, asked, toConfirm } = saved;
      return json(200, { saved: true, question, answer: form.get("answer") || null, at, answered, asked, toConfirm });
    } catch (thrown) {
      if (!isScript || !(thrown instanceof Refused)) throw thrown;
      const [{ code }] = thrown.faults;
      return json(code === "questionnaire_completed" ? 409 : 400, { saved: false, question, code });
    }
  },
  shownOn: assessmentPage,
};

function json(status: number, body: object): Response {
  return new Response(JSON.stringify(body), { status, headers: { "Content-Type": "application/json; charset=utf-8" } });
}
