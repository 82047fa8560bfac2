import { removal, removeRows } from "./remove-rows.ts";
import { sql } from "./sql.ts";
import type { StateDatabase } from "./state-database.ts";

const DAY_MS = 86_400_000;

/** A former address is not given to others for so long, and leads to the new one for half of it. */
const KEPT_MS = 730 * DAY_MS;
const LEADS_MS = 365 * DAY_MS;

/** An address that once was a profile's. Instants in milliseconds since 1970. */
export interface OldSlug {
  readonly slug: string;
  readonly org_id: string;
  /** `changed`: the profile has another one now. */
  readonly why: "changed" | "withdrawn";
  readonly until: number;
}

const KEEP = sql(
  "INSERT INTO trust_slug_old (slug, org_id, why, until) VALUES (?, ?, ?, ?) " +
    "ON CONFLICT (slug) DO UPDATE SET org_id = excluded.org_id, why = excluded.why, until = excluded.until",
);
const FIND = sql("SELECT slug, org_id, why, until FROM trust_slug_old WHERE slug = ? AND until > ?");
const FREE = sql("DELETE FROM trust_slug_old WHERE slug = ? AND org_id = ?");
const GIVE_UP = sql(
  "UPDATE trust_profile SET slug = NULL WHERE state <> 'published' AND slug IN " +
    "(SELECT o.slug FROM trust_slug_old o WHERE o.org_id = trust_profile.org_id AND o.until <= ?)",
);
const REMOVE_OLD = removal("trust_slug_old", "slug", "until <= ?");

/** Keeps an address from others from now on. */
export async function keepSlug(
  tx: StateDatabase,
  { slug, org_id, why }: Omit<OldSlug, "until">,
  at: number,
): Promise<void> {
  await tx.run(KEEP, slug, org_id, why, at + KEPT_MS);
}

/** A former address that is still kept from others. */
export function oldSlug(db: StateDatabase, slug: string, now: number): Promise<OldSlug | undefined> {
  return db.get<OldSlug>(FIND, slug, now);
}

/** True while a former address still leads to the new one. */
export function stillLeads({ why, until }: OldSlug, now: number): boolean {
  return why === "changed" && now < until - KEPT_MS + LEADS_MS;
}

/** Its own organization uses an address again. */
export async function takeSlugBack(tx: StateDatabase, slug: string, orgId: string): Promise<void> {
  await tx.run(FREE, slug, orgId);
}

/** Gives addresses free whose time is over, also those that a withdrawn profile still had. @returns how many */
export async function removeOldSlugs(db: StateDatabase, before: number): Promise<number> {
  await db.run(GIVE_UP, before);
  return removeRows(db, REMOVE_OLD, before);
}
