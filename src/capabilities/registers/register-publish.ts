import { defineCapability } from "../capability.ts";
import { type PublishOutcome, publishInput, publishOutput } from "./register-publish-schema.ts";

/** Lays the register file, packed and signed, where other instances fetch it. */
export const registerPublish = defineCapability({
  name: "register_publish",
  title: { sk: "Zverejnenie snímky registrov", cs: "Zveřejnění snímku rejstříků", en: "Publishing of the registers" },
  description: "Packs the register file and signs it, for the instances whose SNAPSHOT_URL leads to the folder.",
  access: "operator",
  input: publishInput,
  output: publishOutput,
  run: ({ locale: _locale, ...request }, { operator }): Promise<PublishOutcome> => operator.publishRegisters(request),
});
