import type { JsonSchema } from "../../capabilities/calling/json-schema.ts";
import type { LimitRule } from "../../capabilities/calling/rate-limit-headers.ts";
import { rowsOf } from "../../core/cost.ts";
import { LOCALES } from "../../core/locale.ts";
import { capitalized } from "../../core/text.ts";
import { type Endpoint, takesBody } from "./endpoint.ts";
import { responseRefs } from "./openapi-problems.ts";
import { tagOf } from "./openapi-tags.ts";

/** What one operation looks like; the fields that we write. */
export interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly parameters: readonly Parameter[];
  readonly requestBody?: { readonly required: boolean; readonly content: Content };
  readonly responses: Readonly<Record<string, Response | Reference>>;
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[];
  readonly "x-limits": readonly LimitRule[];
}

interface Parameter {
  readonly name: string;
  readonly in: "query" | "path";
  readonly required: boolean;
  readonly description?: string;
  readonly schema: JsonSchema;
  readonly example?: unknown;
}

interface Reference {
  readonly $ref: string;
}

interface Response {
  readonly description: string;
  readonly headers?: Readonly<Record<string, Reference>>;
  readonly content?: Content;
}

type Content = Readonly<Record<string, { readonly schema: JsonSchema; readonly example?: unknown }>>;

/** Describes one operation from the endpoint that serves it. */
export function operationOf(endpoint: Endpoint, operationId: string, rules: ReadonlyMap<string, LimitRule>): Operation {
  const { capability, offer, argumentOf } = endpoint;
  const { title, description } = capability.published;
  const rows = rowsOf(offer.cost);
  const limits = rows.flatMap((name) => rules.get(name) ?? { name });
  const needsKey = capability.access !== "public";
  const answer: Response = {
    description: "The answer.",
    headers: {
      ...(rows.length === 0 || offer.maxAge !== undefined
        ? {}
        : { RateLimit: headerRef("RateLimit"), "RateLimit-Policy": headerRef("RateLimit-Policy") }),
      ...(offer.maxAge === undefined ? {} : { ETag: headerRef("ETag") }),
      ...(offer.file === undefined ? {} : { "Repr-Digest": headerRef("Repr-Digest") }),
      ...(argumentOf.has("locale") ? { "Content-Language": headerRef("Content-Language") } : {}),
      Link: headerRef("Link"),
    },
    content: {
      [mediaTypeOf(endpoint)]: { schema: { $ref: `#/components/schemas/${answerName(operationId)}` } },
      ...Object.fromEntries(
        Object.values(offer.forms?.types ?? {}).map((type) => [
          type.split(";")[0] ?? type,
          { schema: { type: "string" } },
        ]),
      ),
    },
  };
  return {
    operationId,
    summary: typeof title === "string" ? title : title.en,
    description: [description, limitSentence(limits)].filter((sentence) => sentence !== "").join(" "),
    tags: [tagOf(offer.path, needsKey)],
    parameters: parametersOf(endpoint),
    ...(takesBody(offer) ? { requestBody: bodyOf(endpoint) } : {}),
    responses: {
      ...Object.fromEntries((offer.outcome?.statuses ?? [200]).map((status) => [String(status), answer])),
      ...(offer.maxAge === undefined ? {} : { "304": { description: "Not changed since the given ETag." } }),
      ...responseRefs({
        isPost: takesBody(offer),
        needsKey,
        isLimited: rows.length > 0,
        problems: offer.problems ?? [],
      }),
    },
    ...(needsKey ? { security: [{ apiKey: [] }] } : {}),
    "x-limits": limits,
  };
}

function parametersOf({ fields, input, pathNames, offer }: Endpoint): readonly Parameter[] {
  const names = takesBody(offer) ? [...pathNames, ...(offer.inQuery ?? []), "locale"] : [...fields.keys()];
  return names.map((name) => {
    const { description, examples, ...schema } = fields.get(name) ?? { type: "string", enum: LOCALES };
    const isOfPath = pathNames.includes(name);
    const example = Array.isArray(examples) ? examples[0] : undefined;
    return {
      name,
      in: isOfPath ? "path" : "query",
      required: isOfPath || isRequired(input, name),
      ...(typeof description === "string" ? { description } : {}),
      schema,
      ...(example === undefined ? {} : { example }),
    };
  });
}

function bodyOf({ fields, input, pathNames, offer }: Endpoint) {
  // Beside a table as text, what a body of JSON may hold stands in the query.
  const isInQueryAlone = (name: string) => offer.body?.text === undefined && offer.inQuery?.includes(name) === true;
  const names = [...fields.keys()].filter((name) => !pathNames.includes(name) && !isInQueryAlone(name));
  const schema: JsonSchema = {
    type: "object",
    properties: Object.fromEntries(names.map((name) => [name, fields.get(name)])),
    required: names.filter((name) => isRequired(input, name)),
    additionalProperties: false,
  };
  const example = exampleOf(schema);
  const media = example === undefined ? { schema } : { schema, example };
  return {
    required: Array.isArray(schema.required) && schema.required.length > 0,
    content: {
      "application/json": media,
      ...(offer.body?.text === undefined ? {} : { "text/csv": TEXT_BODY, "text/plain": TEXT_BODY }),
    },
  };
}

const TEXT_BODY = { schema: { type: "string", description: "A list or table of firms, a firm a line." } };

/** A field is required when leaving it out is refused. */
function isRequired(input: Endpoint["input"], name: string): boolean {
  return input.shape[name]?.safeParse(undefined).success === false;
}

/** The bare type: parameters such as the character set are for the answer itself. */
export function mediaTypeOf({ offer: { file } }: Endpoint): string {
  return file?.mediaType.split(";")[0] ?? "application/json";
}

/** `GET /api/opendata/nis2-stats` is `getOpendataNis2Stats`. */
export function operationIdOf(method: string, path: string): string {
  const words = path
    .replace(/^\/api\//, "")
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== "");
  return method.toLowerCase() + words.map(capitalized).join("");
}

/** Under which name the schema of its answer stands. */
export function answerName(operationId: string): string {
  return `${operationId}Answer`;
}

function headerRef(name: string): Reference {
  return { $ref: `#/components/headers/${name}` };
}

function limitSentence(limits: readonly LimitRule[]): string {
  const counts = limits.flatMap(({ perMinute, perDay }) => [
    ...(perMinute === undefined ? [] : [`${perMinute} a minute`]),
    ...(perDay === undefined ? [] : [`${perDay} a day`]),
  ]);
  return counts.length === 0 ? "" : `Limits per address: ${counts.join(", ")}.`;
}

/**
 * An example of what a schema allows, from the examples, constants and enums in it. Optional fields stand in it only
 * where the schema gives an example of them; `undefined` where a required field has none.
 */
function exampleOf(schema: JsonSchema): unknown {
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
