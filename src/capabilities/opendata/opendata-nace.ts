import { z } from "zod";
import { LOCALES, type Locale } from "../../core/locale.ts";
import { formatNace, NACE_REVISIONS } from "../../core/nace.ts";
import type { MapRow } from "../../knowledge/nis2.ts";
import { writeCsv } from "./csv.ts";
import { datasetHead, headOf, oncePerKnowledge, type Trilingual, trilingual } from "./dataset-content.ts";
import { defineDataset } from "./define-dataset.ts";
import { NACE_COLUMNS } from "./nace-columns.ts";
import { type PublishedFile, publishedFile } from "./published-file.ts";

type Column = keyof typeof NACE_COLUMNS;

const COLUMNS = Object.keys(NACE_COLUMNS).filter((name): name is Column => Object.hasOwn(NACE_COLUMNS, name));

const output = z.object({
  dataset: z.literal("nace-to-nis2"),
  ...datasetHead,
  count: z.number().int(),
  columns: z.array(z.string()),
  rows: z.array(z.object({ revision: z.enum(NACE_REVISIONS), cells: z.array(z.string()) })),
});

type Answer = z.output<typeof output>;

/** Which activity belongs to which sector of NIS2, as a table. */
export const opendataNace = defineDataset({
  name: "opendata_nace",
  title: "NACE codes and NIS2 sectors",
  description:
    "Every NACE code (Rev. 2 and Rev. 2.1) that belongs to a sector of NIS2, with titles and sectors in Slovak, Czech and English, as CSV (RFC 4180, UTF-8, header line). The index /api/opendata describes the columns.",
  output,
  file: {
    name: "nace-to-nis2.csv",
    mediaType: "text/csv; charset=utf-8; header=present",
    of: (answer) => naceFile(answer),
  },
  content: (services): Answer => naceDataset(services),
});

/** The content of the dataset. */
export const naceDataset = oncePerKnowledge((services): Answer => {
  const words = trilingual(services);
  const rows = NACE_REVISIONS.flatMap((revision) =>
    [...services.knowledge.nis2.naceMap[revision].values()].map((row) => {
      const cells = cellsOf(row, services.knowledge, words);
      return { revision, cells: COLUMNS.map((name) => cells[name]) };
    }),
  );
  return {
    dataset: "nace-to-nis2",
    ...headOf("nace", services.knowledge),
    count: rows.length,
    columns: [...COLUMNS],
    rows,
  };
});

const files = new WeakMap<Answer, PublishedFile>();

/** The dataset as the published table. */
export function naceFile(answer: Answer): PublishedFile {
  const known =
    files.get(answer) ??
    publishedFile("nace-to-nis2", "csv", writeCsv([COLUMNS, ...answer.rows.map(({ cells }) => cells)]), answer);
  files.set(answer, known);
  return known;
}

function cellsOf(
  row: MapRow,
  { naceTitles, nis2 }: Parameters<typeof trilingual>[0]["knowledge"],
  words: Trilingual,
): Readonly<Record<Column, string>> {
  const { revision, digits, annex, sectorId, subsector, entityType, confidence, sizeRule, hint } = row;
  const title = (locale: Locale) => naceTitles.title({ code: digits, revision }, locale);
  const [titleSk, titleCs, titleEn] = LOCALES.map((locale) =>
    title(locale)?.code === digits ? (title(locale)?.title ?? "") : "",
  );
  const sector = nis2.sectorById.get(sectorId);
  const name = sector === undefined ? undefined : words.text(sector.name);
  // The reservation of a likely row is the opposite of a condition, so it does not stand in these columns.
  const activity = hint === null || confidence !== "weak" ? undefined : nis2.weakActivities.get(hint);
  const condition = activity === undefined ? undefined : words.text(activity.clause);
  return {
    nace_revision: revision,
    nace_code: formatNace(digits),
    title_sk: titleSk ?? "",
    title_cs: titleCs ?? "",
    title_en: titleEn ?? "",
    annex,
    sector: sectorId,
    sector_sk: name?.sk ?? "",
    sector_cs: name?.cs ?? "",
    sector_en: name?.en ?? "",
    subsector: subsector ?? "",
    entity_type: entityType,
    confidence,
    size_rule: sizeRule,
    condition_sk: condition?.sk ?? "",
    condition_cs: condition?.cs ?? "",
    condition_en: condition?.en ?? "",
  };
}
