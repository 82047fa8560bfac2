import { z } from "zod";
import { ServiceError } from "../../core/problem.ts";
import { findings } from "../../scanner/result.ts";
import { organizationParameter } from "../calling/organization-parameter.ts";
import { localeParameter } from "../calling/parameters.ts";
import { notYours } from "../calling/principal.ts";
import { defineCapability } from "../capability.ts";
import { nextScanAfter } from "./order-scan.ts";
import { scanResult, scanResultOf } from "./scan-answer.ts";

const output = z.object({
  ...scanResult.shape,
  nextScanAt: z.string().nullable().describe("From when a new scan of the domain may start; null: now."),
});

type Answer = z.output<typeof output>;

/** One scan of an organization: all checks for pages, those that call for action over REST. */
export const scanDetail = defineCapability({
  name: "scan_detail",
  access: "organization",
  input: z.strictObject({
    scanId: z.string().describe("Id of the scan."),
    organizationId: organizationParameter,
    locale: localeParameter.describe("Language of findings, remedies and error texts."),
  }),
  published: {
    title: "Result of a scan",
    description:
      "One scan of an organization of the key's owner: its scores and counts, and the checks with the status warn or " +
      "fail, heavy ones first, each with a remedy.",
    output,
  },
  rest: [
    {
      method: "GET",
      path: "/api/v1/scan/{id}",
      cost: { rows: ["person_read"] },
      rename: { id: "scanId" },
      view: { schema: output, of: (scan) => ({ ...scan, checks: findings(scan.checks) }) },
    },
  ],
  run: async ({ scanId, locale }, { store, knowledge, scans }): Promise<Answer> => {
    const [scan, owned] = await Promise.all([store.scan(scanId), store.domains()]);
    if (scan === undefined) throw new ServiceError(notYours);
    return {
      ...scanResultOf(scan, owned, knowledge, locale, "all"),
      nextScanAt: nextScanAfter(scan, scans.now()),
    };
  },
});
