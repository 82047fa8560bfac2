import { z } from "zod";

/** A dataset as the index lists it. */
export const datasetRow = z.object({
  id: z.string(),
  title: z.string(),
  url: z.string(),
  mediaType: z.string(),
  updates: z
    .enum(["versioned", "live"])
    .describe("versioned: the same bytes until a new version; live: made from registers or feeds when asked for."),
  version: z.string().describe("Of a live dataset the day of its data."),
  date: z.string(),
  bytes: z.number().int().describe("Size of the content. Of a live dataset: as it is now."),
  sha256: z.string().describe("Of the content, in hexadecimal digits. Of a live dataset: as it is now."),
  licence: z
    .object({ id: z.string(), name: z.string(), url: z.string() })
    .nullable()
    .describe("null: no one licence covers it; terms says more."),
  attribution: z.string().nullable().describe("How to name the source."),
  terms: z.string().nullable(),
  columns: z.array(z.object({ name: z.string(), meaning: z.string() })).optional(),
});

export type DatasetRow = z.output<typeof datasetRow>;
