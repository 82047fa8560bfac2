import type { OrganizationContext, Services } from "../contexts.ts";
import { factsRest } from "./firm.ts";
import { type KeptVerdict, shownVerdict } from "./kept-verdict.ts";

/** The organization of a call, with what it stated. */
type Judged = Pick<OrganizationContext, "organization" | "store"> & Services;

/** What the last judgement of an organization said; `null` where there is none. No live register is asked. */
export async function ownVerdict({ organization, store, ...services }: Judged): Promise<KeptVerdict | null> {
  const judged = { ...organization, row: await store.facts(), rests: factsRest(organization) };
  return shownVerdict(judged, services);
}
