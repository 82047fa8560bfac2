import { z } from "zod";
import { foreignText } from "../../core/foreign-text.ts";
import { hasRight } from "../../core/rights.ts";
import { organizationParameter } from "../calling/organization-parameter.ts";
import { localeParameter } from "../calling/parameters.ts";
import { defineCapability } from "../capability.ts";
import { listAnswer, listShape } from "./list-answer.ts";

/** The lists of all organizations that the caller reaches, or of one of them. */
export const listsOverview = defineCapability({
  name: "lists_overview",
  access: "person",
  input: z.strictObject({ organizationId: organizationParameter.describe("Default: all."), locale: localeParameter }),
  published: {
    title: "Lists of firms",
    description: "The lists of firms of all organizations, or of one, with their counts by category.",
    output: z.object({ items: z.array(listShape), nextCursor: z.string().nullable() }),
  },
  rest: [{ method: "GET", path: "/api/v1/lists", cost: { rows: ["person_read"] } }],
  run: async ({ organizationId }, { store }) => ({
    items: (await store.firmLists(organizationId)).map(listAnswer),
    nextCursor: null,
  }),
});

/** The lists of one organization, for its page. */
export const organizationLists = defineCapability({
  name: "organization_lists",
  access: "organization",
  needsSession: true,
  input: z.strictObject({ organizationId: organizationParameter, locale: localeParameter }),
  run: async (_input, { store, organization, role }) => ({
    organization: { id: organization.id, role, untrusted: { name: foreignText(organization.name) } },
    mayChange: hasRight(role, "change"),
    lists: (await store.firmLists()).map(listAnswer),
  }),
});
