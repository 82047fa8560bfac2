import { z } from "zod";
import type { Country } from "../../core/country.ts";
import { dayOf } from "../../core/day.ts";
import { foreignText } from "../../core/foreign-text.ts";
import type { Locale } from "../../core/locale.ts";
import { ServiceError } from "../../core/problem.ts";
import { completionOf, isOverdue } from "../../rules/obligation-register/completion.ts";
import type { ScoredOrganization } from "../../state/organizations.ts";
import type { OwnStatus } from "../../state/register-entries.ts";
import { localeParameter } from "../calling/parameters.ts";
import { defineCapability } from "../capability.ts";
import type { Services } from "../contexts.ts";
import { type FoundCompanies, findCompany } from "../scope/find-company.ts";
import { type Standing, standingOf, standingOfStated } from "../scope/firm-standing.ts";
import { DIRECTIONS, OVERVIEW_COLUMNS, type OverviewRow, sortOverview } from "./organizations-table.ts";
import { factsForRules, readIco, readStored } from "./stated-facts.ts";

/** So many firms are looked up at once: a live register is not to be asked for forty at a time. */
const AT_ONCE = 4;

/**
 * All organizations of a person with where each stands: two statements, however many there are. Which one is active
 * is known from the session.
 */
export const organizationsOverview = defineCapability({
  name: "organizations_overview",
  access: "person",
  needsSession: true,
  input: z.strictObject({
    sort: z.enum(OVERVIEW_COLUMNS).optional().describe("Default: oldest membership first."),
    dir: z.enum(DIRECTIONS).default("asc"),
    locale: localeParameter,
  }),
  run: async ({ sort, dir, locale }, { store, person, ...services }) => {
    const [organizations, statuses] = await Promise.all([store.scoredOrganizations(), store.statuses()]);
    const entriesOf = Map.groupBy(statuses, ({ org_id }) => org_id);
    const standings = await standingsOf(organizations, services);
    const rows = organizations.map((organization): OverviewRow => {
      const { id, role, country, ico, name, scanned_at, technical, questionnaire, overall } = organization;
      const standing = standings.get(id);
      return {
        id,
        role,
        country,
        ico,
        active: id === person.session?.activeOrganizationId,
        category: standing?.category ?? null,
        regime: regimeOf(standing, services, locale),
        ...progressOf(entriesOf.get(id) ?? [], services),
        lastScan: scanned_at === null ? null : dayOf(new Date(scanned_at)),
        scores: { technical, questionnaire, overall },
        untrusted: { name: foreignText(name) },
      };
    });
    return { organizations: [...(sort === undefined ? rows : sortOverview(rows, sort, dir))] };
  },
});

function regimeOf(
  standing: Standing | undefined,
  { knowledge }: Pick<Services, "knowledge">,
  locale: Locale,
): OverviewRow["regime"] {
  const id = standing?.regime ?? null;
  const regime = standing === undefined || id === null ? undefined : knowledge.nis2.regimes[standing.country].get(id);
  return regime === undefined ? null : { id: regime.id, name: regime.name[locale] };
}

/** How far a register is, and when it is next to be looked at. */
function progressOf(
  entries: readonly OwnStatus[],
  { knowledge, today }: Pick<Services, "knowledge" | "today">,
): Pick<OverviewRow, "completion" | "overdue" | "nextReview"> {
  const { byCode } = knowledge.obligations;
  // What a newer catalog does not know any more is neither tracked nor due.
  const known = entries.filter(({ code }) => byCode.has(code));
  const statusOf = new Map(known.map(({ code, status }) => [code, status]));
  const due = known.filter(({ status }) => status !== null && status !== "not_applicable");
  const reviews = due.flatMap(({ next_review_at }) => next_review_at ?? []);
  return {
    completion: completionOf([...byCode.keys()].map((code) => statusOf.get(code) ?? null)),
    overdue: known.filter((entry) => isOverdue(entry.status, entry.next_review_at, today())).length,
    nextReview: reviews.toSorted()[0] ?? null,
  };
}

/** Where the firms of organizations stand, with what these say of themselves; those without a number, and those that no register could find, are missing. */
async function standingsOf(
  organizations: readonly ScoredOrganization[],
  services: Services,
): Promise<ReadonlyMap<string, Standing>> {
  const standings = new Map<string, Standing>();
  for (let start = 0; start < organizations.length; start += AT_ONCE) {
    await Promise.all(organizations.slice(start, start + AT_ONCE).map(lookUp));
  }
  return standings;

  async function lookUp({ id, country, ico, facts }: ScoredOrganization): Promise<void> {
    const stated = facts === null ? null : readStored({ facts, dates: "{}" }, services.knowledge)?.facts;
    if (stated !== null && stated !== undefined) {
      const found = await find(readIco(stated.ico) ?? null, stated.country);
      standings.set(id, standingOfStated(found, factsForRules(stated, services.knowledge), services));
      return;
    }
    const found = await find(ico, country);
    if (found !== null) standings.set(id, standingOf(found, services));
  }

  async function find(ico: string | null, country: Country | null): Promise<FoundCompanies | null> {
    if (country === null || ico === null) return null;
    try {
      return await findCompany(ico, country, services);
    } catch (thrown) {
      if (!(thrown instanceof ServiceError)) throw thrown;
      return null;
    }
  }
}
