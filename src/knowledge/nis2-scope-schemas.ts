import { z } from "zod";
import { COUNTRIES } from "../core/country.ts";
import { NACE_REVISIONS } from "../core/nace.ts";
import type { ActRegistry } from "./acts.ts";
import { localized, reference } from "./cited-text-schemas.ts";
import { day, unique } from "./field-schemas.ts";
import { digits, from, id, prefix } from "./nis2-field-schemas.ts";
import { SECTOR_IDS, type UntilAnswered } from "./nis2-ids.ts";

const country = z.enum(COUNTRIES);

/** Schema of `sectors.yaml`. */
export function sectorsSchema(acts: ActRegistry) {
  return z
    .array(
      z.strictObject({
        id: z.enum(SECTOR_IDS),
        annex: z.enum(["I", "II"]),
        point: z.number().int().positive(),
        name: localized(acts),
        citations: z.strictObject({
          EU: z.array(reference(acts)),
          SK: z.array(reference(acts)),
          CZ: z.array(reference(acts)),
        }),
        subsectors: z.record(id, z.strictObject({ CZ: z.array(reference(acts)) })).optional(),
      }),
    )
    .superRefine(unique((sector) => sector.id))
    .refine((sectors) => sectors.length === SECTOR_IDS.length, "must describe every sector of the directive");
}

/**
 * Schema of one row of `nace-map.csv`; the CSV writes codes with their dot.
 * @param hints the entries of `weak-activities.yaml`: a weak row names one that would bring the firm in, a likely row may
 * name one that would take it out.
 */
export function mapRowSchema(hints: ReadonlyMap<string, UntilAnswered>) {
  const seen = new Set<string>();
  return z
    .strictObject({
      nace_revision: z.enum(NACE_REVISIONS),
      nace_code: digits,
      annex: z.enum(["I", "II"]),
      sector_id: z.enum(SECTOR_IDS),
      subsector: z.string(),
      entity_type: z.string().min(1),
      confidence: z.enum(["certain", "likely", "weak"]),
      size_rule: z.enum(["medium-or-large", "any-size", "special"]),
      hint: z.string(),
      notes: z.string(),
    })
    .superRefine((row, issues) => {
      const key = `${row.nace_revision} ${row.nace_code}`;
      if (seen.has(key)) issues.addIssue({ code: "custom", path: ["nace_code"], message: `${key} stands twice` });
      seen.add(key);
      const isWeak = row.confidence === "weak" && row.sector_id !== "public-administration";
      const named = hints.get(row.hint);
      const isMistake = isWeak
        ? named === undefined || named === "in_scope"
        : row.hint !== "" && (row.confidence !== "likely" || named !== "in_scope");
      if (isMistake) {
        issues.addIssue({
          code: "custom",
          path: ["hint"],
          message: "a weak row names an entry of weak-activities.yaml, a likely one only an entry that takes it out",
        });
      }
    })
    .transform((row) => ({
      revision: row.nace_revision,
      digits: row.nace_code.replace(".", ""),
      annex: row.annex,
      sectorId: row.sector_id,
      subsector: row.subsector === "" ? null : row.subsector,
      entityType: row.entity_type,
      confidence: row.confidence,
      sizeRule: row.size_rule,
      hint: row.hint === "" ? null : row.hint,
      notes: row.notes,
    }));
}

const ceiling = z.strictObject({
  staffBelow: z.number().int(),
  turnoverUpTo: z.number(),
  balanceSheetUpTo: z.number(),
});

/** Schema of `size-thresholds.yaml`: money in EUR, staff in yearly full-time units. Oldest first. */
export function sizeThresholdsSchema(acts: ActRegistry) {
  return z
    .array(
      z.strictObject({ from, micro: ceiling, small: ceiling, medium: ceiling, citations: z.array(reference(acts)) }),
    )
    .min(1)
    .superRefine((entries, issues) => {
      for (let index = 1; index < entries.length; index++) {
        if ((entries[index]?.from ?? "") > (entries[index - 1]?.from ?? "")) continue;
        issues.addIssue({ code: "custom", path: [index, "from"], message: "must be later than the entry before" });
      }
    });
}

/** Schema of `exchange-rates.yaml`: each year is assessed by the rate of the last day before it. */
export const exchangeRatesSchema = z
  .array(
    z
      .strictObject({
        assessedYear: z.number().int().min(2024).max(2100),
        day,
        czkPerEur: z.number().min(10).max(99),
        source: z.url({ protocol: /^https$/ }),
      })
      .refine((rate) => rate.day === `${rate.assessedYear - 1}-12-31`, "the last day before the assessed year"),
  )
  .min(1);

export type ExchangeRate = z.output<typeof exchangeRatesSchema>[number];

/** Schema of `size-codes-<country>.yaml`. `staff: null` is a code by which the register says that it does not know. */
export const sizeCodesSchema = z
  .array(
    z.strictObject({
      code: z.string().regex(/^\d{2,3}$/),
      staff: z.strictObject({ min: z.number().int().min(0), max: z.number().int().nullable() }).nullable(),
    }),
  )
  .superRefine(unique((entry) => entry.code));

/** Schema of `legal-forms.yaml`: public bodies by legal form, and main activities that make one. */
export function legalFormsSchema(acts: ActRegistry) {
  return z.strictObject({
    forms: z
      .array(
        z.strictObject({
          country,
          code: z.string().regex(/^\d{3}$/),
          group: z.enum(["A", "B", "C"]),
          name: localized(acts),
          remark: localized(acts).optional(),
          openSectors: z.array(z.enum(SECTOR_IDS)).optional(),
        }),
      )
      .superRefine(unique((form) => `${form.country} ${form.code}`)),
    mainActivities: z.array(
      z.strictObject({ country, revision: z.enum(NACE_REVISIONS), code: prefix, remark: localized(acts) }),
    ),
    sectorRemarks: z.array(z.strictObject({ country, remark: localized(acts) })),
  });
}
