import { z } from "zod";
import { localeParameter } from "../calling/parameters.ts";
import { defineCapability } from "../capability.ts";

/** What the page `/scan` says of this installation: who scans, how to reach the operator, whether anybody may check. */
export const scanTerms = defineCapability({
  name: "scan_terms",
  access: "public",
  dependsOn: ({ scans: { isPublic, contact, userAgent } }) => [isPublic, contact, userAgent],
  keepsNoAnswers: true,
  input: z.strictObject({ locale: localeParameter }),
  run: (_input, { scans: { isPublic, contact, userAgent } }) => ({ isPublic, contact, userAgent }),
});
