import type { Locale, Localized } from "../../../core/locale.ts";
import { WithCode } from "../components/code-block.tsx";
import { type OpenApiDocument, resolveSchema, type SchemaObject } from "./openapi-document.ts";

const text = {
  optional: { sk: "nemusí byť", cs: "nemusí být", en: "optional" },
} satisfies Record<string, Localized>;

/** Deeper than any answer of ours; a schema that refers to itself ends here. */
const DEEPEST = 6;

/** The fields of an object as nested lists: name, type, meaning. */
export function SchemaTree({
  schema,
  document,
  locale,
  depth = 0,
}: {
  schema: SchemaObject;
  document: OpenApiDocument;
  locale: Locale;
  depth?: number;
}) {
  const fields = fieldsOf(schema, document);
  if (fields === undefined || depth > DEEPEST) {
    return depth === 0 ? <p lang="en">{typeText(resolveSchema(schema, document))}</p> : null;
  }
  return (
    <ul class="schema" lang="en">
      {Object.entries(fields.properties ?? {}).map(([name, property]) => {
        const field = resolveSchema(property, document);
        return (
          <li>
            <code>{name}</code> <span class="schema-type">{typeText(field)}</span>
            {fields.required?.includes(name) === true ? null : (
              <span class="meta" lang={locale}>
                {" "}
                {text.optional[locale]}
              </span>
            )}
            {field.description === undefined ? null : (
              <p>
                <WithCode text={field.description} />
              </p>
            )}
            <SchemaTree schema={field} document={document} locale={locale} depth={depth + 1} />
          </li>
        );
      })}
    </ul>
  );
}

/** The object behind a schema: itself, what it refers to, the items of a list, or the one object among choices. */
function fieldsOf(schema: SchemaObject, document: OpenApiDocument): SchemaObject | undefined {
  const resolved = resolveSchema(schema, document);
  if (resolved.properties !== undefined) return resolved;
  if (resolved.items !== undefined) return fieldsOf(resolved.items, document);
  const choices = [...(resolved.anyOf ?? []), ...(resolved.oneOf ?? [])].map((choice) => fieldsOf(choice, document));
  return choices.find((choice) => choice !== undefined);
}

/** A type in a few words: `string or null`, `one of "SK", "CZ"`, `list of object`, `integer from 1 to 50`. */
export function typeText(schema: SchemaObject): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined)
    return `one of ${schema.enum.map((value) => JSON.stringify(value)).join(", ")}${defaultText(schema)}`;
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return choices.map(typeText).join(" or ");
  if (schema.$ref !== undefined) return "object";
  const types = schema.type === undefined ? [] : [schema.type].flat();
  if (types.includes("array") && schema.items !== undefined) return `list of ${typeText(schema.items)}`;
  return `${types.length === 0 ? "any value" : types.join(" or ")}${rangeText(schema)}${defaultText(schema)}`;
}

function rangeText({ minimum, maximum, minLength, maxLength }: SchemaObject): string {
  const from = isBound(minimum) ? ` from ${minimum}` : "";
  const to = isBound(maximum) ? ` to ${maximum}` : "";
  const length =
    minLength === undefined && maxLength === undefined
      ? ""
      : `, ${minLength ?? 0}${maxLength === undefined ? " or more" : ` to ${maxLength}`} characters`;
  return `${from}${to}${length}`;
}

function isBound(value: number | undefined): value is number {
  return value !== undefined && Math.abs(value) < Number.MAX_SAFE_INTEGER;
}

function defaultText(schema: SchemaObject): string {
  return schema.default === undefined ? "" : `, default ${JSON.stringify(schema.default)}`;
}
