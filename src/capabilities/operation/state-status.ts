import { z } from "zod";
import { localeParameter } from "../calling/parameters.ts";
import { defineCapability } from "../capability.ts";
import { migrationLine } from "./schemas.ts";

const DATABASES = { sqlite: "SQLite", postgres: "PostgreSQL" } as const;

/** Shows where the layout of the state database stands, without changing anything. */
export const stateStatus = defineCapability({
  name: "state_status",
  access: "operator",
  input: z.strictObject({ locale: localeParameter }),
  run: async (_input, { operator: { state } }) => {
    const { applied, missing, ...rest } = await state.status();
    return { ...rest, applied: [...applied], missing: [...missing] };
  },
  cli: {
    words: "state status",
    help: "which migrations the state database has",
    lines: ({ database, version, newest, applied, missing }) => [
      `${DATABASES[database]}  ${version}/${newest}`,
      ...applied.map((each) => `${migrationLine(each)}  ${each.at}`),
      ...missing.map((each) => `${migrationLine(each)}  missing`),
    ],
  },
});
