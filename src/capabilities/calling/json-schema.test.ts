import { expect, test } from "vitest";
import { z } from "zod";
import { inputJsonSchema, outputJsonSchema } from "./json-schema.ts";

const schema = z.strictObject({
  count: z.number().int(),
  locale: z.enum(["sk", "cs"]).default("sk"),
  inner: z.object({ text: z.string() }),
});

test("what goes in is closed and requires nothing that has a default", () => {
  expect(inputJsonSchema(schema)).toEqual({
    type: "object",
    properties: {
      count: { type: "integer" },
      locale: { type: "string", enum: ["sk", "cs"], default: "sk" },
      inner: { type: "object", properties: { text: { type: "string" } }, required: ["text"] },
    },
    required: ["count", "inner"],
    additionalProperties: false,
  });
});

test("what comes out is open at every level, so that a later field breaks nobody", () => {
  const written = outputJsonSchema(schema);
  expect(written.required).toEqual(["count", "locale", "inner"]);
  expect(JSON.stringify(written)).not.toContain("additionalProperties");
});

test("a map of values keeps the form of its values", () => {
  expect(outputJsonSchema(z.object({ facts: z.record(z.string(), z.number()) }))).toMatchObject({
    properties: { facts: { additionalProperties: { type: "number" } } },
  });
});
