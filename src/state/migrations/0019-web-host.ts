import type { Migration } from "./migration.ts";

/** The host whose pages a scan of a domain has seen, for lists, which do not read the details of scans. */
export const webHost: Migration = {
  version: 19,
  name: "web-host",
  minProgram: 4,
  text: "ALTER TABLE scan ADD COLUMN web_host text",
};
