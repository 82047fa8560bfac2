import type { z } from "zod";
import { icoOfAmount, readCompanyNumber } from "../../core/company-number.ts";
import { COUNTRIES } from "../../core/country.ts";
import { ServiceError } from "../../core/problem.ts";
import { invalidArguments, lostLetter, type OfferedNames } from "./arguments.ts";
import { countryConflict, wrongNumber } from "./company-number-problems.ts";
import { type FieldSchema, fieldAt } from "./expectations.ts";

/**
 * The arguments as the schema takes them, or as they are plainly meant.
 * @throws ServiceError `invalid_arguments`
 */
export function readArguments<Input extends z.ZodType>(
  schema: Input,
  sent: unknown,
  names?: OfferedNames,
): z.output<Input> {
  const read = schema.safeParse(sent);
  if (read.success) return whole(read.data, names);
  const { args, parsed } = asMeant(schema, read.error, sent);
  if (parsed.success) return whole(parsed.data, names);
  throw new ServiceError(invalidArguments(schema, parsed.error, args, names));
}

/** The arguments, refused where a text in them has lost a letter before it came: it would be stored, or found nowhere. */
function whole<Args>(args: Args, names: OfferedNames | undefined): Args {
  const lost = lostLetterIn(args, []);
  if (lost !== undefined) throw new ServiceError(lostLetter(lost.path, lost.at, names));
  return args;
}

function lostLetterIn(
  value: unknown,
  path: readonly PropertyKey[],
): { readonly path: readonly PropertyKey[]; readonly at: number } | undefined {
  if (typeof value === "string") {
    const at = value.indexOf("\ufffd");
    return at === -1 ? undefined : { path, at };
  }
  if (typeof value !== "object" || value === null || ArrayBuffer.isView(value)) return undefined;
  for (const key in value) {
    const found = lostLetterIn(Reflect.get(value, key), Array.isArray(value) ? [...path, Number(key)] : [...path, key]);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Arguments by their names. */
type Arguments = Readonly<Record<string, unknown>>;

/** What the schema made of the arguments, after those that it refused were read as they are meant. */
interface Meant<Input extends z.ZodType> {
  readonly args: unknown;
  readonly parsed: z.ZodSafeParseResult<z.output<Input>>;
}

/** Rounds of reading: a text that holds a list is read first, its values in the next round. */
const MOST_ROUNDS = 3;

/** Wrong values read in one round; each repair copies the list around the value. */
const MOST_ISSUES = 50;

/**
 * Reads refused arguments as they are plainly meant: `null` and `""` as absent, another case of a listed value, a number
 * as text, a list as JSON, a company number as it was pasted (docs/specification.md, `errors.as-meant`). What the
 * schema takes is never touched, and a value that is none of these stays as it came.
 * @throws ServiceError `invalid_arguments` for a company number of the wrong kind or of another country than the one sent
 */
function asMeant<Input extends z.ZodType>(schema: Input, error: z.ZodError, sent: unknown): Meant<Input> {
  let args = sent;
  let issues: readonly z.core.$ZodIssue[] = error.issues;
  let parsed: z.ZodSafeParseResult<z.output<Input>> = { success: false, error: error as z.ZodError<z.output<Input>> };
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const before = args;
    for (const { path } of issues.slice(0, MOST_ISSUES)) args = readAt(args, path, schema);
    if (args === before) break;
    parsed = schema.safeParse(args);
    if (parsed.success) break;
    issues = parsed.error.issues;
  }
  return { args, parsed };
}

/** The arguments with one value read as it is meant; the same object where nothing is meant by it. */
function readAt(args: unknown, path: readonly PropertyKey[], schema: z.ZodType): unknown {
  const [name, parent] = [path.at(-1), path.slice(0, -1)];
  if (name === undefined) return args;
  const holder = valueAt(args, parent);
  if (typeof holder !== "object" || holder === null) return args;
  const value: unknown = Reflect.get(holder, name);
  const around = fieldAt(schema, parent);
  const field = fieldAt(schema, path);
  if (value === undefined || field === undefined) return args;
  if (isAbsent(value) && around?.required?.includes(String(name)) !== true && !Array.isArray(holder)) {
    return replaced(args, parent, without(holder as Arguments, String(name)));
  }
  if (name === "ico") return readIco(args, parent, holder as Arguments, around);
  const meant = meaningOf(value, String(name), field);
  return meant === undefined ? args : replaced(args, path, meant);
}

function isAbsent(value: unknown): boolean {
  return value === null || (typeof value === "string" && value.trim() === "");
}

/** A company number with its sign, which says the country. */
function readIco(args: unknown, parent: readonly PropertyKey[], holder: Arguments, around: FieldSchema | undefined) {
  const { ico, country } = holder;
  if (typeof ico === "number") {
    const padded = icoOfAmount(ico);
    return padded === undefined ? args : replaced(args, [...parent, "ico"], padded);
  }
  const read = typeof ico === "string" ? readCompanyNumber(ico) : undefined;
  if (read === undefined || (read.kind === "ico" && isTooShort(String(ico), around?.properties?.ico))) return args;
  if (read.kind !== "ico") throw new ServiceError(wrongNumber(read));
  const found = { ...holder, ico: read.ico };
  if (read.country === undefined || around?.properties?.country === undefined) return replaced(args, parent, found);
  if (country === undefined || isAbsent(country)) return replaced(args, parent, { ...found, country: read.country });
  const stated = COUNTRIES.find((each) => each === String(country).toUpperCase());
  if (stated !== undefined && stated !== read.country) throw new ServiceError(countryConflict(read.country));
  return replaced(args, parent, found);
}

/** True for fewer than eight digits where the schema takes no fewer. */
function isTooShort(typed: string, field: FieldSchema | undefined): boolean {
  return field?.pattern?.endsWith("{8}$") === true && typed.replace(/\D/g, "").length < 8;
}

function meaningOf(value: unknown, name: string, field: FieldSchema): unknown {
  if (typeof value === "string") return ofText(value.trim(), name, field);
  const isText = field.type === "string" && field.enum === undefined;
  return isText && typeof value === "number" && Number.isSafeInteger(value) ? String(value) : undefined;
}

function ofText(text: string, name: string, field: FieldSchema): unknown {
  if (field.enum !== undefined) return listedValue(text, name, field.enum);
  switch (field.type) {
    case "integer":
    case "number":
      return /^[+-]?\d{1,15}(?:\.\d{1,15})?$/.test(text) ? Number(text) : undefined;
    case "boolean":
      return { true: true, false: false }[text.toLowerCase()];
    case "array":
    case "object":
      return ofJson(text, field.type);
    default:
      return name === "asOf" ? /^(\d{4}-\d\d-\d\d)[T ]\d\d:/.exec(text)?.[1] : undefined;
  }
}

/** The listed value that a text is, whatever its case; of a language the region is left out (`en-US`). */
function listedValue(text: string, name: string, values: readonly unknown[]): unknown {
  const asked = (name === "locale" ? (/^[a-z]+(?=[-_])/i.exec(text)?.[0] ?? text) : text).toLowerCase();
  return values.find((value) => String(value).toLowerCase() === asked);
}

function ofJson(text: string, type: "array" | "object"): unknown {
  if (!text.startsWith(type === "array" ? "[" : "{")) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function valueAt(args: unknown, path: readonly PropertyKey[]): unknown {
  let value = args;
  for (const key of path) value = typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined;
  return value;
}

function without(holder: Arguments, name: string): Arguments {
  return Object.fromEntries(Object.entries(holder).filter(([key]) => key !== name));
}

/** A copy of the arguments with another value at a place that is there. */
function replaced(args: unknown, path: readonly PropertyKey[], value: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return value;
  if (Array.isArray(args)) return args.map((item, at) => (at === Number(key) ? replaced(item, rest, value) : item));
  const holder = args as Arguments; // `readAt` has walked this path
  return { ...holder, [key]: replaced(holder[String(key)], rest, value) };
}
