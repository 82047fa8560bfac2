/** How an organization stands with an obligation. Not tracked is `null`. */
export const OBLIGATION_STATUSES = ["met", "partial", "in_progress", "not_met", "not_applicable"] as const;

export type ObligationStatus = (typeof OBLIGATION_STATUSES)[number];
