import { isStale } from "../../rules/supplier-questionnaire/validity.ts";
import type { SupplierEntry } from "../../state/suppliers.ts";
import type { Services } from "../contexts.ts";
import type { ShownRevision } from "../trust/trust-profiles.ts";

/**
 * Where the profile of a supplier stands for its customer. `withdrawn`: it was published while the supplier stood in the
 * list; of what was withdrawn before, nobody learns.
 */
export const PROFILE_STATES = ["published", "stale", "withdrawn", "none"] as const;

export type ProfileState = (typeof PROFILE_STATES)[number];

export type SupplierProfile = Awaited<ReturnType<typeof profileOf>>;

type Listed = Pick<
  SupplierEntry,
  | "slug"
  | "revision"
  | "valid_until"
  | "profile_org_id"
  | "profile_id"
  | "profile_published_at"
  | "seen_revision"
  | "last_notice"
>;

/** Where the profile stands, from the list alone. */
export function profileStateOf(
  {
    slug,
    valid_until: until,
    seen_revision,
    last_notice,
  }: Pick<Listed, "slug" | "valid_until" | "seen_revision" | "last_notice">,
  { today }: Services,
): ProfileState {
  if (slug !== null && until !== null) return isStale(until, today()) ? "stale" : "published";
  return seen_revision === null && last_notice === null ? "none" : "withdrawn";
}

/** Which revision a listed supplier shows; `undefined` where it publishes none. */
export function shownRevisionOf(entry: Listed): ShownRevision | undefined {
  const { profile_org_id: orgId, profile_id: id, profile_published_at: publishedAt, revision } = entry;
  if (orgId === null || id === null || publishedAt === null || revision === null) return undefined;
  return { org_id: orgId, id, published_at: publishedAt, revision };
}

/** What a listed supplier publishes. */
export async function profileOf(entry: Listed, services: Services) {
  const { slug, revision, valid_until, seen_revision: seen } = entry;
  const shown = shownRevisionOf(entry);
  const read = shown === undefined ? undefined : await services.trust.shown(shown);
  const document = read?.snapshot.document;
  return {
    state: profileStateOf(entry, services),
    slug,
    url: slug === null ? null : `${services.baseUrl}/trust/${slug}`,
    revision,
    questionnaireVersion: document?.questionnaireVersion ?? null,
    /** Day of the revision. */
    statedOn: document?.updatedAt.slice(0, 10) ?? null,
    validUntil: valid_until,
    visibleFields: document?.visibleFields ?? null,
    answeredFields: document?.answeredFields ?? null,
    coverage: document?.coverage ?? [],
    /** There is another revision than the one that was looked at. */
    isNew: revision !== null && seen !== null && revision !== seen,
  };
}
