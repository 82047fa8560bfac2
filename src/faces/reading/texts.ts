import type { JsonSchema } from "../../capabilities/calling/json-schema.ts";

/** How an argument is read from texts: those of a form, a query, a path or a command line. */
export type TextKind = "text" | "number" | "boolean" | "texts";

/** How an argument of this schema is read; `undefined` for an object, which no text can carry. */
export function kindOf(schema: JsonSchema): TextKind | undefined {
  switch (schema.type) {
    case "integer":
    case "number":
      return "number";
    case "boolean":
      return "boolean";
    case "array":
      return "texts";
    case "object":
      return undefined;
    default:
      return "text";
  }
}

/** The value of a text. A text that is no number or boolean stays text: the schema refuses it with the argument's name. */
export function fromText(text: string, kind: TextKind | undefined): unknown {
  if (kind === "number" && /^[+-]?\d{1,20}(?:\.\d{1,20})?$/.test(text)) return Number(text);
  if (kind === "boolean" && /^(?:true|false|[01])$/.test(text)) return text === "true" || text === "1";
  return text;
}
