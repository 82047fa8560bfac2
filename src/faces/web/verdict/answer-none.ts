import type { CommonVerdict } from "../../../capabilities/scope/scope-answer.ts";
import { keysOf, type Questions } from "../components/question-form.tsx";
import { changed, type Pair } from "./what-if-address.ts";

/** Options by which a choice says no. */
const NONE = ["no", "none"];

/**
 * The address in which the open questions of a block are answered with no, for the button "none of these applies" of
 * that block; `null` where it was not pressed.
 */
export function answerNone(query: URLSearchParams, verdict: CommonVerdict, questions: Questions): Pair[] | null {
  const block = query.get("none");
  if (block === null || block === "") return null;
  const answers = verdict.missingFacts.flatMap(({ fact }): Pair[] => {
    const question = questions.get(fact);
    if (question?.block !== block || keysOf(question).some((key) => query.getAll(`a.${key}`).includes("unknown")))
      return [];
    return question.controls.flatMap((control): Pair[] => {
      const key = control.field.replace("answers.", "");
      if (control.kind === "boolean") return [[`a.${key}`, "no"]];
      const none = control.options?.find(({ value }) => NONE.includes(value));
      return control.kind === "choice" && none !== undefined ? [[`a.${key}`, none.value]] : [];
    });
  });
  return changed(query, ["none"], answers);
}
