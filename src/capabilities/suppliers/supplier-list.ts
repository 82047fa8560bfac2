import { z } from "zod";
import { addDays } from "../../core/calendar.ts";
import { foreignText } from "../../core/foreign-text.ts";
import { hasRight } from "../../core/rights.ts";
import { CRITICALITIES } from "../../state/supplier-changes.ts";
import { DISCLAIMER } from "../answers/disclaimer.ts";
import { organizationParameter } from "../calling/organization-parameter.ts";
import { localeParameter } from "../calling/parameters.ts";
import { defineCapability } from "../capability.ts";
import { ASK_STATES } from "./ask-state.ts";
import {
  isChosen,
  markedSuppliers,
  rowsOf,
  SUPPLIER_SORTS,
  searchSuppliers,
  sortedSuppliers,
  supplierFilters,
} from "./chosen-suppliers.ts";
import { PROFILE_STATES } from "./supplier-profile.ts";
import { rowPartsOf } from "./supplier-row.ts";

/** So many suppliers stand on one page. */
const PAGE = 50;

/** The suppliers of an organization: what the registers say, what they publish, what the organization thinks and plans. */
export const supplierList = defineCapability({
  name: "supplier_list",
  access: "organization",
  needsSession: true,
  input: z.strictObject({
    organizationId: organizationParameter,
    ...supplierFilters,
    due: z.boolean().default(false).describe("Those alone whose review is due within 30 days, or is overdue."),
    query: z.string().max(200).default("").describe("Words of the name, or digits of the number."),
    sort: z.enum(SUPPLIER_SORTS).optional(),
    page: z.coerce.number().int().min(1).max(1_000).default(1),
    locale: localeParameter,
  }),
  run: async ({ query, sort, page: asked, locale, due: isDueAlone, ...filters }, context) => {
    const { store, organization, role, knowledge, today } = context;
    const [stored, parts] = await Promise.all([store.trust.suppliers(), rowPartsOf(store)]);
    const soon = addDays(today(), DUE_DAYS);
    const all = markedSuppliers(stored.toReversed(), parts, context).map((each) => ({
      ...each,
      due: each.entry.next_review_at !== null && each.entry.next_review_at <= soon,
    }));
    const entries = all
      .filter((each) => isChosen(each, filters) && (each.due || !isDueAlone))
      .map(({ entry }) => entry);
    const found = sortedSuppliers(await searchSuppliers(entries, query, sort === "name", context, locale), sort);
    const pages = Math.max(1, Math.ceil(found.length / PAGE));
    const page = Math.min(asked, pages);
    const shown = found.slice((page - 1) * PAGE, page * PAGE);
    return {
      organization: { id: organization.id, role, untrusted: { name: foreignText(organization.name) } },
      mayChange: hasRight(role, "change"),
      suppliers: await rowsOf(shown, parts, context, locale),
      members: hasRight(role, "change") ? [...parts.names].map(([id, name]) => ({ id, untrusted: { name } })) : [],
      page,
      pages,
      counts: {
        all: all.length,
        unjudged: stored.filter(({ judgement }) => judgement === null).length,
        due: all.filter(({ due }) => due).length,
        byState: countedBy(PROFILE_STATES, all, ({ state }) => state),
        byCriticality: countedBy([...CRITICALITIES, "none"] as const, all, ({ criticality }) => criticality),
        byAsk: countedBy(ASK_STATES, all, ({ ask }) => ask),
      },
      indicative: true,
      disclaimer: DISCLAIMER[locale],
      dataAsOf: knowledge.asOf,
    };
  },
});

/** A review is shown as due so many days before its day. */
const DUE_DAYS = 30;

function countedBy<Key extends string, Item>(
  keys: readonly Key[],
  items: readonly Item[],
  keyOf: (item: Item) => Key,
): Readonly<Record<Key, number>> {
  const counts = Object.fromEntries(keys.map((key) => [key, 0])) as Record<Key, number>;
  for (const item of items) counts[keyOf(item)] += 1;
  return counts;
}
