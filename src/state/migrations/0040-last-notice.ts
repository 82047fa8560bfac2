import type { Migration } from "./migration.ts";

/**
 * What was warned of and noticed last has names that say so. A program before this one writes `told` alone; both are
 * written for one release.
 */
export const lastNotice: Migration = {
  version: 40,
  name: "last-notice",
  minProgram: 4,
  text: `
    ALTER TABLE trust_profile ADD COLUMN last_warning text;
    UPDATE trust_profile SET last_warning = told;
    ALTER TABLE supplier_entry ADD COLUMN last_notice text;
    UPDATE supplier_entry SET last_notice = told`,
};
