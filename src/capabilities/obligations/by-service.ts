/** Stands in the history of an entry where the service itself changed it, in the place of an account. */
export const BY_SERVICE = "system";
