import { foreignText } from "../../core/foreign-text.ts";
import type { Localized } from "../../core/locale.ts";
import { SIZE_INDEPENDENT_SERVICES, type SizeIndependentService } from "../../knowledge/nis2-ids.ts";
import { readHostName } from "../../outbound/guarded/host-name.ts";
import { parseAmount, parseHeadcount } from "../scope/typed-number.ts";
import type { FirmColumn } from "./columns.ts";
import type { ReadRow } from "./read-rows.ts";
import { type RowProblem, wrongValue } from "./row-problems.ts";

/** Bounds of what a person writes beside a firm, in characters. */
export const LONGEST_LABEL = 80;
export const MOST_TAGS = 10;
export const LONGEST_TAG = 30;
export const LONGEST_NOTE = 500;

/** What the other columns of a row say; what is absent was empty. Texts are foreign. */
export interface RowValues {
  readonly label?: string;
  readonly tags?: readonly string[];
  readonly note?: string;
  readonly domain?: string;
  readonly employees?: number;
  readonly turnoverEur?: number;
  readonly balanceSheetEur?: number;
  readonly sizeIndependentService?: SizeIndependentService;
}

/** The names of the stated figures of a row. */
export const STATED_FIGURES = ["employees", "turnoverEur", "balanceSheetEur", "sizeIndependentService"] as const;

type Cells = ReadRow<FirmColumn | "sizeIndependentService">["cells"];

/** Reads the other columns of a row. */
export function readRowValues(cells: Cells): { readonly values: RowValues } | { readonly problem: RowProblem } {
  const values: { -readonly [name in keyof RowValues]: RowValues[name] } = {};
  for (const name of ["label", "note"] as const) {
    const cell = cells[name];
    if (cell === undefined) continue;
    const most = name === "label" ? LONGEST_LABEL : LONGEST_NOTE;
    if (!isPlain(cell) || [...cell].length > most) return { problem: wrongValue(name, textUpTo(most)) };
    values[name] = cell;
  }
  if (cells.tags !== undefined) {
    const tags = readTags(cells.tags);
    if (tags === undefined) return { problem: wrongValue("tags", tagsUpTo) };
    values.tags = tags;
  }
  if (cells.domain !== undefined) {
    const named = readHostName(cells.domain);
    if (named === null) return { problem: wrongValue("domain", aDomain) };
    values.domain = named.host;
  }
  for (const name of ["employees", "turnoverEur", "balanceSheetEur"] as const) {
    const cell = cells[name];
    const number = cell === undefined ? undefined : name === "employees" ? parseHeadcount(cell) : parseAmount(cell);
    if (number === "wrong") return { problem: wrongValue(name, aNumber) };
    if (number !== undefined) values[name] = number;
  }
  const service = SIZE_INDEPENDENT_SERVICES.find((each) => each === cells.sizeIndependentService);
  if (cells.sizeIndependentService !== undefined && service === undefined) {
    return { problem: wrongValue("sizeIndependentService", oneOf(SIZE_INDEPENDENT_SERVICES)) };
  }
  if (service !== undefined) values.sizeIndependentService = service;
  return { values };
}

/** The tags of a cell, which commas separate, each once; `undefined` for too many, too long or impossible ones. */
export function readTags(cell: string): readonly string[] | undefined {
  const tags = [...new Set(cell.split(",").map((tag) => tag.trim()))].filter((tag) => tag !== "");
  const areRight = tags.every((tag) => isPlain(tag) && [...tag].length <= LONGEST_TAG);
  return areRight && tags.length <= MOST_TAGS ? tags : undefined;
}

/** True for a text without control and direction characters. */
function isPlain(text: string): boolean {
  return !/[\p{Cc}\p{Zl}\p{Zp}\u200e\u200f\u202a-\u202e\u2066-\u2069]/u.test(text) && foreignText(text) !== "";
}

function textUpTo(most: number): Localized {
  return {
    sk: `najviac ${most} znakov bez riadiacich znakov`,
    cs: `nejvýše ${most} znaků bez řídicích znaků`,
    en: `at most ${most} characters, none of them a control character`,
  };
}

const tagsUpTo: Localized = {
  sk: `najviac ${MOST_TAGS} značiek po ${LONGEST_TAG} znakov`,
  cs: `nejvýše ${MOST_TAGS} štítků po ${LONGEST_TAG} znacích`,
  en: `at most ${MOST_TAGS} tags of ${LONGEST_TAG} characters`,
};

const aDomain: Localized = { sk: "má to byť doména", cs: "má to být doména", en: "it must be a domain" };

const aNumber: Localized = { sk: "má to byť číslo", cs: "má to být číslo", en: "it must be a number" };

function oneOf(values: readonly string[]): Localized {
  const list = values.join(", ");
  return { sk: `jedno z: ${list}`, cs: `jedno z: ${list}`, en: `one of: ${list}` };
}
