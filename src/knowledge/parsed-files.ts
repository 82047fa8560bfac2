import { hash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parse as parseCsv } from "csv-parse/sync";
import { isJson } from "./json-value.ts";
import { parseYamlFile } from "./yaml-file.ts";

/** Written by the build beside the compiled program. Run from its sources, the program has no such file. */
const FILE = fileURLToPath(new URL("../parsed-knowledge.json", import.meta.url));

/** One row of a CSV file, and the line that it stands on. */
export interface CsvRow {
  readonly record: unknown;
  readonly line: number;
}

/** By the hash of their text, what the files of knowledge hold. */
type Parsed = Record<string, unknown>;

/** Weak: once the knowledge is loaded, nobody needs it; where all of it is as the build has checked it, nobody asks. */
let kept: WeakRef<Parsed> | undefined;

/**
 * What a YAML file of this text holds, where the build has parsed it: parsing was a quarter of what a start took. A text
 * that is not the one of the build, an operator's own or one that was changed since, is not among them.
 */
export function parsedYaml(text: string): unknown {
  return parsed()[keyOf("yaml", text)];
}

/** The rows of a CSV file with a header row; without a byte order mark, and without empty lines. */
export function csvRows(text: string): readonly CsvRow[] {
  const known = parsed();
  const key = keyOf("csv", text);
  // Services that one process opens, as tests do, read the same files: each is parsed once.
  known[key] ??= parseRows(text);
  return known[key] as readonly CsvRow[]; // also written below, from `parseRows`
}

/**
 * Parses every file of the knowledge folder and writes what they hold beside the compiled program. A file with a mistake
 * is left out: who loads it says what is wrong, and where.
 */
export function writeParsedFiles(knowledgeDir: string, to: string = FILE): void {
  const all: Record<string, unknown> = {};
  for (const entry of readdirSync(knowledgeDir, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    if (file.endsWith(".csv")) {
      const text = readFileSync(file, "utf8");
      all[keyOf("csv", text)] = parseRows(text);
    } else if (file.endsWith(".yaml")) {
      const { document } = parseYamlFile(file);
      const value = document.errors.length === 0 ? document.toJS() : undefined;
      // What JSON would change is parsed at each start.
      if (isJson(value)) all[keyOf("yaml", readFileSync(file, "utf8"))] = value;
    }
  }
  // In the order of their hashes: the same knowledge gives the same bytes.
  writeFileSync(to, JSON.stringify(Object.fromEntries(Object.entries(all).sort(([a], [b]) => (a < b ? -1 : 1)))));
}

function parsed(): Parsed {
  const before = kept?.deref();
  if (before !== undefined) return before;
  const read = readParsed();
  kept = new WeakRef(read);
  return read;
}

function readParsed(): Parsed {
  try {
    return JSON.parse(readFileSync(FILE, "utf8"));
  } catch {
    // It only saves time.
    return {};
  }
}

function keyOf(kind: "yaml" | "csv", text: string): string {
  return `${kind} ${hash("sha256", text)}`;
}

function parseRows(text: string): readonly CsvRow[] {
  const rows: { record: unknown; info: { lines: number } }[] = parseCsv(text, {
    columns: true,
    info: true,
    skip_empty_lines: true,
    bom: true,
  });
  return rows.map(({ record, info }) => ({ record, line: info.lines }));
}
