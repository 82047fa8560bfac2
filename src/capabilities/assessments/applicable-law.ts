import type { Locale } from "../../core/locale.ts";
import { ServiceError } from "../../core/problem.ts";
import { type ApplicableLaw, QUESTIONNAIRE_REGIMES } from "../../rules/questionnaire/references.ts";
import { verdictOf } from "../organizations/organization-verdict.ts";

/** The steps that Implementing Regulation (EU) 2024/2690 gives the services of its Article 1. */
const REGULATION_STEPS: readonly string[] = ["skMeasuresDigital", "skMeasuresDigitalToo", "czMeasuresDigital"];

/**
 * The law that an organization's questionnaire cites: that of its country, and of the regime and sector of its own
 * verdict. What the verdict leaves open, or cannot say now, leaves nothing out.
 */
export async function lawOfOrganization(
  context: Parameters<typeof verdictOf>[0],
  locale: Locale,
): Promise<ApplicableLaw> {
  try {
    const { stated, verdict } = await verdictOf(context, locale);
    const country = stated?.country ?? context.organization.country;
    if (verdict === null) return { country, regime: null, isDigitalProvider: null };
    const { nextSteps, category, nationalRegime } = verdict;
    return {
      country,
      regime: QUESTIONNAIRE_REGIMES.find((known) => known === nationalRegime?.id) ?? null,
      isDigitalProvider: category === "unknown" ? null : nextSteps.some(({ id }) => REGULATION_STEPS.includes(id)),
    };
  } catch (thrown) {
    if (!(thrown instanceof ServiceError)) throw thrown;
    return { country: context.organization.country, regime: null, isDigitalProvider: null };
  }
}
