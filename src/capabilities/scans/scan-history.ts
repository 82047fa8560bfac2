import { z } from "zod";
import { SCAN_PROFILES } from "../../core/scan-checks.ts";
import { organizationParameter } from "../calling/organization-parameter.ts";
import { localeParameter } from "../calling/parameters.ts";
import { defineCapability } from "../capability.ts";

/** So many scans of a domain are shown. */
const MOST = 50;

/** How the technical score of a domain went. Scores of the two profiles are not compared. */
export const scanHistory = defineCapability({
  name: "scan_history",
  access: "organization",
  input: z.strictObject({
    domain: z.string(),
    profile: z.enum(SCAN_PROFILES),
    organizationId: organizationParameter,
    locale: localeParameter,
  }),
  run: async ({ domain, profile }, { store }) => {
    const scans = await store.scansOfDomain(domain, 2 * MOST);
    return {
      scans: scans
        .filter((scan) => scan.profile === profile && scan.status === "completed")
        .slice(0, MOST)
        .toReversed()
        .map(({ id, created_at, technical }) => ({ id, createdAt: new Date(created_at).toISOString(), technical })),
    };
  },
});
