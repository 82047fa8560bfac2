import { z } from "zod";
import { ServiceError } from "../../core/problem.ts";
import { organizationParameter } from "../calling/organization-parameter.ts";
import { localeParameter } from "../calling/parameters.ts";
import { notYours } from "../calling/principal.ts";
import { defineCapability } from "../capability.ts";
import { failed } from "./run-scan.ts";

const output = z.object({
  id: z.string(),
  outcome: z.enum(["cancelled", "deleted"]).describe("A scan that has not ended is cancelled, another one deleted."),
});

/** Cancels a scan that has not ended; deletes one that has, with what it saw. */
export const scanRemove = defineCapability({
  name: "scan_remove",
  access: "organization",
  effect: "write",
  right: "change",
  scope: "scan:write",
  input: z.strictObject({
    scanId: z.string().describe("Id of the scan."),
    organizationId: organizationParameter,
    locale: localeParameter.describe("Language of error texts."),
  }),
  published: {
    title: "Removal of a scan",
    description:
      "Cancels a scan that is queued or running: it has then failed as cancelled. Deletes one that has ended, with its findings.",
    output,
  },
  rest: [{ method: "DELETE", path: "/api/v1/scan/{id}", cost: { rows: ["person_write"] }, rename: { id: "scanId" } }],
  form: {
    cost: { rows: ["person_write"] },
    path: "/organizations/:organizationId/scans/:scanId/remove",
    leadsTo: ({ outcome }) => `/organizations/:organizationId/scans${outcome === "cancelled" ? "/:scanId" : ""}`,
    done: ({ outcome }) => (outcome === "cancelled" ? "ended" : "removed"),
  },
  run: async ({ scanId }, { store, write, scans }) => {
    const scan = await store.scan(scanId);
    // A completed questionnaire stands in the same list, and is not a scan to be deleted here.
    if (scan === undefined || scan.domain === null) throw new ServiceError(notYours);
    const details = { profile: scan.profile };
    return write(async ({ store: own, record }) => {
      if (await own.endScan(scanId, failed("cancelled"), scans.now())) {
        await record("scan.cancelled", { type: "scan", id: scanId }, details);
        return { id: scanId, outcome: "cancelled" as const };
      }
      await own.removeScan(scanId);
      await record("scan.deleted", { type: "scan", id: scanId }, details);
      return { id: scanId, outcome: "deleted" as const };
    });
  },
});
