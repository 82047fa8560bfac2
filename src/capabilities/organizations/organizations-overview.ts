import { z } from "zod";
import type { Country } from "../../core/country.ts";
import { dayOf } from "../../core/day.ts";
import { foreignText } from "../../core/foreign-text.ts";
import type { Locale } from "../../core/locale.ts";
import { completionOf, isOverdue } from "../../rules/obligation-register/completion.ts";
import type { ScoredOrganization } from "../../state/organizations.ts";
import type { OwnStatus } from "../../state/register-entries.ts";
import { localeParameter } from "../calling/parameters.ts";
import { defineCapability } from "../capability.ts";
import type { PersonContext, Services } from "../contexts.ts";
import { factsRest } from "./firm.ts";
import { type KeptVerdict, shownVerdict } from "./kept-verdict.ts";
import { DIRECTIONS, OVERVIEW_COLUMNS, type OverviewRow, sortOverview } from "./organizations-table.ts";

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
  run: async ({ sort, dir, locale }, context) => {
    const rows = await overviewRows(context, locale);
    return { organizations: [...(sort === undefined ? rows : sortOverview(rows, sort, dir))] };
  },
});

/** The organizations of a person, each with its figures, oldest membership first: two statements. */
export async function overviewRows(
  { store, person, ...services }: PersonContext,
  locale: Locale,
): Promise<readonly OverviewRow[]> {
  const [organizations, statuses] = await Promise.all([store.scoredOrganizations(), store.statuses()]);
  const entriesOf = Map.groupBy(statuses, ({ org_id }) => org_id);
  const verdicts = await Promise.all(organizations.map((organization) => verdictShown(organization, services)));
  return organizations.map((organization, index): OverviewRow => {
    const { id, role, country, ico, name, colour, scanned_at, technical, questionnaire, overall } = organization;
    const verdict = verdicts[index] ?? null;
    return {
      id,
      role,
      country,
      ico,
      active: id === person.session?.activeOrganizationId,
      colour,
      category: verdict?.category ?? null,
      regime: regimeOf(country, verdict, services, locale),
      ...progressOf(entriesOf.get(id) ?? [], services),
      lastScan: scanned_at === null ? null : dayOf(new Date(scanned_at)),
      scores: { technical, questionnaire, overall },
      untrusted: { name: foreignText(name) },
    };
  });
}

function regimeOf(
  country: Country | null,
  verdict: KeptVerdict | null,
  { knowledge }: Pick<Services, "knowledge">,
  locale: Locale,
): OverviewRow["regime"] {
  if (country === null || verdict === null || verdict.regime === null) return null;
  const regime = knowledge.nis2.regimes[country].get(verdict.regime);
  return regime === undefined ? null : { id: regime.id, name: regime.name[locale] };
}

/** The judgement of an organization, without a question to a live register. */
export function verdictShown(organization: ScoredOrganization, services: Services): Promise<KeptVerdict | null> {
  const { facts, dates, facts_version: version } = organization;
  const row = facts === null || dates === null || version === null ? undefined : { facts, dates, version };
  return shownVerdict({ ...organization, row, rests: factsRest(organization) }, services);
}

/** How far a register is, and when it is next to be looked at. */
function progressOf(
  entries: readonly OwnStatus[],
  { knowledge, today }: Pick<Services, "knowledge" | "today">,
): Pick<OverviewRow, "completion" | "overdue" | "overdueWork" | "nextReview"> {
  const { byCode } = knowledge.obligations;
  // What a newer catalog does not know any more is neither tracked nor due.
  const known = entries.filter(({ code }) => byCode.has(code));
  const statusOf = new Map(known.map(({ code, status }) => [code, status]));
  const due = known.filter(({ status }) => status !== null && status !== "not_applicable");
  const reviews = due.flatMap(({ next_review_at }) => next_review_at ?? []);
  return {
    completion: completionOf([...byCode.keys()].map((code) => statusOf.get(code) ?? null)),
    overdue: known.filter((entry) => isOverdue(entry.status, entry.next_review_at, today())).length,
    overdueWork: known.filter(
      ({ status, work_due_at }) =>
        work_due_at !== null && work_due_at < today() && status !== "met" && status !== "not_applicable",
    ).length,
    nextReview: reviews.toSorted()[0] ?? null,
  };
}
