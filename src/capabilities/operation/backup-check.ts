import { z } from "zod";
import { localeParameter } from "../calling/parameters.ts";
import { defineCapability } from "../capability.ts";
import { backupSummary, passphraseFile } from "./schemas.ts";

/** Reads a backup whole, without a database. */
export const backupCheck = defineCapability({
  name: "backup_check",
  title: { sk: "Kontrola zálohy", cs: "Kontrola zálohy", en: "Check of a backup" },
  description: "Reads a backup from its first to its last byte and says what it holds.",
  access: "operator",
  input: z.strictObject({ file: z.string().min(1).describe("The backup."), passphraseFile, locale: localeParameter }),
  output: backupSummary,
  run: async ({ locale: _locale, ...request }, { operator: { state } }) => {
    const { tables, ...rest } = await state.checkBackup(request);
    return { ...rest, tables: [...tables] };
  },
});
