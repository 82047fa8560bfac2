/** What a person may do in an organization, most first. The table of rights is in `rights.ts` beside it. */
export const ROLES = ["owner", "admin", "member", "viewer"] as const;

export type Role = (typeof ROLES)[number];
