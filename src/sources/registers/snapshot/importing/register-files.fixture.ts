import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { Country } from "../../../../core/country.ts";
import type { Classify, RegisterSnapshot } from "../../register.ts";
import { FILE_REGISTERS } from "../../registers.ts";
import { isCheckDigitRight } from "../records/firm-record.ts";
import { type OpenOptions, openSnapshot } from "../serving/open.ts";
import { importRegister, importRegisters } from "./import.ts";
import type { BuildOptions, ImportFile, ImportReport, Seed } from "./import-options.ts";

/** Small register files and imports of them, for the tests of this folder. */
export interface FirmRow {
  readonly ico?: string;
  readonly name?: string;
  readonly founded?: string;
  readonly ceased?: string;
  readonly form?: string;
  readonly size?: string;
  readonly nace?: string;
  readonly nace2025?: string;
  readonly address?: string;
}

/** A folder that is removed when the test ends. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "dosah-registers-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

let files = 0;

export function writtenFile(folder: string, text: string | Buffer, name = `file-${files++}`): string {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
}

/** The n-th number with a right check digit, ascending. */
export function icoAt(index: number): string {
  for (let last = 0; last < 10; last++) {
    const ico = (1_000 + index) * 10 + last;
    if (isCheckDigitRight(ico)) return String(ico).padStart(8, "0");
  }
  throw new Error("every number has a check digit");
}

const RES_HEADER = "ICO,DDATVZN,DDATZAN,FORMA,KATPO,NACE,NACE2025,FIRMA,TEXTADR,PSC,OBEC_TEXT,DATPLAT";

export function resText(rows: readonly FirmRow[], day = "2026-09-15", end = "\r\n"): string {
  const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
  const lines = rows.map((row, index) =>
    [
      row.ico ?? icoAt(index),
      row.founded ?? "2001-02-03",
      row.ceased ?? "",
      row.form ?? "112",
      row.size ?? "000",
      row.nace ?? "62010",
      row.nace2025 ?? "",
      quoted(row.name ?? ""),
      quoted(row.address ?? "Hlavní 1, 11000 Praha"),
      "11000",
      "Praha",
      day,
    ].join(","),
  );
  return [RES_HEADER, ...lines, ""].join(end);
}

export function rpoEntity(row: FirmRow, index = 0, id = 1_000_000 + index) {
  return {
    id,
    identifiers: [{ value: row.ico ?? icoAt(index), validFrom: "2001-02-03" }],
    fullNames: row.name === undefined ? [] : [{ value: row.name, validFrom: "2001-02-03" }],
    addresses: [
      {
        street: row.address ?? "Hlavná",
        regNumber: 12,
        buildingNumber: "3",
        postalCodes: ["81101"],
        municipality: { value: "Bratislava" },
        country: { value: "Slovenská republika", code: "703" },
      },
    ],
    legalForms: [{ value: { value: "forma", code: row.form ?? "112" }, validFrom: "2001-02-03" }],
    establishment: row.founded ?? "2001-02-03",
    ...(row.ceased === undefined ? {} : { termination: row.ceased }),
    ...(row.nace === undefined ? {} : { statisticalCodes: { mainActivity: { value: "x", code: row.nace } } }),
  };
}

export function rpoText(entities: readonly object[], day = "2026-10-03"): string {
  const lines = entities.map((entity, index) => `${index === 0 ? "" : ","}${JSON.stringify(entity)}`);
  return [`{"exportDate":"${day}","results":[`, ...lines, "]}", ""].join("\n");
}

export function rpoRows(rows: readonly FirmRow[], day?: string): string {
  return rpoText(
    rows.map((row, index) => rpoEntity(row, index)),
    day,
  );
}

export function ruzText(units: readonly object[]): string {
  return units.map((unit) => `${JSON.stringify(unit)}\n`).join("");
}

export function nis2Text(firms: readonly object[], version = "2026-11-01", count = firms.length): string {
  const header = { type: "header", registerVersion: version, country: "SK", count };
  return [header, ...firms.map((firm) => ({ type: "company", country: "SK", ...firm }))]
    .map((line) => `${JSON.stringify(line)}\n`)
    .join("");
}

/** Simple rules for tests: energy from 35.x, important from 50 employees on, unknown without a code. */
export const classify: Classify = ({ nace, sizeCode, registerVerdict }) => {
  if (registerVerdict !== null) return registerVerdict;
  if (nace.length === 0) return { category: "unknown", sector: null, reason: "no_nace" };
  if (!nace.some(({ code }) => code.startsWith("35"))) return { category: "out_of_scope", sector: null, reason: null };
  return sizeCode === "240" || sizeCode === "12"
    ? { category: "important", sector: "energy", reason: null }
    : { category: "unknown", sector: "energy", reason: "size_undetermined" };
};

export const NOW = new Date("2026-11-21T08:00:00Z");

export function testOptions(dir: string, more: Partial<BuildOptions> = {}): BuildOptions {
  return { dir, registers: FILE_REGISTERS, classify, rulesVersion: "rules-1", now: () => NOW, ...more };
}

export function importing(dir: string, file: ImportFile, more: Partial<BuildOptions> = {}): Promise<ImportReport> {
  return importRegister({ ...testOptions(dir, more), ...file });
}

export function importingAll(
  dir: string,
  all: readonly ImportFile[],
  more: Partial<BuildOptions> = {},
): Promise<ImportReport[]> {
  return importRegisters(testOptions(dir, more), all);
}

export const publishedFile = (dir: string) => join(dir, "registers", "registers.db");

/** Opens what was published; closed when the test ends. */
export function opened(dir: string, options?: OpenOptions): RegisterSnapshot {
  const snapshot = openSnapshot(publishedFile(dir), options);
  onTestFinished(() => snapshot.close());
  return snapshot;
}

/** A file of each format with these rows, ready to be imported. */
export const registerFile = {
  res: (dir: string, rows: readonly FirmRow[], day?: string): ImportFile => ({
    country: "CZ",
    format: "res",
    file: writtenFile(dir, resText(rows, day)),
  }),
  rpo: (dir: string, rows: readonly FirmRow[], day?: string): ImportFile => ({
    country: "SK",
    format: "rpo",
    file: writtenFile(dir, rpoRows(rows, day)),
  }),
  ruz: (dir: string, units: readonly object[], asOf = "2026-10-10"): ImportFile => ({
    country: "SK",
    format: "ruz",
    file: writtenFile(dir, ruzText(units)),
    asOf,
  }),
  nis2: (dir: string, firms: readonly object[], version?: string): ImportFile => ({
    country: "SK",
    format: "nis2-register",
    file: writtenFile(dir, nis2Text(firms, version)),
  }),
};

/** Rows that have only a name of their own. */
export const named = (...list: string[]): FirmRow[] => list.map((name) => ({ name }));

/** Names found in what is published. */
export const namesIn = (dir: string, country: Country, query = "firma") =>
  opened(dir)
    .search(query, country, 10)
    .map(({ name }) => name);

/** A sample of one firm of each country. */
export const testSample: Seed = {
  source: "sample",
  asOf: { CZ: "2026-01-02", SK: "2026-01-01" },
  companies: (["CZ", "SK"] as const).map((country, index) => ({
    country,
    ico: icoAt(900 + index),
    name: `Vzorka ${country}`,
    address: "Mesto",
    status: "active",
    foundedOn: null,
    ceasedOn: null,
    legalForm: "121",
    nace: [
      { code: "35110", revision: "2" },
      { code: "35120", revision: "2.1" },
      { code: "35130", revision: "2" },
    ],
    sizeCode: null,
    headcount: { min: 800, max: null },
    registerVerdict: null,
    provenance: [
      { source: "sample:annual report", facts: ["name", "address", "nace"], retrievedAt: "2025-05-05" },
      { source: "sample:press, https://example.test/a b", facts: ["size"], retrievedAt: "2024-04-04" },
    ],
  })),
};
