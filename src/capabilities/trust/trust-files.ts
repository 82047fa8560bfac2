import { parse } from "csv-parse/sync";
import { z } from "zod";
import { foreignText } from "../../core/foreign-text.ts";
import type { Localized } from "../../core/locale.ts";
import type { ServiceError } from "../../core/problem.ts";
import { separatorOf } from "../../core/separator.ts";
import { NotText, textOf, typedTextOf } from "../../core/text-of.ts";
import type { SupplierQuestionnaire } from "../../knowledge/supplier-questionnaire.ts";
import { checkAnswer } from "../../rules/supplier-questionnaire/check-answer.ts";
import { migrateAnswers } from "../../rules/supplier-questionnaire/migrate-answers.ts";
import { visibilityOf } from "../../rules/supplier-questionnaire/visibility.ts";
import type { SupplierAnswer } from "../../rules/supplier-questionnaire/visible-fields.ts";
import { organizationFileName } from "../answers/file-name.ts";
import { organizationParameter } from "../calling/organization-parameter.ts";
import { localeParameter } from "../calling/parameters.ts";
import { Refused } from "../calling/refusal.ts";
import { placeOf, READ_AS_WINDOWS_1250, type TypedText } from "../calling/typed-text.ts";
import { defineCapability } from "../capability.ts";
import type { Services } from "../contexts.ts";
import { isElsewhere, questionnaireOf, readDraft, readersOf, typedValue } from "./draft.ts";
import { bytes } from "./statement.ts";

/** The name by which files say what they hold; the publisher's own tools read this shape. */
const SCHEMA = "nis2-supply-chain-questionnaire";

/** A cell that begins so is run as a formula by spreadsheets, or would lose its apostrophe at import. */
const GUARDED = /^[=+\-@\t\r']/;

/** The answers of a draft as JSON: every field, `null` where there is none. */
export function answersJson(
  questionnaire: SupplierQuestionnaire,
  answers: Readonly<Record<string, SupplierAnswer>>,
): string {
  const all = Object.fromEntries(questionnaire.fields.map(({ id }) => [id, answers[id] ?? null]));
  return `${JSON.stringify({ schema: SCHEMA, version: questionnaire.version, answers: all }, null, 2)}\n`;
}

/** The answers of a draft as CSV for people: a comma in every language, every cell quoted. */
export function answersCsv(
  questionnaire: SupplierQuestionnaire,
  { answers, visibility }: ReturnType<typeof readDraft>,
  locale: "sk" | "cs" | "en",
): string {
  const rows = questionnaire.fields.map(({ id, section, type, label }) => [
    id,
    section,
    label[locale],
    type,
    String(answers[id] ?? ""),
    visibilityOf(id, visibility),
  ]);
  const cell = (text: string) => `"${(GUARDED.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;
  const lines = [["id", "section", "question", "type", "value", "visibility"], ...rows];
  return `\u{feff}${lines.map((row) => `${row.map(cell).join(",")}\r\n`).join("")}`;
}

/** Writes the draft as a file. */
export const trustExport = defineCapability({
  name: "trust_export",
  access: "organization",
  needsSession: true,
  input: z.strictObject({
    format: z.enum(["json", "csv"]),
    organizationId: organizationParameter,
    locale: localeParameter,
  }),
  file: {
    cost: { rows: ["person_read", "person_file"] },
    path: "/organizations/:organizationId/trust-profile/export",
    formats: ["json", "csv"],
    name: "supplier-questionnaire",
  },
  run: async ({ format, locale }, context) => {
    const profile = await context.store.trust.profile();
    const questionnaire = questionnaireOf(profile, context);
    const read = readDraft(profile);
    return {
      name: organizationFileName(context.organization.name, "profile", { locale, day: context.today() }),
      content: format === "json" ? answersJson(questionnaire, read.answers) : answersCsv(questionnaire, read, locale),
    };
  },
  cli: {
    words: "trust export",
    help: "write the answers of a draft",
    options: ["organizationId", "format"],
    fixed: { format: "json" },
    lines: ({ content }) => [content.replace(/\n$/, "")],
  },
});

/** Why an answer of a file does not carry over. Unknown ids are foreign text. */
interface RefusedAnswer {
  readonly id: string;
  readonly reason: "value" | "unknown" | "replaced" | "removed";
}

/** Answers of a file with what became of them. @throws Refused for a file that cannot be read as a whole */
export function readAnswers(
  text: string,
  questionnaire: SupplierQuestionnaire,
  services: Services,
): { readonly answers: Record<string, SupplierAnswer>; readonly refused: readonly RefusedAnswer[] } {
  const plain = text.replace(/^\u{feff}/u, "");
  const { version, sent } = plain.trimStart().startsWith("{")
    ? fromJson(plain)
    : fromCsv(plain, questionnaire, services);
  const { migrations, byVersion } = services.knowledge.supplierQuestionnaires;
  const migration = migrations.find(({ from, to }) => from === version && to === questionnaire.version);
  if (version !== questionnaire.version && migration === undefined) {
    throw unreadable({
      sk: `známe verzie ${[...byVersion.keys()].join(", ")} a 3.1.0`,
      cs: `známe verze ${[...byVersion.keys()].join(", ")} a 3.1.0`,
      en: `known versions are ${[...byVersion.keys()].join(", ")} and 3.1.0`,
    });
  }
  const migrated =
    migration === undefined ? { answers: sent, lost: [] } : migrateAnswers(migration, questionnaire, sent);
  const refused: RefusedAnswer[] = migrated.lost.map(({ id, reason }) => ({ id, reason }));
  const answers: Record<string, SupplierAnswer> = {};
  for (const [id, value] of Object.entries(migrated.answers)) {
    const field = questionnaire.fieldById.get(id);
    const checked = field === undefined ? undefined : checkAnswer(field, value, readersOf(services));
    if (checked === undefined) refused.push({ id, reason: "unknown" });
    else if (!checked.ok) refused.push({ id, reason: "value" });
    else answers[id] = checked.value;
  }
  return { answers, refused };
}

interface Sent {
  readonly version: string;
  readonly sent: Readonly<Record<string, unknown>>;
}

const jsonFile = z.object({
  schema: z.literal(SCHEMA).optional(),
  version: z.string(),
  answers: z.record(z.string(), z.unknown()),
});

function fromJson(text: string): Sent {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw unreadable({ sk: "nie je to platný JSON", cs: "není to platný JSON", en: "it is no valid JSON" });
  }
  const read = jsonFile.safeParse(value);
  if (!read.success) {
    throw unreadable({
      sk: "chýba version alebo answers",
      cs: "chybí version nebo answers",
      en: "version or answers is missing",
    });
  }
  return { version: read.data.version, sent: read.data.answers };
}

function fromCsv(text: string, { version, fieldById }: SupplierQuestionnaire, services: Services): Sent {
  let rows: Record<string, string>[];
  try {
    const delimiter = separatorOf(text) ?? ",";
    rows = parse(text, { columns: true, skip_empty_lines: true, relax_column_count: false, delimiter });
  } catch {
    throw unreadable({ sk: "nie je to platné CSV", cs: "není to platné CSV", en: "it is no valid CSV" });
  }
  if (rows.some((row) => row.id === undefined || row.value === undefined) || rows.length === 0) {
    throw unreadable({
      sk: "chýbajú stĺpce id a value",
      cs: "chybějí sloupce id a value",
      en: "the columns id and value are missing",
    });
  }
  const sent: Record<string, unknown> = {};
  for (const { id = "", value: cell = "" } of rows) {
    const value = /^'[=+\-@\t\r']/.test(cell) ? cell.slice(1) : cell;
    const field = fieldById.get(id);
    if (value === "") sent[id] = null;
    else if (field === undefined) sent[id] = value;
    else if (field.type === "boolean" && /^(?:true|false)$/i.test(value)) sent[id] = value.toLowerCase() === "true";
    // What fits as it is stays: a file that was exported comes back with the same bytes.
    else sent[id] = checkAnswer(field, value, readersOf(services)).ok ? value : typedValue(field, value, null);
  }
  return { version, sent };
}

/** A file as text. JSON is UTF-8: only of a table it is guessed how a spreadsheet saved it. */
function textOfAnswers(sent: string | Uint8Array): TypedText {
  if (typeof sent === "string") return { text: sent };
  try {
    const { text, encoding } = typedTextOf(sent);
    if (encoding !== "windows-1250") return { text };
    return text.trimStart().startsWith("{") ? textOf(sent) : { text, note: READ_AS_WINDOWS_1250 };
  } catch (error) {
    if (!(error instanceof NotText)) throw error;
    const place = placeOf(error);
    throw unreadable({
      sk: `nie je to text v UTF-8 (${place.sk}), uložte ho ako „CSV UTF-8“`,
      cs: `není to text v UTF-8 (${place.cs}), uložte jej jako „CSV UTF-8“`,
      en: `it is no text in UTF-8 (${place.en}), save it as "CSV UTF-8"`,
    });
  }
}

function unreadable(why: Localized): ServiceError {
  return new Refused([{ code: "file_unreadable", field: "file", why }]);
}

/** What an import would change of the stored answers. */
export function differenceOf(
  stored: Readonly<Record<string, SupplierAnswer>>,
  incoming: Readonly<Record<string, SupplierAnswer>>,
) {
  return Object.entries(incoming).flatMap(([id, value]) => {
    const before = stored[id] ?? null;
    if (before === value) return [];
    const untrusted = { before, after: value };
    const kind = before === null ? ("added" as const) : value === null ? ("cleared" as const) : ("changed" as const);
    return [{ id, kind, untrusted }];
  });
}

/** Reads a file of answers into the draft, all or nothing; who sees what is never changed by it. */
export const trustImport = defineCapability({
  name: "trust_import",
  access: "organization",
  effect: "write",
  right: "change",
  needsSession: true,
  input: z.strictObject({
    text: z.union([z.string().max(1_000_000), bytes.refine(({ length }) => length <= 1_000_000)]),
    apply: z.boolean(),
    organizationId: organizationParameter,
    locale: localeParameter,
  }),
  run: async ({ text: sent, apply }, context) => {
    const { store, write, trust, organization } = context;
    const { text, note } = textOfAnswers(sent);
    const before = await store.trust.profile();
    const questionnaire = questionnaireOf(before, context);
    const { answers, refused: unread } = readAnswers(text, questionnaire, context);
    // The organization states its firm; a file cannot.
    const isMoved = isElsewhere("country", answers.country ?? null, organization);
    const refused = isMoved ? [...unread, { id: "country", reason: "value" as const }] : unread;
    const changes = differenceOf(readDraft(before).answers, answers);
    const outcome = { changes, refused, text, note };
    if (!apply || !isWhole(refused) || changes.length === 0) return { applied: false, ...outcome };
    await write(async ({ store: own, record }) => {
      const profile = await own.trust.lock(questionnaire.version, trust.now());
      const stored = readDraft(profile);
      const merged = Object.entries({ ...stored.answers, ...answers }).filter(([, value]) => value !== null);
      const saved = {
        draft_answers: JSON.stringify(Object.fromEntries(merged)),
        draft_visibility: profile.draft_visibility,
        draft_version: profile.draft_version,
        contact_agreed_at: null,
        contact_agreed_by: null,
      };
      await own.trust.saveDraft(saved, trust.now());
      await record("trust.imported", { type: "profile", id: profile.id }, { changed: changes.length });
    });
    return { applied: true, ...outcome };
  },
  cli: {
    words: "trust import",
    help: "read answers (JSON or CSV) into a draft",
    options: ["organizationId", "text"],
    rename: { text: "file" },
    values: { text: "F" },
    files: ["text"],
    fixed: { apply: true },
    json: ({ changes, refused, note }) => ({
      changes: changes.map(({ id, kind }) => ({ id, kind })),
      refused,
      ...(note === undefined ? {} : { note: note.en }),
    }),
    lines: ({ changes, refused, note }) => [
      ...(note === undefined ? [] : [note.en]),
      ...changes.map(({ id, kind }) => `${kind}  ${id}`),
      ...refused.map(({ id, reason }) => `refused  ${foreignText(id)}  ${reason}`),
    ],
    exit: ({ refused }) => (isWhole(refused) ? undefined : 1),
  },
});

/** False where an answer is wrong or unknown. What an older questionnaire asked and this one does not is no mistake. */
function isWhole(refused: readonly RefusedAnswer[]): boolean {
  return refused.every(({ reason }) => reason === "replaced" || reason === "removed");
}
