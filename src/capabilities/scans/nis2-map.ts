import { z } from "zod";
import { COUNTRIES } from "../../core/country.ts";
import { SCAN_CHECK_IDS } from "../../scanner/checks/index.ts";
import { RULE_SET_VERSION } from "../../scanner/judge.ts";
import { localeParameter } from "../calling/parameters.ts";
import { defineCapability } from "../capability.ts";
import { FEWEST_ORGANIZATIONS } from "./map-cells.ts";

const count = z.number().int();
const few = count.nullable().describe("null: too few to be published.");

/** A cell as it is published. */
export const mapCell = z.object({
  country: z.enum(COUNTRIES),
  sector: z.string(),
  suppressed: z.literal(true).optional().describe("Too few organizations, or too few that changed."),
  organizations: count.optional(),
  domains: count.optional(),
  technical: z.object({ p25: count, median: count, p75: count }).optional(),
  checks: z.array(z.object({ id: z.enum(SCAN_CHECK_IDS), pass: few, warn: few, fail: few })).optional(),
});

/** Anonymous figures of the scans of all organizations, as they were computed last night. */
export const nis2Map = defineCapability({
  name: "nis2_map",
  access: "public",
  input: z.strictObject({ locale: localeParameter.describe("Language of error texts.") }),
  published: {
    title: "Map of scans",
    description:
      "Anonymous figures of the newest full scans of proved domains by country and sector: quartiles of the technical " +
      "score, and how many organizations pass each check. Computed every night; a cell needs five organizations.",
    output: z.object({
      indicative: z.literal(true),
      dataAsOf: z.string().describe("Day of the computation."),
      ruleSetVersion: z.string(),
      profile: z.literal("full"),
      minimumOrganizations: count,
      cells: z.array(mapCell),
      methodologyUrl: z.string(),
    }),
  },
  rest: [{ method: "GET", path: "/api/nis2-map", cost: { rows: ["web_page"] }, maxAge: 300 }],
  run: async (_input, { scans, baseUrl, today }) => {
    const { day, cells } = (await scans.map()) ?? { day: today(), cells: [] };
    return {
      indicative: true as const,
      dataAsOf: day,
      ruleSetVersion: RULE_SET_VERSION,
      profile: "full" as const,
      minimumOrganizations: FEWEST_ORGANIZATIONS,
      cells: cells.map((cell) => mapCell.parse(cell)),
      methodologyUrl: `${baseUrl}/sk/nis2-radar#scan`,
    };
  },
});
