import { z } from "zod";
import { LINKED_ABOVE, PARTNER_FROM } from "../../rules/group-size/group.ts";
import { expectations } from "../calling/expectations.ts";

/** More enterprises than a person states; a bound for the work of one call. */
const MOST_ENTERPRISES = 50;

/** More people than any enterprise has. */
const MOST_STAFF = 9_999_999;

const amount = z.number().min(0).max(1e13).optional();

const figures = {
  employees: z.number().min(0).max(MOST_STAFF).describe("Staff in yearly full-time units; fractions are allowed."),
  turnoverEur: amount.describe("Yearly turnover in EUR."),
  balanceSheetEur: amount.describe("Balance sheet total in EUR."),
};

const enterprise = {
  ...figures,
  separateAssets: z
    .boolean()
    .optional()
    .describe("CZ: its technical assets are fully separate from those used for the service; it is then left out."),
  publicBody: z
    .boolean()
    .optional()
    .describe("The state, a region, a municipality or the central bank; in Czechia it is left out."),
};

/** The group of a firm: linked and partner enterprises, or consolidated accounts (Recommendation 2003/361/EC). */
export const groupParameter = z
  .strictObject({
    consolidated: z
      .strictObject(figures)
      .optional()
      .describe("Figures of consolidated accounts that include the firm; they take the place of its own."),
    linked: z
      .array(z.strictObject(enterprise))
      .max(MOST_ENTERPRISES)
      .default([])
      .describe("Enterprises with a majority of votes or other control either way, directly or through others."),
    partners: z
      .array(
        z.strictObject({
          sharePercent: z
            .number()
            .min(PARTNER_FROM)
            .max(LINKED_ABOVE)
            .describe("The greater of capital and votes, in per cent.")
            .register(expectations, {
              sk: "podiel od štvrtiny do polovice; podnik s väčším podielom je prepojený a patrí do linked, s menším sa nepočíta",
              cs: "podíl od čtvrtiny do poloviny; podnik s větším podílem je propojený a patří do linked, s menším se nepočítá",
              en: "a share from a quarter to a half; an enterprise with more is linked and belongs in linked, with less it does not count",
            }),
          investor: z.boolean().optional().describe("An investor of Article 3(2) of the Annex; it is left out."),
          linked: z
            .array(z.strictObject(figures))
            .max(MOST_ENTERPRISES)
            .optional()
            .describe("Enterprises linked to it."),
          ...enterprise,
        }),
      )
      .max(MOST_ENTERPRISES)
      .default([])
      .describe("Enterprises with a share from a quarter to a half, either way."),
  })
  .describe("Linked and partner enterprises of the firm, added up after Recommendation 2003/361/EC.");
