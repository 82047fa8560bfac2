import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { toolInputSchema, toolOutputSchema } from "./schemas.ts";

const ajv = new Ajv2020({ strict: true, allErrors: true, strictRequired: false, strictTypes: false });
const problem = { code: "not_found", message: "m", nextStep: "n" };

describe("an output schema", () => {
  const schema = toolOutputSchema(z.object({ ico: z.string(), inner: z.strictObject({ a: z.number().int() }) }));
  const isValid = ajv.compile(schema);

  test("is an object that shows its properties and both branches at the root", () => {
    expect(schema).toMatchObject({
      type: "object",
      properties: { ico: { type: "string" }, error: { type: "object" }, retryAfter: { type: "integer" } },
      anyOf: [{ required: ["ico", "inner"] }, { required: ["error"] }],
    });
  });

  test("admits an answer, an error, and fields that are added later", () => {
    expect(isValid({ ico: "1", inner: { a: 1 } })).toBe(true);
    expect(isValid({ ico: "1", inner: { a: 1, later: 1 }, later: true })).toBe(true);
    expect(isValid({ error: problem, retryAfter: 3 })).toBe(true);
  });

  test.each<[string, unknown]>([
    ["half an answer", { ico: "1" }],
    ["nothing", {}],
    ["an error without a next step", { error: { code: "not_found", message: "m" } }],
    ["an error of an unknown code", { error: { ...problem, code: "oops" } }],
    ["a wrong type", { ico: 1, inner: { a: 1 } }],
  ])("refuses %s", (_case, value) => {
    expect(isValid(value)).toBe(false);
  });

  test("of a union shows all properties and still refuses a mixture", () => {
    const union = toolOutputSchema(
      z.discriminatedUnion("mode", [
        z.object({ mode: z.literal("all"), parts: z.array(z.string()) }),
        z.object({ mode: z.literal("part"), part: z.string() }),
      ]),
    );
    expect(Object.keys(Object(union.properties))).toEqual(["mode", "parts", "part", "error", "retryAfter"]);
    const accepts = ajv.compile(union);
    expect(accepts({ mode: "all", parts: [] })).toBe(true);
    expect(accepts({ mode: "part", part: "x" })).toBe(true);
    expect(accepts({ error: problem })).toBe(true);
    expect(accepts({ mode: "part", parts: [] })).toBe(false);
    expect(accepts({ mode: "other" })).toBe(false);
  });

  test("of an answer with an error of its own, as a failed scan has, admits it, null and error results", () => {
    const scan = toolOutputSchema(
      z.object({ id: z.string(), error: z.object({ code: z.enum(["timeout"]), message: z.string() }).nullable() }),
    );
    const accepts = ajv.compile(scan);
    expect(accepts({ id: "a", error: null })).toBe(true);
    expect(accepts({ id: "a", error: { code: "timeout", message: "m" } })).toBe(true);
    expect(accepts({ error: problem, retryAfter: 3 })).toBe(true);
    expect(accepts({ id: "a" })).toBe(false);
    expect(accepts({ id: "a", error: { code: "oops", message: "m" } })).toBe(false);
  });

  test("is two levels deep: what stands deeper is not said, and is not examined", () => {
    const deep = toolOutputSchema(
      z.object({
        kind: z.enum(["a", "b"]).nullable().describe("For people."),
        parts: z.array(z.object({ size: z.object({ min: z.number() }).nullable(), names: z.array(z.string()) })),
        value: z.union([z.number(), z.string()]),
      }),
    );
    expect(deep.properties).toEqual({
      kind: { enum: ["a", "b", null] },
      parts: {
        type: "array",
        items: { type: "object", properties: { size: { type: ["object", "null"] }, names: { type: "array" } } },
      },
      value: { type: ["number", "string"] },
      error: expect.anything(),
      retryAfter: expect.anything(),
    });
    const accepts = ajv.compile(deep);
    const answer = { kind: null, parts: [{ size: { min: 1 }, names: [] }], value: "1" };
    expect(accepts(answer)).toBe(true);
    expect(accepts({ ...answer, parts: [{ size: { min: "other" }, names: [1] }] })).toBe(true);
    expect(accepts({ ...answer, parts: [{ size: 1, names: [] }] })).toBe(false);
    expect(accepts({ ...answer, kind: "c" })).toBe(false);
    expect(accepts({ ...answer, value: true })).toBe(false);
  });

  test("of what is no object, or takes a name that errors use, stops the start", () => {
    expect(() => toolOutputSchema(z.string())).toThrow("must be an object");
    expect(() => toolOutputSchema(z.union([z.object({ a: z.string() }), z.string()]))).toThrow("must be an object");
    expect(() => toolOutputSchema(z.object({ error: z.string() }))).toThrow("error");
    expect(() => toolOutputSchema(z.object({ retryAfter: z.number() }))).toThrow("retryAfter");
  });
});

describe("an input schema", () => {
  test("is closed, shows defaults and requires nothing that has one", () => {
    const schema = toolInputSchema(z.strictObject({ ico: z.string(), limit: z.number().int().max(5).default(2) }));
    expect(schema).toEqual({
      type: "object",
      properties: { ico: { type: "string" }, limit: { type: "integer", maximum: 5, default: 2 } },
      required: ["ico"],
      additionalProperties: false,
    });
  });

  test("of a tool without parameters is the shortest closed object", () => {
    expect(toolInputSchema(z.strictObject({}))).toEqual({ type: "object", additionalProperties: false });
  });

  test("that is open stops the start: an unknown argument must be an error", () => {
    expect(() => toolInputSchema(z.looseObject({}))).toThrow("strict object");
    expect(() => toolInputSchema(z.string())).toThrow("strict object");
  });
});
