import { z } from "zod";
import type { Scan } from "../../state/scans.ts";

const score = z.number().int().min(0).max(100).nullable();

/** The fields of a scan that a list and a detail share. */
export const scanFields = {
  id: z.string(),
  domain: z.string().nullable().describe("null: a questionnaire without a domain."),
  status: z.enum(["queued", "running", "completed", "failed"]),
  createdAt: z.string().describe("Instant in UTC, ISO 8601."),
  scores: z
    .object({ technical: score, questionnaire: score, overall: score })
    .describe("From 0 to 100; null: there is none (yet)."),
};

/** A row of the state in the words of the answer. */
export function scanAnswer({ id, domain, status, created_at, technical, questionnaire, overall }: Scan) {
  return {
    id,
    domain,
    status,
    createdAt: new Date(created_at).toISOString(),
    scores: { technical, questionnaire, overall },
  };
}
