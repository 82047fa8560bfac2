import { z } from "zod";
import { ServiceError } from "../../core/problem.ts";
import { readName } from "../../core/typed-name.ts";
import { organizationParameter } from "../calling/organization-parameter.ts";
import { localeParameter } from "../calling/parameters.ts";
import { notYours } from "../calling/principal.ts";
import { Refused } from "../calling/refusal.ts";
import { defineCapability } from "../capability.ts";
import { LONGEST_LIST_NAME, listCountry, listIn, listParameter } from "./list-parameter.ts";

/** Another name of a list, or another country for rows that name none. */
export const listChange = defineCapability({
  name: "list_change",
  access: "organization",
  ofList: true,
  effect: "write",
  right: "change",
  scope: "watch:write",
  input: z.strictObject({
    list: listParameter,
    name: z.string().optional(),
    country: listCountry.optional(),
    version: z.number().int().optional(),
    locale: localeParameter,
  }),
  published: {
    title: "Change of a list",
    description: "Renames a list or changes its country; If-Match names the version that was read.",
    output: z.object({ id: z.string(), version: z.number().int() }),
  },
  rest: [
    {
      method: "PATCH",
      path: "/api/v1/lists/{list}",
      cost: { rows: ["person_write"] },
      only: ["list", "name", "country"],
      version: { of: ({ version }) => version, argument: "version" },
      problems: ["changed_meanwhile", "version_required"],
    },
  ],
  run: async ({ list: listId, name: typed, country, version }, { store, write }) => {
    const list = await listIn(store, listId);
    if (version === undefined) throw new ServiceError(versionNeeded);
    const name = typed === undefined ? list.name : readName(typed, LONGEST_LIST_NAME);
    if (name === undefined) throw new Refused([{ code: "title_invalid", field: "name" }]);
    await write(async ({ store: own, record }) => {
      const there = await own.lockList(listId);
      if (there === undefined) throw new ServiceError(notYours);
      if (there !== version) throw new Refused([{ code: "changed_meanwhile" }]);
      const kept = country === undefined ? list.country : country === "" ? null : country;
      await own.changeList({ id: listId, name, country: kept });
      await record("list.changed", { type: "list", id: listId });
    });
    return { id: listId, version: version + 1 };
  },
});

const versionNeeded = {
  code: "version_required",
  message: {
    sk: "Chýba hlavička If-Match s verziou, ktorú ste čítali.",
    cs: "Chybí hlavička If-Match s verzí, kterou jste četli.",
    en: "The header If-Match with the version that you read is missing.",
  },
  nextStep: {
    sk: "Načítajte zoznam a pošlite jeho ETag.",
    cs: "Načtěte seznam a pošlete jeho ETag.",
    en: "Read the list and send its ETag.",
  },
} as const;

/** Deletes a list with its rows; firms that nothing holds any more are no longer watched. */
export const listDelete = defineCapability({
  name: "list_delete",
  access: "organization",
  ofList: true,
  effect: "write",
  right: "manage",
  scope: "watch:write",
  input: z.strictObject({ organizationId: organizationParameter, list: listParameter, locale: localeParameter }),
  published: {
    title: "Deletion of a list",
    description: "Deletes a list with its rows; role admin or owner.",
    output: z.object({ id: z.string() }),
  },
  rest: [{ method: "DELETE", path: "/api/v1/lists/{list}", cost: { rows: ["person_write"] }, only: ["list"] }],
  form: {
    cost: { rows: ["person_write"] },
    path: "/organizations/:organizationId/lists/:list/delete",
    leadsTo: "/organizations/:organizationId/lists",
    done: "deleted",
  },
  run: async ({ list: listId }, { write }) => {
    await write(async ({ store, record }) => {
      if (!(await store.removeList(listId))) throw new ServiceError(notYours);
      await record("list.deleted", { type: "list", id: listId });
    });
    return { id: listId };
  },
});
