/** How often a person gets a digest by mail. */
export const DIGEST_FREQUENCIES = ["off", "daily", "weekly"] as const;

export type DigestFrequency = (typeof DIGEST_FREQUENCIES)[number];
