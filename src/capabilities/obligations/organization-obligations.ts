import type { Category } from "../../core/company.ts";
import type { Day } from "../../core/day.ts";
import { applicability } from "../../rules/obligation-register/applies.ts";
import type { OrganizationContext } from "../contexts.ts";
import { ownVerdict } from "../organizations/own-verdict.ts";
import type { Applicability } from "./register-rows.ts";

/** Which obligations apply to an organization, and by which verdict. */
export interface OrganizationObligations {
  readonly applies: Applicability;
  /** `null`: nothing was judged so far. */
  readonly verdict: { readonly day: Day; readonly category: Category; readonly regime: string | null } | null;
}

/** Which obligations of the catalog apply to the organization of a call, by its own verdict. */
export async function organizationObligations(context: OrganizationContext): Promise<OrganizationObligations> {
  const { obligations, acts } = context.knowledge;
  const verdict = await ownVerdict(context);
  const isKnown = verdict !== null && (verdict.category === "out_of_scope" || verdict.regime !== null);
  const judged = {
    isKnown: isKnown && verdict.category !== "unknown",
    regime: verdict?.category === "out_of_scope" ? null : (verdict?.regime ?? null),
    isDigitalProvider: verdict?.digitalProvider ?? null,
  };
  return {
    applies: applicability([...obligations.byCode.values()], judged, acts),
    verdict: verdict === null ? null : { day: verdict.day, category: verdict.category, regime: verdict.regime },
  };
}
