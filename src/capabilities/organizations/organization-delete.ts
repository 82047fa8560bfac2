import { z } from "zod";
import { foreignText } from "../../core/foreign-text.ts";
import { confirmPerson } from "../accounts/confirm-person.ts";
import { organizationParameter } from "../calling/organization-parameter.ts";
import { localeParameter } from "../calling/parameters.ts";
import { Refused } from "../calling/refusal.ts";
import { defineCapability } from "../capability.ts";

/** Removes an organization with everything that belongs to it, for all its members. Its audit log stays. */
export const organizationDelete = defineCapability({
  name: "organization_delete",
  access: "organization",
  effect: "write",
  right: "own",
  needsSession: true,
  input: z.strictObject({
    organizationId: organizationParameter,
    confirm: z.string().default("").describe("The name of the organization."),
    current: z.string().default("").describe("Password or code, where the sign-in is not recent."),
    locale: localeParameter,
  }),
  form: {
    cost: { rows: ["person_write"] },
    path: "/organizations/:organizationId/delete",
    shownOn: "/organizations/:organizationId/settings",
    leadsTo: "/organizations",
    done: "deleted",
    gone: ({ untrusted }) => untrusted.gone,
  },
  run: async ({ confirm, current }, context) => {
    const { organization, person, write } = context;
    // Compared as it is shown: what cannot be seen cannot be typed. The operator types --yes instead.
    if (person.operator === undefined && foreignText(confirm) !== foreignText(organization.name)) {
      throw new Refused([{ code: "confirm_wrong", field: "confirm" }]);
    }
    await confirmPerson(context, current);
    await write(async ({ store, record, mail }) => {
      // Read before they go with the organization.
      const members = await store.members();
      await store.remove(context.accounts.now());
      const kind = person.operator === undefined ? "organization_deleted" : "organization_deleted_by_operator";
      for (const { email: to, locale } of members) await mail({ to, locale, kind });
      await record("organization.deleted", { type: "organization", id: organization.id });
    });
    return { id: organization.id, untrusted: { gone: foreignText(organization.name) } };
  },
  cli: {
    words: "org delete",
    help: "delete an organization with everything that belongs to it",
    options: ["organizationId"],
    rename: { organizationId: "id" },
    isFinal: true,
    json: ({ id }) => ({ id }),
    lines: ({ id }) => [id],
  },
});
