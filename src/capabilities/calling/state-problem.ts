import { type Problem, ServiceError } from "../../core/problem.ts";
import { StateError } from "../../state/state-error.ts";

/** The state comes back by itself; until then this is worth waiting, in seconds. */
const RETRY_AFTER = 5;

const stateUnavailable: Problem = {
  code: "source_unavailable",
  message: {
    sk: "Databáza služby je dočasne nedostupná.",
    cs: "Databáze služby je dočasně nedostupná.",
    en: "The database of the service is not available at the moment.",
  },
  nextStep: {
    sk: `Skúste to znova o ${RETRY_AFTER} s.`,
    cs: `Zkuste to znovu za ${RETRY_AFTER} s.`,
    en: `Try again in ${RETRY_AFTER} s.`,
  },
  retryAfter: RETRY_AFTER,
};

/** What was thrown, as a problem for the caller where the state database cannot be used; anything else unchanged. */
export function stateProblem(thrown: unknown): unknown {
  const isTrouble = thrown instanceof StateError && thrown.trouble !== undefined;
  return isTrouble ? new ServiceError(stateUnavailable, { cause: thrown }) : thrown;
}
