import { formatNumber } from "../../core/text.ts";
import { defineCapability } from "../capability.ts";
import { type PublishOutcome, publishInput } from "./register-publish-schema.ts";

/** Lays the register file, packed and signed, where other instances fetch it. */
export const registerPublish = defineCapability({
  name: "register_publish",
  access: "operator",
  input: publishInput,
  run: ({ locale: _locale, ...request }, { operator }): Promise<PublishOutcome> => operator.publishRegisters(request),
  cli: {
    words: "registers publish",
    help: "publish the register file, packed and signed, for other instances",
    state: "registers",
    usage: "--to FOLDER [--key FILE]",
    lines: ({ bytes, packedBytes, isNew, key }) => {
      const sizes = `${formatNumber(bytes, "en")} bytes, packed ${formatNumber(packedBytes, "en")}.`;
      return [
        isNew ? `Published: ${sizes}` : `This snapshot is there already: ${sizes}`,
        key === null ? "Not signed: instances with SNAPSHOT_KEY will refuse it." : `SNAPSHOT_KEY=${key}`,
      ];
    },
  },
});
