import { z } from "zod";
import { useAllowance } from "../accounts/allowance.ts";
import { countryParameter, localeParameter } from "../calling/parameters.ts";
import { defineCapability } from "../capability.ts";
import { MOST_ROW_BYTES, MOST_ROWS } from "../rows/read-input.ts";
import { BATCH_ROW_LIMITS } from "../rows/row-limits.ts";
import { answerBatch } from "./answer-batch.ts";
import { batchFile } from "./batch-files.ts";
import { BATCH_FORMATS, batchOutput } from "./batch-schema.ts";

const bytes = z.custom<Uint8Array>((value) => value instanceof Uint8Array);

const input = z.strictObject({
  rows: z
    .array(z.unknown())
    .optional()
    .describe(
      `At most ${MOST_ROWS} firms: { ico, country?, label?, employees?, turnoverEur?, balanceSheetEur?, sizeIndependentService? }. ` +
        "Instead a table can be sent as text/csv or text/plain.",
    )
    .meta({ examples: [[{ ico: "31322832" }, { ico: "45274649", country: "CZ" }]] }),
  text: bytes.optional(),
  country: countryParameter.optional().describe("Of rows that name none; default: Czechia first."),
  names: z.boolean().default(false).describe("A row without a number is searched for by its name."),
  format: z.enum(BATCH_FORMATS).default("json").describe("Instead of the header Accept."),
  locale: localeParameter,
});

/** The verdicts of many firms for whoever has a key; nothing is stored, and no live register is asked. */
export const scopeBatch = defineCapability({
  name: "scope_batch",
  access: "person",
  input,
  published: {
    title: "Scope of many firms",
    description:
      "The NIS2 category of up to 5000 firms, from the register file alone. Rows out are rows in, in their order; a row " +
      "without an answer has an `error` and no category. The whole verdict of each is at its `verdictUrl`.",
    output: batchOutput,
  },
  rest: [
    {
      method: "POST",
      path: "/api/v1/batch/scope-check",
      cost: { rows: ["person_read", "batch_calls"] },
      only: ["rows", "country", "names", "format"],
      inQuery: ["country", "names", "format"],
      body: { mostBytes: MOST_ROW_BYTES, text: "text" },
      forms: {
        argument: "format",
        types: {
          ndjson: "application/x-ndjson",
          csv: "text/csv; charset=utf-8",
          xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        },
        name: "nis2-batch",
        of: (answer, { format, locale }) => (format === "json" ? undefined : batchFile(answer, format, locale)),
      },
      problems: ["not_text", "too_many_rows", "rate_limited"],
    },
  ],
  run: (asked, context) =>
    answerBatch(asked, context, (rows) =>
      useAllowance(context.accounts, BATCH_ROW_LIMITS, context.person.accountId, rows),
    ),
});

/** The same on the machine itself, where nothing is counted. */
export const scopeBatchHere = defineCapability({
  name: "scope_batch_here",
  access: "operator",
  input: input.omit({ rows: true, format: true }).extend({ text: bytes }),
  run: (asked, context) => answerBatch(asked, context, async () => undefined),
});
