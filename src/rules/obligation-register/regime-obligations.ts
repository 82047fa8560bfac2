import type { ActRegistry } from "../../knowledge/acts.ts";
import type { Obligation } from "../../knowledge/obligations.ts";
import {
  lawOfRegime,
  QUESTIONNAIRE_REGIMES,
  type QuestionnaireRegime,
  referencesFor,
} from "../questionnaire/references.ts";

/**
 * The obligations that a national regime asks for, in the order of the catalog: those that have a provision in the
 * country's law which is not one of the other regime.
 * @param regime `nationalRegime.id` of a verdict; any but a regime of the law asks for nothing.
 */
export function obligationsOfRegime(
  obligations: Iterable<Pick<Obligation, "code" | "legalBasis">>,
  regime: string,
  acts: ActRegistry,
): readonly string[] {
  const known = QUESTIONNAIRE_REGIMES.find((each) => each === regime);
  if (known === undefined) return [];
  return [...obligations].filter((each) => isAskedFor(each, known, acts)).map(({ code }) => code);
}

function isAskedFor(
  { legalBasis: { SK, CZ } }: Pick<Obligation, "legalBasis">,
  regime: QuestionnaireRegime,
  acts: ActRegistry,
): boolean {
  const national = [...SK.references, ...CZ.references];
  return referencesFor(national, lawOfRegime(regime), acts).length > 0;
}
