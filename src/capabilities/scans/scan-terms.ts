import { z } from "zod";
import { localeParameter } from "../calling/parameters.ts";
import { defineCapability } from "../capability.ts";

/** What the page `/scan` says of this installation: who scans, how to reach the operator, whether anybody may check. */
export const scanTerms = defineCapability({
  name: "scan_terms",
  title: { sk: "Podmienky skenu", cs: "Podmínky skenu", en: "Terms of the scan" },
  description: "Who scans, how the scanner introduces itself, and how to refuse.",
  access: "public",
  input: z.strictObject({ locale: localeParameter }),
  output: z.object({ isPublic: z.boolean(), contact: z.string().nullable(), userAgent: z.string() }),
  web: { limits: [] },
  run: (_input, { scans: { isPublic, contact, userAgent } }) => ({ isPublic, contact, userAgent }),
});
