import { z } from "zod";
import { readCursor, writeCursor } from "../calling/cursor.ts";
import { organizationParameter } from "../calling/organization-parameter.ts";
import { localeParameter } from "../calling/parameters.ts";
import { defineCapability } from "../capability.ts";
import { scanAnswer, scanFields } from "./scan-answer.ts";

const input = z.strictObject({
  limit: z.number().int().min(1).max(100).default(20).describe("How many scans, from 1 to 100."),
  cursor: z.string().optional().describe("nextCursor of the page before."),
  organizationId: organizationParameter,
  locale: localeParameter.describe("Language of error texts."),
});

const output = z.object({
  scans: z.array(z.object(scanFields)).describe("Newest first."),
  nextCursor: z.string().nullable().describe("Send it as cursor for the next page; null: this is the last."),
});

type Answer = z.output<typeof output>;

/** The scans of an organization, a page at a time: what `my_scans` gives agents, for programs. */
export const scanList = defineCapability({
  name: "scan_list",
  access: "organization",
  openToOperator: true,
  input,
  published: {
    title: "Scans of an organization",
    description: "The scans of an organization of the key's owner, newest first, a page at a time.",
    output,
  },
  rest: [{ method: "GET", path: "/api/v1/scan", cost: { rows: ["person_read"] } }],
  run: async ({ limit, cursor }, { store, organization }): Promise<Answer> => {
    const list = `scans ${organization.id}`;
    const place = cursor === undefined ? undefined : readCursor(list, cursor);
    const after = place === undefined ? undefined : { createdAt: place.at, id: place.id };
    const [found, owned] = await Promise.all([store.scans(limit + 1, after), store.domains()]);
    const shown = found.slice(0, limit);
    const last = shown.at(-1);
    const hasMore = found.length > limit && last !== undefined;
    return {
      scans: shown.map((scan) => scanAnswer(scan, owned)),
      nextCursor: hasMore ? writeCursor(list, { at: last.created_at, id: last.id }) : null,
    };
  },
});
