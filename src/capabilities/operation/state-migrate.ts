import { z } from "zod";
import { localeParameter } from "../calling/parameters.ts";
import { defineCapability } from "../capability.ts";
import { migrationLine } from "./schemas.ts";

/** Brings the state database to the layout of this program; a start does the same by itself. */
export const stateMigrate = defineCapability({
  name: "state_migrate",
  access: "operator",
  input: z.strictObject({ locale: localeParameter }),
  run: async (_input, { operator: { state } }) => ({ done: [...(await state.migrate())] }),
  cli: {
    words: "state migrate",
    help: "bring the state database to the layout of this version",
    lines: ({ done }) => (done.length === 0 ? ["Nothing is missing."] : done.map(migrationLine)),
  },
});
