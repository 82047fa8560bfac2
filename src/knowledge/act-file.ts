import { z } from "zod";
import { COUNTRIES } from "../core/country.ts";
import { day, text } from "./field-schemas.ts";

/** What an act can be. The word in a citation must say the same. */
const ACT_KINDS = ["directive", "regulation", "implementing-regulation", "recommendation", "act", "decree"] as const;

export type ActKind = (typeof ACT_KINDS)[number];

/** Who issued an act: the institution that its long form may name between type and number. */
const ISSUERS = ["parliament-and-council", "commission", "nbu", "nukib"] as const;

export type Issuer = (typeof ISSUERS)[number];

const count = z.int().min(1);

/** `a-j`, `a` (only one), or a list where letters were inserted: `[a, b, ba]`. */
const letters = z.union([z.string().regex(/^a(-[a-z]{1,2})?$/), z.array(z.string().regex(/^[a-z]{1,2}$/)).min(1)]);

type LettersEntry = z.infer<typeof letters>;

/** Single points, where the source names some and does not say how many there are. */
const onlyPoints = z.array(count).min(1).optional();

const unit = z
  .strictObject({
    title: text.optional(),
    paragraphs: z.union([count, z.literal("unrecorded")]).optional(),
    onlyParagraphs: z.array(count).min(1).optional(),
    inserted: z.array(z.string().regex(/^\d+[a-z]{0,2}$/)).optional(),
    deleted: z.array(z.string().regex(/^\d+[a-z]{0,2}$/)).optional(),
    letters: z.union([letters, z.record(z.string(), letters)]).optional(),
    points: z
      .union([count, z.record(z.string().regex(/^(\d+[a-z]?)?[a-z]{1,2}$/), z.union([count, z.array(text).min(1)]))])
      .optional(),
    onlyPoints,
    insertedPoints: z
      .array(z.string().regex(/^\d+[a-z]{1,2}$/))
      .min(1)
      .optional(),
    note: text.optional(),
  })
  .superRefine((entry, context) => {
    const complain = (path: PropertyKey[], message: string) => context.addIssue({ code: "custom", path, message });
    const paragraphs = paragraphsOf(entry);
    if (entry.paragraphs !== undefined && entry.onlyParagraphs !== undefined) {
      complain(["onlyParagraphs"], "either all paragraphs or only some");
    }
    if (entry.points !== undefined && entry.onlyPoints !== undefined) {
      complain(["onlyPoints"], "either all points or only some");
    }
    for (const paragraph of Object.keys(lettersByParagraph(entry))) {
      if (paragraph !== "" && !paragraphs.includes(paragraph))
        complain(["letters", paragraph], "letters of no paragraph");
    }
    for (const place of typeof entry.points === "object" ? Object.keys(entry.points) : []) {
      const { paragraph, letter } = placeOfPoints(place);
      const holds = lettersByParagraph(entry)[paragraph];
      if (holds === undefined || !lettersOf(holds).includes(letter)) complain(["points", place], "points of no letter");
    }
  });

/** One article or section as it is written down; `knowledge/acts/README.md` explains the fields. */
export type UnitEntry = z.infer<typeof unit>;

const annex = z
  .strictObject({
    points: z.union([count, z.array(z.union([z.int().min(0), z.array(z.int().min(0))])).min(1)]).optional(),
    onlyPoints,
    letters: z.record(z.string().regex(/^\d+$/), letters).optional(),
    articles: z.record(z.string().regex(/^\d+$/), unit).optional(),
  })
  .refine(({ points, onlyPoints }) => points === undefined || onlyPoints === undefined, {
    path: ["onlyPoints"],
    error: "either all points or only some",
  });

/** One annex as it is written down. */
export type AnnexEntry = z.infer<typeof annex>;

const inflected = z.strictObject({ nominative: text, genitive: text, dative: text });

/**
 * The schema of one file of `knowledge/acts/`.
 * @param id the name of the file, which the act must bear; `taken` says whether another act has a number already.
 */
export function actFile(id: string, taken: (kind: ActKind, number: string, jurisdiction: string) => boolean) {
  return z
    .strictObject({
      id: z.literal(id),
      kind: z.enum(ACT_KINDS),
      jurisdiction: z.enum(["EU", ...COUNTRIES]),
      number: z.string().regex(/^\d+\/\d+(\/EC)?$/),
      celex: z
        .string()
        .regex(/^3\d{4}[A-Z]\d{4}$/)
        .optional(),
      unit: z.enum(["article", "section"]),
      names: z.strictObject({ sk: inflected, cs: inflected, en: text }),
      gazettes: z.array(text).min(1).optional(),
      issuer: z.enum(ISSUERS).optional(),
      source: z.url({ protocol: /^https$/ }),
      inForceFrom: day.optional(),
      text,
      checkedOn: day,
      verified: text,
      units: z.record(z.string().regex(/^(\d+[a-z]{0,2}|[IVX]+)$/), unit),
      repealed: z.array(text).optional(),
      annex: annex.optional(),
      annexes: z.record(z.string().regex(/^(\d+|[IVX]+( part [IVX]+)?)$/), annex).optional(),
    })
    .superRefine((act, context) => {
      const complain = (path: PropertyKey[], message: string) => context.addIssue({ code: "custom", path, message });
      if (taken(act.kind, act.number, act.jurisdiction)) complain(["number"], "another file has this act");
      if (act.jurisdiction !== "EU" && act.gazettes === undefined) complain(["id"], "a national act names its gazette");
      act.repealed?.forEach((gone, index) => {
        if (gone in act.units) complain(["repealed", index], "repealed, yet listed among the units");
      });
    });
}

export type ActEntry = z.infer<ReturnType<typeof actFile>>;

/** The numbered paragraphs of an article or section, in the order of the law. */
export function paragraphsOf(
  entry: Pick<UnitEntry, "paragraphs" | "onlyParagraphs" | "inserted" | "deleted">,
): string[] {
  const numbered =
    typeof entry.paragraphs === "number" ? numbers(entry.paragraphs) : (entry.onlyParagraphs ?? []).map(String);
  return [...numbered, ...(entry.inserted ?? [])].filter((paragraph) => !entry.deleted?.includes(paragraph));
}

/** The letters of a unit by paragraph; those that stand directly in an article or section under `""`. */
export function lettersByParagraph({ letters }: { letters?: LettersEntry | Record<string, LettersEntry> | undefined }) {
  const byParagraph: Record<string, LettersEntry> =
    letters === undefined ? {} : typeof letters === "string" || Array.isArray(letters) ? { "": letters } : letters;
  return byParagraph;
}

/** Takes apart the place of points: `1c` is letter c of paragraph 1, `a` letter a of a section without paragraphs. */
export function placeOfPoints(place: string): { readonly paragraph: string; readonly letter: string } {
  const parts = /^(?<paragraph>\d+[a-z]?(?=[a-z]))?(?<letter>[a-z]{1,2})$/.exec(place)?.groups;
  return { paragraph: parts?.paragraph ?? "", letter: parts?.letter ?? "" };
}

/** `1` to `count`, as they are cited. */
export function numbers(count: number): string[] {
  return Array.from({ length: count }, (_, index) => String(index + 1));
}

/** Spells out a range: `a-ab` is a to z, aa, ab. Letters past z go on with aa, as in § 5(1) of the SK act. */
export function lettersOf(entry: LettersEntry): readonly string[] {
  if (typeof entry !== "string") return entry;
  const last = entry.split("-").at(-1) ?? "a";
  const spelled: string[] = [];
  for (let index = 0; spelled.at(-1) !== last; index++) spelled.push(letterAt(index));
  return spelled;
}

function letterAt(index: number): string {
  const letter = String.fromCharCode(97 + (index % 26));
  return index < 26 ? letter : letterAt(Math.floor(index / 26) - 1) + letter;
}
