import { z } from "zod";
import { fold } from "../../core/fold.ts";
import { foreignText } from "../../core/foreign-text.ts";
import type { Locale } from "../../core/locale.ts";
import { hasRight } from "../../core/rights.ts";
import type { SupplierEntry } from "../../state/suppliers.ts";
import { DISCLAIMER } from "../answers/disclaimer.ts";
import { organizationParameter } from "../calling/organization-parameter.ts";
import { localeParameter } from "../calling/parameters.ts";
import { defineCapability } from "../capability.ts";
import type { Services } from "../contexts.ts";
import { PROFILE_STATES, type ProfileState, profileStateOf } from "./supplier-profile.ts";
import { rowOf } from "./supplier-row.ts";
import { lookUpSuppliers, type SupplierStanding } from "./supplier-standing.ts";

/** So many suppliers stand on one page. */
const PAGE = 50;

/** The suppliers of an organization: what the registers say, what they publish, what the organization thinks. */
export const supplierList = defineCapability({
  name: "supplier_list",
  access: "organization",
  needsSession: true,
  input: z.strictObject({
    organizationId: organizationParameter,
    state: z.enum(PROFILE_STATES).optional().describe("Of the profile."),
    query: z.string().max(200).default("").describe("Words of the name, or digits of the number."),
    page: z.coerce.number().int().min(1).max(1_000).default(1),
    locale: localeParameter,
  }),
  run: async ({ state, query, page: asked, locale }, context) => {
    const { store, organization, role, knowledge } = context;
    const all = (await store.trust.suppliers()).toReversed();
    const byState: Record<ProfileState, number> = { published: 0, stale: 0, withdrawn: 0, none: 0 };
    for (const entry of all) byState[profileStateOf(entry, context)] += 1;
    const ofState = all.filter((entry) => state === undefined || profileStateOf(entry, context) === state);
    const found = await search(ofState, query, context, locale);
    const pages = Math.max(1, Math.ceil(found.length / PAGE));
    const page = Math.min(asked, pages);
    const shown = found.slice((page - 1) * PAGE, page * PAGE);
    return {
      organization: { id: organization.id, role, untrusted: { name: foreignText(organization.name) } },
      mayChange: hasRight(role, "change"),
      suppliers: await rowsOf(shown, context, locale),
      page,
      pages,
      counts: { all: all.length, unjudged: all.filter(({ judgement }) => judgement === null).length, byState },
      indicative: true,
      disclaimer: DISCLAIMER[locale],
      dataAsOf: knowledge.asOf,
    };
  },
});

/** A supplier, with what the registers say of it where that is known already. */
interface Candidate {
  readonly entry: SupplierEntry;
  readonly standing?: SupplierStanding;
}

/** Those whose number or name fits. Names are in the registers alone, so words cost a look-up of every supplier. */
async function search(
  entries: readonly SupplierEntry[],
  query: string,
  services: Services,
  locale: Locale,
): Promise<readonly Candidate[]> {
  const words = fold(query);
  if (words === "") return entries.map((entry) => ({ entry }));
  const digits = words.replaceAll(" ", "");
  if (/^\d+$/.test(digits)) return entries.filter(({ ico }) => ico.includes(digits)).map((entry) => ({ entry }));
  return (await lookUpSuppliers(entries, services, locale))
    .filter(({ standing: { name } }) => name !== null && fold(name).includes(words))
    .map(({ key, standing }) => ({ entry: key, standing }));
}

async function rowsOf(candidates: readonly Candidate[], services: Services, locale: Locale) {
  const open = candidates.filter(({ standing }) => standing === undefined).map(({ entry }) => entry);
  const standings = new Map((await lookUpSuppliers(open, services, locale)).map((each) => [each.key, each.standing]));
  return Promise.all(
    candidates.flatMap(({ entry, standing = standings.get(entry) }) =>
      standing === undefined ? [] : [rowOf(entry, standing, services)],
    ),
  );
}
