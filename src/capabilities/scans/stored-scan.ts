import { z } from "zod";
import { SCAN_STATUSES } from "../../core/scan-checks.ts";
import { REFUSAL_REASONS } from "../../outbound/guarded/failure.ts";
import type { ArticleLetter } from "../../scanner/checks/check.ts";
import { SCAN_CHECK_IDS } from "../../scanner/checks/index.ts";
import { SCAN_STEPS } from "../../scanner/collect/collect.ts";
import type { JudgedCheck } from "../../scanner/judge.ts";

const foreign = z.union([z.string(), z.array(z.string()), z.null()]);

const judgedCheck = z.object({
  id: z.enum(SCAN_CHECK_IDS),
  status: z.enum(SCAN_STATUSES),
  reason: z.string(),
  weight: z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)]),
  article: z.array(z.custom<ArticleLetter>((letter) => typeof letter === "string")),
  untrusted: z.record(z.string(), foreign),
}) satisfies z.ZodType<JudgedCheck>;

/** The name that each group of checks is about; null: there is no web host. */
export const scanNames = z.object({
  dns: z.string(),
  mail: z.string(),
  tls: z.string().nullable(),
  web: z.string().nullable(),
});

/** An area of a questionnaire with its score. */
const area = z.object({
  id: z.string(),
  score: z.number().int().nullable(),
  answered: z.number().int(),
  questions: z.number().int(),
});

/**
 * What the column `detail` of a scan holds. Texts are not in it: they are put into words of the reader's language at
 * each reading. A questionnaire has areas only; a scan that has not ended has its progress only.
 */
export const storedScan = z.object({
  checks: z.array(judgedCheck).default([]),
  cap: z
    .object({ at: z.number().int(), checks: z.array(z.enum(SCAN_CHECK_IDS)) })
    .nullable()
    .default(null),
  refused: z
    .array(z.object({ host: z.string(), address: z.string().nullable(), reason: z.enum(REFUSAL_REASONS) }))
    .default([]),
  names: scanNames.nullable().default(null),
  areas: z.array(area).default([]),
  /** Last day of the certificate of the web host; null: none was seen. */
  certificateEnds: z.string().nullable().default(null),
  progress: z
    .object({ step: z.enum(SCAN_STEPS), done: z.number().int(), of: z.number().int() })
    .nullable()
    .default(null),
});

export type StoredScan = z.output<typeof storedScan>;

/** Reads the column. @throws when it holds something else: that is a mistake of ours. */
export function readStoredScan(detail: string): StoredScan {
  return storedScan.parse(JSON.parse(detail));
}
