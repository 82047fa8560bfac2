/** Who sees an answer or a piece of evidence: everybody, holders of a share link, the organization alone. */
export const VISIBILITIES = ["public", "on_request", "private"] as const;

export type Visibility = (typeof VISIBILITIES)[number];

/** Names of persons, their phones and lists of business partners are not for everybody unless the supplier says so. */
const ON_REQUEST: readonly string[] = ["securityContactName", "incidentContactPhone", "subprocessorList"];

/** Without these two nobody would know whose statement it is. */
export const ALWAYS_PUBLIC: readonly string[] = ["legalName", "country"];

/** Who sees a field where the supplier chose nothing. */
export function defaultVisibility(fieldId: string): Visibility {
  return ON_REQUEST.includes(fieldId) ? "on_request" : "public";
}

/** Who sees a field, by what the supplier chose. */
export function visibilityOf(fieldId: string, chosen: Readonly<Record<string, Visibility>>): Visibility {
  return ALWAYS_PUBLIC.includes(fieldId) ? "public" : (chosen[fieldId] ?? defaultVisibility(fieldId));
}
