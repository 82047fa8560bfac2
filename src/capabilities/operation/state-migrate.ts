import { z } from "zod";
import { localeParameter } from "../calling/parameters.ts";
import { defineCapability } from "../capability.ts";
import { migrationLine, missingMigrations } from "./schemas.ts";

/** Brings the state database to the layout of this program; a start does the same by itself. */
export const stateMigrate = defineCapability({
  name: "state_migrate",
  title: { sk: "Migrácia databázy", cs: "Migrace databáze", en: "Migration of the database" },
  description: "Carries out the migrations that the state database does not have yet.",
  access: "operator",
  input: z.strictObject({ locale: localeParameter }),
  output: z.object({ done: missingMigrations }),
  cli: {
    words: "state migrate",
    help: "bring the state database to the layout of this version",
    lines: ({ done }) => (done.length === 0 ? ["Nothing is missing."] : done.map(migrationLine)),
  },
  run: async (_input, { operator: { state } }) => ({ done: [...(await state.migrate())] }),
});
