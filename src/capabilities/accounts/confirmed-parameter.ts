import { z } from "zod";
import { expectations } from "../calling/expectations.ts";

/** What an operator states before something is deleted for good: `--yes`. */
export const confirmedParameter = z.literal(true).describe("Confirms that it is deleted for good.");

expectations.add(confirmedParameter, {
  sk: "--yes: zmazanie sa nedá vrátiť",
  cs: "--yes: smazání se nedá vrátit",
  en: "--yes: what is deleted cannot be brought back",
});
