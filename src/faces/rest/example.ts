import type { JsonSchema } from "../../capabilities/calling/json-schema.ts";

/**
 * An example of what a schema allows, from the examples, constants and enums in it. Optional fields stand in it only
 * where the schema gives an example of them; `undefined` where a required field has none.
 */
export function exampleOf(schema: JsonSchema): unknown {
  const { examples, enum: values, properties, required, items } = schema;
  if (Array.isArray(examples)) return examples[0];
  if (schema.const !== undefined) return schema.const;
  if (Array.isArray(values)) return schema.default ?? values[0];
  if (schema.type === "array" && isSchema(items)) {
    const item = exampleOf(items);
    return item === undefined ? undefined : [item];
  }
  if (schema.type !== "object" || !isSchema(properties)) return undefined;
  const needed = new Set(Array.isArray(required) ? required : []);
  const entries: [string, unknown][] = [];
  for (const [name, field] of Object.entries(properties)) {
    if (!isSchema(field)) continue;
    const value = needed.has(name) || field.examples !== undefined ? exampleOf(field) : undefined;
    if (value !== undefined) entries.push([name, value]);
    else if (needed.has(name)) return undefined;
  }
  return Object.fromEntries(entries);
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
