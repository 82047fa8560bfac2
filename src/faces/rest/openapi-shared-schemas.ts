import type { JsonSchema } from "../../capabilities/calling/json-schema.ts";
import { capitalized } from "../../core/text.ts";

/**
 * Gives every object that stands in several places of the answers a name of its own and refers to it from each place,
 * so that a generated client has one type for it. An object is named after the field it stands in (`nextSteps` holds
 * a `NextStep`); where two different objects stand in fields of one name, the later one also bears the name of the
 * field around it. Of two equal answers the second is a reference to the first.
 * @param answers name and schema of each answer
 * @returns the schemas by name, answers and shared objects
 */
export function shareSchemas(
  answers: readonly (readonly [name: string, schema: JsonSchema])[],
): Readonly<Record<string, JsonSchema>> {
  const places = new Map<string, number>();
  for (const [, schema] of answers) count(schema);
  const schemas: Record<string, JsonSchema> = {};
  const nameOfShape = new Map<string, string>();
  for (const [name, schema] of answers) {
    const known = nameOfShape.get(shapeOf(schema));
    if (known === undefined) nameOfShape.set(shapeOf(schema), name);
    schemas[name] = known === undefined ? withReferences(schema, [name]) : reference(known);
  }
  return schemas;

  /** What stands within a known object is counted once: it becomes a part of that object's own schema. */
  function count(value: unknown): void {
    if (!isSchema(value)) return;
    if (isObjectSchema(value)) {
      const shape = shapeOf(value);
      const before = places.get(shape) ?? 0;
      places.set(shape, before + 1);
      if (before > 0) return;
    }
    for (const inner of Object.values(value)) count(inner);
  }

  function replaced(value: unknown, path: readonly string[]): unknown {
    if (Array.isArray(value)) return value.map((each) => replaced(each, path));
    if (!isSchema(value)) return value;
    if (!isObjectSchema(value) || (places.get(shapeOf(value)) ?? 0) < 2) return withReferences(value, path);
    const { description, ...shape } = value;
    const key = shapeOf(value);
    let name = nameOfShape.get(key);
    if (name === undefined) {
      name = freeName(path);
      nameOfShape.set(key, name);
      schemas[name] = {}; // taken before what stands within it looks for names
      schemas[name] = withReferences(shape, path);
    }
    return { ...reference(name), ...(description === undefined ? {} : { description }) };
  }

  function withReferences(schema: JsonSchema, path: readonly string[]): JsonSchema {
    return Object.fromEntries(
      Object.entries(schema).map(([keyword, value]) => {
        if (keyword === "properties" && isSchema(value)) {
          const fields = Object.entries(value).map(([field, inner]) => [field, replaced(inner, [...path, field])]);
          return [keyword, Object.fromEntries(fields)];
        }
        return [keyword, keyword === "items" ? replaced(value, singular(path)) : replaced(value, path)];
      }),
    );
  }

  function freeName(path: readonly string[]): string {
    for (let from = path.length - 1; from >= 0; from--) {
      const name = path.slice(from).map(capitalized).join("");
      // `SK` alone names nothing; `LegalBasisSK` does.
      if (name.length > 2 && schemas[name] === undefined) return name;
    }
    throw new Error(`${path.join(".")}: two different objects of the answers would have one name.`);
  }
}

function reference(name: string): JsonSchema {
  return { $ref: `#/components/schemas/${name}` };
}

/** The description says what a field means, not what the object is. */
function shapeOf({ description: _meaning, ...shape }: JsonSchema): string {
  return JSON.stringify(shape);
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === "object" && value !== null;
}

function isObjectSchema(schema: JsonSchema): boolean {
  return schema.type === "object" && isSchema(schema.properties);
}

function singular(path: readonly string[]): readonly string[] {
  const last = path.at(-1) ?? "";
  return [...path.slice(0, -1), last.replace(/ies$/, "y").replace(/([^su])s$/, "$1")];
}
