import { inEnglish } from "../../core/locale.ts";
import { type Problem, ServiceError } from "../../core/problem.ts";
import { NoStateError, StateError } from "../../state/state-error.ts";

/** How long to wait for a state database that does not answer, in seconds. */
const STATE_RETRY_SECONDS = 5;

const stateUnavailable: Problem = {
  code: "source_unavailable",
  message: {
    sk: "Údaje účtov teraz nie sú dostupné.",
    cs: "Údaje účtů teď nejsou dostupné.",
    en: "The data of accounts is not available now.",
  },
  nextStep: { sk: "Skúste to o chvíľu.", cs: "Zkuste to za chvíli.", en: "Try again in a moment." },
  retryAfter: STATE_RETRY_SECONDS,
};

/** The connection broke while the change was committed: it may be there or not. */
const outcomeUnknown: Problem = {
  code: "source_unavailable",
  message: {
    sk: "Databáza vypadla práve pri ukladaní, preto nevieme, či je zmena uložená.",
    cs: "Databáze vypadla právě při ukládání, proto nevíme, zda je změna uložena.",
    en: "The database went away while it was saving, so we do not know whether the change was saved.",
  },
  nextStep: {
    sk: "O chvíľu sa pozrite, či tam zmena je, a až potom ju prípadne odošlite znova.",
    cs: "Za chvíli se podívejte, zda tam změna je, a teprve potom ji případně odešlete znovu.",
    en: "Look in a moment whether the change is there before you send it again.",
  },
  retryAfter: STATE_RETRY_SECONDS,
};

/** The command line looks in the wrong place, or the service was never started. */
const noState = (message: string): Problem => ({
  code: "not_found",
  message: inEnglish(message),
  nextStep: inEnglish(
    "dosah which shows what the settings lead to; the service, state migrate and restore begin a state.",
  ),
});

/** What a step threw: a state database that is down, busy or full is an outage; a mistake of ours stays one. */
export function asOutage(cause: unknown): unknown {
  if (cause instanceof NoStateError) return new ServiceError(noState(cause.message), { cause });
  if (!(cause instanceof StateError) || cause.trouble === undefined) return cause;
  return new ServiceError(cause.isOutcomeUnknown ? outcomeUnknown : stateUnavailable, { cause });
}

/** True for the words of such an outage: an operator can look for its cause. */
export function isStateOutage(problem: Problem): boolean {
  return problem === stateUnavailable || problem === outcomeUnknown;
}
