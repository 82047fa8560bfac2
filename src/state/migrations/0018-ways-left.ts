import type { Migration } from "./migration.ts";

/** What a reset of the password ended and left, until its person has seen it. */
export const waysLeft: Migration = {
  version: 18,
  name: "ways-left",
  minProgram: 4,
  text: "ALTER TABLE account ADD COLUMN ways_left text",
};
