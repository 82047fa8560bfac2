import { type Problem, ServiceError } from "../../core/problem.ts";

/** Where a face writes what nobody outside may read. A pino logger is one. */
export interface FaceLog {
  error(details: Readonly<Record<string, unknown>>, message: string): void;
  warn(details: Readonly<Record<string, unknown>>, message: string): void;
}

const internalProblem: Problem = {
  code: "internal",
  message: {
    sk: "Na našej strane nastala chyba.",
    cs: "Na naší straně došlo k chybě.",
    en: "Something went wrong on our side.",
  },
  nextStep: {
    sk: "Skúste to znova; ak sa chyba opakuje, napíšte prevádzkovateľovi.",
    cs: "Zkuste to znovu; pokud se chyba opakuje, napište provozovateli.",
    en: "Try again; if it happens repeatedly, tell the operator.",
  },
};

/**
 * Turns whatever was thrown into what may be said outside: a `ServiceError` carries its problem, anything else is a
 * bug, logged with its cause and answered as `internal` without details. `where` names the capability in the log.
 */
export function problemOf(thrown: unknown, where: string, log: FaceLog): Problem {
  if (!(thrown instanceof ServiceError)) {
    log.error({ err: thrown, capability: where }, "a call failed unexpectedly");
    return internalProblem;
  }
  if (thrown.cause !== undefined) log.warn({ err: thrown.cause, capability: where }, "a call had no answer");
  return thrown.problem;
}
