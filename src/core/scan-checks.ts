/** The checks of a domain scan, in the order in which they are listed. Stable; an id never changes its meaning. */
export const SCAN_CHECK_IDS = [
  ...(["dns.dnssec", "dns.caa", "dns.nameservers", "dns.dangling", "dns.ipv6"] as const),
  ...(["mail.spf", "mail.dmarc", "mail.dkim", "mail.mtaSts", "mail.tlsRpt", "mail.starttls", "mail.dane"] as const),
  ...(["mail.noMail"] as const),
  ...(["tls.available", "tls.version", "tls.chain", "tls.hostname", "tls.expiry", "tls.key", "tls.cipher"] as const),
  ...(["web.redirect", "web.hsts", "web.csp", "web.frame", "web.nosniff", "web.referrer", "web.cookies"] as const),
  ...(["web.mixed", "web.sri", "web.versionLeak", "web.cors", "web.securityTxt", "web.permissions"] as const),
  ...(["web.status"] as const),
] as const;

export type ScanCheckId = (typeof SCAN_CHECK_IDS)[number];

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
