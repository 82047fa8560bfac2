/** So long a look at a domain is shared by all callers, and no new one begins. In milliseconds. */
export const SHARED_MS = 10 * 60_000;

/** Scans of one organization on one day (UTC). */
export const SCANS_A_DAY = 50;

/** Host names of one registrable domain without a proof that one account may have scanned on one day (UTC). */
export const STRANGE_HOSTS_A_DAY = 5;

/** Different domains without a proof of ownership that one organization may have scanned on one day (UTC). */
export const UNPROVED_A_DAY = 20;
