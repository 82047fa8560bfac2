import { z } from "zod";
import { CATEGORIES, SIZE_CATEGORIES, UNKNOWN_REASONS } from "../../core/company.ts";
import { COUNTRIES } from "../../core/country.ts";
import { NACE_REVISIONS } from "../../core/nace.ts";
import { REGIME_IDS } from "../../knowledge/nis2-ids.ts";
import { hit } from "../companies/company-search.ts";
import { ROW_WARNINGS } from "../rows/read-rows.ts";
import { ROW_CODES } from "../rows/row-problems.ts";

const answered = z.object({
  row: z.number().int().describe("The line of the text, or the place in `rows`, from 1."),
  ico: z.string(),
  country: z.enum(COUNTRIES),
  status: z.enum(["active", "ceased"]),
  category: z.enum(CATEGORIES),
  sector: z.object({ id: z.string(), name: z.string(), annex: z.enum(["I", "II"]) }).nullable(),
  nace: z.string().nullable().describe("The code that decided, else the main one."),
  naceRevision: z.enum(NACE_REVISIONS).nullable(),
  size: z.enum(SIZE_CATEGORIES).nullable(),
  unknownReason: z.enum(UNKNOWN_REASONS).nullable(),
  missingFacts: z.array(z.string()),
  couldBecome: z.array(z.enum(CATEGORIES)),
  regime: z.enum(REGIME_IDS).nullable(),
  sourcesDisagree: z.boolean(),
  decidedBy: z.enum(["open_data_register", "rule_engine"]),
  statedFacts: z.array(z.string()).describe("Figures that the row states; they count in its verdict."),
  alsoIn: z.array(z.enum(COUNTRIES)).describe("The other country, where a firm has the same number."),
  foundBy: z.enum(["name", "tax_number"]).optional(),
  duplicateOf: z.number().int().optional().describe("The first row of the same firm."),
  warnings: z.array(z.enum(ROW_WARNINGS)).optional(),
  dataAsOf: z.string(),
  verdictUrl: z.string().describe("The verdict with its reasons, for people."),
  untrusted: z.object({ name: z.string().nullable(), label: z.string().nullable(), tags: z.array(z.string()) }),
});

const failed = z.object({
  row: z.number().int(),
  error: z.object({
    code: z.enum(ROW_CODES),
    message: z.string(),
    nextStep: z.string(),
    field: z.string().optional(),
  }),
  candidates: z
    .array(hit)
    .optional()
    .describe("Firms that a name may mean, at most 5; former and similar names are marked, and none is taken."),
  untrusted: z.object({
    input: z.string().nullable().describe("What was sent, at most 80 characters."),
    label: z.string().nullable(),
  }),
});

export const batchOutput = z.object({
  count: z.number().int().describe("Rows in, and rows out."),
  answered: z.number().int(),
  failed: z.number().int(),
  duplicates: z.number().int(),
  warnings: z.array(z.object({ code: z.enum(ROW_WARNINGS), rows: z.array(z.number().int()) })),
  byCategory: z.object({
    essential: z.number().int(),
    important: z.number().int(),
    out_of_scope: z.number().int(),
    unknown: z.number().int(),
  }),
  ruleSetVersion: z.string(),
  dataAsOf: z.partialRecord(z.enum(COUNTRIES), z.string()),
  asOf: z.string().describe("Day of the question: the rules of that day decided."),
  encoding: z.string().nullable().describe("In which encoding a text was read; null for JSON."),
  indicative: z.literal(true),
  disclaimer: z.string(),
  untrusted: z.object({ ignoredColumns: z.array(z.string()).describe("Heads of columns that were not read.") }),
  rows: z.array(z.union([answered, failed])),
});

export type BatchAnswer = z.output<typeof batchOutput>;

export type BatchRow = BatchAnswer["rows"][number];

/** A row with a firm. */
export type AnsweredRow = Exclude<BatchRow, { readonly error: unknown }>;

/** The forms of the answer beside JSON. */
export const BATCH_FORMATS = ["json", "ndjson", "csv", "xlsx"] as const;

export type BatchFormat = (typeof BATCH_FORMATS)[number];
