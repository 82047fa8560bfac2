import { z } from "zod";
import { CATEGORIES, SIZE_CATEGORIES } from "../../core/company.ts";
import { COUNTRIES } from "../../core/country.ts";
import type { Day } from "../../core/day.ts";
import { fold } from "../../core/fold.ts";
import { foreignLines, foreignText } from "../../core/foreign-text.ts";
import type { Locale } from "../../core/locale.ts";
import type { ListRow } from "../../state/firm-lists.ts";
import type { Services } from "../contexts.ts";

export const listRowShape = z.object({
  country: z.enum(COUNTRIES),
  ico: z.string(),
  category: z.enum(CATEGORIES).nullable().describe("null: the register file here has not judged it yet."),
  sector: z.object({ id: z.string(), name: z.string() }).nullable(),
  size: z.enum(SIZE_CATEGORIES).nullable(),
  unknownReason: z.string().nullable(),
  regime: z.string().nullable(),
  openFact: z.string().nullable().describe("The first fact that could change the category."),
  judgedOn: z.string().nullable(),
  nextReviewAt: z.string().nullable(),
  addedAt: z.string(),
  version: z.number().int(),
  verdictUrl: z.string(),
  untrusted: z.object({
    name: z.string().nullable(),
    label: z.string(),
    tags: z.array(z.string()),
    note: z.string(),
  }),
});

/** A row of a list as every face answers it. */
export type ListRowAnswer = z.output<typeof listRowShape>;

export function listRowAnswer(row: ListRow, { knowledge, baseUrl }: Services, locale: Locale): ListRowAnswer {
  const sector = row.sector === null ? undefined : knowledge.nis2.sectorById.get(row.sector as never);
  return {
    country: row.country,
    ico: row.ico,
    category: row.category,
    sector: sector === undefined ? null : { id: sector.id, name: sector.name[locale] },
    size: row.size,
    unknownReason: row.unknown_reason,
    regime: row.regime,
    openFact: row.open_fact,
    judgedOn: row.day,
    nextReviewAt: row.next_review_at,
    addedAt: new Date(row.added_at).toISOString(),
    version: row.version,
    verdictUrl: `${baseUrl}/${locale}/firma/${row.country.toLowerCase()}/${row.ico}`,
    untrusted: {
      name: row.name === null ? null : foreignText(row.name),
      label: foreignText(row.label),
      tags: tagsOf(row),
      note: foreignLines(row.note),
    },
  };
}

/** The tags of a row, as they are stored: separated by commas. */
export function tagsOf({ tags }: Pick<ListRow, "tags">): string[] {
  return tags === "" ? [] : tags.split(",").map(foreignText);
}

export const ROW_ORDERS = ["name", "category", "sector", "review", "added"] as const;

/** What a list may be narrowed by. */
export const rowFilters = {
  category: z.enum([...CATEGORIES, "pending"]).optional(),
  tag: z.string().max(30).optional(),
  due: z.boolean().optional().describe("Rows whose review is due."),
  q: z.string().max(200).default("").describe("Words of name or label, or digits of the number."),
  sort: z.enum(ROW_ORDERS).default("name"),
};

export type RowFilters = z.output<z.ZodObject<typeof rowFilters>>;

const CATEGORY_RANK = ["essential", "important", "unknown", "out_of_scope"];

/** The rows that filters leave, in the order asked for. */
export function filteredRows(
  rows: readonly ListRow[],
  { category, tag, due, q, sort }: RowFilters,
  today: Day,
): readonly ListRow[] {
  const words = fold(q);
  const digits = words.replaceAll(" ", "");
  const isNumber = /^\d+$/.test(digits);
  const isLeft = (row: ListRow) =>
    (category === undefined || (row.category ?? "pending") === category) &&
    (tag === undefined || tagsOf(row).includes(tag)) &&
    (due !== true || (row.next_review_at ?? "9999") <= today) &&
    (words === "" || (isNumber ? row.ico.includes(digits) : fold(`${row.name ?? ""} ${row.label}`).includes(words)));
  return rows.filter(isLeft).toSorted((one, other) => compare(one, other, sort));
}

function compare(one: ListRow, other: ListRow, sort: RowFilters["sort"]): number {
  const rank = ({ category }: ListRow) => (category === null ? CATEGORY_RANK.length : CATEGORY_RANK.indexOf(category));
  const byName =
    (one.name ?? one.label).localeCompare(other.name ?? other.label, "sk") || one.ico.localeCompare(other.ico);
  if (sort === "category") return rank(one) - rank(other) || byName;
  if (sort === "sector") return (one.sector ?? "~").localeCompare(other.sector ?? "~") || byName;
  if (sort === "review") return (one.next_review_at ?? "9999").localeCompare(other.next_review_at ?? "9999") || byName;
  return sort === "added" ? other.added_at - one.added_at || byName : byName;
}
