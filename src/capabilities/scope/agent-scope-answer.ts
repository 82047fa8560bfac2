import type { z } from "zod";
import { argumentOfCheck } from "./check-answers.ts";
import { type OfferedAnswer, offered, offeredAnswer } from "./offered-scope-answer.ts";
import type { ScopeAnswer } from "./scope-answer.ts";

/** The answer of `nis2_scope_check` as agents get it: they send the reply to a question to the tool that asked. */
export const agentAnswer = offeredAnswer.omit({ evaluate: true });

/** The answer with as much detail as was asked for; its question names the arguments of the tool itself. */
export function offeredToAgents(
  answer: ScopeAnswer,
  args: { readonly detail: OfferedAnswer["detail"] },
): z.output<typeof agentAnswer> {
  const { evaluate: _evaluate, nextQuestion, ...rest } = offered(answer, args);
  return { ...rest, nextQuestion: nextQuestion === null ? null : ofTheTool(nextQuestion) };
}

function ofTheTool(question: NonNullable<ScopeAnswer["nextQuestion"]>): ScopeAnswer["nextQuestion"] {
  const controls = question.controls.map((control) => ({ ...control, field: argumentOfCheck(control.field) }));
  return { ...question, controls };
}
