import { z } from "zod";
import type { Localized } from "../../core/locale.ts";
import { plural } from "../../core/text.ts";

/** What a field expects, in words, where its JSON Schema alone would not help a reader (`ico`: "6-8 digits"). */
export const expectations = z.registry<Localized>();

/** The keywords of JSON Schema that Zod writes and an error message reads. */
export interface FieldSchema {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly properties?: Readonly<Record<string, FieldSchema>>;
  readonly pattern?: string;
  readonly required?: readonly string[];
  readonly items?: FieldSchema;
  readonly expects?: Localized;
}

const fieldSchemas = new WeakMap<z.ZodType, FieldSchema>();

/** The JSON Schema of an input with the registered expectations beside each field; computed once. */
function fieldSchemaOf(schema: z.ZodType): FieldSchema {
  const known = fieldSchemas.get(schema);
  if (known !== undefined) return known;
  const made: FieldSchema = z.toJSONSchema(schema, {
    io: "input",
    reused: "inline",
    unrepresentable: "any",
    override: ({ zodSchema, jsonSchema }) => {
      const expects = expectations.get(zodSchema);
      if (expects !== undefined) Object.assign(jsonSchema, { expects });
    },
  }) as FieldSchema; // Zod types its output as any JSON Schema; only the keywords above are read
  fieldSchemas.set(schema, made);
  return made;
}

/** The schema of the field at a path; `undefined` for a place that the input does not know. */
export function fieldAt(schema: z.ZodType, path: readonly PropertyKey[]): FieldSchema | undefined {
  return walk(fieldSchemaOf(schema), path);
}

/** The names of the arguments an input knows. */
export function knownArguments(schema: z.ZodType): readonly string[] {
  return Object.keys(fieldSchemaOf(schema).properties ?? {});
}

/** The arguments known at a path: of the whole input, or of the objects inside an array. */
export function knownArgumentsAt(schema: z.ZodType, path: readonly PropertyKey[]): readonly string[] {
  return Object.keys(walk(fieldSchemaOf(schema), path)?.properties ?? {});
}

/** What the field at a path expects, as the end of a sentence in each language. */
export function expectationOf(schema: z.ZodType, path: readonly PropertyKey[]): Localized {
  const field = walk(fieldSchemaOf(schema), path) ?? {};
  if (field.expects !== undefined) return field.expects;
  if (field.enum !== undefined) {
    const values = field.enum.join(", ");
    return { sk: `jedna z hodnôt ${values}`, cs: `jedna z hodnot ${values}`, en: `one of ${values}` };
  }
  switch (field.type) {
    case "boolean":
      return { sk: "true alebo false", cs: "true nebo false", en: "true or false" };
    case "integer":
      return numberExpectation(field, { sk: "celé číslo", cs: "celé číslo", en: "a whole number" });
    case "number":
      return numberExpectation(field, { sk: "číslo", cs: "číslo", en: "a number" });
    case "array":
      return { sk: "pole hodnôt", cs: "pole hodnot", en: "an array" };
    case "object":
      return { sk: "objekt", cs: "objekt", en: "an object" };
    default:
      return textExpectation(field);
  }
}

function walk(root: FieldSchema, path: readonly PropertyKey[]): FieldSchema | undefined {
  let field: FieldSchema | undefined = root;
  for (const key of path) field = typeof key === "number" ? field?.items : field?.properties?.[String(key)];
  return field;
}

function numberExpectation(field: FieldSchema, kind: Localized): Localized {
  const { minimum, maximum } = field;
  const isOpen = maximum === undefined || maximum >= Number.MAX_SAFE_INTEGER;
  if (minimum === undefined || minimum <= Number.MIN_SAFE_INTEGER) return kind;
  if (isOpen) {
    return { sk: `${kind.sk} od ${minimum}`, cs: `${kind.cs} od ${minimum}`, en: `${kind.en} from ${minimum}` };
  }
  return {
    sk: `${kind.sk} od ${minimum} do ${maximum}`,
    cs: `${kind.cs} od ${minimum} do ${maximum}`,
    en: `${kind.en} from ${minimum} to ${maximum}`,
  };
}

function textExpectation(field: FieldSchema): Localized {
  const { minLength, maxLength } = field;
  if (minLength !== undefined && minLength > 0 && maxLength === undefined) {
    return {
      sk: `text, najmenej ${minLength} ${plural(minLength, { one: "znak", few: "znaky", other: "znakov" }, "sk")}`,
      cs: `text, nejméně ${minLength} ${plural(minLength, { one: "znak", few: "znaky", other: "znaků" }, "cs")}`,
      en: `text of at least ${minLength} ${plural(minLength, { one: "character", other: "characters" }, "en")}`,
    };
  }
  if (maxLength !== undefined) {
    return {
      sk: `text, počet znakov ${minLength ?? 0} až ${maxLength}`,
      cs: `text, počet znaků ${minLength ?? 0} až ${maxLength}`,
      en: `text of ${minLength ?? 0} to ${maxLength} characters`,
    };
  }
  return { sk: "text", cs: "text", en: "text" };
}
