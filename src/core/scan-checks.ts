/** What a check looks at: its id before the dot. */
export const SCAN_CATEGORIES = ["dns", "mail", "tls", "web"] as const;

/** The id of a check. Which there are, the list in `src/scanner/checks/index.ts` says; an id never changes its meaning. */
export type ScanCheckId = `${(typeof SCAN_CATEGORIES)[number]}.${string}`;

/** What a check says. Only the first three count in a score. */
export const SCAN_STATUSES = ["pass", "warn", "fail", "info", "not_applicable", "error"] as const;

export type ScanStatus = (typeof SCAN_STATUSES)[number];

/** `public`: what one visitor causes. `full`: more, and only for a domain whose owner agreed. */
export const SCAN_PROFILES = ["public", "full"] as const;

export type ScanProfile = (typeof SCAN_PROFILES)[number];

/** How long a remedy takes, and who carries it out. */
export const SCAN_EFFORTS = ["minutes", "hours", "days"] as const;
export const SCAN_ROLES = ["dns_admin", "web_admin", "mail_admin", "hosting", "supplier"] as const;

export type ScanEffort = (typeof SCAN_EFFORTS)[number];
export type ScanRole = (typeof SCAN_ROLES)[number];

/** Why a scan has no result. */
export const SCAN_ERRORS = [
  "domain_not_found",
  "resolver_failed",
  "timeout",
  "opted_out",
  "cancelled",
  "internal",
] as const;

export type ScanError = (typeof SCAN_ERRORS)[number];
