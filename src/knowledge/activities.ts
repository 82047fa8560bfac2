import { join } from "node:path";
import { z } from "zod";
import type { Locale, Localized } from "../core/locale.ts";
import type { NaceRevision } from "../core/nace.ts";
import type { ActRegistry } from "./acts.ts";
import { localized } from "./cited-text-schemas.ts";
import { text, unique } from "./field-schemas.ts";
import { loadCsv, loadYaml } from "./load.ts";
import type { NaceTitles } from "./nace-titles.ts";
import { existingCode, id, prefix } from "./nis2-field-schemas.ts";
import type { RegulatedService, ServiceKnowledge } from "./services.ts";

/** A trade in the words of people, with the usual code of each revision. */
export interface ActivityWords {
  /** The phrases of each language; text behind a comma narrows what stands before it. */
  readonly words: Readonly<Record<Locale, readonly string[]>>;
  /** Digits without dots; a group where the revision knows no class of the trade alone. */
  readonly nace: Readonly<Record<NaceRevision, string>>;
  /** What to know before one picks it, or `null`. May hold citation references. */
  readonly note: Localized | null;
}

/** How a code differs between the revisions. */
export const CODE_CHANGES = ["other activity", "wider or narrower", "wording"] as const;

export type CodeChange = (typeof CODE_CHANGES)[number];

/** What people do, in words, as services and as codes that lie between two classifications. */
export interface ActivityKnowledge {
  readonly words: readonly ActivityWords[];
  /** In the order of the annex to the Czech decree. */
  readonly services: readonly RegulatedService[];
  readonly serviceById: ReadonlyMap<string, RegulatedService>;
  /** By digits without dots: the codes that stand in both revisions with different titles. */
  readonly changedCodes: ReadonlyMap<string, CodeChange>;
}

/**
 * Reads the words and changed codes of `knowledge/nis2/`.
 * @param services what `loadServices` read.
 * @throws KnowledgeError with file, line and path of every mistake.
 */
export function loadActivities(
  dir: string,
  acts: ActRegistry,
  titles: NaceTitles,
  { services, serviceById }: Pick<ServiceKnowledge, "services" | "serviceById">,
): ActivityKnowledge {
  const notes = new Map(
    loadYaml(join(dir, "activity-notes.yaml"), notesSchema(acts)).map((note) => [note.id, note.text]),
  );
  return Object.freeze({
    words: loadCsv(join(dir, "activity-words.csv"), wordsSchema(notes, titles)),
    services,
    serviceById,
    changedCodes: new Map(
      loadCsv(join(dir, "codes-that-changed.csv"), changedSchema()).map(({ code, change }) => [code, change]),
    ),
  });
}

function notesSchema(acts: ActRegistry) {
  return z.array(z.strictObject({ id, text: localized(acts) })).superRefine(unique((note) => note.id, "id"));
}

const phrases = z
  .string()
  .transform((list) => list.split(";").map((phrase) => phrase.trim()))
  .refine((list) => list.every((phrase) => phrase.length > 1), "phrases with a semicolon between");

function wordsSchema(notes: ReadonlyMap<string, Localized>, titles: NaceTitles) {
  return z
    .strictObject({
      words_sk: phrases,
      words_cs: phrases,
      words_en: phrases,
      nace_rev2: existingCode(titles, "2"),
      nace_rev21: existingCode(titles, "2.1"),
      note: z.string().refine((note) => note === "" || notes.has(note), "no entry of activity-notes.yaml"),
    })
    .transform(
      (row): ActivityWords => ({
        words: { sk: row.words_sk, cs: row.words_cs, en: row.words_en },
        nace: { "2": row.nace_rev2, "2.1": row.nace_rev21 },
        note: notes.get(row.note) ?? null,
      }),
    );
}

/** The other columns show reviewers why a row stands there. */
function changedSchema() {
  const seen = new Set<string>();
  return z.looseObject({
    code: prefix.refine((code) => !seen.has(code) && seen.add(code).size > 0, "stands twice"),
    change: z.enum(CODE_CHANGES),
    title_rev2_en: text,
    title_rev21_en: text,
  });
}
