import { z } from "zod";
import { localeParameter } from "../calling/parameters.ts";
import { defineCapability } from "../capability.ts";
import { passphraseFile } from "./schemas.ts";

/** Reads a backup whole, without a database. */
export const backupCheck = defineCapability({
  name: "backup_check",
  access: "operator",
  input: z.strictObject({ file: z.string().min(1).describe("The backup."), passphraseFile, locale: localeParameter }),
  run: async ({ locale: _locale, ...request }, { operator: { state } }) => {
    const { tables, ...rest } = await state.checkBackup(request);
    return { ...rest, tables: [...tables] };
  },
});
