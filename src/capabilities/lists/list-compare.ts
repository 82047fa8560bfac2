import { z } from "zod";
import { organizationParameter } from "../calling/organization-parameter.ts";
import { localeParameter } from "../calling/parameters.ts";
import { defineCapability } from "../capability.ts";
import type { OrganizationContext } from "../contexts.ts";
import {
  comparedDays,
  comparedOrganization,
  comparisonOf,
  comparisonShape,
  organizationOf,
  type ReadDays,
  readDays,
} from "./comparison.ts";
import { listAnswer, listShape } from "./list-answer.ts";
import { listIn, listParameter } from "./list-parameter.ts";

/** What changed in a list between two days, and why. */
export const listCompare = defineCapability({
  name: "list_compare",
  access: "organization",
  ofList: true,
  input: z.strictObject({
    organizationId: organizationParameter,
    list: listParameter,
    ...comparedDays,
    locale: localeParameter,
  }),
  published: {
    title: "Comparison of a list",
    description:
      "Which firms of a list have another category, sector or regime than on an earlier day, and whether the register, the " +
      "source, the rules or the calendar caused it.",
    output: comparisonShape.extend({ organization: comparedOrganization, list: listShape }),
  },
  rest: [
    {
      method: "GET",
      path: "/api/v1/lists/{list}/compare",
      cost: { rows: ["person_read"] },
      only: ["list", "from", "to"],
    },
  ],
  run: async ({ list: listId, from, to, locale }, context) => {
    const days = readDays({ from, to }, context);
    const list = await listIn(context.store, listId);
    return {
      ...comparisonOf(...(await comparedRows(listId, days, context)), days, context, locale),
      organization: organizationOf(context),
      list: listAnswer(list),
    };
  },
});

/** What a list is compared by: its rows, their changes since the first day, and who was looked at later. */
export async function comparedRows(listId: string, { from, fromEnd }: ReadDays, { store }: OrganizationContext) {
  return [
    await store.listRows(listId),
    await store.changesOfList(listId, from),
    await store.firstSeenAfter(listId, fromEnd),
  ] as const;
}
