import { z } from "zod";

export type JsonSchema = Readonly<Record<string, unknown>>;

/** How a field is published whose schema has more fields than a list of tools has room for. */
export const publishedAs = z.registry<JsonSchema>();

/** What a caller may send, as JSON Schema 2020-12: closed objects, defaults shown, nothing required that has one. */
export const inputJsonSchema = eachOnce((schema) => convert(schema, "input", false));

/**
 * What an answer looks like, as JSON Schema 2020-12. Objects stay open: clients keep schemas and check answers
 * against them, so a field that is added later must not break them.
 */
export const outputJsonSchema = eachOnce((schema) => convert(schema, "output", true));

/** A schema never changes, and several services of one process publish the same. */
function eachOnce(convertIt: (schema: z.ZodType) => JsonSchema): (schema: z.ZodType) => JsonSchema {
  const converted = new WeakMap<z.ZodType, JsonSchema>();
  return (schema) => {
    const known = converted.get(schema) ?? convertIt(schema);
    converted.set(schema, known);
    return known;
  };
}

function convert(schema: z.ZodType, io: "input" | "output", isOpen: boolean): JsonSchema {
  const { $schema: _dialect, ...converted } = z.toJSONSchema(schema, {
    io,
    // Bytes come from forms and files alone: no caller reads a schema of them.
    unrepresentable: "any",
    override: ({ zodSchema, jsonSchema }) => {
      const brief = io === "input" ? publishedAs.get(zodSchema) : undefined;
      if (brief !== undefined) {
        for (const keyword of Object.keys(jsonSchema)) Reflect.deleteProperty(jsonSchema, keyword);
        Object.assign(jsonSchema, brief);
      }
      if (isOpen && jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
      // Zod writes the bounds of exact integers; they mean nothing to a reader.
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
    },
  });
  return converted;
}
