import { join } from "node:path";
import { z } from "zod";
import type { Day } from "../core/day.ts";
import type { Localized } from "../core/locale.ts";
import type { ActRegistry } from "./acts.ts";
import { localized, namesAPlace } from "./cited-text-schemas.ts";
import { day, eachOnce, inOrder, text, translated, unique } from "./field-schemas.ts";
import { loadYaml } from "./load.ts";
import {
  SUPPLIER_FIELD_TYPES,
  SUPPLIER_LETTERS,
  SUPPLIER_SECTIONS,
  type SupplierFieldType,
  type SupplierLetter,
  type SupplierSection,
} from "./supplier-questionnaire-ids.ts";

/** One condition under which a field is asked, as the questionnaire writes it. */
export interface SupplierCondition {
  readonly field: string;
  readonly equals: boolean;
}

/** When a field is asked: one condition, or one of several. */
export type VisibleWhen = SupplierCondition | { readonly anyOf: readonly SupplierCondition[] };

/** One field of the questionnaire with our words and letters. */
export interface SupplierField {
  readonly id: string;
  readonly section: SupplierSection;
  readonly type: SupplierFieldType;
  /** Must be answered while it is visible. */
  readonly required: boolean;
  /** `null`: asked of everybody. */
  readonly visibleWhen: VisibleWhen | null;
  /** As published: `CIR 2024/2690 §5.1.4(d)`, several joined by `; `. */
  readonly legalBasis: string;
  /** Annex A of ISO/IEC 27001:2022, numbers alone. */
  readonly iso27001: readonly string[];
  /** Of an `enum` alone. */
  readonly options: readonly { readonly value: string; readonly label: Localized }[];
  /** Our own reading: to which letters of Article 21(2), and to 21(3), the field speaks. */
  readonly letters: readonly SupplierLetter[];
  readonly label: Localized;
  readonly description: Localized;
}

/** One version of the questionnaire. */
export interface SupplierQuestionnaire {
  readonly version: string;
  readonly published: Day;
  readonly sections: readonly { readonly id: SupplierSection; readonly title: Localized }[];
  readonly letters: readonly { readonly id: SupplierLetter; readonly title: Localized }[];
  /** In their order: visibility is worked out from the first to the last. */
  readonly fields: readonly SupplierField[];
  readonly fieldById: ReadonlyMap<string, SupplierField>;
  /** What we changed of the published questionnaire. */
  readonly changes: Localized;
}

/** What becomes of the answers of an older version. */
export interface SupplierMigration {
  readonly from: string;
  readonly to: string;
  readonly converted: readonly {
    readonly from: string;
    readonly to: string;
    readonly values: Readonly<Record<string, string>>;
  }[];
  readonly replaced: readonly string[];
  readonly removed: readonly string[];
}

/** Whose the questionnaire is, without what we changed. */
export interface SupplierAttribution {
  readonly title: string;
  readonly creator: string;
  readonly source: string;
  readonly license: "CC-BY-4.0";
  readonly licenseUrl: string;
}

/** Every version of the supplier questionnaire (`knowledge/supplier-questionnaire/`). */
export interface SupplierQuestionnaires {
  /** Newest first. */
  readonly versions: readonly SupplierQuestionnaire[];
  readonly newest: SupplierQuestionnaire;
  readonly byVersion: ReadonlyMap<string, SupplierQuestionnaire>;
  readonly migrations: readonly SupplierMigration[];
  readonly attribution: SupplierAttribution;
}

const condition = z.strictObject({ field: text, equals: z.boolean() });
const fieldId = z.string().regex(/^[a-z][a-zA-Z0-9]*$/);
const version = z.string().regex(/^\d+\.\d+\.\d+$/);

/** The file as published: ids, types, conditions and legal bases, unchanged. */
function publishedSchema(acts: ActRegistry) {
  const field = z
    .strictObject({
      id: fieldId,
      section: z.enum(SUPPLIER_SECTIONS),
      type: z.enum(SUPPLIER_FIELD_TYPES),
      required: z.boolean(),
      options: z.array(text).min(2).optional(),
      visibleWhen: z.union([condition, z.strictObject({ anyOf: z.array(condition).min(2) })]).optional(),
      legalBasis: text.superRefine((basis, issues) => {
        for (const part of unconfirmedParts(basis, acts)) {
          issues.addIssue({ code: "custom", message: `${part} does not exist` });
        }
      }),
      iso27001: z.array(z.string().regex(/^A\.[5-8]\.\d{1,2}$/)).default([]),
    })
    .refine(({ type, options }) => (type === "enum") === (options !== undefined), "only an enum has options");
  return z.strictObject({
    version,
    published: day,
    commit: z.string().regex(/^[0-9a-f]{40}$/),
    fields: z
      .array(field)
      .superRefine(unique(({ id }) => id, "id"))
      .superRefine((fields, issues) => {
        const before = new Set<string>();
        for (const [index, { id, type, visibleWhen }] of fields.entries()) {
          for (const { field: gate } of conditionsOf(visibleWhen ?? null)) {
            if (before.has(gate)) continue;
            issues.addIssue({ code: "custom", path: [index], message: `${gate} is no boolean field before ${id}` });
          }
          if (type === "boolean") before.add(id);
        }
      }),
  });
}

/** The acts as the questionnaire calls them. */
const ACT_NAMES: Readonly<Record<string, string>> = { "CIR 2024/2690": "cir-2024-2690", GDPR: "gdpr", CRA: "cra" };

/**
 * The parts of a legal basis that the acts do not hold. A part without a name belongs to the act named before it ("GDPR
 * Art. 28(3); Art. 4(7)"). Letters of the annex of the implementing regulation are recorded nowhere: its points are
 * confirmed. Guidance of ENISA is no law: it has no act, and stands as it is published.
 */
function unconfirmedParts(basis: string, acts: ActRegistry): string[] {
  let act: string | undefined;
  return basis.split("; ").filter((part) => {
    if (/^ENISA TIG §[\d.]+(?: TIPS)?$/.test(part)) return false;
    const named = /^(CIR 2024\/2690|GDPR|CRA) (.+)$/.exec(part);
    act = named === null ? act : ACT_NAMES[named[1] ?? ""];
    const places = placesOf(named?.[2] ?? part);
    const exists = (readings: readonly string[]) => readings.some((unit) => namesAPlace(`${act} ${unit}`, acts));
    return act === undefined || places.length === 0 || !places.every(exists);
  });
}

/** What a part names, each place with every way to read it: `Art. 4(7)` is a paragraph or a definition. */
function placesOf(part: string): readonly (readonly string[])[] {
  const point = /^§(\d+(?:\.\d+){0,2})(?:\([a-z]\))?$/.exec(part)?.[1];
  if (point !== undefined) return [[`annex/${point}`]];
  const article = /^Art\. (?<number>\d+)\((?<inside>\d+)\)$/.exec(part)?.groups;
  if (article !== undefined) return [[`${article.number}(${article.inside})`, `${article.number}/${article.inside}`]];
  const annex = /^Annex (?<number>[IVX]+) Part (?<part>[IVX]+)(?<points>\(\d+\)(?:, \(\d+\))*)$/.exec(part)?.groups;
  if (annex === undefined) return [];
  return [...(annex.points ?? "").matchAll(/\d+/g)].map(([inside]) => [
    `annex ${annex.number} part ${annex.part}/${inside}`,
  ]);
}

/** Our file beside it: words and letters. */
function textsSchema(acts: ActRegistry) {
  const option = z.strictObject({ value: text, label: translated });
  return z.strictObject({
    attribution: z.strictObject({ changes: localized(acts) }),
    sections: z
      .array(z.strictObject({ id: z.enum(SUPPLIER_SECTIONS), title: translated }))
      .superRefine(inOrder(SUPPLIER_SECTIONS)),
    letters: z
      .array(z.strictObject({ id: z.enum(SUPPLIER_LETTERS), title: translated }))
      .superRefine(inOrder(SUPPLIER_LETTERS)),
    options: z.record(fieldId, z.array(option)),
    fields: z.array(
      z.strictObject({
        id: fieldId,
        letters: z.array(z.enum(SUPPLIER_LETTERS)),
        label: localized(acts),
        description: localized(acts),
      }),
    ),
  });
}

const versionsSchema = z.strictObject({
  attribution: z.strictObject({
    title: text,
    creator: text,
    source: z.url(),
    license: z.literal("CC-BY-4.0"),
    licenseUrl: z.url(),
  }),
  versions: z.array(version).min(1),
  migrations: z.array(
    z.strictObject({
      from: version,
      to: version,
      converted: z.array(z.strictObject({ from: fieldId, to: fieldId, values: z.record(text, text) })),
      replaced: z.array(fieldId),
      removed: z.array(fieldId),
    }),
  ),
});

/** The conditions of a field, one or several; empty where it is asked of everybody. */
export function conditionsOf(visibleWhen: VisibleWhen | null): readonly SupplierCondition[] {
  if (visibleWhen === null) return [];
  return "anyOf" in visibleWhen ? visibleWhen.anyOf : [visibleWhen];
}

/**
 * Reads `knowledge/supplier-questionnaire/`: every field with our words in three languages, every condition on a boolean
 * field before it, every legal basis confirmed by `acts`.
 * @throws KnowledgeError with file, line and path of every mistake in the first file that has one.
 */
export function loadSupplierQuestionnaires(dir: string, acts: ActRegistry): SupplierQuestionnaires {
  const { attribution, versions: numbers, migrations } = loadYaml(join(dir, "versions.yaml"), versionsSchema);
  const versions = numbers.map((number) => loadVersion(dir, number, acts));
  const [newest] = versions;
  if (newest === undefined) throw new Error("The schema lets no empty list of versions through.");
  return Object.freeze({
    versions,
    newest,
    byVersion: new Map(versions.map((each) => [each.version, each])),
    migrations,
    attribution,
  });
}

function loadVersion(dir: string, number: string, acts: ActRegistry): SupplierQuestionnaire {
  const published = loadYaml(join(dir, `${number}.yaml`), publishedSchema(acts));
  const ids = published.fields.map(({ id }) => id);
  const texts = loadYaml(
    join(dir, `${number}-texts.yaml`),
    textsSchema(acts).superRefine(({ fields }, issues) =>
      eachOnce(ids, ({ id }: { id: string }) => id)(fields, issues),
    ),
  );
  const wordsOf = new Map(texts.fields.map((each) => [each.id, each]));
  const fields = published.fields.map(({ options = [], visibleWhen = null, ...field }): SupplierField => {
    const words = wordsOf.get(field.id);
    if (words === undefined) throw new Error(`The schema lets no field without words through: ${field.id}.`);
    const labels = new Map((texts.options[field.id] ?? []).map(({ value, label }) => [value, label]));
    return Object.freeze({
      ...field,
      visibleWhen,
      options: options.map((value) => {
        const label = labels.get(value);
        if (label === undefined) throw new Error(`${field.id}: the option ${value} has no words.`);
        return { value, label };
      }),
      letters: words.letters,
      label: words.label,
      description: words.description,
    });
  });
  return Object.freeze({
    version: published.version,
    published: published.published,
    sections: texts.sections,
    letters: texts.letters,
    fields,
    fieldById: new Map(fields.map((field) => [field.id, field])),
    changes: texts.attribution.changes,
  });
}
