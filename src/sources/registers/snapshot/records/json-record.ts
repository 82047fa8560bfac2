/** An object of a foreign JSON file, nothing known of it. */
export type JsonRecord = Readonly<Record<string, unknown>>;

/** Narrows a parsed value to an object. */
export function isRecord(value: unknown): value is JsonRecord {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A member that is a non-empty text; numbers are taken as their digits. */
export function textOf(record: JsonRecord | undefined, key: string): string | undefined {
  const value = record?.[key];
  if (typeof value === "string") return value === "" ? undefined : value;
  return typeof value === "number" && Number.isFinite(value) ? String(value) : undefined;
}

/** As `textOf`, but a member that states something else than a text gives a text that nobody can read. */
export function statedText(record: JsonRecord, key: string): string | undefined {
  const value = record[key];
  return value === undefined || value === null || value === "" ? undefined : (textOf(record, key) ?? "?");
}

/** A member that is an object. */
export function recordOf(record: JsonRecord | undefined, key: string): JsonRecord | undefined {
  const value = record?.[key];
  return isRecord(value) ? value : undefined;
}

/** The objects in a member that is a list. */
export function recordsOf(record: JsonRecord, key: string): readonly JsonRecord[] {
  const value = record[key];
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

/**
 * The records of one line of a JSON file with one record a line: commas before or after it and the brackets that
 * close the list are tolerated, and so is a whole list in one line. `undefined` when it is no JSON.
 */
export function parseRecords(line: string): readonly JsonRecord[] | undefined {
  const text = withoutCommas(line);
  if (text === "" || text.startsWith("]")) return [];
  const value = parse(text) ?? parse(`[${text.replace(/\][^[\]{]*\}?$/, "")}]`);
  if (Array.isArray(value)) return value.every(isRecord) ? value : undefined;
  return isRecord(value) ? [value] : undefined;
}

/** The line without blanks and commas around it. Most lines have none, and a pattern would read them all. */
function withoutCommas(line: string): string {
  let from = 0;
  let to = line.length;
  while (from < to && isSkipped(line.charCodeAt(from))) from++;
  while (to > from && isSkipped(line.charCodeAt(to - 1))) to--;
  return line.slice(from, to);
}

function isSkipped(code: number): boolean {
  return code === 44 || code === 32 || (code >= 9 && code <= 13) || code === 0xa0 || code === 0xfeff;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
