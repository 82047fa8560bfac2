import { z } from "zod";

/** A JSON Schema as far as the API reference prints it. */
export interface SchemaObject {
  readonly $ref?: string | undefined;
  readonly type?: string | readonly string[] | undefined;
  readonly description?: string | undefined;
  readonly enum?: readonly unknown[] | undefined;
  readonly const?: unknown;
  readonly default?: unknown;
  readonly pattern?: string | undefined;
  readonly minimum?: number | undefined;
  readonly maximum?: number | undefined;
  readonly minLength?: number | undefined;
  readonly maxLength?: number | undefined;
  readonly properties?: Readonly<Record<string, SchemaObject>> | undefined;
  readonly required?: readonly string[] | undefined;
  readonly items?: SchemaObject | undefined;
  readonly anyOf?: readonly SchemaObject[] | undefined;
  readonly oneOf?: readonly SchemaObject[] | undefined;
}

const schemaObject: z.ZodType<SchemaObject> = z.lazy(() =>
  z.object({
    $ref: z.string().optional(),
    type: z.union([z.string(), z.array(z.string())]).optional(),
    description: z.string().optional(),
    enum: z.array(z.unknown()).optional(),
    const: z.unknown().optional(),
    default: z.unknown().optional(),
    pattern: z.string().optional(),
    minimum: z.number().optional(),
    maximum: z.number().optional(),
    minLength: z.number().optional(),
    maxLength: z.number().optional(),
    properties: z.record(z.string(), schemaObject).optional(),
    required: z.array(z.string()).optional(),
    items: schemaObject.optional(),
    anyOf: z.array(schemaObject).optional(),
    oneOf: z.array(schemaObject).optional(),
  }),
);

const content = z.record(z.string(), z.object({ schema: schemaObject.optional() })).optional();

const operation = z.object({
  operationId: z.string().optional(),
  summary: z.string().optional(),
  description: z.string().optional(),
  tags: z.array(z.string()).optional(),
  parameters: z
    .array(
      z.object({
        name: z.string(),
        in: z.string(),
        required: z.boolean().optional(),
        description: z.string().optional(),
        schema: schemaObject.optional(),
      }),
    )
    .optional(),
  requestBody: z.object({ content }).optional(),
  responses: z
    .record(z.string(), z.object({ $ref: z.string().optional(), description: z.string().optional(), content }))
    .optional(),
});

const document = z.object({
  info: z.object({ title: z.string(), version: z.string(), description: z.string().optional() }),
  paths: z.record(z.string(), z.record(z.string(), operation)),
  components: z
    .object({
      schemas: z.record(z.string(), schemaObject).optional(),
      responses: z.record(z.string(), z.object({ description: z.string().optional(), content })).optional(),
    })
    .optional(),
});

/** The OpenAPI 3.1 document as far as the API reference prints it. */
export type OpenApiDocument = z.output<typeof document>;

export type OperationObject = z.output<typeof operation>;

/**
 * Reads the document that the REST face publishes; what the pages do not print is left out.
 * @throws ZodError when it is no such document: a mistake in the wiring, found at start.
 */
export function readOpenApi(published: unknown): OpenApiDocument {
  return document.parse(published);
}

/** The schema itself, or the one it refers to with its own description; an unknown reference is an empty schema. */
export function resolveSchema(schema: SchemaObject, document: OpenApiDocument): SchemaObject {
  const name = /^#\/components\/schemas\/(.+)$/.exec(schema.$ref ?? "")?.[1];
  if (name === undefined) return schema;
  const { description } = schema;
  const target = resolveSchema(document.components?.schemas?.[name] ?? {}, document);
  return { ...target, ...(description === undefined ? {} : { description }) };
}
