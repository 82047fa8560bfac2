import { join } from "node:path";
import { z } from "zod";
import type { Company, Fact, Provenance } from "../core/company.ts";
import { COUNTRIES } from "../core/country.ts";
import { type Day, isDay } from "../core/day.ts";
import { parseIco } from "../core/ico.ts";
import { NACE_REVISIONS, type NaceCode, parseNaceDigits } from "../core/nace.ts";
import { day } from "./field-schemas.ts";
import { KnowledgeError, loadCsv, loadYaml } from "./load.ts";
import { SAMPLE_SOURCE_PREFIX } from "./sample-source.ts";

/** The real firms that a fresh start knows, until a country's register is imported. */
export interface Sample {
  /** The day on which the rows were collected. */
  readonly collectedOn: Day;
  readonly companies: readonly Company[];
}

/** A year, a month or a day, as precisely as the source says when its fact held; empty where it does not say. */
const since = z.string().refine((text) => text === "" || isDay(earliestDay(text)), "a year, a month or a day");
const optionalText = z.string().trim();

/** A yearly sum in EUR; empty where no source states it. */
const euros = z.string().regex(/^\d{0,15}$/, "a whole number of EUR");

/** Natural persons have no place in a shipped file: sole traders (100 to 109) and foreign natural persons. */
const legalForm = z
  .string()
  .regex(/^(\d{3})?$/, "three digits, or empty")
  .refine((form) => !/^(10\d|424|425)$/.test(form), "the legal form of a natural person");

const rowSchema = z
  .strictObject({
    ico: z.string().refine((text) => parseIco(text) === text, "eight digits"),
    country: z.enum(COUNTRIES),
    name: z.string().trim().min(2),
    address: optionalText,
    ceased_on: z.string().refine((text) => text === "" || isDay(text), "a day"),
    legal_form: legalForm,
    nace: z.string().refine((text) => text.split(";").every(isActivity), "2:64190;2.1:64190, or 2:00;2:64190"),
    size_code: z.string().regex(/^\d{0,3}$/, "a code of the country's size list"),
    employees: z.string().regex(/^\d*$/, "a number"),
    name_source: optionalText.min(2),
    name_as_of: since,
    form_source: optionalText,
    form_as_of: since,
    nace_source: optionalText,
    nace_as_of: since,
    size_source: optionalText,
    size_as_of: since,
    turnover_eur: euros,
    balance_sheet_eur: euros,
    accounts_source: optionalText,
    accounts_as_of: since,
  })
  .check(({ value, issues }) => {
    const pairs = [
      ["form_source", value.legal_form],
      ["nace_source", value.nace],
      ["size_source", value.size_code + value.employees],
      ["accounts_source", value.turnover_eur + value.balance_sheet_eur],
    ] as const;
    for (const [column, fact] of pairs) {
      if ((fact === "") === (value[column] === "")) continue;
      issues.push({
        code: "custom",
        input: value[column],
        path: [column],
        message: "a fact and its source go together",
      });
    }
  });

type Row = z.infer<typeof rowSchema>;

/**
 * Reads the folder of the shipped sample: `companies.csv`, one row per firm and country, and `sample.yaml`.
 * What a row leaves empty stays `null`. An undated fact counts as of the day of collection; a date without a day or a
 * month as of its first day, so that no fact looks younger than it is.
 * @throws KnowledgeError with file, line and column of every mistake, or for a firm that stands twice.
 */
export function loadSample(dir: string): Sample {
  const { collectedOn } = loadYaml(join(dir, "sample.yaml"), z.strictObject({ collectedOn: day }));
  const rows = loadCsv(join(dir, "companies.csv"), rowSchema);
  const seen = new Set<string>();
  for (const { country, ico } of rows) {
    if (seen.has(country + ico)) throw new KnowledgeError(`companies.csv: ${country} ${ico} stands twice`);
    seen.add(country + ico);
  }
  return {
    collectedOn,
    companies: rows.map((row) => toCompany(row, collectedOn)),
  };
}

function toCompany(row: Row, collectedOn: Day): Company {
  const employees = row.employees === "" ? null : Number(row.employees);
  return {
    country: row.country,
    ico: row.ico,
    name: row.name,
    address: row.address === "" ? null : row.address,
    // The sample keeps no source for "active": a firm counts as active until a source says that it ceased.
    status: row.ceased_on === "" ? "active" : "ceased",
    foundedOn: null,
    ceasedOn: row.ceased_on === "" ? null : row.ceased_on,
    legalForm: row.legal_form === "" ? null : row.legal_form,
    ...activitiesOf(row.nace),
    sizeCode: row.size_code === "" ? null : row.size_code,
    headcount: employees === null ? null : { min: employees, max: employees },
    registerVerdict: null,
    ...(row.turnover_eur === "" ? {} : { turnoverEur: Number(row.turnover_eur) }),
    ...(row.balance_sheet_eur === "" ? {} : { balanceSheetEur: Number(row.balance_sheet_eur) }),
    provenance: provenanceOf(row, collectedOn),
  };
}

/** One entry per source and day, with all facts that it states. */
function provenanceOf(row: Row, collectedOn: Day): Provenance[] {
  const stated: [Fact, string, string][] = [["name", row.name_source, row.name_as_of]];
  if (row.address !== "") stated.push(["address", row.name_source, row.name_as_of]);
  if (row.ceased_on !== "") stated.push(["status", row.name_source, row.name_as_of]);
  if (row.legal_form !== "") stated.push(["legalForm", row.form_source, row.form_as_of]);
  if (row.nace !== "") stated.push(["nace", row.nace_source, row.nace_as_of]);
  if (row.size_source !== "") stated.push(["size", row.size_source, row.size_as_of]);
  if (row.accounts_source !== "") stated.push(["financials", row.accounts_source, row.accounts_as_of]);
  const entries = Map.groupBy(stated, ([, words, asOf]) => `${asOf} ${words}`);
  return [...entries.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const [, words, asOf] = first;
    return {
      source: `${SAMPLE_SOURCE_PREFIX}${words}`,
      facts: group.map(([fact]) => fact),
      retrievedAt: asOf === "" ? collectedOn : earliestDay(asOf),
    };
  });
}

/** The first day of a year, a month or a day. */
function earliestDay(text: string): Day {
  return `${text}-01-01`.slice(0, 10);
}

/** The codes of a row. `2:00` says, as the registers do, that the main activity of that revision is not known. */
function activitiesOf(text: string): Pick<Company, "nace" | "mainUnknown"> {
  const items = text.split(";");
  const mainUnknown = NACE_REVISIONS.filter((revision) => items.includes(`${revision}:00`));
  const nace = items.flatMap((item) => naceOf(item) ?? []);
  return mainUnknown.length === 0 ? { nace } : { nace, mainUnknown };
}

/** A code, or the mark for an unknown main one beside the codes that are known. */
function isActivity(item: string, _at: number, items: readonly string[]): boolean {
  const marked = NACE_REVISIONS.find((revision) => item === `${revision}:00`);
  if (marked === undefined) return item === "" || naceOf(item) !== undefined;
  return items.some((other) => naceOf(other)?.revision === marked);
}

/** Reads one `revision:code`. */
function naceOf(item: string): NaceCode | undefined {
  const [revision, digits = ""] = item.split(":");
  const known = NACE_REVISIONS.find((name) => name === revision);
  const code = parseNaceDigits(digits);
  return known === undefined || code === undefined ? undefined : { revision: known, code };
}
