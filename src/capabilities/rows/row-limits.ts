/** Rows of a table that the register file is asked for count for the account and for everybody. */
export const BATCH_ROW_LIMITS = ["batch_rows", "batch_rows_shared"] as const;
