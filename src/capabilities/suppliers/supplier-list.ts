import { z } from "zod";
import { addDays } from "../../core/calendar.ts";
import { fold } from "../../core/fold.ts";
import { foreignText } from "../../core/foreign-text.ts";
import type { Locale } from "../../core/locale.ts";
import { hasRight } from "../../core/rights.ts";
import { CRITICALITIES } from "../../state/supplier-changes.ts";
import type { SupplierEntry } from "../../state/suppliers.ts";
import { DISCLAIMER } from "../answers/disclaimer.ts";
import { organizationParameter } from "../calling/organization-parameter.ts";
import { localeParameter } from "../calling/parameters.ts";
import { defineCapability } from "../capability.ts";
import type { OrganizationContext, Services } from "../contexts.ts";
import { ASK_STATES, askStateOf } from "./ask-state.ts";
import { supplierName } from "./listed-supplier.ts";
import { PROFILE_STATES, profileStateOf } from "./supplier-profile.ts";
import { type RowParts, rowOf, rowPartsOf } from "./supplier-row.ts";
import { lookUpSuppliers, type SupplierStanding } from "./supplier-standing.ts";

/** So many suppliers stand on one page. */
const PAGE = 50;

/** What the list is sorted by; default: the newest first. */
export const SUPPLIER_SORTS = ["criticality", "review", "name"] as const;

/** The suppliers of an organization: what the registers say, what they publish, what the organization thinks and plans. */
export const supplierList = defineCapability({
  name: "supplier_list",
  access: "organization",
  needsSession: true,
  input: z.strictObject({
    organizationId: organizationParameter,
    state: z.enum(PROFILE_STATES).optional().describe("Of the profile."),
    criticality: z.enum([...CRITICALITIES, "none"]).optional(),
    ask: z.enum(ASK_STATES).optional().describe("What became of the request for a profile."),
    due: z.boolean().default(false).describe("Those alone whose review is due within 30 days, or is overdue."),
    query: z.string().max(200).default("").describe("Words of the name, or digits of the number."),
    sort: z.enum(SUPPLIER_SORTS).optional(),
    page: z.coerce.number().int().min(1).max(1_000).default(1),
    locale: localeParameter,
  }),
  run: async ({ query, sort, page: asked, locale, ...filters }, context) => {
    const { store, organization, role, knowledge, today, accounts } = context;
    const [stored, parts] = await Promise.all([store.trust.suppliers(), rowPartsOf(store)]);
    const soon = addDays(today(), DUE_DAYS);
    const all = stored.toReversed().map((entry) => ({
      entry,
      state: profileStateOf(entry, context),
      criticality: entry.criticality ?? ("none" as const),
      ask: askStateOf(parts.asks.get(supplierName(entry)), entry, accounts.now()),
      due: entry.next_review_at !== null && entry.next_review_at <= soon,
    }));
    const kept = all.filter(
      ({ state, criticality, ask, due }) =>
        (filters.state ?? state) === state &&
        (filters.criticality ?? criticality) === criticality &&
        (filters.ask ?? ask) === ask &&
        (due || !filters.due),
    );
    const entries = kept.map(({ entry }) => entry);
    const found = sorted(await search(entries, query, sort === "name", context, locale), sort);
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

/** The order of a list; what has no value comes last, and equals stay as they are. */
function sorted(
  candidates: readonly Candidate[],
  by: (typeof SUPPLIER_SORTS)[number] | undefined,
): readonly Candidate[] {
  if (by === undefined) return candidates;
  const keyOf = ({ entry, standing }: Candidate): string => {
    if (by === "review") return entry.next_review_at ?? LAST;
    if (by === "criticality")
      return entry.criticality === null ? LAST : String(CRITICALITIES.indexOf(entry.criticality));
    return standing?.name == null ? LAST : fold(standing.name);
  };
  return candidates
    .map((candidate) => ({ candidate, key: keyOf(candidate) }))
    .toSorted((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
    .map(({ candidate }) => candidate);
}

/** After every key. */
const LAST = "\uffff";

/** A supplier, with what the registers say of it where that is known already. */
interface Candidate {
  readonly entry: SupplierEntry;
  readonly standing?: SupplierStanding;
}

/** Those whose number or name fits. Names are in the registers alone, so words cost a look-up of every supplier. */
async function search(
  entries: readonly SupplierEntry[],
  query: string,
  needsNames: boolean,
  services: Services,
  locale: Locale,
): Promise<readonly Candidate[]> {
  const words = fold(query);
  const digits = words.replaceAll(" ", "");
  const isNumber = /^\d+$/.test(digits);
  const chosen = isNumber ? entries.filter(({ ico }) => ico.includes(digits)) : entries;
  if ((words === "" || isNumber) && !needsNames) return chosen.map((entry) => ({ entry }));
  return (await lookUpSuppliers(chosen, services, locale))
    .filter(({ standing: { name } }) => isNumber || words === "" || (name !== null && fold(name).includes(words)))
    .map(({ key, standing }) => ({ entry: key, standing }));
}

async function rowsOf(candidates: readonly Candidate[], parts: RowParts, context: OrganizationContext, locale: Locale) {
  const open = candidates.filter(({ standing }) => standing === undefined).map(({ entry }) => entry);
  const standings = new Map((await lookUpSuppliers(open, context, locale)).map((each) => [each.key, each.standing]));
  return Promise.all(
    candidates.flatMap(({ entry, standing = standings.get(entry) }) =>
      standing === undefined ? [] : [rowOf(entry, standing, parts, context)],
    ),
  );
}
