import type { Migration } from "./migration.ts";

/** The request to a supplier that an address leads to. */
export const askToken: Migration = {
  version: 25,
  name: "ask-token",
  minProgram: 4,
  isConcurrent: true,
  text: "CREATE UNIQUE INDEX supplier_ask_token ON supplier_ask (token_hash)",
};
