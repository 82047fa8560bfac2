import { z } from "zod";
import { COUNTRIES } from "../../core/country.ts";
import { isDay } from "../../core/day.ts";
import { foreignText } from "../../core/foreign-text.ts";
import { ServiceError } from "../../core/problem.ts";
import { hasRight } from "../../core/rights.ts";
import type { ListRow } from "../../state/firm-lists.ts";
import type { OrganizationStore } from "../../state/organization-store.ts";
import { organizationParameter } from "../calling/organization-parameter.ts";
import { localeParameter } from "../calling/parameters.ts";
import { notYours } from "../calling/principal.ts";
import { Refused } from "../calling/refusal.ts";
import { defineCapability } from "../capability.ts";
import type { ContextOf } from "../contexts.ts";
import { readRowValues } from "../rows/row-values.ts";
import { listIn, listParameter } from "./list-parameter.ts";
import { listRowAnswer, listRowShape } from "./list-rows.ts";

const rowParameters = {
  organizationId: organizationParameter,
  list: listParameter,
  country: z.enum(COUNTRIES),
  ico: z.string().regex(/^\d{8}$/),
};

const noteParameters = {
  label: z.string().optional().describe("At most 80 characters."),
  tags: z.string().optional().describe("At most 10, separated by commas."),
  note: z.string().optional().describe("At most 500 characters."),
  nextReviewAt: z.string().optional().describe("YYYY-MM-DD; empty: none."),
};

/** @throws ServiceError where the list has no such row */
async function rowIn(store: OrganizationStore, listId: string, country: string, ico: string): Promise<ListRow> {
  const row = (await store.listRows(listId, ico)).find((each) => each.country === country);
  if (row === undefined) throw new ServiceError(notYours);
  return row;
}

/** One firm of a list, for its page. */
export const listRowShow = defineCapability({
  name: "list_row_show",
  access: "organization",
  ofList: true,
  needsSession: true,
  input: z.strictObject({ ...rowParameters, locale: localeParameter }),
  run: async ({ list: listId, country, ico, locale }, context) => {
    const { store, organization, role } = context;
    const list = await listIn(store, listId);
    return {
      organization: { id: organization.id, role, untrusted: { name: foreignText(organization.name) } },
      list: { id: listId, untrusted: { name: foreignText(list.name) } },
      mayChange: hasRight(role, "change"),
      row: listRowAnswer(await rowIn(store, listId, country, ico), context, locale),
    };
  },
});

/** One firm of a list, by key. */
export const listRowRead = defineCapability({
  name: "list_row_read",
  access: "organization",
  ofList: true,
  input: z.strictObject({
    list: listParameter,
    country: rowParameters.country,
    ico: rowParameters.ico,
    locale: localeParameter,
  }),
  published: { title: "One row of a list", description: "A firm of a list with its verdict.", output: listRowShape },
  rest: [
    {
      method: "GET",
      path: "/api/v1/lists/{list}/rows/{country}/{ico}",
      cost: { rows: ["person_read"] },
      version: { of: ({ version }) => version },
    },
  ],
  run: async ({ list, country, ico, locale }, context) =>
    listRowAnswer(await rowIn(context.store, list, country, ico), context, locale),
});

/** Changes what is written beside a firm, and when it is looked at again. */
export const listRowChange = defineCapability({
  name: "list_row_change",
  access: "organization",
  ofList: true,
  effect: "write",
  right: "change",
  scope: "watch:write",
  input: z.strictObject({
    ...rowParameters,
    ...noteParameters,
    version: z.coerce.number().int().optional().describe("Of the row that was read."),
    locale: localeParameter,
  }),
  published: {
    title: "Change of a row",
    description: "Changes label, tags, note or the day of review of a row.",
    output: listRowShape,
  },
  rest: [
    {
      method: "PATCH",
      path: "/api/v1/lists/{list}/rows/{country}/{ico}",
      cost: { rows: ["person_write"] },
      only: ["list", "country", "ico", "label", "tags", "note", "nextReviewAt"],
      version: { of: ({ version }) => version, argument: "version" },
      problems: ["changed_meanwhile"],
    },
  ],
  form: {
    cost: { rows: ["person_write"] },
    path: "/organizations/:organizationId/lists/:list/rows/:country/:ico",
    leadsTo: "/organizations/:organizationId/lists/:list/rows/:country/:ico",
    done: "saved",
  },
  run: async ({ list, country, ico, version, locale, ...changed }, context) => {
    const before = await rowIn(context.store, list, country, ico);
    const note = noteAfter(before, changed);
    await context.write(async ({ store, record }) => {
      if ((await store.lockList(list)) === undefined) throw new ServiceError(notYours);
      const row = { ...before, ...note, version: version ?? before.version };
      if (!(await store.saveListRow(list, row))) throw new Refused([{ code: "changed_meanwhile" }]);
      await record("list.changed", { type: "list", id: list }, { rows: 1 });
    });
    return listRowAnswer(await rowIn(context.store, list, country, ico), context, locale);
  },
});

type NoteSent = { readonly [name in keyof typeof noteParameters]?: string | undefined };

/** What is written beside the firm afterwards; what is absent stays. @throws Refused naming the field */
function noteAfter(before: ListRow, { label, tags, note, nextReviewAt }: NoteSent) {
  const given = Object.entries({ label, tags, note }).flatMap(([name, text]) => {
    const plain = (text ?? "").trim();
    return plain === "" ? [] : [[name, plain.replaceAll(/\r\n?|\n/g, " ")]];
  });
  const read = readRowValues(Object.fromEntries(given));
  if ("problem" in read) {
    const { field = "note", message } = read.problem;
    throw new Refused([{ code: "answer_invalid", field, why: message }]);
  }
  const day = nextReviewAt === undefined ? before.next_review_at : nextReviewAt === "" ? null : nextReviewAt;
  if (day !== null && !isDay(day)) throw new Refused([{ code: "date_invalid", field: "nextReviewAt", why: aDay }]);
  return {
    label: label === undefined ? before.label : (read.values.label ?? ""),
    tags: tags === undefined ? before.tags : (read.values.tags ?? []).join(","),
    note: note === undefined ? before.note : (read.values.note ?? ""),
    next_review_at: day,
  };
}

const aDay = { sk: "má to byť deň RRRR-MM-DD", cs: "má to být den RRRR-MM-DD", en: "it must be a day YYYY-MM-DD" };

/** Takes a firm off a list. */
export const listRowRemove = defineCapability({
  name: "list_row_remove",
  access: "organization",
  ofList: true,
  effect: "write",
  right: "change",
  scope: "watch:write",
  input: z.strictObject({ ...rowParameters, locale: localeParameter }),
  published: {
    title: "Removal of a row",
    description: "Takes a firm off a list.",
    output: z.object({ country: z.enum(COUNTRIES), ico: z.string() }),
  },
  rest: [
    {
      method: "DELETE",
      path: "/api/v1/lists/{list}/rows/{country}/{ico}",
      cost: { rows: ["person_write"] },
      only: ["list", "country", "ico"],
    },
  ],
  form: {
    cost: { rows: ["person_write"] },
    path: "/organizations/:organizationId/lists/:list/rows/:country/:ico/remove",
    leadsTo: "/organizations/:organizationId/lists/:list",
    done: "removed",
  },
  run: async ({ list, country, ico }, context: ContextOf<"organization", "write">) => {
    const row = await rowIn(context.store, list, country, ico);
    await context.write(async ({ store, record }) => {
      if ((await store.lockList(list)) === undefined) throw new ServiceError(notYours);
      if ((await store.removeListRows(list, [row])) === 0) throw new ServiceError(notYours);
      await record("list.changed", { type: "list", id: list }, { removed: 1 });
    });
    return { country, ico };
  },
});
