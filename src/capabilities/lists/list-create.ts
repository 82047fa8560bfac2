import { z } from "zod";
import { newId } from "../../core/random-id.ts";
import { readName } from "../../core/typed-name.ts";
import { refuseBeyond } from "../calling/charge.ts";
import { organizationParameter } from "../calling/organization-parameter.ts";
import { localeParameter } from "../calling/parameters.ts";
import { Refused } from "../calling/refusal.ts";
import { defineCapability } from "../capability.ts";
import { LONGEST_LIST_NAME, listCountry } from "./list-parameter.ts";

/** A new list of firms of an organization. */
export const listCreate = defineCapability({
  name: "list_create",
  access: "organization",
  effect: "write",
  right: "change",
  scope: "watch:write",
  input: z.strictObject({
    organizationId: organizationParameter,
    name: z.string().describe(`1 to ${LONGEST_LIST_NAME} characters.`),
    country: listCountry,
    locale: localeParameter,
  }),
  published: {
    title: "New list of firms",
    description: "Makes an empty list; its rows are watched from the moment they are added.",
    output: z.object({ id: z.string(), version: z.number().int() }),
  },
  rest: [
    {
      method: "POST",
      path: "/api/v1/lists",
      cost: { rows: ["person_write"], stock: ["lists"] },
      outcome: { statuses: [201], of: ({ id }) => ({ status: 201, location: `/api/v1/lists/${id}` }) },
      problems: ["budget_full"],
    },
  ],
  form: {
    cost: { rows: ["person_write"], stock: ["lists"] },
    path: "/organizations/:organizationId/lists",
    leadsTo: "/organizations/:organizationId/lists/:id",
    done: "created",
  },
  run: async ({ name: typed, country }, { write, accounts }) => {
    const name = readName(typed, LONGEST_LIST_NAME);
    if (name === undefined) throw new Refused([{ code: "title_invalid", field: "name" }]);
    const id = newId("firmList");
    await write(async ({ store, record }) => {
      refuseBeyond("lists", (await store.countLists()).lists);
      await store.addList({ id, name, country: country === "" ? null : country }, accounts.now());
      await record("list.created", { type: "list", id });
    });
    return { id, version: 1 };
  },
});
