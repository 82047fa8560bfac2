import { z } from "zod";
import { localeParameter } from "../calling/parameters.ts";
import { defineCapability } from "../capability.ts";
import { backupSummary, passphraseFile } from "./schemas.ts";

/** Puts the state of a backup in the place of the one that is there, whole or not at all. */
export const restore = defineCapability({
  name: "restore",
  title: { sk: "Obnova zo zálohy", cs: "Obnova ze zálohy", en: "Restore" },
  description: "Restores a backup into the state database of the settings, SQLite or PostgreSQL.",
  access: "operator",
  input: z.strictObject({
    from: z.string().min(1).describe("The backup."),
    replace: z.boolean().default(false).describe("Also where accounts are in the database, or another key of secrets."),
    passphraseFile,
    locale: localeParameter,
  }),
  output: backupSummary,
  run: async ({ locale: _locale, ...request }, { operator: { state } }) => {
    const { tables, ...rest } = await state.restore(request);
    return { ...rest, tables: [...tables] };
  },
});
