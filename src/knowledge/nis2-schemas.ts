import { z } from "zod";
import { CATEGORIES } from "../core/company.ts";
import { COUNTRIES } from "../core/country.ts";
import { isDay } from "../core/day.ts";
import { NACE_REVISIONS } from "../core/nace.ts";
import { REGIME_IDS, SECTOR_IDS, SITUATIONS, SIZE_STATES } from "./nis2-ids.ts";
import {
  byRevision,
  digits,
  from,
  id,
  localized,
  type Nis2Context,
  prefix,
  reference,
  SERVICE_IDS,
  unique,
} from "./nis2-schema-parts.ts";

const country = z.enum(COUNTRIES);

/** Schema of `sectors.yaml`. */
export function sectorsSchema(context: Nis2Context) {
  return z
    .array(
      z.strictObject({
        id: z.enum(SECTOR_IDS),
        annex: z.enum(["I", "II"]),
        point: z.number().int().positive(),
        name: localized(context),
        citations: z.strictObject({
          EU: z.array(reference(context)),
          SK: z.array(reference(context)),
          CZ: z.array(reference(context)),
        }),
      }),
    )
    .superRefine(unique((sector) => sector.id))
    .refine((sectors) => sectors.length === SECTOR_IDS.length, "must describe every sector of the directive");
}

/** Schema of one row of `nace-map.csv`; the CSV writes codes with their dot. */
export function mapRowSchema(context: Nis2Context) {
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
      const needsHint = row.confidence === "weak" && row.sector_id !== "public-administration";
      if (needsHint !== context.weakActivityIds.has(row.hint) || (!needsHint && row.hint !== "")) {
        issues.addIssue({
          code: "custom",
          path: ["hint"],
          message: "a weak row, and only it, names an entry of weak-activities.yaml",
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
export function sizeThresholdsSchema(context: Nis2Context) {
  return z
    .array(
      z.strictObject({ from, micro: ceiling, small: ceiling, medium: ceiling, citations: z.array(reference(context)) }),
    )
    .min(1)
    .superRefine((entries, issues) => {
      for (let index = 1; index < entries.length; index++) {
        if ((entries[index]?.from ?? "") > (entries[index - 1]?.from ?? "")) continue;
        issues.addIssue({ code: "custom", path: [index, "from"], message: "must be later than the entry before" });
      }
    });
}

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
export function legalFormsSchema(context: Nis2Context) {
  return z.strictObject({
    forms: z
      .array(
        z.strictObject({
          country,
          code: z.string().regex(/^\d{3}$/),
          group: z.enum(["A", "B", "C"]),
          name: localized(context),
          remark: localized(context).optional(),
        }),
      )
      .superRefine(unique((form) => `${form.country} ${form.code}`)),
    mainActivities: z.array(
      z.strictObject({ country, revision: z.enum(NACE_REVISIONS), code: prefix, remark: localized(context) }),
    ),
    sectorRemarks: z.array(z.strictObject({ country, remark: localized(context) })),
  });
}

/** Schema of `regimes.yaml`. */
export function regimesSchema(context: Nis2Context) {
  return z.strictObject({
    acts: z.strictObject({ SK: actInForce(context), CZ: actInForce(context) }),
    regimes: z
      .array(
        z.strictObject({
          id: z.enum(REGIME_IDS),
          country,
          name: localized(context),
          explanation: localized(context),
          citations: z.array(reference(context)),
        }),
      )
      .superRefine(unique((regime) => `${regime.country} ${regime.id}`)),
  });
}

function actInForce(context: Nis2Context) {
  return z.strictObject({ from: z.string().refine(isDay, "a day YYYY-MM-DD"), citation: reference(context) });
}

/** Schema of `authorities.yaml`. */
export function authoritiesSchema(context: Nis2Context) {
  const authority = z.strictObject({ name: localized(context), url: z.url() });
  return z.strictObject({ SK: authority, CZ: authority });
}

/** Schema of `national-remarks.yaml`. */
export function remarksSchema(context: Nis2Context) {
  return z
    .array(
      z.strictObject({
        id,
        country,
        nace: byRevision.optional(),
        services: z.array(z.enum(SERVICE_IDS)).optional(),
        sectors: z.array(z.enum(SECTOR_IDS)).optional(),
        regime: z.enum(["none", "undetermined"]).optional(),
        text: localized(context),
        citations: z.array(reference(context)),
      }),
    )
    .superRefine(unique((remark) => remark.id));
}

/** Schema of `weak-activities.yaml`: what a firm would have to do so that a weak code counts. */
export function weakActivitiesSchema(context: Nis2Context) {
  return z
    .array(z.strictObject({ id, clause: localized(context), question: localized(context) }))
    .superRefine(unique((activity) => activity.id));
}

const couldBecome = z.union([
  z.literal("computed"),
  z.array(z.enum(CATEGORIES)),
  z.partialRecord(z.enum(SIZE_STATES), z.array(z.enum(CATEGORIES))),
]);

/** Schema of `missing-facts.yaml`, in the order in which the facts are asked. */
export function missingFactsSchema(context: Nis2Context) {
  return z
    .array(
      z.strictObject({
        id,
        country: country.optional(),
        when: z.array(z.enum(SITUATIONS)).min(1),
        nace: byRevision.optional(),
        onlySideWaste: z.boolean().optional(),
        couldBecome,
        clause: localized(context).optional(),
        question: localized(context),
        citations: z.array(reference(context)),
      }),
    )
    .superRefine(unique((fact) => fact.id));
}

/** Schema of `next-steps.yaml`. */
export function nextStepsSchema(context: Nis2Context) {
  return z
    .array(
      z.strictObject({
        id,
        country,
        until: z.string().refine(isDay, "a day YYYY-MM-DD").optional(),
        categories: z.array(z.enum(["essential", "important"])),
        alsoIfUnknown: z.boolean(),
        sectors: z.array(z.enum(SECTOR_IDS)).optional(),
        notSubsectors: z.array(z.string()).optional(),
        services: z.array(z.enum(SERVICE_IDS)).optional(),
        notServices: z.array(z.enum(SERVICE_IDS)).optional(),
        step: localized(context),
        within: localized(context).optional(),
        where: localized(context).optional(),
        citations: z.array(reference(context)).min(1),
      }),
    )
    .superRefine(unique((step) => step.id));
}
