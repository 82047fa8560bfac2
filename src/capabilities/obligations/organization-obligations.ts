import type { Category } from "../../core/company.ts";
import type { Day } from "../../core/day.ts";
import { applicability } from "../../rules/obligation-register/applies.ts";
import type { OrganizationContext, Services } from "../contexts.ts";
import type { KeptVerdict } from "../organizations/kept-verdict.ts";
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
  const verdict = await ownVerdict(context);
  return {
    applies: applicabilityBy(verdict, context),
    verdict: verdict === null ? null : { day: verdict.day, category: verdict.category, regime: verdict.regime },
  };
}

/** Which obligations of the catalog apply by a kept verdict; `null`: nothing was judged. */
export function applicabilityBy(
  verdict: KeptVerdict | null,
  { knowledge: { obligations, acts } }: Pick<Services, "knowledge">,
): Applicability {
  const isKnown = verdict !== null && (verdict.category === "out_of_scope" || verdict.regime !== null);
  const judged = {
    isKnown: isKnown && verdict.category !== "unknown",
    regime: verdict?.category === "out_of_scope" ? null : (verdict?.regime ?? null),
    isDigitalProvider: verdict?.digitalProvider ?? null,
  };
  return applicability([...obligations.byCode.values()], judged, acts);
}
