import { z } from "zod";
import { localeParameter } from "../calling/parameters.ts";
import { defineCapability } from "../capability.ts";

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

/** Brings the state database to the layout of this program; a start does the same by itself. */
export const stateMigrate = defineCapability({
  name: "state_migrate",
  access: "operator",
  input: z.strictObject({ locale: localeParameter }),
  run: async (_input, { operator: { state } }) => ({ done: [...(await state.migrate())] }),
  cli: {
    words: "state migrate",
    help: "bring the state database to the layout of this version",
    state: "begins",
    lines: ({ done }) => (done.length === 0 ? ["Nothing is missing."] : done.map(migrationLine)),
  },
});

/** A migration on the terminal. */
function migrationLine({ version, name }: { readonly version: number; readonly name: string }): string {
  return `${String(version).padStart(4)}  ${name}`;
}
