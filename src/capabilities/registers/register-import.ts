import { defineCapability } from "../capability.ts";
import { type ImportOutcome, importInput, importOutput } from "./register-import-schema.ts";

/** Reads an official register file into the snapshot; the published file is swapped only when the new one is whole. */
export const registerImport = defineCapability({
  name: "register_import",
  title: { sk: "Načítanie registra", cs: "Načtení rejstříku", en: "Register import" },
  description: "Imports an official register file into the snapshot. A broken file changes nothing.",
  access: "operator",
  input: importInput,
  output: importOutput,
  run: ({ locale: _locale, ...request }, { operator }): Promise<ImportOutcome> => operator.importRegister(request),
});
