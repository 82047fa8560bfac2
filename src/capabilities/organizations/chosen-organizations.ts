import { ServiceError } from "../../core/problem.ts";
import type { PersonStore } from "../../state/person-store.ts";
import { notYours } from "../calling/principal.ts";
import { Refused } from "../calling/refusal.ts";

/**
 * The organizations that a key or a connection is to reach, all of which must be the person's own.
 * @throws Refused `organization_missing` where none of several is chosen; ServiceError `not_found` for a foreign one
 */
export async function chosenOrganizations(
  store: Pick<PersonStore, "organizations">,
  ids: readonly string[],
): Promise<readonly string[]> {
  const own = (await store.organizations()).map(({ id }) => id);
  if (ids.some((id) => !own.includes(id))) throw new ServiceError(notYours);
  if (ids.length === 0 && own.length > 0) throw new Refused([{ code: "organization_missing", field: "organization" }]);
  return [...new Set(ids)];
}
