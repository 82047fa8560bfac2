import { expect, test } from "vitest";
import { shareSchemas } from "./openapi-shared-schemas.ts";

const object = (properties: object, description?: string) => ({
  type: "object",
  ...(description === undefined ? {} : { description }),
  properties,
});
const text = { type: "string" };

test("an object that stands in two answers gets the name of its field, and each place keeps its own meaning", () => {
  const schemas = shareSchemas([
    ["firstAnswer", object({ nextSteps: { type: "array", items: object({ step: text }, "What to do.") } })],
    ["secondAnswer", object({ nextSteps: { type: "array", items: object({ step: text }) }, other: text })],
  ]);
  expect(schemas).toEqual({
    NextStep: object({ step: text }),
    firstAnswer: object({
      nextSteps: { type: "array", items: { $ref: "#/components/schemas/NextStep", description: "What to do." } },
    }),
    secondAnswer: object({
      nextSteps: { type: "array", items: { $ref: "#/components/schemas/NextStep" } },
      other: text,
    }),
  });
});

test("an object that stands in one place stays where it is", () => {
  const answer = object({ size: object({ category: text }) });
  expect(shareSchemas([["answer", answer]])).toEqual({ answer });
});

test("of two equal answers the second refers to the first", () => {
  const answer = object({ size: text });
  const schemas = shareSchemas([
    ["one", answer],
    ["two", answer],
  ]);
  expect(schemas).toEqual({ one: answer, two: { $ref: "#/components/schemas/one" } });
});

test("two different objects in fields of one name have two names, and what an object holds is named with it", () => {
  const inner = object({ code: text });
  const held = object({ nace: inner });
  const hit = object({ nace: object({ code: text, name: text }) });
  const schemas = shareSchemas([
    ["a", object({ firm: held, nace: inner, hits: { type: "array", items: hit } })],
    ["b", object({ firm: held, hits: { type: "array", items: hit }, nace: object({ code: text, name: text }) })],
  ]);
  expect(schemas.Nace).toEqual(inner);
  expect(schemas.Firm).toEqual(object({ nace: { $ref: "#/components/schemas/Nace" } }));
  const references = JSON.stringify(schemas).matchAll(/#\/components\/schemas\/(\w+)/g);
  for (const [, name = ""] of references) expect(Object.keys(schemas)).toContain(name);
  expect(Object.values(schemas).filter((schema) => JSON.stringify(schema) === JSON.stringify(inner))).toHaveLength(1);
});
