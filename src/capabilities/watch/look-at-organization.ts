import type { Company } from "../../core/company.ts";
import { localDayOf } from "../../core/day.ts";
import type { Ico } from "../../core/ico.ts";
import { newId } from "../../core/random-id.ts";
import { type Cause, causeOf, isSame, type Standing } from "../../rules/verdict-change/cause.ts";
import {
  changedFacts,
  decidingFacts,
  type FactChange,
  type KeptCompany,
} from "../../rules/verdict-change/changed-facts.ts";
import type { OrganizationFacts } from "../../state/organization-facts.ts";
import type { Organization } from "../../state/organizations.ts";
import type { OwnWatch, WatchedOrganization } from "../../state/watched-organizations.ts";
import type { Services } from "../contexts.ts";
import { factsRest } from "../organizations/firm.ts";
import { factsForRules, statedOf } from "../organizations/stated-facts.ts";
import type { FoundCompany } from "../scope/find-company.ts";
import { isSample } from "../scope/firm-facts.ts";
import { decideStated, guessedWithout } from "../scope/firm-standing.ts";
import { isStricter } from "./stricter.ts";

/** What an organization says of itself, as it is stored. */
type Stated = Pick<OrganizationFacts, "facts" | "dates" | "version"> | undefined;

type Named = Pick<Organization, "id" | "country" | "ico" | "firm_other">;

/** An organization as it stands now, and why it stands otherwise than before. */
export interface LookedOrganization {
  readonly watched: WatchedOrganization;
  /** `undefined`: category, sector and regime are what they were, or nobody looked before. */
  readonly cause: Cause | undefined;
  readonly facts: readonly FactChange[];
}

/**
 * Compares the own firm of an organization with the register file of now, by the rules of today and by what it says now.
 * @param before the state that the last comparison left; `undefined`: the first look, which is no news
 * @returns `undefined` where nothing is known: the source is silent, or neither a register nor the organization says anything
 */
export async function lookAtOrganization(
  before: WatchedOrganization | undefined,
  organization: Named,
  row: Stated,
  services: Services,
): Promise<LookedOrganization | undefined> {
  const isSameFirm = before?.country === (organization.country ?? "") && before.ico === (organization.ico ?? "");
  const known = before === undefined || !isSameFirm ? null : (JSON.parse(before.facts) as KeptCompany | null);
  const found = await foundNow(organization, known, services);
  if (found === undefined) return undefined;
  const used = factsRest(organization) ? undefined : row;
  const now = judge(organization, found, used, services);
  if (now === undefined) return undefined;
  const watched: WatchedOrganization = {
    org_id: organization.id,
    country: organization.country ?? "",
    ico: (organization.ico ?? "") as Ico | "",
    facts_version: row?.version ?? 0,
    facts: JSON.stringify(found === null ? null : keptOf(found.company)),
    stated: JSON.stringify(used === undefined ? null : { facts: used.facts, dates: used.dates, version: used.version }),
    ...now,
    rule_set: services.knowledge.changelog.byPart.scope.version,
    snapshot: services.registers.snapshot().builtAt,
    day: services.today(),
  };
  if (before === undefined) return { watched, cause: undefined, facts: [] };
  const was = { category: before.category, sector: before.sector, regime: before.regime };
  // Another number is what the organization says of itself, whatever a register has of it.
  if (!isSameFirm) return { watched, cause: isSame(was, now) ? undefined : "stated", facts: [] };
  const oldRow = JSON.parse(before.stated) as Stated | null;
  const oldFirm = known === null ? null : { company: known as Company, silent: [] };
  const facts = known === null || found === null ? [] : changedFacts(known, keptOf(found.company));
  const oldFacts = judge(organization, oldFirm, oldRow ?? undefined, services) ?? { ...was, size: before.size };
  const newFirm = judge(organization, found, oldRow ?? undefined, services) ?? oldFacts;
  const isStated = isSame(newFirm, oldFacts) && !isSame(newFirm, now);
  const isMixed = !isSame(newFirm, oldFacts) && !isSame(newFirm, now);
  const areRulesNew = before.rule_set !== watched.rule_set;
  const cause = causeOf({ before: was, oldFacts, after: now, areRulesNew, facts: decidingFacts(facts), isStated });
  return { watched, cause: cause !== undefined && isMixed ? "both" : cause, facts };
}

/**
 * Notes what an organization has just said of itself, or its other number, in the transaction of that change.
 * @param before as it stood, with what it said then
 */
export async function noteStated(
  store: OwnWatch,
  { before, after }: Readonly<Record<"before" | "after", Named & { readonly row: Stated }>>,
  services: Services,
  at: number,
): Promise<void> {
  const seen =
    (await store.watchedOrganization()) ?? (await lookAtOrganization(undefined, before, before.row, services))?.watched;
  const looked = await lookAtOrganization(seen, after, after.row, services);
  if (looked !== undefined) await saveLooked(store, seen, looked, at);
}

/** Notes how an organization stands, with its change and one event for it, in a transaction. */
export async function saveLooked(
  store: OwnWatch,
  before: WatchedOrganization | undefined,
  { watched, cause, facts }: LookedOrganization,
  at: number,
): Promise<void> {
  await store.saveWatchedOrganization(watched, at);
  if (before === undefined || cause === undefined) return;
  const { org_id: orgId, country, ico } = watched;
  const day = localDayOf(new Date(at));
  const standings = { before: standingOn(before), after: standingOn(watched) };
  await store.addChange({
    country,
    ico,
    org_id: orgId,
    at,
    day,
    cause,
    before: JSON.stringify(standings.before),
    after: JSON.stringify(standings.after),
    facts: JSON.stringify(facts),
    rule_set_before: before.rule_set,
    rule_set_after: watched.rule_set,
    snapshot_before: before.snapshot,
    snapshot_after: watched.snapshot,
  });
  const type = "firm.category_changed";
  await store.addEvents([
    {
      id: newId("event"),
      org_id: orgId,
      type,
      at,
      day,
      country: country === "" ? null : country,
      ico: ico === "" ? null : ico,
      severity: isStricter(before.category, watched.category) ? "warning" : "notice",
      detail: JSON.stringify({ lists: [], name: null, own: true, cause, ...standings }),
      once: `${orgId} ${type} own ${watched.snapshot} ${watched.rule_set} ${watched.facts_version} ${watched.day}`,
    },
  ]);
}

/** @returns `undefined` where the source is silent; `null` where the organization has no firm of the file */
async function foundNow(
  { country, ico }: Named,
  known: KeptCompany | null,
  { registers }: Services,
): Promise<FoundCompany | null | undefined> {
  if (country === null || ico === null) return null;
  const lookup = await registers.findStored(ico as Ico, country);
  const former = known === null ? null : { company: known as Company, silent: [] };
  if (lookup.kind === "unavailable") return undefined;
  // A firm that vanished, or of which only the sample speaks, stays what it was.
  if (lookup.kind === "absent") return former;
  const isSampleNow = registers.holdings().find((each) => each.country === country)?.isSample !== false;
  if (isSampleNow && known !== null && !isSample({ ...known, statements: undefined })) return former;
  return { company: lookup.company, silent: lookup.silent ?? [] };
}

/** By the rules of today. `undefined`: nothing is known, or it would be a guess. */
function judge(organization: Named, found: FoundCompany | null, row: Stated, services: Services) {
  const stated = statedOf(row, organization, services.knowledge);
  if (stated === null || (found === null && row === undefined)) return undefined;
  const { verdict, silent } = decideStated(found, factsForRules(stated.facts, services.knowledge), services);
  if (guessedWithout(verdict, silent) !== undefined) return undefined;
  const { category, sectorId: sector, regimeId: regime, sizeCategory: size } = verdict;
  return { category, sector, regime, size };
}

function keptOf({ statements: _statements, ...facts }: Company): KeptCompany {
  return facts;
}

function standingOn({
  category,
  sector,
  regime,
  size,
}: WatchedOrganization): Standing & Pick<WatchedOrganization, "size"> {
  return { category, sector, regime, size };
}
