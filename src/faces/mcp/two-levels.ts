import type { JsonSchema } from "../../capabilities/calling/json-schema.ts";
import { isObject } from "./message.ts";

/**
 * The schema of an answer, two levels deep: its fields with their values, and the fields of the objects in them by their
 * type. That is enough to check an answer by, and every agent reads it before its first call
 * (docs/decisions/concise-scope-answer.md).
 */
export function twoLevels({ properties }: JsonSchema): JsonSchema {
  return { type: "object", properties: fieldsOf(properties, (form) => fieldOf(form, listed)) };
}

/** A field of the answer. @param valuesOf what is said of values that are listed */
function fieldOf(schema: JsonSchema, valuesOf: (values: readonly unknown[]) => JsonSchema): JsonSchema {
  const { anyOf, properties, items } = schema;
  if (Array.isArray(anyOf)) return anyOfThem(anyOf.filter(isObject), (form) => fieldOf(form, valuesOf));
  if (isObject(properties)) return { type: "object", properties: fieldsOf(properties, inner) };
  if (isObject(items)) return { type: "array", items: fieldOf(items, typed) };
  return plain(schema, valuesOf);
}

/** A field of an object in the answer: what stands in it is not said. */
function inner(schema: JsonSchema): JsonSchema {
  const { anyOf } = schema;
  return Array.isArray(anyOf) ? anyOfThem(anyOf.filter(isObject), inner) : plain(schema, typed);
}

function plain({ type, const: only, enum: values }: JsonSchema, valuesOf: typeof listed): JsonSchema {
  if (only !== undefined) return valuesOf([only]);
  return Array.isArray(values) ? valuesOf(values) : { ...(type === undefined ? {} : { type }) };
}

function listed(values: readonly unknown[]): JsonSchema {
  return { enum: values };
}

function typed(values: readonly unknown[]): JsonSchema {
  const types = [...new Set(values.map((value) => (value === null ? "null" : typeof value)))];
  return { type: types.length === 1 ? types[0] : types };
}

function fieldsOf(properties: unknown, short: (form: JsonSchema) => JsonSchema): JsonSchema {
  const fields = isObject(properties) ? Object.entries(properties) : [];
  return Object.fromEntries(fields.map(([name, form]) => [name, isObject(form) ? short(form) : form]));
}

/** One of several forms: several plain types are one list of types. */
function anyOfThem(forms: readonly JsonSchema[], short: (form: JsonSchema) => JsonSchema): JsonSchema {
  const made = forms.map(short);
  const detailed = made.filter((form) => Object.keys(form).some((keyword) => keyword !== "type"));
  const types = [...new Set(made.flatMap(({ type }) => (type === undefined ? [] : [type].flat())))];
  const [only] = detailed;
  if (detailed.length > 1) return { anyOf: made };
  if (only === undefined) return { type: types.length === 1 ? types[0] : types };
  if (Array.isArray(only.enum)) return types.includes("null") ? { enum: [...only.enum, null] } : { anyOf: made };
  return { ...only, type: types };
}
