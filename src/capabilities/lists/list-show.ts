import { z } from "zod";
import { foreignText } from "../../core/foreign-text.ts";
import { hasRight } from "../../core/rights.ts";
import { DISCLAIMER } from "../answers/disclaimer.ts";
import { readCursor, writeCursor } from "../calling/cursor.ts";
import { organizationParameter } from "../calling/organization-parameter.ts";
import { localeParameter } from "../calling/parameters.ts";
import { defineCapability } from "../capability.ts";
import { listAnswer, listShape } from "./list-answer.ts";
import { listIn, listParameter } from "./list-parameter.ts";
import { filteredRows, listRowAnswer, listRowShape, rowFilters, tagsOf } from "./list-rows.ts";

/** So many rows stand on one page. */
const PAGE = 100;

/** A list with the rows that filters leave, a page at a time. */
export const listShow = defineCapability({
  name: "list_show",
  access: "organization",
  ofList: true,
  needsSession: true,
  input: z.strictObject({
    organizationId: organizationParameter,
    list: listParameter,
    ...rowFilters,
    page: z.coerce.number().int().min(1).max(1_000).default(1),
    locale: localeParameter,
  }),
  run: async ({ list: listId, page: asked, locale, ...filters }, context) => {
    const { store, organization, role, today, knowledge } = context;
    const list = await listIn(store, listId);
    const all = await store.listRows(listId);
    const left = filteredRows(all, filters, today());
    const pages = Math.max(1, Math.ceil(left.length / PAGE));
    const page = Math.min(asked, pages);
    return {
      organization: { id: organization.id, role, untrusted: { name: foreignText(organization.name) } },
      list: listAnswer(list),
      mayChange: hasRight(role, "change"),
      mayDelete: hasRight(role, "manage"),
      found: left.length,
      page,
      pages,
      rows: left.slice((page - 1) * PAGE, page * PAGE).map((row) => listRowAnswer(row, context, locale)),
      untrusted: { tags: [...new Set(all.flatMap(tagsOf))].sort() },
      disclaimer: DISCLAIMER[locale],
      dataAsOf: knowledge.asOf,
    };
  },
});

/** A list without its rows. */
export const listRead = defineCapability({
  name: "list_read",
  access: "organization",
  ofList: true,
  input: z.strictObject({ list: listParameter, locale: localeParameter }),
  published: { title: "One list of firms", description: "A list with its counts by category.", output: listShape },
  rest: [
    {
      method: "GET",
      path: "/api/v1/lists/{list}",
      cost: { rows: ["person_read"] },
      version: { of: ({ version }) => version },
    },
  ],
  run: async ({ list }, { store }) => listAnswer(await listIn(store, list)),
});

/** The rows of a list, a page at a time, in the order of country and number. */
export const listRowsRead = defineCapability({
  name: "list_rows_read",
  access: "organization",
  ofList: true,
  input: z.strictObject({
    list: listParameter,
    category: rowFilters.category,
    tag: rowFilters.tag,
    limit: z.number().int().min(1).max(200).default(100),
    cursor: z.string().optional().describe("nextCursor of the page before."),
    locale: localeParameter,
  }),
  published: {
    title: "Rows of a list",
    description: "The firms of a list with their verdicts; a pending row has none yet.",
    output: z.object({ items: z.array(listRowShape), nextCursor: z.string().nullable() }),
  },
  rest: [{ method: "GET", path: "/api/v1/lists/{list}/rows", cost: { rows: ["person_read"] } }],
  run: async ({ list: listId, limit, cursor, locale, category, tag }, context) => {
    const { store, today } = context;
    await listIn(store, listId);
    const name = `list ${listId}`;
    const after = cursor === undefined ? "" : readCursor(name, cursor).id;
    const filters = { category, tag, due: undefined, q: "", sort: "name" as const };
    const left = filteredRows(await store.listRows(listId), filters, today())
      .map((row) => ({ row, id: `${row.country}-${row.ico}` }))
      .sort((one, other) => (one.id < other.id ? -1 : 1))
      .filter(({ id }) => id > after);
    const items = left.slice(0, limit);
    const last = items.at(-1);
    return {
      items: items.map(({ row }) => listRowAnswer(row, context, locale)),
      nextCursor: last === undefined || left.length <= limit ? null : writeCursor(name, { at: 0, id: last.id }),
    };
  },
});
