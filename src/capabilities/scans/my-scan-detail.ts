import { z } from "zod";
import { ServiceError } from "../../core/problem.ts";
import { organizationParameter } from "../calling/organization-parameter.ts";
import { localeParameter } from "../calling/parameters.ts";
import { notYours } from "../calling/principal.ts";
import { defineCapability } from "../capability.ts";
import { type ScanResult, scanResult, scanResultOf } from "./scan-answer.ts";

const input = z.strictObject({
  scanId: z.string().describe("Id from my_scans."),
  organizationId: organizationParameter,
  locale: localeParameter.describe("Language of findings, remedies and error texts."),
});

/** One scan of an organization with what to mend (docs/specification.md, `my_scan_detail.foreign`). */
export const myScanDetail = defineCapability({
  name: "my_scan_detail",
  access: "organization",
  input,
  published: {
    title: { sk: "Podrobnosti skenu", cs: "Podrobnosti skenu", en: "Details of a scan" },
    description:
      "One scan of an organization of the key's owner: findings with the status warn or fail and a remedy, counts of the " +
      "checks by status, scores of the areas of the questionnaire.",
    output: scanResult,
  },
  mcp: {
    cost: { rows: ["person_read"] },
    openWorld: false,
    summary: ({ counts: { warn, fail } }, locale) =>
      ({
        sk: `Nevyhovuje: ${fail}, upozornenia: ${warn}.`,
        cs: `Nevyhovuje: ${fail}, upozornění: ${warn}.`,
        en: `Failed: ${fail}, warnings: ${warn}.`,
      })[locale],
  },
  run: async ({ scanId, locale }, { store, knowledge }): Promise<ScanResult> => {
    const [scan, owned] = await Promise.all([store.scan(scanId), store.domains()]);
    if (scan === undefined) throw new ServiceError(notYours);
    return scanResultOf(scan, owned, knowledge, locale, "findings");
  },
});
