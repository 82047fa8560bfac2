import { z } from "zod";
import { localeParameter } from "../calling/parameters.ts";
import { defineCapability } from "../capability.ts";
import { passphraseFile } from "./schemas.ts";

/** Writes the whole state into one file, which is read back before it gets its name. */
export const backup = defineCapability({
  name: "backup",
  access: "operator",
  input: z.strictObject({
    to: z.string().min(1).describe("The file; one that is there is not written over."),
    withSecrets: z.boolean().default(false).describe("With the key that seals secrets of accounts."),
    passphraseFile,
    locale: localeParameter,
  }),
  run: async ({ locale: _locale, ...request }, { operator: { state } }) => {
    const { tables, ...rest } = await state.backup(request);
    return { ...rest, tables: [...tables] };
  },
});
