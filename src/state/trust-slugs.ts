import { sql } from "./sql.ts";
import type { StateDatabase } from "./state-database.ts";

const DAY_MS = 86_400_000;

/** An address that was let go is not given to others for so long, and leads to the new one for half of it. */
const KEPT_MS = 730 * DAY_MS;
const LEADS_MS = 365 * DAY_MS;

/** An address that is somebody's. Instants in milliseconds since 1970. */
export interface ClaimedSlug {
  readonly slug: string;
  /** Its organization, which may be gone: the address stays taken. */
  readonly org_id: string;
  /** Until when others do not get it; `null`: its profile has it. */
  readonly until: number | null;
}

const CLAIM = sql(
  "INSERT INTO trust_slug (slug, org_id, since, until) VALUES (?, ?, ?, NULL) ON CONFLICT (slug) DO UPDATE SET " +
    "since = CASE WHEN trust_slug.org_id = excluded.org_id THEN trust_slug.since ELSE excluded.since END, " +
    "org_id = excluded.org_id, until = NULL WHERE trust_slug.org_id = excluded.org_id OR trust_slug.until <= ?",
);
const LET_GO = sql("UPDATE trust_slug SET until = ? WHERE slug = ? AND org_id = ?");
const FIND = sql("SELECT slug, org_id, until FROM trust_slug WHERE slug = ? AND (until IS NULL OR until > ?)");
const LET_GO_OF_NOBODY = sql(
  "UPDATE trust_slug SET until = ? WHERE until IS NULL " +
    "AND NOT EXISTS (SELECT 1 FROM organization o WHERE o.id = trust_slug.org_id)",
);
const GIVE_UP = sql(
  "UPDATE trust_profile SET slug = NULL WHERE state <> 'published' AND slug IN " +
    "(SELECT s.slug FROM trust_slug s WHERE s.org_id = trust_profile.org_id AND s.until <= ?)",
);
// Read by programs of the release before alone.
const KEEP_FORMER = sql(
  "INSERT INTO trust_slug_old (slug, org_id, why, until) VALUES (?, ?, ?, ?) " +
    "ON CONFLICT (slug) DO UPDATE SET org_id = excluded.org_id, why = excluded.why, until = excluded.until",
);
const FREE_FORMER = sql("DELETE FROM trust_slug_old WHERE slug = ? AND org_id = ?");
const FORMER_HOLDER = sql("SELECT org_id FROM trust_slug_old WHERE slug = ? AND until > ?");

/**
 * Claims an address for an organization, also one that it let go. Of two that claim one at the same time one gets it.
 * @returns false where it is somebody else's
 */
export async function claimSlug(tx: StateDatabase, slug: string, orgId: string, at: number): Promise<boolean> {
  const former = await tx.get<{ org_id: string }>(FORMER_HOLDER, slug, at);
  if (former !== undefined && former.org_id !== orgId) return false;
  if ((await tx.run(CLAIM, slug, orgId, at, at)) !== 1) return false;
  await tx.run(FREE_FORMER, slug, orgId);
  return true;
}

/** Lets an address go: it stays taken for a while. `why` is for programs of the release before. */
export async function letSlugGo(
  tx: StateDatabase,
  { slug, orgId, why }: { readonly slug: string; readonly orgId: string; readonly why: "changed" | "withdrawn" },
  at: number,
): Promise<void> {
  await tx.run(LET_GO, at + KEPT_MS, slug, orgId);
  await tx.run(KEEP_FORMER, slug, orgId, why, at + KEPT_MS);
}

/** Whose an address is, or was until not long ago. */
export function claimedSlug(db: StateDatabase, slug: string, now: number): Promise<ClaimedSlug | undefined> {
  return db.get<ClaimedSlug>(FIND, slug, now);
}

/** True while an address that was let go still leads to the new one. */
export function stillLeads({ until }: Pick<ClaimedSlug, "until">, now: number): boolean {
  return until !== null && now < until - KEPT_MS + LEADS_MS;
}

/**
 * What the night does before it removes claims whose time is over: a withdrawn profile gives its address up, and a claim
 * whose organization is gone gets an end.
 */
export async function endSlugs(db: StateDatabase, now: number): Promise<void> {
  await db.run(GIVE_UP, now);
  await db.run(LET_GO_OF_NOBODY, now + KEPT_MS);
}
