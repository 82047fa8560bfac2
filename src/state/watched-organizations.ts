import type { Category, SizeCategory } from "../core/company.ts";
import type { Country } from "../core/country.ts";
import type { Ico } from "../core/ico.ts";
import { REACHED } from "./reach.ts";
import { bound, type OrganizationScope, type PersonScope } from "./scope.ts";
import { sql } from "./sql.ts";
import { addChange, addEvents, CHANGE, type VerdictChange } from "./watch.ts";

/** The own firm of an organization as it was judged last, with what the organization says of itself. */
export interface WatchedOrganization {
  readonly org_id: string;
  /** Empty: none. */
  readonly country: Country | "";
  /** Empty: none. */
  readonly ico: Ico | "";
  /** Version of what it says of itself; 0: nothing. */
  readonly facts_version: number;
  /** The firm as the register file had it, as JSON; `null` as JSON where it had none. */
  readonly facts: string;
  /** What it said of itself, as JSON; `null` as JSON: nothing. */
  readonly stated: string;
  readonly category: Category;
  readonly sector: string | null;
  readonly regime: string | null;
  readonly size: SizeCategory | null;
  readonly rule_set: string;
  readonly snapshot: string;
  readonly day: string;
}

/** An organization of a person as it is compared. Name is foreign text. */
export interface ComparedOrganization {
  readonly org_id: string;
  readonly country: Country;
  readonly ico: string;
  readonly name: string;
  readonly label: string;
  readonly category: Category | null;
  readonly added_at: number;
  /** Milliseconds since 1970; `null`: not looked at yet. */
  readonly first_seen: number | null;
}

const COLUMNS =
  "org_id, country, ico, facts_version, facts, stated, category, sector, regime, size, rule_set, snapshot, day";
const FIND = sql(`SELECT ${COLUMNS} FROM watched_org WHERE org_id = ?`);
const SAVE = sql(
  `INSERT INTO watched_org (${COLUMNS}, first_seen) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ` +
    "ON CONFLICT (org_id) DO UPDATE SET country = excluded.country, ico = excluded.ico, facts_version = excluded.facts_version, " +
    "facts = excluded.facts, stated = excluded.stated, category = excluded.category, sector = excluded.sector, " +
    "regime = excluded.regime, size = excluded.size, rule_set = excluded.rule_set, snapshot = excluded.snapshot, day = excluded.day",
);
const COMPARED = sql(
  "SELECT o.id AS org_id, COALESCE(o.country, '') AS country, COALESCE(o.ico, '') AS ico, o.name, '' AS label, w.category, " +
    "m.since AS added_at, w.first_seen FROM membership m JOIN organization o ON o.id = m.org_id " +
    `LEFT JOIN watched_org w ON w.org_id = o.id WHERE m.account_id = ? AND (? = '' OR ${REACHED}) ORDER BY m.since, o.id`,
);
const CHANGES = sql(
  `SELECT ${CHANGE} FROM membership m JOIN verdict_change c ON c.org_id = m.org_id ` +
    "WHERE m.account_id = ? AND c.day > ? ORDER BY c.org_id, c.at, c.seq",
);

/** The state that the next comparison of an organization starts from; `undefined`: nobody looked at it yet. */
function watchedOrganization({ db, orgId }: OrganizationScope): Promise<WatchedOrganization | undefined> {
  return db.get<WatchedOrganization>(FIND, orgId);
}

async function saveWatchedOrganization(
  { db: tx }: OrganizationScope,
  watched: WatchedOrganization,
  at: number,
): Promise<void> {
  const { org_id, country, ico, facts_version, facts, stated, category, sector, regime, size } = watched;
  const { rule_set, snapshot, day } = watched;
  const judged = [category, sector, regime, size, rule_set, snapshot, day] as const;
  await tx.run(SAVE, org_id, country, ico, facts_version, facts, stated, ...judged, at);
}

/** The organizations in reach as they are watched. */
function comparedOrganizations({ db, accountId, reach }: PersonScope): Promise<readonly ComparedOrganization[]> {
  const via = reach ?? "";
  return db.all<ComparedOrganization>(COMPARED, accountId, via, via);
}

/** A change of the own firm of an organization. */
export type OwnChange = VerdictChange & { readonly org_id: string };

/** Changes of the own firms of a person's organizations after a day, organization by organization, oldest first. */
function changesOfOrganizations({ db, accountId }: PersonScope, day: string): Promise<readonly OwnChange[]> {
  return db.all<OwnChange>(CHANGES, accountId, day);
}

/** What is watched of a person's organizations. */
export const watchedOrganizationsIn = (scope: PersonScope) =>
  bound([scope], { comparedOrganizations, changesOfOrganizations });

/** What is noted of the own firm of one organization. */
export const ownWatchIn = (scope: OrganizationScope) => ({
  ...bound([scope], { watchedOrganization, saveWatchedOrganization }),
  ...bound([scope.db], { addChange, addEvents }),
});

export type OwnWatch = ReturnType<typeof ownWatchIn>;
