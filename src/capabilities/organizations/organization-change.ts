import { z } from "zod";
import { COLOUR_COUNT } from "../../core/organization-mark.ts";
import { ServiceError } from "../../core/problem.ts";
import type { Organization } from "../../state/organizations.ts";
import { organizationParameter } from "../calling/organization-parameter.ts";
import { localeParameter } from "../calling/parameters.ts";
import { notYours } from "../calling/principal.ts";
import { Refused } from "../calling/refusal.ts";
import { defineCapability } from "../capability.ts";
import { firmFields, firmIdOf, isSameFirm, lookUpFirm, type NamedFirm, readFirm } from "./firm.ts";
import { organizationNameField, readOrganizationName } from "./organization-fields.ts";

/** Changes the settings of an organization. A firm is taken where there was none; another one is changed at `/firm`. */
export const organizationChange = defineCapability({
  name: "organization_change",
  access: "organization",
  effect: "write",
  right: "manage",
  needsSession: true,
  input: z.strictObject({
    organizationId: organizationParameter,
    name: organizationNameField,
    country: firmFields.country,
    ico: firmFields.ico,
    version: z.coerce.number().int().optional().describe("Of the settings that were read; default: the stored one."),
    inMap: z.boolean().describe("Its scans count in the anonymized map of `nis2_map`."),
    colour: z.coerce
      .number()
      .int()
      .min(0)
      .max(COLOUR_COUNT - 1)
      .optional()
      .describe("Of its mark; default: as stored."),
    locale: localeParameter,
  }),
  form: {
    cost: { rows: ["person_write"] },
    path: "/organizations/:organizationId/settings",
    leadsTo: ({ otherFirm }) =>
      `/organizations/:organizationId/${otherFirm === null ? "settings" : `firm?to=${otherFirm}`}`,
    done: ({ otherFirm }) => (otherFirm === null ? "saved" : null),
  },
  run: async ({ inMap, version, name: typedName, colour, country, ico }, context) => {
    const { organization, store: read, write } = context;
    const name = readOrganizationName(typedName);
    const named = country === undefined && ico === undefined ? organization : readFirm({ country, ico });
    const isTaken = isAdded(organization, named);
    if (!isSameFirm(named, organization) && !isTaken) {
      const profile = await read.trust.profile();
      if (profile?.state === "published") throw new Refused([{ code: "profile_published", field: "ico" }]);
      return { changed: [], otherFirm: firmIdOf(named) };
    }
    const { copy } = isTaken ? await lookUpFirm(named, context) : { copy: null };
    const changedIn = (stored: Organization) => [
      ...(name === stored.name ? [] : (["name"] as const)),
      ...(["country", "ico"] as const).filter((field) => named[field] !== stored[field]),
      ...((inMap ? 1 : 0) === stored.in_map ? [] : (["in_map"] as const)),
      ...(colour === undefined || colour === stored.colour ? [] : (["colour"] as const)),
    ];
    if (changedIn(organization).length === 0) return { changed: [], otherFirm: null };
    const changed = await write(async ({ store, record }) => {
      const stored = await store.row();
      if (stored === undefined) throw new ServiceError(notYours);
      const changed = changedIn(stored);
      if (version !== undefined && version !== stored.version) throw new Refused([{ code: "changed_meanwhile" }]);
      const settings = { name, in_map: inMap ? 1 : 0, colour: colour ?? stored.colour };
      if (!(await store.change(settings, stored.version))) throw new Refused([{ code: "changed_meanwhile" }]);
      if (copy !== null) {
        // The firm may have been chosen meanwhile, or what proved another one may still be there.
        if (!isAdded(stored, named)) throw new Refused([{ code: "changed_meanwhile" }]);
        await store.trust.endOtherFirmProofs(named);
        await store.setFirm({ ...named, ...copy }, stored.version + 1);
      }
      const target = { type: "organization", id: stored.id } as const;
      const isColourAlone = changed.length === 1 && changed[0] === "colour";
      if (isColourAlone) await record("organization.colour_changed", target);
      else await record("organization.changed", target, { fields: changed });
      return changed;
    });
    return { changed, otherFirm: null };
  },
});

/** True where the organization had no number, and what it had of a firm stays. */
function isAdded(stored: NamedFirm, named: NamedFirm): boolean {
  const isMore = stored.ico === null && !isSameFirm(stored, named);
  return isMore && (stored.country === null || stored.country === named.country);
}
