import type { z } from "zod";
import type { Localized } from "../../core/locale.ts";
import type { Problem } from "../../core/problem.ts";
import { plural } from "../../core/text.ts";
import { expectationOf, fieldAt, knownArguments, knownArgumentsAt } from "./expectations.ts";

/** The arguments as a face offers them, where their names differ from those of the capability. */
export interface OfferedNames {
  /** The public names of all that may be sent. */
  readonly known: readonly string[];
  /** How a field is called whose place in the arguments of the capability this is. */
  readonly fieldOf: (path: readonly PropertyKey[]) => string;
}

/**
 * Says in our words what is wrong with a caller's arguments and how to correct it. Neither names nor values that
 * the caller sent are repeated: an error message is read by agents and must hold no text of others. An unknown argument
 * comes first: where another one is missing beside it, it is mostly the missing one under a wrong name.
 */
export function invalidArguments(schema: z.ZodType, error: z.ZodError, args: unknown, names?: OfferedNames): Problem {
  const known = names?.known ?? knownArguments(schema);
  const issue = error.issues.find(({ code }) => code === "unrecognized_keys") ?? error.issues[0];
  if (issue === undefined || issue.path.length === 0) {
    if (issue?.code === "unrecognized_keys") return unknownArgument(issue.keys, known);
    if (issue?.code === "custom") return customProblem(issue, known);
    return notAnObject(known);
  }
  if (issue.code === "unrecognized_keys") {
    const problem = unknownArgument(issue.keys, knownArgumentsAt(schema, issue.path));
    const inside = problem.field === undefined ? issue.path : [...issue.path, problem.field];
    return { ...problem, field: fieldName(inside) };
  }
  const field = names?.fieldOf(issue.path) ?? fieldName(issue.path);
  const expects = expectationOf(schema, issue.path);
  const sent = valueAt(args, issue.path);
  if (issue.code === "too_big" && issue.origin === "array") return tooManyValues(field, Number(issue.maximum));
  const [came, wanted] = [typeOf(sent), wantedType(schema, issue.path)];
  if (sent !== undefined && wanted !== undefined && came !== wanted) return wrongType(field, came, wanted, expects);
  const isMissing = sent === undefined;
  return {
    code: "invalid_arguments",
    field,
    message: isMissing
      ? { sk: `Chýba argument ${field}.`, cs: `Chybí argument ${field}.`, en: `The argument ${field} is missing.` }
      : {
          sk: `Argument ${field} nie je platný.`,
          cs: `Argument ${field} není platný.`,
          en: `The argument ${field} is not valid.`,
        },
    nextStep: {
      sk: `Pošlite ${field}: ${expects.sk}.`,
      cs: `Pošlete ${field}: ${expects.cs}.`,
      en: `Send ${field}: ${expects.en}.`,
    },
  };
}

/** The problem of a value of another type than the one that is wanted; both are named. */
function wrongType(field: string, came: JsonType, wanted: JsonType, expects: Localized): Problem {
  const [is, must] = [TYPES[came], TYPES[wanted]];
  return {
    code: "invalid_arguments",
    field,
    message: {
      sk: `Argument ${field} musí byť ${must.sk}, prišlo: ${is.sk}.`,
      cs: `Argument ${field} musí být ${must.cs}, přišlo: ${is.cs}.`,
      en: `The argument ${field} must be ${must.en}, not ${is.en}.`,
    },
    nextStep: {
      sk: `Pošlite ${field}: ${expects.sk}.`,
      cs: `Pošlete ${field}: ${expects.cs}.`,
      en: `Send ${field}: ${expects.en}.`,
    },
  };
}

/** The problem of a text that holds U+FFFD: a letter was lost where its bytes were read. @param at where, from 0 */
export function lostLetter(path: readonly PropertyKey[], at: number, names: OfferedNames | undefined): Problem {
  const field = names?.fieldOf(path) ?? fieldName(path);
  const place = at + 1;
  return {
    code: "invalid_arguments",
    field,
    message: {
      sk: `V argumente ${field} sa stratilo písmeno: ${place}. znak je U+FFFD.`,
      cs: `V argumentu ${field} se ztratilo písmeno: ${place}. znak je U+FFFD.`,
      en: `A letter was lost in the argument ${field}: character ${place} is U+FFFD.`,
    },
    nextStep: {
      sk: `Pošlite ${field} v UTF-8 s pôvodným písmenom.`,
      cs: `Pošlete ${field} v UTF-8 s původním písmenem.`,
      en: `Send ${field} in UTF-8 with the letter as it was.`,
    },
  };
}

type JsonType = "null" | "string" | "number" | "boolean" | "array" | "object";

const TYPES: Readonly<Record<JsonType, Localized>> = {
  null: { sk: "null", cs: "null", en: "null" },
  string: { sk: "text", cs: "text", en: "a string" },
  number: { sk: "číslo", cs: "číslo", en: "a number" },
  boolean: { sk: "true alebo false", cs: "true nebo false", en: "true or false" },
  array: { sk: "zoznam", cs: "seznam", en: "a list" },
  object: { sk: "objekt", cs: "objekt", en: "an object" },
};

function typeOf(value: unknown): JsonType {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  const type = typeof value;
  return type === "string" || type === "number" || type === "boolean" ? type : "object";
}

/** The one type that a field takes; `undefined` where it takes several. */
function wantedType(schema: z.ZodType, path: readonly PropertyKey[]): JsonType | undefined {
  const type = fieldAt(schema, path)?.type;
  if (type === "integer") return "number";
  return type !== undefined && type in TYPES ? (type as JsonType) : undefined; // a key of TYPES
}

function tooManyValues(field: string, most: number): Problem {
  return {
    code: "invalid_arguments",
    field,
    message: {
      sk: `Argument ${field} má priveľa položiek.`,
      cs: `Argument ${field} má příliš mnoho položek.`,
      en: `The argument ${field} has too many values.`,
    },
    nextStep: {
      sk: `Pošlite ${field}: najviac ${most} ${plural(most, { one: "položka", few: "položky", other: "položiek" }, "sk")}.`,
      cs: `Pošlete ${field}: nejvýše ${most} ${plural(most, { one: "položka", few: "položky", other: "položek" }, "cs")}.`,
      en: `Send ${field}: at most ${most} ${plural(most, { one: "value", other: "values" }, "en")}.`,
    },
  };
}

/** A rule over several fields: its message is an index into nothing, so the schema carries the words in `params`. */
function customProblem(issue: z.core.$ZodIssueCustom, known: readonly string[]): Problem {
  const refinement = issue.params as { message?: Localized; nextStep?: Localized; field?: string } | undefined; // our own refinements write it
  if (refinement?.message === undefined || refinement.nextStep === undefined) return notAnObject(known);
  return {
    code: "invalid_arguments",
    message: refinement.message,
    nextStep: refinement.nextStep,
    ...(refinement.field === undefined ? {} : { field: refinement.field }),
  };
}

/** @param names of the arguments that may be sent */
export function notAnObject(names: readonly string[]): Problem {
  const known = names.join(", ");
  return {
    code: "invalid_arguments",
    message: {
      sk: "Argumenty musia byť objekt JSON.",
      cs: "Argumenty musí být objekt JSON.",
      en: "The arguments must be a JSON object.",
    },
    nextStep: {
      sk: `Pošlite objekt s poľami: ${known}.`,
      cs: `Pošlete objekt s poli: ${known}.`,
      en: `Send an object with the fields: ${known}.`,
    },
  };
}

/** Unknown arguments that are compared with the known ones, to name the one that was meant. */
const MOST_COMPARED = 20;

/** A name that its caller wrote and that is said back; any other may be foreign text. */
const PLAIN_NAME = /^[A-Za-z][A-Za-z0-9_]{0,39}$/;

/** @param keys what was sent and is not known; @param names what is */
export function unknownArgument(keys: readonly string[], names: readonly string[]): Problem {
  const known = names.join(", ");
  const plain = keys.slice(0, MOST_COMPARED).find((key) => PLAIN_NAME.test(key));
  const sent = plain === undefined ? "" : `: ${plain}`;
  const compared = keys.slice(0, MOST_COMPARED);
  const meant = compared.map((key) => closest(key, names)).find((name) => name !== undefined);
  if (names.length === 0) {
    return {
      code: "invalid_arguments",
      message: {
        sk: "Toto volanie nemá žiadne argumenty.",
        cs: "Toto volání nemá žádné argumenty.",
        en: "This call takes no arguments.",
      },
      nextStep: { sk: "Pošlite prázdny objekt.", cs: "Pošlete prázdný objekt.", en: "Send an empty object." },
    };
  }
  return {
    code: "invalid_arguments",
    ...(meant === undefined ? {} : { field: meant }),
    message: {
      sk: `Poslali ste neznámy argument${sent}. Známe argumenty: ${known}.`,
      cs: `Poslali jste neznámý argument${sent}. Známé argumenty: ${known}.`,
      en: `An unknown argument was sent${sent}. Known arguments: ${known}.`,
    },
    nextStep:
      meant === undefined
        ? {
            sk: "Vynechajte ho a zavolajte znova.",
            cs: "Vynechte ho a zavolejte znovu.",
            en: "Leave it out and call again.",
          }
        : {
            sk: `Pravdepodobne ste mysleli ${meant}: použite tento názov.`,
            cs: `Pravděpodobně jste mysleli ${meant}: použijte tento název.`,
            en: `You probably meant ${meant}: use that name.`,
          },
  };
}

/** `nace.0.code` is read by people and agents alike. */
function fieldName(path: readonly PropertyKey[]): string {
  return path.map(String).join(".");
}

function valueAt(args: unknown, path: readonly PropertyKey[]): unknown {
  let value = args;
  for (const key of path) {
    if (typeof value !== "object" || value === null) return undefined;
    value = Reflect.get(value, key);
  }
  return value;
}

/**
 * The known name that a caller most likely meant: same letters in another case, a prefix, or at most two typing
 * mistakes.
 */
export function closest(key: string, names: readonly string[]): string | undefined {
  if (key.length > 60) return undefined;
  const plain = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, "");
  const wanted = plain(key);
  if (wanted.length < 2) return undefined;
  const same = names.find((name) => plain(name) === wanted);
  if (same !== undefined) return same;
  const ranked = names
    .map((name) => ({ name, slips: distance(wanted, plain(name)) }))
    .filter(({ name, slips }) => slips <= Math.min(2, Math.floor(name.length / 2)))
    .sort((a, b) => a.slips - b.slips);
  return ranked[0]?.name ?? names.find((name) => plain(name).startsWith(wanted) || wanted.startsWith(plain(name)));
}

/** Levenshtein distance of two short names. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
