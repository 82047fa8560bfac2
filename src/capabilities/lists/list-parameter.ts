import { z } from "zod";
import { ServiceError } from "../../core/problem.ts";
import type { CountedList } from "../../state/firm-lists.ts";
import type { OrganizationStore } from "../../state/organization-store.ts";
import { notYours } from "../calling/principal.ts";

/** Names a list; what is no list of the caller's organizations is `not_found`, whatever it looks like. */
export const listParameter = z.string().describe("Id of a list.");

/** The country of rows that name none. */
export const listCountry = z
  .enum(["SK", "CZ", ""])
  .default("")
  .describe("Of rows that name none; empty: Czechia first.");

/** The most characters of the name of a list. */
export const LONGEST_LIST_NAME = 120;

/** @throws ServiceError the same for one that is not there and for what is no list at all */
export async function listIn(store: Pick<OrganizationStore, "firmList">, listId: string): Promise<CountedList> {
  const list = await store.firmList(listId);
  if (list === undefined) throw new ServiceError(notYours);
  return list;
}
